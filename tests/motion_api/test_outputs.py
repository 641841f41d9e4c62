"""Only what is asked for is kept, and asking for the rest says so."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import load_mechanism, make_plan, solve
from sgkin.errors import UnknownNameError

TIMES = np.linspace(0.0, 1.0, 37)


def test_all_links_by_default() -> None:
    jansen = load_mechanism("jansen_leg")
    assert solve(jansen, TIMES).outputs == jansen.moving_links


@pytest.mark.parametrize("outputs", [["foot_triangle.foot"], ["f", "c.V"], ["crank"], ["foot_triangle", "j.W", "k"]])
def test_what_is_kept_is_the_same_as_with_everything(outputs: list[str]) -> None:
    jansen = load_mechanism("jansen_leg")
    part, whole = solve(jansen, TIMES, outputs=outputs), solve(jansen, TIMES)
    assert part.outputs == tuple(outputs)
    for name in outputs:
        for read in ("position", "velocity", "acceleration"):
            np.testing.assert_allclose(getattr(part, read)(name), getattr(whole, read)(name), rtol=0.0, atol=1e-9)


def test_points_of_a_kept_link_can_be_read() -> None:
    jansen = load_mechanism("jansen_leg")
    part, whole = solve(jansen, TIMES, outputs=["foot_triangle"]), solve(jansen, TIMES)
    np.testing.assert_allclose(part.velocity("foot_triangle.foot"), whole.velocity("foot_triangle.foot"), atol=1e-10)


def test_what_was_not_kept_says_so() -> None:
    motion = solve(load_mechanism("jansen_leg"), TIMES, outputs=["f", "c.V"])
    with pytest.raises(UnknownNameError, match="no kept link 'c'"):
        motion.pose("c")
    with pytest.raises(UnknownNameError, match=r"no kept link or point 'foot_triangle\.foot'; allowed: f, c\.V"):
        motion.position("foot_triangle.foot")
    with pytest.raises(UnknownNameError, match=r"no kept link '(j|upper_triangle)'"):
        motion.joint("W")


def test_no_outputs_leave_the_status() -> None:
    motion = solve(load_mechanism("jansen_leg"), TIMES, outputs=[])
    assert motion.status.shape == motion.branches.shape == (37, 4)
    assert not motion.status.any()
    assert list(motion.to_mapping()) == ["time", "motor"]


def test_an_output_asked_for_twice_is_kept_once() -> None:
    motion = solve(load_mechanism("slider_crank"), TIMES, outputs=["crank", "crank"])
    assert len(motion.to_array().dtype.names) == len(motion.to_mapping())


def test_a_point_of_ground_does_not_move() -> None:
    motion = solve(load_mechanism("jansen_leg"), TIMES, outputs=["ground.Z"])
    np.testing.assert_array_equal(motion.position("ground.Z"), np.tile([0.38, 0.078], (37, 1)))
    np.testing.assert_array_equal(motion.velocity("ground.Z"), np.zeros((37, 2)))


def test_a_plan_is_used_again() -> None:
    jansen = load_mechanism("jansen_leg")
    plan = make_plan(jansen)
    first = solve(plan, TIMES)
    solve(plan, inputs=np.linspace(3.0, 1.0, 12), outputs=["k"])
    again = solve(plan, TIMES)
    for link in jansen.moving_links:
        np.testing.assert_array_equal(again.pose(link), first.pose(link))
        np.testing.assert_array_equal(again.acceleration(link), first.acceleration(link))


def test_a_plan_is_used_again_where_groups_are_iterated() -> None:
    plan = make_plan(load_mechanism("class_III_triad_on_crank"))
    first = solve(plan, TIMES)
    solve(plan, inputs=np.linspace(3.0, 1.0, 12))
    again = solve(plan, TIMES)
    np.testing.assert_array_equal(again.pose("platform"), first.pose("platform"))


def test_an_evaluation_is_a_step_of_a_motion() -> None:
    plan = make_plan(load_mechanism("jansen_leg"))
    angles = np.radians([95.0, 170.0, 250.0])
    motion = solve(plan, inputs=angles, input_rates=np.full(3, 2.0), input_accelerations=np.full(3, -1.0))
    step = None
    for number, angle in enumerate(angles):
        step = plan.evaluate(angle, 2.0, -1.0, near=step)
        for row, link in enumerate(step.links):
            np.testing.assert_allclose(step.pose(link), motion.pose(link)[number], rtol=0.0, atol=1e-13)
            np.testing.assert_allclose(step.velocities[row], motion.velocity(link)[number], rtol=0.0, atol=1e-12)
            np.testing.assert_allclose(step.accelerations[row], motion.acceleration(link)[number], rtol=0.0, atol=1e-11)
