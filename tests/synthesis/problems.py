"""Path problems of the literature, and the sum of squares that a coupler curve leaves, from places on it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import yaml

from sgkin import Mechanism, Synthesis, solve, synthesise_path
from sgkin.arrays import Floats

FILE = Path(__file__).parents[1] / "reference" / "path_problems.yaml"
LIMITS = {"ten_points_ellipse": 4.5e-4, "eighteen_points_timed": 9.1e-3, "six_points_line": 1e-10}
"""Sums of squares that nine of ten seeds must not exceed, within ten seconds of a processor each."""
SECONDS = 10.0


def problems() -> dict[str, Any]:
    """All of the file."""
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def options(problem: dict[str, Any]) -> dict[str, Any]:
    """How `synthesise_path` is asked."""
    found: dict[str, Any] = {"closed": problem.get("full_turn", False)}
    if problem["timed"]:
        step = np.radians(problem["crank_angle_step_deg"])
        found["timing"] = step * np.arange(len(problem["targets"]))
    if isinstance(problem["bounds"], dict):
        places = {"x0": "pivot", "y0": "pivot", "cx": "coupler_point", "cy": "coupler_point"}
        own = places | dict.fromkeys(("r1", "r2", "r3", "r4"), "lengths")
        found["bounds"] = {name: tuple(problem["bounds"][key]) for name, key in own.items()}
    return found


def answer(name: str, seed: int) -> Synthesis:
    """What is found for a problem."""
    problem = problems()[name]
    return synthesise_path(problem["targets"], seed=seed, progress=False, **options(problem))


def squares(found: Synthesis, problem: dict[str, Any]) -> float:
    """The metric of the file, from the motion of the linkage solved by itself: at the stated crank angles; or to the
    nearest point of the coupler curve, a parabola through the three steps that are nearest."""
    targets = np.array(problem["targets"], dtype=float)
    if problem["timed"]:
        inputs = found.inputs[0] + np.radians(problem["crank_angle_step_deg"]) * np.arange(len(targets))
        return float(((places(found.mechanism, inputs) - targets) ** 2).sum())
    total = 0.0
    inputs = np.linspace(0.0, 2.0 * np.pi, 721)
    curve = places(found.mechanism, inputs)
    for target in targets:
        middle, reach = inputs[np.hypot(*(curve - target).T).argmin()], inputs[1]
        for _ in range(6):
            near = middle + reach * np.linspace(-1.0, 1.0, 41)
            away = np.hypot(*(places(found.mechanism, near) - target).T)
            middle, reach = near[away.argmin()], reach / 10.0
        total += float(away.min()) ** 2
    return total


def places(mechanism: Mechanism, inputs: Floats) -> Floats:
    """Of the coupler point."""
    return solve(mechanism, inputs=inputs[:, None], outputs=["coupler.P"]).position("coupler.P")
