"""Every page tells what the stored run found, and no page tells a measured number that does not come from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import page, page_text, plots
from benchmarks.__main__ import BENCHMARKS
from benchmarks.report import Run
from benchmarks.stored import PAGE, ROOT, STORED

UNITS = r"×(?! ?\d)|[nµm]s|s|seconds?|minutes?|%|[kMG]B|times (?:as|faster|slower|more|less|the)"
MEASURED = re.compile(rf"(?<![\w.^-])\d[\d.,]*[ \u00a0]?(?:{UNITS})(?!\w)")
"""A number with a unit of time, memory or share, or a ratio: what a measurement gives."""
NOT_MEASURED = {
    "docs/motion-under-forces.md": {"10 %", "8 %", "2.2 times as"},  # of a press and its motor, which are chosen
    "docs/solving.md": {"256 MB"},  # the most memory that is kept, which is set
    "docs/theory.md": {"2 %"},  # a limit of the sweep, which is set
}
PAPER = {"42 %", "45 %"}
"""What the paper measured."""
CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", flags=re.DOTALL | re.MULTILINE)
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_made" not in path.parts)]


@pytest.fixture(scope="module")
def stored() -> Run:
    return Run(STORED)


def measured(text: str) -> set[str]:
    return set(MEASURED.findall(text))


def test_page_is_made_from_the_run(stored: Run) -> None:
    assert PAGE.read_text(encoding="utf-8") == page.render(stored)


@pytest.mark.parametrize("path", page.BLOCKS, ids=lambda path: path.name)
def test_blocks_are_made_from_the_run(path: Path, stored: Run) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for _, name, _ in page.BLOCK.findall(text)] == list(page.BLOCKS[path])
    assert page.with_blocks(text, page.BLOCKS[path], stored) == text


@pytest.mark.parametrize("path", [path for path in PAGES if path != PAGE], ids=lambda path: path.name)
def test_no_other_measured_number(path: Path) -> None:
    text = CODE.sub("", page.BLOCK.sub("", path.read_text(encoding="utf-8")))
    assert measured(text) == NOT_MEASURED.get(path.relative_to(ROOT).as_posix(), set())


def test_sentences_of_the_page_have_no_measured_number_of_their_own() -> None:
    sentences = [text for name, text in vars(page_text).items() if name.isupper() and isinstance(text, str)]
    assert measured(" ".join(sentences)) == PAPER


def test_measured_numbers_are_seen() -> None:
    seen = "takes 1.5 times as long, 30 %, 4.2 ns or 3 s, 1,000 MB and 2.5 ×"
    assert len(measured(seen)) == 6
    assert measured("a 2 × 4 matrix, 17 dyads, 500 turns, step 3, 1e-10, eq. (15)") == set()


def test_what_the_page_says_in_words_is_so(stored: Run) -> None:
    assert [claim for claim, holds in page.claims(stored).items() if not holds] == []


def test_stored_run_is_a_whole_one(stored: Run) -> None:
    assert not stored.document["smoke"]
    assert page.dyads_of(stored) == [1, 3, 17, 35, 71, 143, 500, 1_000, 10_000, 100_000]
    assert stored.figures.keys() == BENCHMARKS.keys()
    assert page_text.HEADINGS.keys() | {"experiment", "distribution"} == BENCHMARKS.keys()
    assert not any("not installed" in note for note in stored.notes("peers"))


def test_plots_of_the_stored_run(stored: Run, tmp_path: Path) -> None:
    assert {path.name for path in plots.write_plots(stored, tmp_path)} == set(plots.PLOTS)
    shown = PAGE.read_text(encoding="utf-8").split("](_made/benchmarks/")[1:]
    assert {part.split(")")[0] for part in shown} == set(plots.PLOTS)
