"""The drawing of every mechanism of the library, and of joints and drivers that the library does not have."""

from __future__ import annotations

from functools import cache
from math import hypot, pi

import numpy as np
import pytest

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    Cycloidal,
    DistanceDriver,
    Driver,
    GearPair,
    InitialConfiguration,
    Joint,
    JointDriver,
    Link,
    LinkAngleDriver,
    Mechanism,
    PoseDriver,
    Prismatic,
    Revolute,
    Structure,
    Weld,
    decompose,
    load_mechanism,
    mechanism_names,
)
from sgkin.drawing.drawing import Drawing, limits
from sgkin.drawing.mechanism_drawing import PAINTING_ORDER, draw_mechanism, initial_configuration
from sgkin.drawing.shapes import Circle, Path, Rounded
from sgkin.drawing.style import COLOURS, LINES, PAPER, STYLES, contrast, fill_colour, group_colour
from sgkin.mathematics import Pose, moved


@cache
def drawn(name: str) -> tuple[Mechanism, dict[str, Pose], Structure, Drawing]:
    mechanism = load_mechanism(name)
    configurations, structure = initial_configuration(mechanism), decompose(mechanism)
    poses = {link: (float(p[0, 0]), float(p[0, 1]), float(p[0, 2])) for link, p in configurations.items()}
    return mechanism, poses, structure, draw_mechanism(mechanism, configurations, structure)


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_link_is_drawn_and_has_the_group_that_holds_it(name: str) -> None:
    mechanism, poses, structure, drawing = drawn(name)
    frames = {shape.frame for shape in drawing.shapes}
    assert set(mechanism.moving_links) <= frames
    assert set(drawing.frames(poses)) >= frames
    assert len(drawing.placed(poses)) == len(drawing.shapes)
    for number, group in enumerate(structure.groups):
        assert all(drawing.groups[str(link)] == number for link in group.links)
    assert drawing.ground not in drawing.groups
    assert drawing.titles == tuple(group.label for group in structure.groups)


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_a_pin_at_every_revolute_joint_and_a_body_round_every_point(name: str) -> None:
    mechanism, poses, _, drawing = drawn(name)
    pins = [shape.centre for shape in drawing.placed(poses) if isinstance(shape, Circle) and shape.role == "pin"]
    for joint in mechanism.joints:
        if isinstance(joint, Revolute):
            link, place = mechanism.point(joint.points[0])
            x, y = moved(poses[link], place)
            assert min(hypot(x - px, y - py) for px, py in pins) < 1e-6 * drawing.size
    bodies = {shape.frame: shape for shape in drawing.shapes if isinstance(shape, Rounded) and shape.role == "body"}
    for link, body in bodies.items():
        outline = np.array(body.outline())
        for x, y in mechanism.link(link).points.values():
            edges = np.roll(outline, -1, axis=0) - outline
            across = edges[:, 0] * (y - outline[:, 1]) - edges[:, 1] * (x - outline[:, 0])
            assert (across > 0.0).all()


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_signs_are_small_and_roles_are_known(name: str) -> None:
    _, poses, _, drawing = drawn(name)
    (left, right), (low, high) = limits(drawing.placed(poses))
    assert 0.004 < drawing.size / max(right - left, high - low) < 0.02
    roles = ["body" if shape.role == "slot" else shape.role for shape in drawing.shapes]
    ranks = [PAINTING_ORDER.index(role) for role in roles]
    assert ranks == sorted(ranks)
    assert set(STYLES) == set(PAINTING_ORDER)


def test_guides_reach_as_far_as_their_blocks_go() -> None:
    mechanism = load_mechanism("slider_crank")
    still = initial_configuration(mechanism)
    low, high = 2.0, 4.0
    along = {link: np.repeat(pose, 2, axis=0) for link, pose in still.items()}
    along["piston"][:, 0] = (low, high)
    guide = next(s for s in draw_mechanism(mechanism, along).shapes if isinstance(s, Path) and s.role == "guide")
    xs = [x for x, _ in guide.points]
    assert min(xs) < low < high < max(xs)


def test_gears_touch_in_their_pitch_point() -> None:
    mechanism, poses, _, drawing = drawn("gear_pair")
    circles = [shape for shape in drawing.placed(poses) if isinstance(shape, Circle) and shape.role == "pitch"]
    first, second = circles
    distance = hypot(first.centre[0] - second.centre[0], first.centre[1] - second.centre[1])
    assert first.radius + second.radius == pytest.approx(distance)
    gears = next(joint for joint in mechanism.joints if isinstance(joint, GearPair))
    radius = {circle.frame: circle.radius for circle in circles}
    one, other = gears.links
    assert radius[one] / radius[other] == pytest.approx(gears.teeth[0] / gears.teeth[1])


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_gears_and_bodies_are_filled_and_every_moving_gear_has_a_number(name: str) -> None:
    mechanism, _, _, drawing = drawn(name)
    gears = {shape.frame for shape in drawing.shapes if shape.role == "gear"}
    assert gears == {shape.frame for shape in drawing.shapes if shape.role == "pitch"}
    for shape in drawing.shapes:
        if shape.role in ("gear", "body", "rack"):
            assert fill_colour(shape.role, drawing.groups.get(shape.frame)) not in (None, PAPER)
    numbered = [label.frame for label in drawing.labels if label.role == "link"]
    assert len(numbered) == len(set(numbered))
    assert gears - {mechanism.ground} <= set(numbered)


def test_a_gear_with_teeth_inside_is_a_rim_round_the_others() -> None:
    mechanism, poses, _, drawing = drawn("planetary_ring_fixed")
    rim = next(shape for shape in drawing.placed(poses) if shape.role == "gear" and isinstance(shape, Path))
    assert rim.frame == mechanism.ground
    pitch = next(shape for shape in drawing.placed(poses) if shape.frame == rim.frame and isinstance(shape, Circle))
    distances = [hypot(x - pitch.centre[0], y - pitch.centre[1]) for x, y in rim.points]
    assert min(distances) == pytest.approx(pitch.radius)
    assert max(distances) > 1.02 * pitch.radius


def test_lines_can_be_seen_on_paper_and_on_every_group() -> None:
    grounds = [PAPER, *(str(fill_colour("body", number)) for number in range(len(COLOURS)))]
    assert min(contrast(line, ground) for line in LINES for ground in grounds) >= 3.0


def test_a_support_keeps_out_of_the_way_of_a_cylinder() -> None:
    """The upper leg of the robot hangs from its support, which stands above it."""
    _, poses, _, drawing = drawn("planar_3RPR_driven_P")
    supports = [shape for shape in drawing.placed(poses) if isinstance(shape, Path) and shape.role == "support"]
    highest = max(supports, key=lambda shape: shape.points[0][1])
    assert all(y > highest.points[0][1] for _, y in highest.points[1:])


def test_a_driven_distance_is_a_cylinder_between_its_points() -> None:
    _, poses, _, drawing = drawn("boom_by_distance")
    frames = drawing.frames(poses)
    barrel, rod = frames["cylinder.barrel"], frames["cylinder.rod"]
    assert barrel[:2] == pytest.approx((1.0, -0.5))
    assert rod[:2] == pytest.approx(moved(poses["boom"], (2.0, 0.1)))
    assert (barrel[2] - rod[2]) % (2 * pi) == pytest.approx(pi)
    assert drawing.groups["cylinder.barrel"] == drawing.groups["boom"]


ARM = [Link("ground", {"O": (0, 0)}), Link("arm", {"O": (0, 0), "A": (1, 0)})]
PIN = [Revolute("O", ("ground", "arm"))]


@pytest.mark.parametrize(
    "driver",
    [
        JointDriver("motor", "O", ConstantSpeed(-1.0)),
        LinkAngleDriver("motor", "arm", Cycloidal(start=0.5, rise=-1.0, duration=2.0)),
        CoordinateDriver("motor", "arm.A", "x", ConstantSpeed(-1.0, 0.5)),
        CoordinateDriver("motor", "arm.A", "y", ConstantSpeed(-1.0, 0.5)),
    ],
    ids=["joint", "link", "x", "y"],
)
def test_arrows_point_the_way_the_input_goes_at_first(driver: Driver) -> None:
    mechanism = Mechanism("arm", ARM, PIN, [driver], InitialConfiguration(angles={"arm": 0.5}))
    poses = {link: tuple(p[0]) for link, p in initial_configuration(mechanism).items()}
    shapes = draw_mechanism(mechanism).placed(poses)  # type: ignore[arg-type]
    line = next(shape for shape in shapes if isinstance(shape, Path) and shape.role == "arrow")
    head = next(shape for shape in shapes if isinstance(shape, Path) and shape.role == "arrowhead")
    (x, y), tip = line.points[0], head.points[0]
    if isinstance(driver, CoordinateDriver):
        assert (tip[0] - x if driver.axis == "x" else tip[1] - y) < 0.0
    else:
        assert tip[0] > x  # over the top, clockwise


def test_a_pose_has_three_arrows() -> None:
    links = [Link("ground", {}), Link("table", {"A": (0, 0), "B": (1, 0)})]
    laws = (ConstantSpeed(1.0), ConstantSpeed(1.0), ConstantSpeed(1.0))
    drawing = draw_mechanism(Mechanism("table", links, [], [PoseDriver("hand", "table", *laws)]))
    assert [shape.role for shape in drawing.shapes].count("arrowhead") == 3


def test_links_that_are_not_placed_are_left_out_of_the_picture() -> None:
    links = [*ARM, Link("rod", {"A": (0, 0), "B": (1, 0)})]
    mechanism = Mechanism(
        "open", links, [*PIN, Revolute("A", ("arm", "rod"))], [JointDriver("m", "O", ConstantSpeed(1))]
    )
    configurations = initial_configuration(mechanism)
    assert "rod" not in configurations
    drawing = draw_mechanism(mechanism)
    poses = {link: tuple(p[0]) for link, p in configurations.items()}
    assert {shape.frame for shape in drawing.placed(poses)} == {"ground", "arm"}  # type: ignore[arg-type]


def test_the_longer_of_two_sliding_links_is_the_guide() -> None:
    links = [*ARM, Link("block", {"S": (0, 0)}), Link("bar", {"O": (0, 0), "S": (2, 0)})]
    joints: list[Joint] = [
        *PIN,
        Weld("W", ("arm", "block"), at=("A", "S")),
        Revolute("P", ("ground", "bar"), at=("O", "O")),
    ]
    joints.append(Prismatic("S", ("block", "bar")))
    drawing = draw_mechanism(Mechanism("sleeve", links, joints, [JointDriver("m", "O", ConstantSpeed(1.0))]))
    assert {shape.frame for shape in drawing.shapes if shape.role == "block"} == {"block"}
    assert {shape.frame for shape in drawing.shapes if shape.role == "guide"} == {"bar"}
    assert {shape.frame for shape in drawing.shapes if shape.role == "weld"} == {"arm"}


def test_barrel_and_rod_of_a_driven_distance_have_frames_of_their_own() -> None:
    links = [Link("ground", {"O": (0, 0), "B": (1, -1)}), ARM[1]]
    driver = DistanceDriver("ram", ("ground.B", "arm.A"), ConstantSpeed(0.1, 1.2))
    drawing = draw_mechanism(Mechanism("ram", links, PIN, [driver], InitialConfiguration(angles={"arm": 0.2})))
    assert {aim.name for aim in drawing.aims} == {"ram.barrel", "ram.rod"}


def test_colours_repeat_and_grey_is_no_group() -> None:
    assert group_colour(0) == COLOURS[0] == group_colour(len(COLOURS))
    assert group_colour(None) not in COLOURS
    assert fill_colour("body", 0) != fill_colour("block", 0) == COLOURS[0]
    assert fill_colour("guide", 0) is None
