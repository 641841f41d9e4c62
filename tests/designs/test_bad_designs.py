"""Studies and designs that cannot be: what is wrong, and with which of many designs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgkin import InputError, Parameter, StudyError, load_mechanism, make_study, solve_designs
from sgkin.errors import ExpressionError


def test_the_initial_configuration_cannot_vary() -> None:
    with pytest.raises(StudyError, match="the initial configuration cannot vary") as caught:
        make_study(load_mechanism("four_bar_crank_rocker"), ["initial.B.x", "crank.B.x"])
    assert caught.value.names == ("initial.B.x",)


def test_each_dimension_is_named_once() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    with pytest.raises(InputError, match="vary is empty; name the dimensions"):
        make_study(four_bar, [])
    with pytest.raises(InputError, match=r"vary names crank\.B\.x more than once"):
        make_study(four_bar, ["crank.B.x", "coupler.C.x", "crank.B.x"])


def test_designs_that_cannot_be_are_named() -> None:
    """A radius is above zero, a mass is not negative, a parameter lies within its bounds."""
    slot = make_study(load_mechanism("four_bar_circular_slot"), ["S.radius"])
    with pytest.raises(InputError, match=r"S.radius of design 1 is -9; it must be above zero"):
        solve_designs(slot, [[9.0], [-9.0]], [0.0], progress=False)
    press = make_study(load_mechanism("crank_press"), ["masses.ram.mass"])
    with pytest.raises(InputError, match=r"masses.ram.mass of design 0 is -1; it must be"):
        solve_designs(press, [[-1.0]], [0.0], progress=False)
    linkage = load_mechanism("four_bar_path_generator")
    name, parameter = next((n, p) for n, p in linkage.parameters.items() if p.bounds is not None)
    assert parameter.bounds is not None
    study = make_study(linkage, [name])
    beyond = [[parameter.value], [2.0 * parameter.bounds[1]], [3.0 * parameter.bounds[1]]]
    with pytest.raises(
        InputError, match=f"{name} of design 1 is .*, beyond its bounds, .*, and so are those of 1 others"
    ):
        solve_designs(study, beyond, [0.0], progress=False)


def test_an_expression_that_gives_no_number_for_some_designs() -> None:
    four_bar = load_mechanism("four_bar_crank_rocker")
    given = {"parameters": {"q": Parameter(3.0)}, "expressions": {"crank.B.x": "= 2 / (q - 2)"}}
    study = make_study(replace(four_bar, **given), ["q"])
    with pytest.raises(ExpressionError, match="no number for 2 of 4 designs, first for design 1") as caught:
        solve_designs(study, [[3.0], [2.0], [3.1], [2.0]], [0.0], progress=False)
    assert caught.value.designs == (1, 3)
