"""Transmission angles: extremes by the law of cosines, pressure angles by velocities, and what cannot be asked."""

from __future__ import annotations

from dataclasses import replace
from math import acos, asin, pi

import numpy as np
import pytest

from sgkin import (
    InputError,
    Motion,
    SgkinError,
    all_transmission_angles,
    load_mechanism,
    solve,
    strokes,
    transmission_angle,
)
from sgkin.analysis.pose_vectors import velocity_direction
from sgkin.conditions.table import dot
from tests.analysis.four_bars import Lengths, within_turn
from tests.analysis.sliders import placed_four_bar, slider_crank, slotted_lever

TURN = np.linspace(0.2, 0.2 + 2.0 * pi, 46)


def crank_rocker(random: np.random.Generator) -> Lengths:
    """Ground, crank, coupler and rocker, of which the crank is the shortest and goes round."""
    a, p, q = random.uniform(0.2, 0.5), *random.uniform(0.8, 1.4, 2)
    longest = max(p, q) + random.uniform(0.0, 0.8) * (min(p, q) - a)
    g, b, c = random.permutation([p, q, longest])
    return g, a, b, c


@pytest.mark.parametrize("seed", range(12))
def test_four_bar_at_its_extremes(seed: int) -> None:
    random = np.random.default_rng(seed)
    lengths = g, a, b, c = crank_rocker(random)
    motion = solve(placed_four_bar(lengths, 1 if seed % 2 else -1), inputs=TURN, coefficients=True)
    found = transmission_angle(motion, "C")
    assert (found.transmitting, found.driven) == ("coupler", "rocker")
    wanted = {angle: acos((b * b + c * c - d * d) / (2.0 * b * c)) for angle, d in ((0.0, g - a), (pi, g + a))}
    assert len(found.between_extremes) == 2
    for extreme in found.between_extremes:
        angle = min(wanted, key=lambda each: abs(within_turn(extreme.at - each)))
        assert abs(within_turn(extreme.at - angle)) < 1e-10
        assert extreme.value == pytest.approx(wanted.pop(angle), abs=1e-10)
    assert found.between is not None
    np.testing.assert_allclose(np.sin(found.angle), np.sin(found.between), atol=1e-13)
    along = motion.position("coupler.C") - motion.position("coupler.B")
    moving = motion.velocity_coefficients("rocker.C")[:, :, 0]
    lengths_of = np.linalg.norm(along, axis=1) * np.linalg.norm(moving, axis=1)
    np.testing.assert_allclose(np.cos(found.pressure), np.abs(dot(along, moving)) / lengths_of, atol=1e-10)
    assert found.least.value <= found.angle.min() + 1e-14
    assert found.greatest.value >= found.angle.max() - 1e-14


@pytest.mark.parametrize(("r", "l", "e"), [(1.0, 3.0, 0.0), (0.7, 2.2, 0.4), (0.5, 1.9, -0.6)])
def test_slider_crank(r: float, l: float, e: float) -> None:  # noqa: E741
    found = transmission_angle(solve(slider_crank(r, l, e), inputs=TURN), "C")
    pressure = asin((r + abs(e)) / l)
    assert found.deviation == pytest.approx(pressure, abs=1e-10)
    assert found.greatest.value == pytest.approx(0.5 * pi - asin(max(abs(e) - r, 0.0) / l), abs=1e-10)
    worst = [0.5 * pi, 1.5 * pi] if e == 0.0 else [1.5 * pi if e > 0.0 else 0.5 * pi]
    assert min(abs(within_turn(found.least.at - each)) for each in worst) < 1e-10
    np.testing.assert_allclose(found.pressure, np.arcsin(np.abs(r * np.sin(TURN) - e) / l), atol=1e-13)
    assert found.between is None


def test_slot_beside_its_pivot() -> None:
    h = 0.3
    motion = solve(slotted_lever(1.0, 2.0, offset=h), inputs=TURN)
    found = transmission_angle(motion, "C")
    distance = np.linalg.norm(motion.position("crank.B") - motion.position("ground.D"), axis=1)
    np.testing.assert_allclose(np.sin(found.pressure), h / distance, atol=1e-12)
    assert found.deviation == pytest.approx(asin(h / 1.0), abs=1e-10)


@pytest.mark.parametrize(
    ("name", "joint"),
    [
        ("four_bar_crank_rocker", "C"),
        ("crank_shaper", "F"),
        ("crank_shaper", "C"),
        ("drag_link_press", "F"),
        ("jansen_leg", "V"),
        ("landing_gear_by_strut_angle", "E"),
        ("quick_return_pin_in_slot", "S"),
        ("rapson_slide", "C"),
        ("Watt_II_input_binary", "b2T2"),
        ("hydraulic_excavator_front", "bc_tip"),
    ],
)
def test_pressure_angle_by_velocities(name: str, joint: str) -> None:
    """The direction of motion by the velocity of the driven link, the line of force once more from the joints."""
    motion = solve(load_mechanism(name), coefficients=True)
    given = {"driven": "boom"} if joint == "bc_tip" else {}
    found = transmission_angle(motion, joint, **given)
    at = found.motion.mechanism.joint(joint)
    place = next(point for link, point in at.sites if link == found.transmitting)
    point = f"{found.transmitting}.{place}"
    velocity = _of_driven(motion, found.driven, motion.position(point))
    force = _line_from_joints(motion, found.transmitting, joint)
    moving = np.linalg.norm(velocity, axis=1) > 1e-6 * np.linalg.norm(velocity, axis=1).max()
    cosine = np.abs(dot(force, velocity)) / np.linalg.norm(force, axis=1) / np.linalg.norm(velocity, axis=1)
    np.testing.assert_allclose(np.sin(found.angle)[moving], cosine[moving], atol=1e-9)


def _of_driven(motion: Motion, link: str, places: np.ndarray) -> np.ndarray:
    """Velocities (n, 2) of a link at places."""
    pose, rate = motion.pose(link), motion.velocity(link)
    arm = places - pose[:, :2]
    return rate[:, :2] + rate[:, 2:] * np.stack([-arm[:, 1], arm[:, 0]], axis=1)


def _line_from_joints(motion: Motion, link: str, joint: str) -> np.ndarray:
    """Along the line of force of a link (n, 2): normal to its guide or slot, otherwise through the pins at its ends."""
    mechanism = motion.mechanism
    here = mechanism.joint(joint)
    others = [each for each in mechanism.joints if link in each.links and each.name != joint]
    guides = [each for each in (here, *others) if each.kind in ("prismatic", "pin-in-slot")]
    driven = {driver.at_joint for driver in mechanism.drivers}
    guides = [each for each in guides if each.name not in driven]
    if guides:
        guide = guides[0]
        number = 1 if guide.kind == "pin-in-slot" else 0
        angle = guide.angle if guide.kind == "pin-in-slot" else guide.angle[0]  # type: ignore[attr-defined]
        theta = motion.pose(guide.links[number])[:, 2] + angle
        return np.stack([-np.sin(theta), np.cos(theta)], axis=1)
    ends = [next(f"{name}.{point}" for name, point in here.sites if name == link)]
    far = others[0]
    if far.name in driven:
        barrel = next(name for name in far.links if name != link)
        far = next(each for each in mechanism.joints if barrel in each.links and each.name != far.name)
        link = barrel
    ends.append(next(f"{name}.{point}" for name, point in far.sites if name == link))
    return motion.position(ends[0]) - motion.position(ends[1])


def test_limit_of_the_velocity_where_it_vanishes() -> None:
    """Where a motion begins from rest, and at a dead centre, a pin still has the direction that it has beside them."""
    mechanism = placed_four_bar((1.0, 0.4, 1.1, 0.9))
    centres = [each.input for each in strokes(mechanism, "rocker").dead_centres]
    inputs = np.sort([*centres, *np.linspace(0.6, 6.0, 20)])
    rates = np.ones_like(inputs)
    rates[[3, 11]] = 0.0
    motion = solve(mechanism, inputs=inputs, input_rates=rates, input_accelerations=np.ones_like(inputs))
    speeds = np.linalg.norm(motion.velocity("rocker.C"), axis=1)
    assert (speeds < 1e-9 * speeds.max()).sum() == 4
    arm = motion.position("rocker.C") - motion.position("ground.D")
    along = velocity_direction(motion, "rocker", "rocker.C")
    np.testing.assert_allclose(dot(along, arm), 0.0, atol=1e-9)
    np.testing.assert_allclose(dot(along, along), 1.0, atol=1e-12)


def test_every_joint_of_the_library_answers_or_says_why() -> None:
    for name in ("andrews_squeezer", "welded_crank_slider", "robot_3RRR_by_pose", "planetary_ring_fixed"):
        motion = solve(load_mechanism(name))
        answered = {each.joint for each in all_transmission_angles(motion)}
        for joint in motion.mechanism.joints:
            if joint.name not in answered:
                with pytest.raises(SgkinError, match=joint.name):
                    transmission_angle(motion, joint.name)
        assert answered or name == "planetary_ring_fixed"


def test_several_inputs_without_times() -> None:
    mechanism = load_mechanism("robot_3RRR_by_pose")
    by_law = transmission_angle(solve(mechanism, np.linspace(0.0, 2.0, 41)), "B1")
    by_steps = transmission_angle(solve(mechanism, inputs=by_law.motion.inputs), "B1")
    np.testing.assert_allclose(by_steps.angle, by_law.angle, atol=1e-12)
    assert by_steps.least.value == pytest.approx(by_law.least.value, abs=1e-6)


def test_one_step_and_a_standing_input() -> None:
    mechanism = load_mechanism("four_bar_crank_rocker")
    for inputs in ([1.0], [1.0, 1.0, 1.0]):
        found = transmission_angle(solve(mechanism, inputs=inputs), "C")
        assert [each.kind for each in found.extremes] == ["constant"]
        assert found.least.value == pytest.approx(found.angle[0])


@pytest.mark.parametrize(
    ("name", "joint", "options", "sentence"),
    [
        ("four_bar_crank_rocker", "X", {}, "there is no joint 'X'"),
        ("four_bar_crank_rocker", "D", {}, "joint 'D' joins rocker to ground: no link is driven there; ask at C"),
        ("four_bar_crank_rocker", "B", {}, "motor drives it, so that its force has no fixed line"),
        ("four_bar_crank_rocker", "C", {"driven": "crank"}, "there is no moving link at joint 'C' named 'crank'"),
        ("four_bar_crank_rocker", "C", {"driven": "rocker", "transmitting": "rocker"}, "cannot drive itself"),
        ("crank_shaper", "E", {}, "say with through= at which of them the force comes in"),
        ("crank_shaper", "E", {"through": "X"}, "through: there is no joint of 'lever' named 'X'; allowed: C, D"),
        ("gear_pair", "M", {}, "teeth have a pressure angle of their own"),
        ("welded_crank_slider", "W", {}, "its links are one body"),
        ("five_bar_2dof", "C", {}, "equally near to the inputs at joint 'C'; say with driven="),
        (
            "landing_gear_by_piston",
            "stroke",
            {"driven": "piston"},
            "the guide 'stroke' is driven: it acts along itself",
        ),
        ("jansen_leg", "Y", {"driven": "crank"}, "say with transmitting= which is transmitting"),
        ("jansen_leg", "Y", {}, "say with transmitting= and driven= which two are meant"),
        ("oldham_coupling", "C", {}, "it has no other pin"),
    ],
)
def test_what_cannot_be_asked(name: str, joint: str, options: dict[str, str], sentence: str) -> None:
    motion = solve(load_mechanism(name), inputs=None)
    with pytest.raises(SgkinError) as caught:
        transmission_angle(motion, joint, **options)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_what_can_be_given() -> None:
    motion = solve(load_mechanism("crank_shaper"))
    assert transmission_angle(motion, "E", through="D").driven == "link"
    assert transmission_angle(motion, "E", driven="lever").transmitting == "link"
    two = solve(load_mechanism("five_bar_2dof"))
    one, other = (transmission_angle(two, "C", driven=link) for link in ("rod1", "rod2"))
    np.testing.assert_allclose(one.angle, other.angle, atol=1e-13)


def test_needs_a_motion() -> None:
    with pytest.raises(InputError, match="solve the mechanism first"):
        transmission_angle(load_mechanism("four_bar_crank_rocker"), "C")  # type: ignore[arg-type]


def test_order_of_links_does_not_matter() -> None:
    mechanism = load_mechanism("jansen_leg")
    turned = replace(mechanism, links=mechanism.links[::-1], joints=mechanism.joints[::-1])
    one, other = (transmission_angle(solve(each), "T") for each in (mechanism, turned))
    assert (one.transmitting, one.driven) == (other.transmitting, other.driven)
    assert one.least.value == pytest.approx(other.least.value, abs=1e-10)
