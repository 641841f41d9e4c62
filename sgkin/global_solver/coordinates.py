"""What the unknowns of a whole mechanism are: frames of links, conditions, and where they start.

A coordinate set is a function (mechanism, poses, unit) → `Coordinates`; `sgkin.global_solver.system` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sgkin.global_solver.condition import Condition
from sgkin.global_solver.expression import CONSTANT
from sgkin.global_solver.frame import Frame
from sgkin.mathematics import Pose
from sgkin.model.mechanism import Mechanism
from sgkin.whole_turns import whole_turns


@dataclass(slots=True)
class Coordinates:
    """Frames by link, conditions in the order of the file, names and starting values of the unknowns, constants."""

    frames: dict[str, Frame] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    start: list[float] = field(default_factory=list)
    constants: list[float] = field(default_factory=list)

    def unknown(self, name: str, value: float) -> int:
        """A new unknown that starts at a value."""
        self.names.append(name)
        self.start.append(value)
        return len(self.start) - 1

    def constant(self, value: float) -> int:
        """A variable that never changes."""
        self.constants.append(value)
        return CONSTANT + len(self.constants) - 1


Maker = Callable[[Mechanism, Mapping[str, Pose], float], Coordinates]


def scaled_poses(mechanism: Mechanism, poses: Mapping[str, Pose], unit: float) -> dict[str, Pose]:
    """Poses in typical lengths, with whole turns added so that angles are as stated and driven ones as driven."""
    angles = {link: nearest(theta, mechanism.initial.angles.get(link, theta)) for link, (_, _, theta) in poses.items()}
    inputs = mechanism.initial_inputs
    for driver in mechanism.drivers:
        if mechanism.input_quantity(driver.inputs[-1]) == "angle":
            first, second = mechanism.driven_links(driver)
            value = inputs[driver.inputs[-1]]
            if second != mechanism.ground:
                angles[second] = nearest(angles[second], angles[first] + value)
            else:
                angles[first] = nearest(angles[first], angles[second] - value)
    return {link: (x / unit, y / unit, angles[link]) for link, (x, y, _) in poses.items()}


def nearest(angle: float, near: float) -> float:
    """An angle with whole turns added, so that it is nearest to another."""
    return angle + whole_turns(near - angle)
