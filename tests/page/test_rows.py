"""The constraints that a page stores hold in every configuration that it stores, and determine it."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import load_mechanism, make_plan, mechanism_names, solve
from sgkin.page.rows import constraint_rows, residual
from sgkin.page.tracks import all_poses, input_track, law_track

MOVING = [name for name in mechanism_names() if not load_mechanism(name).expected.structure_only]


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
    gaps = [residual(row, q, z) for inputs, poses in tables for z, q in zip(inputs, poses, strict=True) for row in rows]
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
        assert {names[link] for row in own for link in row.links} <= known
    redundant = sum(entry.rows for entry in structure.redundant)
    assert len(rows) == 3 * len(mechanism.moving_links) + redundant
