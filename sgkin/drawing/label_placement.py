"""Where names stand in a picture: beside what they name, inside the frame, and not on each other, on pins or on lines.

Every label has candidate boxes, each with a cost of its own: what it hides, and how far it is from what it names. Two
boxes that overlap cost far more. The sum is made small by discrete descent (J. Christensen, J. Marks and S. Shieber,
"An empirical study of algorithms for point-feature label placement", ACM Transactions on Graphics 14 (1995) 203-232):
label after label takes the candidate that is best beside the others; where two still overlap, both are moved at once.
Nothing is drawn by lot, so that the same picture comes out every time.

Lengths are those of the picture (pixels or points), with y upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import NamedTuple

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.ink import Box, Ink
from sgkin.mathematics import Place

OVERLAP = 1e4
"""What it costs that two labels overlap, or that one leaves the frame: more than anything else."""
RINGS = ((0.0, 0.0), (0.5, 9.0), (1.0, 35.0), (2.0, 55.0), (3.4, 75.0), (5.0, 100.0), (7.0, 130.0))
"""How much further than the first ring others are, in font sizes, and what that costs."""
NEAR = 0.5
"""A label that is not further out needs no line to what it names."""
AMBIGUOUS, CLEARLY = 40.0, 1.5
"""What it costs that something else that has a name is not so many times further from a label than what it names."""
DIRECTIONS = 16
LEADER, LEADER_SAMPLES = 3.0, 12
"""How much worse it is that a line crosses something than that a label hides it, and how often that is looked at."""
ROUNDS = 30


class Spot(NamedTuple):
    """A centre that a label may have, what it costs there, and whether a line has to say what it belongs to."""

    centre: Place
    cost: float
    is_far: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """A label to be placed: its width and height, what it names, and where it may stand."""

    size: tuple[float, float]
    anchor: Place
    spots: tuple[Spot, ...]

    @property
    def boxes(self) -> Floats:
        """The boxes (n, 4) at all spots: left, bottom, right, top."""
        half = 0.5 * np.array(self.size)
        centres = np.array([spot.centre for spot in self.spots])
        return np.concatenate([centres - half, centres + half], axis=1)


def around(anchor: Place, size: tuple[float, float], radius: float, font: float) -> tuple[Spot, ...]:
    """Spots beside a place: in rings outside a radius, above on the right if that is as good as elsewhere."""
    spots = []
    for further, cost in RINGS:
        reach = radius + (0.25 + further) * font
        for number in range(DIRECTIONS):
            angle = pi / 4 + 2.0 * pi * number / DIRECTIONS
            towards = (cos(angle), sin(angle))
            x, y = (
                place + reach * part + 0.5 * min(max(1.6 * part, -1.0), 1.0) * side
                for place, part, side in zip(anchor, towards, size, strict=True)
            )
            turned = 1.5 * (1.0 - cos(angle - pi / 4)) + number % 2
            spots.append(Spot((x, y), cost + turned, further > NEAR))
    return tuple(spots)


def told_apart(wish: Wish, named: Floats) -> Wish:
    """The same label, dearer at spots where it could belong to another of the named places (n, 2) as well."""
    boxes, own = wish.boxes, np.array([wish.anchor])
    others = named[np.hypot(*(named - own).T) > 1e-9]
    if not len(others):
        return wish
    is_ambiguous = _distances(boxes, others).min(axis=1) < CLEARLY * _distances(boxes, own)[:, 0]
    spots = zip(wish.spots, is_ambiguous, strict=True)
    return replace(wish, spots=tuple(s._replace(cost=s.cost + AMBIGUOUS) if bad else s for s, bad in spots))


def _distances(boxes: Floats, places: Floats) -> Floats:
    """How far places (m, 2) are from boxes (n, 4): (n, m)."""
    apart = places[None] - np.clip(places[None], boxes[:, None, :2], boxes[:, None, 2:])
    return np.asarray(np.hypot(apart[..., 0], apart[..., 1]))


def place_labels(wishes: Sequence[Wish], ink: Ink) -> list[Spot | None]:
    """The spot of each label; None of one for which there is no room."""
    boxes = [wish.boxes for wish in wishes]
    costs = [_own_costs(wish, each, ink) for wish, each in zip(wishes, boxes, strict=True)]
    chosen = [int(each.argmin()) for each in costs]
    for _ in range(ROUNDS):
        if not (_improve_each(boxes, costs, chosen) or _improve_pairs(boxes, costs, chosen)):
            break
    placed = np.zeros((0, 4))
    spots: list[Spot | None] = []
    for wish, each, number in zip(wishes, boxes, chosen, strict=True):
        box = each[[number]]
        has_room = not overlaps(box, placed).any() and not _outside(box, ink.frame).any()
        spots.append(wish.spots[number] if has_room else None)
        placed = np.concatenate([placed, box]) if has_room else placed
    return spots


def overlaps(boxes: Floats, others: Floats) -> Floats:
    """Whether boxes (n, 4) overlap others (m, 4): 0 or 1 (n, m)."""
    a, b = boxes[:, None], others[None]
    apart = (a[..., :2] >= b[..., 2:]) | (b[..., :2] >= a[..., 2:])
    return np.asarray(~apart.any(axis=2), dtype=float)


def _overlapped(boxes: Floats, others: Floats) -> Floats:
    """How many others (m, 4) each of the candidates (n, 4) of a label overlaps; most are out of the reach of all."""
    reach = np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])[None]
    return np.asarray(overlaps(boxes, others[overlaps(reach, others)[0] > 0.0]).sum(axis=1))


def _own_costs(wish: Wish, boxes: Floats, ink: Ink) -> Floats:
    """What each candidate costs without the other labels: also what the line to it crosses."""
    costs = np.array([spot.cost for spot in wish.spots]) + ink.under(boxes) + OVERLAP * _outside(boxes, ink.frame)
    anchor, is_far = np.array(wish.anchor), np.array([spot.is_far for spot in wish.spots])
    ends = np.clip(anchor, boxes[is_far, :2], boxes[is_far, 2:])
    parts = np.linspace(0.2, 1.0, LEADER_SAMPLES)[:, None, None]
    places = (anchor + parts * (ends - anchor)).reshape(-1, 2)
    crossed = ink.under(np.concatenate([places, places], axis=1)).reshape(LEADER_SAMPLES, -1)
    costs[is_far] += LEADER * crossed.mean(axis=0) * np.hypot(*(ends - anchor).T) / ink.cell
    return costs


def _outside(boxes: Floats, frame: Box) -> Floats:
    """0 for a box in the frame, and more the further one leaves it."""
    beyond = np.maximum(np.array(frame)[:2] - boxes[:, :2], 0.0) + np.maximum(boxes[:, 2:] - np.array(frame)[2:], 0.0)
    return np.asarray(beyond.sum(axis=1))


def _improve_each(boxes: list[Floats], costs: list[Floats], chosen: list[int]) -> bool:
    """Let every label take its best candidate beside the others; whether one has moved."""
    now = np.array([each[number] for each, number in zip(boxes, chosen, strict=True)])
    has_moved = False
    for label, each in enumerate(boxes):
        others = np.delete(now, label, axis=0)
        total = costs[label] + OVERLAP * _overlapped(each, others)
        best = int(total.argmin())
        if total[best] < total[chosen[label]] - 1e-9:
            chosen[label], now[label], has_moved = best, each[best], True
    return has_moved


def _improve_pairs(boxes: list[Floats], costs: list[Floats], chosen: list[int]) -> bool:
    """Let two labels that overlap take the best pair of candidates; whether some have moved."""
    has_moved = False
    now = np.array([each[number] for each, number in zip(boxes, chosen, strict=True)]).reshape(-1, 4)
    for first, second in np.argwhere(np.triu(overlaps(now, now), 1)).tolist():
        others = np.delete(now, [first, second], axis=0)
        totals = [costs[i] + OVERLAP * _overlapped(boxes[i], others) for i in (first, second)]
        both = totals[0][:, None] + totals[1] + OVERLAP * overlaps(boxes[first], boxes[second])
        best = np.unravel_index(int(both.argmin()), both.shape)
        if both[best] < both[chosen[first], chosen[second]] - 1e-9:
            for label, number in zip((first, second), map(int, best), strict=True):
                chosen[label], now[label], has_moved = number, boxes[label][number], True
    return has_moved
