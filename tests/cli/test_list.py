"""`sgkin list`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sgkin import load_mechanism, mechanism_names


def test_names_and_titles(sgkin: Callable[..., Any]) -> None:
    answer = sgkin("list")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert [line.split()[0] for line in lines] == list(mechanism_names())
    for line, name in zip(lines, mechanism_names(), strict=True):
        assert line.endswith(load_mechanism(name).title)


def test_as_json(sgkin: Callable[..., Any]) -> None:
    entries = json.loads(sgkin("list", "--json").out)
    assert [entry["name"] for entry in entries] == list(mechanism_names())
    assert all(entry["title"] and entry["source"] for entry in entries)
