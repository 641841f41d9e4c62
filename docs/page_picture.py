"""The picture of a page in the README: `python -m docs.page_picture` makes it anew. It needs Chromium."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image

from docs.page_code import DOCS, run_page

PICTURE = DOCS / "page.png"
SIZE = (1100, 700)
"""Width and height of the window in pixels."""
COLOURS = 96
"""So many are enough for a drawing, and the file stays small."""
PAGE = "four_bar.html"
"""The page that the code of the README writes."""


def browser() -> str | None:
    """The command that starts Chromium, or Chrome."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for found in map(which, names) if found), None)


def take_picture(path: Path) -> None:
    """Run the code of the README, and take a picture of the page it writes as a browser shows it."""
    command = browser()
    assert command is not None, "Chromium was not found; install it, or put it on the path"
    with TemporaryDirectory() as name:
        folder = Path(name)
        run_page("../README.md", folder)
        shot = folder / "shot.png"
        size = ",".join(map(str, SIZE))
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=3000"]
        options += [f"--user-data-dir={folder / 'profile'}", f"--window-size={size}", f"--screenshot={shot}"]
        subprocess.run([command, *options, (folder / PAGE).as_uri()], check=True, capture_output=True, timeout=60)
        with Image.open(shot) as image:
            image.convert("RGB").quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    take_picture(PICTURE)
