"""Masses and forces that cannot be: one clear sentence, from Python and from a file."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from sgkin import (
    Actuator,
    Damper,
    Elastic,
    Friction,
    JointFriction,
    Mass,
    MassError,
    Mechanism,
    MechanismError,
    Motor,
    OwnForce,
    OwnForceLaw,
    PointForce,
    RotationalSpring,
    Spring,
    StateForce,
    Torque,
    UniformBar,
    UniformDisc,
    UniformPolygon,
)
from sgkin.errors import DuplicateNameError, ForceError, FormError, NumberError, UnknownNameError
from sgkin.model.force_law import ElasticTable, TimeTable
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from tests.bad_input.four_bar import TEXT, four_bar
from tests.bad_input.test_fuzz import extreme, loaded, ordinary, others, places, words


def with_mass(make: Callable[[], Any], link: str = "crank") -> Callable[[], Mechanism]:
    return lambda: four_bar(masses={link: make()})


def with_force(make: Callable[[], Any]) -> Callable[[], Mechanism]:
    return lambda: four_bar(forces=[make()])


ENDS = ("ground.C", "coupler.P")
MISTAKES: dict[str, tuple[type[MechanismError], str, Callable[[], Any]]] = {
    "negative mass": (
        NumberError,
        "mass: mass: found -1, expected zero or a number above it",
        with_mass(lambda: Mass(-1, (0, 0), 0.0)),
    ),
    "negative inertia": (
        NumberError,
        "mass: inertia: found -0.1, expected zero or a number above it",
        with_mass(lambda: Mass(1, (0, 0), -0.1)),
    ),
    "no number": (NumberError, "mass: mass: found nan", with_mass(lambda: Mass(nan, (0, 0), 0.0))),
    "no centre": (FormError, "mass: centre: found 3, expected the name of a point", with_mass(lambda: Mass(1, 3, 0.0))),  # type: ignore[arg-type]
    "centre elsewhere": (
        UnknownNameError,
        "mass of 'crank': there is no point of this link named 'B'; allowed: O, A",
        with_mass(lambda: Mass(1, "B", 0.0)),
    ),
    "unknown link": (
        UnknownNameError,
        "masses: there is no link 'cranck'; did you mean 'crank'?",
        with_mass(lambda: Mass(1, "O", 0.0), "cranck"),
    ),
    "ground": (
        MassError,
        "'ground' is ground, which does not move; leave it out",
        with_mass(lambda: Mass(1, "O", 0.0), "ground"),
    ),
    "mass of a number": (FormError, "masses: crank: found 3, expected a mass such as", with_mass(lambda: 3)),
    "neither mass nor density": (
        FormError,
        "uniform bar: mass and density: found 'neither'",
        with_mass(lambda: UniformBar(("O", "A"))),
    ),
    "both": (
        FormError,
        "found 'both', expected one of the two",
        with_mass(lambda: UniformDisc("O", 1.0, mass=1, density=1)),
    ),
    "bar of three": (FormError, "uniform bar: ends", with_mass(lambda: UniformBar(("O", "A", "O"), mass=1))),
    "radius": (NumberError, "uniform disc: radius: found 0", with_mass(lambda: UniformDisc("O", 0, mass=1))),
    "flat polygon": (FormError, "uniform polygon: corners", with_mass(lambda: UniformPolygon(("O", "A"), mass=1))),
    "gravity": (FormError, "gravity: found 9.81, expected two components", lambda: four_bar(gravity=9.81)),
    "two of one name": (
        DuplicateNameError,
        "two forces are named 'a'",
        lambda: four_bar(forces=[Torque("a", 1.0, joint="O"), Damper("a", ENDS, 1.0)]),
    ),
    "no force": (FormError, "forces: found 3, expected a Force", with_force(lambda: 3)),
    "force that names nothing": (
        UnknownNameError,
        "force 'a': there is no joint 'Q'",
        with_force(lambda: Torque("a", 1.0, joint="Q")),
    ),
    "point that is none": (
        UnknownNameError,
        "force 'a': there is no point of link 'ground' named 'Z'",
        with_force(lambda: Damper("a", ("ground.Z", "coupler.P"), 1.0)),
    ),
    "one link": (
        ForceError,
        "force 'a': both points are of 'coupler'",
        with_force(lambda: Damper("a", ("coupler.A", "coupler.P"), 1.0)),
    ),
    "three points": (FormError, "force 'a': between", with_force(lambda: Damper("a", (*ENDS, "coupler.A"), 1.0))),
    "half a spring": (
        FormError,
        "stiffness and free_length: found 'one of them', expected both",
        with_force(lambda: Spring("a", ENDS, stiffness=1.0)),
    ),
    "no spring": (FormError, "stiffness and free_length: found 'neither'", with_force(lambda: Spring("a", ENDS))),
    "two springs": (
        FormError,
        "found 'a table too'",
        with_force(lambda: Spring("a", ENDS, 1.0, 1.0, lengths=(1, 2), forces=(1, 2))),
    ),
    "way": (
        FormError,
        "force 'a': acts: found 'pulls', expected 'both', 'pull' or 'push'",
        with_force(lambda: Spring("a", ENDS, 1.0, 1.0, acts="pulls")),
    ),
    "negative stiffness": (
        NumberError,
        "force 'a': stiffness: found -1",
        with_force(lambda: Spring("a", ENDS, -1, 1.0)),
    ),
    "table": (
        FormError,
        "force 'a': found '2 lengths and 1 forces', expected as many",
        with_force(lambda: Spring("a", ENDS, lengths=(1, 2), forces=(1,))),
    ),
    "falling table": (
        NumberError,
        "force 'a': speeds: found (2.0, 1.0), expected increasing speeds",
        with_force(lambda: Motor("a", "motor", (2, 1), (1, 1))),
    ),
    "force on ground": (
        ForceError,
        "force 'a': point 'ground.C' is of ground",
        with_force(lambda: PointForce("a", "ground.C", components=(1, 0))),
    ),
    "torque on ground": (
        ForceError,
        "force 'a': it acts on 'ground', which does not move",
        with_force(lambda: Torque("a", 1.0, link="ground")),
    ),
    "force of two kinds": (
        FormError,
        "found 'law, direction, components', expected either components, or",
        with_force(lambda: PointForce("a", "coupler.P", 1.0, 0.0, (1, 0))),
    ),
    "force of no kind": (
        FormError,
        "found 'nothing', expected either components",
        with_force(lambda: PointForce("a", "coupler.P")),
    ),
    "law without direction": (
        FormError,
        "found 'law', expected either components",
        with_force(lambda: PointForce("a", "coupler.P", 1.0)),
    ),
    "three components": (
        FormError,
        "components",
        with_force(lambda: PointForce("a", "coupler.P", components=(1, 2, 3))),
    ),  # type: ignore[arg-type]
    "frame": (
        UnknownNameError,
        "force 'a': frame: there is no link 'grund'",
        with_force(lambda: PointForce("a", "coupler.P", components=(1, 2), frame="grund")),
    ),
    "no way along a moving direction": (
        ForceError,
        "force 'a': its direction turns with 'crank'",
        with_force(lambda: PointForce("a", "coupler.P", Elastic(1.0), 0.0, frame="crank")),
    ),
    "torque of neither": (
        FormError,
        "force 'a': joint and link: found 'neither'",
        with_force(lambda: Torque("a", 1.0)),
    ),
    "torque of both": (FormError, "found 'both'", with_force(lambda: Torque("a", 1.0, joint="O", link="crank"))),
    "torque by a text": (
        FormError,
        "force 'a': law: found '5', expected a number, a motion law",
        with_force(lambda: Torque("a", "5", joint="O")),
    ),  # type: ignore[arg-type]
    "infinite torque": (NumberError, "force 'a': law: found inf", with_force(lambda: Torque("a", inf, joint="O"))),
    "input": (
        UnknownNameError,
        "force 'a': there is no input or joint 'moter'; did you mean 'motor'?",
        with_force(lambda: Actuator("a", "moter", 1.0)),
    ),
    "coordinate of four": (FormError, "force 'a': input", with_force(lambda: Actuator("a", ("a", "b", "c", "d"), 1.0))),
    "coordinate of ground": (
        FormError,
        "force 'a': found 'ground.theta', expected a coordinate of a link that moves",
        with_force(lambda: Actuator("a", "ground.theta", 1.0)),
    ),
    "distance in a link": (
        FormError,
        "the distance of these does not change",
        with_force(lambda: Actuator("a", ("coupler.A", "coupler.P"), 1.0)),
    ),
    "dry friction without speed": (
        FormError,
        "force 'a': speed: found None, expected the rate within which",
        with_force(lambda: JointFriction("a", "O", dry=1.0)),
    ),
    "friction without speed": (FormError, "friction: speed", lambda: Friction(dry=1.0)),
    "links elsewhere": (
        UnknownNameError,
        "force 'a': there is no link at joint 'O' named 'rocker'",
        with_force(lambda: RotationalSpring("a", "O", 1.0, links=("rocker", "crank"))),
    ),
    "no function": (
        FormError,
        "force 'a': function: found 3, expected a function",
        with_force(lambda: OwnForce("a", "motor", 3)),
    ),  # type: ignore[arg-type]
    "no functions": (FormError, "force 'a': function", with_force(lambda: StateForce("a", ("motor",), 3))),  # type: ignore[arg-type]
    "no coordinates": (
        FormError,
        "force 'a': on: found (), expected one or more",
        with_force(lambda: StateForce("a", (), lambda t, v, r: v)),
    ),
    "own law of nothing": (FormError, "own force law: found 3", lambda: OwnForceLaw(3)),  # type: ignore[arg-type]
    "empty table": (
        FormError,
        "time-table: found '0 times and 0 forces', expected as many forces as times, one",
        lambda: TimeTable((), ()),
    ),
    "short table": (FormError, "two or more", lambda: ElasticTable((1,), (1,))),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_in_python(name: str) -> None:
    error, sentence, make = MISTAKES[name]
    with pytest.raises(MechanismError) as caught:
        make()
    assert type(caught.value) is error
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


FILES = {
    '[masses]\ncrank = { mass = 1, bar = ["O", "A"], disc = "O" }': "crank: found 'bar, disc', expected one of them",
    '[masses]\ncrank = { mass = 1, centre = "O" }': "masses: crank: mass: found '1 kg without inertia', expected",
    "[masses]\ncrank = { mass = 1 }": "masses: crank: mass: found '1 kg without centre and inertia', expected",
    "[masses]\ncrank = { inertia = 1 }": "masses: crank: 'mass' is missing; add it",
    '[masses]\ncrank = { mass = 1, bar = ["O", "O"] }': "mass of 'crank': bar: found ('O', 'O'), expected two places",
    '[masses]\ncrank = { mass = 1, bar = ["O", "A"], inertia = 3 }': "masses: crank: there is no key 'inertia'",
    '[masses]\ncrank = { mass = 1, ends = ["O", "A"] }': "masses: crank: there is no key 'ends'",
    '[masses]\ncrank = { bar = ["O", "A"] }': "masses: crank: uniform bar: mass and density: found 'neither'",
    "[masses]\ncrank = 3": "masses: crank: found 3, expected a table",
    '[forces]\na = { joint = "O" }': "forces: a: 'kind' is missing",
    '[forces]\na = { kind = "spirng" }': "forces: a: there is no kind 'spirng'; did you mean 'spring'?",
    '[forces]\na = { kind = "own", on = "O" }': "forces: a: there is no kind 'own'",
    '[forces]\na = { kind = "torque", joint = "O" }': "forces: a: 'law' is missing",
    '[forces]\na = { kind = "torque", joint = "O", law = "harmonik" }': "forces: a: there is no law 'harmonik'",
    '[forces]\na = { kind = "torque", joint = "O", law = 3, speed = 2 }': "forces: a: there is no key 'speed'",
    '[forces]\na = { kind = "torque", joint = "O", law = true }': "forces: a: law: found True",
    '[forces]\na = { kind = "torque", jont = "O", law = "friction" }': "forces: a: there is no key 'jont'",
    '[forces]\na = { kind = "torque", joint = "O", law = "time-table", times = [0], file = "b.csv" }': "in a file",
    '[forces]\na = { kind = "damper", between = ["ground.C", "coupler.P"], damping = 1, law = 2 }': "no key 'law'",
    '[forces]\na = { kind = "motor", input = "moter", speeds = [0], torques = [1] }': "no input or joint 'moter'",
    '[forces]\na = { kind = "joint-friction", joint = "Q", viscous = 1 }': "force 'a': there is no joint 'Q'",
}


@pytest.mark.parametrize("text", FILES)
def test_in_a_file(text: str) -> None:
    with pytest.raises(MechanismError) as caught:
        parse_mechanism(f"{TEXT}\n{text}", Path("spoiled.toml"))
    assert str(caught.value).startswith("spoiled.toml: ")
    assert FILES[text] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["9.81", '"up"', "[0]", '[0, "a"]', "{}"])
def test_gravity_in_a_file(text: str) -> None:
    with pytest.raises(MechanismError, match=r"spoiled.toml: gravity: found .*, expected"):
        parse_mechanism(f"gravity = {text}\n{TEXT}", Path("spoiled.toml"))


SOUND = """
gravity = [0, -9810]
[masses]
crank   = { mass = 0.4, bar = ["O", "A"] }
coupler = { density = 2e-5, polygon = ["A", "B", "P"] }
rocker  = { mass = 0.6, centre = [40, 0], inertia = 350 }
[forces]
a = { kind = "spring", between = ["ground.C", "coupler.P"], stiffness = 2, free_length = 40, acts = "push" }
b = { kind = "spring", between = ["ground.O", "coupler.P"], lengths = [60, 80, 90], forces = [0, 5, 20] }
c = { kind = "rotational-spring", joint = "C", stiffness = 0.02, free_angle = 90, links = ["ground", "rocker"] }
d = { kind = "force", point = "coupler.P", components = [0, -50] }
e = { kind = "force", point = "coupler.P", direction = 30, frame = "coupler", law = 12 }
f = { kind = "torque", joint = "C", law = "harmonic", amplitude = 2, frequency = 5 }
g = { kind = "torque", link = "rocker", law = "time-table", times = [0, 1, 2], forces = [0, 3, 0] }
h = { kind = "motor", input = "motor", speeds = [0, 1800, 3600], torques = [4, 3, 0] }
i = { kind = "actuator", input = ["ground.C", "coupler.P"], law = "elastic", stiffness = 0.5, free = 45, damping = 1 }
j = { kind = "joint-friction", joint = "O", viscous = 1e-5, dry = 0.02, speed = 1 }
k = { kind = "actuator", input = "coupler.P.x", law = "elastic-table", values = [1, 2], forces = [3, 4], damping = 1 }
"""
DOCUMENT = tomllib.loads(TEXT) | tomllib.loads(SOUND)
SPOILED = ("gravity", "masses", "forces", "drivers")


@st.composite
def spoiled_documents(draw: st.DrawFn) -> dict[str, Any]:
    result = copy.deepcopy(DOCUMENT)
    known = st.sampled_from(sorted(words(result)))
    for _ in range(draw(st.integers(1, 3))):
        found = [place for place in places(result)[1:] if place[0] in SPOILED]
        *way, last = draw(st.sampled_from(found or [("title",)]))
        table: Any = result
        for key in way:
            table = table[key]
        match draw(st.sampled_from(["remove", "replace", "rename", "copy"])):
            case "remove":
                del table[last]
            case "replace":
                table[last] = draw(ordinary | extreme | others | known)
            case "rename" if isinstance(table, dict):
                table[draw(known)] = table.pop(last)
            case "copy" if isinstance(table, dict):
                table[draw(known)] = copy.deepcopy(table[last])
    return result


@pytest.mark.filterwarnings("ignore::sgkin.errors.GravityWarning")
@given(spoiled=spoiled_documents())
def test_a_spoiled_document_loads_or_is_refused(spoiled: dict[str, Any]) -> None:
    found = loaded(spoiled)
    if isinstance(found, MechanismError):
        assert str(found).startswith("spoiled.toml: ")
        assert "\n" not in str(found)
        return
    again = parse_mechanism(format_mechanism(found), Path("spoiled.toml"))
    assert [force.kind for force in again.forces] == [force.kind for force in found.forces]
    assert again.masses.keys() == found.masses.keys()
    assert str(found)


def test_the_sound_document() -> None:
    found = parse_mechanism(tomlkit.dumps(DOCUMENT), Path("sound.toml"))
    assert len(found.forces) == 11
    assert found.rigid_masses().keys() == set(found.moving_links)
    assert parse_mechanism(format_mechanism(found), Path("sound.toml")) == replace(found)
