"""The forces: springs, dampers, loads, motors and friction, as engineers name them.

Each comes down to *actions*: a law on a coordinate. What a coordinate is that a force names as `on` or `input`: an
input by its name; a joint by its name, its angle or stroke; `link.point.x` and `link.point.y`; `link.x`, `link.y` and
`link.theta` of a link's origin; two points `(link.point, link.point)`, their distance; a pin of more than two links and
two of them, `(joint, link, link)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, sin
from typing import TYPE_CHECKING, Any, ClassVar

from sgkin.errors import ForceError, FormError
from sgkin.model.action import Action
from sgkin.model.coordinate import Along, Angle, Coordinate, Distance
from sgkin.model.force_law import (
    Elastic,
    ElasticTable,
    ForceLaw,
    Friction,
    OwnForceLaw,
    SpeedTable,
    StateLaw,
    as_force_law,
    check_table,
    check_way,
    constant,
)
from sgkin.model.form import checked_name, entries, names, pair, text
from sgkin.model.motion_law import MotionLaw
from sgkin.model.quantity import check_fields, quantity

if TYPE_CHECKING:
    from sgkin.model.mechanism import Mechanism

Specification = str | tuple[str, ...]
"""A coordinate by name, see above."""
LawOrNumber = ForceLaw | MotionLaw | float


@dataclass(frozen=True, slots=True)
class Force(ABC):
    """Base of all forces.

    `measure`: whether its coordinates are a `length` or an `angle`; empty where the field `subject` names what decides.
    """

    name: str = quantity("word")

    kind: ClassVar[str]
    measure: ClassVar[str] = ""
    subject: ClassVar[str] = ""

    def __post_init__(self) -> None:
        checked_name(self.name, "force")
        check_fields(self, self.where, skipped=1)

    @property
    def where(self) -> str:
        """Whose mistake it is, in errors."""
        return f"force {self.name!r}"

    @abstractmethod
    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        """What acts on which coordinate. Raises where the mechanism has no such thing."""

    def measure_in(self, mechanism: Mechanism) -> str:
        """Whether its coordinate is a `length` or an `angle`."""
        return self.measure or self.actions(mechanism)[0].coordinate.measure

    def apart_from_inputs(self, mechanism: Mechanism) -> Force:
        """The same force, naming what the inputs of the mechanism are instead of the inputs."""
        return self

    def _refused(self, sentence: str) -> ForceError:
        return ForceError(self.name, sentence)

    def _at_joint(self, mechanism: Mechanism, joint: str, links: tuple[str, ...]) -> Coordinate:
        found = mechanism.joint(joint, self.where)
        return mechanism.joint_coordinate(joint, found.measured_links(links, self.where, self._refused))

    def _at_pin(self, mechanism: Mechanism, joint: str, links: tuple[str, ...]) -> Coordinate:
        found = self._at_joint(mechanism, joint, links)
        if found.measure != "angle":
            kind = mechanism.joint(joint).kind
            raise self._refused(f"joint {joint!r} is {kind}, where nothing turns; name a pin")
        return found

    def _between(self, mechanism: Mechanism, points: tuple[str, ...]) -> Distance:
        first, second = (mechanism.point(point, self.where) for point in points)
        if first[0] == second[0]:
            raise self._refused(f"both points are of {first[0]!r}, their distance does not change; name two links")
        return Distance(first, second)

    def _check_two_points(self, between: tuple[str, ...]) -> None:
        if len(between) != 2:
            raise FormError(f"{self.where}: between", between, "two points, each as 'link.point'")

    def _check_law(self, law: Any) -> None:
        object.__setattr__(self, "law", as_force_law(law, f"{self.where}: law"))


@dataclass(frozen=True, slots=True)
class Spring(Force):
    """A spring between two points, with its stiffness in N/m and free length, or by a table.

    The `forces` of the table are those with which it pulls, negative where it pushes; beyond the table it goes on as
    straight as it ends. `damping` in N·s/m acts along the same line. It `acts` "both" ways, or only to "pull", as a
    rope does, or only to "push", as a buffer does.

    >>> Spring("rope", ("ground.S", "piston.C"), stiffness=2000.0, free_length=0.3, acts="pull").kind
    'spring'
    """

    between: tuple[str, ...] = quantity("word", many=True)
    stiffness: float | None = quantity("per length", not_negative=True, unit="force", default=None)
    free_length: float | None = quantity("length", not_negative=True, default=None)
    damping: float = quantity("per length", not_negative=True, unit="force·s", default=0.0)
    acts: str = quantity("word", default="both")
    lengths: tuple[float, ...] = quantity("length", many=True, default=())
    forces: tuple[float, ...] = quantity("plain", many=True, unit="force", default=())
    kind: ClassVar[str] = "spring"
    measure: ClassVar[str] = "length"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        self._check_two_points(self.between)
        check_way(self.acts, f"{self.where}: acts")
        by_table = bool(self.lengths or self.forces)
        given = (self.stiffness is not None, self.free_length is not None)
        if any(given) if by_table else not all(given):
            found = "a table too" if by_table else "one of them" if any(given) else "neither"
            raise FormError(
                f"{self.where}: stiffness and free_length", found, "both of them, or else a table of lengths and forces"
            )
        if by_table:
            check_table(self.where, "lengths", self.lengths, self.forces, least=2)

    @property
    def law(self) -> ForceLaw:
        """The force over the length."""
        if self.stiffness is not None and self.free_length is not None:
            return Elastic(self.stiffness, self.free_length, self.damping, self.acts)
        return ElasticTable(self.lengths, tuple(-force for force in self.forces), self.damping, self.acts)

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(self._between(mechanism, self.between), self.law),)


@dataclass(frozen=True, slots=True)
class Damper(Force):
    """A damper between two points, in N·s/m."""

    between: tuple[str, ...] = quantity("word", many=True)
    damping: float = quantity("per length", not_negative=True, unit="force·s")
    kind: ClassVar[str] = "damper"
    measure: ClassVar[str] = "length"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        self._check_two_points(self.between)

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(self._between(mechanism, self.between), Friction(viscous=self.damping)),)


@dataclass(frozen=True, slots=True)
class RotationalSpring(Force):
    """A spring at a pin: a torque over the angle from the first link to the second, whole turns counted.

    `stiffness` in N·m/rad, `damping` in N·m·s/rad; `links` says which two links are meant where a pin joins more, or
    which comes first. `acts`: "pull" only where the angle is larger than the free angle, "push" only where smaller.
    """

    joint: str = quantity("word")
    stiffness: float = quantity("per angle", not_negative=True, unit="force")
    free_angle: float = quantity("angle", default=0.0)
    damping: float = quantity("per angle", not_negative=True, unit="force·s", default=0.0)
    acts: str = quantity("word", default="both")
    links: tuple[str, ...] = quantity("word", many=True, default=())
    kind: ClassVar[str] = "rotational-spring"
    measure: ClassVar[str] = "angle"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        check_way(self.acts, f"{self.where}: acts")

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        law = Elastic(self.stiffness, self.free_angle, self.damping, self.acts)
        return (Action(self._at_pin(mechanism, self.joint, self.links), law),)


@dataclass(frozen=True, slots=True)
class RotationalDamper(Force):
    """A damper at a pin, in N·m·s/rad."""

    joint: str = quantity("word")
    damping: float = quantity("per angle", not_negative=True, unit="force·s")
    links: tuple[str, ...] = quantity("word", many=True, default=())
    kind: ClassVar[str] = "rotational-damper"
    measure: ClassVar[str] = "angle"

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(self._at_pin(mechanism, self.joint, self.links), Friction(viscous=self.damping)),)


@dataclass(frozen=True, slots=True)
class PointForce(Force):
    """A force on a point, from outside the mechanism, in N.

    Either constant `components` (fx, fy), or a `law` along a `direction`, an angle; both in the frame of ground, or of
    the link `frame`, with which the force then turns. Along a direction of ground the law may depend on where the point
    is, counted along it from the origin; in a link that moves only on the speed along it.

    >>> PointForce("load", "piston.C", components=(-50.0, 0.0)).kind
    'force'
    """

    point: str = quantity("word")
    law: LawOrNumber | None = quantity("law", default=None)
    direction: float | None = quantity("angle", default=None)
    components: tuple[float, float] | None = quantity("plain", many=True, parts=("x", "y"), unit="force", default=None)
    frame: str = quantity("word", default="")
    kind: ClassVar[str] = "force"
    measure: ClassVar[str] = "length"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        by_law = (self.law is not None, self.direction is not None)
        if all(by_law) == (self.components is not None) or any(by_law) != all(by_law):
            found = [name for name in ("law", "direction", "components") if getattr(self, name) is not None]
            raise FormError(self.where, ", ".join(found) or "nothing", "either components, or a law and a direction")
        if self.components is not None:
            pair(self.components, f"{self.where}: components", "two components [fx, fy]")
        else:
            self._check_law(self.law)

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        link, place = mechanism.point(self.point, self.where)
        frame = mechanism.link(self.frame or mechanism.ground, f"{self.where}: frame").name
        if link == mechanism.ground:
            raise self._refused(f"point {self.point!r} is of ground, which does not move; name a point of another link")
        if self.components is not None:
            size = hypot(*self.components) or 1.0
            x, y = self.components
            law: ForceLaw = constant(hypot(x, y))
            return (Action(Along(link, place, (x / size, y / size) if x or y else (1.0, 0.0), frame), law),)
        law = as_force_law(self.law, self.where)
        if frame != mechanism.ground and isinstance(law, Elastic | ElasticTable):
            raise self._refused(
                f"its direction turns with {frame!r}, so there is no way along it on which the force could depend; "
                "use a spring, or a direction of ground"
            )
        angle = self.direction or 0.0
        return (Action(Along(link, place, (cos(angle), sin(angle)), frame), law),)


@dataclass(frozen=True, slots=True)
class Torque(Force):
    """A torque in N·m at a pin, on its second link and against its first, or on a link from ground."""

    law: LawOrNumber = quantity("law")
    joint: str = quantity("word", default="")
    link: str = quantity("word", default="")
    links: tuple[str, ...] = quantity("word", many=True, default=())
    kind: ClassVar[str] = "torque"
    measure: ClassVar[str] = "angle"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        self._check_law(self.law)
        if bool(self.joint) == bool(self.link):
            found = "both" if self.joint else "neither"
            raise FormError(f"{self.where}: joint and link", found, "one of the two, to say where it acts")
        if self.links and self.link:
            raise FormError(f"{self.where}: links", self.links, "a `joint` with it, not a `link`")

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        law = as_force_law(self.law, self.where)
        if self.joint:
            return (Action(self._at_pin(mechanism, self.joint, self.links), law),)
        link = mechanism.link(self.link, self.where).name
        if link == mechanism.ground:
            raise self._refused(f"it acts on {link!r}, which does not move; name another link")
        return (Action(Angle(mechanism.ground, link), law),)


@dataclass(frozen=True, slots=True)
class Motor(Force):
    """A motor on an input, by its characteristic: torques in N·m over speeds in rad/s, or forces in N over m/s.

    Between the speeds of the table it is straight, beyond them the last torque holds. `input` may be any coordinate.
    """

    input: Specification = quantity("coordinate")
    speeds: tuple[float, ...] = quantity("value", many=True, unit="/s")
    torques: tuple[float, ...] = quantity("plain", many=True, unit="force")
    kind: ClassVar[str] = "motor"
    subject: ClassVar[str] = "input"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        object.__setattr__(self, "input", specification(self.input, f"{self.where}: input"))
        check_table(self.where, "speeds", self.speeds, self.torques, result="torques")

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(mechanism.coordinate(self.input, self.where), SpeedTable(self.speeds, self.torques)),)

    def apart_from_inputs(self, mechanism: Mechanism) -> Force:
        return replace(self, input=apart_from_input(self.input, mechanism))


@dataclass(frozen=True, slots=True)
class Actuator(Force):
    """A force or torque on an input, by any law. `input` may be any coordinate."""

    input: Specification = quantity("coordinate")
    law: LawOrNumber = quantity("law")
    kind: ClassVar[str] = "actuator"
    subject: ClassVar[str] = "input"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        object.__setattr__(self, "input", specification(self.input, f"{self.where}: input"))
        self._check_law(self.law)

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(mechanism.coordinate(self.input, self.where), as_force_law(self.law, self.where)),)

    def apart_from_inputs(self, mechanism: Mechanism) -> Force:
        return replace(self, input=apart_from_input(self.input, mechanism))


@dataclass(frozen=True, slots=True)
class JointFriction(Force):
    """Friction in a pin or a guide that does not depend on its load: −viscous ċ − dry tanh(ċ / speed).

    At a pin in N·m and radians, in a guide in N and metres. Within about `speed` of standing still dry friction is
    smoothed; it must be stated where `dry` is.
    """

    joint: str = quantity("word")
    viscous: float = quantity("per value", not_negative=True, unit="force·s", default=0.0)
    dry: float = quantity("plain", not_negative=True, unit="force", default=0.0)
    speed: float | None = quantity("value", above_zero=True, unit="/s", default=None)
    links: tuple[str, ...] = quantity("word", many=True, default=())
    kind: ClassVar[str] = "joint-friction"
    subject: ClassVar[str] = "joint"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        if self.dry > 0.0 and self.speed is None:
            raise FormError(f"{self.where}: speed", None, "the rate within which dry friction is smoothed")

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        law = Friction(self.viscous, self.dry, self.speed)
        return (Action(self._at_joint(mechanism, self.joint, self.links), law),)


@dataclass(frozen=True, slots=True)
class OwnForce(Force):
    """A force on a coordinate by a user's own function of time, coordinate and rate; see `OwnForceLaw`.

    >>> OwnForce("load", on="B", function=lambda t, value, rate: -0.2 * rate * abs(rate)).kind
    'own'
    """

    on: Specification = quantity("coordinate")
    function: Callable[[float, float, float], float] = quantity("function")
    _law: ForceLaw = field(init=False, repr=False, compare=False)
    kind: ClassVar[str] = "own"
    subject: ClassVar[str] = "on"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        object.__setattr__(self, "on", specification(self.on, f"{self.where}: on"))
        if not callable(self.function):
            raise FormError(f"{self.where}: function", self.function, "a function of time, coordinate and rate")
        object.__setattr__(self, "_law", OwnForceLaw(self.function))

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        return (Action(mechanism.coordinate(self.on, self.where), self._law),)

    def apart_from_inputs(self, mechanism: Mechanism) -> Force:
        return replace(self, on=apart_from_input(self.on, mechanism))


@dataclass(frozen=True, slots=True)
class StateForce(Force):
    """Forces on several coordinates by one function of the user's, as of a controller.

    `function(t, values, rates)` takes arrays with an entry for each of `on`, and returns a force for each.
    """

    on: tuple[Specification, ...] = quantity("coordinate")
    function: Callable[[float, Any, Any], Sequence[float]] = quantity("function")
    _laws: tuple[ForceLaw, ...] = field(init=False, repr=False, compare=False)
    kind: ClassVar[str] = "state"

    def __post_init__(self) -> None:
        Force.__post_init__(self)
        given = entries(self.on, f"{self.where}: on", "a list of coordinates")
        if not given:
            raise FormError(f"{self.where}: on", self.on, "one or more coordinates")
        object.__setattr__(self, "on", tuple(specification(each, f"{self.where}: on") for each in given))
        if not callable(self.function):
            raise FormError(f"{self.where}: function", self.function, "a function of time, coordinates and rates")
        count = len(self.on)
        object.__setattr__(self, "_laws", tuple(StateLaw(self.function, count, number) for number in range(count)))

    def actions(self, mechanism: Mechanism) -> tuple[Action, ...]:
        coordinates = (mechanism.coordinate(each, self.where) for each in self.on)
        return tuple(Action(*each) for each in zip(coordinates, self._laws, strict=True))

    def apart_from_inputs(self, mechanism: Mechanism) -> Force:
        return replace(self, on=tuple(apart_from_input(each, mechanism) for each in self.on))


def specification(value: Any, where: str) -> Specification:
    """`value`, if it has the form of a coordinate's name."""
    if isinstance(value, str):
        return text(value, where)
    given = names(value, where)
    if len(given) not in (2, 3):
        raise FormError(where, value, "an input, a joint, 'link.point.x', or two points ['link.point', 'link.point']")
    return given


def apart_from_input(given: Specification, mechanism: Mechanism) -> Specification:
    """What an input is, as a coordinate that needs no driver; other coordinates as they are."""
    for driver in mechanism.drivers:
        if given in driver.inputs:
            return driver.specifications(mechanism)[driver.inputs.index(given)]
    return given


FORCE_KINDS: dict[str, type[Force]] = {
    force.kind: force
    for force in (
        Spring,
        Damper,
        RotationalSpring,
        RotationalDamper,
        PointForce,
        Torque,
        Motor,
        Actuator,
        JointFriction,
        OwnForce,
        StateForce,
    )
}
"""All kinds; those with a function of the user's cannot be written to a file."""
