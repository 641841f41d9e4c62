"""Code in C beside Python code, built with the compiler of the system."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

FLAGS = ("-O3", "-march=native", "-fno-math-errno")
NO_COMPILER = "there is no C compiler (gcc or cc): the comparisons with C are left out"


def find_compiler() -> str | None:
    """The C compiler of the system, if there is one."""
    return shutil.which("gcc") or shutil.which("cc")


class Library:
    """A compiled file of this folder; a library that is loaded needs its own file no longer."""

    def __init__(self, compiler: str, name: str) -> None:
        self.compiler, self.source = compiler, Path(__file__).with_name(name)
        with TemporaryDirectory() as folder:
            file = Path(folder) / self.source.with_suffix(".so").name
            self._run(*FLAGS, "-shared", "-fPIC", "-o", str(file), str(self.source), "-lm")
            self.functions = ctypes.CDLL(str(file))

    @cached_property
    def version(self) -> str:
        """What the compiler says it is."""
        return self._run("--version").splitlines()[0]

    @cached_property
    def assembly(self) -> str:
        """The machine code, to be read."""
        return self._run(*FLAGS, "-S", "-o", "-", str(self.source))

    def _run(self, *arguments: str) -> str:
        answer = subprocess.run([self.compiler, *arguments], capture_output=True, text=True, check=True)
        return answer.stdout
