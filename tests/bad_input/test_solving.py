"""What `solve` is given wrongly is refused with a clear sentence, and nothing that was computed is lost."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    InitialConfigurationError,
    InputError,
    JointDriver,
    Link,
    LinkAngleDriver,
    MobilityError,
    MotionError,
    Outcome,
    OwnLaw,
    Units,
    UnsolvableError,
    Weld,
    load_mechanism,
    make_plan,
    solve,
)
from sgkin.errors import MotionLawError, SgkinError, UnknownNameError
from tests.bad_input.four_bar import four_bar

TIMES = np.linspace(0.0, 1.0, 21)


class TestTimesAndInputs:
    """Numbers of the wrong shape, or that are none."""

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ({"times": TIMES, "inputs": TIMES}, "give either times or inputs"),
            ({"times": TIMES, "input_rates": TIMES}, "with times the motion laws give the rates"),
            ({"times": TIMES, "input_accelerations": TIMES}, "with times the motion laws give the rates"),
            ({"input_rates": TIMES}, "give either times or inputs"),
            ({"inputs": TIMES, "input_accelerations": TIMES}, "input_accelerations need input_rates; give both"),
            ({"times": []}, "times has no steps; give at least one"),
            ({"inputs": []}, "inputs has no steps; give at least one"),
            ({"inputs": np.empty((0, 1))}, "inputs has no steps; give at least one"),
            ({"times": 0.5}, r"times has shape \(\), expected \(steps\)"),
            ({"times": [[0.0, 1.0]]}, r"times has shape \(1, 2\), expected \(steps\)"),
            ({"inputs": 0.5}, r"inputs has shape \(\), expected \(steps, 1\)"),
            ({"inputs": np.zeros((5, 2))}, r"inputs has shape \(5, 2\), expected \(steps, 1\)"),
            ({"inputs": np.zeros((5, 1, 1))}, r"inputs has shape \(5, 1, 1\), expected \(steps, 1\)"),
            ({"inputs": TIMES, "input_rates": TIMES[1:]}, r"input_rates has shape \(20, 1\), expected \(21, 1\)"),
            ({"inputs": TIMES, "input_rates": 1.0}, r"input_rates has shape \(\), expected \(21, 1\)"),
            (
                {"inputs": TIMES, "input_rates": TIMES, "input_accelerations": np.zeros((21, 3))},
                r"input_accelerations has shape \(21, 3\), expected \(21, 1\)",
            ),
            ({"times": [0.0, np.nan]}, r"times at \(1,\) is nan; every number must be finite"),
            ({"inputs": [0.0, 0.1, np.inf]}, r"inputs at \(2, 0\) is inf; every number must be finite"),
            ({"inputs": [0.0, 0.1], "input_rates": [np.nan, 1.0]}, r"input_rates at \(0, 0\) is nan"),
            ({"times": ["soon", "later"]}, "times must be an array of real numbers"),
            ({"inputs": [[0.0], [0.1, 0.2]]}, "inputs must be an array of real numbers"),
            ({"inputs": [0.1 + 1.0j]}, "inputs must be an array of real numbers"),
            ({"times": TIMES, "on_failure": "ignore"}, "on_failure is 'ignore'; use 'raise' or 'return'"),
        ],
    )
    def test_refused(self, arguments: dict[str, Any], sentence: str) -> None:
        with pytest.raises(InputError, match=sentence):
            solve(four_bar(), **arguments)

    def test_an_array_for_each_of_two_inputs(self) -> None:
        with pytest.raises(InputError, match=r"inputs has shape \(21,\), expected \(steps, 2\)"):
            solve(load_mechanism("five_bar_2dof"), inputs=TIMES)

    def test_what_was_given_is_not_changed(self) -> None:
        inputs = np.linspace(0.5, 1.0, 5)
        motion = solve(four_bar(), inputs=inputs)
        inputs[:] = 9.0
        np.testing.assert_array_equal(motion.inputs[:, 0], np.linspace(0.5, 1.0, 5))

    @pytest.mark.parametrize("inputs", [[0.1, 0.2], [np.nan], ["x"], "0.1", None])
    def test_a_single_configuration(self, inputs: Any) -> None:
        with pytest.raises(InputError):
            make_plan(four_bar()).evaluate(inputs)


class TestOutputs:
    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("couplr", "outputs: there is no moving link 'couplr'; did you mean 'coupler'"),
            ("ground", "outputs: there is no moving link 'ground'"),
            ("couplr.P", "outputs: there is no link 'couplr'"),
            ("coupler.Q", "outputs: there is no point of link 'coupler' named 'Q'; allowed: A, B, P"),
        ],
    )
    def test_unknown(self, name: str, sentence: str) -> None:
        with pytest.raises(UnknownNameError, match=sentence):
            solve(four_bar(), TIMES, outputs=["crank", name])

    @pytest.mark.parametrize("outputs", ["coupler", "coupler.P", [3], [None], 7])
    def test_not_a_list_of_names(self, outputs: Any) -> None:
        with pytest.raises(SgkinError, match="outputs"):
            solve(four_bar(), TIMES, outputs=outputs)


class TestOwnLaw:
    """A user's motion law that fails on the way, not yet at the start."""

    @staticmethod
    def driven_by(function: Any) -> None:
        solve(four_bar(JointDriver("motor", "O", OwnLaw(function))), TIMES)

    def test_raises(self) -> None:
        def law(t: float) -> tuple[float, float, float]:
            if t > 0.5:
                raise ZeroDivisionError("no more")
            return 0.5 + t, 1.0, 0.0

        with pytest.raises(MotionLawError, match=r"at t = 0.55 s raised ZeroDivisionError: no more") as caught:
            self.driven_by(law)
        assert caught.value.time == pytest.approx(0.55)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)

    @pytest.mark.parametrize("late", [(1.0, 0.0), 1.0, None, (1.0, np.nan, 0.0), ("a", "b", "c"), np.zeros((3, 2))])
    def test_returns_something_else(self, late: Any) -> None:
        with pytest.raises(MotionLawError, match=r"at t = 0.55 s returned .*, expected three") as caught:
            self.driven_by(lambda t: late if t > 0.5 else (0.5 + t, 1.0, 0.0))
        assert caught.value.time == pytest.approx(0.55)


@pytest.mark.parametrize("method", ["groups", "global-sparse", "global-dense"])
@pytest.mark.parametrize("progress", [3, "bar", True, [], lambda: None, lambda done: None, lambda done, of, more: None])
def test_what_cannot_tell_progress(progress: Any, method: str) -> None:
    with pytest.raises(
        InputError, match=r"progress is .*; give a function of two numbers, the steps done and all steps"
    ):
        solve(four_bar(), TIMES, progress=progress, method=method)


@pytest.mark.parametrize("progress", [print, lambda done, of, more=3: None, lambda *numbers: None, max])
def test_what_can_tell_progress(progress: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(four_bar(), TIMES, progress=progress).steps == len(TIMES)


def test_an_error_of_the_users_own_progress_is_theirs() -> None:
    def fails(done: int, of: int) -> None:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        solve(four_bar(), TIMES, progress=fails)


@pytest.mark.parametrize("name", ["method", "coordinates", "on_failure", "check"])
def test_a_choice_is_a_text(name: str) -> None:
    for value in (3, ["groups"], np.zeros(3)):
        with pytest.raises(InputError, match=f"^{name} is .*; use '"):
            solve(four_bar(), TIMES, **{name: value})  # type: ignore[arg-type]


class TestDrivers:
    """Mobility and drivers that do not match."""

    def test_too_few(self) -> None:
        with pytest.raises(
            MobilityError, match="mobility is 1 but 0 inputs are given; crank, coupler and rocker still move"
        ) as caught:
            make_plan(four_bar(drivers=[]))
        assert caught.value.mobility == 1
        assert set(caught.value.links) == {"crank", "coupler", "rocker"}
        assert caught.value.inputs == ()

    def test_too_few_of_two(self) -> None:
        five_bar = load_mechanism("five_bar_2dof")
        with pytest.raises(MobilityError) as caught:
            make_plan(type(five_bar)("one motor", five_bar.links, five_bar.joints, five_bar.drivers[:1]))
        assert caught.value.mobility == 2
        assert "crank1" not in caught.value.links
        assert caught.value.links

    def test_too_many(self) -> None:
        with pytest.raises(
            MobilityError, match=r"but 2 inputs are given; .*input second is in conflict with .*; take a driver away$"
        ) as caught:
            solve(four_bar(also=[JointDriver("second", "C", ConstantSpeed(1.0))]), TIMES)
        assert caught.value.mobility == 1
        assert caught.value.inputs == ("second",)

    def test_the_same_freedom_twice(self) -> None:
        with pytest.raises(MobilityError) as caught:
            solve(four_bar(also=[LinkAngleDriver("second", "crank", ConstantSpeed(1.0))]), TIMES)
        assert len(caught.value.inputs) == 1

    @pytest.mark.parametrize("name", ["cam_oscillating_follower", "cam_translating_knife_follower"])
    def test_higher_pair(self, name: str) -> None:
        with pytest.raises(UnsolvableError, match=r"the profiles at .* are not described") as caught:
            make_plan(load_mechanism(name))
        assert len(caught.value.joints) == 1


class TestInitialConfiguration:
    def test_lengths_that_cannot_close_say_by_how_much(self) -> None:
        """From the crank pin to C it is further than coupler and rocker reach."""
        short = [
            Link("coupler", {"A": (0, 0), "B": (0.01, 0), "P": (0.06, 0.03)}),
            Link("rocker", {"C": (0, 0), "B": (0.02, 0)}),
        ]
        with pytest.raises(InitialConfigurationError) as caught:
            make_plan(replace(four_bar(*short), units=Units("mm", "deg")))
        gap = np.hypot(0.1 - 0.04 * np.cos(0.5), 0.04 * np.sin(0.5)) - 0.03
        assert caught.value.gap == caught.value.residual == pytest.approx(gap, rel=1e-6)
        assert (caught.value.group, caught.value.joints, caught.value.angle) == ("RRR(coupler, rocker)", ("B",), 0.0)
        assert str(caught.value) == (
            "four_bar: the joints of RRR(coupler, rocker) do not close near the initial configuration at motor = "
            f"28.6479 deg: B is open by {1000 * gap:.3g} mm; change [initial], the inputs it belongs to, or the lengths"
        )

    def test_places_far_from_any_assembly(self) -> None:
        """The place of a pin is approximate; where it is far out the nearest assembly is meant, or it is refused."""
        far = four_bar(initial=InitialConfiguration(points={"B": (7.0, 40.0)}))
        motion = solve(far, TIMES)
        near = solve(four_bar(), TIMES)
        np.testing.assert_allclose(motion.pose("rocker"), near.pose("rocker"), rtol=0.0, atol=1e-12)

    def test_an_input_where_nothing_assembles(self) -> None:
        watt = load_mechanism("watt_straight_line")
        initial = InitialConfiguration(watt.initial.points, inputs={"motor": 1.4})
        with pytest.raises(InitialConfigurationError, match="do not close") as caught:
            make_plan(type(watt)("watt", watt.links, watt.joints, watt.drivers, initial=initial))
        assert caught.value.gap > 0.1

    def test_nothing_said(self) -> None:
        with pytest.raises(InitialConfigurationError, match="does not say which assembly of RRR") as caught:
            make_plan(four_bar(initial=InitialConfiguration()))
        assert set(caught.value.links) == {"coupler", "rocker"}

    @pytest.mark.parametrize("branch", [0, 2, -7])
    def test_branch_that_does_not_exist(self, branch: int) -> None:
        with pytest.raises(InitialConfigurationError, match=rf"branch {branch} of RRR.*: allowed are \+1, -1"):
            make_plan(four_bar(initial=InitialConfiguration(branches={"rocker": branch})))

    @pytest.mark.parametrize("method", ["groups", "global-sparse"])
    @pytest.mark.parametrize("branch", [1, -1])
    def test_two_branches_of_one_group(self, branch: int, method: str) -> None:
        initial = InitialConfiguration({"B": (0.13, 0.075)}, branches={"coupler": branch, "rocker": -branch})
        label, both = "RRR(coupler, rocker)", f"{branch:+d} ('coupler') and {-branch:+d} ('rocker')"
        sentence = re.escape(f"{label} cannot have branch {both} at once; name one of them")
        with pytest.raises(InitialConfigurationError, match=sentence) as caught:
            solve(four_bar(initial=initial), TIMES, method=method)
        assert caught.value.links == ("coupler", "rocker")

    def test_two_branches_of_welded_links(self) -> None:
        arm, weld = Link("arm", {"P": (0, 0)}), Weld("P", ("coupler", "arm"))
        initial = InitialConfiguration(branches={"coupler": 1, "arm": -1})
        with pytest.raises(InitialConfigurationError, match=r"branch \+1 \('coupler'\) and -1 \('arm'\) at once"):
            make_plan(four_bar(arm, weld, initial=initial))

    def test_one_branch_said_twice(self) -> None:
        both = InitialConfiguration(branches={"coupler": -1, "rocker": -1})
        once = InitialConfiguration(branches={"rocker": -1})
        found, expected = (make_plan(four_bar(initial=initial)).evaluate(0.5) for initial in (both, once))
        np.testing.assert_array_equal(found.poses, expected.poses)

    def test_branch_of_a_group_that_has_none(self) -> None:
        initial = InitialConfiguration({"B": (0.13, 0.075)}, branches={"crank": 1})
        with pytest.raises(InitialConfigurationError, match="branch 1 of 'crank': its group has no branches"):
            make_plan(four_bar(initial=initial))

    def test_branches_by_name_are_the_two_assemblies(self) -> None:
        heights = [
            solve(four_bar(initial=InitialConfiguration(branches={"rocker": branch})), [0.0]).position("rocker.B")[0, 1]
            for branch in (1, -1)
        ]
        assert heights[0] > 0.0 > heights[1]


class TestMotionError:
    """The motion so far is on the error."""

    @pytest.fixture
    def error(self) -> MotionError:
        with pytest.raises(MotionError) as caught:
            solve(load_mechanism("watt_straight_line"), np.linspace(0.0, 5.0, 101))
        return caught.value

    def test_steps_and_status(self, error: MotionError) -> None:
        assert error.outcome is Outcome.CANNOT_ASSEMBLE
        assert error.motion.steps == error.step == 73
        assert error.motion.status.shape == (101, 2)
        assert error.motion.outcome(group=1, step=73) is Outcome.CANNOT_ASSEMBLE
        assert error.motion.pose("coupler").shape == (73, 3)

    def test_sentence_has_names_and_numbers(self, error: MotionError) -> None:
        sentence = str(error)
        assert error.group == "RRR(coupler, arm2)"
        assert error.joints == ("B", "C", "D")
        for part in ("watt_straight_line", error.group, "motor = 44.1", "deg", "before step 73", "shorten the range"):
            assert part in sentence

    def test_first_step(self) -> None:
        with pytest.raises(MotionError, match="at the first step") as caught:
            solve(load_mechanism("watt_straight_line"), inputs=np.radians([80.0]))
        assert caught.value.motion.steps == 0
        assert caught.value.gap > 0.0

    def test_single_configuration(self) -> None:
        plan = make_plan(load_mechanism("watt_straight_line"))
        with pytest.raises(MotionError, match="open by") as caught:
            plan.evaluate(np.radians(80.0))
        a = 3.0 * np.array([np.cos(np.radians(80.0)), np.sin(np.radians(80.0))])
        assert caught.value.gap == pytest.approx(np.hypot(*(a - (6.0, 1.0))) - 4.0, abs=1e-12)

    def test_survives_pickling(self, error: MotionError) -> None:
        copy = pickle.loads(pickle.dumps(error))
        assert str(copy) == str(error)
        assert (copy.outcome, copy.group, copy.step, copy.inputs) == (
            error.outcome, error.group, error.step, error.inputs,
        )  # fmt: skip
        np.testing.assert_array_equal(copy.motion.pose("coupler"), error.motion.pose("coupler"))


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: make_plan(four_bar(drivers=[])),
        lambda: make_plan(load_mechanism("cam_oscillating_follower")),
        lambda: make_plan(four_bar(initial=InitialConfiguration())),
        lambda: solve(four_bar(), []),
        lambda: solve(four_bar(), TIMES, outputs=["nobody"]),
        lambda: solve(four_bar(JointDriver("motor", "O", OwnLaw(lambda t: (0.5, 1.0, 0.0)[: int(3 - t)]))), TIMES),
    ],
)
def test_errors_survive_pickling(attempt: Any) -> None:
    with pytest.raises(SgkinError) as caught:
        attempt()
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is type(caught.value)
    assert str(copy) == str(caught.value)
    assert vars(copy) == vars(caught.value)


def test_a_distance_is_not_negative() -> None:
    with pytest.raises(InputError, match=r"'cylinder' is a distance, but is -1\.2 m at step 1"):
        solve(load_mechanism("boom_by_distance"), inputs=[1.2, -1.2])


def test_inputs_too_far_to_be_followed() -> None:
    with pytest.raises(InputError, match="1000 turns at most can be followed"):
        solve(four_bar(), inputs=[1e9])


def test_a_name_is_not_a_mechanism() -> None:
    with pytest.raises(InputError, match="use load_mechanism"):
        solve("four_bar_crank_rocker", [0.0])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["landing_gear_by_piston", "planar_3RPR_driven_P"])
def test_groups_found_by_iteration_say_how_far_they_are_from_closing(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    far = plan.initial_inputs * (1.9 if name == "landing_gear_by_piston" else np.array([3.0, 1.0, 1.0]))
    with pytest.raises(MotionError, match="open by") as caught:
        solve(plan, inputs=np.linspace(plan.initial_inputs, far, 40))
    assert caught.value.gap > 0.0
