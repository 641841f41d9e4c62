"""The wheel holds the package and its library, and works away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

from sgkin import mechanism_names

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    if find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("sgkin-*.whl")
    with ZipFile(file) as opened:
        yield opened


def test_the_library_is_declared() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        target = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert target["only-include"] == ["sgkin", "mechanisms"]
    assert target["sources"] == {"mechanisms": "sgkin/mechanisms"}


def test_the_library_is_inside(wheel: ZipFile) -> None:
    files = {name for name in wheel.namelist() if name.endswith(".toml")}
    assert files == {f"sgkin/mechanisms/{name}.toml" for name in mechanism_names("planar")} | {
        f"sgkin/mechanisms/spatial/{name}.toml" for name in mechanism_names("spatial")
    }


def test_the_parts_of_pages_are_inside(wheel: ZipFile) -> None:
    room = ROOT / "sgkin" / "page"
    parts = {f"sgkin/page/{path.name}" for path in room.iterdir() if path.suffix in (".html", ".css", ".js")}
    assert len(parts) >= 3
    assert parts <= set(wheel.namelist())


def test_nothing_else_is_inside(wheel: ZipFile) -> None:
    assert {Path(name).parts[0].split("-")[0] for name in wheel.namelist()} == {"sgkin"}
    assert "sgkin/py.typed" in wheel.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())


def test_works_away_from_the_checkout(wheel: ZipFile, tmp_path: Path) -> None:
    site, work = tmp_path / "site", tmp_path / "work"
    wheel.extractall(site)
    work.mkdir()
    environment = os.environ | {"PYTHONPATH": str(site)}

    def python(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        answer = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=work, env=environment)
        return answer.stdout

    assert Path(python("-c", "import sgkin; print(sgkin.__file__)").strip()).is_relative_to(site)
    assert len(python("-m", "sgkin", "list").splitlines()) == len(mechanism_names())
    assert "I(crank)" in python("-m", "sgkin", "structure", "jansen_leg")
    assert python("-m", "sgkin", "view", "k4_overbraced_floating", "--no-open").startswith("wrote k4_over")
