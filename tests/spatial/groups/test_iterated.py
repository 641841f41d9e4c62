"""Groups in space that are found by iteration: derivatives, single configurations, threads, addresses, whole turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sgkin import ConstantSpeed, JointDriver, Link, Mechanism, Screw, load_mechanism, make_plan, solve
from sgkin.kernels.continuity import NOT_FOUND
from sgkin.kernels.interface import SOLVED, coefficients
from sgkin.kernels.space import newton as kernel
from sgkin.plan.tape import Layout
from sgkin.sweep.divided_sweep import are_short
from tests.spatial.global_solver.running import scales
from tests.spatial.groups.cases import ITERATED, REDUNDANT, moved, short_way
from tests.spatial.groups.left_open import frames_of, left_open
from tests.spatial.witness.euler_parameters import Witness


@pytest.mark.parametrize("name", ITERATED)
def test_iterated(name: str) -> None:
    plan = make_plan(load_mechanism(name))
    assert plan.iterated.any()
    assert any("by iteration" in row for row in plan.table)


@pytest.mark.parametrize("name", ITERATED)
def test_everything_closes_over_a_cycle(name: str) -> None:
    motion = solve(load_mechanism(name))
    assert motion.is_complete
    position, rate, bend = left_open(motion)
    assert position < (1e-11 if name in REDUNDANT else 1e-12)  # their dimensions have twelve digits
    assert rate < 1e-12
    assert bend < 1e-12


@pytest.mark.parametrize("name", ITERATED)
def test_as_euler_parameters(name: str) -> None:
    mechanism, (z, rates, accelerations) = short_way(name, steps=3)
    found = frames_of(moved(mechanism, z, rates, accelerations))
    witness = Witness(mechanism).solve(z, rates, accelerations)
    unit = np.array([mechanism.size] * 3 + [1.0] * 3)
    assert np.abs(found.frames - witness.frames).max() < 1e-11 * max(mechanism.size, 1.0)
    for one, other, allowed in (
        (found.motions, witness.motions, 1e-11),
        (found.accelerations, witness.accelerations, 1e-10),
    ):
        assert np.abs((one - other) / unit).max() < allowed * np.abs(other / unit).max()


@pytest.mark.parametrize("name", ITERATED)
@pytest.mark.parametrize("steps", [3, 7, 121])
def test_as_the_whole_mechanism(name: str, steps: int) -> None:
    """Steps of half a cycle, of which most turn links far, and fine ones."""
    solve(load_mechanism(name), np.linspace(0.0, 1.0, steps), check="global")


@pytest.mark.parametrize("name", ITERATED)
def test_coefficients_are_differences(name: str) -> None:
    mechanism, (z, _, _) = short_way(name, steps=2)
    plan = make_plan(mechanism)
    unit, lengths = scales(mechanism), np.array([mechanism.size or 1.0] * 3 + [1.0] * 3)
    here = plan.coefficients(z[1])
    links = 6 * len(plan.links)
    each = np.resize(lengths, links)
    step = 1e-5
    for number, scale in enumerate(unit):
        change = np.zeros_like(unit)
        change[number] = step * scale
        ahead, behind = (plan.coefficients(z[1] + way * change, near=here.configuration) for way in (1.0, -1.0))
        turned = [
            part for start in range(0, links, 6) for part in range(start, start + 3)
        ]  # places; turns are in `left_open`
        K = (ahead.q - behind.q)[turned] / (2.0 * step * scale)
        assert np.abs((K - here.K[turned, number]) * scale / each[turned]).max() < 1e-8
        L = (ahead.K - behind.K)[:links] / (2.0 * step * scale)
        spin = here.K[:links].reshape(-1, 6, len(unit))[:, 3:]
        symmetric = here.L[:links, :, number].copy().reshape(-1, 6, len(unit))
        for other in range(len(unit)):  # ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ
            symmetric[:, 3:, other] += 0.5 * np.cross(spin[..., number], spin[..., other])
        difference = (L.reshape(-1, 6, len(unit)) - symmetric) * scale * unit / lengths[:, None]
        assert np.abs(difference).max() < 1e-7 * max(1.0, np.abs(symmetric).max())


@pytest.mark.parametrize("name", ITERATED)
def test_single_configurations_are_lanes(name: str) -> None:
    mechanism, (z, _, _) = short_way(name, steps=5)
    plan = make_plan(mechanism)
    motion = solve(plan, inputs=z, coefficients=True)
    swept = motion.coefficients()
    here = None
    for lane, inputs in enumerate(z):
        found = plan.coefficients(inputs, near=here)
        here = found.configuration
        for one, other in ((found.q, swept.q[lane]), (found.K, swept.K[lane]), (found.L, swept.L[lane])):
            assert np.abs(one - other).max() < 1e-11 * max(np.abs(other).max(), 1.0)


@pytest.mark.parametrize("name", ["bricard", "gough_stewart", "screw_jack"])
def test_by_address(name: str) -> None:
    mechanism, (z, _, _) = short_way(name, steps=9, reach=0.2)
    plan = make_plan(mechanism)
    compiled = plan.compiled()
    workspace = compiled.workspace()
    here = None
    for inputs in z:
        wanted = plan.coefficients(inputs, near=here)
        here = wanted.configuration
        q, K, L = np.empty_like(wanted.q), np.empty_like(wanted.K), np.empty_like(wanted.L)
        assert coefficients(compiled.block, workspace, inputs, q, K, L) == SOLVED
        for one, other in ((q, wanted.q), (K, wanted.K), (L, wanted.L)):
            assert np.abs(one - other).max() < 1e-11 * max(np.abs(other).max(), 1.0)


def test_in_threads() -> None:
    plan = make_plan(load_mechanism("seven_revolutes"))
    z = plan.initial_inputs + np.linspace(0.0, 0.4, 24)[:, None]
    alone = [plan.coefficients(inputs).L for inputs in z]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda inputs: plan.coefficients(inputs).L, z))
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)


def test_whole_turns_of_a_screw() -> None:
    mechanism = load_mechanism("screw_jack")
    plan = make_plan(mechanism)
    z = np.linspace(0.0, -50.0, 9)
    motion = moved(mechanism, z)
    rise = 6e-3 * z / (2.0 * np.pi)
    start = motion.position("nut.N")[0, 2]
    assert np.abs(motion.position("nut.N")[:, 2] - start + rise).max() < 1e-14
    assert np.abs(plan.evaluate(-50.0).poses[1, 2] + rise[-1]) < 1e-14
    assert np.abs(motion.joint("N").value + z).max() < 1e-12


@pytest.mark.parametrize("links", [("ground", "nut"), ("nut", "ground")])
def test_stroke_of_a_screw_goes_with_its_angle(links: tuple[str, str]) -> None:
    """By the pitch for every turn, whatever the angle is in the design position, seen from either link."""
    screw = Screw("H", links, at=("A", "A"), axis=(0.0, 0.0, 1.0), pitch=0.1, zero=0.7)
    places = [Link(name, {"A": (0.0, 0.0, 0.0)}) for name in ("ground", "nut")]
    mechanism = Mechanism("screw", places, [screw], [JointDriver("motor", "H", ConstantSpeed(1.0))], space="spatial")
    angles = np.linspace(0.7, 30.0, 5)
    motion = moved(mechanism, angles)
    lead, sign = 0.1 / (2.0 * np.pi), 1.0 if links[0] == "ground" else -1.0
    assert np.abs(motion.joint("H").value - angles).max() < 1e-13
    assert np.abs(motion.joint("H", of="stroke").value - lead * angles).max() < 1e-14
    assert np.abs(motion.position("nut")[:, 2] - sign * lead * (angles - 0.7)).max() < 1e-14


def test_whole_turns_of_gears() -> None:
    """The wheel goes half as far as the pinion, also where it is asked for at once."""
    mechanism = load_mechanism("bevel_gears")
    plan = make_plan(mechanism)
    motion = moved(mechanism, np.linspace(0.0, 50.0, 9))
    assert np.abs(motion.joint("B").value + 0.5 * motion.inputs[:, 0]).max() < 1e-12
    turn = plan.evaluate(49.0).poses[1, 5]
    assert abs(np.angle(np.exp(1j * (turn + 24.5)))) < 1e-12


def test_coarse_steps_are_divided() -> None:
    """In one step of a radian and a half the platform's group would be in doubt; it is what fine steps lead to."""
    mechanism = load_mechanism("seven_revolutes")
    start = mechanism.initial_inputs["motor"]
    fine = moved(mechanism, np.linspace(start, start + 1.5, 2000))
    coarse = moved(mechanism, np.array([start, start + 1.5]))
    assert not are_short(make_plan(mechanism), coarse.inputs)
    for link in mechanism.moving_links:
        assert np.abs(fine.orientation(link)[-1] - coarse.orientation(link)[-1]).max() < 1e-12


def test_a_lane_in_doubt_is_not_found() -> None:
    """The kernel itself refuses a lane that is far from the last one."""
    plan = make_plan(load_mechanism("seven_revolutes"))
    (group,) = plan.solved_groups
    tape = plan.tape((), None, watch=False, groups=[group])
    layout = Layout(tape, 1, 1)
    layout.set_inputs(plan.initial_inputs + 1.6)
    plan.run(tape, layout, plan.start.copy(), 1)
    assert layout.kept[tape.margins[group], 0] == NOT_FOUND


def test_memory_is_laid_out_as_it_is_counted() -> None:
    """The last number of the memory is used, and none behind it."""
    geometry = np.array([2.0, 3.0, 1.0, 4.0, 7.0, 5.0, 2.0, 16.0, 3.0, 1.0, 1e-11])
    memory = np.zeros(kernel.work_needed(geometry))
    _, _, jacobian, last, _ = kernel.layout(geometry, memory)
    assert jacobian + 7 * 5 == last
    assert last + 7 * 5 == len(memory)
