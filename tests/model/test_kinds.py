"""Kinds of joints and drivers are entries of one table each; who needs to tell them apart asks for their facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sgkin
from sgkin.drawing.mechanism_drawing import SYMBOLS
from sgkin.model.driver import DRIVER_KINDS
from sgkin.model.joint import JOINT_KINDS

SOURCES = Path(sgkin.__file__).parent
ALLOWED = ("conditions/", "drawing/", "groups/", "analysis/lines_of_force.py")
"""What joints state, how they look, closed-form groups, and along which line a joint transmits a force; but the
iteration for all groups is none of these."""
REFUSED = "groups/newton.py"
KINDS = {kind.__name__ for kind in (*JOINT_KINDS.values(), *DRIVER_KINDS.values())}


def distinctions(text: str) -> Iterator[tuple[int, str]]:
    """Where a text of Python asks which kind a joint or driver is, by its class or by its name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name) and node.cls.id in KINDS:
            yield node.lineno, node.cls.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "type"):
            asked = {each.id for part in node.args[1:] for each in ast.walk(part) if isinstance(each, ast.Name)}
            yield from ((node.lineno, name) for name in asked & KINDS)
        elif isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            named = [each.value for each in sides if isinstance(each, ast.Constant)]
            is_kind = any(isinstance(each, ast.Attribute) and each.attr == "kind" for each in sides)
            yield from ((node.lineno, str(name)) for name in named if is_kind and name in JOINT_KINDS)


def test_nobody_else_tells_kinds_apart() -> None:
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if not name.startswith(ALLOWED) or name == REFUSED:
            found += [f"{name}:{line} asks for {kind}" for line, kind in distinctions(path.read_text(encoding="utf-8"))]
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "match joint:\n    case Revolute():\n        pass",
        "isinstance(joint, Prismatic | Revolute)",
        "isinstance(driver, DistanceDriver)",
        'joint.kind == "gear"',
    ],
)
def test_distinctions_are_seen(text: str) -> None:
    assert list(distinctions(text))


@pytest.mark.parametrize("kind", JOINT_KINDS)
def test_every_joint_is_complete(kind: str) -> None:
    joint = JOINT_KINDS[kind]
    assert joint.kind == kind
    assert joint.letter in ("R", "P", "HP", "G", "")
    assert joint.coordinate in ("angle", "stroke", "")
    assert kind in SYMBOLS
    assert getattr(sgkin, joint.__name__) is joint


@pytest.mark.parametrize("kind", DRIVER_KINDS)
def test_every_driver_is_complete(kind: str) -> None:
    driver = DRIVER_KINDS[kind]
    assert driver.kind == kind
    assert kind in driver.keys
    assert len(driver.measures) == len(driver.law_fields)
    assert getattr(sgkin, driver.__name__) is driver
