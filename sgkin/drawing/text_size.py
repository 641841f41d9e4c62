"""How much room a text takes, without a drawing program."""

from __future__ import annotations

ADVANCES = {
    0.29: "'ijlIJ",
    0.36: ",. \u00a0·/:;\\|f-",
    0.41: "t()[]!²r",
    0.53: '"*_`–sz?',
    0.60: "cLkFvxyP",
    0.64: "aoTYθebdghnpquES0123456789${}",
    0.70: "KAVBRXZC",
    0.79: "UHNDG&OQ",
    0.86: "w#+<=>^~←M",
}
"""How far letters advance, in font sizes: those of DejaVu Sans, a wide sans-serif font, rounded up."""
WIDEST = 1.0
WIDTHS = {letter: width for width, letters in ADVANCES.items() for letter in letters}
GAP = "\u00a0\u00a0"
"""Between a number and its text, where no line is broken."""
LINE = 1.25
"""The height of a line, in font sizes."""


def text_width(text: str, font: float) -> float:
    """The width of a line of text at a font size, in the unit of that size; rather too much than too little.

    >>> round(text_width("coupler", 10.0), 3)
    38.6
    """
    return font * sum(WIDTHS.get(letter, WIDEST) for letter in text)


def wrapped(text: str, width: float, font: float) -> list[str]:
    """A text in lines of at most a width, broken at spaces, or anywhere in a word that is wider than a line.

    >>> wrapped("RRR(connecting_rod, piston)", 100.0, 10.0)
    ['RRR(connecting_', 'rod, piston)']
    """
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if text_width(joined, font) <= width:
            lines[-1:] = [joined]
        elif lines and text_width(word, font) <= width:
            lines.append(word)
        else:
            lines[-1:] = _pieces(joined, width, font)
    return lines


def _pieces(word: str, width: float, font: float) -> list[str]:
    """A word in pieces that fit; after a sign rather than inside a name."""
    pieces = []
    while text_width(word, font) > width and len(word) > 1:
        fitting = max(1, next(n for n in range(len(word), -1, -1) if text_width(word[:n], font) <= width))
        after_sign = max((n + 1 for n in range(fitting) if word[n] in "(_-|+"), default=0)
        cut = after_sign or fitting
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word]
