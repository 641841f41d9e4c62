"""Names and numbers on a mechanism, placed whenever it is drawn: their places depend on the size of the axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sgkin.drawing.drawing import Drawing
from sgkin.drawing.ink import Box
from sgkin.drawing.names import NUMBER, Name, place_names
from sgkin.drawing.shapes import Label
from sgkin.drawing.style import INK, PAPER
from sgkin.mathematics import Pose
from sgkin.plots.before_drawing import before_drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

FONT = 9.0


def annotation(ax: Axes, text: str, zorder: float, **more: Any) -> Annotation:
    """A text beside a place, with a halo of paper and a line to the place."""
    from matplotlib.patheffects import withStroke

    line = {"arrowstyle": "-", "linewidth": 0.6, "color": INK, "shrinkA": 0.0, "shrinkB": 0.0}
    halo = [withStroke(linewidth=2.0, foreground=PAPER)]
    look = {"ha": "center", "va": "center", "textcoords": "offset points", "arrowprops": line, "zorder": zorder}
    found = ax.annotate(text, (0, 0), (0, 0), **{"fontsize": FONT, "path_effects": halo, **look, **more})
    found.set_in_layout(False)  # it stays inside the axes
    return found


def show_name(text: Annotation, name: Name | None) -> None:
    """Put a text where its name is to stand; hide it where there is no room."""
    text.set_visible(name is not None)
    if name is not None:
        text.set_position((name.centre[0] - name.anchor[0], name.centre[1] - name.anchor[1]))
        text.arrow_patch.set_visible(name.leader is not None)  # type: ignore[union-attr]


class Names:
    """The annotations of a drawing on axes in units of `factor` metres, painted at a `zorder`."""

    def __init__(self, ax: Axes, drawing: Drawing, factor: float, zorder: float) -> None:
        self.ax, self.drawing, self.factor = ax, drawing, factor
        self.poses: Mapping[str, Pose] = {}
        self.placed_for: tuple[Mapping[str, Pose], Box] | None = None
        self.texts = {
            number: self._annotation(label, zorder)
            for number, label in enumerate(drawing.labels)
            if label.role != "link" or label.frame in drawing.groups
        }
        before_drawing(ax, self._place)

    def _annotation(self, label: Label, zorder: float) -> Annotation:
        if label.role != "link":
            return annotation(self.ax, label.text, zorder)
        box = {"boxstyle": "circle,pad=0.15", "facecolor": PAPER, "edgecolor": INK, "linewidth": 0.6}
        number = str(self.drawing.groups[label.frame] + 1)
        return annotation(self.ax, number, zorder, fontsize=NUMBER * FONT, bbox=box, path_effects=None)

    def move(self, poses: Mapping[str, Pose]) -> None:
        """Let the names belong to a configuration."""
        self.poses = poses
        for number, label in self.drawing.placed_labels(poses).items():
            if number in self.texts:
                self.texts[number].xy = (label.place[0] / self.factor, label.place[1] / self.factor)

    def _place(self, points: float) -> None:
        """Put every name where it can be read, on axes with so many points for one unit."""
        (left, right), (low, high) = self.ax.get_xlim(), self.ax.get_ylim()
        frame = (left * points, low * points, right * points, high * points)
        if self.placed_for == (self.poses, frame):
            return
        self.placed_for = (self.poses, frame)
        names = place_names(self.drawing, self.poses, points / self.factor, frame, FONT)
        for number, text in self.texts.items():
            show_name(text, names[number])
