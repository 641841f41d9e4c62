"""All modes of a plan's groups in space, see `sgkin.modes.assembler`: poses are places and frames."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import Configuration
from sgkin.groups.declaration import Values
from sgkin.groups.element import Element
from sgkin.groups.space import newton
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.space.platform import PLATFORMS
from sgkin.modes.assembler import Assembler, Node
from sgkin.modes.search import SearchedGroup
from sgkin.modes.spatial_search import BodyOnSix, TreeGroup
from sgkin.orientation import rotation_vectors
from sgkin.plan.plan import Plan
from sgkin.space import SpacePose

AT_REST = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""x, y, z of a link's origin, then its axes one after the other."""


SEARCHED: dict[Kernel, type[TreeGroup | BodyOnSix]] = {newton.KERNEL: TreeGroup} | dict.fromkeys(PLATFORMS, BodyOnSix)
"""Groups whose modes are searched, by their kernels."""


class SpatialAssembler(Assembler):
    """Solves groups of a plan in space for their modes at given inputs (f,)."""

    width = len(AT_REST)

    def _turned(self, links: Collection[str]) -> Floats:
        return np.zeros(0)

    def _angle_near(self, link: str, near: Configuration | None) -> float:
        return 0.0

    def pose_array(self, node: Node) -> Floats:
        """Places and axes (links, 12) of the links in `features`."""
        return np.asarray(node.state[self._poses_at])

    def poses(self, node: Node) -> dict[str, Any]:
        """The same by link, with ground."""
        found = map(tuple, self.pose_array(node).tolist())
        return {self.plan.mechanism.ground: AT_REST, **dict(zip(self.features, found, strict=True))}

    def told(self, poses: Mapping[str, Any], links: Sequence[str]) -> Floats:
        """Place and axis times angle (links, 6) of links."""
        found = np.array([poses[link] for link in links]).reshape(-1, len(AT_REST))
        axes = found[:, 3:].reshape(-1, 3, 3).swapaxes(1, 2)
        vectors = np.concatenate([rotation_vectors(axes[number : number + 1]) for number in range(len(axes))] or [axes])
        return np.concatenate([found[:, :3], vectors.reshape(-1, 3)], axis=1)

    def is_searched(self, element: Element) -> bool:
        return element.kernel in SEARCHED

    def _searched_group(self, element: Element, state: Floats, rows: Integers, memory: Floats) -> SearchedGroup:
        return SEARCHED[element.kernel](state, rows, np.array(element.geometry), memory)

    def _frozen(self, node: Node, element: Element) -> list[Floats] | None:
        return None

    def _outputs_of(self, element: Element, group: SearchedGroup, solution: Floats) -> Values:
        assert isinstance(group, TreeGroup | BodyOnSix)
        frames = group.frames_of(solution).tolist()
        return tuple(part for frame in frames for part in (tuple(frame[:3]), tuple(frame[3:])))

    def begun(self, element: Element, poses: Mapping[str, Any]) -> list[tuple[int, float]]:
        placed = {link: SpacePose(pose[:3], (pose[3:6], pose[6:9], pose[9:])) for link, pose in poses.items()}
        assert element.begin is not None
        return element.begin(cast(Any, self.plan.site).counted(placed))

    def apart(self, node: Node, poses: Mapping[str, Any]) -> dict[str, float]:
        difference = self.pose_array(node) - np.array([poses[link] for link in self.features]).reshape(-1, len(AT_REST))
        difference[:, :3] /= self.plan.unit_length
        furthest = np.abs(difference).max(axis=1, initial=0.0)
        return dict(zip(self.features, furthest.tolist(), strict=True))


def assembler_of(
    plan: Plan, inputs: Floats, groups: Sequence[int] | None = None, near: Configuration | None = None
) -> Assembler:
    """What assembles a plan, in the plane or in space."""
    return (SpatialAssembler if plan.mechanism.is_spatial else Assembler)(plan, inputs, groups, near)
