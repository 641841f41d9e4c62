"""Every closed form in space at random geometry: what goes in, and the equations that what comes out must satisfy.

A case stands for a kernel by its name. Inputs vary smoothly with two parameters, in every way that the kernel allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.space.jets import (
    Array,
    Path,
    Turns,
    direction,
    frame,
    matrix,
    random_rotation,
    rotation,
    smooth,
    unit,
)

Numbers = dict[str, NDArray[np.float64]]
ORIGIN = np.zeros(2)


@dataclass
class Case:
    """Inputs by their names, the geometry with the power of the length in each of its numbers, and the equations.

    equations: residuals of the outputs, which are given by their names as the inputs are.
    """

    inputs: dict[str, Path]
    equations: Callable[[Numbers], Any]
    geometry: list[float] = field(default_factory=list)
    powers: list[int] = field(default_factory=list)
    branch: int = 1


def start(path: Path) -> Array:
    return path(ORIGIN).value


def squares(*vectors: Array) -> list[float]:
    return [float(vector @ vector) for vector in vectors]


def orthonormal(columns: Array) -> Array:
    there = matrix(columns)
    return np.concatenate([(there.T @ there - np.eye(3)).ravel(), [np.linalg.det(there) - 1.0]])


def triad(a: Array, b: Array) -> list[float]:
    x = a / np.linalg.norm(a)
    z = np.cross(x, b) / np.linalg.norm(np.cross(x, b))
    return np.concatenate([x, np.cross(z, x), z]).tolist()


def carried_point(random: Any) -> Case:
    offset = random.uniform(-1.0, 1.0, 3)

    def equations(n: Numbers) -> Any:
        return matrix(n["r"]).T @ (n["p"] - n["o"]) - offset

    return Case({"o": smooth(random, 1.0, 3), "r": frame(random)}, equations, offset.tolist(), [1, 1, 1])


def carried_direction(random: Any) -> Case:
    local = unit(random)
    return Case({"r": frame(random)}, lambda n: matrix(n["r"]).T @ n["u"] - local, local.tolist(), [0, 0, 0])


def turned_frame(random: Any) -> Case:
    axis, sign, shift = unit(random), random.choice([-1.0, 1.0]), random.uniform(-1.0, 1.0)

    def equations(n: Numbers) -> Any:
        turn = rotation(axis, sign * n["z"][0] + shift)
        return (matrix(n["r"]).T @ matrix(n["s"]) - turn).ravel()

    return Case({"r": frame(random), "z": smooth(random)}, equations, [*axis, sign, shift], [0] * 5)


def constant_turn(random: Any) -> Case:
    rest = random_rotation(random)
    return Case(
        {"r": frame(random)},
        lambda n: (matrix(n["s"]) - matrix(n["r"]) @ rest).ravel(),
        rest.T.ravel().tolist(),
        [0] * 9,
    )


def along_axis(random: Any) -> Case:
    factor, shift = random.uniform(0.5, 1.5), random.uniform(-1.0, 1.0)

    def equations(n: Numbers) -> Any:
        d = n["c"] - n["a"]
        return np.append(np.cross(n["u"], d), n["u"] @ d - factor * n["z"][0] - shift)

    inputs = {"a": smooth(random, 1.0, 3), "u": direction(random), "z": smooth(random)}
    return Case(inputs, equations, [factor, shift], [0, 1])


def circle_sphere(random: Any) -> Case:
    q, n, p = smooth(random, 1.0, 3), direction(random), smooth(random, 1.0, 3)
    arm, c = random.uniform(0.5, 2.0), random.uniform(-1.0, 1.0, 3)
    e, axis = arm * (c - start(q)), start(n)
    h, (rho2, l2) = float(axis @ e), squares(e, start(q) + e - start(p))
    side = np.cross(axis, start(p) - start(q)) @ e

    def equations(m: Numbers) -> Any:
        e, f = m["c"] - m["q"], m["c"] - m["p"]
        return [m["n"] @ e - h, e @ e - rho2, f @ f - l2]

    geometry = [h, rho2 - h * h, l2, (rho2 + l2) ** -2]
    return Case({"q": q, "n": n, "p": p}, equations, geometry, [1, 2, 2, -4], 1 if side > 0.0 else -1)


def three_spheres(random: Any) -> Case:
    a, b, d = (smooth(random, 1.0, 3) for _ in range(3))
    c = random.uniform(-2.0, 2.0, 3)
    lengths = squares(*(c - start(each) for each in (a, b, d)))
    side = np.cross(start(b) - start(a), start(d) - start(a)) @ (c - start(a))

    def equations(m: Numbers) -> Any:
        return [squares(m["c"] - m[name])[0] - l2 for name, l2 in zip("abd", lengths, strict=True)]

    geometry = [*lengths, sum(lengths) ** -3]
    return Case({"a": a, "b": b, "d": d}, equations, geometry, [2, 2, 2, -6], 1 if side > 0.0 else -1)


def line_sphere(random: Any) -> Case:
    q, n, p = smooth(random, 1.0, 3), direction(random), smooth(random, 1.0, 3)
    c = start(q) + random.uniform(-2.0, 2.0) * start(n)
    (l2,) = squares(c - start(p))

    def equations(m: Numbers) -> Any:
        return np.append(np.cross(m["n"], m["c"] - m["q"]), squares(m["c"] - m["p"])[0] - l2)

    inputs = {"q": q, "n": n, "p": p}
    return Case(inputs, equations, [l2], [2], 1 if (c - start(p)) @ start(n) > 0.0 else -1)


def length_about(random: Any, length: float) -> Path:
    """A length that varies about one that it has at the start."""
    path = smooth(random, 0.2)
    shift = length - float(start(path)[0])
    return lambda z: path(z)._replace(value=path(z).value + shift)


def three_driven_spheres(random: Any) -> Case:
    a, b, d = (smooth(random, 1.0, 3) for _ in range(3))
    c = random.uniform(-2.0, 2.0, 3)
    lengths = [length_about(random, float(np.linalg.norm(c - start(each)))) for each in (a, b, d)]
    side = np.cross(start(b) - start(a), start(d) - start(a)) @ (c - start(a))

    def equations(m: Numbers) -> Any:
        return [
            squares(m["c"] - m[name])[0] - m[by][0] ** 2 for name, by in zip("abd", ("l1", "l2", "l3"), strict=True)
        ]

    inputs = {"a": a, "b": b, "d": d} | dict(zip(("l1", "l2", "l3"), lengths, strict=True))
    scale = sum(float(start(each)[0]) ** 2 for each in lengths) ** -3
    return Case(inputs, equations, [scale], [-6], 1 if side > 0.0 else -1)


def circle_and_driven_sphere(random: Any) -> Case:
    case = circle_sphere(random)
    h, r2, l2, scale = case.geometry
    q, n, p = (case.inputs[name] for name in "qnp")
    driven = length_about(random, l2**0.5)

    def equations(m: Numbers) -> Any:
        e, f = m["c"] - m["q"], m["c"] - m["p"]
        return [m["n"] @ e - h, e @ e - r2 - h * h, f @ f - m["l1"][0] ** 2]

    inputs = {"q": q, "n": n, "p": p, "l1": driven}
    return Case(inputs, equations, [h, r2, scale], [1, 2, -4], case.branch)


def line_and_driven_sphere(random: Any) -> Case:
    case = line_sphere(random)
    (l2,) = case.geometry

    def equations(m: Numbers) -> Any:
        return np.append(np.cross(m["n"], m["c"] - m["q"]), squares(m["c"] - m["p"])[0] - m["l1"][0] ** 2)

    inputs = case.inputs | {"l1": length_about(random, l2**0.5)}
    return Case(inputs, equations, [1.0 / l2], [-2], case.branch)


def three_planes(random: Any) -> Case:
    heights = random.uniform(-1.0, 1.0, 3)
    inputs: dict[str, Path] = {}
    for number in "123":
        inputs |= {"q" + number: smooth(random, 1.0, 3), "n" + number: direction(random)}

    def equations(m: Numbers) -> Any:
        return [m["n" + k] @ (m["c"] - m["q" + k]) - h for k, h in zip("123", heights, strict=True)]

    return Case(inputs, equations, heights.tolist(), [1, 1, 1])


def two_cones(random: Any) -> Case:
    u, v, w = direction(random), direction(random), unit(random)
    c1, c2 = float(start(u) @ w), float(start(v) @ w)

    def equations(m: Numbers) -> Any:
        return [m["u"] @ m["w"] - c1, m["v"] @ m["w"] - c2, m["w"] @ m["w"] - 1.0]

    side = np.cross(start(u), start(v)) @ w
    return Case({"u": u, "v": v}, equations, [c1, c2], [0, 0], 1 if side > 0.0 else -1)


def frame_case(a: Array, b: Array, inputs: dict[str, Path], vectors: Callable[[Numbers], Any]) -> Case:
    """A frame that has two vectors where they are seen."""

    def equations(m: Numbers) -> Any:
        there = matrix(m["r"])
        seen, also = vectors(m)
        return np.concatenate([there @ a - seen, there @ b - also, orthonormal(m["r"])])

    return Case(inputs, equations, triad(a, b), [0] * 9)


def frame_of_points(random: Any) -> Case:
    body, origin, (o, p, q) = frame(random), smooth(random, 1.0, 3), random.uniform(-1.0, 1.0, (3, 3))
    inputs = {name: body.carried(place, origin) for name, place in zip("opq", (o, p, q), strict=True)}
    return frame_case(p - o, q - o, inputs, lambda m: (m["p"] - m["o"], m["q"] - m["o"]))


def frame_of_arm(random: Any) -> Case:
    body, origin, axis, (q, c) = frame(random), smooth(random, 1.0, 3), unit(random), random.uniform(-1.0, 1.0, (2, 3))
    inputs = {"n": body.carried(axis), "q": body.carried(q, origin), "c": body.carried(c, origin)}
    return frame_case(axis, c - q, inputs, lambda m: (m["n"], m["c"] - m["q"]))


def frame_of_directions(random: Any) -> Case:
    body, u, v = frame(random), unit(random), unit(random)
    return frame_case(u, v, {"u": body.carried(u), "v": body.carried(v)}, lambda m: (m["u"], m["v"]))


def three_slides(random: Any) -> Case:
    inputs = {name: smooth(random, 1.0, 3) for name in "pq"} | {name: direction(random) for name in "uvw"}

    def equations(m: Numbers) -> Any:
        return m["p"] + m["s1"] * m["u"] + m["s2"] * m["v"] - m["q"] - m["s3"] * m["w"]

    return Case(inputs, equations)


def leg(random: Any) -> Case:
    def equations(m: Numbers) -> Any:
        return np.append(m["p"] + m["l"] * m["e"] - m["q"], m["e"] @ m["e"] - 1.0)

    return Case({"p": smooth(random, 1.0, 3), "q": smooth(random, 1.0, 3)}, equations)


def angle_about(random: Any) -> Case:
    """Between the forks of a universal joint, and what turns on the second axis."""
    axis, rest = unit(random), random_rotation(random)
    arm = np.cross(axis, unit(random))
    arm /= np.linalg.norm(arm)
    across = rotation(axis, random.uniform(-3.0, 3.0)) @ arm
    axes, angles = frame(random), smooth(random, 1.0, 5)

    def turns(count: int) -> Path:
        def jet(z: Array) -> Any:
            found = angles(z)
            return type(found)(*(each[..., :count] for each in found))

        return jet

    base = Turns(axes.axes, turns(3), np.eye(3))
    far_link = Turns([*axes.axes, axis, across], turns(5), rest)
    local, side = rest.T @ across, np.cross(axis, arm)

    def equations(m: Numbers) -> Any:
        there = matrix(m["r"]).T @ matrix(m["s"]) @ local
        return there - m["v"][0] * arm - m["v"][1] * side

    return Case({"r": base, "s": far_link}, equations, [*axis, *arm, *side, *local], [0] * 12)


def stroke_along(random: Any) -> Case:
    inputs = {"u": direction(random), "a": smooth(random, 1.0, 3), "b": smooth(random, 1.0, 3)}
    return Case(inputs, lambda m: m["s"] - m["u"] @ (m["b"] - m["a"]))


def plane_of(random: Any) -> tuple[Array, Array, Array]:
    """Two directions at right angles, and the third."""
    e1, other = unit(random), unit(random)
    normal = np.cross(e1, other) / np.linalg.norm(np.cross(e1, other))
    return e1, np.cross(normal, e1), normal


def seen_point(random: Any) -> Case:
    e1, e2, _ = plane_of(random)

    def equations(m: Numbers) -> Any:
        seen = matrix(m["r"]).T @ (m["p"] - m["o"])
        return [m["c"][0] - e1 @ seen, m["c"][1] - e2 @ seen]

    inputs = {"p": smooth(random, 1.0, 3), "o": smooth(random, 1.0, 3), "r": frame(random)}
    return Case(inputs, equations, [*e1, *e2], [0] * 6)


def lifted_point(random: Any) -> Case:
    e1, e2, normal = plane_of(random)
    above = random.uniform(-1.0, 1.0) * normal

    def equations(m: Numbers) -> Any:
        return matrix(m["r"]).T @ (m["p"] - m["o"]) - m["c"][0] * e1 - m["c"][1] * e2 - above

    inputs = {"c": smooth(random, 1.0, 2), "o": smooth(random, 1.0, 3), "r": frame(random)}
    return Case(inputs, equations, [*e1, *e2, *above], [0] * 6 + [1] * 3)


def frame_by_direction(random: Any) -> Case:
    axis, angle = unit(random), smooth(random, 1.5)

    def planar(z: Array) -> Any:
        found = angle(z)
        (theta,) = found.value
        return found._replace(value=np.array([np.cos(theta), np.sin(theta)]))

    def equations(m: Numbers) -> Any:
        turn = rotation(axis, float(np.arctan2(m["d"][1], m["d"][0])))
        return (matrix(m["r"]).T @ matrix(m["s"]) - turn).ravel()

    return Case({"r": frame(random), "d": planar}, equations, [*axis], [0] * 3)


def rotation_vector(random: Any) -> Case:
    return Case({"r": frame(random)}, lambda m: (rotation_of(m["v"]) - matrix(m["r"])).ravel())


def rotation_of(vector: Array) -> Array:
    angle = float(np.linalg.norm(vector))
    return rotation(vector / angle, angle)


CASES: dict[str, Callable[[Any], Case]] = {
    "carried point": carried_point,
    "carried direction": carried_direction,
    "turned frame": turned_frame,
    "constant turn": constant_turn,
    "along axis": along_axis,
    "circle and sphere": circle_sphere,
    "three spheres": three_spheres,
    "line and sphere": line_sphere,
    "three driven spheres": three_driven_spheres,
    "circle and driven sphere": circle_and_driven_sphere,
    "line and driven sphere": line_and_driven_sphere,
    "three planes": three_planes,
    "two cones": two_cones,
    "frame of points": frame_of_points,
    "frame of arm": frame_of_arm,
    "frame of directions": frame_of_directions,
    "three slides": three_slides,
    "seen point": seen_point,
    "lifted point": lifted_point,
    "frame by direction": frame_by_direction,
    "rotation vector": rotation_vector,
    "leg": leg,
    "angle about axis": angle_about,
    "stroke along axis": stroke_along,
}
"""By the names of the kernels."""
