"""Forces that motion and loads do not determine: redundant joints, singular positions, links that are held twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sgkin import (
    Joint,
    Link,
    Mechanism,
    Motion,
    PinInSlot,
    Prismatic,
    Reactions,
    Revolute,
    UndeterminedForceError,
    UniformBar,
    Weld,
    driving_forces,
    load_mechanism,
    reactions,
    solve,
)
from tests.dynamics import newton_euler as laws
from tests.dynamics.loaded import loaded
from tests.dynamics.motions import OVERCONSTRAINED, library_motion, some_motion

WHEELS = "coupled_wheels_three_parallel_cranks"


def parts_of(found: Reactions, motion: Motion) -> dict[str, np.ndarray]:
    """Every component of every joint's force that is determined, by its name."""
    return {
        f"{joint.name}.{link}.{part}": found.component(joint.name, link, part)
        for joint in motion.mechanism.joints
        for link in found.links(joint.name)
        for part in ("x", "y", "moment")
        if f"{joint.name}.{link}.{part}" not in found.undetermined
    }


def changed(mechanism: Mechanism, *joints: Joint) -> Mechanism:
    """The mechanism with other joints of the same names, or with more of them."""
    new = {joint.name: joint for joint in joints}
    every = {joint.name: joint for joint in mechanism.joints} | new
    return replace(mechanism, joints=list(every.values()))


@pytest.mark.parametrize("name", OVERCONSTRAINED)
def test_every_overconstrained_mechanism_names_what_is_missing(name: str) -> None:
    found = reactions(library_motion(name))
    assert found.undetermined
    for told in found.undetermined:
        joint, link, part = told.split(".")
        with pytest.raises(UndeterminedForceError, match=f"joint '{joint}' on '{link}'.*redundant") as caught:
            found.component(joint, link, part)
        assert told in caught.value.names
        assert len(caught.value.steps) == found.motion.steps


def test_what_is_determined_is_the_same_however_the_redundancy_is_released() -> None:
    """A slot instead of a pin leaves one way of carrying the load; different slots differ in nothing that is given."""
    wheels = loaded(load_mechanism(WHEELS))
    places = {"w3.B3": wheels.initial.points["B3"]}
    told = {name: place for name, place in wheels.initial.points.items() if name != "B3"}
    forces = [force for force in wheels.forces if getattr(force, "joint", "") != "B3"]
    wheels = replace(wheels, initial=replace(wheels.initial, points=told | places), forces=forces)
    found = reactions(motion := some_motion(wheels))
    given = parts_of(found, motion)
    others = []
    for angle in (0.3, 1.1):
        released = some_motion(changed(wheels, PinInSlot("B3", ("rod", "w3"), angle=angle)))
        others.append(parts_of(reactions(released), released))
        assert reactions(released).undetermined == ()
        np.testing.assert_allclose(driving_forces(released), driving_forces(motion), rtol=1e-9)
    largest = max(np.abs(values).max() for values in others[0].values())
    one, other = others
    for part in one:
        if part in given:
            np.testing.assert_allclose(given[part], one[part], rtol=0.0, atol=1e-9 * largest)
            np.testing.assert_allclose(one[part], other[part], rtol=0.0, atol=1e-9 * largest)
        else:
            assert np.abs(one[part] - other[part]).max() > 1e-6 * largest


def test_a_second_guide_leaves_the_forces_of_the_rod_determined() -> None:
    engine = loaded(load_mechanism("slider_crank"))
    guide = engine.joint("D")
    assert isinstance(guide, Prismatic)
    single, double = some_motion(engine), some_motion(changed(engine, replace(guide, name="E")))
    found, expected = reactions(double), reactions(single)
    ends = [f"{joint}.{link}.{part}" for joint in "DE" for link in ("ground", "piston") for part in ("moment", "y")]
    assert found.undetermined == tuple(sorted(ends))
    for joint, link in (("A", "crank"), ("B", "rod"), ("C", "piston"), ("motor", "crank")):
        np.testing.assert_allclose(found.at(joint, link), expected.at(joint, link), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.component("E", "piston", "x"), 0.0, atol=1e-9)
    assert found.determined("D", "piston").tolist() == [[True, False, False]] * double.steps
    np.testing.assert_allclose(found.shaking_force, expected.shaking_force, rtol=1e-12)


def test_a_change_point_gives_only_what_is_determined_there() -> None:
    parallelogram = loaded(load_mechanism("parallelogram"))
    angles = np.linspace(-0.02, 0.02, 9)
    motion = solve(parallelogram, times=_times(parallelogram, angles))
    found = reactions(motion)
    assert found.singular_steps == (4,)
    assert found.undetermined == ()
    with pytest.raises(UndeterminedForceError, match=r"at 1 step, first at step 4, where .* singular position"):
        found.at("B", "coupler")
    assert found.determined("B", "coupler")[:, 0].tolist() == [True] * 4 + [False] + [True] * 4
    with pytest.raises(UndeterminedForceError, match="pass coefficients=True to `solve`"):
        driving_forces(motion)
    torque = driving_forces(solve(parallelogram, times=_times(parallelogram, angles), coefficients=True), "motor")
    beside = np.delete(np.arange(9), 4)
    expected = np.polynomial.Polynomial.fit(angles[beside], torque[beside], 5)(0.0)
    np.testing.assert_allclose(torque[4], expected, rtol=1e-6)


def _times(mechanism: Mechanism, angles: np.ndarray) -> np.ndarray:
    z, rate, _ = mechanism.drivers[0].laws[0](0.0)
    return np.asarray((angles - z) / rate)


def triangle_of_bars() -> Mechanism:
    """A rocker of three bars, welded to each other in a ring, with one more welded to ground."""
    four_bar = load_mechanism("four_bar_crank_rocker")
    name = "rocker"
    points = dict(four_bar.link(name).points)
    extra = [Link("left", points), Link("right", points), Link("plate", {"A": (0.0, 0.0)})]
    pin = next(iter(points))
    ground_pin = next(iter(four_bar.link(four_bar.ground).points))
    welds = [
        Weld("W1", (name, "left"), (pin, pin)),
        Weld("W2", ("left", "right"), (pin, pin)),
        Weld("W3", ("right", name), (pin, pin)),
        Weld("W4", (four_bar.ground, "plate"), (ground_pin, "A")),
    ]
    return replace(four_bar, links=[*four_bar.links, *extra], joints=[*four_bar.joints, *welds])


def test_welds_in_a_ring_are_not_determined_and_a_single_one_is() -> None:
    motion = some_motion(loaded(triangle_of_bars()))
    found = reactions(motion)
    joints = {told.partition(".")[0] for told in found.undetermined}
    assert joints == {"W1", "W2", "W3"}
    plate = motion.mechanism.rigid_mass("plate")
    weight = -plate.mass * np.array(motion.mechanism.gravity)
    loads = [each for each in laws.loads(motion) if each.link == "plate"]
    np.testing.assert_allclose(
        found.at("W4", "plate"), weight - sum(each.force for each in loads), rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(driving_forces(motion), laws.by_coefficients(motion), rtol=1e-9)


def test_an_idle_roller_rests_on_its_carrier_with_a_moment() -> None:
    base = load_mechanism("quick_return_pin_in_slot")
    slot = next(joint for joint in base.joints if isinstance(joint, PinInSlot))
    crank, lever = slot.links
    roller = Link("roller", {"P": (0.0, 0.0)})
    mechanism = replace(
        base,
        links=[*base.links, roller],
        joints=[
            *(joint for joint in base.joints if joint != slot),
            Revolute("P", (crank, "roller"), (slot.at[0], "P")),
            replace(slot, links=("roller", lever), at=("P", slot.at[1])),
        ],
    )
    motion = some_motion(loaded(mechanism))
    found = reactions(motion)
    assert [spin.link for spin in motion.structure.spins] == ["roller"]
    assert found.undetermined == ()
    assert np.abs(found.moment("P", "roller")).max() > 1e-3
    assert laws.worst_of_newton_and_euler(motion, found) < 1e-9
    assert laws.worst_of_action_and_reaction(motion, found) < 1e-9


def test_a_pin_of_three_links_gives_each_what_the_pin_does_to_it() -> None:
    motion = library_motion("jansen_leg")
    found = reactions(motion)
    (pin, *_) = (joint for joint in motion.mechanism.joints if len(joint.links) > 2)
    total = sum(found.at(pin.name, link) for link in pin.links)
    np.testing.assert_allclose(total, 0.0, atol=1e-9 * np.abs(found.at(pin.name, pin.links[0])).max())
    assert set(found.links(pin.name)) == set(pin.links)


def test_masses_do_not_matter_at_rest_without_gravity() -> None:
    bar = UniformBar(("A", "B"), mass=1.0)
    engine = replace(loaded(load_mechanism("slider_crank")), gravity=(0.0, 0.0))
    motion = solve(replace(engine, masses={"crank": bar}, forces=[]), inputs=[0.4], input_rates=[0.0])
    assert not reactions(motion).at("B", "rod").any()
