"""The mechanism as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sgkin.drawing.drawing import Drawing
from sgkin.drawing.force_arrows import ForceArrow, force_arrows, with_forces
from sgkin.drawing.motion_drawing import Scene, make_scene
from sgkin.drawing.shapes import Circle, Path, Rounded, Shape
from sgkin.drawing.style import IN_FRONT, STYLES, fill_colour, group_hatch
from sgkin.drawing.view import as_view
from sgkin.dynamics.reactions import Reactions
from sgkin.errors import InputError
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
    thing: Mechanism | Motion | Reactions,
    step: int = 0,
    *,
    ax: Axes | None = None,
    labels: bool = True,
    legend: bool = True,
    link: str | None = None,
    view: object = None,
) -> Axes:
    """Draw a mechanism at its initial configuration, or a motion at one of its steps, and return the axes.

    Axes are in the units of the mechanism's file. Groups are coloured and hatched in solving order; with `labels`
    every body carries the number of its group and every joint its name, with `legend` the groups are listed. Joints
    that do not close at the initial configuration are drawn open, with the gap in red.

    Of the `Reactions` of a motion, the forces of joints and drives at that step are drawn too, as red arrows to one
    scale: for each joint that on one of its links, or with `link` all forces on that link.

    view: of a mechanism in space, from where it is seen: "corner" (by default), "front", "side", "top", or azimuth and
    elevation in degrees.
    """
    mechanism = thing if isinstance(thing, Mechanism) else getattr(thing, "mechanism", None)
    if isinstance(mechanism, Mechanism) and mechanism.is_spatial and isinstance(thing, Mechanism | Motion):
        return _plot_in_space(thing, step, ax, labels, legend, view)
    if view is not None:
        raise InputError("view is for mechanisms in space; this one is in the plane of the picture")
    if link is not None and not isinstance(thing, Reactions):
        raise InputError(f"link={link!r} says of which link forces are drawn; give reactions(motion) to draw any")
    scene, lines = make_scene(thing.motion if isinstance(thing, Reactions) else thing), []
    ax = new_axes() if ax is None else ax
    if isinstance(thing, Reactions):
        scene.poses(step)  # says what is wrong
        arrows = force_arrows(thing, step, link)
        scene, lines = with_forces(scene, arrows, step), [_arrow_sign(arrows, thing)]
    paint_scene(ax, scene, step, labels)
    paint_gaps(ax, scene)
    if legend and (scene.drawing.titles or lines):
        add_legend(ax, scene.drawing.titles, lines)
    return ax


def _plot_in_space(
    thing: Mechanism | Motion, step: int, ax: Axes | None, labels: bool, legend: bool, view: object
) -> Axes:
    """The same in space, as it is seen from one side."""
    from sgkin.drawing.space_scene import make_space_scene
    from sgkin.plots.space import paint_space

    scene = make_space_scene(thing, as_view("corner" if view is None else view))
    ax = new_axes() if ax is None else ax
    paint_space(ax, scene, step, labels)
    if legend and scene.drawing.titles:
        add_legend(ax, scene.drawing.titles, [], hatched=labels)
    return ax


def _arrow_sign(arrows: list[ForceArrow], found: Reactions) -> Any:
    """What stands for the arrows in the legend: how large the largest is, and that some are missing."""
    from matplotlib.lines import Line2D

    largest = max(arrows, key=lambda arrow: arrow.size, default=None)
    words = "no force"
    if largest is not None and largest.size > 0.0:
        words = f"largest force: {largest.owner} on {largest.link}, {largest.size:.4g} N"
    if found.undetermined:
        words += "; some are not determined"
    return Line2D([], [], color=STYLES["reaction"].colour, marker=">", lw=1.8, ms=5, label=words)


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

        frames, lengths = self.drawing.frames(poses), self.drawing.stretches(poses)
        for patch, frame in self.patches:
            patch.set_visible(frame in frames)
            if frame in frames:
                x, y, angle = frames[frame]
                placed = Affine2D().scale(lengths.get(frame, 1.0), 1.0).rotate(angle).translate(x, y)
                placed = placed.scale(1.0 / self.factor)
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
        "edgecolor": style.colour,
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
