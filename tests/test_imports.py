"""Importing sgkin is quick: what is heavy is imported when it is needed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sgkin

HEAVY = ("scipy", "networkx", "numba", "matplotlib")


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}; import json, sys; print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    root = Path(__file__).parents[1]
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    return set(json.loads(answer.stdout))


def test_public_names_are_those_of_the_stub() -> None:
    stub = ast.parse((Path(sgkin.__file__).with_suffix(".pyi")).read_text(encoding="utf-8"))
    homes = {name.name: node.module for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert sorted(homes) == sgkin.__all__
    for name, home in homes.items():
        assert getattr(sgkin, name) is getattr(import_module(home or ""), name)
    assert set(sgkin.__all__) <= set(dir(sgkin))
    with pytest.raises(AttributeError, match="'sgkin' has no attribute 'slove'"):
        sgkin.slove  # noqa: B018


def test_importing_sgkin_imports_nothing_heavy() -> None:
    assert loaded_after("import sgkin") == set()


def test_reading_a_mechanism_imports_nothing_heavy() -> None:
    assert loaded_after("import sgkin; sgkin.load_mechanism('jansen_leg')") == set()


def test_the_command_line_imports_nothing_heavy() -> None:
    assert loaded_after("import sgkin.cli.main") == set()


def test_a_structure_is_found_without_plots() -> None:
    statement = "import sgkin; sgkin.decompose(sgkin.load_mechanism('jansen_leg'))"
    assert "matplotlib" not in loaded_after(statement)
