"""A condition taken out of a sound mechanism sets links free, and exactly those are named."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sgkin import Structure, decompose, load_mechanism
from tests.structure import brute_force
from tests.structure.gluing import Glued, dyad, glue, random_mechanism, single
from tests.structure.sketch import GROUND, Sketch, mechanism, shuffled

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(0, 5)


def check(sketch: Sketch, random: Random) -> Structure:
    """The links named are those of the null space."""
    sketch, _ = shuffled(sketch, random)
    structure = decompose(mechanism(sketch))
    assert set(structure.undetermined) == {f"L{link}" for link in brute_force.loose_links(sketch)}
    assert structure.mobility == brute_force.mobility(sketch)
    assert not structure.redundant
    assert not structure.is_determined
    return structure


@given(SEEDS, SIZES)
def test_without_a_joint(seed: int, groups: int) -> None:
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    structure = check(sketch.without_joint(random.randrange(len(sketch.joints))), random)
    assert structure.mobility > len(structure.inputs)


@given(SEEDS, SIZES)
def test_without_an_input(seed: int, groups: int) -> None:
    random = Random(seed)
    sketch = random_mechanism(random, groups, many_pins=True).sketch
    structure = check(sketch.without_input(random.randrange(len(sketch.inputs))), random)
    assert structure.mobility == len(structure.inputs) + 1


@given(SEEDS, SIZES)
def test_only_what_hangs_on_it_becomes_loose(seed: int, groups: int) -> None:
    """Nothing but the group that lost an input, and the groups after it that hang on it."""
    random = Random(seed)
    glued = random_mechanism(random, groups, many_pins=True)
    lost = random.randrange(len(glued.sketch.inputs))
    structure = decompose(mechanism(glued.sketch.without_input(lost)))
    assert set(structure.undetermined) <= {f"L{link}" for link in hanging_on(glued, lost)}


def hanging_on(glued: Glued, lost: int) -> set[int]:
    affected: set[int] = set()
    for number, (inputs, needs) in enumerate(zip(glued.inputs, glued.needs, strict=True)):
        if lost in inputs or needs & affected:
            affected.add(number)
    return {link for number in affected for link in glued.groups[number]}


def test_a_mechanism_without_inputs_moves_altogether() -> None:
    sketch = glue([dyad("RRR"), dyad("RRP")], Random(1)).sketch
    structure = decompose(mechanism(sketch.without_input(0)))
    assert structure.mobility == 1
    assert structure.undetermined == structure.links[1:]


def test_a_guide_shields_what_hangs_on_an_angle() -> None:
    """A slider moved along by a loose carriage keeps its angle, and so does a gear that meshes with it."""
    carriage, gear = ("P", (-1, 0)), ("R", (-1, 1))
    mesh = ("G", (1, 0, -1))
    structure = decompose(mechanism(Sketch(2, (carriage, gear, mesh))))
    assert structure.mobility == 1
    assert structure.undetermined == ("L0",)


def test_idle_freedom() -> None:
    """A roller on a pin, held by nothing else but its contact, spins alone in the actual geometry only."""
    structure = decompose(load_mechanism("cam_roller_follower"))
    assert structure.undetermined == ("roller",)
    assert structure.idle == {"roller": 1}
    assert not decompose(mechanism(glue([single("R", "HP")], Random(1)).sketch)).idle


def test_idle_freedom_of_a_link_on_a_loose_one() -> None:
    """Two slots leave a link one freedom of its own, whether or not what it rests on is loose."""
    for crank, lever in ((0, 1), (1, 0)):
        joints = (("R", (GROUND, crank)), ("slot", (lever, crank)), ("slot", (lever, GROUND)))
        structure = decompose(mechanism(Sketch(2, joints)))
        assert structure.mobility == 2
        assert structure.undetermined == ("L0", "L1")
        assert structure.idle == {f"L{lever}": 1}
