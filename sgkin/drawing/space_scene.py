"""What is drawn of a mechanism or of a motion in space, seen from one side: the drawing, and where the links are."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.conditions.space_table import frame_of
from sgkin.drawing.ink import Box
from sgkin.drawing.motion_drawing import FLATTEST, NARROWEST, refuse_missing, some, widened
from sgkin.drawing.names import Name, place_texts
from sgkin.drawing.shapes import Circle, Path, Shape
from sgkin.drawing.solid_drawing import SolidDrawing, draw_solid
from sgkin.drawing.solids import Frames
from sgkin.drawing.view import View
from sgkin.errors import InputError, brief, listing
from sgkin.mathematics import Place
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.structure.structure import Structure

if TYPE_CHECKING:
    from sgkin.assembly import AssemblyMode
    from sgkin.spatial_motion import SpatialMotion

AIR = 4.0
"""Free space around the mechanism, in radii of a bar."""
ROOM = 0.13
"""Room on the left for the arrows that show where x, y and z point, by the larger side of the picture."""
ARROW, SHORTEST, NAMED = 0.36, 0.1, 1.35
"""Length of such an arrow, by the room; part of it below which it is seen as a place; and where its name stands, in
lengths of the arrow."""


class Direction(NamedTuple):
    """Where an axis of ground points: an arrow, or a place where it points `towards` the eye or away from it."""

    name: str
    start: Place
    tip: Place
    named: Place
    is_place: bool
    towards: bool

    @classmethod
    def of(cls, name: str, start: Place, size: float, seen: Floats) -> Direction:
        """The arrow of an axis that is seen so: to the right, up, and towards the eye."""
        x, y, z = seen.tolist()
        is_place = hypot(x, y) < SHORTEST
        far = (-0.5, -0.5) if is_place else (x, y)
        ends = [(start[0] + part[0] * size, start[1] + part[1] * size) for part in ((x, y), far)]
        named = (start[0] + NAMED * (ends[1][0] - start[0]), start[1] + NAMED * (ends[1][1] - start[1]))
        return cls(name, start, ends[0], named, is_place, z > 0.0)


@dataclass(frozen=True, slots=True)
class SpaceScene:
    """A mechanism in space with its drawing and n configurations, `frames` (n, links, 3, 4) of all links with ground;
    `closed`: whether its joints are."""

    mechanism: Mechanism
    structure: Structure
    drawing: SolidDrawing
    frames: Floats
    view: View
    open_joints: str = ""

    @property
    def steps(self) -> int:
        """The number of configurations."""
        return len(self.frames)

    def at(self, step: int = 0) -> Frames:
        """Where the links are at a step; negative ones count from the end."""
        if not isinstance(step, int | np.integer):
            raise InputError(f"step is {brief(step)}; give a whole number")
        if not -self.steps <= step < self.steps:
            raise InputError(f"step is {step}; the motion has steps 0 to {self.steps - 1}")
        return {link.name: self.frames[step, number] for number, link in enumerate(self.mechanism.links)}

    def seen(self, step: int = 0) -> list[Shape]:
        """All shapes as they appear at a step, from back to front."""
        return self.drawing.seen(self.at(step), self.view)

    def path(self, places: Floats) -> Floats:
        """Places (n, 3) as they appear (n, 2)."""
        return self.view.seen(places)[:, :2]

    def names(self, step: int, scale: float, frame: Box, font: float) -> list[Name | None]:
        """The names of joints at a step, where they can be read; arguments as for `place_names`."""
        texts = [((x, y), text) for x, y, text in self.drawing.seen_labels(self.at(step), self.view)]
        return place_texts(texts, self.seen(step), 1.5 * self.drawing.size, scale, frame, font)

    def directions(self) -> tuple[Direction, ...]:
        """The arrows of x, y and z in the lower left corner of the limits."""
        (left, right), (low, high) = self.limits()
        room = ROOM / (1.0 + ROOM) * (right - left) if right - left > high - low else ROOM * (high - low)
        start = (left + 0.5 * room, low + 0.5 * room)
        return tuple(Direction.of(name, start, ARROW * room, self.view.matrix[:, n]) for n, name in enumerate("xyz"))

    def limits(self, step: int | None = None) -> tuple[Place, Place]:
        """How far to the right and up all that is drawn reaches, over the configurations or at one, with some air."""
        steps = some(self.steps, 24) if step is None else [step]
        boxes = np.array([shape_box(shape) for number in steps for shape in self.seen(number)])
        air = AIR * self.drawing.size
        (left, low), (right, high) = boxes[:, :2].min(axis=0) - air, boxes[:, 2:].max(axis=0) + air
        x, y = (float(left), float(right)), (float(low), float(high))
        x, y = widened(x, NARROWEST * (y[1] - y[0])), widened(y, FLATTEST * (x[1] - x[0]))
        return (x[0] - ROOM * max(x[1] - x[0], y[1] - y[0]), x[1]), y


def shape_box(shape: Shape) -> tuple[float, float, float, float]:
    """Left, low, right and high of a flat shape."""
    if isinstance(shape, Circle):
        (x, y), r = shape.centre, shape.radius
        return x - r, y - r, x + r, y + r
    x_values, y_values = zip(*(shape.points if isinstance(shape, Path) else shape.corners), strict=True)
    return min(x_values), min(y_values), max(x_values), max(y_values)


def motion_frames(motion: SpatialMotion) -> Floats:
    """The frames (n, links, 3, 4) of all links with ground over a motion."""
    refuse_missing(motion)
    found = np.empty((motion.steps, len(motion.mechanism.links), 3, 4))
    for number, link in enumerate(motion.mechanism.links):
        found[:, number, :, :3] = motion.orientation(link.name)
        found[:, number, :, 3] = motion.position(link.name)
    return found


def make_space_scene(thing: Mechanism | Motion, view: View) -> SpaceScene:
    """Draw a mechanism in space at its design position, or a motion over all its steps, as they are seen."""
    from sgkin.structure.decomposition import examine

    said = ""
    if isinstance(thing, Motion):
        motion: Any = thing
        mechanism, structure, frames = thing.mechanism, thing.structure, motion_frames(motion)
    else:
        mechanism = thing
        structure, placed = examine(mechanism)
        if placed.unplaced:
            raise InputError(f"the design position does not place {listing(placed.unplaced, verb=False)}")
        poses: Any = placed.poses
        frames = np.stack([frame_of(poses[link.name]) for link in mechanism.links])[None]
        said = structure.geometry.reason if structure.geometry is not None else ""
    return _scene(mechanism, structure, frames, view, said)


def make_mode_scene(mode: AssemblyMode, view: View) -> SpaceScene:
    """Draw a mechanism in space in one of its assembly modes."""
    from sgkin.kinematic_plan import poses_of

    poses, mechanism = poses_of(mode.configuration, mode.given), mode.given
    frames = np.stack([frame_of(poses[link.name]) for link in mechanism.links])[None]
    return _scene(mechanism, mode.structure, frames, view)


def _scene(mechanism: Mechanism, structure: Structure, frames: Floats, view: View, said: str = "") -> SpaceScene:
    first = {link.name: frames[0, number] for number, link in enumerate(mechanism.links)}
    return SpaceScene(mechanism, structure, draw_solid(mechanism, first, structure), frames, view, said)
