"""The main job in one go: a structure, the paper's four methods side by side, a picture and a page (`make demo`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.timing import compare
from benchmarks.user_calls import read_all
from sgkin import decompose, make_plan, scalable_four_bar, solve, write_page
from sgkin.motion import Motion
from sgkin.plots import plot_mechanism, save_picture

DYADS, STEPS, ROUNDS = 8, 720, 5
READING = """\
Whole calls of solve, with every pose, velocity and acceleration read from what they give. Groups one after the other
take a small part of the time of all equations at once. III gives K and L, for dynamics: velocity and acceleration are
products of these, formed when they are read, and that is what it takes more than II."""
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
    seconds = seconds_per_step(methods)
    fastest = min(seconds.values())
    print(f"{'method':40} {'µs per step':>12} {'ratio':>8}")
    for name, value in seconds.items():
        print(f"{name:40} {1e6 * value:12.2f} {value / fastest:8.1f}")
    print(f"\n{READING}")
    save_picture(lambda axes: plot_mechanism(mechanism, ax=axes, labels=False), PICTURE, size=(12.0, 4.0))
    write_page(mechanism, PAGE)
    print(f"\nwrote {PICTURE} and {PAGE}")


def solve_and_read(method: Callable[[np.ndarray], Motion], times: np.ndarray) -> None:
    """Every pose, velocity and acceleration, so that all methods give the same."""
    read_all(method(times))


def seconds_per_step(methods: dict[str, Callable[[np.ndarray], Motion]]) -> dict[str, float]:
    """Seconds of CPU of `solve` with each method and of reading all that it gives, by the steps: medians of rounds."""
    turn = np.linspace(0.0, 2.0 * np.pi, STEPS + 1)
    times = compare({name: partial(solve_and_read, method, turn) for name, method in methods.items()}, ROUNDS)
    return {name: times.seconds(name) / len(turn) for name in methods}


if __name__ == "__main__":
    main()
