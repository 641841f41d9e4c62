"""Where the time goes (Figures 5 and 6 of the paper), for all four methods on the scalable four-bar.

The global methods: each operation is timed on its own, inside compiled code, as often as a whole run does it; what the
run takes besides is told as other. Whole run and operations take turns, round by round, so that each share has a
spread: one that is a difference of large times is not known better than its spread tells.

The groups have no operations of that kind, so theirs are found by ablation: the tape is run with nothing in the place
of every operation, which is the executor alone, and then with one kind of operation more each time. What a kind adds is
what it takes. The parts add up to the whole by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from benchmarks.chain import Swept, pin_names
from benchmarks.experiment import DENSE, SPARSE, SWEPT, SWEPT_K, constraints, degrees, prepare, steps_of
from benchmarks.experiment import Scale as Experiment
from benchmarks.report import Case, Figure
from benchmarks.timing import Times, compare, quartiles
from benchmarks.whole import Whole
from sgkin import make_plan, scalable_four_bar
from sgkin.global_solver.operation_times import MotionParts, divided
from sgkin.kernels.compiled import Operation
from sgkin.kernels.executor import run_blocks
from sgkin.kernels.lanes import LaneOperation, Step
from sgkin.kernels.rrr import RRR

ROUNDS = 15
DYADS = (1, 3, 17, 35, 71, 143)
OPERATIONS = {
    "jacobian": "Jacobian Φq",
    "constraints": "constraints Φ",
    "factorisation": "factors of Φq",
    "back-substitution": "solutions",
    "accelerations": "(dΦq/dt) q̇",
    "other": "other",
}
"""What the operations of a global method are called here."""

Parts = Callable[[Mapping[str, float]], dict[str, float]]
"""From the seconds of all candidates to those of the parts of the whole."""


@Operation
def nothing(S, R, G, M, m):  # type: ignore[no-untyped-def]
    """In the place of an operation that is left out."""


class PartOfMotion(LaneOperation):
    """The motion of RRR with the first of its steps only."""

    def __init__(self, steps: int) -> None:
        assert RRR.form is not None
        super().__init__(RRR.form, "motion")
        self._count = steps

    @property
    def steps(self) -> list[Step]:
        """Place; place and first derivatives."""
        return super().steps[: self._count]


STAGES: tuple[tuple[str, dict[str, Operation | None]], ...] = (
    ("executor", {}),
    ("driver", {"rotate.motion": None}),
    ("points", {"carry.motion": None, "constant.position": None}),
    ("position", {"RRR.motion": PartOfMotion(1)}),
    ("first tangent", {"RRR.motion": PartOfMotion(2)}),
    ("second tangent", {"RRR.motion": None}),
    ("watch over branches", {"watch.margin": None}),
)
"""What comes in with each stage: an operation by its name, and what stands for it, or None for itself."""


class Ablated:
    """A sweep of which only some operations are run."""

    def __init__(self, swept: Swept, stages: int) -> None:
        swept.run()  # what is left out of the rows later stands there from here
        self.sweep, tape = swept.sweep, swept.sweep.tape
        running: dict[str, Operation | None] = {}
        for _, comes_in in STAGES[:stages]:
            running |= comes_in
        unknown = {operation.name for operation in tape.operations} - {name for _, part in STAGES for name in part}
        if unknown:
            raise AssertionError(f"no stage has {', '.join(sorted(unknown))}")
        stand_in = [self._stand_in(operation, running) for operation in tape.operations]
        self.addresses = np.array([operation.address for operation in stand_in], dtype=np.int64)
        self.memory = self.sweep.memory.copy()

    @staticmethod
    def _stand_in(operation: Operation, running: dict[str, Operation | None]) -> Operation:
        return (running[operation.name] or operation) if operation.name in running else nothing

    def run(self) -> None:
        """All lanes, a block at a time, as a sweep runs them."""
        layout, tape = self.sweep.layout, self.sweep.tape
        lane, _ = run_blocks(
            self.addresses,
            layout.rows,
            layout.advance,
            layout.here,
            tape.row_start,
            tape.geometry,
            tape.geometry_start,
            self.memory,
            tape.memory_start,
            layout.state,
            0,
            self.sweep.lanes,
            layout.block,
            int(layout.offset[tape.alarm]),
            self.memory.copy(),
        )
        if lane != self.sweep.lanes:
            raise AssertionError("a part of a sweep ended early")


def share_figures(method: str, dyads: int, times: Times, parts: Parts) -> Iterator[Figure]:
    """Shares of a whole in per cent, with their quartiles over the rounds; `parts`: seconds by part, from those of all
    candidates. Differences below what can be measured count as nothing."""
    found = _percent(parts({name: times.seconds(name) for name in times.rounds}))
    rounds = [dict(zip(times.rounds, each, strict=True)) for each in zip(*times.rounds.values(), strict=True)]
    each_round = [_percent(parts(seconds)) for seconds in rounds]
    for name, share in found.items():
        spread = quartiles([shares[name] for shares in each_round])
        told = f"{method}, {dyads} dyads: {name}"
        yield Figure(told, share, "%", spread=spread, series=f"{method}: {name}", at=constraints(dyads))


def _percent(seconds: Mapping[str, float]) -> dict[str, float]:
    parts = {name: max(value, 0.0) for name, value in seconds.items()}
    return {name: 100.0 * value / sum(parts.values()) for name, value in parts.items()}


def group_shares(method: str, dyads: int, steps: int, rounds: int) -> Iterator[Figure]:
    """The parts of a sweep by ablation."""
    plan = make_plan(scalable_four_bar(dyads))
    swept = Swept(plan, pin_names(dyads), degrees(steps), coefficients=method == SWEPT_K)
    ablated = {name: Ablated(swept, number) for number, (name, _) in enumerate(STAGES, start=1)}
    times = compare({name: each.run for name, each in ablated.items()}, rounds)
    yield from share_figures(method, dyads, times, added)


def added(reached: Mapping[str, float]) -> dict[str, float]:
    """What each stage adds to the one before it."""
    return dict(zip(reached, np.diff(list(reached.values()), prepend=0.0).tolist(), strict=True))


def global_shares(method: str, dyads: int, steps: int, rounds: int) -> Iterator[Figure]:
    """The parts of a global method: what each operation takes, as often as it is run."""
    whole = prepare(method, make_plan(scalable_four_bar(dyads)), dyads, steps)
    assert isinstance(whole, Whole)
    times = compare(MotionParts(whole.solver, whole.drive, whole.kept).calls, rounds)
    yield from share_figures(method, dyads, times, operations)


def operations(seconds: Mapping[str, float]) -> dict[str, float]:
    """The seconds of each operation, by what it is called here."""
    parts = divided(seconds)
    return {told: parts[name] for name, told in OPERATIONS.items()}


def shares(method: str, dyads: int, smoke: bool) -> Iterator[Figure]:
    """The distribution of a method."""
    steps, rounds = (24, 2) if smoke else (steps_of(method, dyads, Experiment()), ROUNDS)
    if method in (DENSE, SPARSE):
        return global_shares(method, dyads, steps, rounds)
    return group_shares(method, dyads, steps, rounds)


def cases(smoke: bool) -> Sequence[Case]:
    """All methods at all lengths."""
    return [
        Case(f"{method}, {dyads} dyads", partial(shares, method, dyads, smoke))
        for dyads in ((3,) if smoke else DYADS)
        for method in (DENSE, SWEPT, SWEPT_K, SPARSE)
    ]
