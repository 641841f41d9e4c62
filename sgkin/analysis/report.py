"""Everything that is told of a mechanism on one page: structure, range, modes, quality, transmission angles, inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sgkin.analysis.group_quality import GroupQuality, group_quality
from sgkin.analysis.input_comparison import InputComparison
from sgkin.analysis.inputs import compare_inputs
from sgkin.analysis.motion_range import MotionRange, motion_range
from sgkin.analysis.transmission import TransmissionAngle, all_transmission_angles
from sgkin.analysis.transmission_text import quality_text
from sgkin.assembly import AssemblyModes
from sgkin.errors import InputError, SgkinError, brief
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.solving import assembly_modes, solve
from sgkin.structure.decomposition import decompose
from sgkin.structure.structure import Structure

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: what it is, what was found, in words; and a sentence instead where it could not be found."""

    title: str
    text: str
    is_found: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """What can be told of a mechanism; made by `make_report`. What could not be found is None; its section says why.

    `ranges`: one for each input; `motion`: over one cycle, as far as it goes; `qualities`: of its groups along that
    motion; `angles`: its transmission angles.
    """

    mechanism: Mechanism
    structure: Structure
    modes: AssemblyModes | None
    ranges: tuple[MotionRange, ...] | None
    motion: Motion | None
    qualities: tuple[GroupQuality, ...] | None
    angles: tuple[TransmissionAngle, ...] | None
    inputs: InputComparison | None
    sections: tuple[Section, ...]

    def __str__(self) -> str:
        head = [self.mechanism.name]
        head += [self.mechanism.title] if self.mechanism.title else []
        parts = [f"{each.title}\n{'-' * len(each.title)}\n{each.text}" for each in self.sections]
        return "\n\n".join(["\n".join(head), *parts])


def make_report(mechanism: Mechanism) -> Report:
    """Structure, ranges of all inputs, assembly modes, qualities, transmission angles and inputs of a mechanism.

    What is known in the plane alone says so in its section where the mechanism moves in space.

    >>> from sgkin import load_mechanism, make_report
    >>> [section.title for section in make_report(load_mechanism("slider_crank")).sections]
    ['Structure', 'Range', 'Assembly modes', 'Quality', 'Transmission angle', 'Inputs']
    """
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"make_report needs a mechanism, found {brief(mechanism)}; use load_mechanism(name) first")
    sections: list[Section] = []

    def told(title: str, find: Callable[[], Found], say: Callable[[Found], str]) -> Found | None:
        try:
            found = find()
        except SgkinError as error:
            sections.append(Section(title, str(error), is_found=False))
            return None
        sections.append(Section(title, say(found)))
        return found

    structure = decompose(mechanism)
    sections.append(Section("Structure", str(structure)))
    ranges = told("Range", lambda: _ranges(mechanism), lambda found: "\n\n".join(map(str, found)))
    modes = told("Assembly modes", lambda: assembly_modes(mechanism, limit=MOST_MODES), lambda found: found.summary)
    motion = _motion(mechanism)
    qualities = told("Quality", lambda: group_quality(_needed(motion)), lambda found: quality_text(mechanism, found))
    angles = told("Transmission angle", lambda: all_transmission_angles(_needed(motion)), _angles_text)
    inputs = told("Inputs", lambda: compare_inputs(mechanism, sets=MOST_SETS), str)
    moved = motion if isinstance(motion, Motion) else None
    return Report(mechanism, structure, modes, ranges, moved, qualities, angles, inputs, tuple(sections))


MOST_MODES = 256
"""Modes that a report looks for."""
MOST_SETS = 200
"""Sets of inputs that a report compares."""


def _ranges(mechanism: Mechanism) -> tuple[MotionRange, ...]:
    if not mechanism.input_names:
        raise InputError(f"{mechanism.name} has no input; add a driver")
    return tuple(motion_range(mechanism, name, limit=MOST_MODES) for name in mechanism.input_names)


def _motion(mechanism: Mechanism) -> Motion | SgkinError:
    """One cycle, as far as it goes, or why there is none."""
    try:
        return solve(mechanism, on_failure="return")
    except SgkinError as error:
        return error


def _needed(motion: Motion | SgkinError) -> Motion:
    if isinstance(motion, SgkinError):
        raise motion
    return motion


def _angles_text(found: tuple[TransmissionAngle, ...]) -> str:
    return "\n\n".join(map(str, found)) or "no joint has a transmission angle in the textbook's sense"
