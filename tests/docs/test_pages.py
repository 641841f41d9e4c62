"""Every page of the documentation with code that has no test of its own: it runs as a reader would run it."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import matplotlib.pyplot
import pytest

from docs.page_code import DOCS, pages, run_page

APART = {path.stem.removeprefix("test_").replace("_", "-") for path in Path(__file__).parent.glob("test_*.py")}


@pytest.mark.parametrize("page", [page for page in pages() if Path(page).stem not in APART])
def test_code_runs(page: str, tmp_path: Path) -> None:
    matplotlib.use("Agg")
    run_page(page, tmp_path)
    shown = (DOCS / page).read_text(encoding="utf-8").split("_made/")[1:]
    for made in (part.split(")")[0].split("/", 1)[1] for part in shown if part.split("/")[0] == Path(page).stem):
        assert (tmp_path / made).stat().st_size > 0
    matplotlib.pyplot.close("all")


def test_every_page_is_in_the_contents() -> None:
    contents = (DOCS / "index.md").read_text(encoding="utf-8").splitlines()
    written = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")}
    assert {page for page in written if not page.startswith("_")} - {"index"} <= set(contents)
