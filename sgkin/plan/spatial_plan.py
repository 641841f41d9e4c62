"""A plan of a mechanism in space: its groups built one after the other, each into one step or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from sgkin.errors import InitialConfigurationError
from sgkin.groups.declaration import ClosedForm, GroupTask
from sgkin.groups.element import Element
from sgkin.groups.registry import declaration_for
from sgkin.groups.space import newton
from sgkin.groups.space.builder import spatial_value
from sgkin.groups.space.joint_angles import add_joint_angles
from sgkin.groups.space.links_by_points import NoClosedFormError, build_by_points
from sgkin.groups.space.plan_builder import SpatialPlanBuilder
from sgkin.model.mechanism import Mechanism
from sgkin.plan.group_tasks import group_tasks
from sgkin.structure.structure import Group, Structure

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan

BRANCH_PROBE = 1e-6
"""How far beside the initial configuration its branch must be the same, as a part of the group's size."""

STEP_NAMES = {
    "circle and sphere": "R-(SS)",
    "circle and driven sphere": "R-(SPS)",
    "line and sphere": "P-(SS)",
    "line and driven sphere": "P-(SPS)",
    "three spheres": "3-SS",
    "three driven spheres": "3-SPS",
    "three planes": "3-F",
    "two cones": "UPS",
}
"""Of a group that is solved in several steps, what each of them is, by its kernel."""


def build_groups(mechanism: Mechanism, structure: Structure) -> tuple[SpatialPlanBuilder, Structure]:
    """All groups built, and the structure with a group for each step.

    A group whose points are found one after the other is as many groups in it.
    """
    builder = SpatialPlanBuilder(mechanism)
    steps: list[Group] = []
    last: list[int] = []  # the number of the last step of each group
    for task in group_tasks(mechanism, structure, builder):
        before, placed = builder.next_step, set(builder.frames)
        made = len(builder.elements)
        build_group(task, builder)
        if builder.next_step == before:
            builder.steps.append(None)
        found = _steps_of(task, builder, before, made, placed)
        earlier = tuple(sorted({last[number] for number in task.group.depends_on}))
        for number, step in enumerate(found):
            own = (before + number - 1,) if number else ()
            steps.append(replace(step, depends_on=(*earlier, *own)))
        last.append(len(steps) - 1)
    builder.joint_angles = add_joint_angles(builder)
    check = structure.geometry
    if check is not None:
        check = replace(check, groups=tuple(last[number] for number in check.groups))
    return builder, replace(structure, groups=tuple(steps), geometry=check)


def build_group(task: GroupTask, builder: SpatialPlanBuilder) -> None:
    """Add the elements of a group: in closed form where there is one for its geometry, else as an iteration."""
    declaration, before = declaration_for(task.group), builder.mark()
    try:
        (build_by_points if declaration is None else declaration.build)(task, builder)
    except NoClosedFormError:
        builder.back_to(before)
        newton.build(task, builder)


def _steps_of(task: GroupTask, builder: SpatialPlanBuilder, before: int, made: int, placed: set[str]) -> list[Group]:
    """A group as it is solved: itself, or a group for each of its steps, with the links that are placed by it."""
    elements = builder.steps[before:]
    if len(elements) < 2:
        return [task.group]
    found, rest = [], [str(link) for link in task.group.links]
    order = {id(element): number for number, element in enumerate(builder.elements)}
    for number, element in enumerate(elements):
        assert element is not None
        following = elements[number + 1] if number + 1 < len(elements) else None
        end = len(builder.elements) if following is None else order[id(following)]
        links = tuple(link for link in rest if following is None or _is_known(builder.root(link), builder, order, end))
        rest = [link for link in rest if link not in links]
        found.append(_step(task.group, element, links, builder))
    return found


def _is_known(root: str, builder: SpatialPlanBuilder, order: dict[int, int], end: int) -> bool:
    """Whether the frame of a link is computed before the element with a number."""
    return order[id(builder.makers[builder.frame(root)])] < end


def _step(group: Group, element: Element, links: tuple[str, ...], builder: SpatialPlanBuilder) -> Group:
    point = element.outputs[0]
    spot = point.link, point.place
    points = tuple(step for step in group.points if len(step.points) == 1 and builder.spot(step.points[0]) == spot)
    return replace(group, links=links, signature=STEP_NAMES[element.kernel.name], points=points, attitudes=())


def branch_in_space(plan: Plan, element: Element, declaration: ClosedForm, poses: Mapping[str, Any]) -> int:
    """The branch of a group at the initial poses; it must be the same a little beside them."""
    assert declaration.branch is not None
    counted = cast(Any, plan.site).counted(poses)
    inputs = tuple(spatial_value(feature, counted) for feature in element.inputs)
    outputs = tuple(spatial_value(feature, counted) for feature in element.outputs)
    branch = declaration.branch(inputs, outputs, element.geometry)
    points = [value for feature, value in zip(element.inputs, inputs, strict=True) if feature.kind == "point3"]
    reach = min((_apart(point, outputs[0]) for point in points), default=1.0)
    aside = BRANCH_PROBE * max(1e-300, reach if element.outputs[0].kind == "point3" else 1.0)
    for part in range(3):
        for side in (aside, -aside):
            beside = list(outputs[0])
            beside[part] += side
            if declaration.branch(inputs, (tuple(beside), *outputs[1:]), element.geometry) != branch:
                group = plan.structure.groups[element.group]
                raise InitialConfigurationError(
                    f"{plan.mechanism.name}: the initial configuration lies on a change point of {group.label}, where "
                    "its assemblies meet; give its branch in [initial], or places that belong to other inputs",
                    [str(link) for link in group.links],
                )
    return branch


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
