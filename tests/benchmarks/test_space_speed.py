"""The benchmark of closed forms in space runs at a tiny size, after both sides agreed; figures are not judged here."""

from __future__ import annotations

import pytest

from benchmarks import report, space_speed
from benchmarks.c_library import Library, find_compiler

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")


@needs_compiler
def test_every_figure_at_a_tiny_size() -> None:
    run = report.run_benchmarks({"space_speed": space_speed.cases}, smoke=True)
    figures = [report.figure_of(entry) for entry in run["benchmarks"]["space_speed"]["figures"]]
    assert [figure.name for figure in figures if figure.unit == "×"] == [
        f"{given.kernel.name} / by hand in C" for given in space_speed.ELEMENTS
    ]
    assert all(figure.value > 0.0 for figure in figures)


@needs_compiler
def test_another_answer_is_seen() -> None:
    compiler = find_compiler()
    assert compiler is not None
    rows = space_speed.Rows(Library(compiler, "space_elements.c"), space_speed.ELEMENTS[0])
    rows.agree()
    rows.inputs[0, 7] += 1e-9
    with pytest.raises(AssertionError, match="carried_point differs from C by"):
        rows.agree()
