"""Build functions take their mathematics from one module, and compare no dimensions on their own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sgkin.groups
from sgkin.groups.registry import REGISTRY

ROOM = Path(sgkin.groups.__path__[0])
OTHERS = ("example.py", "driven_example.py", "derivative_check.py")
FILES = sorted(path.relative_to(ROOM).as_posix() for path in ROOM.rglob("*.py") if path.name not in OTHERS)


def tree(name: str) -> ast.Module:
    return ast.parse((ROOM / name).read_text(encoding="utf-8"))


def test_build_functions_stand_in_these_files() -> None:
    builds = {Path(declaration.build.__code__.co_filename).name for declaration in REGISTRY.values()}
    assert builds <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_mathematics_comes_from_one_module(name: str) -> None:
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.ImportFrom):
            assert node.module not in ("math", "numpy", "cmath")
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & {"math", "cmath"}


@pytest.mark.parametrize("name", FILES)
def test_no_dimension_is_compared_with_another(name: str) -> None:
    """Neither with a number that is not whole, nor places with places."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Compare) and any(isinstance(each, ast.Eq | ast.NotEq) for each in node.ops):
            for side in (node.left, *node.comparators):
                assert not (isinstance(side, ast.Constant) and isinstance(side.value, float)), ast.unparse(node)
                assert not isinstance(side, ast.Tuple), ast.unparse(node)
                words = {each.id for each in ast.walk(side) if isinstance(each, ast.Name)}
                assert not words & {"place", "local", "angle", "offset", "shift", "origin"}, ast.unparse(node)
