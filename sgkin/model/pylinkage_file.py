"""Mechanisms that pylinkage wrote with `mechanism_to_json`, as sketches.

Read from files of pylinkage 1.3: joints with positions (ground, revolute, prismatic on a line of the ground, tracker)
and links that name them (ground, link, driver, arc_driver). Its lengths have no unit and are taken as metres; its
angles are radians; its drivers turn by so many radians a step.
"""

from __future__ import annotations

import json
from math import atan2, cos, sin
from os import PathLike
from pathlib import Path
from typing import Any

from sgkin.errors import FormError, MechanismError, MechanismFileError
from sgkin.mathematics import Place
from sgkin.model.form import entries, finite, pair, positive
from sgkin.model.mechanism_file import read_text
from sgkin.model.sketch import Drive, Sketch, Slider

OLD = ("Static", "Crank", "Revolute", "Fixed", "Prismatic", "Pivot", "Linear")
PINS = ("ground", "revolute", "prismatic")


def load_pylinkage(path: str | PathLike[str], step: float = 1.0) -> Sketch:
    """Read a mechanism of pylinkage as a sketch; `load_pylinkage(path).mechanism()` is the mechanism.

    step: seconds that one step of pylinkage takes. Dots in its names become underscores, because `link.point` is
    written with one. An arc driver starts at its speed and is not turned back at the ends of its arc.
    """
    file = Path(path)
    try:
        document = json.loads(read_text(file, "a file of pylinkage"))
    except ValueError as error:
        raise MechanismFileError(file, f"not valid JSON: {error}") from error
    if not is_pylinkage(document):
        raise MechanismFileError(file, "not written by pylinkage's mechanism_to_json: it needs lists joints and links")
    if any(joint.get("type") in OLD for joint in document["joints"]):
        raise MechanismFileError(file, "the format of an old pylinkage; write it again with mechanism_to_json")
    seconds = positive(step, "step")
    try:
        return _Reader(document, file, seconds).sketch()
    except MechanismError as error:
        error.file = file
        raise


def is_pylinkage(document: Any) -> bool:
    """Whether the content of a JSON file is a mechanism of pylinkage."""
    return isinstance(document, dict) and all(
        isinstance(document.get(key), list) and all(isinstance(entry, dict) for entry in document[key])
        for key in ("joints", "links")
    )


class _Reader:
    def __init__(self, document: dict[str, Any], file: Path, step: float) -> None:
        self.document, self.file, self.step = document, file, step
        self.joints: dict[str, dict[str, Any]] = {}
        self.names: dict[str, str] = {}
        for joint in document["joints"]:
            self._know(joint)

    def _know(self, joint: dict[str, Any]) -> None:
        identity = self._entry(joint, "id", "joint")
        if isinstance(identity, list | dict):
            raise FormError("joint: id", identity, "a text in quotes")
        name = str(identity).replace(".", "_")
        if name in self.names.values():
            raise MechanismFileError(self.file, f"two joints are called {name!r}; rename one")
        if joint.get("type", "revolute") not in (*PINS, "tracker"):
            allowed = ", ".join((*PINS, "tracker"))
            raise MechanismFileError(self.file, f"joint {identity!r} is of type {joint['type']!r}; known are {allowed}")
        self.joints[identity], self.names[identity] = joint, name

    def _entry(self, table: dict[str, Any], key: str, what: str) -> Any:
        if key not in table:
            raise MechanismFileError(self.file, f"a {what} has no {key!r}: {table}")
        return table[key]

    def sketch(self) -> Sketch:
        points = {self.names[identity]: self._place(identity) for identity in self.joints}
        links: dict[str, list[str]] = {"ground": self._fixed()}
        drives: dict[str, Drive] = {}
        for link in self.document["links"]:
            if link.get("type") != "ground":
                name = str(self._entry(link, "id", "link")).replace(".", "_")
                links[name] = self._joints(self._entry(link, "joints", "link"), name)
                if link.get("type") in ("driver", "arc_driver"):
                    drives[f"{name}_motor"] = self._drive(link, name)
        self._add_trackers(links)
        used = {point for given in links.values() for point in given}
        sliders = {
            f"{self.names[identity]}_slider": Slider(self.names[identity], self._angle(joint))
            for identity, joint in self.joints.items()
            if joint.get("type") == "prismatic" and self.names[identity] in used
        }
        return Sketch(
            self.file.stem,
            {name: place for name, place in points.items() if name in used},
            links,
            sliders,
            drives,
            title=str(self.document.get("name", "")),
            source="pylinkage",
        )

    def _name(self, identity: str, link: str) -> str:
        if isinstance(identity, list | dict) or identity not in self.names:
            raise MechanismFileError(self.file, f"{link!r} names the joint {identity!r}, which is not there")
        return self.names[identity]

    def _joints(self, identities: Any, link: str) -> list[str]:
        given = entries(identities, f"{link!r}: joints", "a list of joints")
        return [self._name(identity, link) for identity in given]

    def _place(self, identity: str) -> Place:
        """Where a joint is; a tracker is where its two joints say."""
        joint = self.joints[identity]
        if joint.get("type") == "tracker":
            (x, y), (to_x, to_y) = (self._place(end) for end in self._tracked(joint))
            turn, distance = (
                finite(joint.get(key, 0.0), f"tracker {identity!r}: {key}") for key in ("angle", "distance")
            )
            angle = atan2(to_y - y, to_x - x) + turn
            return x + distance * cos(angle), y + distance * sin(angle)
        position = self._entry(joint, "position", "joint")
        numbers = isinstance(position, list) and all(isinstance(value, int | float) for value in position)
        if not numbers or len(position) != 2:
            raise MechanismFileError(self.file, f"joint {identity!r} has no position; assemble it in pylinkage first")
        return pair(position, f"joint {identity!r}: position")

    def _tracked(self, joint: dict[str, Any]) -> list[str]:
        """The two joints to which a tracker refers; they are no trackers themselves."""
        ends = [self._entry(joint, key, "tracker") for key in ("ref_joint1_id", "ref_joint2_id")]
        for end in ends:
            self._name(end, joint["id"])
            if self.joints[end].get("type") == "tracker":
                raise MechanismFileError(self.file, f"tracker {joint['id']!r} refers to another tracker, {end!r}")
        return ends

    def _angle(self, joint: dict[str, Any]) -> float:
        x, y = pair(joint.get("axis", (1.0, 0.0)), f"joint {joint['id']!r}: axis")
        return atan2(y, x)

    def _fixed(self) -> list[str]:
        """The joints of ground: those of its link, those called so, and those with a motor."""
        fixed = [self.names[identity] for identity, joint in self.joints.items() if joint.get("type") == "ground"]
        for link in self.document["links"]:
            if link.get("type") == "ground":
                fixed += self._joints(link.get("joints", ()), "ground")
            elif "motor_joint" in link:
                fixed.append(self._name(link["motor_joint"], str(link.get("id"))))
        return list(dict.fromkeys(fixed))

    def _drive(self, link: dict[str, Any], name: str) -> Drive:
        if "motor_joint" not in link:
            raise MechanismFileError(self.file, f"driver {name!r} has no motor_joint")
        speed = (
            finite(self._entry(link, "angular_velocity", "driver"), f"driver {name!r}: angular_velocity") / self.step
        )
        return Drive([self._name(link["motor_joint"], name)], speed, ("ground", name))

    def _add_trackers(self, links: dict[str, list[str]]) -> None:
        for identity, joint in self.joints.items():
            if joint.get("type") == "tracker":
                ends = [self.names[end] for end in self._tracked(joint)]
                holders = [points for name, points in links.items() if name != "ground" and set(ends) <= set(points)]
                if not holders:
                    raise MechanismFileError(self.file, f"tracker {identity!r}: no link has both {' and '.join(ends)}")
                if self.names[identity] not in holders[0]:
                    holders[0].append(self.names[identity])
