"""The benchmarks run; what they measure is not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import structure_scale
from benchmarks.structure_scale import SIZES, glue_dyads, measure, measure_apart

ROOT = Path(__file__).parents[2]


def benchmarks(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False)


def test_every_case_at_a_small_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(structure_scale, "measure_apart", measure)
    structure_scale.run(["--divide", "2000", "--output", str(tmp_path / "results" / "scale.json")])
    cases = json.loads((tmp_path / "results" / "scale.json").read_text(encoding="utf-8"))["cases"]
    assert [case["family"] for case in cases] == [family for family, sizes in SIZES.items() for _ in sizes]
    assert all(case["cpu_seconds"] > 0.0 and case["memory_peak"] >= case["memory_before"] > 0.0 for case in cases)
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(cases)


def test_a_case_in_a_process_of_its_own() -> None:
    found = measure_apart("scissor_lift", 4)
    assert (found.family, found.size, found.links, found.groups) == ("scissor_lift", 4, 12, 6)


def test_names_of_the_benchmarks() -> None:
    assert "structure_scale" in benchmarks("--list").stdout.split()


def test_an_unknown_benchmark() -> None:
    answer = benchmarks("speed_of_light")
    assert answer.returncode == 2
    assert "there is no benchmark 'speed_of_light'; there are structure_scale" in answer.stderr


def test_random_mechanism_comes_apart_into_the_dyads_it_was_made_of() -> None:
    assert measure("random_glued", 200).groups == 100


def test_random_mechanism_joins_different_links() -> None:
    rows, columns, _ = glue_dyads(1000)
    pairs = np.sort(np.stack([rows, columns]), axis=0)
    assert len(rows) == 3 * 499 + 1
    assert (pairs[0] < pairs[1]).all()
    assert np.unique(pairs, axis=1).shape == pairs.shape
    assert set(pairs.ravel().tolist()) == set(range(1000))
