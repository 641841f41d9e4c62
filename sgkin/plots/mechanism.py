"""The mechanism as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sgkin.drawing.drawing import Drawing
from sgkin.drawing.motion_drawing import Scene, make_scene
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.style import IN_FRONT, INK, STYLES, fill_colour, group_hatch
from sgkin.mathematics import Pose
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.plots.gaps import paint_gaps
from sgkin.plots.legend import add_legend
from sgkin.plots.names import Names
from sgkin.plots.saving import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

ABOVE = 5.0
"""Pins and names are painted above lines that others draw, bodies and arrows below them."""


def plot_mechanism(
    thing: Mechanism | Motion, step: int = 0, *, ax: Axes | None = None, labels: bool = True, legend: bool = True
) -> Axes:
    """Draw a mechanism at its initial configuration, or a motion at one of its steps, and return the axes.

    Axes are in the units of the mechanism's file. Groups are coloured and hatched in solving order; with `labels`
    every body carries the number of its group and every joint its name, with `legend` the groups are listed. Joints
    that do not close at the initial configuration are drawn open, with the gap in red.
    """
    scene = make_scene(thing)
    ax = new_axes() if ax is None else ax
    paint_scene(ax, scene, step, labels)
    paint_gaps(ax, scene)
    if legend and scene.drawing.titles:
        add_legend(ax, scene.drawing.titles)
    return ax


@dataclass(frozen=True, slots=True)
class Painted:
    """A drawing on axes, which can be moved to another configuration."""

    ax: Axes
    drawing: Drawing
    factor: float
    patches: list[tuple[Patch, str]]
    names: Names | None

    def move(self, poses: Mapping[str, Pose]) -> None:
        """Put every shape and name where its frame is; those without a pose are hidden."""
        from matplotlib.transforms import Affine2D

        frames = self.drawing.frames(poses)
        for patch, frame in self.patches:
            patch.set_visible(frame in frames)
            if frame in frames:
                x, y, angle = frames[frame]
                placed = Affine2D().rotate(angle).translate(x, y).scale(1.0 / self.factor)
                patch.set_transform(placed + self.ax.transData)
        if self.names is not None:
            self.names.move(poses)


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
        patch.set_zorder((ABOVE if shape.role in IN_FRONT else 1.0) + number / len(drawing.shapes))
        ax.add_artist(patch)  # not add_patch: the shape is not where its frame is yet
        patches.append((patch, shape.frame))
    return Painted(ax, drawing, factor, patches, Names(ax, drawing, factor, ABOVE + 2.0) if labels else None)


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
