"""The Python code of the pages: found, run as a reader would, and held to what the pages say that it prints.

A block that prints is followed by a block marked `output`. `python -m docs.page_code PAGE …` runs pages, all by
default, and writes these blocks anew.
"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from types import ModuleType

DOCS = Path(__file__).parent
WIDTH = 88
"""Characters of a line of code that the pages have room for."""
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```output\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)
BETWEEN = "\x1e"
"""Printed between two blocks."""


def pages() -> list[str]:
    """Every page with Python code, by its path inside the documentation."""
    written = (page for page in sorted(DOCS.rglob("*.md")) if not page.relative_to(DOCS).parts[0].startswith("_"))
    return [page.relative_to(DOCS).as_posix() for page in written if code_blocks(page)]


def code_blocks(page: Path) -> list[str]:
    """The Python blocks of a page, in order."""
    return [code for code, _ in BLOCK.findall(page.read_text(encoding="utf-8"))]


def shown_outputs(page: Path) -> list[str]:
    """What a page says that each of its Python blocks prints; nothing for most."""
    return [output for _, output in BLOCK.findall(page.read_text(encoding="utf-8"))]


def files(page: Path) -> list[tuple[str, str]]:
    """The files that a page asks its reader to save: name and text."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"[Ss]ave this as `([^`\n]+)`:\n\n```\w+\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def run_page(page: str, folder: Path) -> ModuleType:
    """Run all Python blocks of a page in a folder, and give what they define; refused if they print something else."""
    module, printed = run_blocks(page, folder)
    for number, (found, shown) in enumerate(zip(printed, shown_outputs(DOCS / page), strict=True), start=1):
        advice = f"run: python -m docs.page_code {page}"
        assert found == shown, f"{page}, Python block {number} prints\n{found}\nbut the page shows\n{shown}\n{advice}"
    return module


def run_blocks(page: str, folder: Path) -> tuple[ModuleType, list[str]]:
    """Write all Python blocks of a page to one file in a folder and run it there; what it defines, and what each
    block prints."""
    blocks = code_blocks(DOCS / page)
    assert blocks, f"{page} has no code"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files(DOCS / page):
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / f"{Path(page).stem.replace('-', '_')}_page.py"
    path.write_text(f"\nprint({BETWEEN!r}, end='')\n".join(blocks), encoding="utf-8")
    with _inside(folder), redirect_stdout(StringIO()) as printed:
        module = _run(path)
    return module, [wrapped(text) for text in printed.getvalue().split(BETWEEN)]


def wrapped(text: str) -> str:
    """A text with its long lines broken, as they are on a page."""
    lines = [wrap(line, WIDTH, subsequent_indent="    ") if len(line) > WIDTH else [line] for line in text.splitlines()]
    return "".join(f"{part}\n" for parts in lines for part in parts)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """In a folder, and with lines that the pages have room for."""
    before, columns = Path.cwd(), os.environ.get("COLUMNS")
    os.chdir(folder)
    os.environ["COLUMNS"] = str(WIDTH)
    try:
        yield
    finally:
        os.chdir(before)
        del os.environ["COLUMNS"]
        if columns is not None:
            os.environ["COLUMNS"] = columns


def _run(path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module  # where compiled functions look for their globals
    found.loader.exec_module(module)
    return module


def write_outputs(page: str) -> None:
    """Run a page and write into it what each block prints."""
    with TemporaryDirectory() as folder:
        outputs = iter(run_blocks(page, Path(folder))[1])

    def block(match: re.Match[str]) -> str:
        output = next(outputs)
        return f"```python\n{match[1]}```\n" + (f"\n```output\n{output}```\n" if output else "")

    file = DOCS / page
    file.write_text(BLOCK.sub(block, file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    import matplotlib

    matplotlib.use("Agg")
    for each in sys.argv[1:] or [*pages(), "../README.md"]:
        write_outputs(each)
