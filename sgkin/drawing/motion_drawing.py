"""What is drawn of a mechanism or of a motion: the drawing, and the configurations it goes through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.drawing.drawing import Drawing, limits
from sgkin.drawing.mechanism_drawing import draw_mechanism
from sgkin.drawing.reach import Configurations
from sgkin.errors import InputError, brief, listing
from sgkin.mathematics import Place, Pose
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.structure.configuration import Gap
from sgkin.structure.structure import Structure

MOST = 360
"""So many configurations of a long motion are looked at to see how far guides reach."""
AIR = (4.5, 3.0)
"""Free space beside the mechanism, and above and below it, in radii of a pin."""
NARROWEST, FLATTEST = 0.8, 0.3
"""Least width by height, and height by width, of a picture, so that there is room for names in it and beside it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A mechanism with its drawing and n configurations: the steps of a motion, or the initial one alone, with the
    gaps of joints that do not close there."""

    mechanism: Mechanism
    structure: Structure
    drawing: Drawing
    configurations: Configurations
    gaps: tuple[Gap, ...] = ()

    @property
    def steps(self) -> int:
        """The number of configurations."""
        return len(self.configurations[self.mechanism.ground])

    def poses(self, step: int = 0) -> dict[str, Pose]:
        """The poses of the links at a step; negative ones count from the end."""
        if not isinstance(step, int | np.integer):
            raise InputError(f"step is {brief(step)}; give a whole number")
        if not -self.steps <= step < self.steps:
            raise InputError(f"step is {step}; the motion has steps 0 to {self.steps - 1}")
        return {link: _pose(poses[step]) for link, poses in self.configurations.items()}

    def limits(self, step: int | None = None) -> tuple[Place, Place]:
        """Lowest and highest x and y of all that is drawn, over the configurations or at one, with room for names."""
        steps = some(self.steps, 48) if step is None else [step]
        boxes = [limits(self.drawing.placed(self.poses(number))) for number in steps]
        x, y = (
            (min(box[axis][0] for box in boxes) - air, max(box[axis][1] for box in boxes) + air)
            for axis, air in enumerate((AIR[0] * self.drawing.size, AIR[1] * self.drawing.size))
        )
        return widened(x, NARROWEST * (y[1] - y[0])), widened(y, FLATTEST * (x[1] - x[0]))


def widened(sides: Place, width: float) -> Place:
    """An interval with the same middle, at least so wide."""
    more = max(0.0, 0.5 * (width - (sides[1] - sides[0])))
    return sides[0] - more, sides[1] + more


@planar_only("such pictures are drawn")
def make_scene(thing: Mechanism | Motion) -> Scene:
    """Draw a mechanism at its initial configuration, or a motion over all its steps."""
    from sgkin.structure.decomposition import examine

    gaps: tuple[Gap, ...] = ()
    if isinstance(thing, Motion):
        mechanism, structure, configurations = thing.mechanism, thing.structure, motion_configurations(thing)
    elif isinstance(thing, Mechanism):
        mechanism = thing
        structure, placed = examine(mechanism)
        configurations = {link: np.array([pose]) for link, pose in placed.poses.items()}
        gaps = placed.gaps
    else:
        raise InputError(f"a picture needs a mechanism or a motion, found {brief(thing)}")
    looked_at = some(len(configurations[mechanism.ground]), MOST)
    reached = {link: poses[looked_at] for link, poses in configurations.items()}
    return Scene(mechanism, structure, draw_mechanism(mechanism, reached, structure), configurations, gaps)


def motion_configurations(motion: Motion) -> Configurations:
    """The poses (n, 3) of all links, with ground, over a motion."""
    refuse_missing(motion)
    return {link.name: motion.pose(link.name) for link in motion.mechanism.links}


def refuse_missing(motion: Motion) -> None:
    """Raise where a motion has no step, or where links of it were not kept."""
    missing = [link for link in motion.mechanism.moving_links if link not in motion.outputs]
    if missing:
        raise InputError(
            f"a picture needs the poses of all links, but {listing(missing)} not kept; call `solve` without `outputs`"
        )
    if not motion.steps:
        raise InputError("the motion has no step that was reached; there is nothing to draw")


def playing_time(motion: Motion) -> float:
    """Seconds that a moving picture takes: as long as the motion, but not less than 2 and not more than 12."""
    if motion.times is None:
        return min(max(motion.steps / 30.0, 2.0), 12.0)
    return min(max(float(motion.times[-1] - motion.times[0]), 2.0), 12.0)


def drawn_steps(motion: Motion, count: int) -> list[int]:
    """So many steps of a motion, as evenly spread in time as it has them, the first and the last among them."""
    if motion.times is None:
        return [round(step) for step in np.linspace(0, motion.steps - 1, count).tolist()]
    moments = np.linspace(motion.times[0], motion.times[-1], count)
    order = np.argsort(motion.times, kind="stable")
    nearest = np.searchsorted(motion.times[order], moments - 1e-9 * (moments[-1] - moments[0]))
    return [int(order[min(number, motion.steps - 1)]) for number in nearest]


def some(steps: int, most: int) -> list[int]:
    """At most so many steps, evenly spread, with the first and the last."""
    return sorted({round(step) for step in np.linspace(0, steps - 1, min(steps, most)).tolist()})


def _pose(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Pose:
    x, y, theta = row.tolist()
    return x, y, theta
