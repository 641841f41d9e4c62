"""The atlas in the user's cache folder: made when it is first asked for, and anew where its format has changed."""

from __future__ import annotations

import os
import sys
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Literal
from zipfile import BadZipFile

import numpy as np

from sgkin.model.form import count
from sgkin.progress import Progress, waiting
from sgkin.synthesis.atlas import CURVES, LEAST, Atlas, make_atlas
from sgkin.synthesis.descriptors import HARMONICS
from sgkin.synthesis.families import WIDEST

FORMAT = f"sgkin four-bar curves 1, harmonics {HARMONICS}, transmission {LEAST:.6f}, lengths to {WIDEST:g}"
"""What an atlas is made of. Another one is made anew."""
NAME = "four_bar_curves.npz"
ARRAYS = ("lengths", "points", "descriptors")


def cache_folder() -> Path:
    """The folder in which this user's programs keep what they can make again; SGKIN_CACHE names another."""
    if os.environ.get("SGKIN_CACHE"):
        return Path(os.environ["SGKIN_CACHE"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "sgkin"


def open_atlas(
    curves: int = CURVES,
    *,
    folder: str | PathLike[str] | None = None,
    anew: bool = False,
    progress: Progress | Literal[False] | None = None,
) -> Atlas:
    """The atlas of four-bar coupler curves, from the cache folder; it is made, in some seconds, and written there where
    it is missing, is of another format, or has another number of curves.

    folder: another place for it; anew: make it in any case.
    """
    path = (cache_folder() if folder is None else Path(folder)) / NAME
    found = None if anew else read_atlas(path, count(curves, "curves", 1))
    if found is None:
        found = make_atlas(curves, progress=progress)
        write_atlas(found, path, curves)
    return found


def read_atlas(path: Path, curves: int) -> Atlas | None:
    """The atlas in a file; None where there is none of this format and size."""
    if not path.is_file():
        return None
    try:
        with waiting("reading the atlas"), path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            if str(stored["format"]) != FORMAT or int(stored["curves"]) != curves:
                return None
            return Atlas(*(stored[name] for name in ARRAYS))
    except (ValueError, KeyError, EOFError, BadZipFile):  # it is no such file, or only a part of one
        return None


def write_atlas(atlas: Atlas, path: Path, curves: int) -> None:
    """Write a file as a whole or not at all: beside its place, then into it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}-", suffix=".tmp", delete=False) as file:
        try:
            arrays = {name: getattr(atlas, name) for name in ARRAYS}
            np.savez(file, format=np.array(FORMAT), curves=np.array(curves), **arrays)
        except BaseException:
            file.close()
            os.unlink(file.name)
            raise
    os.replace(file.name, path)
