"""A sketch makes the mechanism that is drawn, where it is drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import (
    Drive,
    Mechanism,
    MechanismError,
    MechanismFileError,
    Sketch,
    Slider,
    Units,
    decompose,
    load_mechanism,
    load_sketch,
    make_plan,
    save_mechanism,
    save_sketch,
    solve,
)
from sgkin.drawing.mechanism_drawing import initial_configuration
from sgkin.errors import FormError, MissingKeyError, UnknownKeyError, UnknownNameError
from sgkin.mathematics import moved

FOUR_BAR = Sketch(
    "four_bar",
    points={"O": (0, 0), "A": (20, 35), "B": (60, 110), "C": (100, 0), "P": (20, 90)},
    links={"ground": "O C", "crank": "O A", "coupler": "A B P", "rocker": "C B"},
    drives={"motor": Drive("O", speed=360)},
    units=Units("mm", "deg"),
)
SLIDER_CRANK = Sketch(
    "slider_crank",
    points={"O": (0, 0), "A": (0.3, 0.4), "B": (1.5, -0.1)},
    links={"ground": "O", "crank": "O A", "rod": "A B"},
    sliders={"piston": Slider("B", angle=10)},
    drives={"motor": Drive("O", speed=360)},
    units=Units("m", "deg"),
)
PRESS = replace(SLIDER_CRANK, name="press", drives={"ram": Drive("piston", speed=-0.1)})
LEVER = Sketch(
    "lever",
    points={"O": (0, 0), "A": (0.5, 0.2), "D": (0, -1), "E": (1, 1)},
    links={"ground": "O D", "crank": "O A", "lever": "D E"},
    sliders={"block": Slider("A", angle=np.degrees(np.arctan2(1.2, 0.5)), on="lever")},
    drives={"motor": Drive("O", speed=360)},
    units=Units("m", "deg"),
)
BOOM = Sketch(
    "boom",
    points={"O": (0, 0), "base": (1, -0.5), "tip": (2, 0.4), "end": (4, 0.6)},
    links={"frame": "O base", "boom": "O end tip"},
    drives={"cylinder": Drive("base tip", speed=0.1)},
    ground="frame",
)
SCISSORS = Sketch(
    "scissors",
    points={"O": (0, 0), "A": (1, 1), "B": (2, 0.2), "C": (3, 1.2), "D": (4, 0)},
    links={"ground": "O", "crank": "O A", "left": "A B", "right": "B C", "third": "B D"},
    sliders={"shoe": Slider("C", angle=0.2)},
    drives={
        "motor": Drive("O", speed=1.0),
        "third": Drive("B", 1.0, links="left third"),
        "knee": Drive("B", 0.2, links="left right"),
    },
)
SKETCHES = (FOUR_BAR, SLIDER_CRANK, PRESS, LEVER, BOOM, SCISSORS)


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.name)
def test_every_point_is_where_it_is_sketched(sketch: Sketch) -> None:
    mechanism = sketch.mechanism()
    factor = sketch.units.factor("length")
    poses = {link: tuple(pose[0]) for link, pose in initial_configuration(mechanism).items()}
    assert set(poses) == {link.name for link in mechanism.links}
    for link, points in sketch.links.items():
        for point in points:
            place = moved(poses[link], mechanism.point(f"{link}.{point}")[1])  # type: ignore[arg-type]
            assert place == pytest.approx(tuple(factor * x for x in sketch.points[point]), abs=1e-9)
    assert decompose(mechanism).is_determined


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.name)
def test_frames_start_at_the_first_point_and_look_at_the_second(sketch: Sketch) -> None:
    mechanism = sketch.mechanism()
    for link in mechanism.links:
        if link.name != sketch.ground:
            first, *others = link.points.values()
            assert first == (0.0, 0.0)
            if others:
                assert others[0][0] > 0.0
                assert others[0][1] == 0.0


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.name)
def test_the_motion_starts_in_the_sketch(sketch: Sketch) -> None:
    mechanism = sketch.mechanism()
    motion = solve(mechanism, np.linspace(0.0, 0.01, 3))
    factor = sketch.units.factor("length")
    for link, points in sketch.links.items():
        if link != sketch.ground:
            place = motion.position(f"{link}.{points[0]}")[0]
            assert place == pytest.approx(tuple(factor * x for x in sketch.points[points[0]]), abs=1e-9)
    for number, name in enumerate(sketch.drives):
        kind = mechanism.input_quantity(name)
        assert motion.input_rates is not None
        assert motion.input_rates[0, number] == pytest.approx(sketch.units.read(sketch.drives[name].speed, kind))


def test_a_slider_goes_along_its_line() -> None:
    motion = solve(SLIDER_CRANK.mechanism(), np.linspace(0.0, 1.0, 25))
    pin = motion.position("rod.B")
    away = pin - pin[0]
    np.testing.assert_allclose(sin(radians(10)) * away[:, 0], cos(radians(10)) * away[:, 1], atol=1e-12)
    np.testing.assert_allclose(motion.joint("piston").value, np.hypot(*away.T) * np.sign(away[:, 0]), atol=1e-12)


def test_a_slider_on_a_moving_link_stays_on_it() -> None:
    motion = solve(LEVER.mechanism(), np.linspace(0.0, 1.0, 25))
    seen = motion.position("crank.A", "lever")
    assert np.ptp(seen[:, 0]) > 0.5
    angle = LEVER.mechanism().joint("block").angle[0]  # type: ignore[attr-defined]
    away = seen - seen[0]
    np.testing.assert_allclose(np.sin(angle) * away[:, 0], np.cos(angle) * away[:, 1], atol=1e-9)


def test_a_distance_is_driven_from_the_sketched_one() -> None:
    plan = make_plan(BOOM.mechanism())
    assert BOOM.mechanism().initial_inputs["cylinder"] == pytest.approx(hypot(1.0, 0.9))
    assert plan.input_names == ("cylinder",)


@pytest.mark.parametrize("ending", ["toml", "json"])
@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.name)
def test_file_round_trip(sketch: Sketch, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"{sketch.name}.{ending}"
    titled = replace(sketch, title="A sketch", source="own")
    save_sketch(titled, path)
    assert load_sketch(path) == titled


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.name)
def test_the_mechanism_can_be_written_and_read(sketch: Sketch, tmp_path: Path) -> None:
    for ending in ("toml", "json"):
        path = tmp_path / f"{sketch.name}.{ending}"
        save_mechanism(sketch.mechanism(), path)
        again = load_mechanism(path)
        assert [link.name for link in again.links] == [link.name for link in sketch.mechanism().links]
        assert decompose(again).formula == decompose(sketch.mechanism()).formula


def changed(**values: Any) -> Mechanism:
    return replace(FOUR_BAR, **values).mechanism()


@pytest.mark.parametrize(
    ("values", "kind", "message"),
    [
        ({"links": {"ground": "O C", "crank": "O X"}}, UnknownNameError, "point 'X'"),
        ({"ground": "frame"}, UnknownNameError, "link 'frame'"),
        ({"links": {**FOUR_BAR.links, "coupler": "A B"}}, FormError, "points: P"),
        ({"points": {**FOUR_BAR.points, "O": (0,)}}, FormError, "points: O"),
        ({"drives": {"motor": Drive("X", 1.0)}}, UnknownNameError, "pin or slider 'X'"),
        ({"drives": {"motor": Drive("P", 1.0)}}, FormError, "alone"),
        ({"drives": {"motor": Drive("O A B", 1.0)}}, FormError, "two points"),
        ({"drives": {"motor": Drive("O", 1.0, links="ground rocker")}}, UnknownNameError, "rocker"),
        ({"drives": {"motor": "O"}}, FormError, "Drive"),
        ({"sliders": {"s": Slider("X")}}, UnknownNameError, "point 'X'"),
        ({"sliders": {"s": Slider("P", on="frame")}}, UnknownNameError, "link 'frame'"),
        ({"sliders": {"s": Slider("O")}}, FormError, "slide"),
        ({"sliders": {"crank": Slider("P")}}, FormError, "no link has"),
        ({"sliders": {"s": "P"}}, FormError, "Slider"),
    ],
)
def test_mistakes_are_named(values: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        changed(**values)


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        ({"links": {}}, MissingKeyError, "points"),
        ({"points": {}, "links": {}, "joints": {}}, UnknownKeyError, "joints"),
        ({"points": {"O": [0, 0]}, "links": {"ground": ["O"]}, "drives": {"m": {"at": "O"}}}, MissingKeyError, "speed"),
        ({"points": {"O": [0, 0]}, "links": {"ground": ["O"]}, "sliders": {"m": {"pi": "O"}}}, UnknownKeyError, "pi"),
        ({"points": {"O": [0, 0]}, "links": {"ground": ["O"]}, "units": {"mass": "kg"}}, UnknownKeyError, "mass"),
    ],
)
def test_mistakes_in_files_are_named(content: Any, kind: type[MechanismError], message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(content))
    with pytest.raises(kind, match=message) as caught:
        load_sketch(path)
    assert caught.value.file == path


def test_numbers_are_numbers() -> None:
    with pytest.raises(MechanismError, match="drive: speed"):
        Drive("O", float("nan"))
    with pytest.raises(MechanismError, match="slider: angle"):
        Slider("O", "steep")  # type: ignore[arg-type]


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1, 2")
    with pytest.raises(MechanismFileError, match="not valid JSON"):
        load_sketch(tmp_path / "a.json")
    (tmp_path / "a.json").write_text("[1, 2]")
    with pytest.raises(MechanismFileError, match="no table"):
        load_sketch(tmp_path / "a.json")
    (tmp_path / "a.json").write_text("[" * 100_000)
    with pytest.raises(MechanismFileError, match="not valid JSON"):
        load_mechanism(tmp_path / "a.json")
    with pytest.raises(MechanismFileError, match=r"\.toml or \.json"):
        save_sketch(FOUR_BAR, tmp_path / "a.yaml")
