"""Masses and forces in pictures: where they are, and that springs reach from point to point in every configuration."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sgkin import (
    Actuator,
    JointFriction,
    Mass,
    Mechanism,
    OwnForce,
    PointForce,
    Spring,
    StateForce,
    Torque,
    load_mechanism,
    mechanism_names,
    solve,
)
from sgkin.drawing.drawing import limits
from sgkin.drawing.mechanism_drawing import draw_mechanism
from sgkin.drawing.motion_drawing import make_scene
from sgkin.drawing.shapes import Circle, Path
from sgkin.drawing.svg import moving_svg, still_svg
from sgkin.mathematics import moved
from sgkin.page.appearance import drawing_content
from tests.model.forces import FORCES

SLIDER = load_mechanism("slider_crank")
MOTION = solve(SLIDER, times=[0.0, 0.1, 0.2, 0.3])
LOADED = {"spring", "mass", "quarter", "force", "forcehead"}


def roles(mechanism: Any) -> set[str]:
    return {shape.role for shape in draw_mechanism(mechanism).shapes}


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_only_what_is_there_is_drawn(name: str) -> None:
    mechanism = load_mechanism(name)
    if not mechanism.masses and not mechanism.forces:
        assert not roles(mechanism) & LOADED
    else:
        bare = replace(mechanism, masses={}, forces=())
        kept = [shape for shape in draw_mechanism(mechanism, size=1.0).shapes if shape.role not in LOADED]
        assert set(draw_mechanism(bare, size=1.0).shapes) - set(kept) <= {
            shape for shape in draw_mechanism(bare, size=1.0).shapes if shape.role == "point"
        }


@pytest.mark.parametrize("kind", FORCES)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20)
@given(data=st.data())
def test_every_force_can_be_drawn(kind: str, data: Any) -> None:
    mechanism = replace(SLIDER, forces=[data.draw(FORCES[kind])])
    assert still_svg(make_scene(mechanism)).startswith("<svg")


def test_own_forces_are_not_called() -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError

    forces = [OwnForce("a", "rod.C.x", refuse), StateForce("b", ("rod.C.y", "B"), refuse)]
    assert {"force", "forcehead"} <= roles(replace(SLIDER, forces=forces))


def test_a_centre_of_mass_is_where_it_is() -> None:
    masses = {"rod": Mass(1.0, (0.5, 0.25), 0.0), "crank": Mass(0.0, (0.1, 0.0), 0.0)}
    found = [shape for shape in draw_mechanism(replace(SLIDER, masses=masses)).shapes if shape.role == "mass"]
    assert [(shape.frame, shape.centre) for shape in found if isinstance(shape, Circle)] == [("rod", (0.5, 0.25))]


@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_springs_reach_from_point_to_point(damping: float) -> None:
    spring = Spring("s", ("ground.A", "rod.C"), stiffness=1.0, free_length=1.0, damping=damping)
    drawn = solve(replace(SLIDER, forces=[spring]), times=[0.0, 0.1, 0.2, 0.3])
    scene = make_scene(drawn)
    for step in range(4):
        poses = scene.poses(step)
        ends = {
            moved(poses[link], drawn.mechanism.point(f"{link}.{point}")[1])
            for link, point in (("ground", "A"), ("rod", "C"))
        }
        lines = [shape for shape in scene.drawing.placed(poses) if shape.role == "spring" and isinstance(shape, Path)]
        reached = [point for line in lines for point in (line.points[0], line.points[-1])]
        for end in ends:
            assert any(end == pytest.approx(point, abs=1e-9) for point in reached)


def test_arrows_point_at_their_point_the_way_the_force_acts() -> None:
    poses = make_scene(SLIDER).poses()
    target = moved(poses["rod"], SLIDER.point("rod.C")[1])
    for sign in (1.0, -1.0):
        force = PointForce("load", "rod.C", law=sign * 3.0, direction=0.0)
        drawing = draw_mechanism(replace(SLIDER, forces=[force]))
        (head,) = (shape for shape in drawing.placed(poses) if shape.role == "forcehead")
        assert isinstance(head, Path)
        tip, *back = head.points
        assert sign * (tip[0] - back[0][0]) > 0.0
        assert sign * (target[0] - tip[0]) > 0.0
        assert tip[1] == pytest.approx(target[1])


def test_forces_turn_with_their_frame() -> None:
    force = PointForce("load", "rod.C", law=3.0, direction=0.0, frame="crank")
    mechanism = replace(SLIDER, forces=[force])
    drawing = draw_mechanism(mechanism)
    for step in range(4):
        poses = make_scene(MOTION).poses(step)
        assert drawing.frames(poses)["load.force"][2] == poses["crank"][2]
    frames = {frame["number"]: frame for frame in drawing_content(mechanism, drawing)["frames"]}
    assert [frame["axes"] for frame in frames.values()] == [0, 1, 2, 3, 1]


def test_the_end_of_a_spring_on_ground_has_a_support() -> None:
    """Also at a point that belongs to a guide, where nothing else is drawn."""
    trammel = load_mechanism("elliptic_trammel_slider_input")
    spring = Spring("s", ("ground.A", "bar.C"), stiffness=1.0, free_length=1.0)
    place = trammel.point("ground.A")[1]

    def pins(mechanism: Mechanism) -> list[Circle]:
        shapes = draw_mechanism(mechanism).shapes
        return [each for each in shapes if isinstance(each, Circle) and each.role == "pin" and each.frame == "ground"]

    assert place not in [each.centre for each in pins(trammel)]
    assert place in [each.centre for each in pins(replace(trammel, forces=[spring]))]


def test_moving_pictures_stretch() -> None:
    spring = Spring("s", ("ground.A", "rod.C"), stiffness=1.0, free_length=1.0)
    scene = make_scene(solve(replace(SLIDER, forces=[spring]), times=[0.0, 0.1, 0.2]))
    text = moving_svg(scene, range(3), 1.0)
    lengths = [scene.drawing.stretches(scene.poses(step))["s.force"] for step in range(3)]
    assert f'type="scale" values="{";".join(f"{length:.6g} 1" for length in lengths)}"' in text
    assert text.count('vector-effect="non-scaling-stroke"') == 1
    assert 'type="scale"' not in moving_svg(make_scene(MOTION), range(3), 1.0)


def signs(mechanism: Mechanism, poses: dict[str, Any]) -> list[Path]:
    """The lines of springs, dampers and friction in a picture."""
    drawing = draw_mechanism(
        mechanism, configurations={link: np.array([pose]) for link, pose in poses.items()}, size=0.05
    )
    return [each for each in drawing.placed(poses) if isinstance(each, Path) and each.role == "spring"]


@pytest.mark.parametrize(("joint", "link", "point"), [("A", "crank", "A"), ("B", "crank", "B"), ("D", "piston", "C")])
def test_friction_is_drawn_at_its_joint_in_every_configuration(joint: str, link: str, point: str) -> None:
    dry, viscous, both = (
        replace(SLIDER, forces=[JointFriction("f", joint, **given)])
        for given in ({"dry": 1.0, "speed": 0.1}, {"viscous": 1.0}, {"dry": 1.0, "speed": 0.1, "viscous": 1.0})
    )
    for step in range(4):
        poses = make_scene(MOTION).poses(step)
        x, y = moved(poses[link], SLIDER.point(f"{link}.{point}")[1])
        counts = [len(signs(mechanism, poses)) for mechanism in (dry, viscous, both)]
        assert counts[0] > 0
        assert counts[1] > 0
        assert counts[2] == counts[0] + counts[1]
        away = [hypot(px - x, py - y) for line in signs(both, poses) for px, py in line.points]
        assert max(away) < 0.05 * 7.0  # within some radii of the pin
    assert not signs(replace(SLIDER, forces=[JointFriction("f", joint)]), poses)


def foot(point: Any, start: Any, end: Any) -> Any:
    """The point of a straight line that is next to another point."""
    along = (end - start) / np.hypot(*(end - start))
    return start + np.clip((point - start) @ along, 0.0, np.hypot(*(end - start))) * along


@pytest.mark.parametrize(("name", "joint"), [("v_twin_engine", "D1"), ("v_twin_engine", "D2"), ("slider_crank", "D")])
def test_friction_in_a_guide_is_drawn_on_its_free_side(name: str, joint: str) -> None:
    engine = load_mechanism(name)
    poses = make_scene(engine).poses()
    lines = signs(replace(engine, forces=[JointFriction("f", joint, dry=1.0, speed=0.1)]), poses)
    surfaces = [each.points for each in draw_mechanism(engine, size=0.05).placed(poses) if each.role == "ground"]  # type: ignore[union-attr]
    link, place = engine.point(engine.joint(joint).points[1])
    block = np.array(moved(poses[link], place))
    drawn = np.array([place for line in lines for place in line.points]).mean(axis=0)
    below = min((foot(block, *np.array(each)) for each in surfaces), key=lambda each: float(np.hypot(*(each - block))))
    assert (drawn - block) @ (below - block) < 0.0


def test_forces_on_strokes_are_arrows_along_their_guide() -> None:
    poses = make_scene(SLIDER).poses()
    for sign in (1.0, -1.0):
        drawing = draw_mechanism(replace(SLIDER, forces=[Actuator("a", "D", sign)]))
        (head,) = (shape for shape in drawing.placed(poses) if shape.role == "forcehead")
        assert isinstance(head, Path)
        tip, *back = head.points
        assert sign * (tip[0] - back[0][0]) > 0.0


@pytest.mark.parametrize("gravity", [(0.0, -9.81), (0.0, 9.81), (-9.0, 3.0), (5.0, 5.0)])
def test_gravity_is_an_arrow_beside_the_mechanism(gravity: tuple[float, float]) -> None:
    weighed = replace(SLIDER, masses={"rod": Mass(1.0, (0.5, 0.0), 0.0)}, gravity=gravity)
    scene = make_scene(solve(weighed, times=[0.0, 0.1, 0.2, 0.3]))
    (head,) = (shape for shape in scene.drawing.shapes if shape.role == "forcehead")
    (line,) = (shape for shape in scene.drawing.shapes if shape.role == "force")
    assert isinstance(head, Path)
    assert isinstance(line, Path)
    along = np.array(head.points[0]) - np.array(line.points[0])
    np.testing.assert_allclose(along / np.hypot(*along), np.array(gravity) / np.hypot(*gravity), atol=1e-12)
    right = max(x for x, _ in (*head.points, *line.points))
    for step in range(4):
        others = [each for each in scene.drawing.placed(scene.poses(step)) if each.role not in ("force", "forcehead")]
        assert limits(others)[0][0] > right
    assert "force" not in roles(replace(weighed, gravity=(0.0, 0.0)))
    assert "force" not in roles(replace(weighed, masses={}))


def test_torques_are_drawn_at_their_pin_or_link() -> None:
    for force, link in ((Torque("t", -1.0, joint="A"), "ground"), (Torque("t", 1.0, link="rod"), "rod")):
        (aim,) = draw_mechanism(replace(SLIDER, forces=[force])).aims
        assert aim.link == link
