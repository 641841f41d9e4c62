"""How well a joint transmits: the pressure angle and the transmission angle along a motion.

At a joint J a transmitting link a acts on a driven link b. The *pressure angle* α, between 0 and 90°, lies between the
line of the force of a and the direction in which b may move; `sgkin.analysis.lines_of_force` says what both are. The
*transmission angle* is μ = 90° − α. Only the part cos α = sin μ of the force moves b. Where both lines go through pins,
J–P of a and J–Q of b, the angle between the links, from 0 to 180°, is what textbooks plot: μ is what it, or its
supplement, has up to 90°.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sgkin.analysis.course import Course, course_of
from sgkin.analysis.extremes import ExtremeValue, find_extremes, greatest, least
from sgkin.analysis.lines_of_force import Bodies, Line, direction_of_motion, line_of_force, refuse_without_line
from sgkin.analysis.pose_vectors import Share
from sgkin.arrays import Floats
from sgkin.conditions.table import dot, left
from sgkin.errors import InputError, UnknownNameError, brief, listing
from sgkin.model.joint import Joint
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Motion
from sgkin.solving import solve
from sgkin.structure.structure import Structure


@dataclass(frozen=True, slots=True)
class TransmissionAngle:
    """The transmission angle of a joint over a motion of n steps, in radians; made by `transmission_angle`.

    `transmitting`, `driven`: the two links; `force`, `direction`: the two lines in words. `angle` (n,): μ; `pressure`
    (n,): α; `between` (n,): the angle between two links with pins at both ends, otherwise None. `extremes` and
    `between_extremes`: all extremes of μ and of that angle, by their place, located between the steps.
    """

    motion: Motion = field(repr=False)
    joint: str
    transmitting: str
    driven: str
    force: str
    direction: str
    angle: Floats = field(repr=False)
    between: Floats | None = field(repr=False)
    extremes: tuple[ExtremeValue, ...] = field(repr=False)
    between_extremes: tuple[ExtremeValue, ...] = field(repr=False)

    @property
    def pressure(self) -> Floats:
        """The pressure angle α (n,)."""
        return 0.5 * np.pi - self.angle

    @property
    def least(self) -> ExtremeValue:
        """Where the least part of the force moves the driven link."""
        return least(self.extremes)

    @property
    def greatest(self) -> ExtremeValue:
        """Where the greatest part of the force does."""
        return greatest(self.extremes)

    @property
    def deviation(self) -> float:
        """How far the angle is from 90° at most: the greatest pressure angle."""
        return 0.5 * np.pi - self.least.value

    def __str__(self) -> str:
        from sgkin.analysis.transmission_text import transmission_text

        return transmission_text(self)


@planar_only("transmission angles are known")
def transmission_angle(
    motion: Motion,
    joint: str,
    *,
    driven: str | None = None,
    transmitting: str | None = None,
    through: str | None = None,
) -> TransmissionAngle:
    """The transmission angle and the pressure angle of a joint over a motion, with their extremes.

    driven, transmitting: which links of the joint are meant; by default the one nearer to the inputs transmits.
    through: the other joint at which the force comes into the transmitting link, where it has several.

    >>> from sgkin import load_mechanism, solve, transmission_angle
    >>> found = transmission_angle(solve(load_mechanism("four_bar_crank_rocker")), "C")
    >>> found.transmitting, found.driven
    ('coupler', 'rocker')
    """
    if not isinstance(motion, Motion):
        raise InputError(f"transmission_angle needs a motion, found {brief(motion)}; solve the mechanism first")
    lines = _lines(Bodies(motion.mechanism), motion.structure, joint, driven, transmitting, through)
    force, direction = lines.force, lines.direction
    course = course_of(motion)
    between = _AngleBetween(force, direction, lines.at) if force.pin and direction.pin else None
    steps = _at_steps(course, motion)
    return TransmissionAngle(
        motion,
        joint,
        lines.transmitting,
        lines.driven,
        force.words,
        direction.words,
        angle=_Angle(force, direction).value(steps),
        between=None if between is None else between.value(steps),
        extremes=_extremes(course, _Angle(force, direction)),
        between_extremes=() if between is None else _extremes(course, between),
    )


@dataclass(frozen=True, slots=True)
class TransmissionLines:
    """What a joint's transmission angle is made of: the two links, the line of the force of the one, the direction in
    which the other may move, and the point at which both are meant, as `link.point`."""

    joint: str
    transmitting: str
    driven: str
    force: Line
    direction: Line
    at: str


def _lines(
    bodies: Bodies,
    structure: Structure,
    joint: str,
    driven: str | None = None,
    transmitting: str | None = None,
    through: str | None = None,
) -> TransmissionLines:
    found = bodies.mechanism.joint(joint)
    refuse_without_line(found)
    first, second = _pair(bodies, structure, found, transmitting, driven)
    force, at = line_of_force(bodies, found, first, through)
    return TransmissionLines(joint, first, second, force, direction_of_motion(bodies, found, second, at), at)


@planar_only("transmission angles are known")
def all_transmission_lines(mechanism: Mechanism, structure: Structure) -> tuple[TransmissionLines, ...]:
    """The lines of all joints that have a transmission angle, in file order: those between two moving links where the
    links alone say which transmits, and along which line."""
    bodies, found = Bodies(mechanism), []
    for joint in mechanism.joints:
        try:
            found.append(_lines(bodies, structure, joint.name))
        except InputError:  # the joint has none: that is what is asked here
            continue
    return tuple(found)


def _at_steps(course: Course, motion: Motion) -> Motion:
    """The motion once more, with all links, and with rates that do not vanish with those of a single input."""
    rates, accelerations = motion.input_rates, motion.input_accelerations
    if motion.inputs.shape[1] == 1 or rates is None:
        several = motion.inputs.shape[1] > 1 and motion.steps > 1
        rates = np.gradient(motion.inputs, axis=0) if several else np.ones_like(motion.inputs)
        accelerations = None
    return solve(course.plan, inputs=motion.inputs, input_rates=rates, input_accelerations=accelerations)


def _extremes(course: Course, angle: _Angle | _AngleBetween) -> tuple[ExtremeValue, ...]:
    return find_extremes(course, angle.smooth, angle.value)


@dataclass(frozen=True, slots=True)
class _Angle:
    """μ, and sin² μ, which is smooth where μ is 0 or 90°."""

    force: Line
    direction: Line

    def smooth(self, motion: Motion) -> Floats:
        return Share(self.force.vector, self.direction.vector).square(motion)

    def value(self, motion: Motion) -> Floats:
        force, direction = self.force.vector.along(motion), self.direction.vector.along(motion)
        return np.arctan2(np.abs(dot(force, direction)), np.abs(dot(force, left(direction))))


@dataclass(frozen=True, slots=True)
class _AngleBetween:
    """The angle between two links, and its cosine with the sign changed."""

    force: Line
    direction: Line
    at: str

    def smooth(self, motion: Motion) -> Floats:
        one, other = self._arms(motion)
        return np.asarray(-dot(one, other) / np.sqrt(dot(one, one) * dot(other, other)))

    def value(self, motion: Motion) -> Floats:
        one, other = self._arms(motion)
        return np.arctan2(np.abs(dot(left(one), other)), dot(one, other))

    def _arms(self, motion: Motion) -> tuple[Floats, Floats]:
        here = motion.position(self.at)
        return motion.position(self.force.pin) - here, motion.position(self.direction.pin) - here


def _pair(
    bodies: Bodies, structure: Structure, joint: Joint, transmitting: str | None, driven: str | None
) -> tuple[str, str]:
    """The transmitting and the driven link of a joint."""
    moving = [link for link in joint.links if link not in bodies.ground]
    for name, given in (("driven", driven), ("transmitting", transmitting)):
        if given is not None and given not in moving:
            raise UnknownNameError(name, f"moving link at joint {joint.name!r} named", given, moving)
    if len(moving) < 2:
        raise _at_ground(bodies, joint, moving)
    if transmitting is not None and transmitting == driven:
        raise InputError(f"{driven!r} cannot drive itself at joint {joint.name!r}; name two links")
    if driven is None and transmitting is None:
        first, *_, last = _by_distance(bodies, joint, _meant(structure, joint, moving), "driven")
        return first, last
    others = [link for link in moving if link not in (driven, transmitting)]
    if driven is None:
        driven = _by_distance(bodies, joint, others, "driven")[-1]
    if transmitting is None:
        transmitting = _by_distance(bodies, joint, others, "transmitting")[0]
    return transmitting, driven


def _meant(structure: Structure, joint: Joint, moving: list[str]) -> list[str]:
    """The two links of a pin of several between which a group has it inside."""
    if len(moving) == 2:
        return moving
    pairs = [
        [link for link in moving if link in group.links]
        for group in structure.groups
        if joint.name in group.inner_joints
    ]
    pairs = [pair for pair in pairs if len(pair) == 2]
    if len(pairs) != 1:
        joined = listing(moving, verb=False)
        raise InputError(f"joint {joint.name!r} joins {joined}; say with transmitting= and driven= which two are meant")
    return pairs[0]


def _by_distance(bodies: Bodies, joint: Joint, links: list[str], option: str) -> list[str]:
    """Links at a joint, those nearer to the inputs first; raises where an option must say what that leaves open."""
    steps = bodies.distances
    ordered = sorted(links, key=lambda link: steps.get(link, len(steps)))
    if len(links) > 1 and len({steps.get(link) for link in links}) == 1:
        names = listing(links, verb=False)
        raise InputError(
            f"{names} are equally near to the inputs at joint {joint.name!r}; say with {option}= which is {option}"
        )
    return ordered


def _at_ground(bodies: Bodies, joint: Joint, moving: list[str]) -> InputError:
    """The error of a joint at which nothing is driven."""
    sentence = f"joint {joint.name!r} joins {listing(moving, verb=False)} to ground: no link is driven there"
    others = [each.name for link in moving for each in bodies.others(link, joint) if not bodies.is_grounded(each)]
    return InputError(sentence + (f"; ask at {' or '.join(dict.fromkeys(others))}" if others else ""))


@planar_only("transmission angles are known")
def all_transmission_angles(motion: Motion) -> tuple[TransmissionAngle, ...]:
    """The transmission angles of all joints of a mechanism that have one, in file order; but not where a link whose
    velocity would say the direction stays at rest."""
    found = []
    for lines in all_transmission_lines(motion.mechanism, motion.structure):
        try:
            found.append(transmission_angle(motion, lines.joint))
        except InputError:  # the link stays at rest
            continue
    return tuple(found)
