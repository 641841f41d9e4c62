"""Masses, gravity and forces in files: what is written is read again, in any units, as TOML and as JSON."""

from __future__ import annotations

import math
import warnings
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sgkin
from sgkin import (
    Free,
    InputError,
    Mechanism,
    MechanismError,
    OwnForce,
    OwnForceLaw,
    OwnLaw,
    StateForce,
    TimeTable,
    Torque,
    Units,
    load_mechanism,
    save_mechanism,
    solve,
)
from sgkin.model.dynamics_file import WRITABLE
from sgkin.model.force import FORCE_KINDS
from sgkin.model.mass import MASS_KINDS, STANDARD_GRAVITY
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from sgkin.model.quantity import ANGLES, LENGTHS
from tests.model.forces import FORCES, MASSES

SLIDER = load_mechanism("slider_crank")
units = st.builds(Units, st.sampled_from(list(LENGTHS)), st.sampled_from(list(ANGLES)))


def written_and_read(mechanism: Mechanism) -> Mechanism:
    return parse_mechanism(format_mechanism(mechanism), Path(f"{mechanism.name}.toml"))


def leaves(value: Any) -> Any:
    """The numbers and words in an object of the model."""
    if hasattr(value, "__dataclass_fields__"):
        return [leaves(getattr(value, entry.name)) for entry in fields(value) if entry.init]
    return [leaves(each) for each in value] if isinstance(value, tuple) else value


def assert_same(found: Any, expected: Any) -> None:
    """To the last digit, which a unit may take."""
    if isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-15, abs=1e-300)
    else:
        assert found == expected


def test_every_kind_is_here() -> None:
    assert set(FORCES) == set(WRITABLE)
    assert set(FORCE_KINDS) - set(WRITABLE) == {"own", "state"}
    assert set(MASSES) == set(MASS_KINDS)
    for kind in FORCE_KINDS.values():
        assert getattr(sgkin, kind.__name__) is kind


@pytest.mark.parametrize("kind", FORCES)
@given(data=st.data(), units=units)
def test_forces_are_read_as_written(kind: str, data: Any, units: Units) -> None:
    force = data.draw(FORCES[kind])
    mechanism = replace(SLIDER, forces=[force], units=units)
    found = written_and_read(mechanism)
    assert type(found.forces[0]) is type(force)
    assert_same(leaves(found.forces[0]), leaves(force))
    assert written_and_read(found).forces == found.forces
    assert str(found.forces[0].name) in str(mechanism)


@pytest.mark.parametrize("kind", MASSES)
@given(data=st.data(), units=units)
def test_masses_are_read_as_written(kind: str, data: Any, units: Units) -> None:
    mass = data.draw(MASSES[kind])
    found = written_and_read(replace(SLIDER, masses={"rod": mass}, units=units)).masses["rod"]
    assert type(found) is type(mass)
    assert_same(leaves(found), leaves(mass))


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_mechanism_with_all_of_it(ending: str, tmp_path: Path) -> None:
    mechanism = load_mechanism("andrews_squeezer")
    save_mechanism(replace(mechanism, gravity=STANDARD_GRAVITY), tmp_path / f"andrews.{ending}")
    found = load_mechanism(tmp_path / f"andrews.{ending}")
    assert found.masses == mechanism.masses
    assert found.forces == mechanism.forces
    assert found.gravity == STANDARD_GRAVITY
    assert '"down"' in (tmp_path / f"andrews.{ending}").read_text(encoding="utf-8")


IN_METRES = """
gravity = [0, -9.81]
units = {{ length = "m", angle = "rad" }}
[links]
ground  = {{ O = [0, 0], C = [0.1, 0] }}
crank   = {{ O = [0, 0], A = [0.04, 0] }}
coupler = {{ A = [0, 0], B = [0.12, 0] }}
rocker  = {{ C = [0, 0], B = [0.08, 0] }}
[joints]
O = {{ kind = "revolute", links = ["ground", "crank"] }}
A = {{ kind = "revolute", links = ["crank", "coupler"] }}
B = {{ kind = "revolute", links = ["coupler", "rocker"] }}
C = {{ kind = "revolute", links = ["ground", "rocker"] }}
[drivers]
motor = {{ joint = "O" }}
[masses]
crank = {{ mass = 2, centre = [0.02, 0], inertia = 0.003 }}
coupler = {{ density = 5, bar = ["A", "B"] }}
rocker = {{ density = 70, disc = "C", radius = 0.03 }}
[forces]
s = {{ kind = "spring", between = ["ground.O", "rocker.B"], stiffness = 2000, free_length = 0.1, damping = 30 }}
t = {{ kind = "spring", between = ["ground.O", "rocker.B"], lengths = [0.1, 0.2], forces = [0, 7] }}
r = {{ kind = "rotational-spring", joint = "C", stiffness = {a}, free_angle = {b}, damping = {a} }}
f = {{ kind = "joint-friction", joint = "O", viscous = {a}, dry = 2, speed = {b} }}
m = {{ kind = "motor", input = "motor", speeds = [0, {b}], torques = [5, 0] }}
e = {{ kind = "actuator", input = "motor", law = "elastic", stiffness = {a}, free = {b} }}
d = {{ kind = "actuator", input = ["ground.O", "rocker.B"], law = "elastic", stiffness = 2000, free = 0.1 }}
l = {{ kind = "force", point = "coupler.B", direction = {b}, law = "harmonic", amplitude = 3, frequency = 2 }}
[initial]
"coupler.A" = [0.04, 0]
B = [0.13, 0.075]
inputs = {{ motor = 0 }}
"""


def test_millimetres_and_degrees_mean_the_same() -> None:
    """Stiffness and damping are per length or angle of the file, inertia by its square, gravity in its length."""
    text = IN_METRES.format(a=1.0, b=0.5)
    turn = 180.0 / math.pi
    for metres, millimetres in (
        ("[0, -9.81]", "[0, -9810]"), ('"m"', '"mm"'), ('"rad"', '"deg"'), ("0.04", "40"), ("0.12,", "120,"),
        ("0.08", "80"), ("[0.1, 0] }", "[100, 0] }"), ("[0.02, 0]", "[20, 0]"), ("0.003", "3000"),
        ("density = 5", "density = 0.005"), ("density = 70", "density = 70e-6"), ("radius = 0.03", "radius = 30"),
        ("stiffness = 2000", "stiffness = 2"), ("free_length = 0.1", "free_length = 100"),
        ("damping = 30", "damping = 0.03"),
        ("[0.1, 0.2]", "[100, 200]"), ("free = 0.1", "free = 100"),
        ("[0.13, 0.075]", "[130, 75]"),
    ):  # fmt: skip
        assert metres in IN_METRES.format(a=1.0, b=0.5), metres
        text = text.replace(metres, millimetres)
    for key in ("stiffness", "damping", "viscous"):
        text = text.replace(f"{key} = 1.0", f"{key} = {1.0 / turn!r}")
    text = text.replace("0.5", repr(0.5 * turn))
    one = parse_mechanism(IN_METRES.format(a=1.0, b=0.5), Path("one.toml"))
    other = parse_mechanism(text, Path("one.toml"))
    assert other.gravity == pytest.approx(one.gravity)
    for link in one.moving_links:
        for found, expected in zip(other.rigid_mass(link), one.rigid_mass(link), strict=True):
            assert found == pytest.approx(expected)
    for name in "strfmedl":
        (found,), (expected,) = other.force(name).actions(other), one.force(name).actions(one)
        assert_near(leaves(found.coordinate), leaves(expected.coordinate))
        for t, value, rate in ((0.1, 0.3, -0.2), (0.7, 0.05, 0.4)):
            assert found.law(t, value, rate) == pytest.approx(expected.law(t, value, rate), rel=1e-12)


def assert_near(found: Any, expected: Any) -> None:
    if isinstance(expected, list):
        for one, other in zip(found, expected, strict=True):
            assert_near(one, other)
    else:
        assert found == (pytest.approx(expected) if isinstance(expected, float) else expected)


LOAD = '[forces]\nload = { kind = "torque", joint = "O", law = "time-table", file = "load.csv" }\n'


def with_load(folder: Path, content: str | None) -> Mechanism:
    text = IN_METRES.format(a=1.0, b=0.5)
    (folder / "press.toml").write_text(text.partition("[forces]")[0] + LOAD, encoding="utf-8")
    if content is not None:
        (folder / "load.csv").write_text(content, encoding="utf-8")
    return load_mechanism(folder / "press.toml")


@pytest.mark.parametrize(
    "content", ["time,torque\n0,1\n2.5,-3\n", "0,1\n2.5,-3", "# of the press\n\ntime, torque\n0, 1\n\n2.5, -3\n"]
)
def test_loads_from_a_csv_file(content: str, tmp_path: Path) -> None:
    mechanism = with_load(tmp_path, content)
    assert mechanism.force("load") == Torque("load", TimeTable((0.0, 2.5), (1.0, -3.0)), joint="O")
    other = tmp_path / "other"
    other.mkdir()
    save_mechanism(mechanism, other / "press.toml")
    assert load_mechanism(other / "press.toml").forces == mechanism.forces


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, r"load.csv', expected a CSV file of two columns that can be read \(No such file"),
        ("t,f\n0,1\n1\n", r"load.csv, line 3: found '1', expected two numbers"),
        ("0,1,2\n", r"load.csv, line 1: found '0,1,2', expected two numbers"),
        ("0,1\nx,y\n", r"load.csv, line 2: found 'x,y', expected two numbers"),
        ("0,1\n0,2\n", "expected increasing times"),
        ("0,nan\n", "found nan, expected a finite number"),
        ("", "found '0 times and 0 forces'"),
    ],
)
def test_a_csv_file_that_is_none(content: str | None, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(MechanismError, match=sentence) as caught:
        with_load(tmp_path, content)
    assert caught.value.file == tmp_path / "press.toml"


def test_functions_cannot_be_written() -> None:
    forces = [
        OwnForce("a", "motor", lambda t, value, rate: 0.0),
        StateForce("a", ("motor", "D"), lambda t, values, rates: values),
        Torque("a", OwnForceLaw(lambda t, value, rate: 0.0), joint="A"),
    ]
    for force in forces:
        mechanism = replace(SLIDER, forces=[force])
        with pytest.raises(MechanismError, match=r"force 'a': .* Python function, which a file cannot hold"):
            format_mechanism(mechanism)
        assert "a " in str(mechanism)


class TestFreeInputs:
    def test_measured_in_the_initial_configuration(self) -> None:
        mechanism = load_mechanism("four_bar_crank_rocker")
        placed = mechanism.driven_by("A")
        free = replace(
            placed, drivers=[replace(placed.drivers[0], law=Free())], initial=replace(placed.initial, inputs={})
        )
        assert free.free_inputs == free.input_names
        assert list(free.initial_inputs.values()) == pytest.approx(list(placed.initial_inputs.values()), abs=1e-12)
        again = written_and_read(free)
        assert again.drivers == free.drivers

    def test_as_stated(self) -> None:
        driver = SLIDER.drivers[0]
        free = replace(SLIDER, drivers=[replace(driver, law=Free(start=0.25))])
        assert free.initial_inputs == {driver.name: 0.25}
        stated = replace(free, initial=replace(free.initial, inputs={driver.name: 0.5}))
        assert stated.initial_inputs == {driver.name: 0.5}
        assert written_and_read(free).drivers == free.drivers
        assert "free" in str(free)

    def test_a_law_is_not_asked_for_what_is_stated(self) -> None:
        def refuse(t: float) -> tuple[float, float, float]:
            raise AssertionError

        driver = replace(SLIDER.drivers[0], law=OwnLaw(refuse))
        stated = replace(SLIDER.initial, inputs={driver.name: 0.5})
        assert replace(SLIDER, drivers=[driver], initial=stated).initial_inputs == {driver.name: 0.5}

    def test_solving_needs_inputs(self) -> None:
        name = SLIDER.drivers[0].name
        free = replace(SLIDER, drivers=[replace(SLIDER.drivers[0], law=Free(start=0.25))])
        with pytest.raises(InputError, match=f"{name} is free and has no motion law; give inputs, or simulate"):
            solve(free, times=[0.0, 1.0])
        assert solve(free, inputs=[[0.25], [0.3]]).inputs[:, 0].tolist() == [0.25, 0.3]
        held = free.at_rest()
        assert solve(held, times=[0.0, 1.0]).inputs[:, 0].tolist() == [0.25, 0.25]

    def test_where_nobody_knows(self) -> None:
        driver = SLIDER.drivers[0]
        free = replace(SLIDER, drivers=[replace(driver, law=Free())], initial=replace(SLIDER.initial, points={}))
        with pytest.raises(sgkin.InitialConfigurationError, match=r"state `start` of a free input"):
            free.initial_inputs  # noqa: B018


def test_gravity_is_no_warning_in_the_library() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load_mechanism("uchida_slider_crank").gravity == (0.0, -9.81)
