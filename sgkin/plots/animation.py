"""Moving pictures: GIF and MP4 painted by matplotlib, SVG and HTML written as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sgkin.arrays import Floats
from sgkin.drawing.interest import paths_of_interest
from sgkin.drawing.motion_drawing import Scene, drawn_steps, make_scene, playing_time
from sgkin.drawing.player import player_page
from sgkin.drawing.space_scene import SpaceScene, make_space_scene
from sgkin.drawing.space_svg import MOST as MOST_PICTURES
from sgkin.drawing.space_svg import moving_space_svg
from sgkin.drawing.svg import moving_svg
from sgkin.drawing.view import as_view
from sgkin.errors import InputError, MissingToolError, PictureError
from sgkin.motion import Motion
from sgkin.plots.legend import add_legend
from sgkin.plots.lines import path_look
from sgkin.plots.mechanism import paint_scene
from sgkin.plots.needs import need_motion
from sgkin.plots.saving import LAYOUT
from sgkin.plots.space import paint_paths, paint_space, paint_step
from sgkin.progress import Progress, telling

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ENDINGS = ("gif", "mp4", "html", "svg")
MOST_STEPS = 240
"""So many steps of a motion are stored in an .svg or .html file; between them it moves evenly."""
Paths = Mapping[str, Floats]


def animate_motion(
    motion: Motion,
    path: str | PathLike[str],
    *,
    points: Sequence[str] | None = None,
    seconds: float | None = None,
    rate: float = 25.0,
    progress: Progress | Literal[False] | None = None,
    view: object = None,
) -> None:
    """Write a motion as a moving picture; the ending of the file, .gif, .mp4, .html or .svg, says the format.

    points: the paths of these points (`link.point` or `point`) are drawn too; by default those that matter: points
    that are no joints, or a joint of the last group; none with `points=()`. seconds: how long it takes, by default as
    long as the motion, but 2 to 12 s. rate: pictures a second (of .gif and .mp4). progress: called
    with the number of pictures done and of all; by default a bar is drawn on a terminal and in a notebook, with False
    none. An .mp4 needs ffmpeg, on the path or from the extra `video`. view: of a mechanism in space, from where it is
    seen, as for `plot_mechanism`.
    """
    file = Path(path)
    ending = file.suffix.removeprefix(".").lower()
    if ending not in ENDINGS:
        raise PictureError(file, ENDINGS, "moving picture", ENDINGS)
    paths = _paths(motion, points, seconds, rate)
    length = seconds or playing_time(motion)
    scene = _scene(motion, view)
    if ending in ("gif", "mp4"):
        with telling(progress, "painting", "pictures") as tell:
            _paint_film(scene, motion, file, paths, length, rate, tell)
        return
    if isinstance(scene, SpaceScene):
        steps = drawn_steps(motion, min(motion.steps, MOST_PICTURES))
        turning = moving_space_svg(scene, steps, length, paths)
        title = motion.mechanism.title or motion.mechanism.name
        file.write_text(turning if ending == "svg" else player_page(title, turning, length), encoding="utf-8")
        return
    steps = drawn_steps(motion, min(motion.steps, MOST_STEPS))
    picture = moving_svg(scene, steps, length, paths)
    title = motion.mechanism.title or motion.mechanism.name
    file.write_text(picture if ending == "svg" else player_page(title, picture, length), encoding="utf-8")


def make_animation(
    motion: Motion, *, ax: Axes, points: Sequence[str] | None = None, seconds: float | None = None
) -> FuncAnimation:
    """The motion as an animation of matplotlib on axes, for notebooks and own films; keep what is returned."""
    from matplotlib.animation import FuncAnimation

    paths = _paths(motion, points, seconds, 25.0)
    steps = drawn_steps(motion, max(2, round(25.0 * (seconds or playing_time(motion)))))
    move = _prepared(ax, _scene(motion, None), motion, paths, legend=False)
    return FuncAnimation(ax.get_figure(root=True), move, frames=steps, interval=40)  # type: ignore[arg-type]


def _scene(motion: Motion, view: object) -> Scene | SpaceScene:
    if motion.mechanism.is_spatial:
        return make_space_scene(motion, as_view("corner" if view is None else view))
    if view is not None:
        raise InputError("view is for mechanisms in space; this one is in the plane of the picture")
    return make_scene(motion)


def _paths(motion: Motion, points: Sequence[str] | None, seconds: float | None, rate: float) -> Paths:
    """The paths that are drawn, in metres; refused if something else is wrong with what was asked for."""
    need_motion(motion)
    named = [motion.mechanism.full_name(name, "points") for name in points or ()]
    for name in named:
        motion.mechanism.point(name, "points")
    for what, value in (("seconds", seconds), ("rate", rate)):
        if value is not None and not 0.0 < value < np.inf:
            raise InputError(f"{what} is {value:g}; give a number above 0")
    return paths_of_interest(motion) if points is None else {name: motion.position(name) for name in named}


def _prepared(
    ax: Axes, scene: Scene | SpaceScene, motion: Motion, paths: Paths, legend: bool
) -> Callable[[int], list[Any]]:
    """The mechanism on axes, and the function that moves it to a step."""
    if isinstance(scene, SpaceScene):
        return _prepared_in_space(ax, scene, paths, legend)
    painted = paint_scene(ax, scene, 0, labels=False)
    factor = motion.mechanism.units.factor("length")
    lines = [
        ax.plot(*(path / factor).T, zorder=4.0, label=name, **path_look(number, 1.4))[0]
        for number, (name, path) in enumerate(paths.items())
    ]
    if legend:
        add_legend(ax, scene.drawing.titles, lines)

    def move(step: int) -> list[Any]:
        painted.move(scene.poses(step))
        return [patch for patch, _ in painted.patches]

    return move


def _prepared_in_space(ax: Axes, scene: SpaceScene, paths: Paths, legend: bool) -> Callable[[int], list[Any]]:
    """The same in space: what hides what changes, so everything is painted anew."""
    painted = paint_space(ax, scene, 0, labels=False)
    lines = paint_paths(ax, scene, dict(paths))
    if legend:
        add_legend(ax, scene.drawing.titles, lines, hatched=False)

    def move(step: int) -> list[Any]:
        for artist in painted:
            artist.remove()
        painted[:] = paint_step(ax, scene, step)
        return painted

    return move


def _paint_film(
    scene: Scene | SpaceScene,
    motion: Motion,
    file: Path,
    paths: Paths,
    seconds: float,
    rate: float,
    progress: Progress | None,
) -> None:
    from matplotlib import rc_context
    from matplotlib.animation import FFMpegWriter, PillowWriter
    from matplotlib.figure import Figure

    is_video = file.suffix.lower() == ".mp4"
    with rc_context({"animation.ffmpeg_path": find_ffmpeg()} if is_video else {}):
        writer = FFMpegWriter(fps=rate) if is_video else PillowWriter(fps=rate)  # type: ignore[arg-type]
        figure = Figure(figsize=_size(scene), layout=LAYOUT)
        move = _prepared(figure.subplots(), scene, motion, paths, legend=True)
        steps = drawn_steps(motion, max(2, round(seconds * rate)))
        figure.draw_without_rendering()  # the layout is right from its second time on
        try:
            with writer.saving(figure, str(file), dpi=100):
                for done, step in enumerate(steps, start=1):
                    move(step)
                    _grab(writer, figure, first=done == 1)
                    if progress is not None:
                        progress(done, len(steps))
        except BaseException:  # also when the user stops it: half a film looks like a whole one
            file.unlink(missing_ok=True)
            raise


def _grab(writer: Any, figure: Figure, first: bool) -> None:
    """One picture; the axes are laid out at the first and stay there, so that the film does not tremble."""
    writer.grab_frame()
    if first:
        figure.set_layout_engine("none")


def _size(scene: Scene | SpaceScene) -> tuple[float, float]:
    """Width and height in inches, for the shape of the mechanism with its legend, which is half as wide."""
    (left, right), (low, high) = scene.limits()
    aspect = (high - low) / (right - left)
    height = min(max(5.0 * aspect, 2.4), 6.0)
    return 1.5 * min(height / aspect, 5.0) + 0.6, height + 0.8


def find_ffmpeg() -> str:
    """The program ffmpeg: on the path, or the one of the package imageio-ffmpeg."""
    found = which("ffmpeg")
    if found:
        return found
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError as error:
        raise MissingToolError("ffmpeg", "writing an .mp4", "video") from error
    return str(get_ffmpeg_exe())
