"""Ranges as bars: one for each mode over the values of an input, with dead points and change points marked, as SVG."""

from __future__ import annotations

from html import escape

from sgkin.analysis.motion_range import Limit, ModeRange, MotionRange
from sgkin.analysis.range_text import value_text
from sgkin.drawing.style import LINES

WIDTH, MARGIN, ROW, BAR = 640.0, 90.0, 20.0, 9.0
"""Of the picture, beside the bars, of a row, and of a bar, in pixels."""
MOST_ROWS = 40


def range_svg(found: MotionRange) -> str:
    """The bars of all modes, those of a circuit in one colour; of very many the first ones."""
    low, high = _ends(found)
    scale = (WIDTH - 2.0 * MARGIN) / (high - low)
    modes = list(enumerate(found))[:MOST_ROWS]
    bottom = ROW * (len(modes) + 1)
    parts = [_bar(found, mode, number, low, high, scale) for number, mode in modes]
    parts += [_tick(found, value, low, scale, bottom) for value in (low, high)]
    if len(found) > MOST_ROWS:
        parts.append(f'<text x="{MARGIN}" y="{bottom + 34:.0f}">… and {len(found) - MOST_ROWS} more modes</text>')
    height = bottom + 40.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" width="{WIDTH:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="11" role="img" '
        f'aria-label="{escape(f"Ranges of {found.input}")}">' + "".join(parts) + "</svg>"
    )


def _ends(found: MotionRange) -> tuple[float, float]:
    """From where to where the bars go: the whole turn, or all limits of the modes and a little more."""
    limits = [limit.value for mode in found for limit in (mode.low, mode.high) if limit is not None]
    turning = any(mode.low is None for mode in found)
    values = [*limits, *(found.between if turning or not limits else ())]
    aside = 0.03 * (max(values) - min(values)) if not turning else 0.0
    return min(values) - aside, max(values) + aside


def _bar(found: MotionRange, mode: ModeRange, number: int, low: float, high: float, scale: float) -> str:
    y = ROW * (number + 1)
    left, right = (end.value if end is not None else edge for end, edge in ((mode.low, low), (mode.high, high)))
    x, width = MARGIN + (left - low) * scale, max((right - left) * scale, 1.0)
    colour = LINES[mode.circuit % len(LINES)]
    name = f"mode {number + 1}" + (" ◂" if number == found.present else "")
    parts = [f'<text x="{MARGIN - 8:.0f}" y="{y + 4:.1f}" text-anchor="end">{name}</text>']
    parts.append(
        f'<rect x="{x:.1f}" y="{y - 0.5 * BAR:.1f}" width="{width:.1f}" height="{BAR}" rx="2" fill="{colour}">'
        f"<title>circuit {mode.circuit + 1}</title></rect>"
    )
    parts += [_mark(found, limit, MARGIN + (limit.value - low) * scale, y) for limit in mode.limits]
    if mode.low is None:
        parts.append(f'<text x="{WIDTH - MARGIN + 8:.0f}" y="{y + 4:.1f}">full turn</text>')
    return "".join(parts)


def _mark(found: MotionRange, limit: Limit, x: float, y: float) -> str:
    """A bar across where the mode ends at a dead point, a ring where two modes cross."""
    told = escape(f"{limit.kind} {value_text(found, limit.value)} {', '.join(group.label for group in limit.groups)}")
    if limit.kind == "change point":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="white" stroke="black"><title>{told}</title></circle>'
    if limit.kind == "end of the interval":
        return ""
    return f'<path d="M{x:.1f} {y - 8:.1f}v16" stroke="black" stroke-width="2"><title>{told}</title></path>'


def _tick(found: MotionRange, value: float, low: float, scale: float, y: float) -> str:
    x = MARGIN + (value - low) * scale
    told = escape(value_text(found, value))
    return (
        f'<path d="M{x:.1f} {y - 4:.1f}v6" stroke="#444"/>'
        f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{told}</text>'
    )
