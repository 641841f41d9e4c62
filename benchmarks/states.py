"""States of the code, old and new, each with its own package in processes of its own."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]


def is_revision(name: str) -> bool:
    """Whether git knows a state by this name."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def earlier_state(revision: str) -> Iterator[Path]:
    """A worktree with nothing but the package of an earlier state and its mechanisms, gone in the end."""
    with TemporaryDirectory() as folder:
        tree = Path(folder).resolve() / "before"
        _git("worktree", "add", "--quiet", "--detach", "--no-checkout", str(tree), revision)
        try:
            _git("-C", str(tree), "checkout", "--quiet", "HEAD", "--", "sgkin", "mechanisms")
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *arguments], check=True)


def surroundings(tree: Path) -> dict[str, str]:
    """The environment in which sgkin is taken from a tree, with machine code kept there, and all else from this one."""
    left_out = ("NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE")  # an installed package has its byte code
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"PYTHONPATH": os.pathsep.join([str(tree), str(ROOT)])}


class State:
    """A state of the package, in a process that does tasks with it."""

    def __init__(self, tree: Path) -> None:
        command, pipe = [sys.executable, "-m", "benchmarks.task_server"], subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=tree, env=surroundings(tree))
        package = Path(self._answer())
        if not package.is_relative_to(tree):
            raise AssertionError(f"sgkin was taken from {package}, not from {tree}")

    def __enter__(self) -> State:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def prepare(self, task: str) -> Any:
        """Make a task ready and do it once: what it finds, or why it failed."""
        return self._ask(f"prepare {task}")

    def sample(self) -> float:
        """Do it again: seconds."""
        return float(self._ask("sample"))

    def _ask(self, request: str) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{request}\n".encode())
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)


@dataclass(frozen=True, slots=True)
class Fresh:
    """Something that a new process does; `empty`: with an empty cache of machine code."""

    code: str
    rounds: int
    empty: bool = False

    def seconds(self, tree: Path) -> float:
        """CPU time of all threads, from the first line of the code on."""
        code = f"import time\nstart = time.process_time()\n{self.code}\nprint(time.process_time() - start)"
        with TemporaryDirectory() as folder:
            environment = surroundings(tree) | ({"NUMBA_CACHE_DIR": folder} if self.empty else {})
            command = [sys.executable, "-c", code]
            answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=tree, env=environment)
        return float(answer.stdout)
