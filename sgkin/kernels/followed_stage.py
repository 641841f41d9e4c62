"""An operation of a closed form as a graph: from the rows and numbers that it reads to those that it finds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sgkin.kernels.followed import FollowingError, LaneGraph, follow
from sgkin.kernels.lanes import Form, Step, argument_names, labels_of
from sgkin.traced_number import TracedNumber


@dataclass(frozen=True, eq=False)
class FollowedStage:
    """`given`: the numbers that are read, by their labels; `found`: those that are found, in the order of their rows.

    `known`: labels of what is found anew from where it is, so that it is read as well.
    """

    graph: LaneGraph
    given: dict[str, TracedNumber]
    found: dict[str, float]
    known: frozenset[str]


@cache
def followed_stage(form: Form, stage: str) -> FollowedStage:
    """Follow the lane functions of an operation.

    A form that has a function `step` is followed through it instead of `place`: it has the same derivatives.
    """
    graph, given, numbers = LaneGraph(), dict[str, TracedNumber](), dict[str, float](form.fixed)
    steps = [_step_instead(form, step) for step in form.steps(stage)]
    for step in steps:
        function = getattr(form, step.function)
        if function is None:
            raise FollowingError(f"{form.name}: its position is found by an operation; its derivatives need a `step`")
        arguments = []
        for name in argument_names(function):
            labels = form.arguments(step.function, step.j)[name]
            for label in labels:
                if label not in numbers:
                    numbers[label] = given[label] = graph.named(label)
            each = tuple(numbers[label] for label in labels)
            arguments.append(each[0] if len(each) == 1 else each)
        try:
            results = follow(function)(*arguments)
        except FollowingError as error:
            raise FollowingError(
                f"{form.name}: the derivatives of {step.function} cannot be followed: {error}"
            ) from error
        numbers |= _by_label(step, results)
    rows = form.rows(stage)
    found = {label for step in steps for result in step.results for label in result}
    stepped = any(step.function == "step" for step in steps)
    known = frozenset(labels_of(form.outputs)) if stepped else frozenset()
    return FollowedStage(graph, given, {label: numbers[label] for label in rows if label in found}, known)


def _step_instead(form: Form, step: Step) -> Step:
    return step._replace(function="step") if step.function == "place" and form.step is not None else step


def _by_label(step: Step, results: Any) -> dict[str, float]:
    """Numbers that a lane function has returned."""
    together = results if len(step.results) > 1 else (results,)
    return {
        label: number
        for labels, result in zip(step.results, together, strict=True)
        for label, number in zip(labels, result if len(labels) > 1 else (result,), strict=True)
    }
