"""The spatial mechanisms of the library: they say where they come from, close, and are as mobile as they expect."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sgkin import Mechanism, load_mechanism, mechanism_names
from sgkin.conditions.design_inputs import design_frames
from sgkin.conditions.space_statement import SpaceStatements
from sgkin.conditions.space_table import SLOTS, SpaceTable, place_in_space, right_side
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism

NAMES = mechanism_names("spatial")


def table_of(mechanism: Mechanism, with_drivers: bool = False) -> SpaceTable:
    statements = SpaceStatements(mechanism)
    stated = (*statements.joints, *(statements.drivers if with_drivers else ()))
    return SpaceTable.of(each for one in stated for each in one.scalars(statements.ground))


def matrix_of(mechanism: Mechanism) -> np.ndarray:
    """The derivatives of all conditions of joints by the motions of the moving links, rows of length one."""
    table, number = table_of(mechanism), [link.name for link in mechanism.links].index(mechanism.ground)
    gradient = place_in_space(table, design_frames(mechanism)).gradient
    matrix = np.zeros((len(table.kind), len(mechanism.links), 6))
    for slot in range(SLOTS):
        np.add.at(matrix, (np.arange(len(table.kind)), table.frames[:, slot]), gradient[:, slot])
    matrix[..., 3:] /= mechanism.size
    found = np.delete(matrix, number, axis=1).reshape(len(table.kind), 6 * len(mechanism.moving_links))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_there_are_enough() -> None:
    assert len(NAMES) >= 14


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_is(name: str) -> None:
    mechanism = load_mechanism(name)
    assert mechanism.is_spatial
    assert mechanism.title
    assert mechanism.category
    assert mechanism.source
    assert mechanism.expected.mobility is not None


@pytest.mark.parametrize("name", NAMES)
def test_it_closes_in_its_design_position(name: str) -> None:
    mechanism = load_mechanism(name)
    table = table_of(mechanism, with_drivers=True)
    inputs = np.array(list(mechanism.initial_inputs.values()))
    gap = place_in_space(table, design_frames(mechanism)).value - right_side(table, inputs)[0]
    assert np.abs(gap).max() < 1e-12 * max(mechanism.size, 1.0)


@pytest.mark.parametrize("name", NAMES)
def test_its_mobility_is_that_of_its_rank(name: str) -> None:
    mechanism = load_mechanism(name)
    matrix = matrix_of(mechanism)
    rank = int(np.linalg.matrix_rank(matrix, tol=1e-7)) if len(matrix) else 0
    assert 6 * len(mechanism.moving_links) - rank == mechanism.expected.mobility
    assert len(matrix) - rank == mechanism.expected.redundant


@pytest.mark.parametrize("name", NAMES)
def test_it_is_written_and_read_back(name: str) -> None:
    mechanism = load_mechanism(name)
    assert parse_mechanism(format_mechanism(mechanism), Path(f"{name}.toml")) == mechanism


@pytest.mark.parametrize("name", NAMES)
def test_it_is_printed_and_shown(name: str) -> None:
    mechanism = load_mechanism(name)
    assert all(link.name in str(mechanism) for link in mechanism.links)
    assert "<svg" in mechanism._repr_html_()
