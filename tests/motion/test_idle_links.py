"""Rollers, washers and wheels spin idly: they are left at rest, and all other links move as without them."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    InitialConfiguration,
    InitialConfigurationError,
    Joint,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    MobilityError,
    Motion,
    PinInCircularSlot,
    PinInSlot,
    Prismatic,
    Revolute,
    UnsolvableError,
    Weld,
    assembly_modes,
    compose_coefficients,
    decompose,
    load_mechanism,
    make_plan,
    mechanism_names,
    solve,
)
from sgkin.page.content import page_content
from sgkin.page.rows import constraint_rows, row_residuals
from sgkin.page.tracks import all_poses
from tests.fuzz.case import drawn
from tests.fuzz.strata.table import STRATA

MOVING = [
    name
    for name in mechanism_names("planar")
    if not load_mechanism(name).expected.structure_only and load_mechanism(name).drivers
]


def with_idle_links(mechanism: Mechanism, random: np.random.Generator) -> tuple[Mechanism, dict[str, str]]:
    """The mechanism with idle links of every kind that it has room for; on which links they rest."""
    links, joints, rests = list(mechanism.links), list(mechanism.joints), dict[str, str]()
    for number, joint in enumerate(mechanism.joints):
        if isinstance(joint, PinInSlot | PinInCircularSlot):
            roller = f"roller {number}"
            links.append(Link(roller, {"centre": (0.3, 0.1), "rim": (0.5, 0.1)}))
            joints.append(Revolute(f"axle {number}", (joint.links[0], roller), (joint.at[0], "centre")))
            joints[number] = replace(joint, links=(roller, joint.links[1]), at=("centre", joint.at[1]))
            rests[roller] = joint.links[0]
    driven = {driver.at_joint for driver in mechanism.drivers}
    pins = [number for number, joint in enumerate(mechanism.joints) if joint.letter == "R" and joint.name not in driven]
    for number in random.permutation(pins)[:2].tolist():
        pin = joints[number]
        for name in (f"washer {number}", f"second washer {number}"):
            links.append(Link(name, {"hole": (-0.2, 0.7)}))
            pin = Revolute(pin.name, (*pin.links, name), (*pin.at, "hole"))
            rests[name] = pin.links[0]
        joints[number] = pin
    carrier = links[int(random.integers(len(mechanism.links)))]
    if carrier.points:
        point = next(iter(carrier.points))
        links += [Link("wheel", {"hub": (0.0, 0.0)}), Link("peg", {"tip": (0.0, 0.0), "mark": (0.1, 0.0)})]
        joints.append(Revolute("hub", (carrier.name, "wheel"), (point, "hub")))
        for name, angle in (("first slot", 0.4), ("second slot", 1.9)):
            joints.append(PinInSlot(name, ("peg", carrier.name), ("tip", point), angle, 0.2))
        rests |= {"wheel": carrier.name, "peg": carrier.name}
    return replace(mechanism, links=links, joints=joints), rests


def solved(mechanism: Mechanism, **drive: object) -> Motion:
    return solve(mechanism, on_failure="return", **drive)  # type: ignore[arg-type]


def assert_moves_as_without(plain: Mechanism, seed: int, check: str | None = None, **drive: object) -> None:
    mechanism, rests = with_idle_links(plain, np.random.default_rng(seed))
    structure = decompose(mechanism)
    assert structure.is_determined
    assert {spin.link: spin.carrier for spin in structure.spins} == rests
    assert structure.mobility == decompose(plain).mobility + len(rests)
    before, after = solved(plain, **drive), solved(mechanism, check=check, **drive)
    assert before.steps == after.steps
    for link in plain.moving_links:
        scale = np.abs(before.pose(link)).max(axis=0) + mechanism.size * np.array([1.0, 1.0, 0.0]) + 1.0
        assert (np.abs(before.pose(link) - after.pose(link)) / scale).max() < 1e-11
    for link, carrier in rests.items():
        angle = after.pose(link)[:, 2] - after.pose(carrier)[:, 2]
        assert np.ptp(angle) < 1e-12 * (1.0 + np.abs(after.pose(carrier)[:, 2]).max())


@pytest.mark.parametrize("name", MOVING)
def test_library_mechanisms_with_idle_links(name: str) -> None:
    assert_moves_as_without(load_mechanism(name), 1, "global", times=np.linspace(0.0, 0.02, 7))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("stratum", ["anything", "slots, two inputs", "gears and racks"])
def test_random_mechanisms_with_idle_links(stratum: str, seed: int) -> None:
    case = drawn(STRATA[stratum], seed)
    assert_moves_as_without(case.mechanism, seed, inputs=case.drives[0].inputs)


def yoke(**others: object) -> Mechanism:
    """A crank with a roller in the slot of a yoke."""
    given: dict = {
        "links": [
            Link("ground", {"A": (0, 0), "D": (0, 0)}),
            Link("crank", {"A": (0, 0), "B": (0.04, 0)}),
            Link("roller", {"B": (0, 0), "rim": (0.006, 0)}),
            Link("yoke", {"D": (0, 0), "S": (0, 0)}),
        ],
        "joints": [
            Revolute("A", ("ground", "crank")),
            Revolute("B", ("crank", "roller")),
            PinInSlot("S", ("roller", "yoke"), ("B", "S"), angle=pi / 2),
            Prismatic("D", ("ground", "yoke")),
        ],
        "drivers": [JointDriver("motor", "A", ConstantSpeed(1.0, start=0.5))],
        "initial": InitialConfiguration(points={"yoke.S": (0.03, 0.0), "B": (0.035, 0.02)}, angles={"yoke": 0.0}),
    }
    return Mechanism("yoke", **(given | others))


def test_a_roller_is_told_and_left_at_rest() -> None:
    structure = decompose(yoke())
    assert structure.findings == ("roller spins idly about B and moves nothing else: it is left at rest on crank",)
    assert (structure.mobility, structure.idle, structure.undetermined) == (2, {"roller": 1}, ("roller",))
    assert structure.formula == "I(crank, roller) → P-HP(yoke)"
    motion = solve(yoke(), np.linspace(0.0, 6.0, 30), check="global", coefficients=True)
    np.testing.assert_allclose(
        motion.position("yoke.D")[:, 0], 0.04 * np.cos(motion.inputs[:, 0] % (2 * pi)), atol=1e-15
    )
    turned = motion.joint("B")
    np.testing.assert_allclose(turned.value, 0.0, atol=1e-12)
    assert turned.rate is not None
    assert turned.acceleration is not None
    assert not turned.rate.any()
    assert not turned.acceleration.any()


@pytest.mark.parametrize("method", ["groups", "global-sparse", "global-dense"])
@pytest.mark.parametrize("coordinates", ["mixed", "reference-point"])
def test_it_keeps_the_angle_that_is_stated(method: str, coordinates: str) -> None:
    given = yoke().initial
    mechanism = yoke(initial=replace(given, angles={**given.angles, "roller": 1.2}))
    motion = solve(mechanism, [0.0, 0.5, 1.0], method=method, coordinates=coordinates)
    np.testing.assert_allclose(motion.pose("roller")[:, 2], [1.2, 1.7, 2.2], rtol=1e-12)
    assert motion.mechanism is mechanism


def test_a_stated_angle_needs_one_of_what_carries_it() -> None:
    links = [*load_mechanism("four_bar_crank_rocker").links, Link("wheel", {"hub": (0, 0)})]
    bar = load_mechanism("four_bar_crank_rocker")
    joints = [*bar.joints, Revolute("hub", ("coupler", "wheel"), ("P", "hub"))]
    initial = InitialConfiguration(branches={"coupler": 1})
    assert make_plan(replace(bar, links=links, joints=joints, initial=initial)).structure.is_determined
    with pytest.raises(InitialConfigurationError, match="give both, or leave it out") as caught:
        make_plan(replace(bar, links=links, joints=joints, initial=replace(initial, angles={"wheel": 0.1})))
    assert caught.value.links == ("wheel", "coupler")


def test_the_page_solves_it() -> None:
    content = page_content(yoke(), 24)
    assert content["still"] == ""
    plan = make_plan(yoke())
    motion = solve(plan, inputs=np.linspace(0.5, 1.5, 5))
    rows = constraint_rows(plan.site.mechanism, plan.structure, all_poses(motion)[0], motion.inputs[0])
    assert len(rows) == len(content["rows"]) == 9
    assert np.abs(row_residuals(rows, all_poses(motion), motion.inputs)).max() < 1e-15


def test_modes_and_matrices_of_a_mechanism_with_a_roller() -> None:
    modes = assembly_modes(yoke())
    assert [mode.residual < 1e-12 for mode in modes] == [True]
    motion = solve(modes[0].mechanism, [0.0, 0.5])
    np.testing.assert_allclose(motion.pose("yoke")[:, 0], 0.04 * np.cos([0.5, 1.0]), atol=1e-15)
    plan = make_plan(yoke())
    K, L = compose_coefficients([plan.group_matrices(group, 0.7) for group in (0, 1)], plan.links, plan.input_names)
    found = plan.coefficients(0.7)
    np.testing.assert_allclose(K, found.K, atol=1e-15)
    np.testing.assert_allclose(L, found.L, atol=1e-15)


def test_a_roller_of_two_welded_links() -> None:
    more = [Link("tyre", {"B": (0, 0), "rim": (0.01, 0)})]
    mechanism = yoke(
        links=[*yoke().links, *more], joints=[*yoke().joints, Weld("fit", ("roller", "tyre"), ("B", "B"), 0.3)]
    )
    (spin,) = decompose(mechanism).spins
    assert (spin.links, spin.carrier) == (("roller", "tyre"), "crank")
    motion = solve(mechanism, [0.0, 1.0], check="global")
    np.testing.assert_allclose(motion.pose("tyre")[:, 2] - motion.pose("crank")[:, 2], 0.3, rtol=1e-12)


def test_a_pin_in_two_slots_of_two_links() -> None:
    """A peg where the slot of a crank crosses one of ground goes where they cross, and turns with the first."""
    mechanism = Mechanism(
        "crossing",
        links=[Link("ground", {"A": (0, 0)}), Link("crank", {"A": (0, 0)}), Link("peg", {"P": (0, 0), "m": (0.1, 0)})],
        joints=[
            Revolute("A", ("ground", "crank")),
            PinInSlot("S", ("peg", "crank"), ("P", "A")),
            PinInSlot("T", ("peg", "ground"), ("P", "A"), angle=pi / 2, offset=-0.5),
        ],
        drivers=[JointDriver("motor", "A", ConstantSpeed(1.0, start=0.3))],
        initial=InitialConfiguration(points={"peg.P": (0.5, 0.1)}, angles={"peg": 0.4}),
    )
    motion = solve(mechanism, [0.0, 0.5], check="global")
    np.testing.assert_allclose(
        motion.position("peg.P"), [[0.5, 0.5 * np.tan(0.3)], [0.5, 0.5 * np.tan(0.8)]], rtol=1e-12
    )
    np.testing.assert_allclose(motion.pose("peg")[:, 2], [0.4, 0.9], rtol=1e-12)


def without(mechanism: Mechanism, joint: str) -> list[Joint]:
    return [each for each in mechanism.joints if each.name != joint]


def test_a_link_whose_joint_was_forgotten_is_not_idle() -> None:
    bar = load_mechanism("four_bar_crank_rocker")
    with pytest.raises(MobilityError) as caught:
        make_plan(replace(bar, joints=without(bar, "C"), initial=InitialConfiguration()))
    assert caught.value.links == ("coupler", "rocker")
    assert str(caught.value).endswith(
        "; add a driver, or join or weld coupler, which hangs on B alone and rocker, which hangs on D alone"
    )


def test_nothing_is_idle_where_nothing_is_driven() -> None:
    wheel = Mechanism(
        "wheel", [Link("ground", {"A": (0, 0)}), Link("wheel", {"A": (0, 0)})], [Revolute("A", ("ground", "wheel"))]
    )
    with pytest.raises(MobilityError, match=r"wheel still moves with all inputs locked; add a driver$"):
        make_plan(wheel)


def test_a_driven_wheel_is_not_idle() -> None:
    driver = LinkAngleDriver("spin", "roller", ConstantSpeed(3.0, start=0.2))
    structure = decompose(yoke(drivers=[*yoke().drivers, driver]))
    assert (structure.spins, structure.is_determined) == ((), True)


def test_too_many_drivers_beside_a_roller() -> None:
    second = JointDriver("second", "D", ConstantSpeed(1.0))
    with pytest.raises(
        MobilityError, match=r"mobility is 2, 1 of it idle, but 2 inputs are given; .*; take a driver away$"
    ):
        make_plan(yoke(drivers=[*yoke().drivers, second]))


def test_a_roller_on_a_profile_needs_the_profile_and_no_driver() -> None:
    with pytest.raises(UnsolvableError, match="the profiles at K are not described"):
        make_plan(load_mechanism("cam_roller_follower"))
