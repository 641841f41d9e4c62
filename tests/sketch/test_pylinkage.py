"""Files that pylinkage 1.3.0 wrote, and the steps it computed for them: the second way to every number.

`*.json` are written by `mechanism_to_json`; `*.steps` hold the positions of its joints at steps 1, 6, 11 … There are
none of the six-bar: pylinkage 1.3.0 lets the length of its rocker change from 3.0 to 1.96 within 16 steps.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import MechanismError, MechanismFileError, decompose, load_pylinkage, solve
from sgkin.errors import NumberError

FOLDER = Path(__file__).parent / "pylinkage"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def test_there_are_files() -> None:
    assert NAMES == ["four_bar", "six_bar", "slider_crank"]


@pytest.mark.parametrize("name", NAMES)
def test_keeps_every_length_of_the_file(name: str) -> None:
    document = json.loads((FOLDER / f"{name}.json").read_text())
    places = {each["id"]: np.array(each["position"]) for each in document["joints"]}
    motion = solve(load_pylinkage(FOLDER / f"{name}.json").mechanism(), np.arange(6.0))
    for link in document["links"]:
        if link["type"] != "ground":
            first, *others = link["joints"]
            for other in others:
                ends = [motion.position(f"{link['id']}.{joint.replace('.', '_')}") for joint in (first, other)]
                length = np.linalg.norm(places[first] - places[other])
                np.testing.assert_allclose(np.linalg.norm(ends[0] - ends[1], axis=1), length, rtol=1e-9)


@pytest.mark.parametrize("name", [name for name in NAMES if (FOLDER / f"{name}.steps").exists()])
def test_moves_as_pylinkage_says(name: str) -> None:
    mechanism = load_pylinkage(FOLDER / f"{name}.json").mechanism()
    recorded = json.loads((FOLDER / f"{name}.steps").read_text())
    steps = 1 + 5 * np.arange(len(recorded["positions"]))
    motion = solve(mechanism, np.concatenate([[0.0], steps]))
    for number, joint in enumerate(recorded["joints"]):
        point = joint.replace(".", "_")
        link = next(link.name for link in mechanism.links[::-1] if point in link.points)
        expected = np.array(recorded["positions"])[:, number]
        np.testing.assert_allclose(motion.position(f"{link}.{point}")[1:], expected, atol=1e-6)


def test_structure_and_title() -> None:
    sketch = load_pylinkage(FOLDER / "slider_crank.json")
    assert decompose(sketch.mechanism()).formula == "I(crank) → RRP(rod, rod_1_slider)"
    assert (sketch.title, sketch.source) == ("slider-crank", "pylinkage")


def test_a_step_can_be_shorter() -> None:
    slow, fast = (load_pylinkage(FOLDER / "four_bar.json", step).drives["crank_motor"].speed for step in (1.0, 0.02))
    assert fast == pytest.approx(50.0 * slow)


def changed(tmp_path: Path, change: Any) -> Path:
    document = json.loads((FOLDER / "six_bar.json").read_text())
    change(document)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(document))
    return path


def joint(document: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(each for each in document["joints"] if each["type"] == kind)


def link(document: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(each for each in document["links"] if each["type"] == kind)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(joints={}), "mechanism_to_json"),
        (lambda d: joint(d, "revolute").update(type="Crank"), "old pylinkage"),
        (lambda d: joint(d, "revolute").update(type="cam"), "type 'cam'"),
        (lambda d: joint(d, "revolute").update(position=[None, None]), "no position"),
        (lambda d: joint(d, "revolute").pop("id"), "no 'id'"),
        (lambda d: d["joints"].append(d["joints"][0]), "two joints"),
        (lambda d: link(d, "link")["joints"].append("Q"), "'Q', which is not there"),
        (lambda d: link(d, "driver").pop("motor_joint"), "no motor_joint"),
        (lambda d: link(d, "driver").pop("angular_velocity"), "angular_velocity"),
        (lambda d: joint(d, "tracker").update(ref_joint1_id="T"), "another tracker"),
        (lambda d: joint(d, "tracker").update(ref_joint1_id="Q"), "'Q', which is not there"),
        (lambda d: joint(d, "tracker").update(ref_joint1_id="coupler.0_crank.tip"), "no link has both"),
    ],
)
def test_mistakes_are_named(change: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(MechanismFileError, match=message):
        load_pylinkage(changed(tmp_path, change))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: joint(d, "revolute").update(id=["A"]), "joint: id"),
        (lambda d: joint(d, "revolute").update(position=None), "no position"),
        (lambda d: joint(d, "revolute").update(position=[1e400, 0.0]), "position: found inf"),
        (lambda d: joint(d, "revolute").update(type="prismatic", axis=None), "axis: found None"),
        (lambda d: joint(d, "tracker").update(distance="far"), "distance: found 'far'"),
        (lambda d: joint(d, "tracker").update(angle=1e400), "angle: found inf"),
        (lambda d: joint(d, "tracker").update(ref_joint1_id=[]), "which is not there"),
        (lambda d: link(d, "link").update(joints=None), "joints: found None"),
        (lambda d: link(d, "ground").update(joints=3), "joints: found 3"),
        (lambda d: link(d, "driver").update(angular_velocity="fast"), "angular_velocity: found 'fast'"),
    ],
)
def test_values_of_the_wrong_form_are_named_with_their_file(change: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(MechanismError, match=rf"changed\.json: .*{message}"):
        load_pylinkage(changed(tmp_path, change))


@pytest.mark.parametrize("step", [0.0, -1.0, float("nan"), "long", None])
def test_a_step_takes_time(step: Any) -> None:
    with pytest.raises(NumberError, match="step"):
        load_pylinkage(FOLDER / "four_bar.json", step)


def test_an_arc_driver_and_a_ground_without_a_link(tmp_path: Path) -> None:
    def change(document: dict[str, Any]) -> None:
        link(document, "driver").update(type="arc_driver", arc_start=0.0, arc_end=1.0)
        document["links"] = [each for each in document["links"] if each["type"] != "ground"]

    sketch = load_pylinkage(changed(tmp_path, change))
    assert len(sketch.links["ground"]) == 3
    assert sketch.drives["crank_motor"].speed == pytest.approx(0.1)


def test_a_file_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(MechanismFileError, match="not valid JSON"):
        load_pylinkage(tmp_path / "a.json")
