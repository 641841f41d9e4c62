"""What derivatives by dimensions cost: beside the bare sweep of the same design over the same steps.

All coordinates of all links vary over a turn of 360 steps, and the objective is a sum over the path of a point. A
*gradient* is what a user calls, with the design solved, watched and checked in it, also with the steps given in the
call; *adjoint alone* is the pass backwards, and *forward* the derivatives of the path by one parameter after the other.
Nothing is timed before the gradient is the sum over the forward derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from benchmarks.designs_speed import FOUR_BAR, JANSEN, NO_DIMENSIONS, bare_sweep, cycle_of, ratio, whole_study
from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin import Sensitivities, Study, make_study, scalable_four_bar
from sgkin.arrays import Floats
from sgkin.sensitivity.derivative_runs import AdjointRun, ForwardRun

AGREEMENT = 1e-11
SWEEPS = 200
"""Of a bare sweep, in one call."""
DYADS = 65
"""Of the long chain, which has about 650 coordinates."""


def long_chain(dyads: int) -> Study:
    """A chain of RRR dyads of which all coordinates vary; its last pin is the output."""
    mechanism = scalable_four_bar(dyads)
    places = [address for address in mechanism.numbers if address.split(".")[0] not in NO_DIMENSIONS]
    return make_study(mechanism, places, [f"coupler{dyads}.C{dyads}"])


class Differentiated:
    """A study at its nominal design, ready to be differentiated in both ways."""

    def __init__(self, study: Study) -> None:
        self.study, self.output = study, study.outputs[0]
        inputs = self.inputs = cycle_of(study.mechanism)
        self.made: Sensitivities = study.sensitivities(inputs=inputs)
        self.weights = {("position", self.output): np.random.default_rng(0).normal(size=(len(inputs), 2))}
        jacobian = self.made.jacobian(study.nominal).position(self.output)
        self.check(np.tensordot(self.weights["position", self.output], jacobian, 2))
        self.solved, tapes = self.made._solved(study.nominal, self.made._runner.room(1)), self.made._tapes
        self.forward, self.adjoint = ForwardRun(tapes.forward, len(inputs)), AdjointRun(tapes.adjoint, len(inputs))
        self.rates = tapes.pushed(self.solved.values, self.forward.own)
        self.bars = self.made._bars(self.solved.motions, self.weights)

    def check(self, expected: Floats) -> None:
        """Refuse to time what is wrong."""
        error = np.abs(self.gradient() - expected).max() / np.abs(expected).max()
        if not error <= AGREEMENT:
            raise AssertionError(f"{self.study}: the gradient differs by {error:.1e} from the forward derivatives")

    def gradient(self) -> Floats:
        """As a user has it."""
        return self.made.gradient(self.study.nominal, self.weights).gradient

    def whole_call(self) -> Floats:
        """As a user has it who says every time over which steps."""
        return self.study.gradient(self.study.nominal, inputs=self.inputs, objective=self.weights).gradient

    def candidates(self) -> dict[str, Callable[[], object]]:
        """What is timed."""
        return {
            "bare sweep": bare_sweep(self.study),
            "gradient": self.gradient,
            "whole call": self.whole_call,
            "adjoint": lambda: self.adjoint.run(self.solved.lanes, self.bars),
            "forward": lambda: self.forward.run(self.solved.lanes, self.rates),
        }


def figures(
    told: str, make: Callable[[], Study], rounds: int, bars: tuple[float | None, float | None]
) -> Iterator[Figure]:
    """Of one study; bars of the gradient and of forward derivatives."""
    study = make()
    times, count = compare(Differentiated(study).candidates(), rounds), len(study.vary)
    by = f"{told}, {count} parameters"
    yield ratio(times, f"{by}: gradient / bare sweep", "gradient", 1, "bare sweep", SWEEPS, bars[0])
    yield ratio(times, f"{by}: gradient with its steps / bare sweep", "whole call", 1, "bare sweep", SWEEPS)
    yield ratio(times, f"{by}: adjoint alone / bare sweep", "adjoint", 1, "bare sweep", SWEEPS)
    yield ratio(times, f"{by}: forward, per parameter / bare sweep", "forward", count, "bare sweep", SWEEPS, bars[1])


def cases(smoke: bool) -> Sequence[Case]:
    """All of them."""
    rounds = 2 if smoke else 15
    dyads = 4 if smoke else DYADS
    return [
        Case("four-bar", partial(figures, "four-bar", partial(whole_study, FOUR_BAR), rounds, (None, 0.8))),
        Case("Jansen's leg", partial(figures, "Jansen's leg", partial(whole_study, JANSEN), rounds, (None, 0.8))),
        Case("long chain", partial(figures, "chain", partial(long_chain, dyads), rounds, (3.0, None))),
    ]
