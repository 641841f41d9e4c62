"""`sgkin fit` and `sgkin atlas`: from a table of points to a linkage, its picture and what is cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ezdxf
import numpy as np
import pytest

from sgkin import load_mechanism, solve
from tests.conftest import Answer
from tests.synthesis.drawn import coupler_curve

POINTS = "x;y\n# drawn by hand\n0; 0\n20; 10\n\n30; 30\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Three places, in millimetres."""
    path = tmp_path / "points.csv"
    path.write_text(POINTS, encoding="utf-8")
    return path


def nearest(mechanism_file: Path, places: np.ndarray) -> np.ndarray:
    """How near the coupler point comes to places, from a motion of the file by itself."""
    motion = solve(load_mechanism(mechanism_file), inputs=np.linspace(0.0, 2.0 * np.pi, 20001)[:, None])
    curve = motion.position("coupler.P")
    return np.array([np.hypot(*(curve - place).T).min() for place in places])


def test_fit_is_cut(sgkin: Callable[..., Answer], table: Path, tmp_path: Path) -> None:
    """Three places are passed; the links that come out of it have the lengths of the file between their holes."""
    linkage, picture, drawing = (tmp_path / name for name in ("linkage.toml", "linkage.png", "linkage.dxf"))
    found = sgkin("fit", table, "-o", linkage, "--plot", picture)
    assert (found.code, found.err) == (0, "")
    assert "coupler.P at 3 targets" in found.out
    assert picture.read_bytes()[:4] == b"\x89PNG"
    assert (nearest(linkage, np.array([(0.0, 0.0), (0.02, 0.01), (0.03, 0.03)])) < 1e-4).all()
    assert sgkin("export", linkage, "--hole", "6", "--width", "16", "-o", drawing).code == 0
    holes = [each for each in ezdxf.readfile(drawing).modelspace().query("CIRCLE") if each.dxf.radius == 3.0]
    centres = np.array([(each.dxf.center.x, each.dxf.center.y) for each in holes])
    apart = np.hypot(*(centres[:, None] - centres).transpose(2, 0, 1))
    for name in ("r2", "r3", "r4"):
        length = 1e3 * load_mechanism(linkage).parameters[name].value
        assert np.abs(apart - length).min() < 1e-3, name


def test_fit_with_timing_and_a_mechanism(sgkin: Callable[..., Answer], tmp_path: Path) -> None:
    """The points of a library mechanism at its inputs in degrees are found again."""
    generator, inputs = load_mechanism("four_bar_path_generator"), np.linspace(0.0, 330.0, 12)
    places = solve(generator, inputs=np.radians(inputs)[:, None]).position("coupler.P")
    path = tmp_path / "timed.txt"
    np.savetxt(path, np.column_stack([1e3 * places, inputs]))
    found = sgkin("fit", path, "--timed", "--family", "four_bar_path_generator", "--point", "coupler.P")
    assert (found.code, found.err) == (0, "")
    off = float(found.out.split("off by ")[1].split(" mm")[0])
    assert off < 1e-6


def test_fit_between_bounds_and_from_lists(sgkin: Callable[..., Answer], table: Path, tmp_path: Path) -> None:
    """Dimensions are those of the lists, and lie between their bounds, in the units of the file."""
    linkage = tmp_path / "linkage.toml"
    options = ("--bounds", "r1=50:70", "--list", "r2=12,14,16", "--list", "r4=40,45,50,55")
    found = sgkin("fit", table, *options, "-o", linkage)
    assert (found.code, found.err) == (0, "")
    parameters = load_mechanism(linkage).parameters
    assert 0.05 <= parameters["r1"].value <= 0.07
    assert np.abs(1e3 * parameters["r2"].value - np.array([12.0, 14.0, 16.0])).min() < 1e-9
    assert np.abs(1e3 * parameters["r4"].value - np.array([40.0, 45.0, 50.0, 55.0])).min() < 1e-9


def test_fit_of_a_mechanism_without_parameters(sgkin: Callable[..., Answer], tmp_path: Path) -> None:
    """Its numbers by their addresses, in metres here."""
    given, inputs = load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 330.0, 12)
    other = given.with_parameters({"crank.B.x": 1.8})
    places = solve(other, inputs=np.radians(inputs)[:, None]).position("coupler.P")
    path = tmp_path / "timed.txt"
    np.savetxt(path, np.column_stack([places, inputs]))
    options = ("--timed", "--units", "m", "--family", "four_bar_crank_rocker", "--point", "coupler.P")
    found = sgkin("fit", path, *options, "--bounds", "crank.B.x=1.5:2.5")
    assert (found.code, found.err) == (0, "")
    assert found.out.splitlines()[-1].split() == ["crank.B.x", "1.8", "m"]


def test_atlas(sgkin: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made in the cache folder, and finds a curve of another four-bar."""
    monkeypatch.setenv("SGKIN_CACHE", str(tmp_path / "cache"))
    made = sgkin("atlas", "--curves", "20000")
    assert (made.code, made.err) == (0, "")
    assert made.out == f"Atlas of 20000 four-bar coupler curves, in {tmp_path / 'cache' / 'four_bar_curves.npz'}\n"
    curve = coupler_curve(np.array([1.0, 0.4, 1.1, 0.9]), 0.6 + 0.4j, 60)
    assert curve is not None
    path, linkage = tmp_path / "curve.csv", tmp_path / "found.toml"
    np.savetxt(path, 50.0 * curve, delimiter=",")
    found = sgkin("atlas", path, "--curves", "20000", "--closed", "-o", linkage)
    assert (found.code, found.err) == (0, "")
    assert (nearest(linkage, 0.05 * curve) < 0.002 * 0.05).all()


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("1 2\n3\n", ("fit",), "'3' are not 2 finite numbers; give x and y"),
        ("1 2\n3 b\n", ("fit",), "'3 b' are not 2 finite numbers; give x and y"),
        ("x y\n", ("fit",), "has no points; give a row of 2 numbers for each"),
        ("1 2\n3 4\n", ("fit", "--timed"), "are not 3 finite numbers; give x and y and input"),
        ("1 2\n3 4\n", ("fit", "--family", "five-bar"), "five-bar"),
        ("1 2\n3 nan\n", ("fit",), "line 2: '3 nan' are not 2 finite numbers"),
        ("0,5;1,5\n", ("fit",), "give x and y; decimals have a point, and no comma"),
        ("1 2\n3 1e300\n", ("fit",), "points: a number is 1e+297 large"),
        ("1 2\n3 4\n", ("fit", "--transmission", "95"), "--transmission 95: give an angle in degrees between 0 and 90"),
        ("1 2\n3 4\n", ("atlas", "--transmission", "nan"), "--transmission nan: give an angle in degrees"),
        ("1 2\n3 4\n", ("fit", "--bounds", "r2=10"), "--bounds of r2: two values are needed; write NAME=FROM:TO"),
        ("1 2\n3 4\n", ("fit", "--bounds", "r9=10:20"), "there is no parameter or number 'r9'"),
        ("1 2\n3 4\n", ("fit", "--bounds", "r2=30:10"), "the smaller one first"),
        ("1 2\n3 4\n", ("fit", "--list", "r2=10,x"), "'x' is no finite number; write NAME=A,B, such as r2=10,12"),
        ("1 2\n3 4\n", ("fit", "--list", "r2"), "--list r2: write NAME=A,B, such as r2=10,12"),
        ("1 2\n3 4\n", ("fit", "--point", "P"), "--point belongs to mechanisms; of a four-bar, P of the coupler"),
        ("1 2\n3 4\n", ("fit", "--family", "jansen_leg"), "--point is missing; name the point of jansen_leg"),
        ("1 2\n3 4\n", ("fit", "-o", "found.csv"), "name a mechanism file, a .toml"),
        ("1 1\n1 1\n1 1\n", ("atlas", "--curves", "100"), "all points are the same; draw a path"),
    ],
)
def test_bad_input(
    sgkin: Callable[..., Answer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.setenv("SGKIN_CACHE", str(tmp_path))
    path = tmp_path / "points.txt"
    path.write_text(text, encoding="utf-8")
    found = sgkin(*arguments, path)
    assert found.code != 0
    assert sentence in found.err


def test_nothing_to_look_for(sgkin: Callable[..., Answer]) -> None:
    assert "there is no path to look for" in sgkin("atlas", "-o", "found.toml").err
