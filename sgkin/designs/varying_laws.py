"""Motion laws of a study whose numbers vary: on its tapes the inputs that follow them are computed from the time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sgkin.errors import StudyError
from sgkin.kernels import law_codes
from sgkin.kernels.law_formulas import FORMULAS, polynomial
from sgkin.model.formulas import fields_with
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import MotionLaw
from sgkin.plan.tape import InputLaw
from sgkin.traced_number import TracedNumber


def varying_laws(mechanism: Mechanism, numbers: Mapping[str, float]) -> dict[int, InputLaw]:
    """The laws with traced numbers among those of a mechanism, by the numbers of their inputs."""
    drivers = fields_with(mechanism, numbers).get("drivers", ())
    laws = [law for driver in drivers for law in driver.laws]
    return {number: _on_tape(law, mechanism.input_names[number]) for number, law in enumerate(laws) if _varies(law)}


def _varies(law: MotionLaw) -> bool:
    values = [getattr(law, entry.name) for entry in fields(law)]
    return any(isinstance(each, TracedNumber) for value in values for each in _entries(value))


def _entries(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _on_tape(law: MotionLaw, name: str) -> InputLaw:
    if law.is_free:
        raise StudyError(f"the start of the free input {name} cannot vary: designs follow motion laws", [name])
    if law.kind == "spline":
        remedy = "let it follow a law that is no table, such as a polynomial"
        raise StudyError(f"the table of the spline that {name} follows cannot vary; {remedy}", [name])
    code, given = law.record()
    if code == law_codes.POLYNOMIAL:
        return InputLaw(polynomial(len(given) - 1), given[1:])
    return InputLaw(FORMULAS[code], given)
