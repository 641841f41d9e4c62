"""Parameters: every number of a mechanism can be named, computed, changed, written and read again."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import asdict, replace
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomlkit
from hypothesis import example, given
from hypothesis import strategies as st

from sgkin import (
    Mechanism,
    MechanismError,
    Parameter,
    Units,
    assembly_modes,
    compare_inputs,
    decompose,
    load_mechanism,
    mechanism_names,
    solve,
)
from sgkin.errors import ExpressionError, FormError, NumberError, ParameterError, UnknownKeyError, UnknownNameError
from sgkin.model.formulas import ARRAYS, numbers_of, with_numbers
from sgkin.model.mechanism_file import library_folder, parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from tests.model.expression_texts import HOSTILE, formulas, scraps
from tests.model.named_numbers import named

FOUR_BAR = """
units = { length = "mm", angle = "deg" }

[parameters]
phi  = { value = 10, bounds = [-180, 180] }
r1   = { value = 60, bounds = [5, 80] }
r2   = { value = 20, bounds = [5, 80], tolerance = 0.05 }
r3   = 70
half = "= r3 / 2"
n    = 30
m    = 2

[links]
ground  = { O = [0, 0], C = ["= r1*cos(phi)", "= r1*sin(phi)"] }
crank   = { O = [0, 0], A = ["= r2", 0] }
coupler = { A = [0, 0], B = ["= r3", 0], P = ["= half + 5", "= 60*cos(60)"] }
rocker  = { C = [0, 0], B = [90, 0] }

[joints]
O = { kind = "revolute", links = ["ground", "crank"] }
A = { kind = "revolute", links = ["crank", "coupler"] }
B = { kind = "revolute", links = ["coupler", "rocker"] }
C = { kind = "revolute", links = ["ground", "rocker"] }

[drivers]
motor = { joint = "O", law = "constant-speed", speed = "= 6*n", start = "= 30" }

[masses]
crank = { mass = "= m", centre = ["= r2/2", 0], inertia = "= m*r2**2/12" }

[forces]
spring = { kind = "spring", between = ["ground.O", "coupler.P"], stiffness = "= 50/r2", free_length = "= min(r1, r2)" }

[initial]
A = ["= r2*cos(30)", "= r2*sin(30)"]
B = [60, 80]
"""


def read(text: str) -> Mechanism:
    return parse_mechanism(text, Path("four_bar.toml"))


def test_expressions_stand_wherever_a_number_does() -> None:
    found = values(read(FOUR_BAR))
    expected = {
        "ground.C.x": 0.06 * cos(radians(10)),
        "ground.C.y": 0.06 * sin(radians(10)),
        "crank.A.x": 0.02,
        "coupler.P.x": 0.04,
        "coupler.P.y": 0.03,
        "drivers.motor.speed": radians(180),
        "drivers.motor.start": radians(30),
        "masses.crank.mass": 2.0,
        "masses.crank.centre.x": 0.01,
        "masses.crank.inertia": 2.0 * 0.0004 / 12,
        "forces.spring.stiffness": 50 / 0.02,
        "forces.spring.free_length": 0.02,
        "initial.A.y": 0.01,
    }
    assert {address: found[address] for address in expected} == pytest.approx(expected, rel=1e-14)


def test_what_parameters_measure_follows_from_their_places() -> None:
    found = {name: each.quantity for name, each in read(FOUR_BAR).parameters.items()}
    lengths = dict.fromkeys(("r1", "r2", "r3", "half"), "length")
    assert found == {"phi": "angle", "n": "angle", "m": "plain"} | lengths


def test_values_bounds_and_tolerances_are_in_si() -> None:
    found = read(FOUR_BAR).parameters
    assert found["r2"] == Parameter(0.02, (0.005, 0.08), 0.05 * 0.001, "length")
    assert found["phi"].bounds == pytest.approx((radians(-180), radians(180)))
    assert found["half"] == Parameter(0.035, quantity="length", expression="= r3 / 2")


@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_every_number_can_be_a_parameter_and_is_written_and_read_as_one(name: str) -> None:
    mechanism = load_mechanism(name)
    bare = replace(mechanism, parameters={}, expressions={})
    found = parse_mechanism(format_mechanism(named(bare)), Path(f"{name}.toml"))
    assert found == named(bare)
    assert replace(found, parameters={}, expressions={}) == bare
    assert {each.quantity for each in found.parameters.values()} >= {"length"}


@pytest.mark.filterwarnings("ignore::sgkin.errors.GravityWarning")
@pytest.mark.parametrize("name", mechanism_names("planar"))
def test_a_parameter_changes_what_its_address_changes(name: str) -> None:
    mechanism = replace(load_mechanism(name), parameters={}, expressions={})
    parametric = named(mechanism)
    for number, (address, each) in list(enumerate(mechanism.numbers.items()))[:: max(len(mechanism.numbers) // 5, 1)]:
        value = 1.01 * each.value + 0.001
        try:
            changed = mechanism.with_parameters({address: value})
        except MechanismError as error:
            with pytest.raises(type(error)):
                parametric.with_parameters({f"p{number}": value})
            continue
        assert changed.numbers[address].value == value
        assert {other for other, was in mechanism.numbers.items() if changed.numbers[other] != was} == {address}
        assert replace(parametric.with_parameters({f"p{number}": value}), parameters={}, expressions={}) == changed


PLAIN = [name for name in mechanism_names("planar") if not load_mechanism(name).expressions]
"""Mechanisms of the library whose files have numbers only."""


def way_to(address: str, document: dict[str, Any]) -> list[Any]:
    """The keys of a document that lead to a number of a link or a driver."""
    words = address.split(".")
    return words if words[0] == "drivers" else ["links", *words[:2], "xy".index(words[2])]


@given(data=st.data())
def test_an_address_is_a_number_of_the_file(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(PLAIN))
    document = tomllib.loads((library_folder() / f"{name}.toml").read_text(encoding="utf-8"))
    mechanism = load_mechanism(name)
    points = [f"{link.name}.{point}.{axis}" for link in mechanism.links for point in link.points for axis in "xy"]
    speeds = [address for address in mechanism.numbers if address.startswith("drivers.") and address.endswith("speed")]
    address = data.draw(st.sampled_from(points + speeds))
    *way, last = way_to(address, document)
    table: Any = document
    for key in way:
        table = table[key]
    table[last] = value = data.draw(st.floats(1.0, 3.0))
    factor = mechanism.units.factor(mechanism.numbers[address].quantity)
    try:
        expected = parse_mechanism(tomlkit.dumps(document), Path(f"{name}.toml"))
    except MechanismError as error:
        with pytest.raises(type(error)):
            mechanism.with_parameters({address: value * factor})
        return
    assert mechanism.with_parameters({address: value * factor}) == expected


def test_all_that_depends_on_a_parameter_changes_with_it() -> None:
    found = read(FOUR_BAR).with_parameters(r2=0.03, r3=0.08)
    assert found == read(FOUR_BAR.replace("value = 20", "value = 30").replace("r3   = 70", "r3   = 80"))


def test_other_numbers_make_another_mechanism_of_the_same_kind() -> None:
    mechanism = read(FOUR_BAR)
    assert mechanism.with_parameters() == mechanism
    assert mechanism.with_parameters(r2=0.03).with_parameters(r2=0.02) == mechanism


def test_only_what_depends_is_computed() -> None:
    found = numbers_of(read(FOUR_BAR), {"r3": 0.08, "rocker.B.y": 0.001})
    assert found == {"rocker.B.y": 0.001, "coupler.B.x": 0.08, "coupler.P.x": pytest.approx(0.045)}


def test_many_designs_at_once_give_what_each_gives() -> None:
    mechanism = read(FOUR_BAR)
    random = np.random.default_rng(1)
    designs = {"phi": random.uniform(0.0, 1.0, 20), "r2": random.uniform(0.01, 0.03, 20)}
    together = numbers_of(mechanism, designs, ARRAYS)
    for number in range(20):
        one = numbers_of(mechanism, {name: float(values[number]) for name, values in designs.items()})
        assert one == pytest.approx({address: values[number] for address, values in together.items()}, rel=1e-13)


def test_designs_without_a_number_are_named() -> None:
    with pytest.raises(ExpressionError, match="'= 50/r2': it gives no number for 2 of 4 designs") as caught:
        numbers_of(read(FOUR_BAR), {"r2": np.array([0.0, 0.01, 0.0, 0.02])}, ARRAYS)
    assert caught.value.designs == (0, 2)


class Marked(float):
    """A float that is more than a float."""


def test_a_number_that_is_more_than_a_float_stays_what_it_is() -> None:
    mechanism = read(FOUR_BAR)
    numbers = {address: Marked(each.value) for address, each in mechanism.numbers.items()}
    found = with_numbers(mechanism, numbers).numbers
    assert all(each.value is numbers[address] for address, each in found.items())


def values(mechanism: Mechanism) -> dict[str, float]:
    return {address: each.value for address, each in mechanism.numbers.items()}


@pytest.mark.parametrize("length", ["m", "cm", "in"])
@pytest.mark.parametrize("angle", ["rad", "turn"])
def test_units_do_not_matter(length: str, angle: str) -> None:
    """Formulas without written numbers in sums give the same in all units."""
    mechanism = read(FOUR_BAR)
    kept = {address: text for address, text in mechanism.expressions.items() if text.count("r") and "(30)" not in text}
    kept = {address: text for address, text in kept.items() if "50/" not in text}
    same = replace(mechanism, expressions=kept, units=Units(length, angle))
    expected = replace(mechanism, expressions=kept).with_parameters(r2=0.03, phi=0.2)
    assert values(same.with_parameters(r2=0.03, phi=0.2)) == values(expected)
    assert len(kept) > 6


def changed(old: str, new: str) -> str:
    assert old in FOUR_BAR
    return FOUR_BAR.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "error", "sentence"),
    [
        (
            "= r2*cos",
            "= r9*cos",
            ExpressionError,
            "initial: A, entry 1: '= r9*cos(30)': there is no parameter 'r9'; allowed: phi",
        ),
        (
            "= half + 5",
            "= half + phi",
            ExpressionError,
            "links: coupler.P, entry 1: '= half + phi': it adds a length and",
        ),
        ("= half + 5", "= half * r1", ExpressionError, "it gives a length², but a length is needed here"),
        ("= half + 5", "= half / (r1 - 60)", ExpressionError, "'= half / (r1 - 60)': it divides by zero"),
        (
            "= 6*n",
            "= cos(r1)",
            ExpressionError,
            "drivers: motor.speed: '= cos(r1)': cos takes an angle, found a length",
        ),
        ('"= 30"', '"= pi/6"', ExpressionError, "pi stands for 3.14159 deg here; write the angle in deg"),
        ("= 60*cos(60)", "= 60*cos(pi/3)", ExpressionError, "pi stands for 3.14159 deg here"),
        (
            "= min(r1, r2)",
            "= min(r1, n)",
            ExpressionError,
            "min takes two that measure the same, found a length and an",
        ),
        (
            "value = 20",
            "value = 90",
            NumberError,
            "parameters: r2: found 90.0, expected a value within its bounds, 5 to 80",
        ),
        ("bounds = [5, 80], tol", "bounds = [80, 5], tol", FormError, "parameters: r2: bounds: found [80.0, 5.0]"),
        ("tolerance = 0.05", "tolerance = -1", NumberError, "parameters: r2: tolerance: found -1, expected zero or"),
        ("tolerance = 0.05", "toll = 1", UnknownKeyError, "parameters: r2: there is no key 'toll'; allowed: value"),
        ("r3   = 70", "r3   = nan", NumberError, "parameters: r3: value: found nan, expected a finite number"),
        ("r3   = 70", "r3   = '70'", NumberError, "parameters: r3: value: found '70', expected a finite number"),
        ("r3   = 70", "r3   = '= half'", ExpressionError, "parameters: r3: '= half': 'half' is not above it"),
        (
            "r3   = 70",
            "r3   = '= r3'",
            ExpressionError,
            "'r3' is not above it; a parameter is computed from those above",
        ),
        ("r3   = 70", "r3   = 70\nk = 1", ParameterError, "parameter 'k': it is not clear whether it is a length, an"),
        ("r3   = 70", "r3   = 70\ncos = 1", ParameterError, "parameter 'cos': 'cos' means something else in"),
        ("r3   = 70", "r3   = 70\n'a b' = 1", ParameterError, "parameter 'a b': expressions could not name it"),
        ("phi  = { value = 10,", "phi  = { value = 10, quantity = 'length',", ExpressionError, "cos takes an angle"),
        ("phi  = { value = 10,", "phi  = { value = 10, quantity = 'lenght',", UnknownNameError, "no quantity 'lenght'"),
        ('links = ["ground", "crank"]', 'links = ["= r1", "crank"]', FormError, "found '= r1' (60), expected a text"),
        ("units = {", "ground = '= r1'\nunits = {", UnknownNameError, "ground: there is no link '= r1'"),
        (
            "[initial]",
            "[expected]\nrange = [0, '= n']\n[initial]",
            FormError,
            "expected: range, entry 2: found '= n', expe",
        ),
        (
            "[initial]",
            "[initial]\nbranches = { crank = '= m' }",
            FormError,
            "initial: branches: crank: found '= m' (2), expected",
        ),
        (
            "= m*r2**2",
            "= -m*r2**2",
            NumberError,
            "masses: crank: inertia: found '= -m*r2**2/12' (-66.6666667), expected",
        ),
    ],
)
def test_a_refusal_says_where_and_what(old: str, new: str, error: type[MechanismError], sentence: str) -> None:
    with pytest.raises(error) as caught:
        read(changed(old, new))
    assert type(caught.value) is error
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("four_bar.toml: ")


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"r5": 1.0}, UnknownNameError, "there is no parameter or number 'r5'; allowed: phi, r1, r2, r3, half, n, m"),
        ({"coupler.Q.x": 1.0}, UnknownNameError, "no parameter or number 'coupler.Q.x'; did you mean 'coupler.P.x'?"),
        ({"half": 1.0}, ExpressionError, "half: '= r3 / 2': it is computed; set r3 instead"),
        ({"crank.A.x": 1.0}, ExpressionError, "crank.A.x: '= r2': it is computed; set r2 instead"),
        ({"r2": 0.2}, NumberError, "parameter 'r2': found 0.2, expected a value within its bounds, 0.005 to 0.08"),
        ({"r2": "long"}, NumberError, "with_parameters: r2: found 'long', expected a finite number"),
        ({"r2": True}, NumberError, "with_parameters: r2: found True, expected a finite number"),
        ({"m": -1.0}, NumberError, "mass: mass: found -1.0, expected zero or a number above it"),
        ({"rocker.B.x": 0.0}, MechanismError, "link 'rocker' has length zero"),
    ],
)
def test_a_mechanism_that_cannot_be_does_not_come_about(
    given: dict[str, Any], error: type[MechanismError], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        read(FOUR_BAR).with_parameters(given)
    assert sentence in str(caught.value)


def test_numbers_that_contradict_their_expressions_are_refused() -> None:
    mechanism = read(FOUR_BAR)
    other = mechanism.with_parameters(r2=0.03)
    with pytest.raises(ExpressionError, match=r"crank\.A\.x: '= r2': it gives 0\.02, but crank\.A\.x is 0\.03"):
        replace(mechanism, links=other.links, expressions=dict(mechanism.expressions))
    with pytest.raises(UnknownNameError, match=r"expressions: there is no number 'crank\.B\.x'; did you mean"):
        replace(mechanism, expressions={"crank.B.x": "= r2"})


def test_a_number_that_is_replaced_has_no_expression_any_more() -> None:
    mechanism = read(FOUR_BAR)
    kept = replace(mechanism, links=mechanism.with_parameters(r2=0.03).links, forces=()).expressions
    left_out = set(mechanism.expressions) - set(kept)
    assert left_out == {"crank.A.x", "forces.spring.stiffness", "forces.spring.free_length"}


def test_expressions_travel() -> None:
    assert asdict(read(FOUR_BAR))["expressions"] == read(FOUR_BAR).expressions
    found = pickle.loads(pickle.dumps(read(FOUR_BAR)))
    assert found == read(FOUR_BAR)
    assert found.with_parameters(r2=0.03) == read(FOUR_BAR).with_parameters(r2=0.03)
    assert "crank.A.x" not in replace(found, links=found.with_parameters(r2=0.03).links).expressions


def test_expressions_go_where_their_numbers_go() -> None:
    driven = read(FOUR_BAR).driven_by("C")
    assert not any(address.startswith(("drivers.", "initial.")) for address in driven.expressions)
    assert driven.with_parameters(r1=0.065).link("ground").points["C"][0] == pytest.approx(0.065 * cos(radians(10)))


AB = "\n".join(f"{name} = {{ value = {value}, quantity = 'plain' }}" for name, value in (("a", 2.5), ("b", -0.75)))


def made_or_refused(text: str) -> Mechanism | MechanismError:
    try:
        return parse_mechanism(text, Path("fuzz.toml"))
    except MechanismError as error:
        return error


@given(
    text=formulas | scraps | st.sampled_from(HOSTILE),
    place=st.sampled_from(['"= half + 5"', '"= r3 / 2"', '"= 6*n"', '"= m"']),
)
@example(text="((r1**8)**8)**8 + 5", place='"= r3 / 2"')
@example(text="(((((r1**8)**8)**8)**8)**8 + 5) / ((((r1**8)**8)**8)**8)**8", place='"= m"')
def test_any_text_makes_a_mechanism_or_a_sentence(text: str, place: str) -> None:
    written = FOUR_BAR.replace("r1 ", f"{AB}\nr1 ").replace('"mm"', '"km"')
    found = made_or_refused(written.replace(place, tomlkit.string(f"={text}").as_string()))
    if isinstance(found, Mechanism):
        assert parse_mechanism(format_mechanism(found), Path("fuzz.toml")) == found
    else:
        assert str(found).startswith("fuzz.toml: ")
        assert "\n" not in str(found)


@pytest.mark.parametrize("quantity", ["length⁴", "per length³", "length per angle"])
def test_any_power_can_be_a_parameter(quantity: str) -> None:
    stated = FOUR_BAR.replace("n    = 30", f"n = 30\nk = {{ value = 2, quantity = '{quantity}' }}")
    found = read(stated)
    assert found.parameters["k"].quantity == quantity
    assert read(format_mechanism(found)) == found


def test_a_parameter_may_be_computed_in_several_steps() -> None:
    steps = "E = { value = 2e5, quantity = 'per length²' }\nb = 10\nh = 4\nI = '= b*h**3/12'\nL = 100\n"
    stated = FOUR_BAR.replace("n    = 30", f"n = 30\n{steps}").replace("= 50/r2", "= 3*E*I/L**3")
    stated = stated.replace("= 60*cos(60)", "= L*cos(60)").replace("= half + 5", "= half + b - h")
    found = read(stated)
    assert found.parameters["I"].quantity == "length⁴"
    assert found.numbers["forces.spring.stiffness"].value == pytest.approx(3 * 2e11 * (10e-3 * 4e-3**3 / 12) / 0.1**3)
    assert read(format_mechanism(found)) == found


MOVING = [name for name in mechanism_names("planar") if not load_mechanism(name).expected.structure_only]


@pytest.mark.parametrize("name", MOVING[::4])
def test_a_mechanism_whose_numbers_are_all_parameters_is_used_like_any_other(name: str) -> None:
    mechanism = replace(load_mechanism(name), parameters={}, expressions={})
    parametric = named(mechanism)
    assert decompose(parametric) == decompose(mechanism)
    assert np.array_equal(solve(parametric, [0.0]).inputs, solve(mechanism, [0.0]).inputs)
    assert str(compare_inputs(parametric, sets=3)) == str(compare_inputs(mechanism, sets=3))
    assert parametric.at_rest().drivers == mechanism.at_rest().drivers
    modes, expected = (assembly_modes(each, list(each.initial_inputs.values())) for each in (parametric, mechanism))
    assert len(modes) == len(expected)
    assert all(mode.mechanism.initial == other.mechanism.initial for mode, other in zip(modes, expected, strict=True))
