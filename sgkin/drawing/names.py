"""The names and numbers in a picture of a mechanism, each where it can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.drawing import Drawing
from sgkin.drawing.ink import Box, Ink
from sgkin.drawing.label_placement import Spot, Wish, around, place_labels, told_apart
from sgkin.drawing.shapes import Label, Shape
from sgkin.drawing.text_size import LINE, text_width
from sgkin.mathematics import Place, Pose

NUMBER = 0.78
"""Font size of the number of a group, by that of names."""
BADGE = 1.5
"""Diameter of the circle round it, by its own font size."""
MARGIN = 0.3
"""What names keep free along the frame, in font sizes."""


@dataclass(frozen=True, slots=True)
class Name:
    """A text at its place in a picture, in the lengths of the picture with y upwards.

    `anchor`: what it names. `centre` and `size`: its box. `leader`: where the line from the anchor to it ends, None if
    it stands close enough. `is_number`: it is the number of a group, in a circle on a body.
    """

    text: str
    anchor: Place
    centre: Place
    size: tuple[float, float]
    leader: Place | None
    is_number: bool


def place_names(
    drawing: Drawing, poses: Mapping[str, Pose], scale: float, frame: Box, font: float
) -> list[Name | None]:
    """The names of joints and points and the numbers of groups at a configuration, one for each label of the drawing.

    scale: length in the picture of one metre, whose origin is that of ground. frame: the box that names may not leave.
    font: size of names. None for a label that is not drawn: of a link without a group or without a pose, or one for
    which there is no room left.
    """
    labels = {
        number: label
        for number, label in drawing.placed_labels(poses).items()
        if label.role != "link" or label.frame in drawing.groups
    }
    air = MARGIN * font
    inner = (frame[0] + air, frame[1] + air, frame[2] - air, frame[3] - air)
    named = np.array([_scaled(label.place, scale) for label in labels.values() if label.role != "link"]).reshape(-1, 2)
    wishes = [_wish(drawing, label, scale, font, named) for label in labels.values()]
    spots = place_labels(wishes, Ink(drawing.placed(poses), scale, inner, font / 5.0))
    names = {
        number: _name(_text(drawing, label), label.role == "link", wish, spot)
        for (number, label), wish, spot in zip(labels.items(), wishes, spots, strict=True)
        if spot is not None
    }
    return [names.get(number) for number in range(len(drawing.labels))]


def place_texts(
    texts: Sequence[tuple[Place, str]], shapes: Sequence[Shape], size: float, scale: float, frame: Box, font: float
) -> list[Name | None]:
    """Names of places among shapes that are drawn where they are; other arguments as for `place_names`.

    size: how far from its place a name stays, about, in metres.
    """
    air = MARGIN * font
    inner = (frame[0] + air, frame[1] + air, frame[2] - air, frame[3] - air)
    anchors = [_scaled(place, scale) for place, _ in texts]
    wishes = []
    for anchor, (_, text) in zip(anchors, texts, strict=True):
        box = (text_width(text, font), LINE * font)
        wish = Wish(box, anchor, around(anchor, box, size * scale, font))
        wishes.append(told_apart(wish, np.array(anchors)))
    spots = place_labels(wishes, Ink(shapes, scale, inner, font / 5.0)) if texts else []
    return [
        None if spot is None else _name(text, False, wish, spot)
        for (_, text), wish, spot in zip(texts, wishes, spots, strict=True)
    ]


def _text(drawing: Drawing, label: Label) -> str:
    return str(drawing.groups[label.frame] + 1) if label.role == "link" else label.text


def _wish(drawing: Drawing, label: Label, scale: float, font: float, named: Floats) -> Wish:
    anchor = _scaled(label.place, scale)
    if label.role != "link":
        size = (text_width(label.text, font), LINE * font)
        return told_apart(Wish(size, anchor, around(anchor, size, 1.2 * drawing.size * scale, font)), named)
    number = NUMBER * font
    side = max(BADGE * number, text_width(_text(drawing, label), number) + 0.5 * number)
    on_body = [
        Spot(_scaled(place, scale), 2.0 * rank, is_far=False) for rank, place in enumerate((label.place, *label.others))
    ]
    beside = around(anchor, (side, side), 2.0 * drawing.size * scale, font)
    return Wish((side, side), anchor, (*on_body, *(Spot(each.centre, each.cost + 40.0, True) for each in beside)))


def _name(text: str, is_number: bool, wish: Wish, spot: Spot) -> Name:
    x, y = (
        min(max(place, centre - 0.5 * side), centre + 0.5 * side)
        for place, centre, side in zip(wish.anchor, spot.centre, wish.size, strict=True)
    )
    return Name(text, wish.anchor, spot.centre, wish.size, (x, y) if spot.is_far else None, is_number)


def _scaled(place: Place, scale: float) -> Place:
    return place[0] * scale, place[1] * scale
