"""The mechanism as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sgkin.drawing.drawing import Drawing
from sgkin.drawing.motion_drawing import Scene, make_scene
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.style import INK, STYLES, fill_colour, group_hatch
from sgkin.mathematics import Pose, moved
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch
    from matplotlib.text import Text

ABOVE = 5.0
"""Pins, arrows and names are painted above lines that others draw, bodies below them."""


def plot_mechanism(
    thing: Mechanism | Motion, step: int = 0, *, ax: Axes | None = None, labels: bool = True, legend: bool = True
) -> Axes:
    """Draw a mechanism at its initial configuration, or a motion at one of its steps, and return the axes.

    Axes are in the units of the mechanism's file. Groups are coloured and hatched in solving order; with `labels`
    every body carries the number of its group and every joint its name, with `legend` the groups are listed.
    """
    scene = make_scene(thing)
    ax = new_axes() if ax is None else ax
    paint_scene(ax, scene, step, labels)
    if legend and scene.drawing.titles:
        add_legend(ax, scene.drawing)
    return ax


@dataclass(frozen=True, slots=True)
class Painted:
    """A drawing on axes, which can be moved to another configuration."""

    ax: Axes
    drawing: Drawing
    factor: float
    patches: list[tuple[Patch, str]]
    texts: list[tuple[Text | Anchored, str, tuple[float, float]]]

    def move(self, poses: Mapping[str, Pose]) -> None:
        """Put every shape and label where its frame is; those without a pose are hidden."""
        from matplotlib.transforms import Affine2D

        frames = self.drawing.frames(poses)
        for patch, frame in self.patches:
            patch.set_visible(frame in frames)
            if frame in frames:
                x, y, angle = frames[frame]
                placed = Affine2D().rotate(angle).translate(x, y).scale(1.0 / self.factor)
                patch.set_transform(placed + self.ax.transData)
        for text, frame, place in self.texts:
            text.set_visible(frame in frames)
            if frame in frames:
                x, y = moved(frames[frame], place)
                text.set_position((x / self.factor, y / self.factor))


def paint_scene(ax: Axes, scene: Scene, step: int, labels: bool) -> Painted:
    """Paint a scene on axes that are scaled to hold all its configurations, in the mechanism's unit of length."""
    units = scene.mechanism.units
    factor = units.factor("length")
    painted = paint(ax, scene.drawing, factor, labels)
    painted.move(scene.poses(step))
    (left, right), (low, high) = scene.limits()
    ax.set_xlim(left / factor, right / factor)
    ax.set_ylim(low / factor, high / factor)
    ax.set_aspect("equal")
    ax.set_xlabel(f"x [{units.length}]")
    ax.set_ylabel(f"y [{units.length}]")
    ax.set_title(scene.mechanism.title or scene.mechanism.name, fontsize=11)
    return painted


def paint(ax: Axes, drawing: Drawing, factor: float, labels: bool) -> Painted:
    """Add all shapes to axes, each in its own frame still, in units of `factor` metres."""
    patches = []
    for number, shape in enumerate(drawing.shapes):
        patch = make_patch(shape, drawing.groups.get(shape.frame))
        in_front = shape.role in ("pin", "point", "weld", "arrow", "arrowhead")
        patch.set_zorder((ABOVE if in_front else 1.0) + 0.001 * number)
        ax.add_artist(patch)  # not add_patch: the shape is not where its frame is yet
        patches.append((patch, shape.frame))
    return Painted(ax, drawing, factor, patches, list(_labels(ax, drawing)) if labels else [])


def make_patch(shape: Shape, group: int | None) -> Patch:
    """A shape as a patch of matplotlib, painted as its role and its group ask, in its own frame."""
    from matplotlib import patches

    style = STYLES[shape.role]
    fill = fill_colour(shape.role, group)
    look: dict[str, Any] = {
        "facecolor": fill or "none",
        "edgecolor": INK,
        "linewidth": style.line,
        "joinstyle": "round",
    }
    if style.dash:
        look["linestyle"] = (0.0, style.dash)
    if style.fill == "tint":
        look |= {"hatch": group_hatch(group), "hatch_linewidth": 0.4}
    match shape:
        case Circle():
            return patches.Circle(shape.centre, shape.radius, fill=fill is not None, **look)
        case Path():
            return patches.Polygon(shape.points, closed=shape.closed, fill=fill is not None, **look)
        case Rounded():
            return patches.Polygon(shape.outline(), closed=True, **look)


def _labels(ax: Axes, drawing: Drawing) -> Iterator[tuple[Text | Anchored, str, tuple[float, float]]]:
    """The number of its group on every body, and the names of joints and points beside them."""
    from matplotlib.patheffects import withStroke

    box = {"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": INK, "linewidth": 0.6}
    for label in drawing.labels:
        if label.role == "link":
            if label.frame in drawing.groups:
                number = str(drawing.groups[label.frame] + 1)
                text = ax.text(0, 0, number, ha="center", va="center", fontsize=7, bbox=box, zorder=ABOVE + 1.0)
                yield text, label.frame, label.place
        else:
            text = ax.annotate(label.text, (0, 0), (6.0, 6.0), textcoords="offset points", fontsize=9)
            text.set(zorder=ABOVE + 1.0, path_effects=[withStroke(linewidth=2.0, foreground="white")])
            yield Anchored(text), label.frame, label.place


class Anchored:
    """An annotation that is moved with its anchor, so that its text keeps its distance from it."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def set_visible(self, visible: bool) -> None:
        self.text.set_visible(visible)

    def set_position(self, place: tuple[float, float]) -> None:
        self.text.xy = place


def add_legend(ax: Axes, drawing: Drawing) -> None:
    """List the groups in solving order, with their colour, hatch and number."""
    from matplotlib.patches import Patch

    handles = [
        Patch(
            facecolor=fill_colour("body", number),
            edgecolor=INK,
            hatch=2 * group_hatch(number),
            hatch_linewidth=0.4,
            label=f"{number + 1}  {title}",
        )
        for number, title in enumerate(drawing.titles)
    ]
    outside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    ax.legend(handles=handles, fontsize=8, title="solving order", title_fontsize=8, frameon=False, **outside)
