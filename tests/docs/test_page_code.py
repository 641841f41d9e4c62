"""Pages show what their code prints, in lines that they have room for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.commands import write_commands
from docs.page_code import DOCS, WIDTH, run_page, shown_outputs, wrapped, write_outputs

PAGE = """Text.

```python
print("one")
```

```output
one
```

```python
x = 2
```
"""
WIDE = {"benchmarks.md", "global-solvers.md", "pictures.md"}
"""Pages with longer lines."""


def page(folder: Path, text: str) -> str:
    file = folder / "page.md"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_what_is_printed_is_what_is_shown(tmp_path: Path) -> None:
    assert run_page(page(tmp_path, PAGE), tmp_path).x == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one\n```", "two\n```"),
        ("x = 2", "print(2)"),
        ("```output\none\n```", ""),
        ("x = 2\n```\n", "x = 2\n```\n\n```output\n2\n```\n"),
    ],
)
def test_anything_else_is_refused(before: str, after: str, tmp_path: Path) -> None:
    given = page(tmp_path, PAGE.replace(before, after))
    with pytest.raises(AssertionError, match=r"Python block \d prints[\s\S]*run: python -m docs.page_code"):
        run_page(given, tmp_path)


def test_outputs_are_written_anew(tmp_path: Path) -> None:
    given = page(tmp_path, PAGE.replace("one\n```", "two\n```").replace("x = 2", "x = 2\nprint(x)"))
    write_outputs(given)
    assert shown_outputs(Path(given)) == ["one\n", "2\n"]
    run_page(given, tmp_path)


def test_long_lines_are_broken() -> None:
    assert wrapped("a\n" + "word " * 30) == "a\n" + "word " * 16 + "word\n    " + "word " * 12 + "word\n"


def code_lines(text: str) -> list[str]:
    """The lines of code of a page, in blocks or indented."""
    blocks = re.findall(r"^```[^\n]+\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    rest = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    indented = [line[4:] for line in rest.splitlines() if line.startswith("    ")]
    return [line for block in blocks for line in block.splitlines()] + indented


WRITTEN = {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}
EVERY = [*sorted(name for name in WRITTEN - WIDE if not name.startswith("_")), "../README.md"]


@pytest.mark.parametrize("name", EVERY)
def test_lines_of_code_fit_the_page(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    assert [line for line in code_lines(text) if len(line) > WIDTH] == []


def test_code_of_pages_is_formatted() -> None:
    command = [sys.executable, "-m", "ruff", "format", "--check", f"--line-length={WIDTH}"]
    answer = subprocess.run([*command, *(DOCS / name for name in EVERY)], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout


def test_the_page_of_commands_fits_too(tmp_path: Path) -> None:
    write_commands(tmp_path / "commands.md")
    text = (tmp_path / "commands.md").read_text(encoding="utf-8")
    assert [line for line in code_lines(text) if len(line) > WIDTH] == []
