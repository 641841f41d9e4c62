"""`sgkin inputs`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sgkin import compare_inputs, load_mechanism


def test_as_text(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("inputs", "Stephenson_III_input_fivebar_side")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == "Stephenson_III_input_fivebar_side: 9 inputs can drive it"
    assert lines[2].split() == ["inputs", "groups", "class", "iterated", "cost"]
    assert lines[3].split()[:8] == ["1", "T1x", "I", "→", "RRR", "→", "RRR", "II"]
    assert lines[5].startswith("3  motor     I → RR-RR-RR")
    assert lines[5].endswith("as it is driven now")


def test_as_json(sgkin: Callable[..., Any]) -> None:
    found = json.loads(sgkin("inputs", "landing_gear_by_piston", "--json").out)
    assert found == compare_inputs(load_mechanism("landing_gear_by_piston")).as_dict()


def test_few_sets(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("inputs", "five_bar_2dof", "--sets", 3)
    assert "five_bar_2dof: 3 sets of 2 inputs can drive it" in answer.out
    assert "! only 3 sets were tried" in answer.out


def test_refused(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("inputs", "five_bar_2dof", "--sets", 0)
    assert (answer.code, answer.err) == (2, "sgkin: --sets is 0; give a whole number from 1 on\n")
    assert "did you mean 'slider_crank'" in sgkin("inputs", "slider_cranc").err
