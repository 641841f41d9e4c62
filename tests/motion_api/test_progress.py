"""Progress is told from no steps to all of them."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin import load_mechanism, solve


@pytest.mark.parametrize("name", ["four_bar_crank_rocker", "class_III_triad_on_crank", "gear_pair"])
@pytest.mark.parametrize("steps", [1, 20_000])
def test_progress_grows_up_to_the_last_step(name: str, steps: int) -> None:
    told: list[tuple[int, int]] = []
    start = load_mechanism(name).initial_inputs["motor"]
    solve(
        load_mechanism(name),
        inputs=start + np.linspace(0.0, 6.0, steps),
        outputs=[],
        progress=lambda done, of: told.append((done, of)),
    )
    done = [number for number, _ in told]
    assert done == sorted(done)
    assert told[-1] == (steps, steps)
    assert {of for _, of in told} == {steps}


def test_an_interruption_from_the_progress_ends_the_motion() -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 11), progress=interrupt)
