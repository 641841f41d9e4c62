"""Moving pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import degrees
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from sgkin import InputError, Motion, load_mechanism, solve
from sgkin.drawing.motion_drawing import drawn_steps, make_scene, playing_time
from sgkin.drawing.svg import make_canvas, moving_svg
from sgkin.errors import MissingToolError, PictureError, UnknownNameError
from sgkin.plots import animate_motion, animation, make_animation

matplotlib.use("agg")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def motion() -> Motion:
    return solve(load_mechanism("boom_by_distance"), np.linspace(0.0, 2.0, 11))


def test_gif_has_a_picture_for_each_frame(motion: Motion, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    options = {"seconds": 0.5, "rate": 8.0, "points": ["boom.end"]}
    animate_motion(motion, tmp_path / "a.gif", progress=lambda done, of: told.append((done, of)), **options)  # type: ignore[arg-type]
    assert told == [(number, 4) for number in range(1, 5)]
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == 4  # type: ignore[attr-defined]
        first = np.asarray(film.convert("RGB"), dtype=int)
        film.seek(3)
        assert np.abs(np.asarray(film.convert("RGB"), dtype=int) - first).max() > 100


def test_mp4(motion: Motion, tmp_path: Path) -> None:
    try:
        animation.find_ffmpeg()
    except MissingToolError:
        pytest.skip("there is no ffmpeg here")
    animate_motion(motion, tmp_path / "a.mp4", seconds=0.5, rate=6.0)
    assert b"ftyp" in (tmp_path / "a.mp4").read_bytes()[:64]


def test_without_ffmpeg_the_remedy_is_named(motion: Motion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation, "which", lambda name: None)
    monkeypatch.setitem(__import__("sys").modules, "imageio_ffmpeg", None)
    with pytest.raises(MissingToolError, match=r"pip install 'sgkin\[video\]'"):
        animate_motion(motion, tmp_path / "a.mp4")


def test_svg_moves_every_frame_as_the_motion_does(motion: Motion, tmp_path: Path) -> None:
    animate_motion(motion, tmp_path / "a.svg", seconds=3.0, points=["boom.end"])
    root = ET.parse(tmp_path / "a.svg").getroot()
    turns = [a for a in root.iter(f"{SVG}animateTransform") if a.get("type") == "rotate"]
    boom = [-degrees(theta) for theta in motion.pose("boom")[:, 2]]
    assert any(np.allclose([float(v) for v in a.get("values", "").split(";")], boom, atol=0.01) for a in turns)
    assert {a.get("dur") for a in turns} == {"3s"}
    scene = make_scene(motion)
    canvas = make_canvas(scene)
    rod = [canvas.place(tuple(place)) for place in motion.position("boom.tip").tolist()]
    places = [a.get("values") for a in root.iter(f"{SVG}animateTransform") if a.get("type") == "translate"]
    assert ";".join(rod) in places


def test_links_that_turn_far_between_steps_turn_as_far_in_the_picture() -> None:
    motion = solve(load_mechanism("gear_pair"), inputs=np.linspace(0.0, 40.0, 9))  # 5 rad a step
    root = ET.fromstring(moving_svg(make_scene(motion), range(9), 2.0))
    ends = [
        a.get("values", "").split(";")[-1] for a in root.iter(f"{SVG}animateTransform") if a.get("type") == "rotate"
    ]
    expected = {link: -degrees(motion.pose(link)[-1, 2]) for link in motion.mechanism.moving_links}
    assert max(abs(angle) for angle in expected.values()) > 2000.0
    for angle in expected.values():
        assert min(abs(float(end) - angle) for end in ends) < 0.01


def test_html_holds_the_picture_and_asks_for_nothing(motion: Motion, tmp_path: Path) -> None:
    animate_motion(motion, tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "<animateTransform" in page
    assert "Boom raised by a hydraulic cylinder" in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("http") == 0


def test_films_show_the_path_of_the_point_that_matters_unless_told_not_to(motion: Motion, tmp_path: Path) -> None:
    for points, names in ((None, ["boom.end"]), ((), []), (["boom.tip"], ["boom.tip"])):
        animate_motion(motion, tmp_path / "a.svg", points=points)
        root = ET.parse(tmp_path / "a.svg").getroot()
        paths = [line for line in root.iter(f"{SVG}polyline") if line.find(f"{SVG}title") is not None]
        assert [line.findtext(f"{SVG}title") for line in paths] == names
        assert all(name in [text.text for text in root.iter(f"{SVG}text")] for name in names)  # the legend
        film = make_animation(motion, ax=Figure().subplots(), points=points)
        film._draw_was_started = True  # type: ignore[attr-defined]
        assert len(film._fig.axes[0].get_lines()) == len(names)  # type: ignore[attr-defined]


def test_pins_are_painted_above_paths(motion: Motion) -> None:
    picture = moving_svg(make_scene(motion), range(5), 2.0, {"boom.end": motion.position("boom.end")})
    assert picture.rindex("<circle") > picture.index("<title>boom.end") > picture.index("<polygon")


def test_playing_time_is_that_of_the_motion_within_reason(motion: Motion) -> None:
    assert playing_time(motion) == 2.0
    assert playing_time(solve(motion.mechanism, np.linspace(0.0, 5.0, 3))) == 5.0
    assert playing_time(solve(motion.mechanism, np.linspace(0.0, 0.1, 3))) == 2.0
    assert playing_time(solve(motion.mechanism, inputs=np.linspace(1.2, 1.3, 90))) == 3.0


def test_frames_are_evenly_spread_in_time(motion: Motion) -> None:
    uneven = solve(motion.mechanism, [0.0, 0.01, 0.02, 1.0, 2.0])
    assert drawn_steps(uneven, 3) == [0, 3, 4]


def test_an_animation_for_notebooks(motion: Motion) -> None:
    film = make_animation(motion, ax=Figure().subplots(), points=["boom.end"])
    film._draw_was_started = True  # type: ignore[attr-defined]
    assert film.new_saved_frame_seq() is not None


def test_mistakes_are_named(motion: Motion, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"moving picture ends in '.avi'; let it end in .gif, .mp4, .html or .svg"):
        animate_motion(motion, tmp_path / "a.avi")
    with pytest.raises(InputError, match="seconds is 0"):
        animate_motion(motion, tmp_path / "a.gif", seconds=0.0)
    with pytest.raises(UnknownNameError):
        animate_motion(motion, tmp_path / "a.gif", points=["boom.nose"])


@pytest.mark.parametrize("name", ["film.gif", "film.mp4"])
def test_a_film_that_is_stopped_leaves_no_half_of_it(name: str, motion: Motion, tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        animate_motion(motion, tmp_path / name, seconds=1.0, rate=4.0, progress=stop)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["landing_gear_by_piston", "slider_crank"])
def test_a_film_is_cut_nowhere(name: str, tmp_path: Path) -> None:
    moving = solve(load_mechanism(name), np.linspace(0.0, 0.2, 5))
    animate_motion(moving, tmp_path / "film.gif", seconds=1.0, rate=2.0)
    with Image.open(tmp_path / "film.gif") as film:
        pixels = np.asarray(film.convert("L"))
    for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert edge.min() == 255
