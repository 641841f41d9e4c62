"""How far groups are from locking: a number between 0 and 1 for each group, along a motion.

    dyad RRR    sine of the transmission angle, the angle between its two links
    dyad RRP    cosine of the angle between rod and guide
    dyad RPR    t / √(d² + ℓ²): d the distance of the two outer pins, t that along the guide, ℓ a tenth of the size of
                the mechanism. It is the cosine of the angle between guide and line of the pins, less where these come
                so near to each other that the direction of the guide is lost
    dyad PRP    sine of the angle between the guides; RPP the same, a constant
    driven link 1
    others      smallest over largest singular value of Φ_φ by x, y and λθ of the links, in which conditions on angles
                alone are multiplied by λ; λ is the size of the mechanism

With a cylinder or a slot in the place of a link, dyads are what they are without. It is 0 at dead points and change
points and nowhere else: there the determinant of the group vanishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import overload

import numpy as np

from sgkin.analysis.course import Course, course_of
from sgkin.analysis.extremes import ExtremeValue, find_extremes, greatest, least
from sgkin.analysis.pose_vectors import Between, Inclined, LinkPoint, Share
from sgkin.arrays import Floats
from sgkin.conditions.record import Condition
from sgkin.errors import InputError, Outcome, brief
from sgkin.groups import cylinder, prp, rpp, rpr, rrp, rrr
from sgkin.groups.element import Element, Feature
from sgkin.kernels.kernel import Kernel
from sgkin.kinematic_plan import KinematicPlan
from sgkin.mathematics import atan2, hypot
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.plan.plan import Plan
from sgkin.solving import solve
from sgkin.structure.structure import Group, group_number
from sgkin.sweep.group_matrices import group_conditions, scaled_jacobians

NEAR_PINS = 0.1
"""ℓ as a part of the size of the mechanism."""
SAME_ZERO = 1e-6
"""How far from a change point of a motion, in radians or sizes of the mechanism, a minimum of the quality is the same
thing."""


@dataclass(frozen=True, slots=True)
class GroupQuality:
    """The quality of a group over a motion of n steps; made by `group_quality`.

    `measure`: what it is, in words; `values` (n,); `extremes`: all of them, located between the steps; `zeros`: the
    change points and dead points of the group on the way, as `motion.events` has them: the motion ends at a dead point.
    """

    group: Group
    measure: str
    values: Floats = field(repr=False)
    extremes: tuple[ExtremeValue, ...] = field(repr=False)
    zeros: tuple[ExtremeValue, ...] = field(repr=False)

    @property
    def least(self) -> ExtremeValue:
        """Where it is worst; the first zero, if there is one."""
        return self.zeros[0] if self.zeros else least(self.extremes)

    @property
    def greatest(self) -> ExtremeValue:
        """Where it is best."""
        return greatest(self.extremes)


@overload
def group_quality(motion: Motion | Mechanism | KinematicPlan, group: None = None) -> tuple[GroupQuality, ...]: ...
@overload
def group_quality(motion: Motion | Mechanism | KinematicPlan, group: int | Group) -> GroupQuality: ...
@planar_only("the quality of groups is known")
def group_quality(
    motion: Motion | Mechanism | KinematicPlan, group: int | Group | None = None
) -> GroupQuality | tuple[GroupQuality, ...]:
    """The quality of a group along a motion, or of all groups in solving order.

    Of a mechanism or a plan: along one cycle of its motion laws, as far as it goes. `group`: one of `structure.groups`,
    or its number there.

    >>> from sgkin import group_quality, load_mechanism
    >>> crank, dyad = group_quality(load_mechanism("slider_crank"))
    >>> round(dyad.least.value, 6), dyad.zeros
    (0.942809, ())
    """
    if isinstance(motion, Mechanism | KinematicPlan):
        motion = solve(motion, on_failure="return")
    if not isinstance(motion, Motion):
        raise InputError(f"group_quality needs a motion, a mechanism or a plan, found {brief(motion)}")
    course = course_of(motion)
    groups = motion.structure.groups
    steps = solve(course.plan, inputs=motion.inputs)
    if group is not None:
        return _quality(course, motion, steps, group_number(motion.structure, group))
    return tuple(_quality(course, motion, steps, number) for number in range(len(groups)))


def _quality(course: Course, motion: Motion, steps: Motion, number: int) -> GroupQuality:
    measure = quality_measure(course.plan, number)
    squares = partial(_squares, course.plan, number, measure)
    values = np.sqrt(squares(steps))
    values[motion.status[: motion.steps, number] == Outcome.CHANGE_POINT] = 0.0
    zeros = _zeros(course, motion, number)
    found = find_extremes(course, squares, lambda at: np.sqrt(squares(at)))
    inside = [zero for zero in zeros if not zero.is_end]
    others = [each for each in found if not any(_is_same(course, each, zero) for zero in inside)]
    extremes = tuple(sorted([*others, *inside], key=lambda each: each.at))
    return GroupQuality(motion.structure.groups[number], measure.words, values, extremes, zeros)


def _is_same(course: Course, one: ExtremeValue, other: ExtremeValue) -> bool:
    """Whether two extremes are in the same place, or a whole cycle apart."""
    span, apart = course.span, one.inputs - other.inputs
    if course.closed and len(apart) == 1:
        apart = apart - span * np.round(apart / span)
    return bool((np.abs(apart) <= SAME_ZERO * course.plan.input_scales).all())


def _zeros(course: Course, motion: Motion, number: int) -> tuple[ExtremeValue, ...]:
    """Where the determinant of a group vanishes, from the events of the motion, in its order."""
    found = []
    for count, event in enumerate(motion.events, 1):
        if event.group == number:
            ends = not motion.is_complete and count == len(motion.events)
            at = course.place(event.inputs, event.step, motion)
            found.append(ExtremeValue(0.0, at, event.inputs, "minimum", ends))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Measure:
    """What the quality of a group is: `words`, and what it is found by, a constant, a share of one vector along another
    or else the `conditions` of whose derivatives it is the reciprocal condition."""

    words: str
    constant: float | None = None
    share: Share | None = None
    conditions: tuple[Condition, ...] = ()


def quality_measure(plan: Plan, group: int) -> Measure:
    """What the quality of a group is, by its number in solving order."""
    element = plan.solvers[group]
    if element is None:
        return Measure("driven", constant=1.0)
    if element.kernel not in DYADS:
        conditions = tuple(each for _, each in group_conditions(plan.site, plan.structure.groups[group]))
        return Measure("reciprocal condition", conditions=conditions)
    words, share = DYADS[element.kernel]
    found = share(element, NEAR_PINS * plan.unit_length)
    return Measure(words, constant=found) if isinstance(found, float) else Measure(words, share=found)


def _squares(plan: Plan, number: int, measure: Measure, motion: Motion) -> Floats:
    """The square of the quality (n,), which is smooth where it vanishes."""
    if measure.constant is not None:
        return np.full(motion.steps, measure.constant**2)
    if measure.share is not None:
        return measure.share.square(motion)
    return _reciprocal_condition(plan, number, motion) ** 2


def _reciprocal_condition(plan: Plan, number: int, motion: Motion) -> Floats:
    """Smallest over largest singular value of the scaled matrix of a group (n,)."""
    poses = np.stack([motion.pose(link) for link in plan.links], axis=1)
    sizes = np.linalg.svd(scaled_jacobians(plan, number, poses), compute_uv=False)
    return np.asarray(sizes[:, -1] / sizes[:, 0])


def _point(feature: Feature) -> LinkPoint:
    return LinkPoint(feature.link, *feature.local)


def _guide(feature: Feature, incline: list[float]) -> Inclined:
    """The direction of a guide that is inclined to a direction of its link."""
    return Inclined(feature.link, feature.local[0] + atan2(incline[1], incline[0]))


def _by_pins(element: Element, near: float) -> Share:
    p, q, c = (_point(feature) for feature in (*element.inputs[:2], *element.outputs))
    return Share(Between(p, c), Between(q, c).left)


def _by_rod(element: Element, near: float) -> Share:
    p, v, c = element.inputs[0], element.inputs[2], element.outputs[0]
    return Share(Between(_point(p), _point(c)), _guide(v, element.geometry[2:4]))


def _by_sliding_links(element: Element, near: float) -> Share:
    p, q, u = (*element.inputs, *element.outputs)
    return Share(Between(_point(p), _point(q)), Inclined(u.link, u.local[0]), near)


def _by_guides(element: Element, near: float) -> Share:
    one, other = element.inputs[2:]
    return Share(_guide(one, element.geometry[1:3]).left, _guide(other, element.geometry[4:6]))


def _by_constant_guides(element: Element, near: float) -> float:
    return 1.0 / hypot(1.0, element.geometry[3])  # κ = −cot β


DYADS: Mapping[Kernel, tuple[str, Callable[[Element, float], Share | float]]] = {
    rrr.KERNEL: ("sine of the transmission angle", _by_pins),
    cylinder.KERNEL: ("sine of the transmission angle", _by_pins),
    rrp.KERNEL: ("cosine between rod and guide", _by_rod),
    rpr.KERNEL: ("cosine between guide and pins", _by_sliding_links),
    prp.KERNEL: ("sine between the guides", _by_guides),
    rpp.KERNEL: ("sine between the guides", _by_constant_guides),
}
