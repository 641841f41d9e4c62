"""A progress bar for what takes long."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import TextIO

PATIENCE = 1.5
"""Seconds before the bar appears."""
WIDTH = 40


class ProgressBar:
    """To be called with what is done and what there is to do; drawn only on a terminal, and gone in the end."""

    def __init__(self, unit: str, stream: TextIO | None = None) -> None:
        self.unit, self.stream = unit, stream or sys.stderr
        self._start, self._drawn = monotonic(), 0

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, of: int) -> None:
        if self.stream.isatty() and monotonic() - self._start > PATIENCE:
            filled = WIDTH * done // of
            text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // of:3d} %, {done} of {of} {self.unit}"
            self._draw(text)

    def print(self, text: str) -> None:
        """Print text above the bar, which comes back when it is called again."""
        self._wipe()
        print(text, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wipe()

    def _wipe(self) -> None:
        if self._drawn:
            self._draw("")
            self.stream.write("\r")
            self.stream.flush()

    def _draw(self, text: str) -> None:
        self.stream.write(f"\r{text:{self._drawn}}")
        self.stream.flush()
        self._drawn = len(text)
