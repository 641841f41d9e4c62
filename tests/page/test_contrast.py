"""Colours of pages: lines stand out from all they can cross, and text from what it is written on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome

from sgkin import load_mechanism
from sgkin.drawing.style import COLOURS, contrast
from sgkin.page.palette import CONTRAST, DARK, LIGHT, TEXT_CONTRAST, Theme, fills, page_colours

Open = Callable[..., Chrome]
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@THEMES
def test_lines_stand_out_from_paper_and_every_link(theme: Theme) -> None:
    colours = page_colours(theme)
    lines = ["velocity", "acceleration", *(f"line-{number}" for number in range(len(COLOURS)))]
    for name in lines:
        for behind in (theme.paper, *fills(theme).values()):
            assert contrast(colours[name], behind) >= CONTRAST, (name, behind)
    for behind in (theme.paper, theme.panel):
        assert min(contrast(colours[name], behind) for name in (*lines, "dead", "faint")) >= CONTRAST


@THEMES
def test_text_is_read_on_all_it_is_written_on(theme: Theme) -> None:
    colours = page_colours(theme)
    for name in ("ink", "faint", "velocity", "acceleration", "dead"):
        assert min(contrast(colours[name], behind) for behind in (theme.paper, theme.panel)) >= TEXT_CONTRAST, name
    assert min(contrast(theme.ink, behind) for behind in (theme.line, *fills(theme).values())) >= TEXT_CONTRAST
    assert contrast("#ffffff", "#a80030") >= TEXT_CONTRAST  # the sentence of a dead point


def test_the_ratio_is_that_of_the_standard() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the grey that just fails as text
    assert contrast("#123456", "#123456") == 1.0


PAINTED = """
const seen = (made, kind) => getComputedStyle(made)[kind];
document.documentElement.dataset.theme = arguments[0];
document.getElementById("acceleration").checked || document.getElementById("acceleration").click();
document.querySelectorAll("#choices input").forEach((box) => box.checked || box.click());
const all = (selector, kind) => [...document.querySelectorAll(selector)].map((made) => seen(made, kind));
return {
  lines: [...all(".curve, path.arrow, .chart .track, .shape.pitch", "stroke"), ...all(".chart .dot", "fill"),
    ...all(".meter .bar i", "backgroundColor")],
  behind: [seen(document.body, "backgroundColor"), ...all(".shape.body, .shape.block, .shape.rod", "fill")],
};
"""


@pytest.mark.parametrize(
    "name", ["stephenson_link_motion_fixed_cutoff", "scissor_lift_3_stage", "planetary_differential_2dof"]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_the_browser_paints_stands_out(name: str, theme: str, open_page: Open) -> None:
    painted = open_page(load_mechanism(name), 40).execute_script(PAINTED, theme)
    lines, behind = ({as_hex(colour) for colour in painted[kind] if colour != "none"} for kind in ("lines", "behind"))
    assert len(lines) > 2
    assert min(contrast(line, other) for line in lines for other in behind) >= CONTRAST - 1e-9


def as_hex(colour: str) -> str:
    red, green, blue = (int(part) for part in re.findall(r"\d+", colour)[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"
