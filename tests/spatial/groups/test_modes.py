"""Modes of iterated groups in space: searched, told as found and not as all, and confirmed by other searches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import least_squares

from sgkin import (
    AssemblyModes,
    InputError,
    Mechanism,
    assembly_modes,
    load_mechanism,
    make_plan,
    motion_range,
    solve,
)
from sgkin.arrays import Floats
from sgkin.groups.space import newton
from sgkin.modes.search import strewn_angles
from sgkin.spatial_motion import SpatialMotion
from tests.spatial.groups.cases import ITERATED, short_way
from tests.spatial.groups.left_open import left_open
from tests.spatial.groups.test_published import turned_about
from tests.spatial.groups.test_redundant import raised

FOUND = {"five_link": 8, "gough_stewart": 8, "seven_revolutes": 10, "delta_robot": 8, "double_cardan": 8}
"""How many modes are found at the initial inputs."""
FLAT = ("class_III_triad_on_crank", "Stephenson_III_input_fivebar_side")


def turn_of(vector: Floats) -> Floats:
    """The matrix of a rotation vector."""
    angle = float(np.linalg.norm(vector))
    return turned_about(vector / (angle or 1.0), np.zeros(3), angle)[:3, :3]


@pytest.mark.parametrize("name", FOUND)
def test_number_is_told_as_found(name: str) -> None:
    modes = assembly_modes(load_mechanism(name))
    assert len(modes) == FOUND[name]
    assert not modes.complete
    assert "searched for from many starts; there may be others" in str(modes)
    assert max(mode.residual for mode in modes) < 1e-11


@pytest.mark.parametrize("name", ITERATED)
def test_present_mode_is_among_them(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    here = plan.evaluate(plan.initial_inputs)
    apart = [np.abs(mode.poses - here.poses).max() for mode in assembly_modes(plan)]
    assert min(apart) < 1e-9


@pytest.mark.parametrize("name", ITERATED)
def test_a_motion_begins_in_each(name: str) -> None:
    mechanism, (z, rates, accelerations) = short_way(name, steps=3, reach=0.02)
    plan = make_plan(mechanism)
    for mode in assembly_modes(plan):
        begun = plan.begun_at(mode.configuration)
        given = {"inputs": z, "input_rates": rates, "input_accelerations": accelerations}
        motion = solve(begun, **given, check="global")  # type: ignore[arg-type]
        assert isinstance(motion, SpatialMotion)
        assert left_open(motion)[0] < 1e-11
        for link in mechanism.moving_links:
            assert np.abs(motion.position(link)[0] - mode.pose(link)[:3]).max() < 1e-9
            assert np.abs(motion.orientation(link)[0] - turn_of(mode.pose(link)[3:])).max() < 1e-9


@pytest.mark.parametrize("name", FLAT)
def test_planar_groups_have_all_modes(name: str) -> None:
    flat, mechanism = raised(name)
    plan, modes = make_plan(mechanism), assembly_modes(mechanism)
    assert modes.complete
    assert len(modes) == len(assembly_modes(flat))
    ways = np.array([[0.0], [0.02]])
    for mode in plan.assembly_modes(plan.initial_inputs):
        solve(plan.begun_at(mode.configuration), inputs=plan.initial_inputs + ways, check="global")


def test_begun_at_in_the_plane() -> None:
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    ways = np.linspace(0.0, 0.3, 7)[:, None]
    for mode in plan.assembly_modes(plan.initial_inputs):
        begun = solve(plan.begun_at(mode.configuration), inputs=plan.initial_inputs + ways)
        other = solve(mode.mechanism, inputs=plan.initial_inputs + ways)
        for link in plan.links:
            assert np.abs(begun.pose(link) - other.pose(link)).max() < 1e-12


def test_searched_modes_have_no_name_in_files() -> None:
    mode = assembly_modes(load_mechanism("five_link"))[0]
    with pytest.raises(InputError, match=r"no name in \[initial\].*begun_at"):
        mode.mechanism  # noqa: B018


def seven_revolutes() -> tuple[Mechanism, Callable[[Floats], Floats], int, str]:
    """Six turns after the driven one lead back to ground: by products of turns alone."""
    mechanism = load_mechanism("seven_revolutes")
    lines = [
        (
            np.array(joint.axis) / np.linalg.norm(joint.axis),
            np.array(mechanism.link(joint.links[0]).points[joint.at[0]]),
        )
        for joint in mechanism.joints
    ]

    def left(angles: Floats) -> Floats:
        whole = np.eye(4)
        for (axis, point), angle in zip(lines[1:], angles, strict=True):
            whole = whole @ turned_about(axis, point, angle)
        return (whole - np.eye(4))[:3].ravel()

    def turned(angles: Floats) -> Floats:
        whole = np.eye(4)
        for (axis, point), angle in zip(lines[1:3], angles, strict=False):
            whole = whole @ turned_about(axis, point, angle)
        return np.asarray(whole[:3, :3])

    return mechanism, left, 6, turned, "b3"  # type: ignore[return-value]


def on_rods(name: str, link: str) -> tuple[Mechanism, Callable[[Floats], Floats], int, str]:
    """Lengths of rods and legs, and a driven coordinate, by the place and the rotation vector of a body."""
    mechanism = load_mechanism(name)
    body, ground = mechanism.link(link).points, mechanism.link(mechanism.ground).points
    inputs = mechanism.initial_inputs

    def left(pose: Floats) -> Floats:
        turn, found = turn_of(pose[3:]), []
        for joint in mechanism.joints:
            (one, at), (_, own) = joint.sites
            fixed, moving = (ground[at], body[own]) if one == mechanism.ground else (ground[own], body[at])
            found.append(np.linalg.norm(pose[:3] + turn @ moving - fixed) - np.linalg.norm(np.subtract(moving, fixed)))
        for driver in mechanism.drivers:
            if driver.kind == "distance":
                points = [each.split(".") for each in driver.points]
                (_, at), (_, own) = sorted(points, key=lambda each: each[0] != mechanism.ground)
                found.append(np.linalg.norm(pose[:3] + turn @ body[own] - ground[at]) - inputs[driver.name])
            else:
                at = body[driver.point.split(".")[1]]
                found.append((pose[:3] + turn @ at)["xyz".index(driver.axis)] - inputs[driver.name])
        return np.array(found)

    return mechanism, left, 6, lambda pose: turn_of(pose[3:]), link  # type: ignore[return-value]


SEARCHES = {
    "seven_revolutes": seven_revolutes,
    "five_link": lambda: on_rods("five_link", "carrier"),
    "gough_stewart": lambda: on_rods("gough_stewart", "platform"),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_another_search_finds_the_same(name: str) -> None:
    mechanism, left, unknowns, turned, link = SEARCHES[name]()  # type: ignore[misc]
    modes: AssemblyModes = assembly_modes(mechanism)
    known = [turn_of(mode.pose(link)[3:]) for mode in modes]
    seen = set()
    for start in strewn_angles(240, unknowns):
        found = least_squares(left, start, xtol=1e-14, ftol=1e-14, gtol=1e-14, max_nfev=60)
        if np.abs(found.fun).max() < 1e-10:
            apart = [np.abs(turned(found.x) - each).max() for each in known]
            assert min(apart) < 1e-6
            seen.add(int(np.argmin(apart)))
    assert len(seen) > len(modes) / 2


def test_search_of_a_body_that_no_joint_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The iteration for any group finds the modes of the platform that is written out."""
    from sgkin.groups.space import links_by_points

    wanted = assembly_modes(load_mechanism("gough_stewart"))
    monkeypatch.setattr(links_by_points, "place_platform", lambda *given: False)
    plan = make_plan(load_mechanism("gough_stewart"))
    assert newton.KERNEL in [element.kernel for element in plan.solvers if element is not None]
    found = assembly_modes(plan)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert np.abs(turn_of(one.pose("platform")[3:]) - turn_of(other.pose("platform")[3:])).max() < 1e-9


def test_range_of_a_searched_group() -> None:
    found = motion_range(load_mechanism("double_cardan"))
    assert len(found.circuits) == FOUND["double_cardan"]
    assert found.full_turn
    assert not found.complete


def test_what_can_move_on_its_own_is_no_mode() -> None:
    """Bricard's loop, folded, leaves links free to turn together."""
    modes = assembly_modes(load_mechanism("bricard"))
    assert len(modes) == 2
    assert modes.loose
