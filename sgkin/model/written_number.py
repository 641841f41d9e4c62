"""Numbers that are written as expressions, on their way from a file and to one.

They are floats with a text. Reading puts them where a file has expressions; they are checked and taken to SI as any
other number, and found again in the mechanism, each at its address. Writing puts them there, and their texts into the
file.
"""

from __future__ import annotations


class WrittenNumber(float):
    """A number with the expression that gives it, and where that stands; no other number is the same.

    >>> WrittenNumber(20.0, "= r2", "links: crank.A") * 0.001
    '= r2' (0.02)
    """

    __slots__ = ("text", "where")
    text: str
    where: str

    def __new__(cls, value: float, text: str, where: str = "") -> WrittenNumber:
        made = super().__new__(cls, value)
        made.text, made.where = text, where
        return made

    def __mul__(self, other: float) -> WrittenNumber:
        return WrittenNumber(float(self) * other, self.text, self.where)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"{self.text!r} ({float(self):.9g})"
