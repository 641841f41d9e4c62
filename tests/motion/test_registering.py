"""A declaration from outside the package is used for its kind of group from then on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from sgkin import load_mechanism, make_plan, solve
from sgkin.errors import RegistryError
from sgkin.groups import rrr
from sgkin.groups.declaration import GroupTask
from sgkin.groups.element import Element
from sgkin.groups.plan_builder import PlanBuilder
from sgkin.groups.registry import REGISTRY, declaration_of, register, registered_groups

OWN = replace(rrr.KERNEL, name="a kernel of one's own", motion=None)


def build(task: GroupTask, site: PlanBuilder) -> Element:
    """As the package builds it, with the kernel exchanged."""
    element = rrr.build(task, site)
    element.kernel = OWN
    return element


@pytest.fixture
def own_solver() -> Iterator[None]:
    before = REGISTRY["RRR"]
    register(replace(before, build=build), replace=True)
    yield
    REGISTRY["RRR"] = before


def test_it_is_used() -> None:
    mechanism, times = load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 50)
    expected = solve(mechanism, times)
    before = REGISTRY["RRR"]
    register(replace(before, build=build), replace=True)
    try:
        plan = make_plan(mechanism)
        found = solve(plan, times)
    finally:
        REGISTRY["RRR"] = before
    assert [element.kernel.name for element in plan.solvers if element is not None] == ["a kernel of one's own"]
    np.testing.assert_allclose(found.pose("rocker"), expected.pose("rocker"), atol=1e-14)
    np.testing.assert_allclose(found.acceleration("rocker"), expected.acceleration("rocker"), atol=1e-11)


@pytest.mark.usefixtures("own_solver")
def test_branches_and_reach_are_those_that_are_declared() -> None:
    plan = make_plan(load_mechanism("parallelogram"))
    motion = solve(plan, np.linspace(0.0, 1.0, 37))
    np.testing.assert_allclose(motion.pose("rocker")[:, 2], motion.inputs[:, 0], atol=1e-9)


def test_a_signature_is_not_taken_twice_by_accident() -> None:
    with pytest.raises(RegistryError, match=r"'RRR' is registered already; pass replace=True") as caught:
        register(REGISTRY["RRR"])
    assert caught.value.signature == "RRR"


def test_what_is_not_there_lists_what_is() -> None:
    with pytest.raises(RegistryError, match=r"'XYZ' is not registered; registered are RRR, RRP") as caught:
        declaration_of("XYZ")
    assert caught.value.signature == "XYZ"
    assert registered_groups() == tuple(REGISTRY)
    assert declaration_of("RPR") is REGISTRY["RPR"]
