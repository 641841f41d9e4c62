"""What is stated of every kind of joint and driver, against the formula of its class and against plain geometry."""

from __future__ import annotations

from dataclasses import fields, replace
from math import cos, hypot, sin

import numpy as np
import pytest

from sgkin import GearPair, Mechanism
from sgkin.conditions.record import Point, coincide, left_side
from sgkin.conditions.statement import Statements
from sgkin.conditions.table import ConditionTable, place_conditions, residuals
from sgkin.mathematics import Pose, moved
from sgkin.model.joint import JOINT_KINDS
from tests.conditions.samples import LINKS, SAMPLES
from tests.witness.conditions import fields_of
from tests.witness.formula import COINCIDE, read

Place = tuple[float, float]


def random_poses(seed: int) -> dict[str, Pose]:
    return {
        link: tuple(row)
        for link, row in zip(LINKS, np.random.default_rng(seed).normal(size=(4, 3)).tolist(), strict=True)
    }


def place_of(mechanism: Mechanism, point: str, poses: dict[str, Pose]) -> Place:
    link, local = mechanism.point(point)
    return moved(poses[link], local)


def by_formula(mechanism: Mechanism, poses: dict[str, Pose]) -> list[float]:
    """By how much the formulas of the joint's class are not met."""
    joint, found = mechanism.joints[0], []
    places = [place_of(mechanism, point, poses) for point in joint.points]
    for text in joint.states:
        if text == COINCIDE:
            found += [places[1][part] - places[0][part] for part in range(2)]
        else:
            angles = [poses[link][2] for link in joint.all_links]
            found.append(read(text, fields_of(joint)).value(angles, places))
    return found


def stated(statements: Statements, poses: dict[int, Pose], inputs: dict[str, float]) -> list[float]:
    """By how much the conditions of the joint, or of the drivers if there are any, are not met."""
    mechanism = statements.mechanism
    chosen = statements.drivers or statements.joints
    conditions = [each for entry in chosen for each in entry.scalars(statements.ground)]
    table = ConditionTable.of(conditions)
    array = np.array([poses[number] for number in range(len(LINKS))])
    found = residuals(place_conditions(table, array), np.array([inputs[name] for name in mechanism.input_names]))
    given = [0.0 if each.input < 0 else inputs[mechanism.input_names[each.input]] for each in conditions]
    single = [left_side(each, poses) - each.constant - z for each, z in zip(conditions, given, strict=True)]
    np.testing.assert_allclose(found, single, atol=1e-10)  # one by one and all at once
    return found.tolist()


def by_number(poses: dict[str, Pose]) -> dict[int, Pose]:
    return dict(enumerate(poses.values()))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", JOINT_KINDS)
def test_joints_state_their_formula(kind: str, seed: int) -> None:
    mechanism, poses = SAMPLES[kind], random_poses(seed) | {"ground": (0.0, 0.0, 0.0)}
    found = stated(Statements(mechanism), by_number(poses), {})
    np.testing.assert_allclose(np.abs(found), np.abs(by_formula(mechanism, poses)), rtol=0.0, atol=1e-13)


def measured(mechanism: Mechanism, poses: dict[str, Pose]) -> list[float]:
    """What the inputs of a mechanism are at poses, by plain geometry."""
    driver = mechanism.drivers[0]
    first, second = driver.driven_links(mechanism)
    found = []
    for freedom in driver.freedoms(mechanism):
        if freedom == "angle":
            found.append(poses[second][2] - poses[first][2])
        elif freedom == "stroke":
            joint = mechanism.joint(driver.at_joint)
            (x1, y1), (x2, y2) = (place_of(mechanism, f"{link}.{driver.at_joint}", poses) for link in (first, second))
            angle = poses[joint.links[0]][2] + fields_of(joint)["angle"][0]
            found.append(cos(angle) * (x2 - x1) + sin(angle) * (y2 - y1))
        elif freedom == "distance":
            (x1, y1), (x2, y2) = (place_of(mechanism, point, poses) for point in fields_of(driver)["points"])
            found.append(hypot(x2 - x1, y2 - y1))
        else:
            point = fields_of(driver).get("point")
            x, y = place_of(mechanism, point, poses) if point else poses[second][:2]
            gx, gy, turn = poses[first]
            c, s = cos(turn), sin(turn)
            seen = (c * (x - gx) + s * (y - gy), c * (y - gy) - s * (x - gx))
            found.append(seen["xy".index(freedom)])
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sample", [name for name in SAMPLES if " at " in name])
def test_drivers_state_what_they_measure(sample: str, seed: int) -> None:
    mechanism, poses = SAMPLES[sample], random_poses(seed)  # of ground too
    inputs = mechanism.initial_inputs
    expected = [value - inputs[name] for value, name in zip(measured(mechanism, poses), inputs, strict=True)]
    found = stated(Statements(mechanism), by_number(poses), inputs)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-13)


@pytest.mark.parametrize("sample", ["point at weld", "pose at weld"])
def test_coordinates_far_away(sample: str) -> None:
    """They are counted from a point of the mechanism, and mean the same."""
    given, poses = SAMPLES[sample], random_poses(0)
    ground = replace(given.link("ground"), points={"J": (3e4, -2e4), "P": (3e4, -2e4)})
    mechanism = replace(given, links=[ground, *given.links[1:]])
    assert mechanism.origin == (3e4, -2e4)
    inputs = mechanism.initial_inputs
    expected = [value - inputs[name] for value, name in zip(measured(mechanism, poses), inputs, strict=True)]
    np.testing.assert_allclose(stated(Statements(mechanism), by_number(poses), inputs), expected, atol=1e-10)


@pytest.mark.parametrize("sample", SAMPLES)
def test_links_may_be_parts_of_frames(sample: str) -> None:
    """The same is stated of links by the poses of bodies in which they lie anyhow."""
    mechanism, frames, lies = SAMPLES[sample], random_poses(4), random_poses(5) | {"ground": (0.0, 0.0, 0.0)}
    parts = {link: (number, lies[link]) for number, link in enumerate(LINKS)}
    poses = {link: (*moved(frames[link], lies[link][:2]), frames[link][2] + lies[link][2]) for link in LINKS}
    direct = stated(Statements(mechanism), by_number(poses), mechanism.initial_inputs)
    resolved = stated(Statements(mechanism, parts), by_number(frames), mechanism.initial_inputs)
    np.testing.assert_allclose(resolved, direct, rtol=0.0, atol=1e-12)


def test_pairs_of_points_at_once() -> None:
    pairs = [(Point(1, 0.3, -0.2), Point(2, 0.5, 0.7)), (Point(0, 0.1, 0.4), Point(3, -0.6, 0.2))]
    one_by_one = ConditionTable.of(each for pair in pairs for each in coincide(*pair, ground=0))
    at_once = ConditionTable.holding(pairs, ground=0)
    for field in fields(at_once):
        np.testing.assert_array_equal(getattr(at_once, field.name), getattr(one_by_one, field.name))


def test_whole_turns_of_single_links_count_where_something_rolls() -> None:
    rolling = {kind for kind in JOINT_KINDS for each in Statements(SAMPLES[kind]).joints[0].conditions if each.rolls}
    assert rolling == {"gear", "rack-and-pinion"}
    internal = GearPair("J", ("first", "second"), "third", (20, 20), mesh="internal")
    assert Statements(replace(SAMPLES["gear"], joints=[internal])).joints[0].conditions[0].rolls
