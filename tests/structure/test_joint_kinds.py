"""The joints beside pins and guides: what group they make, in the count and at their geometry."""

from __future__ import annotations

from math import pi

from sgkin import (
    ConstantSpeed,
    GearPair,
    HigherPair,
    Joint,
    JointDriver,
    Mechanism,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Structure,
    decompose,
)
from tests.structure.drawing import Place, draw, pins

CRANK = pins(A=(("ground", "crank"), (0.0, 0.0)))
MOTOR = JointDriver("motor", "A", ConstantSpeed(1.0))


def sound(mechanism: Mechanism) -> Structure:
    structure = decompose(mechanism)
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"
    assert structure.findings == ()
    return structure


def crank_with(*joints: tuple[Joint, Place], points: dict[str, Place] | None = None) -> Structure:
    return sound(draw([*CRANK, *joints], [MOTOR], points))


def signatures(structure: Structure) -> list[str]:
    return [group.signature for group in structure.groups]


def test_pin_in_slot() -> None:
    """A quick return without a block: the lever is a group of one link, with the slot as a binary link."""
    lever = pins(B=(("ground", "lever"), (0.0, -3.0)))
    structure = crank_with(*lever, (PinInSlot("S", ("crank", "lever"), angle=pi / 4), (1.0, 1.0)))
    assert signatures(structure) == ["R*", "R-HP"]
    assert (structure.groups[1].assur_class, structure.groups[1].order) == (2, 2)
    assert structure.groups[1].joints == ("B", "S")


def test_pin_in_slot_drawn_wrong() -> None:
    """A slot at right angles to the way of its pin cannot turn the lever."""
    lever = pins(B=(("ground", "lever"), (0.0, -3.0)))
    through_pivot = (PinInSlot("S", ("crank", "lever"), angle=pi / 2), (0.0, -1.0))
    structure = sound(draw([*CRANK, *lever, through_pivot], [MOTOR]))
    assert signatures(structure) == ["R*", "R-HP"]
    across = (PinInSlot("S", ("crank", "lever"), angle=0.0), (0.0, -1.0))
    check = decompose(draw([*CRANK, *lever, across], [MOTOR])).geometry
    assert check is not None
    assert check.verdict == "singular position"


SLOTS = [("S", 0.2, (1.0, 1.0)), ("T", 1.2, (2.0, 1.0)), ("U", 2.0, (1.5, 2.5))]


def test_a_link_held_by_nothing_but_slots() -> None:
    slots = [(PinInSlot(name, ("plate", "crank"), angle=angle), place) for name, angle, place in SLOTS]
    assert signatures(crank_with(*slots)) == ["R*", "HP-HP-HP"]


def test_rack_and_pinion() -> None:
    guide = (Prismatic("G", ("ground", "rack")), (0.0, -1.0))
    mesh = RackAndPinion("M", ("crank", "rack"), radius=1.0, at=("A", "M"))
    structure = crank_with(guide, (mesh, (0.0, -1.0)))
    assert signatures(structure) == ["R*", "P-G"]
    assert structure.groups[1].hangs_on == ("ground", "crank")


def test_rack_that_drives_a_pinion() -> None:
    guide = (Prismatic("G", ("ground", "rack")), (0.0, -1.0))
    mesh = RackAndPinion("M", ("pinion", "rack"), radius=1.0, at=("P", "M"))
    joints = [guide, (mesh, (0.0, -1.0)), *pins(P=(("ground", "pinion"), (0.0, 0.0)))]
    structure = sound(draw(joints, [JointDriver("cylinder", "G", ConstantSpeed(1.0))]))
    assert signatures(structure) == ["P*", "R-G"]


def test_gear_pair_on_a_fixed_carrier() -> None:
    gear = pins(B=(("ground", "gear"), (3.0, 0.0)))
    mesh = GearPair("M", ("crank", "gear"), carrier="ground", teeth=(20, 40))
    structure = crank_with(*gear, (mesh, (1.0, 0.0)))
    assert signatures(structure) == ["R*", "R-G"]
    assert (structure.groups[1].assur_class, structure.groups[1].order) == (2, 2)


def test_gear_on_a_moving_carrier() -> None:
    """The planet depends on its carrier and on the sun; the sun is ground here, the carrier driven."""
    planet = pins(B=(("crank", "planet"), (3.0, 0.0)))
    mesh = GearPair("M", ("planet", "ground"), carrier="crank", teeth=(20, 40))
    structure = crank_with(*planet, (mesh, (1.0, 0.0)))
    assert signatures(structure) == ["R*", "R-G"]
    assert structure.groups[1].hangs_on == ("ground", "crank")


def test_geared_five_bar() -> None:
    """Gears on the two cranks make the second crank follow the first; the rods are a dyad."""
    joints = [
        *pins(E=(("ground", "follower"), (4.0, 0.0)), B=(("crank", "rod1"), (-0.5, 1.2))),
        *pins(C=(("rod1", "rod2"), (1.0, 2.6)), D=(("rod2", "follower"), (4.6, 1.1))),
        (GearPair("M", ("crank", "follower"), carrier="ground", teeth=(20, 20)), (2.0, 0.0)),
    ]
    structure = crank_with(*joints)
    assert signatures(structure) == ["R*", "R-G", "RRR"]
    assert [group.links for group in structure.groups] == [("crank",), ("follower",), ("rod1", "rod2")]


def test_cam_and_follower() -> None:
    """The common normal is given in the first link."""
    follower = (Prismatic("G", ("ground", "follower"), angle=(pi / 2, pi / 2)), (0.0, 2.0))
    contact = HigherPair("K", ("crank", "follower"), angle=1.2)
    structure = crank_with(follower, (contact, (0.2, 1.0)))
    assert signatures(structure) == ["R*", "P-HP"]


def test_a_contact_that_cannot_push() -> None:
    """A flat face along the guide locks the cam and leaves the follower free, wherever it stands."""
    follower = (Prismatic("G", ("ground", "follower"), angle=(pi / 2, pi / 2)), (0.0, 2.0))
    contact = HigherPair("K", ("crank", "follower"), angle=0.0)
    structure = decompose(draw([*CRANK, follower, (contact, (0.2, 1.0))], [MOTOR]))
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility) == ("permanent redundancy", 1)
    assert structure.findings == (
        "mobility is 1 and 1 input is given, with conflicts; follower still moves with all inputs locked",
        "follower has 1 idle freedom that moves nothing else",
        "1 condition of input motor is in conflict with A, G and K",
        "special geometry: the inputs do not move every link, all along the motion",
    )
