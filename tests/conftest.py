"""What several tests need."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import settings

from sgkin.cli.main import main

# the same examples in every run; HYPOTHESIS_PROFILE=search looks for new ones
settings.register_profile("gate", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


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
