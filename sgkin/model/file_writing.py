"""What writers of mechanism files share: numbers in the file's units, and motion laws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from sgkin.errors import MechanismError
from sgkin.model.motion_law import LAW_KINDS, MotionLaw
from sgkin.model.quantity import Units, of_measure
from sgkin.model.written_number import WrittenNumber


def number(value: float, kind: str, units: Units) -> float | str:
    """A number in the file's unit, without a decimal point where it needs none; or its expression."""
    if isinstance(value, WrittenNumber):
        return value.text
    found = units.write(value, kind)
    return int(found) if found == int(found) and abs(found) < 1e15 else found


def entry(value: Any, kind: str, units: Units) -> Any:
    """A number, numbers or words in the file's units."""
    if isinstance(value, tuple):
        return [entry(each, kind, units) for each in value]
    return number(value, kind, units) if isinstance(value, float) else value


def stated_fields(owner: Any, units: Units, measure: str = "", skipped: Iterable[str] = ()) -> dict[str, Any]:
    """The fields of a law, a mass or a force that are not as usual."""
    left_out = tuple(skipped)
    return {
        each.name: entry(getattr(owner, each.name), of_measure(each.metadata["kind"], measure), units)
        for each in fields(owner)
        if each.init and each.name not in left_out and getattr(owner, each.name) != each.default
    }


def written_law(law: MotionLaw, measure: str, whose: str, units: Units) -> dict[str, Any]:
    """A motion law as a table; `whose` it is, for the error if a file cannot hold it."""
    if law.is_free:
        return stated_fields(law, units, measure)
    if law.kind not in LAW_KINDS:
        raise MechanismError(
            f"{whose}: its motion law is a Python function, which a file cannot hold; "
            "replace it by a spline through a table of its values"
        )
    return {"law": law.kind, **stated_fields(law, units, measure)}
