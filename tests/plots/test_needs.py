"""What cannot be drawn is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sgkin import InputError, load_mechanism, plots, solve
from sgkin.plots.structure_graph import save_structure_plot


@pytest.mark.parametrize(
    ("draw", "needed"),
    [
        (lambda thing: plots.plot_coupler_curve(thing, "coupler.P"), "a motion"),
        (lambda thing: plots.plot_curves(thing, "coupler"), "a motion"),
        (lambda thing: plots.animate_motion(thing, "a.gif"), "a motion"),
        (plots.plot_structure, "a structure"),
        (plots.plot_structure_matrix, "a structure"),
        (lambda thing: save_structure_plot(thing, "a.png"), "a structure"),
    ],
)
def test_other_things(draw: Callable[[Any], Any], needed: str) -> None:
    for thing in ("four_bar_crank_rocker", None, load_mechanism("four_bar_crank_rocker")):
        with pytest.raises(InputError, match=f"{needed} is needed, found .*gives one"):
            draw(thing)


def test_parts_of_steps() -> None:
    motion = solve(load_mechanism("four_bar_crank_rocker"), np.linspace(0.0, 1.0, 5))
    with pytest.raises(InputError, match=r"step is 1\.5; give a whole number"):
        plots.plot_mechanism(motion, 1.5)  # type: ignore[arg-type]
