"""What came out in space: a motion with orientations, read by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from math import pi

import numpy as np

from sgkin.arrays import Floats
from sgkin.coefficients import Coefficients
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.design_position import design_pose
from sgkin.model.joint import Joint
from sgkin.model.marker import Marker, markers
from sgkin.model.spatial_joint import Cylindrical, Screw
from sgkin.motion import JointMotion, Motion, Part
from sgkin.orientation import FORMS, in_form
from sgkin.results.spatial_rows import SpatialRows, point_in_space
from sgkin.space import dot, turned, without

PARTS = ("x", "y", "z", "wx", "wy", "wz")
BRYANT = ("alpha", "beta", "gamma")


class SpatialMotion(Motion):
    """The motion of a mechanism in space over n steps, see `Motion`.

    Places have three numbers. How links turn is told by `orientation`, `angular_velocity` and `angular_acceleration`,
    in the ground frame unless they are seen from another link. As coordinates of K and L, `wx`, `wy` and `wz` of a link
    are its turns about the axes of ground: their rows of K are the ωᵢ of ω = Σ ωᵢ żᵢ, and those of L are symmetric,
    ωᵢⱼ = ½ (∂ⱼωᵢ + ∂ᵢωⱼ), so that α = K z̈ + żᵀ L ż holds. Turns do not commute: ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ.
    """

    __slots__ = ()
    _results: SpatialRows  # type: ignore[assignment]

    def pose(self, link: str) -> Floats:
        """x, y, z of a link's origin, and axis times angle of its turn from ground, 0 to half a turn (n, 6)."""
        return np.concatenate([self.position(link), self.orientation(link, "vector")], axis=1)

    def position(self, name: str, relative_to: str | None = None) -> Floats:
        """Position (n, 3) of a point or of a link's origin; in ground or in another link.

        A point is written `link.point`, or by its name alone where only one link has such a point.
        """
        return self._read(name, 0, relative_to)

    def velocity(self, name: str, relative_to: str | None = None) -> Floats:
        """Velocity (n, 3) of a point or of a link's origin, as seen from ground or from another link, in its frame."""
        return self._read(name, 1, relative_to)

    def acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """Acceleration (n, 3) of a point or of a link's origin, seen from ground or from another link, in its frame."""
        return self._read(name, 2, relative_to)

    def orientation(self, link: str, form: str = "matrix", relative_to: str | None = None) -> Floats:
        """How a link is turned against ground or another link.

        form: "matrix" (n, 3, 3), whose columns are the axes of the link; "quaternion" (n, 4) with w, x, y, z, of the
        two signs that nearest to the step before; "bryant" (n, 3), angles about x, then the new y, then the new z;
        "vector" (n, 3), axis times angle.
        """
        if form not in FORMS:
            raise InputError(f"form is {brief(form)}; use {', '.join(map(repr, FORMS))}")
        turns = self._turn(link)
        if relative_to is not None:
            turns = np.einsum("ban,bcn->acn", self._turn(relative_to), turns)
        return in_form(np.moveaxis(turns, -1, 0).copy(), form)

    def angular_velocity(self, link: str, relative_to: str | None = None) -> Floats:
        """ω (n, 3) of a link, as seen from ground or from another link, in its frame."""
        spin = self._twist(link, 1)[3:]
        if relative_to is None:
            return spin.T
        return _seen(self._turn(relative_to), spin - self._twist(relative_to, 1)[3:]).T

    def angular_acceleration(self, link: str, relative_to: str | None = None) -> Floats:
        """The rate of change (n, 3) of ω, as seen from ground or from another link, in its frame."""
        bent = self._twist(link, 2)[3:]
        if relative_to is None:
            return bent.T
        spin, base = self._twist(link, 1)[3:], self._twist(relative_to, 1)[3:]
        relative = bent - self._twist(relative_to, 2)[3:] - _cross(base, spin - base)
        return _seen(self._turn(relative_to), relative).T

    def parts(self, name: str, order: int = 0) -> tuple[Part, ...]:
        """x, y and z of a point or of a link's origin, and the angles of Bryant of a link, each by itself.

        order: 1 for velocities, 2 for accelerations; of a link's turn these are wx, wy, wz and their rates.
        """
        values = self._of_order(name, order)
        found = [Part(part, "length", column) for part, column in zip("xyz", values.T, strict=True)]
        if "." in self.mechanism.full_name(name, "motion"):
            return tuple(found)
        turns = self.orientation(name, "bryant").T if order == 0 else self._twist(name, order)[3:]
        names = BRYANT if order == 0 else PARTS[3:]
        return *found, *(Part(part, "angle", row) for part, row in zip(names, turns, strict=True))

    def speed(self, name: str, relative_to: str | None = None) -> Floats:
        """How fast a point moves (n,), as seen from ground or from another link."""
        return np.asarray(np.linalg.norm(self._point_motion(name, 1, relative_to), axis=1))

    def acceleration_magnitude(self, name: str, relative_to: str | None = None) -> Floats:
        """The magnitude (n,) of the acceleration of a point."""
        return np.asarray(np.linalg.norm(self._point_motion(name, 2, relative_to), axis=1))

    def tangential_acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """The acceleration of a point along its path (n,): positive where it becomes faster.

        A point at rest is about to become faster: there it is the whole of it, and the normal acceleration is zero.
        """
        return self._along_and_across(name, relative_to)[0]

    def normal_acceleration(self, name: str, relative_to: str | None = None) -> Floats:
        """The acceleration of a point across its path (n,), towards the centre of its curvature: never negative."""
        return self._along_and_across(name, relative_to)[1]

    def _along_and_across(self, name: str, relative_to: str | None) -> tuple[Floats, Floats]:
        v, a = (self._point_motion(name, order, relative_to) for order in (1, 2))
        speed = np.linalg.norm(v, axis=1)
        moves = speed > 0.0
        along = np.einsum("ni,ni->n", v, a) / np.where(moves, speed, 1.0)
        across = np.linalg.norm(np.cross(v, a), axis=1) / np.where(moves, speed, 1.0)
        return np.where(moves, along, np.linalg.norm(a, axis=1)), np.where(moves, across, 0.0)

    def coefficients(self, *names: str) -> Coefficients:
        """q, K and L of links (x, y, z, wx, wy, wz), points (x, y, z) and single coordinates, the inputs last.

        Of wx, wy and wz q has axis times angle of the link's turn from ground.
        """
        chosen = self._chosen(names)
        q, K, L = self._all_rows((*chosen, *self.mechanism.input_names))
        return Coefficients(
            q,
            K,
            L,
            names=tuple(part for name in chosen for part in self._parts(name)) + self.mechanism.input_names,
            links=tuple(takewhile(self._is_moving_link, chosen)),
            inputs=self.mechanism.input_names,
            ground=self.mechanism.ground,
            input_rates=self.input_rates,
        )

    def joint(self, name: str, of: str = "") -> JointMotion:
        """Angle or stroke of a joint, and its rates; at a pin of several links between the first two.

        of: "angle" or "stroke", where a joint has both; by default the angle.
        """
        joint = self.mechanism.joint(name)
        of = of or joint.coordinate
        if not joint.coordinate or of not in (*joint.coordinates, *(["stroke"] if isinstance(joint, Screw) else [])):
            raise UnknownNameError("motion", f"joint with {of or 'an angle or a stroke'}", name, self._driveable())
        rows = [self._joint_row(joint, of, order) for order in range(3 if self.input_rates is not None else 1)]
        return JointMotion(*rows) if len(rows) == 3 else JointMotion(rows[0], None, None)

    def _joint_row(self, joint: Joint, of: str, order: int) -> Floats:
        if of == "stroke":
            return self._stroke(joint, order)
        if joint.name not in self._results.joints:
            for link in joint.links[:2]:
                self._refuse_unkept(link, link)
        return self._results.angle_rate(joint.name, order) if order else self._results.angle(joint.name)

    def _stroke(self, joint: Joint, order: int) -> Floats:
        """s = u·(B − A), and what that is in the design position set to what the joint says."""
        first, second = markers(self.mechanism, joint)[:2]
        turn = self._turn(first.link)
        u = np.einsum("abn,b->an", turn, np.array(first.axis))
        between = [self._end(second, each) - self._end(first, each) for each in range(order + 1)]
        if order == 0:
            zero = float(joint.zero_stroke if isinstance(joint, Cylindrical) else getattr(joint, "zero", 0.0))
            zero = joint.pitch * joint.zero / (2.0 * pi) if isinstance(joint, Screw) else zero
            return np.asarray(_dot(u, between[0]) - design_stroke(self, first, second) + zero)
        spin = self._twist(first.link, 1)[3:]
        rate = _cross(spin, u)
        if order == 1:
            return np.asarray(_dot(rate, between[0]) + _dot(u, between[1]))
        bent = _cross(self._twist(first.link, 2)[3:], u) + _cross(spin, rate)
        return np.asarray(_dot(bent, between[0]) + 2.0 * _dot(rate, between[1]) + _dot(u, between[2]))

    def _end(self, marker: Marker, order: int) -> Floats:
        return self._spot(marker.link, marker.point, order)

    def _joint_coefficients(self, name: str) -> tuple[Floats, Floats]:
        joint = self.mechanism.joint(name)
        if joint.coordinate == "angle":
            return self._results.angle_coefficients(name)
        first, second = markers(self.mechanism, joint)[:2]
        ends = [self._spot_coefficients(each.link, each.point) for each in (first, second)]
        K, L = (other - one for one, other in zip(*ends, strict=True))
        u = np.einsum("abn,b->na", self._turn(first.link), np.array(first.axis))
        between = (self._end(second, 0) - self._end(first, 0)).T
        turning, bending = self._direction_coefficients(first.link, u)
        mixed = np.einsum("nai,naj->nij", turning, K)
        rate = np.einsum("nai,na->ni", turning, between) + np.einsum("na,nai->ni", u, K)
        bent = (
            np.einsum("naij,na->nij", bending, between) + np.einsum("na,naij->nij", u, L) + mixed + mixed.swapaxes(1, 2)
        )
        return rate[:, None], bent[:, None]

    def _direction_coefficients(self, link: str, u: Floats) -> tuple[Floats, Floats]:
        """K and L of a direction (n, 3) of a link."""
        K, L = (np.array(each) for each in self._both(link))
        K[:, :3], L[:, :3] = 0.0, 0.0
        return point_in_space(K, L, u)

    def _all_rows(self, names: Sequence[str]) -> tuple[Floats, Floats, Floats]:
        rows = [self._rows(name) for name in names]
        q, K, L = (np.concatenate(part, axis=1) for part in zip(*rows, strict=True))
        return q, K, L

    def _parts(self, name: str) -> tuple[str, ...]:
        if not self._is_place(name):
            return (name,)
        return tuple(f"{name}.{part}" for part in PARTS[: 3 if "." in name else 6])

    def _rows(self, name: str) -> tuple[Floats, Floats, Floats]:
        if isinstance(name, str) and self._is_place(name):
            return self.position(name) if "." in name else self.pose(name), *self._both(name)
        place, _, part = name.rpartition(".") if isinstance(name, str) else ("", "", "")
        if self._is_place(place) and part in PARTS[: 3 if "." in place else 6]:
            column = slice(PARTS.index(part), PARTS.index(part) + 1)
            q, K, L = self._rows(place)
            return q[:, column], K[:, column], L[:, column]
        if self._is_place(place):
            raise self._unknown(name)
        return super()._rows(name)

    def _both(self, name: str) -> tuple[Floats, Floats]:
        if not self._results.has_coefficients:
            raise InputError("this motion has no velocity coefficients; pass coefficients=True to `solve`")
        if name in self._results.points:
            return self._results.point_coefficients(name)
        if "." in name:
            return self._spot_coefficients(*self.mechanism.point(name), name)
        self._refuse_unkept(name, name)
        if name == self.mechanism.ground:
            return self._nothing(6)
        return self._results.frame_coefficients(name)

    def _spot_coefficients(self, link: str, place: Sequence[float], name: str = "") -> tuple[Floats, Floats]:
        self._refuse_unkept(name or link, link)
        return self._nothing(3) if link == self.mechanism.ground else self._results.place_coefficients(link, place)

    def _nothing(self, parts: int) -> tuple[Floats, Floats]:
        f = len(self.mechanism.input_names)
        return np.zeros((self.steps, parts, f)), np.zeros((self.steps, parts, f, f))

    def _read(self, name: str, order: int, relative_to: str | None) -> Floats:
        name = self.mechanism.full_name(name, "motion")
        if relative_to is None:
            return self._point(name, order).T
        return self._seen_from(self.mechanism.link(relative_to).name, lambda o: self._point(name, o), order)

    def _point(self, name: str, order: int) -> Floats:
        """x, y and z of a point or of a link's origin, or a derivative of them (3, n)."""
        self._check_order(order)
        if name in self._results.points:
            return self._results.point(name, order)
        if "." in name:
            link, place = self.mechanism.point(name)
        else:
            link, place = self.mechanism.link(name).name, (0.0, 0.0, 0.0)
        self._refuse_unkept(name, link)
        return self._spot(link, place, order)

    def _spot(self, link: str, place: Sequence[float], order: int) -> Floats:
        if link == self.mechanism.ground:
            return np.repeat(np.array([place if order == 0 else (0.0, 0.0, 0.0)]).T, self.steps, axis=1)
        self._refuse_unkept(link, link)
        return self._results.place(link, place, order)

    def _turn(self, link: str) -> Floats:
        """The orientation (3, 3, n) of a link."""
        self._refuse_unkept(link, self.mechanism.link(link).name)
        if link == self.mechanism.ground:
            return np.repeat(np.eye(3)[:, :, None], self.steps, axis=2)
        return self._results.turn(link)

    def _twist(self, link: str, order: int) -> Floats:
        """v and ω, or their rates (6, n), of some point of a link and of the link."""
        self._check_order(order)
        self._refuse_unkept(link, self.mechanism.link(link).name)
        return np.zeros((6, self.steps)) if link == self.mechanism.ground else self._results.twist(link, order)

    def _seen_from(self, base: str, of: Callable[[int], Floats], order: int) -> Floats:
        """A point and its derivatives as an observer on a turning link sees them, in that link's frame."""
        origin = [self._point(base, each) for each in range(order + 1)]
        apart = [of(each) - origin[each] for each in range(order + 1)]
        seen = apart[0]
        if order:
            spin = self._twist(base, 1)[3:]
            seen = apart[1] - _cross(spin, apart[0])
        if order == 2:
            turning = _cross(self._twist(base, 2)[3:], apart[0]) + _cross(spin, _cross(spin, apart[0]))
            seen = apart[2] - turning - 2.0 * _cross(spin, seen)
        return _seen(self._turn(base), seen).T

    def to_mapping(self, units: bool = False, speeds: Sequence[str] = ()) -> dict[str, Floats]:
        """Columns (n,) by name, as pandas takes them: time, inputs, and every output with its derivatives.

        Of a link they are x, y, z of its origin, its quaternion qw, qx, qy, qz, the velocity dx, dy, dz, the angular
        velocity wx, wy, wz, and the rates ddx, ddy, ddz, dwx, dwy, dwz; of a point those of its place. With `units` the
        numbers are in the mechanism's own units instead of SI. speeds: as in the plane.
        """
        columns: dict[str, Floats] = {}
        if self.times is not None:
            columns["time"] = self.times.copy()
        for number, name in enumerate(self.mechanism.input_names):
            columns[name] = self.inputs[:, number] / self._factor(self.mechanism.input_quantity(name), units)
        length, angle = self._factor("length", units), self._factor("angle", units)
        for name in self.outputs:
            for order in range(3 if self.input_rates is not None else 1):
                mark = "d" * order
                for part, row in zip("xyz", self._point(name, order), strict=True):
                    columns[f"{name}.{mark}{part}"] = row / length
                if "." not in name and order == 0:
                    turn = self.orientation(name, "quaternion")
                    columns |= {f"{name}.q{part}": turn[:, number] for number, part in enumerate("wxyz")}
                elif "." not in name:
                    spin = self._twist(name, order)[3:]
                    columns |= {f"{name}.{mark[1:]}w{part}": row / angle for part, row in zip("xyz", spin, strict=True)}
        return columns | self.speed_columns(speeds, units)


def design_stroke(motion: Motion, first: Marker, second: Marker) -> float:
    """What the stroke of a joint would be in the design position, counted from point to point."""
    one, other = (design_pose(motion.mechanism, each.link) for each in (first, second))
    return dot(turned(one.turn, first.axis), without(other.moved(second.point), one.moved(first.point)))


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("an,an->n", one, other))


def _cross(one: Floats, other: Floats) -> Floats:
    return np.cross(one, other, axis=0)


def _seen(turn: Floats, vector: Floats) -> Floats:
    """A vector (3, n) in the frame of a link whose orientations (3, 3, n) are given."""
    return np.asarray(np.einsum("ban,bn->an", turn, vector))
