"""The constraints that a page stores hold in every configuration that it stores, and determine it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    DistanceDriver,
    Driver,
    Expectation,
    Harmonic,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    Weld,
    load_mechanism,
    make_plan,
    mechanism_names,
    solve,
)
from sgkin.page.rows import constraint_rows, row_residuals
from sgkin.page.tracks import all_poses, input_track, law_track

MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


@pytest.mark.parametrize("name", MOVING)
def test_rows_hold_along_every_track(name: str) -> None:
    mechanism = load_mechanism(name)
    plan = make_plan(mechanism)
    laws = law_track(plan, 24)
    motion = solve(plan, laws.times)
    start = all_poses(solve(plan, inputs=plan.initial_inputs[None]))[0]
    rows = constraint_rows(mechanism, plan.structure, start, plan.initial_inputs)
    tracks = [input_track(plan, number, laws, 24).track for number in range(len(plan.input_names))]
    tables = [(motion.inputs, all_poses(motion)), *((track.inputs, track.poses) for track in tracks)]
    gaps = np.concatenate([row_residuals(rows, poses, inputs) for inputs, poses in tables])
    assert np.abs(gaps).max() <= 1e-9 * max(plan.size, 1.0)


@pytest.mark.parametrize("name", MOVING)
def test_every_group_has_rows_for_all_its_coordinates_and_needs_only_earlier_links(name: str) -> None:
    mechanism = load_mechanism(name)
    structure = make_plan(mechanism).structure
    rows = constraint_rows(mechanism, structure)
    names = [link.name for link in mechanism.links]
    known = {mechanism.ground}
    for number, group in enumerate(structure.groups):
        own = [row for row in rows if row.group == number]
        known |= set(map(str, group.links))
        assert len(own) >= 3 * len(group.links)
        assert {names[link] for row in own for link in row.condition.frames} <= known
    redundant = sum(entry.rows for entry in structure.redundant)
    assert len(rows) == 3 * len(mechanism.moving_links) + redundant


def slider_crank(*drivers: Driver, **changes: Any) -> Mechanism:
    return replace(load_mechanism("slider_crank"), drivers=drivers, expected=Expectation(), **changes)


BRACKET = (Link("bracket", {"W": (0.0, 0.0), "E": (0.5, 0.5)}), Weld("W", ("ground", "bracket"), angle=0.3))


def with_bracket(mechanism: Mechanism) -> Mechanism:
    """The mechanism with a link welded to ground."""
    ground = replace(mechanism.links[0], points={**mechanism.links[0].points, "W": (1.0, 1.0)})
    link, weld = BRACKET
    return replace(mechanism, links=[ground, *mechanism.links[1:], link], joints=[*mechanism.joints, weld])


@pytest.mark.parametrize(
    "mechanism",
    [
        slider_crank(CoordinateDriver("pen", "crank.B", "y", Harmonic(0.2, 1.0, mean=0.642787609687))),
        slider_crank(CoordinateDriver("pen", "rod.C", "x", ConstantSpeed(-0.1, start=3.69637276753))),
        slider_crank(JointDriver("push", "D", ConstantSpeed(0.1, start=-3.69637276753), links=("piston", "ground"))),
        slider_crank(DistanceDriver("tie", ("ground.A", "rod.C"), ConstantSpeed(-0.1, start=3.69637276753))),
        slider_crank(LinkAngleDriver("motor", "crank", ConstantSpeed(1.0, start=np.radians(400.0)))),
        with_bracket(slider_crank(JointDriver("motor", "A", ConstantSpeed(1.0, start=np.radians(40.0))))),
    ],
    ids=["coordinate y", "coordinate x", "reversed stroke", "distance", "link angle", "welded to ground"],
)
def test_every_driver_has_its_row(mechanism: Mechanism) -> None:
    plan = make_plan(mechanism)
    motion = solve(plan, np.linspace(0.0, 0.3, 7))
    poses = all_poses(motion)
    rows = constraint_rows(mechanism, plan.structure, poses[0], motion.inputs[0])
    gaps = row_residuals(rows, poses, motion.inputs)
    assert np.abs(gaps).max() <= 1e-12
    moved = row_residuals(rows, poses[-1], motion.inputs[0])
    assert np.abs(moved).max() > 1e-3  # the input is in one of them
