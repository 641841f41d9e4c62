"""The moving picture of the README; `python -m docs.leg` draws it anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sgkin import load_mechanism, solve
from sgkin.plots import animate_motion


def draw_leg(path: Path) -> None:
    """Jansen's leg over one turn of its crank, with the path of its foot."""
    motion = solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 91))
    animate_motion(motion, path, points=["foot_triangle.foot"], seconds=2.0)


if __name__ == "__main__":
    draw_leg(Path(__file__).with_suffix(".svg"))
