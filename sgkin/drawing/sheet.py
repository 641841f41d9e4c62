"""The sheet on which a mechanism is being drawn: what is on it already, and what it has to fit."""

from __future__ import annotations

from dataclasses import dataclass, field

from sgkin.drawing.reach import Configurations
from sgkin.drawing.shapes import Aim, Label, Shape
from sgkin.mathematics import Place, cos, sin
from sgkin.model.driver import JointDriver
from sgkin.model.joint import Prismatic, Revolute
from sgkin.model.mechanism import Mechanism


@dataclass(frozen=True, slots=True)
class Sheet:
    """Shapes, labels and frames so far; each shape and label once, in the order in which they came.

    `size`: the radius of a pin. `corners`: the points that the body of each link has to reach. `slotted`: links with a
    slot. `owned`: the input to which a frame that is no link belongs. `jointed`: points that are joints.
    """

    mechanism: Mechanism
    configurations: Configurations
    size: float
    shapes: dict[Shape, None] = field(default_factory=dict)
    labels: dict[Label, None] = field(default_factory=dict)
    aims: list[Aim] = field(default_factory=list)
    corners: dict[str, list[Place]] = field(default_factory=dict)
    slotted: set[str] = field(default_factory=set)
    owned: dict[str, str] = field(default_factory=dict)
    jointed: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        for link in self.mechanism.links:
            self.corners[link.name] = list(link.points.values())

    @property
    def ground(self) -> str:
        """The name of the ground link."""
        return self.mechanism.ground

    def add(self, *shapes: Shape) -> None:
        """Put shapes on the sheet."""
        for shape in shapes:
            self.shapes.setdefault(shape)

    def label(self, frame: str, role: str, place: Place, text: str, others: tuple[Place, ...] = ()) -> None:
        """Put a label on the sheet."""
        self.labels.setdefault(Label(frame, role, place, text, others))

    def place(self, reference: str) -> Place:
        """A point written `link.point`, in the frame of its link."""
        place: Place = self.mechanism.point(reference)[1]
        return place

    def pin_of(self, joint: Revolute, link: str) -> Place:
        """Where a link has a pin."""
        place: Place = self.mechanism.link(link).points[joint.at[joint.links.index(link)]]
        return place

    def is_cylinder(self, joint: Prismatic) -> bool:
        """Whether a sliding pair is drawn as a cylinder: driven, and between moving links."""
        driven = any(
            isinstance(driver, JointDriver) and driver.joint == joint.name for driver in self.mechanism.drivers
        )
        return driven and self.ground not in joint.links


def left_of(place: Place, angle: float, offset: float) -> Place:
    """The place at a distance to the left of a direction."""
    return place[0] - sin(angle) * offset, place[1] + cos(angle) * offset


def ahead(place: Place, angle: float, along: float) -> Place:
    """The place at a distance along a direction."""
    return place[0] + cos(angle) * along, place[1] + sin(angle) * along
