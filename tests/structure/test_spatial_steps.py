"""Second passes inside groups: points one after the other, orientations before positions."""

from __future__ import annotations

from sgkin import Group
from tests.structure.spatial_sketch import SpatialSketch, taken_apart

GROUND = -1
Joint = tuple[str, tuple[int, ...], tuple[int, ...]]


def only(sketch: SpatialSketch) -> Group:
    """The last group of a sketch, which must be sound."""
    structure, _ = taken_apart(sketch.topology())
    assert not structure.redundant, structure
    assert not structure.undetermined, structure
    return structure.groups[-1]


def names(group: Group) -> list[set[str]]:
    return [set(step.points) for step in group.points]


def check(group: Group) -> None:
    """Three conditions for each point, on it and on points before it or known; every point once."""
    seen = set[str]()
    for step in group.points:
        assert len(step.conditions) == 3 * len(step.points)
        assert not seen & set(step.points)
        seen |= set(step.points)
        for condition in step.conditions:
            assert condition.point in seen
            assert not condition.other or condition.other in seen or condition.kind == "sphere"


def platform(*ends: tuple[int, int]) -> SpatialSketch:
    """A body on six rods, from places of ground to places of its own."""
    return SpatialSketch(1, tuple(("SS", (GROUND, 0), (base, 20 + top)) for base, top in ends))


def test_rssr() -> None:
    """The rocker's ball on a circle and on a sphere."""
    joints: tuple[Joint, ...] = (("R", (GROUND, 0), (0,)), ("R", (GROUND, 1), (1,)), ("SS", (0, 1), (2, 3)))
    group = only(SpatialSketch(2, joints, (("angle", (GROUND, 0), 0, (0,)),)))
    assert group.signature == "R-(SS)"
    assert names(group) == [{"Q3"}]
    assert sorted((each.kind, each.by, each.other) for each in group.points[0].conditions) == [
        ("plane", "J1", ""),
        ("sphere", "J1", ""),
        ("sphere", "J2", "Q2"),
    ]
    check(group)


def wishbone(driven: str) -> SpatialSketch:
    """Lower arm 0, upper arm 1, carrier 2 and a tie rod; the lower arm or the height of the wheel driven."""
    joints: tuple[Joint, ...] = (
        ("R", (GROUND, 0), (0,)),
        ("R", (GROUND, 1), (1,)),
        ("S", (0, 2), (2,)),
        ("S", (1, 2), (3,)),
        ("SS", (GROUND, 2), (4, 5)),
    )
    if driven == "arm":
        return SpatialSketch(3, joints, (("angle", (GROUND, 0), 0, (0,)),))
    return SpatialSketch(3, joints, (("z", (GROUND, 2), -1, (6,)),))


def test_double_wishbone() -> None:
    """Two points, one after the other, if an arm is driven; all four at once if the height of the wheel is."""
    group = only(wishbone("arm"))
    assert group.signature == "S-(RS)-(SS)"
    assert names(group) == [{"Q3"}, {"Q5"}]
    check(group)
    group = only(wishbone("height"))
    assert names(group) == [{"Q2", "Q3", "Q5", "Q6"}]
    check(group)


def test_platforms() -> None:
    """3-2-1 comes apart into three points; 6-3 and 6-6 do not."""
    group = only(platform((0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)))
    assert names(group) == [{"Q21"}, {"Q22"}, {"Q23"}]
    check(group)
    group = only(platform((0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3)))
    assert names(group) == [{"Q21", "Q22", "Q23"}]
    group = only(platform(*((leg, leg) for leg in range(6))))
    assert names(group) == [{f"Q{20 + leg}" for leg in range(6)}]
    check(group)


def test_a_platform_of_driven_legs() -> None:
    """Barrel and rod of a driven telescope are one piece: its ball keeps a given distance from the cross.

    Three of them that meet at a ball are a group, whatever hangs on it.
    """
    legs = [(1 + 2 * leg, 2 + 2 * leg, leg) for leg in range(6)]
    joints: list[Joint] = [("U", (GROUND, barrel), (leg,)) for barrel, _, leg in legs]
    joints += [("P", (barrel, rod), (10 + leg,)) for barrel, rod, leg in legs]
    joints += [("S", (2, 4, 6, 0), (20,)), ("S", (8, 10, 0), (21,)), ("S", (12, 0), (22,))]
    inputs = tuple(("stroke", (barrel, rod), 6 + leg, (10 + leg,)) for barrel, rod, leg in legs)
    structure, _ = taken_apart(SpatialSketch(13, tuple(joints), inputs).topology())
    tripod, rest = structure.groups
    assert (len(tripod.links), len(rest.links)) == (6, 7)
    assert names(tripod) == [{"Q20"}]
    assert {each.by for each in tripod.points[0].conditions} == {"J0", "J1", "J2"}
    assert names(rest) == [{"Q21"}, {"Q22"}]
    check(tripod)


def test_tripod() -> None:
    """A ball of three rods alone, on a link that turns about it."""
    joints: tuple[Joint, ...] = tuple(("SS", (GROUND, 0), (leg, 9)) for leg in range(3))
    joints += (("SS", (GROUND, 0), (4, 10)), ("SS", (GROUND, 0), (5, 10)), ("SS", (GROUND, 0), (6, 11)))
    assert names(only(SpatialSketch(1, joints))) == [{"Q9"}, {"Q10"}, {"Q11"}]


def test_rccc() -> None:
    """Orientations from cones, positions from linear equations."""
    joints: tuple[Joint, ...] = (
        ("R", (GROUND, 0), (0,)),
        ("C", (0, 1), (1,)),
        ("C", (1, 2), (2,)),
        ("C", (GROUND, 2), (3,)),
    )
    group = only(SpatialSketch(3, joints, (("angle", (GROUND, 0), 0, (0,)),)))
    assert group.signature == "CCC"
    assert [(step.orientations, step.positions) for step in group.attitudes] == [(("L1", "L2"), ()), ((), ("L1", "L2"))]
    assert not group.points


def test_rsur_does_not_come_apart() -> None:
    joints: tuple[Joint, ...] = (
        ("R", (GROUND, 0), (0,)),
        ("S", (0, 1), (1,)),
        ("U", (1, 2), (2,)),
        ("R", (GROUND, 2), (3,)),
    )
    group = only(SpatialSketch(3, joints, (("angle", (GROUND, 0), 0, (0,)),)))
    assert group.signature == "RUS"
    assert not group.attitudes


def test_points_on_lines_and_planes() -> None:
    """A body of three points on three planes and a tripod of rods; the lines of two planes each."""
    joints: tuple[Joint, ...] = (
        ("L", (0, GROUND), (0,)),
        ("SS", (GROUND, 0), (1, 0)),
        ("F", (0, GROUND), (2,)),
        ("SS", (GROUND, 0), (3, 2)),
        ("F", (0, GROUND), (4,)),
    )
    group = only(SpatialSketch(1, joints))
    assert group.signature == "L-F-F-(SS)-(SS)"
    assert names(group) == [{"Q0"}, {"Q2"}, {"Q4"}]
    check(group)


def test_a_link_on_a_guide_keeps_its_directions() -> None:
    """The second point of a slider has its place by the first."""
    joints: tuple[Joint, ...] = (("P", (GROUND, 0), (0,)), ("SS", (GROUND, 0), (1, 2)))
    group = only(SpatialSketch(1, joints))
    assert group.signature == "P-(SS)"
    assert [each.kind for each in group.points[0].conditions].count("plane") == 2
