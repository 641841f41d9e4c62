"""Links that are very much longer than others change neither the structure nor what it means."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin

import pytest

from sgkin import (
    ConstantSpeed,
    Drive,
    InitialConfiguration,
    JointDriver,
    Link,
    Mechanism,
    Prismatic,
    Revolute,
    Sketch,
    decompose,
)
from sgkin.errors import ZeroLengthError


def four_bar(length: float) -> Mechanism:
    """A crank of 1 m and a rocker of 2 m, joined by a long rod."""
    points = {"O": (0.0, 0.0), "A": (cos(1.0), sin(1.0)), "B": (length + 0.54, 2.93), "C": (length, 1.0)}
    return _sketched(points, {"ground": "O C", "crank": "O A", "rod": "A B", "rocker": "C B"})


def slider_crank(length: float, driven: str) -> Mechanism:
    """A crank of 1 m with a long rod, driven by the crank or by the piston."""
    start = 1.0 if driven == "O" else cos(1.0) + length
    return Mechanism(
        "slider_crank",
        [
            Link("ground", {"O": (0, 0), "D": (0, sin(1.0))}),
            Link("crank", {"O": (0, 0), "A": (1, 0)}),
            Link("rod", {"A": (0, 0), "B": (length, 0)}),
            Link("piston", {"B": (0, 0)}),
        ],
        [
            Revolute("O", ("ground", "crank")),
            Revolute("A", ("crank", "rod")),
            Revolute("B", ("rod", "piston")),
            Prismatic("D", ("ground", "piston"), at=("D", "B")),
        ],
        [JointDriver("motor", driven, ConstantSpeed(1.0, start=start))],
        initial=InitialConfiguration({"A": (cos(1.0), sin(1.0)), "B": (cos(1.0) + length, sin(1.0))}),
    )


def platform(length: float) -> Mechanism:
    """A platform of which one leg is long."""
    points = {"O": (0.0, 0.0), "A": (0.3, 0.0), "D": (2.0, 0.0), "F": (1.0 - length, 2.0)}
    points |= {"B": (0.2, 1.0), "C": (1.8, 1.1), "E": (1.0, 2.0)}
    links = {"ground": "O D F", "crank": "O A", "leg1": "A B", "leg2": "D C", "leg3": "F E", "platform": "B C E"}
    return _sketched(points, links)


def bridge(length: float) -> Mechanism:
    """Two links far apart, joined by two long ones."""
    points = {"O": (0.0, 0.0), "A": (0.3, 0.0), "P": (-1.6, 0.3), "Q": (-0.8, 0.7)}
    points |= {"R": (-1.2 - length, 1.8), "S": (-0.5 - length, -1.6), "D": (-0.4 - length, -1.2)}
    links = {"ground": "O D", "crank": "O A", "one": "A P Q", "upper": "P R", "lower": "Q S", "two": "R S D"}
    return _sketched(points, links)


def _sketched(points: dict[str, tuple[float, float]], links: dict[str, str]) -> Mechanism:
    return Sketch("unlike", points, links, drives={"motor": Drive("O", 1.0)}).mechanism()


SHAPES: dict[str, tuple[Callable[[float], Mechanism], tuple[str, ...]]] = {
    "four-bar": (four_bar, ("R*", "RRR")),
    "slider-crank by its crank": (lambda length: slider_crank(length, "O"), ("R*", "RRP")),
    "slider-crank by its piston": (lambda length: slider_crank(length, "D"), ("P*", "RRR")),
    "platform": (platform, ("R*", "RR-RR-RR")),
    "bridge": (bridge, ("R*", "R|RR|RR|R")),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("digits", range(1, 12))
def test_long_links_are_links(name: str, digits: int) -> None:
    make, signatures = SHAPES[name]
    structure = decompose(make(10.0**digits))
    assert structure.geometry is not None
    assert (structure.geometry.verdict, structure.mobility, structure.findings) == ("agrees", 1, ())
    assert tuple(group.signature for group in structure.groups) == signatures


def test_links_that_are_too_short_beside_others_are_told() -> None:
    with pytest.raises(
        ZeroLengthError, match="link 'crank' is too short: its pins O and A lie nearer to each other than"
    ):
        four_bar(1e13)
