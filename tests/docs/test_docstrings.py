"""Every public name and everything public of it has a docstring; those of arrays state their shape."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

from docs.reference import ROOMS, public_names
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.plan import Plan

SHAPE = re.compile(r"\((\w|\d)[\w\d +·,…]*,[\w\d +·,…]*\)")
ARRAYS = re.compile(r"Floats|NDArray|ndarray|Array\b")


def members() -> Iterator[tuple[str, Any, str, str]]:
    """Public functions, methods and properties: name, function, its docstring and that of its class."""
    things = [(f"{module}.{name}", thing) for module, name, thing in public_names()]
    plans = [("sgkin.kinematic_plan.KinematicPlan", KinematicPlan), ("sgkin.plan.plan.Plan", Plan)]
    for name, thing in [*things, *plans]:
        if not inspect.isclass(thing):
            yield name, thing, inspect.getdoc(thing) or "", ""
            continue
        for own, member in vars(thing).items():
            function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if not own.startswith("_") and inspect.isfunction(function):
                yield f"{name}.{own}", function, inspect.getdoc(getattr(thing, own)) or "", thing.__doc__ or ""


@pytest.mark.parametrize(("module", "name", "thing"), list(public_names()))
def test_public_name(module: str, name: str, thing: Any) -> None:
    assert thing.__module__.split(".")[1] in ROOMS
    assert inspect.getdoc(thing)


def test_members_have_docstrings() -> None:
    assert [name for name, _, text, _ in members() if not text] == []


def test_arrays_have_shapes() -> None:
    returned = [
        (name, f"{text} {of_class}")
        for name, function, text, of_class in members()
        if ARRAYS.search(str(function.__annotations__.get("return", "")))
    ]
    assert [name for name, text in returned if not SHAPE.search(text)] == []
