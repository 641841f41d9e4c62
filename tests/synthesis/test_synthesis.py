"""Linkages that are found for targets, held to motions solved by themselves and to textbook formulas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgkin import (
    InputError,
    SynthesisError,
    load_mechanism,
    open_atlas,
    save_mechanism,
    solve,
    synthesise_function,
    synthesise_motion,
    synthesise_path,
)
from sgkin.arrays import Floats
from sgkin.errors import FormError, NumberError, UnknownNameError
from sgkin.plots import plot_synthesis
from tests.synthesis.drawn import WITHIN, drawn_curves, error_of
from tests.synthesis.problems import LIMITS, answer, problems, squares

GENERATOR = load_mechanism("four_bar_path_generator")


@pytest.mark.parametrize("name", LIMITS)
def test_path_problems(name: str) -> None:
    """The squares are those of the linkage as it is solved by itself."""
    found = answer(name, 0)
    assert found.is_met
    left = squares(found, problems()[name])
    assert left <= LIMITS[name]
    assert (found.distances**2).sum() == pytest.approx(left, rel=1e-3, abs=1e-14)


def test_targets_that_can_be_reached_are_looked_for_again() -> None:
    """The first random designs of this seed lead to none that reaches them."""
    found = answer("six_points_line", 4)
    assert found.conditions < found.unknowns
    assert found.tried > answer("six_points_line", 1).tried
    assert squares(found, problems()["six_points_line"]) < LIMITS["six_points_line"]


def reached(found, columns: int) -> Floats:  # type: ignore[no-untyped-def]
    """What the output of a result does at its inputs, solved by itself."""
    motion = solve(found.mechanism, inputs=found.inputs[:, None], outputs=[found.output])
    return np.asarray(motion.position(found.output)[:, :columns])


def test_the_same_for_the_same_seed() -> None:
    points = [(0.0, 0.0), (0.02, 0.01), (0.03, 0.03), (0.01, 0.04)]
    one, two = (synthesise_path(points, starts=4, designs=500, seed=3) for _ in range(2))
    assert one.parameters == two.parameters


def test_a_mechanism_of_ones_own() -> None:
    """Targets from another design of it are reached again; transmission angles as they are measured over a turn."""
    other = GENERATOR.with_parameters(r2=0.024, r3=0.075, cx=0.03, cy=0.02)
    inputs = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
    targets = solve(other, inputs=inputs[:, None]).position("coupler.P")
    options = {"output": "coupler.P", "vary": ["r2", "r3", "cx", "cy"], "designs": 3000, "starts": 12}
    found = synthesise_path(targets, inputs, GENERATOR, **options)  # type: ignore[arg-type]
    assert found.error < 1e-9
    assert found.parameters == pytest.approx({"r2": 0.024, "r3": 0.075, "cx": 0.03, "cy": 0.02})
    assert reached(found, 2) == pytest.approx(targets, abs=1e-9)


def test_transmission_and_lists() -> None:
    """What is asked for is met: μ from lengths alone, by cos μ = (r₃² + r₄² − (r₁ ∓ r₂)²) / (2 r₃ r₄)."""
    turn = np.linspace(0.0, 2.0 * np.pi, 10, endpoint=False)
    ellipse = np.stack([0.02 * np.cos(turn), 0.01 * np.sin(turn)], axis=1)
    listed = np.arange(1, 60) * 0.002
    found = synthesise_path(
        ellipse,
        closed=True,
        transmission=np.radians(45.0),
        discrete={"r2": listed, "r4": listed},
        starts=12,
        designs=3000,
    )
    assert found.is_met
    r1, r2, r3, r4 = (found.parameters[name] for name in ("r1", "r2", "r3", "r4"))
    assert r2 in listed
    assert r4 in listed
    cosine = (r3**2 + r4**2 - np.array([r1 - r2, r1 + r2]) ** 2) / (2.0 * r3 * r4)
    angle = np.degrees(np.arccos(np.abs(cosine))).min()
    assert angle > 44.99
    assert f"{angle:.4g}° at least" in str(found)


@pytest.mark.parametrize("family", ["four-bar", "slider-crank"])
def test_functions(family: str) -> None:
    x = np.linspace(1.0, 2.0, 9)
    stroke = np.radians(60.0) if family == "four-bar" else 0.05
    wanted = stroke * np.log2(x)
    found = synthesise_function(np.radians(60.0) * (x - 1.0), wanted, family, starts=12)
    assert found.error < 0.002 * stroke
    motion = solve(found.mechanism, inputs=found.inputs[:, None])
    output = motion.position(found.output)[:, 2 if family == "four-bar" else 0]
    off = output - output.mean() - wanted + wanted.mean()
    assert np.sqrt((off**2).mean()) == pytest.approx(found.error, rel=1e-6)


@pytest.mark.parametrize("family", ["four-bar", "slider-crank"])
def test_poses(family: str) -> None:
    """Three poses can always be taken, and are."""
    poses = np.array([(0.0, 0.0, 0.1), (0.01, 0.006, 0.3), (0.03, 0.008, 0.6)])
    found = synthesise_motion(poses, family=family, starts=10)
    assert found.error < 1e-9
    off = reached(found, 3) - poses
    assert off[:, :2] == pytest.approx(np.zeros((3, 2)), abs=1e-8)
    assert np.exp(1j * off[:, 2]) == pytest.approx(np.ones(3), abs=1e-7)


def test_poses_far_from_the_initial_input() -> None:
    """Where a crank cannot stand at the initial input is none of the user's business: the linkage begins at the first
    pose."""
    poses = [(0.0, 0.0, 0.1), (0.01, 0.006, 0.3), (0.03, 0.008, 0.6), (0.04, 0.004, 0.7), (0.05, -0.002, 0.75)]
    found = synthesise_motion(poses, starts=5)
    assert found.error < 0.001
    assert next(iter(found.mechanism.initial_inputs.values())) == found.inputs[0]
    assert reached(found, 2) == pytest.approx(found.found[:, :2], abs=1e-9)


def test_timed_poses() -> None:
    """Those of a four-bar are found again."""
    poses = solve(GENERATOR, inputs=np.linspace(0.0, 2.0, 6)[:, None]).position("coupler")
    found = synthesise_motion(poses, np.linspace(0.0, 2.0, 6), starts=10)
    assert found.error < 1e-7


def test_atlas(tmp_path: Path) -> None:
    """A small one: written and read again, made anew where it is another, and curves are found in it."""
    made = open_atlas(20_000, folder=tmp_path, progress=False)
    (file,) = tmp_path.iterdir()
    written = file.stat().st_mtime_ns
    read = open_atlas(20_000, folder=tmp_path)
    assert file.stat().st_mtime_ns == written
    assert np.array_equal(read.descriptors, made.descriptors)
    off = [error_of(read, curve) for curve in drawn_curves(4)]
    assert np.median(off) < 5.0 * WITHIN
    file.write_bytes(file.read_bytes()[:1000])
    assert len(open_atlas(300, folder=tmp_path)) == 300
    assert len(open_atlas(200, folder=tmp_path)) == 200
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


def test_open_paths(tmp_path: Path) -> None:
    """A bow has an answer; a zigzag has none, which is said."""
    atlas = open_atlas(2_000, folder=tmp_path, progress=False)
    way = np.linspace(0.0, 1.0, 9)
    bow = np.stack([0.1 * way, 0.03 * way * (1.0 - way)], axis=1)
    found = atlas.query(bow, starts=3)
    assert found.error < 0.02 * 0.05
    zigzag = np.stack([0.1 * np.linspace(0, 1, 21), 0.06 * (np.arange(21) % 2)], axis=1)
    with pytest.raises(SynthesisError, match="no coupler curve of a four-bar was found that is like this path"):
        atlas.query(zigzag, starts=3)


def test_pictures() -> None:
    found = synthesise_path([(0, 0), (1, 0.5), (2, 0)], starts=3, designs=300)
    ax = plot_synthesis(found)
    assert ax.get_xlabel() == "x [m]"
    x = np.linspace(0.0, 1.0, 5)
    assert plot_synthesis(synthesise_function(x, x**2, starts=2, designs=300)).get_ylabel() == "output [deg]"
    with pytest.raises(InputError, match="a result of synthesis is needed"):
        plot_synthesis(3)  # type: ignore[arg-type]


POINTS = [(0.0, 0.0), (0.02, 0.01), (0.03, 0.03)]
WRONG = [
    (lambda: synthesise_path([(0, 0)]), InputError, "points: 1 target is too few; give 2 or more"),
    (lambda: synthesise_path([(0, 0), (1, np.nan)]), InputError, "points: number 1 is nan; give finite numbers"),
    (lambda: synthesise_path([(0, 0), (1, 1e60)]), InputError, "points: a number is 1e\\+60 large"),
    (lambda: synthesise_path("abc"), InputError, "points must be an array of real numbers"),
    (lambda: synthesise_path([1, 2, 3]), InputError, "points have the shape"),
    (lambda: synthesise_path([(1, 1), (1, 1)]), InputError, "all points are the same"),
    (lambda: synthesise_path(POINTS, [0, 1]), InputError, "timing has the shape"),
    (lambda: synthesise_path(POINTS, family="five-bar"), UnknownNameError, "five-bar"),
    (lambda: synthesise_path(POINTS, family=7), InputError, "family is 7; give"),  # type: ignore[arg-type]
    (lambda: synthesise_path(POINTS, bounds={"r9": (1, 2)}), UnknownNameError, "r9"),
    (lambda: synthesise_path(POINTS, bounds={"r2": (2, 1)}), FormError, "the smaller one first"),
    (lambda: synthesise_path(POINTS, discrete={"r2": []}), InputError, "no values to choose from"),
    (lambda: synthesise_path(POINTS, transmission=2.0), InputError, "between 0 and a right angle"),
    (lambda: synthesise_path(POINTS, family=GENERATOR), InputError, "name the point"),
    (
        lambda: synthesise_path(POINTS, family=GENERATOR, output="P", bounds={"r2": (0.03, 0.04)}),
        NumberError,
        "within its bounds",
    ),
    (
        lambda: synthesise_path(POINTS, family=GENERATOR, output="P", bounds={"r2": (0.001, 0.5)}),
        InputError,
        "bounds of 'r2' are 0.001 to 0.5, but its own are",
    ),
    (
        lambda: synthesise_path(POINTS, family=load_mechanism("slider_crank"), output="rod.B"),
        InputError,
        "has no parameters with bounds",
    ),
    (
        lambda: synthesise_path(POINTS, family=load_mechanism("five_bar_2dof"), output="P"),
        InputError,
        "has 2 inputs; synthesis needs a mechanism with one",
    ),
    (lambda: synthesise_function([0, 1, 2], [1, 1, 1]), InputError, "all outputs are the same"),
    (lambda: synthesise_function([0, 1, 2], [0, 1, 2], GENERATOR, output="rocker"), FormError, "rocker.theta"),
    (lambda: synthesise_motion([(0, 0, 0), (0, 0, 1)]), InputError, "all poses are at one place"),
]


@pytest.mark.parametrize("case", WRONG, ids=[wanted for _, _, wanted in WRONG])
def test_bad_input(case) -> None:  # type: ignore[no-untyped-def]
    call, kind, sentence = case
    with pytest.raises(kind, match=sentence):
        call()


def test_fewer_conditions_than_unknowns() -> None:
    found = synthesise_path(POINTS, starts=3, designs=300)
    assert found.conditions < found.unknowns
    assert "6 conditions for 12 unknowns: there are many such linkages, this is one" in str(found)


@pytest.mark.parametrize("height", ["sqrt(cx**2 - 2*r2**2)", "cx - r2"])
def test_designs_that_cannot_be_are_left_out(tmp_path: Path, height: str) -> None:
    """Within their bounds, parameters may give no number, or one beyond the bounds of what is computed of them."""
    save_mechanism(GENERATOR, tmp_path / "linkage.toml")
    text = (tmp_path / "linkage.toml").read_text(encoding="utf-8")
    bounded = f'{{ value = "= {height}", bounds = [3, 90] }}'
    text = text.replace("[links]", f"height = {bounded}\n[links]", 1).replace('"= cy"', '"= cy + height"')
    (tmp_path / "linkage.toml").write_text(text, encoding="utf-8")
    mechanism = load_mechanism(tmp_path / "linkage.toml")
    other = mechanism.with_parameters(r2=0.022, cx=0.037)
    inputs = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
    wanted = solve(other, inputs=inputs[:, None]).position("coupler.P")
    found = synthesise_path(wanted, inputs, mechanism, output="coupler.P", vary=["r2", "cx"], designs=400, starts=4)
    assert found.error < 1e-9
    assert found.parameters == pytest.approx({"r2": 0.022, "cx": 0.037})


def test_class_iii(tmp_path: Path) -> None:
    """A mechanism file with parameters, whose triad is iterated: the path of another design is found again."""
    given = load_mechanism("Stephenson_III_input_fivebar_side")
    save_mechanism(given, tmp_path / "six_bar.toml")
    text = (tmp_path / "six_bar.toml").read_text(encoding="utf-8")
    text = text.replace("T1y = [2.1, 0.3]", 'T1y = ["= d", "= e"]')
    text += "\n[parameters]\nd = { value = 2.14, bounds = [1.9, 2.3] }\ne = { value = 0.26, bounds = [0.1, 0.5] }\n"
    (tmp_path / "six_bar.toml").write_text(text, encoding="utf-8")
    mechanism = load_mechanism(tmp_path / "six_bar.toml")
    inputs = np.radians(np.linspace(70.0, 120.0, 8))
    wanted = solve(given, inputs=inputs[:, None]).position("T2.vT2")
    found = synthesise_path(wanted, inputs, mechanism, output="T2.vT2", designs=200, starts=4)
    assert found.error < 1e-9
    assert found.parameters == pytest.approx({"d": 2.1, "e": 0.3})
