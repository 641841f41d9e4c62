"""Quality of groups: what it is for each dyad, zero at dead points and change points, and how far dead points are."""

from __future__ import annotations

from math import inf, pi

import numpy as np
import pytest

from sgkin import (
    InputError,
    SgkinError,
    dead_point_distance,
    group_quality,
    load_mechanism,
    make_plan,
    motion_range,
    solve,
    transmission_angle,
)
from sgkin.groups.registry import REGISTRY
from sgkin.sweep.group_matrices import scaled_jacobians
from tests.analysis.sliders import placed_four_bar, slider_crank, slotted_lever


@pytest.mark.parametrize(
    ("name", "joint", "group"),
    [
        ("four_bar_crank_rocker", "C", 1),
        ("slider_crank", "C", 1),
        ("rapson_slide", "C", 1),
        ("jansen_leg", "V", 2),
        ("slider_crank_piston_input", "B", 1),
    ],
)
def test_dyads_have_the_sine_of_the_transmission_angle(name: str, joint: str, group: int) -> None:
    motion = solve(load_mechanism(name))
    found, angle = group_quality(motion, group), transmission_angle(motion, joint)
    np.testing.assert_allclose(found.values, np.sin(angle.angle), atol=1e-12)
    assert found.least.value == pytest.approx(np.sin(angle.least.value), abs=1e-12)
    assert found.least.at == pytest.approx(angle.least.at, abs=1e-9) or len(found.extremes) > 2


def test_sliding_links() -> None:
    motion = solve(slotted_lever(1.0, 2.0, offset=0.3), inputs=np.linspace(0.3, 6.0, 21))
    found = group_quality(motion, 1)
    d = np.linalg.norm(motion.position("crank.B") - motion.position("ground.D"), axis=1)
    size = make_plan(motion.mechanism).size
    np.testing.assert_allclose(found.values, np.sqrt((d**2 - 0.09) / (d**2 + 0.01 * size**2)), atol=1e-12)
    assert group_quality(load_mechanism("scotch_yoke"), 1).extremes[0].kind == "constant"


@pytest.mark.parametrize("name", ["class_III_triad_on_crank", "landing_gear_by_piston", "planetary_ring_fixed"])
def test_reciprocal_condition_is_that_of_the_matrix_of_the_paper(name: str) -> None:
    """The matrices of all steps at once are those of single configurations, in which redundant rows are left out."""
    motion = solve(load_mechanism(name))
    plan, number = make_plan(motion.mechanism), len(motion.structure.groups) - 1
    poses = np.stack([motion.pose(link) for link in plan.links], axis=1)
    for step in (0, 100, 360):
        one = plan.group_matrices(number, motion.inputs[step], plan.evaluate(motion.inputs[step]))
        columns = np.tile([1.0, 1.0, 1.0 / plan.unit_length], one.Phi_phi.shape[1] // 3)
        wanted = one.Phi_phi * columns
        all_rows = scaled_jacobians(plan, number, poses[step : step + 1])[0]
        for row in wanted:
            assert (
                min(min(np.abs(each - row).max(), np.abs(each - plan.unit_length * row).max()) for each in all_rows)
                < 1e-9
            )
    found = group_quality(motion, number)
    assert 0.0 < found.least.value <= found.values.min() + 1e-13
    assert found.greatest.value <= 1.0


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_zero_where_motion_range_has_a_dead_point(sign: float) -> None:
    mechanism = placed_four_bar((1.0, 0.8, 0.4, 0.5))
    limits = [each for each in motion_range(mechanism).dead_points if each.value * sign > 0.0]
    first = min(limits, key=lambda each: abs(each.value))
    inputs = np.linspace(0.0, sign * 3.0, 100)
    quality = group_quality(solve(mechanism, inputs=inputs, on_failure="return"), 1)
    (zero,) = quality.zeros
    assert zero.is_end
    assert zero.value == quality.least.value == 0.0
    assert zero.at == pytest.approx(first.value, abs=1e-9)
    at = np.array([first.value * (1.0 - 1e-8)])
    near = group_quality(solve(mechanism, inputs=at), 1)
    assert 0.0 < near.values[0] < 1e-3


def test_zero_on_change_points() -> None:
    motion = solve(load_mechanism("parallelogram"))
    quality = group_quality(motion, 1)
    assert [each.at for each in quality.zeros] == pytest.approx([pi, 2.0 * pi], abs=1e-9)
    assert [each.value for each in quality.zeros] == [0.0, 0.0]
    minima = [each for each in quality.extremes if each.kind == "minimum"]
    from_there = group_quality(solve(load_mechanism("parallelogram"), inputs=np.linspace(0.0, 2.0 * pi, 50)), 1)
    assert {each.value for each in from_there.extremes if each.kind == "minimum"} == {0.0}
    assert [each.value for each in minima] == [0.0, 0.0]
    assert (quality.values == 0.0).sum() == (motion.status[:, 1] == 1).sum() > 0


def test_every_group_of_one_call() -> None:
    plan = make_plan(load_mechanism("stephenson_link_motion_fixed_cutoff"))
    found = group_quality(plan)
    assert [each.group for each in found] == list(plan.structure.groups)
    assert found[0].measure == "driven"
    for each in found:
        assert 0.0 <= each.least.value <= each.values.min() + 1e-12
        assert each.values.max() - 1e-12 <= each.greatest.value <= 1.0 + 1e-12


def test_no_extreme_is_missed() -> None:
    """Against a fine grid: beside each of its extremes there is one that was found, and no other."""
    motion = solve(load_mechanism("Stephenson_II_input_ternary"), coefficients=False)
    fine = np.linspace(motion.inputs.min(), motion.inputs.max(), 4001)
    found = group_quality(motion, 1)
    values = group_quality(solve(motion.mechanism, inputs=fine), 1).values
    turns = fine[1:-1][np.diff(values)[:-1] * np.diff(values)[1:] < 0.0]
    inner = [each.at for each in found.extremes if not each.is_end]
    assert len(turns) == len(inner)
    np.testing.assert_allclose(turns, inner, atol=2.0 * (fine[1] - fine[0]))


def test_distance_of_dead_points() -> None:
    mechanism = placed_four_bar((1.0, 0.8, 0.4, 0.5))
    (high,) = (each.value for each in motion_range(mechanism).dead_points if each.value > 0.0)
    motion = solve(mechanism, inputs=np.linspace(-0.1, 0.3, 5))
    found = dead_point_distance(motion)
    np.testing.assert_allclose(found.above, high - motion.inputs[:, 0], atol=1e-10)
    np.testing.assert_allclose(found.below, high + motion.inputs[:, 0], atol=1e-10)
    assert found.nearest == pytest.approx(high - 0.3, abs=1e-10)
    assert found.high is not None
    assert found.high.groups[0].label == "RRR(coupler, rocker)"
    whole = dead_point_distance(solve(mechanism, inputs=np.linspace(-0.1, 0.3, 5) + 0.0))
    assert dead_point_distance(mechanism).above[0] == pytest.approx(high, abs=1e-10)
    np.testing.assert_array_equal(whole.above, found.above)
    assert dead_point_distance(slider_crank(1.0, 3.0, 0.2)).nearest == inf
    assert dead_point_distance(load_mechanism("parallelogram")).nearest == inf


def test_distance_where_a_turn_is_cut_open() -> None:
    found = dead_point_distance(load_mechanism("chebyshev_straight_line"))
    low, high = (each.value for each in motion_range(load_mechanism("chebyshev_straight_line"))[3].limits)
    assert (found.low.value, found.high.value) == pytest.approx((low, high))  # type: ignore[union-attr]


def test_mechanical_advantage_by_name() -> None:
    motion = solve(load_mechanism("four_bar_crank_rocker"), coefficients=True)
    gain = motion.mechanical_advantage("rocker.theta")
    power = motion.velocity("rocker")[:, 2] * gain
    assert motion.input_rates is not None
    np.testing.assert_allclose(power, motion.input_rates[:, 0], rtol=1e-10)
    with pytest.raises(InputError, match="coefficients=True"):
        solve(load_mechanism("four_bar_crank_rocker")).mechanical_advantage("rocker.theta")


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="needs a motion, a mechanism or a plan"):
        group_quality(3)  # type: ignore[call-overload]
    with pytest.raises(InputError, match="give the number of one of the groups"):
        group_quality(load_mechanism("slider_crank"), 7)
    with pytest.raises(InputError, match="ask of a mechanism that begins at the step meant"):
        dead_point_distance(solve(load_mechanism("five_bar_2dof")))
    with pytest.raises(SgkinError, match="there is no input 'nothing'"):
        dead_point_distance(load_mechanism("slider_crank"), "nothing")


def test_zero_of_a_class_iii_group() -> None:
    mechanism = load_mechanism("uchida_stephenson_III")
    limit = dead_point_distance(mechanism).low
    (zero,) = group_quality(solve(mechanism, inputs=np.linspace(2.09, 1.5, 60), on_failure="return"), 1).zeros
    assert limit is not None
    assert zero.at == pytest.approx(limit.value, abs=1e-9)


@pytest.mark.parametrize("signature", sorted(REGISTRY))
def test_every_registered_group(signature: str) -> None:
    """Between 0 and 1, and nowhere beyond its extremes."""
    random = np.random.default_rng(7)
    mechanism = REGISTRY[signature].example(random)
    start = np.array(list(mechanism.initial_inputs.values()))
    path = start + np.linspace(0.0, 0.02, 5)[:, None]
    motion = solve(mechanism, inputs=path, on_failure="return")
    for each in group_quality(motion):
        assert 0.0 <= each.least.value <= each.values.min() + 1e-12
        assert each.values.max() - 1e-12 <= each.greatest.value <= 1.0 + 1e-12
