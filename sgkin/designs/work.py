"""What is done to every design, wherever it is done: it is solved, and what is wanted of it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.designs.block import Block, Fates
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.reducing import Reducer, is_python, reduced
from sgkin.designs.running import DESIGNS, Runner, over_blocks
from sgkin.progress import Progress


class Found(NamedTuple):
    """What came of some designs: their fates, and scores and outputs if these are kept."""

    fates: Fates
    scores: Floats | None
    block: Block | None


@dataclass(frozen=True, eq=False, slots=True)
class Work:
    """Designs are run, and then "outputs" are kept, or "status" only, or what a function makes of them.

    It travels to other processes, where a study is made anew.
    """

    runner: Runner
    keep: str | Reducer

    @property
    def keeps_outputs(self) -> bool:
        """Whether outputs are kept."""
        return self.keep == "outputs"

    def run(self, parameters: Floats, threads: int | None = None, tell: Progress | None = None) -> Found:
        """Run designs (n, p)."""
        runner, fates = self.runner, Fates.unknown(len(parameters))
        whole = runner.room(len(parameters)) if self.keeps_outputs else None
        room = runner.room if is_python(self.keep) else runner.spare_room  # a function may keep what it is given

        def work(begin: int, end: int) -> Floats | None:
            block = room(end - begin) if whole is None else whole.part(begin, end)
            given, its = parameters[begin:end], fates.part(begin, end)
            runner.run(given, block, its)
            if isinstance(self.keep, str):
                return None
            motions = DesignMotions(runner.study, given, runner.drive, *its, None, runner.outputs, block)
            return reduced(self.keep, motions, block.found)

        scores, done = list[Floats](), 0
        for score in over_blocks(len(parameters), work, threads):
            scores += [] if score is None else [score]
            done = min(done + DESIGNS, len(parameters))
            if tell is not None:
                tell(done, len(parameters))
        return Found(fates, np.concatenate(scores) if scores else None, whole)

    def motions(self, parameters: Floats, found: Found) -> DesignMotions:
        """What came of designs, with its names."""
        runner, block = self.runner, found.block
        outputs = None if block is None else runner.outputs
        return DesignMotions(runner.study, parameters, runner.drive, *found.fates, found.scores, outputs, block)
