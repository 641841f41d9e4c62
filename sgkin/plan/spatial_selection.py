"""What a sweep in space keeps for the outputs that are asked for, and how these are read from it.

Of a link one of its points and its frame are kept, and of joints between kept links the angles that no input gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sgkin.arrays import Integers
from sgkin.groups.element import DERIVATIVE_ROWS, Feature
from sgkin.plan.output_tapes import OutputTapes
from sgkin.plan.selection import KeptPlaces
from sgkin.plan.tape import Tape
from sgkin.results.spatial_rows import AngleRows, BodyRows, SpatialRows, SpatialTable

if TYPE_CHECKING:
    from sgkin.groups.space.joint_angles import JointAngle
    from sgkin.groups.space.plan_builder import SpatialPlanBuilder
    from sgkin.plan.plan import Plan


class SpatialSelection(OutputTapes[SpatialTable]):
    """The outputs of a motion in space.

    `wanted`: features that are kept; `counted`: headings whose turns are counted; `first_headings` (h,): their angles
    at the start, which are zero in the design position. No `lines` are kept.
    """

    reader = SpatialRows

    def __init__(self, plan: Plan, outputs: Sequence[str]) -> None:
        self.outputs, self.lines = tuple(outputs), ()
        site = self.site = cast("SpatialPlanBuilder", cast(Any, plan.site))
        self._roots: dict[str, None] = {}
        self._links: list[str] = []
        self._points: dict[str, Feature] = {}
        for name in self.outputs:
            if "." not in name:
                self._links.append(name)
                self._roots.setdefault(site.root(name))
        for name in self.outputs:
            if "." in name:
                root, place = site.spot(name)
                if root in self._roots:
                    continue
                known = site.known_point(root, place)
                if known is None:
                    self._roots.setdefault(root)
                else:
                    self._points[name] = known
        kept = {*self._roots, site.ground}
        self._angles: dict[str, JointAngle] = {
            name: angle for name, angle in site.joint_angles.items() if kept.issuperset(angle.roots)
        }
        headings = [angle.heading for angle in self._angles.values() if angle.heading is not None]
        self.first_headings = np.zeros(len(headings))
        features = [feature for root in self._roots for feature in (site.frames[root].anchors[0][0], site.frame(root))]
        features += [*self._points.values(), *(heading.first for heading in headings)]
        wanted = dict.fromkeys(feature for feature in features if not feature.values)
        super().__init__(plan, tuple(wanted), tuple(headings))

    def _make_table(self, tape: Tape) -> SpatialTable:
        site, rows = self.site, KeptPlaces(tape)
        bodies = {
            root: _body(
                rows, tape, [site.frames[root].anchors[0][0], site.frame(root)], site.frames[root].anchors[0][1]
            )
            for root in self._roots
        }
        names = [*self._links, *(name for name in self.plan.links if name not in self._links)]
        return SpatialTable(
            bodies=bodies,
            links={name: site.parts[name] for name in names if site.root(name) in bodies},
            points={name: _body(rows, tape, [feature], feature.place) for name, feature in self._points.items()},
            angles={name: self._angle_rows(rows, tape, angle) for name, angle in self._angles.items()},
            tangents=tape.tangents,
            constants=np.array(list(rows.constants)),
            origin=site.origin,
        )

    def _angle_rows(self, rows: KeptPlaces, tape: Tape, angle: JointAngle) -> AngleRows:
        if angle.heading is None:
            nothing = np.zeros(0, dtype=np.int64)
            return AngleRows(-1, nothing, nothing, {}, angle.number, angle.sign, angle.constant)
        found = _body(rows, tape, [angle.heading.first], (0.0, 0.0, 0.0))
        first = found.first.reshape(-1)
        number = self.counted.index(angle.heading)
        return AngleRows(number, found.rows, first, found.second, -1, 1.0, angle.constant)


def _body(rows: KeptPlaces, tape: Tape, features: Sequence[Feature], place: tuple[float, float, float]) -> BodyRows:
    """Rows of features, one after the other, and of their derivatives."""
    tangents = range(tape.tangents)

    def derivatives(*by: int) -> Integers:
        found = []
        for feature in features:
            each = list(rows.derivative_by(by, feature))
            found += each * (DERIVATIVE_ROWS[feature.kind] // len(each))
        return np.array(found, dtype=np.int64)

    position = [row for feature in features for row in rows.position(feature)]
    width = sum(DERIVATIVE_ROWS[feature.kind] for feature in features)
    first = np.array([derivatives(i) for i in tangents], dtype=np.int64).reshape(len(tangents), width)
    second = {(i, j): derivatives(i, j) for i in tangents for j in tangents if i <= j}
    return BodyRows(np.array(position, dtype=np.int64), first, second, place)
