"""The main job in one go: a structure, the paper's four methods side by side, a picture and a page (`make demo`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from sgkin import decompose, make_plan, scalable_four_bar, solve, write_page
from sgkin.motion import Motion
from sgkin.plots import plot_mechanism, save_picture

DYADS, STEPS, ROUNDS = 8, 720, 5
PICTURE, PAGE = "demo-four-bar.png", "demo-four-bar.html"


def main() -> None:
    """Print, compare, draw."""
    mechanism = scalable_four_bar(DYADS)
    print(decompose(mechanism), end="\n\n")
    plan = make_plan(mechanism)
    methods: dict[str, Callable[[np.ndarray], Motion]] = {
        "I    global, dense": lambda times: solve(mechanism, times, method="global-dense"),
        "II   groups, velocity and acceleration": lambda times: solve(plan, times),
        "III  groups, K and L": lambda times: solve(plan, times, coefficients=True),
        "IV   global, sparse": lambda times: solve(mechanism, times, method="global-sparse"),
    }
    seconds = compare(methods)
    fastest = min(seconds.values())
    print(f"{'method':40} {'µs per step':>12} {'ratio':>8}")
    for name, value in seconds.items():
        print(f"{name:40} {1e6 * value:12.2f} {value / fastest:8.1f}")
    save_picture(lambda axes: plot_mechanism(mechanism, ax=axes, labels=False), PICTURE, size=(12.0, 4.0))
    write_page(mechanism, PAGE)
    print(f"\nwrote {PICTURE} and {PAGE}")


def compare(methods: dict[str, Callable[[np.ndarray], Motion]]) -> dict[str, float]:
    """Seconds of CPU per step of each method, making ready left out: medians over interleaved rounds."""
    once, turn = np.zeros(1), np.linspace(0.0, 2.0 * np.pi, STEPS + 1)
    for method in methods.values():
        method(turn)  # compile
    rounds: dict[str, list[float]] = {name: [] for name in methods}
    for _ in range(ROUNDS):
        for name, method in methods.items():
            rounds[name].append((cpu_time(method, turn) - cpu_time(method, once)) / STEPS)
    return {name: median(times) for name, times in rounds.items()}


def cpu_time(method: Callable[[np.ndarray], Motion], times: np.ndarray) -> float:
    """Seconds of CPU of this thread for one call."""
    start = time.thread_time()
    method(times)
    return time.thread_time() - start


if __name__ == "__main__":
    main()
