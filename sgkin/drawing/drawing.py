"""A mechanism as a list of shapes in the frames of its links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import atan2, dist
from typing import TypeVar

from sgkin.drawing.shapes import Aim, Circle, Label, Path, Rounded, Shape
from sgkin.mathematics import Place, Pose, moved

AnyShape = TypeVar("AnyShape", bound=Shape)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn of a mechanism, whatever its configuration: made by `draw_mechanism`, in metres.

    `shapes`: in painting order, each in the frame it is rigid with: a link, or one of the `aims`. `size`: the radius of
    a pin, the measure of all signs. `groups`: for each frame that belongs to one, the number of its group in solving
    order, from 0. `titles`: what each group is called, such as `RRR(coupler, rocker)`.

    To draw a configuration, give the poses of the links (x, y, θ) to `placed` and paint what comes back.
    """

    name: str
    ground: str
    size: float
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]
    aims: tuple[Aim, ...]
    groups: Mapping[str, int]
    titles: tuple[str, ...]

    def frames(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        """The poses of all frames, from those of the links; frames on links without a pose are left out."""
        frames = dict(poses)
        for aim in self.aims:
            needed = {aim.link, *(aim.towards or ())[:1], *([aim.axes] if aim.axes else [])}
            if needed <= poses.keys():
                frames[aim.name] = _aimed(aim, poses)
        return frames

    def stretches(self, poses: Mapping[str, Pose]) -> dict[str, float]:
        """How long the frames are that stretch: by what x is to be multiplied in each."""
        return {
            aim.name: dist(moved(poses[aim.link], aim.place), moved(poses[aim.towards[0]], aim.towards[1]))
            for aim in self.aims
            if aim.stretches and aim.towards and aim.link in poses and aim.towards[0] in poses
        }

    def placed(self, poses: Mapping[str, Pose]) -> list[Shape]:
        """All shapes in the ground frame, in painting order; those of links without a pose are left out."""
        frames, lengths = self.frames(poses), self.stretches(poses)
        return [
            place_shape(stretched(shape, lengths.get(shape.frame)), frames[shape.frame])
            for shape in self.shapes
            if shape.frame in frames
        ]

    def placed_labels(self, poses: Mapping[str, Pose]) -> dict[int, Label]:
        """The labels in the ground frame, by their number; those of links without a pose are left out."""
        frames = self.frames(poses)
        return {
            number: replace(
                label,
                place=moved(frames[label.frame], label.place),
                others=tuple(moved(frames[label.frame], place) for place in label.others),
            )
            for number, label in enumerate(self.labels)
            if label.frame in frames
        }


def place_shape(shape: AnyShape, pose: Pose) -> AnyShape:
    """A shape as it lies in the frame in which the pose of its own is given."""
    if isinstance(shape, Circle):
        return replace(shape, centre=moved(pose, shape.centre))
    if isinstance(shape, Path):
        return replace(shape, points=tuple(moved(pose, place) for place in shape.points))
    return replace(shape, corners=tuple(moved(pose, place) for place in shape.corners))


def stretched(shape: AnyShape, length: float | None) -> AnyShape:
    """A shape of a frame that stretches, at a length of it; others as they are."""
    if length is None or not isinstance(shape, Path):
        return shape
    return replace(shape, points=tuple((length * x, y) for x, y in shape.points))


def limits(shapes: list[Shape]) -> tuple[Place, Place]:
    """The lowest and highest x, and the lowest and highest y, of placed shapes."""
    x: list[float] = []
    y: list[float] = []
    for shape in shapes:
        match shape:
            case Circle():
                spread, places = shape.radius, [shape.centre]
            case Path():
                spread, places = 0.0, list(shape.points)
            case Rounded():
                spread, places = shape.radius, list(shape.corners)
        x += [value + sign * spread for value, _ in places for sign in (-1.0, 1.0)]
        y += [value + sign * spread for _, value in places for sign in (-1.0, 1.0)]
    return ((min(x), max(x)), (min(y), max(y))) if x else ((0.0, 1.0), (0.0, 1.0))


def _aimed(aim: Aim, poses: Mapping[str, Pose]) -> Pose:
    x, y = moved(poses[aim.link], aim.place)
    if aim.towards is None:
        return x, y, poses[aim.axes][2] if aim.axes else 0.0
    link, place = aim.towards
    to_x, to_y = moved(poses[link], place)
    return x, y, atan2(to_y - y, to_x - x)
