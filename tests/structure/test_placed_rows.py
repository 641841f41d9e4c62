"""The rows of a mechanism at its geometry: they are derivatives of what the joints state, and agree with the count."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sgkin import Mechanism, decompose
from sgkin.structure.configuration import ClosedLinks
from sgkin.structure.decomposition import examine
from sgkin.structure.geometry import Geometry
from tests.structure.gluing import random_mechanism
from tests.structure.sketch import GROUND, Sketch, mechanism

SEEDS = st.integers(0, 2**32 - 1)
EVERY_JOINT = (
    ("R", (GROUND, 0)),
    ("R", (0, 1, 2)),
    ("R", (GROUND, 2, 3)),
    ("P", (1, 3)),
    ("HP", (0, 4)),
    ("slot", (1, 4)),
    ("rack", (2, 5)),
    ("G", (3, 4, 5)),
)
EVERY_INPUT = (
    ("joint", 0, (0, GROUND)),
    ("joint", 1, (1, 2)),
    ("joint", 3, (1, 3)),
    ("joint", 3, (3, 1)),
    ("distance", -1, (3, 5)),
    ("link", -1, (GROUND, 4)),
    ("point", -1, (GROUND, 5)),
)


def place(drawn: Mechanism) -> tuple[Geometry, ClosedLinks]:
    placed = examine(drawn)[1]
    assert placed.geometry is not None
    assert placed.start is not None
    assert placed.start.residual < 1e-12
    return placed.geometry, placed.start


def displaced(
    start: ClosedLinks, twist: NDArray[np.float64], pins: NDArray[np.float64], time: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Poses and pins after a while; `twist` (links, 3) with ground, which comes first and stands still."""
    return start.poses + time * np.vstack([np.zeros(3), twist]), start.pins + time * pins


@pytest.mark.parametrize("seed", range(5))
def test_coefficients_are_the_derivatives_of_the_residuals(seed: int) -> None:
    """Of every joint and every driver, by central differences along a random motion of links and pins."""
    geometry, start = place(mechanism(Sketch(6, EVERY_JOINT, EVERY_INPUT), placed=True, seed=seed))
    random = np.random.default_rng(seed)
    twist, pins = random.normal(size=(6, 3)), random.normal(size=start.pins.shape)
    pattern, step = geometry.pattern, 1e-6
    ahead, behind = (geometry.rows(*displaced(start, twist, pins, time)).residual for time in (step, -step))
    measured = (ahead - behind) / (2 * step)

    scaled = twist * [1.0, 1.0, geometry.size]
    velocity = np.concatenate([scaled, np.hstack([pins, np.zeros((len(pins), 1))])])
    coefficients = geometry.coefficients(geometry.rows(start.poses, start.pins))[: pattern.given_rows]
    nodes = pattern.nodes[: pattern.given_rows]
    assert (coefficients * velocity[nodes]).sum(axis=(1, 2)) == pytest.approx(measured, abs=1e-7)


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 6))
def test_a_sound_mechanism_is_sound_at_its_geometry(seed: int, groups: int) -> None:
    """The same groups, whether they were found from the count alone or checked at a random drawing."""
    sketch = random_mechanism(Random(seed), groups, many_pins=True).sketch
    counted, drawn = decompose(mechanism(sketch)), decompose(mechanism(sketch, placed=True))
    assert drawn.geometry is not None
    assert drawn.geometry.verdict == "agrees"
    assert drawn == replace(counted, geometry=drawn.geometry)


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 5))
def test_a_loose_mechanism_is_as_loose_at_its_geometry(seed: int, groups: int) -> None:
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    sketch = sketch.without_joint(random.randrange(len(sketch.joints)))
    counted, drawn = decompose(mechanism(sketch)), decompose(mechanism(sketch, placed=True))
    assert drawn.geometry is not None
    assert drawn.geometry.verdict == "agrees"
    assert (drawn.mobility, drawn.undetermined, drawn.idle) == (counted.mobility, counted.undetermined, counted.idle)
    assert drawn.redundant == ()


@settings(max_examples=40)
@given(SEEDS, st.integers(0, 5))
def test_a_joint_too_many_is_too_many_at_its_geometry(seed: int, groups: int) -> None:
    """The same joint or input is named, with the same circuit."""
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    sketch = sketch.with_joint("slot", *random.sample(range(GROUND, sketch.links), 2))
    counted, drawn = decompose(mechanism(sketch)), decompose(mechanism(sketch, placed=True))
    assert drawn.geometry is not None
    assert drawn.geometry.verdict == "agrees"
    assert drawn.redundant == counted.redundant
