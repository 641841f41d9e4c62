"""Joint forces along a motion, and what the mechanism does to its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Booleans, Floats
from sgkin.conditions.table import dot, left
from sgkin.dynamics.constraint_forces import ConstraintForces, Site, constraint_forces
from sgkin.dynamics.driving_forces import KnownForces, drives, known_forces
from sgkin.dynamics.held_groups import Owner
from sgkin.dynamics.link_motion import arms
from sgkin.errors import UndeterminedForceError, UnknownNameError, listing
from sgkin.model.form import pair
from sgkin.motion import Motion
from sgkin.text_table import count

PARTS: tuple[str, ...] = ("x", "y", "moment")


@dataclass(frozen=True)
class Reactions:
    """The forces of all joints and drives along a motion of n steps; made by `reactions`.

    What is given is the force *on* a link, along the axes of ground, at the point where the joint sits in that link,
    and the moment about that point:

    - a pin gives forces. Of several links it gives to each what the pin does to it; over all of them the sum is zero.
    - a guide, a slot and a rack act at the joint's point *of each link*, so that a moment goes with the force.
    - a weld gives force and moment. So does the pin of a link that only spins idly, which is left at rest: the moment
      is what keeps it there.
    - a gear pair gives moments to its two gears and to their carrier, as its condition is one of angles. The force of
      the teeth, and with it a part of the load on bearings, is not in it: a gear pair has no radii.
    - a drive, by the name of its input, acts on the links between which it is: with moments if it is an angle, else
      with forces at its points. A coordinate is driven from ground.

    In a mechanism with redundant joints some forces are not determined by motion and loads, but by how exactly it is
    made. `undetermined` names them, as `joint.link.x`, `.y` or `.moment`; they have no numbers. In a singular position
    the same is true of single steps; at them too nothing is given that is not determined.
    """

    motion: Motion
    _known: KnownForces
    _found: ConstraintForces

    def __repr__(self) -> str:
        missing = f", {len(self.undetermined)} not determined" if self.undetermined else ""
        return f"Reactions of {self.motion.mechanism.name}: {count(self.motion.steps, 'step')}{missing}"

    def at(self, joint: str, link: str) -> Floats:
        """The force (n, 2) of a joint, or of the drive of an input, on a link, in N."""
        return self._read(joint, link, slice(0, 2))

    def moment(self, joint: str, link: str) -> Floats:
        """Its moment (n,) about the joint's point in that link, in N·m."""
        return self._read(joint, link, slice(2, 3))[:, 0]

    def component(self, joint: str, link: str, part: str) -> Floats:
        """One of `x`, `y` and `moment` (n,), which may be determined where others are not."""
        if part not in PARTS:
            raise UnknownNameError("reactions", "component", part, PARTS)
        return self._read(joint, link, slice(PARTS.index(part), PARTS.index(part) + 1))[:, 0]

    def magnitude(self, joint: str, link: str) -> Floats:
        """How large the force is (n,), in N."""
        return np.asarray(np.hypot(*self.at(joint, link).T))

    def point(self, joint: str, link: str) -> Floats:
        """Where the force acts (n, 2), in the ground frame."""
        site = self._site(joint, link)
        poses = self._known.links.poses[:, site[1]]
        return np.asarray(poses[:, :2] + arms(poses[:, None], np.array([self._found.wrenches[site].place]))[:, 0])

    def links(self, joint: str) -> tuple[str, ...]:
        """The links on which a joint, or the drive of an input, acts."""
        owner = self._owner(joint)
        names = [link.name for link in self.motion.mechanism.links]
        return tuple(names[frame] for frame in sorted(frame for other, frame in self._found.wrenches if other == owner))

    @cached_property
    def driving_forces(self) -> dict[str, Floats]:
        """The driving forces (n,) by input, as `driving_forces` gives them."""
        return dict(zip(self.motion.mechanism.input_names, drives(self._known, self._found).T, strict=True))

    @cached_property
    def undetermined(self) -> tuple[str, ...]:
        """The forces that are not determined at steps that are not singular, as `joint.link.x`, `.y` or `.moment`."""
        names = [link.name for link in self.motion.mechanism.links]
        found = []
        for owner, frame in self._found.wrenches:
            open_parts = self._found.undetermined((owner, frame))[~self._found.singular].any(axis=0)
            found += [f"{owner.name}.{names[frame]}.{PARTS[part]}" for part in np.flatnonzero(open_parts).tolist()]
        return tuple(sorted(found))

    @cached_property
    def singular_steps(self) -> tuple[int, ...]:
        """Steps at which the mechanism is in a singular position."""
        return tuple(np.flatnonzero(self._found.singular).tolist())

    def determined(self, joint: str, link: str) -> Booleans:
        """At which steps force x, y and moment (n, 3) are determined."""
        return np.asarray(~self._found.undetermined(self._site(joint, link)))

    @property
    def shaking_force(self) -> Floats:
        """What the mechanism does to its frame (n, 2), through joints, drives and springs together, in N.

        It is Σ m (g − r̈) of all links, and the loads on points, which come from outside: always determined.
        """
        return np.asarray(self._on_frame[..., :2].sum(axis=1))

    def shaking_moment(self, about: ArrayLike = (0.0, 0.0)) -> Floats:
        """The moment (n,) of all that about a place of ground, in N·m."""
        place = np.array(pair(about, "shaking_moment: about", "two coordinates [x, y]"))
        origins = self._known.links.poses[..., :2] - place
        forces = self._on_frame
        return np.asarray((forces[..., 2] + dot(left(origins), forces[..., :2])).sum(axis=1))

    @cached_property
    def _on_frame(self) -> Floats:
        known = self._known
        return np.asarray(known.weights + known.inertia + known.applied.from_outside)

    def _read(self, joint: str, link: str, parts: slice) -> Floats:
        site = self._site(joint, link)
        missing = self._found.undetermined(site)[:, parts]
        if missing.any():
            self._refuse(joint, link, missing, PARTS[parts])
        return self._found.wrenches[site].values[:, parts, 0]

    def _refuse(self, joint: str, link: str, missing: Booleans, parts: Sequence[str]) -> None:
        steps = np.flatnonzero(missing.any(axis=1))
        names = [parts[number] for number in np.flatnonzero(missing.any(axis=0)).tolist()]
        if self._found.singular[steps].all():
            where = f"{count(len(steps), 'step')}, first at step {steps[0]}"
            why = f"at {where}, where the mechanism is in a singular position"
            remedy = "leave these steps out of the motion"
        else:
            why = "by motion and loads, since the mechanism has redundant conditions"
            remedy = "take one of the joints away that `decompose` calls redundant, or let it slide"
        raise UndeterminedForceError(
            f"{listing(names, verb=False)} of joint {joint!r} on {link!r} "
            f"{'is' if len(names) == 1 else 'are'} not determined {why}; {remedy}",
            [f"{joint}.{link}.{part}" for part in names],
            steps.tolist(),
        )

    def _owner(self, name: str) -> Owner:
        joints = [owner for owner, _ in self._found.wrenches if not owner.is_input]
        inputs = [owner for owner, _ in self._found.wrenches if owner.is_input]
        found = next((owner for owner in (*joints, *inputs) if owner.name == name), None)
        if found is None:
            allowed = dict.fromkeys(owner.name for owner in (*joints, *inputs))
            raise UnknownNameError("reactions", "joint or input", name, allowed)
        return found

    def _site(self, joint: str, link: str) -> Site:
        owner, names = self._owner(joint), [each.name for each in self.motion.mechanism.links]
        if link not in names or (owner, names.index(link)) not in self._found.wrenches:
            raise UnknownNameError("reactions", f"link at {joint!r} named", link, self.links(joint))
        return owner, names.index(link)


def reactions(motion: Motion) -> Reactions:
    """The forces in all joints, and of all drives, along a motion with velocities and accelerations.

    They are found group by group in reverse solving order, each with the conditions of its own joints; see `Reactions`
    for what is given where.

    >>> from sgkin import Mass, UniformBar, load_mechanism, reactions, solve
    >>> from dataclasses import replace
    >>> masses = {"crank": UniformBar(("A", "B"), mass=0.0), "rod": UniformBar(("B", "C"), mass=0.0)}
    >>> masses["piston"] = Mass(2.0, centre="C", inertia=0.0)
    >>> engine = replace(load_mechanism("slider_crank"), masses=masses, gravity=(0.0, -10.0))
    >>> found = reactions(solve(engine, inputs=[0.5], input_rates=[0.0]))
    >>> found.at("D", "piston").round(9).tolist()  # the guide carries the weight
    [[0.0, 20.0]]
    """
    known = known_forces(motion)
    return Reactions(motion, known, constraint_forces(known.links, known.total))
