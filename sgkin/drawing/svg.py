"""A drawing as SVG, still or moving, written by hand: small, self-contained and without a drawing program.

Every frame is a group of the SVG. A moving picture gives each group its poses as an animation (SMIL), which browsers
and viewers play without a script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees
from xml.sax.saxutils import escape

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.drawing import Drawing
from sgkin.drawing.motion_drawing import Scene
from sgkin.drawing.shapes import Circle, Label, Path, Rounded, Shape
from sgkin.drawing.style import INK, PAPER, STYLES, fill_colour, group_colour, group_hatch
from sgkin.mathematics import Place, Pose

WIDTH, TALLEST = 640.0, 520.0
"""Width of a picture and largest height of the mechanism in it, in pixels."""
LINE = 18.0
"""Height of a line of the legend."""
Curves = Mapping[str, Floats]
DASHES = ("", "8 3", "2 2", "8 3 2 3")
STROKES = {
    "//": "M0,10L10,0M-2,2L2,-2M8,12L12,8",
    "\\\\": "M0,0L10,10M-2,8L2,12M8,-2L12,2",
    "xx": "M0,0L10,10M0,10L10,0",
    "--": "M0,5L10,5",
    "..": "M2,3h1.6M7,8h1.6",
}


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

    def local(self, place: Place) -> str:
        """A place of a frame, in pixels from its origin."""
        return f"{place[0] * self.scale:.2f},{-place[1] * self.scale:.2f}"


def make_canvas(scene: Scene) -> Canvas:
    """A canvas that holds all configurations of a scene."""
    (left, right), (low, high) = scene.limits()
    scale = min(WIDTH / (right - left), TALLEST / (high - low))
    return Canvas(scale, left - 0.5 * (WIDTH / scale - (right - left)), high, WIDTH, (high - low) * scale)


def still_svg(scene: Scene, step: int = 0, legend: bool = True) -> str:
    """The picture of one configuration."""
    canvas, drawing = make_canvas(scene), scene.drawing
    frames = drawing.frames(scene.poses(step))
    parts = [
        f'<g transform="{_transform(canvas, frames[f])}">{body}</g>'
        for f, body in _frames(canvas, drawing)
        if f in frames
    ]
    labels = [_text(canvas, label) for label in drawing.placed_labels(scene.poses(step)) if label.role != "link"]
    return _document(scene, canvas, parts + labels, legend)


def moving_svg(
    scene: Scene, steps: Sequence[int], seconds: float, curves: Curves | None = None, legend: bool = True
) -> str:
    """The picture of a motion that shows some of its steps, equally long, and repeats every so many seconds.

    curves: paths (n, 2) that are drawn in front of it, in the ground frame, by name.
    """
    canvas, drawing = make_canvas(scene), scene.drawing
    frames = [drawing.frames(scene.poses(step)) for step in steps]
    parts, aims = [], {aim.name for aim in drawing.aims}
    for name, body in _frames(canvas, drawing):
        if name not in frames[0]:
            continue
        poses = [each[name] for each in frames]
        if all(pose == poses[0] for pose in poses):
            parts.append(f'<g transform="{_transform(canvas, poses[0])}">{body}</g>')
        else:
            angles = [pose[2] for pose in poses]  # continuous, except those that follow from two points
            turns = np.unwrap(angles).tolist() if name in aims else angles
            parts.append(f"<g>{_animation(canvas, poses, turns, seconds)}{body}</g>")
    parts += [_curve(canvas, number, *each) for number, each in enumerate((curves or {}).items())]
    return _document(scene, canvas, parts, legend)


def _frames(canvas: Canvas, drawing: Drawing) -> list[tuple[str, str]]:
    """Runs of shapes of one frame, in painting order."""
    runs: list[tuple[str, list[str]]] = []
    for shape in drawing.shapes:
        if not runs or runs[-1][0] != shape.frame:
            runs.append((shape.frame, []))
        runs[-1][1].append(_shape(canvas, shape, drawing.groups.get(shape.frame)))
    return [(frame, "".join(shapes)) for frame, shapes in runs]


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


def _shape(canvas: Canvas, shape: Shape, group: int | None) -> str:
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
    style, fill = STYLES[shape.role], fill_colour(shape.role, group)
    if style.fill == "tint" and group_hatch(group):
        fill = f"url(#sgkin-group-{group})"
    look = f' fill="{fill or "none"}"'
    if style.line:
        look += f' stroke="{INK}" stroke-width="{style.line}"'
    if style.dash:
        look += f' stroke-dasharray="{" ".join(f"{part * style.line:g}" for part in style.dash)}"'
    return look


def _curve(canvas: Canvas, number: int, name: str, places: Floats) -> str:
    points = " ".join(canvas.place((x, y)) for x, y in places.tolist())
    dash = DASHES[number % len(DASHES)]
    look = f'fill="none" stroke="{group_colour(number)}" stroke-width="2"' + (
        f' stroke-dasharray="{dash}"' if dash else ""
    )
    return f'<polyline points="{points}" {look}><title>{escape(name)}</title></polyline>'


def _text(canvas: Canvas, label: Label) -> str:
    x, y = (float(part) for part in canvas.place(label.place).split(","))
    halo = f'stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
    return f'<text x="{x + 7:.1f}" y="{y - 7:.1f}" font-size="12" {halo}>{escape(label.text)}</text>'


def _document(scene: Scene, canvas: Canvas, parts: Sequence[str], legend: bool) -> str:
    titles = scene.drawing.titles if legend else ()
    height = canvas.height + LINE * len(titles) + (10.0 if titles else 0.0)
    name = escape(scene.mechanism.title or scene.mechanism.name)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {canvas.width:g} {height:.0f}" '
            f'width="{canvas.width:g}" height="{height:.0f}" font-family="sans-serif" fill="{INK}" role="img">',
            f"<title>{name}</title>",
            f"<defs>{''.join(_pattern(number) for number in range(len(scene.drawing.titles)))}</defs>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *parts,
            *(_legend(canvas, number, title) for number, title in enumerate(titles)),
            "</svg>\n",
        ]
    )


def _pattern(group: int) -> str:
    """The fill of the bodies of a group: its colour, hatched."""
    hatch = group_hatch(group)
    if not hatch:
        return ""
    return (
        f'<pattern id="sgkin-group-{group}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{fill_colour("body", group)}"/>'
        f'<path d="{STROKES[hatch]}" stroke="{INK}" stroke-width="{1.6 if hatch == ".." else 0.5}"/></pattern>'
    )


def _legend(canvas: Canvas, group: int, title: str) -> str:
    y = canvas.height + LINE * (group + 0.5) + 5.0
    fill = f"url(#sgkin-group-{group})" if group_hatch(group) else fill_colour("body", group)
    return (
        f'<rect x="10" y="{y - 6:.1f}" width="22" height="12" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>'
        f'<text x="40" y="{y + 4:.1f}" font-size="12">{group + 1}  {escape(title)}</text>'
    )
