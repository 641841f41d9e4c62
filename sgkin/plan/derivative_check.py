"""The derivatives of a registered group, where its examples have it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sgkin.errors import RegistryError
from sgkin.groups.derivative_check import check_derivatives
from sgkin.groups.registry import declaration_of
from sgkin.plan.plan import Plan, make_plan
from sgkin.plan.tape import Layout


def check_group(signature: str, seeds: Iterable[int] = range(5)) -> float:
    """Compare the derivatives of the closed forms that solve examples of a registered group with differences.

    The largest error, in parts of the largest derivative. Raises `DerivativeError` where a term is off, and
    `RegistryError` where the examples hold no closed form.
    """
    errors: list[float] = []
    for seed in seeds:
        plan = make_plan(declaration_of(signature).example(np.random.default_rng(seed)), Plan)
        elements = [element for element in plan.site.elements if element.group >= 0 and element.kernel.motion]
        features = list(dict.fromkeys(feature for element in elements for feature in element.inputs))
        tape = plan.tape(tuple(features), None, watch=False, groups=())
        layout = Layout(tape, 1, 1)
        layout.set_inputs(plan.initial_inputs)
        plan.run(tape, layout, plan.start.copy(), 1)
        for element in elements:
            assert element.kernel.form is not None
            rows = [tape.features[feature].position for feature in element.inputs]
            values = [[float(layout.row(row)[0]) for row in each] for each in rows]
            inputs = {value.name: given for value, given in zip(element.kernel.form.inputs, values, strict=True)}
            branch = int(plan.start[element.start]) if element.kernel.branch else 1
            errors.append(check_derivatives(element.kernel, inputs, element.geometry, branch))
    if not errors:
        raise RegistryError(signature, "has no closed form whose derivatives could be compared")
    return max(errors)
