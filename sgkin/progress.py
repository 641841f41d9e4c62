"""What is told of long work while it runs: one line, on a terminal and in a notebook, never elsewhere.

It appears on standard error after a while of silence, and is gone when the work is done. With SGKIN_PROGRESS=0 in the
environment nothing is told.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock, Thread
from time import monotonic, sleep
from types import TracebackType
from typing import Literal, TextIO

PATIENCE = 1.5
"""Seconds of silence before anything is told."""
WIDTH = 40
RARELY, OFTEN, LINGER = 0.1, 0.25, 2.0
"""Seconds between two drawings of a bar at least, those after which other work is told again, and those for which the
one who tells it waits for more."""

Progress = Callable[[int, int], None]
"""To be called with what is done and what there is to do."""


def is_watched(stream: TextIO | None = None) -> bool:
    """Whether somebody looks on, and wants to know: on a terminal or in a notebook."""
    if os.environ.get("SGKIN_PROGRESS", "").lower() in ("0", "off", "no", "false"):
        return False
    stream = stream or sys.stderr
    return stream is not None and (stream.isatty() or _in_notebook())


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


class StatusLine:
    """The last line of a stream, which is written again and again, by any thread."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.bar_at = -PATIENCE
        """When a bar was drawn last."""
        self._drawn, self._stream = 0, sys.stderr

    def show(self, text: str, stream: TextIO | None = None) -> None:
        """Write text in place of what stands there."""
        with self.lock:
            self._stream = stream or sys.stderr
            self._stream.write(f"\r{text:{self._drawn}}")
            self._stream.flush()
            self._drawn = len(text)

    def wipe(self) -> None:
        """Leave an empty line to whoever prints next."""
        with self.lock:
            if self._drawn:
                self.show("", self._stream)
                self._stream.write("\r")
                self._stream.flush()


LINE = StatusLine()


class ProgressBar:
    """A bar for work whose parts are counted."""

    def __init__(self, unit: str, stream: TextIO | None = None) -> None:
        self.unit, self.stream = unit, stream or sys.stderr
        self._start, self._drawn, self.is_watched = monotonic(), 0.0, is_watched(self.stream)

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, done: int, of: int) -> None:
        now = monotonic()
        if self.is_watched and now - self._start > PATIENCE and (done == of or now - self._drawn > RARELY):
            self._drawn = LINE.bar_at = now
            filled = WIDTH * done // of
            bar = f"[{'#' * filled}{'.' * (WIDTH - filled)}]"
            LINE.show(f"{bar} {100 * done // of:3d} %, {done} of {of} {self.unit}", self.stream)

    def print(self, text: str) -> None:
        """Print text above the bar, which comes back when it is called again."""
        LINE.wipe()
        print(text, flush=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        LINE.wipe()


class Ticker:
    """Says what is being done, with the seconds since the first work began, where nothing else was told for a while.

    What was begun last is told. A thread of its own writes; it ends a little after the last work.
    """

    def __init__(self) -> None:
        self._work: list[str] = []
        self._began, self._ended = 0.0, 0.0
        self._thread: Thread | None = None

    def begin(self, text: str) -> None:
        """Something takes up time from now on."""
        if not is_watched():
            return
        with LINE.lock:
            if self._thread is None:
                self._began = monotonic()
                self._thread = Thread(target=self._run, name="sgkin progress", daemon=True)
                self._thread.start()
            self._work.append(text)

    def end(self, text: str) -> None:
        """It is over."""
        with LINE.lock:
            if text in self._work:
                self._work.remove(text)
                self._ended = monotonic()
                if not self._work:
                    LINE.wipe()

    def _run(self) -> None:
        while True:
            sleep(OFTEN)
            with LINE.lock:
                now = monotonic()
                if self._work and now - max(self._began, LINE.bar_at) > PATIENCE:
                    LINE.show(f"{self._work[-1]} … {now - self._began:.0f} s")
                elif not self._work and now - self._ended > LINGER:
                    self._thread = None
                    return


TICKER = Ticker()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Tell, while something is done that cannot be counted, that it is being done."""
    TICKER.begin(text)
    try:
        yield
    finally:
        TICKER.end(text)


@contextmanager
def telling(
    progress: Progress | Literal[False] | None, work: str, unit: str, is_long: bool = True
) -> Iterator[Progress | None]:
    """Whom to tell of progress: what the user gave, or a bar if that is nothing and it may take long; None if nobody.

    work: what is done, to be told where nothing can be counted yet; unit: what is counted.
    """
    if progress is None and is_long and is_watched():
        with waiting(work), ProgressBar(unit) as bar:
            yield bar
    else:
        yield progress or None
