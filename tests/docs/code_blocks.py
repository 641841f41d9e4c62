"""The Python code of a page of the documentation."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[2] / "docs"


def run_page(page: str, folder: Path) -> ModuleType:
    """Write all Python blocks of a page to one file, as a reader would, run it, and give what it defines."""
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    assert blocks, f"{page} has no code"
    path = folder / f"{Path(page).stem}_page.py"
    path.write_text("\n".join(blocks), encoding="utf-8")
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[path.stem] = module  # where compiled functions look for their globals
    found.loader.exec_module(module)
    return module
