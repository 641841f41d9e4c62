"""Places and axes of joints and inputs in space, by number, where nothing is known of them but what they belong to."""

from __future__ import annotations

from dataclasses import replace

from sgkin.structure.spatial_rows import AXES, SITES
from sgkin.structure.topology import InputElement, JointElement, Topology


def with_own_sites(topology: Topology) -> Topology:
    """The topology in space with a site and an axis of its own for every joint, and those of its joint, or its own, for
    every input. Sites are named after what they belong to."""
    names, axes = list(topology.site_names), list(topology.axis_sites)

    def own(kind: str, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        ends, begin = SITES.get(kind, 1), (len(names), len(axes))
        names.extend([name] if ends == 1 else [f"{name}.{end}" for end in ("from", "to")[:ends]])
        axes.extend([()] * AXES.get(kind, 1))
        return tuple(range(begin[0], len(names))), tuple(range(begin[1], len(axes)))

    joints: list[JointElement] = []
    for joint in topology.joints:
        sites, along = own(joint.letter, joint.name)
        joints.append(replace(joint, sites=sites, axes=along))
    inputs: list[InputElement] = []
    for element in topology.inputs:
        if element.joint is None:
            sites, along = own(element.kind, element.name)
        else:
            sites, along = joints[element.joint].sites, joints[element.joint].axes
        inputs.append(replace(element, sites=sites, axes=along))
    return replace(
        topology, joints=tuple(joints), inputs=tuple(inputs), site_names=tuple(names), axis_sites=tuple(axes)
    )
