"""How the documentation is built: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.plots import write_plots
from benchmarks.report import Run
from benchmarks.stored import STORED
from docs.commands import write_commands
from docs.gallery import write_gallery
from docs.page_code import DOCS, pages, run_page
from docs.reference import write_reference
from sgkin import __version__

project = "sgkin"
author = "The sgkin developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "sgkin"
html_static_path: list[str] = []
LIVE = DOCS / "_made" / "live"
LIVE.mkdir(parents=True, exist_ok=True)
html_extra_path = [str(LIVE.relative_to(DOCS))]  # what is in it goes into the root of what is built
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 3
copybutton_selector = "div:not(.highlight-output) > div.highlight > pre"  # what is printed is not copied
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
nitpicky = False


def make_pictures(app: Any) -> None:
    """Run the code of every page that shows what it saves, draw the gallery and the benchmarks, list the commands."""
    for page in pages():
        if "_made/" in (DOCS / page).read_text(encoding="utf-8"):
            run_page(page, DOCS / "_made" / Path(page).stem)
            pyplot.close("all")
    write_gallery(DOCS / "_made" / "gallery", LIVE / "live")
    write_commands(DOCS / "_made" / "command-line.md")
    write_plots(Run(STORED), DOCS / "_made" / "benchmarks")
    write_reference(DOCS / "_made" / "reference.md")


def setup(app: Any) -> None:
    """Make what is generated before the pages are read."""
    app.connect("builder-inited", make_pictures)
