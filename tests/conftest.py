"""What several tests need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from sgkin.cli.main import main


@dataclass(frozen=True)
class Answer:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def sgkin(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """The command `sgkin`, called with its arguments."""

    def run(*arguments: object) -> Answer:
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit:  # argparse refuses unknown options itself
            code = int(exit.code or 0)
        return Answer(code, *capsys.readouterr())

    return run
