"""Velocity coefficients K = ∂q/∂z and their gradients L = ∂K/∂z, and what follows from them.

    q̇ = K ż,    q̈ = K z̈ + żᵀ L ż

Everything here holds for one configuration and for the n steps of a motion: arrays then begin with n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.conditions.table import left
from sgkin.display import as_html
from sgkin.errors import InputError, UnknownNameError, brief, listing
from sgkin.kernels.limits import LARGEST
from sgkin.model.form import real_numbers
from sgkin.model.quantity import Units
from sgkin.orientation import FORMS, in_form, matrices_of
from sgkin.text_table import aligned, count, shortened

STILL = 1e-12
"""A relative motion of two links that counts as none, as a part of the largest motion."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One configuration: poses, velocities and accelerations (links, 3) of the moving links, in the plan's order.

    In space they are (links, 6): x, y, z and axis times angle of the turn from ground; v and ω; their rates.
    `velocities` and `accelerations` are None where no rates were given. `memory` carries branches and starting values
    to the next evaluation by the same plan, or a copy of it, which know it by its `origin`.
    """

    links: tuple[str, ...]
    inputs: Floats
    poses: Floats
    velocities: Floats | None
    accelerations: Floats | None
    memory: Floats
    origin: str = field(repr=False)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{value:.6g}" for value in self.inputs.tolist())
        rates = "" if self.velocities is None else ", with velocities and accelerations"
        return f"Configuration of {listing(self.links, verb=False)} at inputs {inputs}{rates}"

    def __str__(self) -> str:
        return "\n".join([repr(self), "", *aligned(pose_rows(self.links, self.poses, Units()))])

    def pose(self, link: str) -> Floats:
        """x, y, θ of a link; in space x, y, z, and axis times angle of its turn."""
        if link not in self.links:
            raise UnknownNameError("configuration", "moving link", link, self.links)
        return np.asarray(self.poses[self.links.index(link)])

    def orientation(self, link: str, form: str = "matrix") -> Floats:
        """In space, how a link is turned against ground; for forms see `sgkin.spatial_motion.SpatialMotion`."""
        pose = self.pose(link)
        if len(pose) == 3:
            raise InputError(f"{link} moves in a plane; its angle is the third number of its pose")
        if form not in FORMS:
            raise InputError(f"form is {brief(form)}; use {', '.join(map(repr, FORMS))}")
        return np.asarray(in_form(matrices_of(pose[None, 3:]), form)[0])


@dataclass(frozen=True, slots=True)
class Transmission:
    """A coordinate against an input: its value, and its first and second derivative by the input."""

    value: Floats
    first: Floats
    second: Floats


@dataclass(frozen=True, slots=True)
class InflectionCircle:
    """The points of a moving link whose paths are straight for a moment, seen from another: a circle through its pole.

    `pole` and `inflection_pole` (…, 3) are the ends of a diameter, in homogeneous coordinates of the ground frame, as
    `Coefficients.instant_centre` gives them; `diameter` (…). Where the links translate against each other both poles
    are at infinity, the diameter is infinite, and the circle is the line n · x = d across the motion, `line` = (n, d)
    (…, 3); elsewhere, and where all points or none go straight, that is (0, 0, 0).
    """

    pole: Floats
    inflection_pole: Floats
    diameter: Floats
    line: Floats

    @property
    def centre(self) -> Floats:
        """The middle of the circle (…, 3), in homogeneous coordinates; at infinity with the poles."""
        return 0.5 * (self.pole + self.inflection_pole)


@dataclass(frozen=True, slots=True)
class Coefficients:
    """q (c,), K (c, f) and L (c, f, f), in that order when unpacked; along a motion (n, c), (n, c, f), (n, c, f, f).

    The c coordinates are x, y and θ of `links`, then others, and last the inputs themselves; `names` has all of them
    and `inputs` those of the f inputs. `configuration`: of one configuration, to be passed as `near` to the next
    evaluation; `input_rates` (n, f): of a motion, if it has them.
    """

    q: Floats
    K: Floats
    L: Floats
    names: tuple[str, ...]
    links: tuple[str, ...]
    inputs: tuple[str, ...]
    ground: str = "ground"
    configuration: Configuration | None = None
    input_rates: Floats | None = None

    def __repr__(self) -> str:
        steps = f" at {count(len(self.q), 'step')}" if self.q.ndim > 1 else ""
        coordinates = count(len(self.names), "coordinate")
        return f"Coefficients of {coordinates} by {listing(self.inputs, verb=False)}{steps}"

    def __str__(self) -> str:
        shapes = ", ".join(f"{name} {part.shape}" for name, part in zip("qKL", self, strict=True))
        head = f"{self!r}: {shapes}"
        return head if self.q.ndim > 1 else "\n".join([head, "", *shortened(aligned(self.table), "coordinates", 40)])

    def _repr_html_(self) -> str:
        return as_html(self)

    @property
    def table(self) -> list[tuple[str, ...]]:
        """Of one configuration, heads and a row for each coordinate in SI units: q, its entries of K and, for up to two
        inputs, of L."""
        pairs = [(i, j) for i in range(len(self.inputs)) for j in range(i, len(self.inputs))]
        pairs = pairs if len(self.inputs) <= 2 else []
        heads = [f"∂q/∂{name}" for name in self.inputs]
        heads += [f"∂²q/∂{self.inputs[i]}{'²' if i == j else f'∂{self.inputs[j]}'}" for i, j in pairs]
        rows = [[q, *K, *(L[pair] for pair in pairs)] for q, K, L in zip(self.q, self.K, self.L, strict=True)]
        told = [(name, *(f"{0.0 + number:.6g}" for number in row)) for name, row in zip(self.names, rows, strict=True)]
        return [("coordinate", "q", *heads), *told]

    def __iter__(self) -> Iterator[Floats]:
        return iter((self.q, self.K, self.L))

    def transmission(self, output: str, input: str | None = None) -> Transmission:
        """The transmission function of a coordinate such as `rocker.theta` against an input, the others held.

        With a single input its name may be left out. The first derivative is the transmission ratio.
        """
        row, column = self._row(output), self._column(input)
        return Transmission(self.q[..., row], self.K[..., row, column], self.L[..., row, column, column])

    def mechanical_advantage(self, output: str, input: str | None = None) -> Floats:
        """Force or torque along a coordinate for one along an input, without losses: 1/K, as virtual power demands.

        It is the load that the input holds in balance, positive where the coordinate grows with the input, and
        infinite in a toggle position, where the coordinate stands still.
        """
        ratio = self.transmission(output, input).first
        with np.errstate(divide="ignore"):
            return np.asarray(1.0 / np.abs(ratio) * np.where(ratio < 0.0, -1.0, 1.0))

    def instant_centre(self, first: str, second: str, rates: ArrayLike | None = None) -> Floats:
        """The point at which two links have the same velocity, in homogeneous coordinates (3,) or (n, 3).

        (x, y, 1) is a point of the ground frame. (u, v, 0) is a point at infinity: the links translate against each
        other, and (u, v) is a unit vector at right angles to their relative velocity. (0, 0, 0): they do not move
        against each other. With several inputs it depends on their rates (f,) or (n, f), by default those of the
        motion.
        """
        speeds = np.ones(1) if len(self.inputs) == 1 else self._rates(rates)
        (r, v, turn), (s, w, other) = self._link_motion(first, speeds), self._link_motion(second, speeds)
        # ω P = ω₂ r₂ − ω₁ r₁ + J (v₂ − v₁), ω = ω₂ − ω₁, where J turns to the left
        weight, centre = other - turn, other[..., None] * s - turn[..., None] * r + left(w - v)
        turning, moving = self._largest_motion(speeds)
        weight = np.where(np.abs(weight) <= STILL * turning, 0.0, weight)
        length = np.linalg.norm(centre, axis=-1)
        divisor = np.where(weight != 0.0, weight, np.where(length > STILL * moving, length, np.inf))
        return np.concatenate([centre, weight[..., None]], axis=-1) / divisor[..., None]

    def inflection_circle(
        self, link: str, relative_to: str | None = None, rates: ArrayLike | None = None
    ) -> InflectionCircle:
        """The inflection circle of a link seen from another, by default from ground.

        With several inputs it depends on their rates (f,) or (n, f), by default those of the motion; they are steady.
        """
        base = self.ground if relative_to is None else relative_to
        pole = self.instant_centre(base, link, rates)
        speeds = np.ones(1) if len(self.inputs) == 1 else self._rates(rates)
        turns, moves = pole[..., 2] != 0.0, pole.any(axis=-1)
        place = np.where(turns[..., None], pole[..., :2], 0.0)
        c, b, omega, alpha = self._relative_motion(base, link, place, speeds)
        away = b / np.where(turns, omega, 1.0)[..., None] ** 2 * turns[..., None]  # W = P + b(P) / ω²
        end = pole + np.concatenate([away, np.zeros_like(away[..., :1])], axis=-1)
        diameter = np.where(turns, np.linalg.norm(away, axis=-1), np.where(moves, np.inf, 0.0))
        # without ω the velocity c is that of all points, and c × b(x) = c × b(0) + α c · x
        is_line = ~turns & moves & (np.abs(alpha) > STILL * self._largest_motion(speeds)[0])
        across = c[..., 1] * b[..., 0] - c[..., 0] * b[..., 1]
        line = np.concatenate([c, (across / np.where(is_line, alpha, 1.0))[..., None]], axis=-1)
        scale = np.where(is_line, np.linalg.norm(c, axis=-1), np.inf)
        return InflectionCircle(pole, end, diameter, line / scale[..., None])

    def reduced_inertia(self, masses: ArrayLike) -> Floats:
        """Kᵀ M K (f, f) or (n, f, f), of constant masses M.

        They are a table (links, 3) with m, m, J of each link whose frame lies in its centre of mass; the diagonal of a
        mass matrix; or the matrix itself. Diagonal and matrix may be for the links alone, for all coordinates but the
        inputs, or for all.
        """
        K, weighted, _ = self._weighted(masses)
        return np.asarray(np.einsum("...ci,...cj->...ij", K, weighted))

    def reduced_inertia_gradient(self, masses: ArrayLike) -> Floats:
        """∂(Kᵀ M K)/∂z (f, f, f) or (n, f, f, f), by the input of the last index."""
        _, weighted, L = self._weighted(masses)
        half = np.einsum("...cik,...cj->...ijk", L, weighted)
        return np.asarray(half + np.swapaxes(half, -3, -2))

    def quadratic_force(self, masses: ArrayLike, rates: ArrayLike | None = None) -> Floats:
        """Kᵀ M (żᵀ L ż), (f,) or (n, f): the part of the inertia force along the inputs that their rates cause.

        The equation of motion is (Kᵀ M K) z̈ + Kᵀ M (żᵀ L ż) = Kᵀ Q. The masses M are given as for `reduced_inertia`,
        the rates as (f,) or (n, f), by default those of the motion.
        """
        speeds = self._rates(rates)
        _, weighted, L = self._weighted(masses)
        return np.asarray(np.einsum("...ck,...cij,...i,...j->...k", weighted, L, speeds, speeds, optimize=True))

    def reduced_force(self, forces: ArrayLike) -> Floats:
        """Kᵀ Q (f,) or (n, f), of forces Q along the coordinates.

        They are a table (links, 3) with Fx, Fy and the torque of each link, or a row for the coordinates of the links
        alone, all but the inputs, or all; along a motion it may begin with n.
        """
        given = _finite(forces, "forces")
        row = given.reshape(*given.shape[:-2], -1) if given.shape[-2:] == (len(self.links), self._parts) else given
        count = row.shape[-1] if row.ndim else 0
        if count not in self._sizes or row.shape[:-1] not in ((), self.q.shape[:-1]):
            raise InputError(f"forces have shape {given.shape}, expected {self._shapes('')}")
        return np.asarray(np.einsum("...ci,...c->...i", self.K[..., :count, :], row))

    @property
    def _sizes(self) -> tuple[int, ...]:
        """For how many coordinates, from the first, masses and forces can be given."""
        return self._parts * len(self.links), len(self.names) - len(self.inputs), len(self.names)

    @property
    def _parts(self) -> int:
        """Coordinates of a link: three, six in space."""
        return 6 if self.links and f"{self.links[0]}.wz" in self.names else 3

    def _shapes(self, kind: str) -> str:
        sizes = " or ".join(str(size) for size in dict.fromkeys(self._sizes))
        return f"({len(self.links)}, {self._parts}) for {', '.join(self.links)}, or {kind}a row of {sizes} numbers"

    def _weighted(self, masses: ArrayLike) -> tuple[Floats, Floats, Floats]:
        """K, M K and L of the coordinates to which masses are given."""
        given = _finite(masses, "masses")
        mass = given.ravel() if given.shape == (len(self.links), self._parts) else given
        count = mass.shape[0] if mass.ndim else 0
        if count not in self._sizes or mass.shape not in ((count,), (count, count)):
            raise InputError(f"masses have shape {given.shape}, expected {self._shapes('a square matrix or ')}")
        if mass.ndim == 2 and not np.allclose(mass, mass.T, rtol=1e-12, atol=1e-12 * float(np.abs(mass).max())):
            raise InputError("masses are a matrix that is not symmetric; no mechanism has such a mass matrix")
        K, L = self.K[..., :count, :], self.L[..., :count, :, :]
        return K, mass @ K if mass.ndim == 2 else mass[:, None] * K, L

    def _rates(self, rates: ArrayLike | None) -> Floats:
        f = len(self.inputs)
        if rates is None and self.input_rates is not None:
            return self.input_rates
        if rates is None:
            raise InputError(f"the result depends on the rates of {', '.join(self.inputs)}; give them")
        given = np.atleast_1d(_finite(rates, "rates"))
        if np.abs(given).max(initial=0.0) > LARGEST:
            raise InputError(f"rates are {brief(rates)}; numbers up to {LARGEST:g} in SI units can be computed with")
        if given.shape not in ((f,), (*self.q.shape[:-1], f)):
            raise InputError(f"rates have shape {given.shape}, expected ({f},) for {', '.join(self.inputs)}")
        return given

    def _link_motion(self, link: str, rates: Floats) -> tuple[Floats, Floats, Floats]:
        """Origin (…, 2), its velocity (…, 2) and the angular velocity (…) of a link."""
        if self._parts == 6:
            raise InputError(
                "instant centres and inflection circles are those of a motion in a plane; this one is in space"
            )
        if link == self.ground:
            still = np.zeros((*self.q.shape[:-1], 2))
            return still, still, still[..., 0]
        if link not in self.links:
            raise UnknownNameError("coefficients", "link", link, (self.ground, *self.links))
        start = 3 * self.links.index(link)
        speed = np.einsum("...ci,...i->...c", self.K[..., start : start + 3, :], rates)
        return self.q[..., start : start + 2], speed[..., :2], speed[..., 2]

    def _relative_motion(
        self, base: str, link: str, place: Floats, rates: Floats
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Velocity and acceleration (…, 2) of the point of a link at a place (…, 2), and its angular velocity and
        acceleration (…), as an observer on another link sees them, in the ground frame."""
        both = []
        for name in (base, link):
            r, v, turn = self._link_motion(name, rates)
            bent, arm, omega = self._link_acceleration(name, rates), place - r, turn[..., None]
            velocity = v + omega * left(arm)
            acceleration = bent[..., :2] + bent[..., 2:] * left(arm) - omega**2 * arm
            both.append((velocity, acceleration, turn, bent[..., 2]))
        c, b, omega, alpha = (second - first for first, second in zip(*both, strict=True))
        return c, b - 2.0 * both[0][2][..., None] * left(c), omega, alpha

    def _link_acceleration(self, link: str, rates: Floats) -> Floats:
        """Acceleration of the origin and of the angle of a link (…, 3), at steady rates."""
        if link == self.ground:
            return np.zeros((*self.q.shape[:-1], 3))
        start = 3 * self.links.index(link)
        return np.asarray(np.einsum("...cij,...i,...j->...c", self.L[..., start : start + 3, :, :], rates, rates))

    def _largest_motion(self, rates: Floats) -> tuple[Floats, Floats]:
        """The largest angular velocity of a link, and the largest velocity at a link's or at ground's origin."""
        motions = [self._link_motion(link, rates) for link in (self.ground, *self.links)]
        turning = np.abs([turn for _, _, turn in motions])
        reach, speed = (np.linalg.norm([motion[part] for motion in motions], axis=-1) for part in (0, 1))
        return turning.max(axis=0), (speed + turning * reach).max(axis=0)

    def _row(self, name: str) -> int:
        if name not in self.names:
            raise UnknownNameError("coefficients", "coordinate", name, self.names)
        return self.names.index(name)

    def _column(self, name: str | None) -> int:
        if name is None and len(self.inputs) > 1:
            raise InputError(f"there are several inputs; say which is meant: {', '.join(self.inputs)}")
        if name is not None and name not in self.inputs:
            raise UnknownNameError("coefficients", "input", name, self.inputs)
        return 0 if name is None else self.inputs.index(name)


def pose_rows(links: Sequence[str], poses: Floats, units: Units) -> list[tuple[str, ...]]:
    """Heads, and a row with x, y and θ of each link, in some units; in space with six numbers."""
    length, angle = units.factor("length"), units.factor("angle")
    if poses.shape[-1] == 6:
        scaled = (poses / np.repeat([length, angle], 3) + 0.0).tolist()
        heads = (
            "link",
            *(f"{part} [{units.length}]" for part in "xyz"),
            *(f"w{part} [{units.angle}]" for part in "xyz"),
        )
        return [heads, *((link, *(f"{value:.6g}" for value in row)) for link, row in zip(links, scaled, strict=True))]
    scaled = (poses / (length, length, angle) + 0.0).tolist()
    heads = ("link", f"x [{units.length}]", f"y [{units.length}]", f"θ [{units.angle}]")
    return [heads, *((link, *(f"{value:.6g}" for value in pose)) for link, pose in zip(links, scaled, strict=True))]


def along_motion(K: Floats, L: Floats, rates: Floats | None, accelerations: Floats | None, order: int) -> Floats:
    """Velocity K ż or acceleration K z̈ + żᵀ L ż (c, n) of the first n steps; rates and accelerations (n or more, f)."""
    assert rates is not None
    assert accelerations is not None
    zd, zdd = rates[: len(K)], accelerations[: len(K)]
    if order == 1:
        return np.asarray(np.einsum("nci,ni->cn", K, zd))
    return np.asarray(np.einsum("nci,ni->cn", K, zdd) + np.einsum("ncij,ni,nj->cn", L, zd, zd))


def point_coefficients(K: Floats, L: Floats, arm: Floats) -> tuple[Floats, Floats]:
    """K (n, 2, f) and L (n, 2, f, f) of a point, from those of its link and its arm (n, 2) from the link's origin."""
    turn, across = K[:, 2], left(arm)
    both = turn[:, :, None] * turn[:, None, :]
    return (
        K[:, :2] + across[:, :, None] * turn[:, None, :],
        L[:, :2] + across[:, :, None, None] * L[:, None, 2] - arm[:, :, None, None] * both[:, None],
    )


def _finite(values: Any, name: str) -> Floats:
    array = real_numbers(values, name)
    if not np.isfinite(array).all():
        raise InputError(f"{name} must be finite; found {brief(values)}")
    return array
