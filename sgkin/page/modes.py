"""The assembly modes between which a page can change, and how far the inputs go in each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi

import numpy as np

from sgkin.arrays import Floats
from sgkin.assembly import AssemblyMode
from sgkin.errors import TooManyModesError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.page.tracks import InputTrack, LawTrack, input_track, law_track
from sgkin.solving import assembly_modes, make_plan

MOST = 16
"""A page lists no more modes than this."""
LARGEST_GROUP = 8
"""Modes are not looked for where a group has more links: it may take long."""
EACH = 6
"""Of several inputs, and of modes other than the file's, each is followed in this part of the steps."""
LEAST = 2
"""Fewest steps of an input."""
NEAR = 3.0
"""In modes but the file's, links that go further from their start, in sizes of the mechanism, are not shown there."""
SAME = 1e-6
"""How near two assemblies are that are one, as a part of the mechanism's size."""


@dataclass(frozen=True, slots=True)
class PageMode:
    """One way to assemble the mechanism, and where it goes from there.

    `number`: as `sgkin modes` counts them; `differs`: labels of the groups that are assembled otherwise than in the
    file, None for the mode of the file; `tracks`: one for each input; `laws`: along the motion laws; `start`: the
    place of the initial inputs in the first track; `size` of the mechanism.
    """

    number: int
    differs: list[str] | None
    tracks: list[InputTrack]
    laws: LawTrack
    start: int
    size: float

    @property
    def is_file(self) -> bool:
        """Whether it is the mode of the mechanism's file."""
        return self.differs is None

    @property
    def inputs(self) -> Floats:
        """The initial inputs (f,)."""
        return np.asarray(self.tracks[0].track.inputs[self.start])

    @property
    def poses(self) -> Floats:
        """The poses (links, 3) at the initial inputs, with ground."""
        return np.asarray(self.tracks[0].track.poses[self.start])

    @property
    def drawn(self) -> Floats:
        """The configurations (n, links, 3) that have to fit on the page: not the way beyond the ranges.

        In a mode that is not the file's links may run away within the range; they are shown as far as they are near.
        """
        chosen = [self.laws.poses] if self.laws.poses is not None else []
        for number, each in enumerate(self.tracks):
            values = each.track.inputs[:, number]
            slack = 1e-9 * (each.base[1] - each.base[0])
            chosen.append(each.track.poses[(values >= each.base[0] - slack) & (values <= each.base[1] + slack)])
        every = np.concatenate(chosen)
        far = np.abs(every[:, :, :2] - self.poses[:, :2]).max(axis=(1, 2)) > NEAR * self.size
        return every if self.is_file else every[~far]


def page_modes(plan: KinematicPlan, steps: int) -> tuple[list[PageMode], str]:
    """The mode of the file, the others where they are few and quickly found, and a sentence on what is left out."""
    file = _followed(plan, 1, None, steps, 1 if len(plan.input_names) == 1 else EACH)
    if max(len(group.links) for group in plan.structure.groups) > LARGEST_GROUP:
        return [file], f"Not looked for: a group has more than {LARGEST_GROUP} links. sgkin modes finds them."
    try:
        found = assembly_modes(plan, limit=MOST)
    except TooManyModesError:
        return [file], f"There are more than {MOST}; sgkin modes lists them."
    gaps = [_apart(plan, mode, file.poses) for mode in found]
    own = int(np.argmin(gaps)) if gaps and min(gaps) < SAME else len(found)
    numbers = found[own].numbers if own < len(found) else (0,) * len(plan.structure.groups)
    modes = [replace(file, number=own + 1)]
    for place, mode in enumerate(found):
        if place != own and not mode.singular:
            labels = zip(plan.structure.groups, mode.numbers, numbers, strict=True)
            differs = [group.label for group, one, other in labels if one != other]
            modes.append(_followed(make_plan(mode.mechanism), place + 1, differs, steps, EACH))
    left_out = [str(place + 1) for place, mode in enumerate(found) if mode.singular and place != own]
    return modes, f"Left out, since modes meet there: {', '.join(left_out)}." if left_out else ""


def _followed(plan: KinematicPlan, number: int, differs: list[str] | None, steps: int, part: int) -> PageMode:
    laws = law_track(plan, steps)
    each = max(LEAST, steps // part)
    tracks = [input_track(plan, place, laws, each) for place in range(len(plan.input_names))]
    start = int(np.abs(tracks[0].track.inputs - plan.initial_inputs).sum(axis=1).argmin())
    return PageMode(number, differs, tracks, laws, start, plan.unit_length)


def _apart(plan: KinematicPlan, mode: AssemblyMode, poses: Floats) -> float:
    """How far a mode is from poses (links, 3) of all links, as a part of the mechanism's size."""
    moving = [number for number, link in enumerate(plan.mechanism.links) if link.name in mode.links]
    change = mode.poses - poses[moving]
    change[:, 2] -= 2.0 * pi * np.round(change[:, 2] / (2.0 * pi))
    return float(np.abs(change / [plan.unit_length, plan.unit_length, 1.0]).max(initial=0.0))
