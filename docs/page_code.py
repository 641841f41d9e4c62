"""The Python code of the pages: found, and run as a reader would, for the tests and for the pictures of the build."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parent


def pages() -> list[str]:
    """Every page with Python code, by its path inside the documentation."""
    written = (page for page in sorted(DOCS.rglob("*.md")) if not page.relative_to(DOCS).parts[0].startswith("_"))
    return [page.relative_to(DOCS).as_posix() for page in written if code_blocks(page)]


def code_blocks(page: Path) -> list[str]:
    """The Python blocks of a page, in order."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def files(page: Path) -> list[tuple[str, str]]:
    """The files that a page asks its reader to save: name and text."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"[Ss]ave this as `([^`\n]+)`:\n\n```\w+\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def run_page(page: str, folder: Path) -> ModuleType:
    """Write all Python blocks of a page to one file in a folder, run it there, and give what it defines."""
    blocks = code_blocks(DOCS / page)
    assert blocks, f"{page} has no code"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files(DOCS / page):
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / f"{Path(page).stem.replace('-', '_')}_page.py"
    path.write_text("\n".join(blocks), encoding="utf-8")
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module  # where compiled functions look for their globals
    before = Path.cwd()
    os.chdir(folder)
    try:
        found.loader.exec_module(module)
    finally:
        os.chdir(before)
    return module
