"""What a sweep keeps for the outputs that are asked for, and how these are read from it.

Of a link its frame is kept: a point and its direction, or the two points between which it lies. They are what groups
find; everything else of the link is formed when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import atan2
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sgkin.arrays import Integers
from sgkin.groups.element import Feature, Heading
from sgkin.groups.plan_builder import span_numbers
from sgkin.mathematics import Place, moved
from sgkin.plan.link_angles import LinkAngle, heading_of, line_of, link_angle
from sgkin.plan.output_tapes import OutputTapes
from sgkin.plan.tape import Tape
from sgkin.results.kept_rows import KeptRows, LinkReading, PointReading, ReadingTable

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan


NOWHERE = (0.0, 0.0)
"""The place of a point alone, which belongs to no link in particular."""


class Body(NamedTuple):
    """A link, or a point alone: a point of it with its place; and its direction, or another point if it is spanned."""

    point: Feature
    place: Place
    other: Feature
    span: tuple[float, float] | None = None


class Selection(OutputTapes[ReadingTable]):
    """The outputs of a motion.

    `wanted`: features that are kept; `lines`: between points of links that are; `counted`: headings whose turns are
    counted; `first` (h,): the angles at the start of the links and directions that they belong to, and `first_headings`
    (h,) their own, which differ where the heading is a line in a link.
    """

    reader = KeptRows

    def __init__(self, plan: Plan, outputs: Sequence[str]) -> None:
        self.plan, self.outputs = plan, tuple(outputs)
        level = plan.site.frames[plan.mechanism.ground].direction
        assert level is not None
        self._level = level  # of points alone, whose direction nobody reads
        self._bodies: dict[str | Feature, int] = {}
        self._numbers: dict[str | Feature, int] = {}
        self.bodies: list[Body] = []
        self._headings: list[tuple[Heading, int, float]] = []
        self._links: list[tuple[str, int, LinkAngle, int]] = []
        self._points: list[tuple[str, int, Place]] = []
        for name in self.outputs:
            (self._add_point if "." in name else self._add_link)(name)
        known = [heading for heading, _, _ in self._headings]
        counted = (*known, *(heading for heading in plan.geared if heading not in known))
        angles = [first for _, _, first in self._headings]
        roots = [key for key, body in self._bodies.items() if self.bodies[body].span is not None]
        self.lines = tuple(heading_of(plan.site, root) for root in roots)
        unknown = len(counted) - len(angles)
        self.first = np.array(angles + [0.0] * unknown)
        self.first_headings = self.first + np.array([*map(self._inclination, self._headings), *[0.0] * unknown])
        features = [feature for body in self.bodies for feature in (body.point, body.other)]
        features += [angle.more for _, _, angle, _ in self._links]
        features += [feature for heading in counted for feature in heading.features]
        wanted = dict.fromkeys(feature for feature in features if not feature.values)
        super().__init__(plan, tuple(wanted), counted)

    def _add_link(self, name: str) -> None:
        root = self.plan.site.root(name)
        angle = link_angle(self.plan, name)
        heading = -1 if angle.counted is None else self._heading(angle.counted, angle.first)
        self._links.append((name, self._body(root), angle, heading))

    def _add_point(self, name: str) -> None:
        link, place = self.plan.mechanism.point(name)
        root, pose = self.plan.site.parts[link]
        local = moved(pose, place)
        known = self.plan.site.known_point(root, local)
        if known is None:
            self._points.append((name, self._body(root), local))
        else:
            body = self._put(known, Body(known, NOWHERE, self._level))
            self._points.append((name, body, NOWHERE))

    def _body(self, root: str) -> int:
        """The number of the body that a link is."""
        builder, frame = self.plan.site, self.plan.site.frames[root]
        if builder.is_spanned(root):
            (point, place), (other, end) = line_of(builder, root)
            return self._put(root, Body(point, place, other, span_numbers(place, end)))
        assert frame.direction is not None
        return self._put(root, Body(*frame.anchors[0], frame.direction))

    def _put(self, key: str | Feature, body: Body) -> int:
        if key not in self._bodies:
            self._bodies[key] = len(self.bodies)
            self.bodies.append(body)
        return self._bodies[key]

    def _heading(self, counted: Feature | str, first: float) -> int:
        """The number of a heading; its body is that of its link, or a direction at a place of its own."""
        if counted not in self._numbers:
            self._numbers[counted] = len(self._headings)
            body = self._direction(counted) if isinstance(counted, Feature) else self._body(counted)
            self._headings.append((heading_of(self.plan.site, counted), body, first))
        return self._numbers[counted]

    def _inclination(self, counted: tuple[Heading, int, float]) -> float:
        """The angle of a heading in what it belongs to."""
        span = self.bodies[counted[1]].span
        return 0.0 if span is None else atan2(span[1], span[0])

    def _direction(self, direction: Feature) -> int:
        builder = self.plan.site
        frame = builder.frames.get(direction.link)
        if frame is not None and frame.direction is direction:
            return self._body(direction.link)
        ground = builder.frames[builder.mechanism.ground].anchors[0]
        return self._put(direction, Body(*ground, direction))

    def _make_table(self, tape: Tape) -> ReadingTable:
        rows = KeptPlaces(tape)
        builder, tangents = self.plan.site, range(tape.tangents)
        pairs = [(i, j) for i in tangents for j in tangents if i <= j]
        first = [rows.table(self.bodies, partial(rows.derivative_by, (i,))) for i in tangents]
        return ReadingTable(
            rows=rows.table(self.bodies, rows.position),
            first=np.array(first, dtype=np.int64).reshape(len(tangents), len(self.bodies), 4),
            second={pair: rows.table(self.bodies, partial(rows.derivative_by, pair)) for pair in pairs},
            spanned=np.array([body.span is not None for body in self.bodies], dtype=bool),
            spans=np.array([body.span or (0.0, 0.0) for body in self.bodies]).reshape(-1, 2),
            places=np.array([body.place for body in self.bodies]).reshape(-1, 2),
            headings=np.array([body for _, body, _ in self._headings], dtype=np.int64),
            angles=self.first,
            origin=builder.origin,
            links={
                name: LinkReading(
                    body, builder.parts[name][1], heading, rows.position(angle.more)[0], angle.constant, angle.free
                )
                for name, body, angle, heading in self._links
            },
            points={name: PointReading(body, place) for name, body, place in self._points},
            constants=np.array(list(rows.constants)),
        )


class KeptPlaces:
    """Where features stand in the kept rows of a tape, as `sgkin.kernels.reading` wants to have it."""

    def __init__(self, tape: Tape) -> None:
        self.tape, self._values = tape, dict(tape.constants)
        self.constants: dict[float, int] = {0.0: 0}

    def table(self, bodies: Sequence[Body], rows: Callable[[Feature], Sequence[int]]) -> Integers:
        """Rows (bodies, 4) of what bodies are known by."""
        table = np.full((len(bodies), 4), -1, dtype=np.int64)
        for number, body in enumerate(bodies):
            table[number, :2] = rows(body.point)
            found = rows(body.other)
            table[number, 2 : 2 + len(found)] = found
        return table

    def position(self, feature: Feature) -> list[int]:
        """The rows of a feature."""
        if feature.values:
            return [self._constant(value) for value in feature.values]
        return self._rows(self.tape.features[feature].position)

    def derivative_by(self, tangents: tuple[int, ...], feature: Feature) -> list[int]:
        """The rows of its derivative by one tangent or two."""
        known = None if feature.values else self.tape.features[feature].by(*tangents)
        return [-1] if known is None else self._rows(known)

    def _rows(self, rows: Sequence[int]) -> list[int]:
        kept = self.tape.kept
        return [row if row < kept else self._constant(self._values[row]) for row in rows]

    def _constant(self, value: float) -> int:
        """The number of a constant."""
        return -1 - self.constants.setdefault(value, len(self.constants))
