"""What expressions measure: they give the same in SI as in the units of a file, and contradictions are refused."""

from __future__ import annotations

from functools import cache
from math import degrees, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgkin import Units
from sgkin.errors import ExpressionError, ParameterError
from sgkin.model.dimension import ANGLE, PLAIN, Dimension, Dimensions
from sgkin.model.expression import FLOATS, in_unit_of_angle
from sgkin.model.expression_text import Stated

UNITS = Units("mm", "deg")
QUANTITIES = {"a": "length", "b": "length", "phi": "angle", "n": "plain", "k": "per length"}
VALUES = {"a": 35.0, "b": 12.5, "phi": 40.0, "n": 1.75, "k": 0.03}
"""Parameters in mm and deg."""


def joined(pattern: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda each: pattern.format(*each))


@cache
def of_quantity(quantity: str, depth: int) -> st.SearchStrategy[str]:
    """Expressions that measure a quantity; written numbers adapt in sums, as arguments and beside cos."""
    names = st.sampled_from([name for name, each in QUANTITIES.items() if each == quantity])
    if depth == 0:
        return names
    same, plain = of_quantity(quantity, depth - 1), of_quantity("plain", depth - 1)
    number = st.sampled_from(["2", "7.5", "0.3", "sqrt(2)", "(3 - 1/4)"])
    common = [
        names,
        joined("({} + {})", same, same),
        joined("({} - {})", same, number),
        joined("({} + {})", number, same),
        joined("{} * {}", number, same),
        joined("{} / {}", same, number),
        joined("({}) * ({})", plain, same),
        joined("-({})", same),
        joined("abs({})", same),
        joined("max({}, {})", same, same),
        joined("hypot({}, {})", same, number),
        joined("sqrt(({})**2 + ({})**2)", same, same),
    ]
    own = {
        "length": [joined("({} + 5*cos({}))", same, of_quantity("angle", depth - 1)), joined("n / {}", st.just("k"))],
        "angle": [joined("atan2({0}, {0} + 1)", of_quantity("length", depth - 1)), joined("atan({})", plain)],
        "plain": [
            joined("cos({})", of_quantity("angle", depth - 1)),
            joined("sin({} + 30)", of_quantity("angle", depth - 1)),
            joined("({}) / ({})", of_quantity("length", depth - 1), st.sampled_from(["a", "b"])),
            joined("({}) * k", of_quantity("length", depth - 1)),
        ],
        "per length": [joined("({}) / a", plain), joined("k**2 * ({})", of_quantity("length", depth - 1))],
    }
    return st.one_of(*common, *own[quantity])


typed = st.sampled_from(sorted(set(QUANTITIES.values()))).flatmap(
    lambda quantity: st.tuples(st.just(quantity), of_quantity(quantity, 3))
)


def known() -> Dimensions:
    dimensions = Dimensions()
    for name, quantity in QUANTITIES.items():
        dimensions.declare(name, Dimension.of(quantity))
    return dimensions


@given(case=typed.filter(lambda case: len(case[1]) <= 200))
def test_an_expression_gives_the_same_in_si_as_in_the_units_of_a_file(case: tuple[str, str]) -> None:
    quantity, text = case
    stated, dimensions, dimension = Stated(text, "here"), known(), Dimension.of(quantity)
    dimensions.learn(stated, dimension)
    formula = dimensions.in_si(stated.parsed, stated, dimension, UNITS)
    si = {name: value * UNITS.factor(QUANTITIES[name]) for name, value in VALUES.items()}
    in_file = stated.evaluate(stated.parsed, VALUES, in_unit_of_angle(FLOATS, UNITS.factor("angle")))
    found = formula.evaluate(si, FLOATS)
    assert found == pytest.approx(in_file * UNITS.factor(quantity), rel=1e-9, abs=1e-9 * UNITS.factor(quantity))


@given(one=typed, other=typed)
def test_unlike_things_are_not_added(one: tuple[str, str], other: tuple[str, str]) -> None:
    if one[0] == other[0] or "plain" in (one[0], other[0]):  # 2 + 2 * cos(phi) adapts
        return
    text = f"({one[1]}) + ({other[1]})"
    if len(text) <= 200:
        with pytest.raises(ExpressionError, match="it adds"):
            known().learn(Stated(text, "here"), Dimension.of(one[0]))


@given(data=st.data())
def test_what_parameters_measure_is_found_from_one_place_of_each(data: st.DataObject) -> None:
    """Each parameter stands once alone; nothing of it is stated, and the order does not matter."""
    dimensions = Dimensions()
    cases = data.draw(st.lists(typed.filter(lambda case: len(case[1]) <= 200), max_size=3))
    alone = [(quantity, name) for name, quantity in QUANTITIES.items()]
    for quantity, text in data.draw(st.permutations([*alone, *cases])):
        dimensions.learn(Stated(text, "here"), Dimension.of(quantity))
    assert {name: dimensions[name].name for name in QUANTITIES} == QUANTITIES


@pytest.mark.parametrize(
    ("texts", "quantity"),
    [
        ({"= x": "length"}, "length"),
        ({"= x / 2 + 5": "angle"}, "angle"),
        ({"= r * x": "length", "= r": "length"}, "plain"),
        ({"= r * x": "length", "= r**2": "length²"}, "plain"),
        ({"= cos(x)": "plain"}, "angle"),
        ({"= r*cos(x + 30)": "length"}, "angle"),
        ({"= sqrt(x)": "length"}, "length²"),
        ({"= x**1.5": "length³"}, "length²"),
        ({"= 50 / x": "per length"}, "length"),
        ({"= atan2(x, r)": "angle", "= r": "length"}, "length"),
        ({"= exp(-x / r)": "plain", "= r": "length"}, "length"),
        ({"= 3*r*x**3 / l**3": "per length", "= r": "per length²", "= l": "length"}, "length^(4/3)"),
    ],
)
def test_a_parameter_measures_what_its_places_say(texts: dict[str, str], quantity: str) -> None:
    dimensions = Dimensions()
    for text, place in texts.items():
        dimensions.learn(Stated(text, "here"), Dimension.of(place))
    if "^" in quantity:
        with pytest.raises(ParameterError, match=r"it would be a length\^\(4/3\) where it is used"):
            dimensions["x"]
    else:
        assert dimensions["x"].name == quantity


@pytest.mark.parametrize("texts", [{}, {"= x / y": "plain"}, {"= 30": "length"}, {"= x - y + z": "angle"}])
def test_a_parameter_of_which_nothing_is_said_must_say_it_itself(texts: dict[str, str]) -> None:
    dimensions = Dimensions()
    for text, place in texts.items():
        dimensions.learn(Stated(text, "here"), Dimension.of(place))
    if "x - y" in str(texts):
        assert dimensions["x"].name == "angle"
    else:
        with pytest.raises(ParameterError, match="it is not clear whether it is a length, an angle or a plain number"):
            dimensions["x"]


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("= a * b", "length", "it gives a length², but a length is needed here"),
        ("= a * phi", "length", "it gives a length angle, but a length is needed here"),
        ("= cos(phi)", "length", "it gives a plain number, but a length is needed here"),
        ("= k", "length", "it gives a number per length, but a length is needed here"),
        ("= cos(a)", "plain", "cos takes an angle, found a length"),
        ("= cos(n)", "plain", "cos takes an angle, found a plain number"),
        ("= atan(a)", "angle", "atan takes a plain number, found a length"),
        ("= log(phi)", "plain", "log takes a plain number, found an angle"),
        ("= hypot(a, phi)", "length", "hypot takes two that measure the same, found a length and an angle"),
        ("= a - 2*n", "length", "it subtracts a length and a plain number"),
    ],
)
def test_contradictions_are_sentences(text: str, place: str, sentence: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        known().learn(Stated(text, "here"), Dimension.of(place))
    assert str(caught.value) == f"here: '{text}': {sentence}"


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("= 30", ANGLE, pi / 6),
        ("= atan(1)", ANGLE, pi / 4),
        ("= 2*atan(1) + 30", ANGLE, pi / 2 + pi / 6),
        ("= 60*cos(60)", Dimension.of("length"), 0.03),
        ("= 60*cos(atan2(1, 1))", Dimension.of("length"), 0.06 * 0.5**0.5),
        ("= pi", PLAIN, pi),
        ("= 2*pi*10", Dimension.of("length"), 0.02 * pi),
        ("= 5 + 10/2", Dimension.of("length²"), 1e-5),
    ],
)
def test_written_numbers_are_in_the_units_of_the_file(text: str, dimension: Dimension, value: float) -> None:
    stated, dimensions = Stated(text, "here"), Dimensions()
    dimensions.learn(stated, dimension)
    assert dimensions.in_si(stated.parsed, stated, dimension, UNITS).evaluate({}, FLOATS) == pytest.approx(value)


def test_pi_is_half_a_turn_only_in_radians() -> None:
    stated = Stated("= phi + pi/2", "here")
    formula = known().in_si(stated.parsed, stated, ANGLE, Units("mm", "rad"))
    assert degrees(formula.evaluate({"phi": 0.0}, FLOATS)) == pytest.approx(90.0)
    for text in ("= phi + pi/2", "= cos(pi)", "= pi*cos(phi)"):
        other = Stated(text, "here")
        with pytest.raises(ExpressionError, match=r"pi stands for 3\.14159 deg here; write the angle in deg"):
            known().in_si(other.parsed, other, PLAIN if "cos(pi" in text else ANGLE, UNITS)
