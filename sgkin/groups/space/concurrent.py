"""Two links on three revolute joints whose axes meet in a point: of a spherical four-bar, of a universal joint.

The joints of two links, `bases` on earlier links, `owns` on the links of the group and `inner` between these, each with
one of the two links first. The inner axis is a direction by two cones.
"""

from __future__ import annotations

from typing import cast

from sgkin.groups.declaration import ClosedForm, Values
from sgkin.groups.element import Element, Feature
from sgkin.groups.space.builder import Axis, SpatialBuilder
from sgkin.groups.space.frames import frame_of_directions
from sgkin.groups.space.vectors import Vector, cross, dot
from sgkin.kernels.space.two_cones import TWO_CONES

Joints = tuple[Axis, Axis]


def cones_branch(inputs: Values, outputs: Values, geometry: list[float]) -> int:
    """+1 where w lies on the side of u × v."""
    u, v, w = (cast(Vector, value) for value in (*inputs, *outputs))
    return 1 if dot(cross(u, v), w) >= 0.0 else -1


CONES = ClosedForm(branches=(1, -1), branch=cones_branch, singular_when="its three axes lie in a plane")


def find_inner_axis(
    builder: SpatialBuilder, bases: Joints, owns: Joints, inner: Joints, group: int
) -> tuple[Element, tuple[Feature, Feature]]:
    """The direction of the joint between two links on outer axes, and their frames; `inner`: that joint on each."""
    cosines = [dot(own.axis, each.axis) for own, each in zip(owns, inner, strict=True)]
    w = Feature("direction3", inner[0].link, place=inner[0].axis)
    u, v = (builder.along(base) for base in bases)
    element = builder.add(TWO_CONES, [u, v], [w], cosines, group)
    element.declaration = CONES
    one = frame_of_directions(builder, owns[0].link, (u, owns[0].axis), (w, inner[0].axis))
    other = frame_of_directions(builder, owns[1].link, (v, owns[1].axis), (w, inner[1].axis))
    return element, (one, other)


def build_spherical(builder: SpatialBuilder, bases: Joints, owns: Joints, inner: Joints, group: int) -> Element:
    """Two links on three revolute joints whose axes meet in a point: of a spherical four-bar, of a universal joint."""
    element, frames = find_inner_axis(builder, bases, owns, inner, group)
    for base, own, frame in zip(bases, owns, frames, strict=True):
        builder.place(own.link, [(builder.foot(base), own.point)], frame)
    return element
