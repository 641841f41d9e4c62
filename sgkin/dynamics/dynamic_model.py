"""What moves and what acts on it, as features that a tape can give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sgkin.dynamics.bodies import body_masses
from sgkin.groups.element import Feature
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.kernels.equations_block import ALONG, ANGLE, DISTANCE
from sgkin.kinematic_plan import KinematicPlan
from sgkin.mathematics import Place, cos, moved, sin
from sgkin.model.action import Action
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance, Stroke
from sgkin.model.force_law import constant
from sgkin.model.mass import RigidMass
from sgkin.plan.link_angles import link_angle


class Pinned(NamedTuple):
    """A body known by two points, with their places in it."""

    mass: RigidMass
    first: tuple[Feature, Place]
    second: tuple[Feature, Place]


class Directed(NamedTuple):
    """A body known by a point, with its place in it, and its direction."""

    mass: RigidMass
    point: tuple[Feature, Place]
    direction: Feature


class Measured(NamedTuple):
    """An action, and what its coordinate is read from: see `ACTION_ROWS` of the kernel.

    `points` of a distance, or of a way along `direction`, which is turned by `inclination`; `turns`: 1 where that
    direction turns the coordinate with it, otherwise 0; `shift`: what is added to it; `counts`: 0 where there is a rate
    alone. `angles` of two links.
    """

    action: Action
    kind: int
    points: tuple[Feature, ...] = ()
    direction: Feature | None = None
    inclination: Place = (1.0, 0.0)
    turns: float = 0.0
    shift: float = 0.0
    counts: float = 1.0
    angles: tuple[AngleReading, ...] = ()

    @property
    def features(self) -> list[Feature]:
        found = [*self.points, *([self.direction] if self.direction is not None else [])]
        for angle in self.angles:
            found += [feature for feature in (angle.counted, angle.more, angle.direction) if feature is not None]
        return found


class AngleReading(NamedTuple):
    """The angle of a link: that of a direction, counted from `first` on, a scalar, and a constant; and the direction by
    whose derivatives it changes."""

    counted: Feature | None
    more: Feature | None
    constant: float
    first: float
    direction: Feature


@dataclass(frozen=True, eq=False)
class DynamicModel:
    """The bodies of a plan and the actions on them; `seen`: coordinates that are measured without a force on them."""

    plan: KinematicPlan
    seen: tuple[Coordinate, ...] = ()
    builder: PlanBuilder = field(init=False)
    pinned: list[Pinned] = field(init=False, default_factory=list)
    directed: list[Directed] = field(init=False, default_factory=list)
    measured: list[Measured] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        mechanism = self.plan.mechanism
        object.__setattr__(self, "builder", self.plan.site.extended())
        for root, mass in body_masses(mechanism, self.builder).items():
            self._add_body(root, mass)
        unloaded = (Action(coordinate, constant(0.0)) for coordinate in self.seen)
        self.measured.extend(self._measured(action) for action in (*mechanism.actions, *unloaded))
        self.builder.close()

    @property
    def bodies(self) -> list[tuple[Feature, Feature]]:
        """What each body is known by."""
        pinned = [(body.first[0], body.second[0]) for body in self.pinned]
        return pinned + [(body.point[0], body.direction) for body in self.directed]

    @property
    def features(self) -> list[Feature]:
        """All that must be found."""
        found = [feature for body in self.bodies for feature in body]
        found += [feature for measured in self.measured for feature in measured.features]
        return list(dict.fromkeys(found))

    def _add_body(self, root: str, mass: RigidMass) -> None:
        anchors = self.builder.frames[root].anchors
        if len(anchors) >= 2 and self.builder.is_spanned(root):
            self.pinned.append(Pinned(mass, anchors[0], anchors[1]))
        else:
            self.directed.append(Directed(mass, anchors[0], self.builder.direction(root)))

    def _measured(self, action: Action) -> Measured:
        match action.coordinate:
            case Distance(first, second):
                return Measured(action, DISTANCE, (self._point(*first), self._point(*second)))
            case Stroke(first, second, guide, angle):
                points = (self._point(*first), self._point(*second))
                direction, inclination = self._direction(guide, (cos(angle), sin(angle)))
                return Measured(action, ALONG, points, direction, inclination, 1.0)
            case Along(link, place, along, frame):
                ground = Feature("point", self.plan.mechanism.ground, values=(0.0, 0.0))
                direction, inclination = self._direction(frame, along)
                x, y = self.builder.origin
                shift = along[0] * x + along[1] * y
                points = (ground, self._point(link, place))
                counts = float(frame == self.plan.mechanism.ground)
                return Measured(action, ALONG, points, direction, inclination, 0.0, shift, counts)
            case Angle(first, second):
                return Measured(action, ANGLE, angles=(self._angle(first), self._angle(second)))
        raise TypeError(f"no such coordinate: {action.coordinate!r}")

    def _point(self, link: str, place: Place) -> Feature:
        root, pose = self.builder.parts[link]
        return self.builder.point(root, moved(pose, place))

    def _direction(self, link: str, along: Place) -> tuple[Feature, Place]:
        """The direction of a body, and how one that is fixed in a link is inclined to it."""
        root, (_, _, turn) = self.builder.parts[link]
        c, s = cos(turn), sin(turn)
        return self.builder.direction(root), (c * along[0] - s * along[1], s * along[0] + c * along[1])

    def _angle(self, link: str) -> AngleReading:
        direction = self.builder.direction(self.builder.root(link))
        if link == self.plan.mechanism.ground:
            return AngleReading(None, None, 0.0, 0.0, direction)
        found = link_angle(self.plan, link)
        counted = self.builder.direction(found.counted) if isinstance(found.counted, str) else found.counted
        more, constant = (
            (None, found.constant + found.more.values[0]) if found.more.values else (found.more, found.constant)
        )
        return AngleReading(counted, more, constant, found.first, direction)
