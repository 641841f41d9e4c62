"""A drawing as SVG, still or moving, written by hand: small, self-contained and without a drawing program.

Every frame is a group of the SVG. A moving picture gives each group its poses as an animation (SMIL), which browsers
and viewers play without a script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import degrees
from typing import Protocol
from xml.sax.saxutils import escape

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.drawing import Drawing, stretched
from sgkin.drawing.ink import Box
from sgkin.drawing.motion_drawing import Scene
from sgkin.drawing.names import NUMBER, Name, place_names
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.style import IN_FRONT, INK, PAPER, STYLES, fill_colour
from sgkin.drawing.svg_legend import group_fill, group_pattern, line_look, make_legend
from sgkin.mathematics import Place, Pose
from sgkin.model.mechanism import Mechanism

WIDTH, TALLEST = 640.0, 520.0
"""Width of a picture and largest height of the mechanism in it, in pixels."""
FONT = 12.0
Curves = Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class Canvas:
    """From metres to pixels: the y axis points down in SVG."""

    scale: float
    left: float
    top: float
    width: float
    height: float

    def place(self, place: Place) -> str:
        """A place of the ground frame, in pixels."""
        return f"{(place[0] - self.left) * self.scale:.2f},{(self.top - place[1]) * self.scale:.2f}"

    def pixels(self, place: Place) -> Place:
        """A place in pixels from the origin of ground, y upwards, in pixels of the picture."""
        return place[0] - self.left * self.scale, self.top * self.scale - place[1]

    @property
    def box(self) -> Box:
        """The picture in pixels from the origin of ground, y upwards."""
        left, top = self.left * self.scale, self.top * self.scale
        return left, top - self.height, left + self.width, top

    def local(self, place: Place) -> str:
        """A place of a frame, in pixels from its origin."""
        return f"{place[0] * self.scale:.2f},{-place[1] * self.scale:.2f}"


def make_canvas(scene: Scene) -> Canvas:
    """A canvas that holds all configurations of a scene."""
    (left, right), (low, high) = scene.limits()
    scale = min(WIDTH / (right - left), TALLEST / (high - low))
    return Canvas(scale, left - 0.5 * (WIDTH / scale - (right - left)), high, WIDTH, (high - low) * scale)


def still_svg(scene: Scene, step: int = 0, legend: bool = True) -> str:
    """The picture of one configuration, with the names of joints and points and the numbers of groups."""
    canvas, poses = make_canvas(scene), scene.poses(step)
    frames, lengths = scene.drawing.frames(poses), scene.drawing.stretches(poses)
    shapes = [stretched(shape, lengths.get(shape.frame)) for shape in scene.drawing.shapes]
    parts = [
        f'<g transform="{_transform(canvas, frames[f])}">{body}</g>'
        for f, body in _frames(canvas, scene.drawing, shapes)
        if f in frames
    ]
    names = place_names(scene.drawing, poses, canvas.scale, canvas.box, FONT)
    return svg_document(scene, canvas, [*parts, *(name_svg(canvas, name) for name in names if name)], (), legend)


def moving_svg(
    scene: Scene, steps: Sequence[int], seconds: float, curves: Curves | None = None, legend: bool = True
) -> str:
    """The picture of a motion that shows some of its steps, equally long, and repeats every so many seconds.

    curves: paths (n, 2) of points in the ground frame, by name; pins are drawn above them.
    """
    canvas, drawing = make_canvas(scene), scene.drawing
    frames, aims = [drawing.frames(scene.poses(step)) for step in steps], {aim.name for aim in drawing.aims}
    lengths = [drawing.stretches(scene.poses(step)) for step in steps]
    behind, in_front = (
        [
            _moving(
                canvas, [each[name] for each in frames], name in aims, body, seconds, [x.get(name) for x in lengths]
            )
            for name, body in _frames(canvas, drawing, [s for s in drawing.shapes if (s.role in IN_FRONT) is front])
            if name in frames[0]
        ]
        for front in (False, True)
    )
    paths = [curve_svg(canvas, number, *each) for number, each in enumerate((curves or {}).items())]
    return svg_document(scene, canvas, [*behind, *paths, *in_front], tuple(curves or ()), legend)


def _moving(
    canvas: Canvas,
    poses: Sequence[Pose],
    is_aimed: bool,
    body: str,
    seconds: float,
    lengths: Sequence[float | None],
) -> str:
    """What is drawn in one frame, with its motion if it has one; `lengths` of a frame that stretches."""
    known = [length for length in lengths if length is not None]
    if known:
        as_wide = body.replace("/>", ' vector-effect="non-scaling-stroke"/>')
        body = f"<g>{_stretching(known, seconds)}{as_wide}</g>"
    if all(pose == poses[0] for pose in poses):
        return f'<g transform="{_transform(canvas, poses[0])}">{body}</g>'
    angles = [pose[2] for pose in poses]  # continuous, except those that follow from two points
    turns = np.unwrap(angles).tolist() if is_aimed else angles
    return f"<g>{_animation(canvas, poses, turns, seconds)}{body}</g>"


def _frames(canvas: Canvas, drawing: Drawing, shapes: Sequence[Shape]) -> list[tuple[str, str]]:
    """Runs of shapes of one frame, in painting order."""
    return [
        (frame, "".join(shape_svg(canvas, shape, drawing.groups.get(frame)) for shape in run))
        for frame, run in groupby(shapes, key=lambda shape: shape.frame)
    ]


def _transform(canvas: Canvas, pose: Pose) -> str:
    return f"translate({canvas.place(pose[:2])}) rotate({-degrees(pose[2]):.3f})"


def _animation(canvas: Canvas, poses: Sequence[Pose], angles: Sequence[float], seconds: float) -> str:
    """Two animations that add up: where the frame goes, then how it turns."""
    places = ";".join(canvas.place(pose[:2]) for pose in poses)
    turns = ";".join(f"{-degrees(angle):.2f}" for angle in angles)
    common = f'attributeName="transform" dur="{seconds:g}s" repeatCount="indefinite"'
    return (
        f'<animateTransform {common} type="translate" values="{places}"/>'
        f'<animateTransform {common} type="rotate" additive="sum" values="{turns}"/>'
    )


def _stretching(lengths: Sequence[float], seconds: float) -> str:
    """An animation along the x axis."""
    common = f'attributeName="transform" dur="{seconds:g}s" repeatCount="indefinite"'
    values = ";".join(f"{length:.6g} 1" for length in lengths)
    return f'<animateTransform {common} type="scale" values="{values}"/>'


def shape_svg(canvas: Canvas, shape: Shape, group: int | None) -> str:
    """A shape in its own frame, painted as its role and its group ask."""
    match shape:
        case Circle():
            x, y = canvas.local(shape.centre).split(",")
            return f'<circle cx="{x}" cy="{y}" r="{shape.radius * canvas.scale:.2f}"{_look(shape, group)}/>'
        case Path():
            points, closed = shape.points, shape.closed
        case Rounded():
            points, closed = shape.outline(), True
    tag = "polygon" if closed else "polyline"
    return f'<{tag} points="{" ".join(map(canvas.local, points))}"{_look(shape, group)}/>'


def _look(shape: Shape, group: int | None) -> str:
    style = STYLES[shape.role]
    fill = group_fill(shape.role, group) if style.fill == "tint" else fill_colour(shape.role, group)
    look = f' fill="{fill or "none"}"'
    if style.line:
        look += f' stroke="{style.colour}" stroke-width="{style.line}"'
    if style.dash:
        look += f' stroke-dasharray="{" ".join(f"{part * style.line:g}" for part in style.dash)}"'
    return look


def curve_svg(canvas: Canvas, number: int, name: str, places: Floats) -> str:
    """A path on a band of paper, so that it is seen on bodies too."""
    points = " ".join(canvas.place((x, y)) for x, y in places.tolist())
    band = f'<polyline points="{points}" fill="none" stroke="{PAPER}" stroke-width="4.5" stroke-opacity="0.75"/>'
    return f'{band}<polyline points="{points}" {line_look(number, 2.0)}><title>{escape(name)}</title></polyline>'


def name_svg(canvas: Canvas, name: Name) -> str:
    """A name, with a line to what it names where that is not near; the number of a group in a circle."""
    x, y = canvas.pixels(name.centre)
    look = f'text-anchor="middle" dominant-baseline="central" font-size="{FONT * (NUMBER if name.is_number else 1):g}"'
    text = f'<text x="{x:.1f}" y="{y:.1f}" {look}'
    parts = []
    if name.leader:
        (ax, ay), (bx, by) = canvas.pixels(name.anchor), canvas.pixels(name.leader)
        parts.append(f'<path d="M{ax:.1f},{ay:.1f}L{bx:.1f},{by:.1f}" stroke="{INK}" stroke-width="0.7"/>')
    if name.is_number:
        circle = f'cx="{x:.1f}" cy="{y:.1f}" r="{0.5 * name.size[1]:.1f}"'
        parts.append(f'<circle {circle} fill="{PAPER}" stroke="{INK}" stroke-width="0.8"/>{text}>{name.text}</text>')
    else:
        halo = f'stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
        parts.append(f"{text} {halo}>{escape(name.text)}</text>")
    return "".join(parts)


class Titled(Protocol):
    """What the groups are called that are drawn."""

    @property
    def titles(self) -> tuple[str, ...]: ...


class Shown(Protocol):
    """What is drawn of which mechanism."""

    @property
    def mechanism(self) -> Mechanism: ...

    @property
    def drawing(self) -> Titled: ...


def svg_document(scene: Shown, canvas: Canvas, parts: Sequence[str], curves: Sequence[str], legend: bool) -> str:
    """A whole picture: what is drawn, and the legend below it."""
    titles = scene.drawing.titles
    below = make_legend(titles if legend else (), curves if legend else (), canvas.height, canvas.width)
    height = canvas.height + below.height
    name = escape(scene.mechanism.title or scene.mechanism.name)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {canvas.width:g} {height:.0f}" '
            f'width="{canvas.width:g}" height="{height:.0f}" font-family="sans-serif" fill="{INK}" role="img">',
            f"<title>{name}</title>",
            f"<defs>{''.join(group_pattern(number) for number in range(len(titles)))}</defs>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *parts,
            *below.elements,
            "</svg>\n",
        ]
    )
