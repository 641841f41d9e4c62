"""All numbers of a mechanism by their addresses, to be read and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sgkin.display import as_html
from sgkin.model.address import Located, all_numbers
from sgkin.text_table import aligned

if TYPE_CHECKING:
    from sgkin.model.mechanism import Mechanism


class Numbers(Mapping[str, Located]):
    """Every number of a mechanism by its address, such as `coupler.P.x`; printed, they are in the units of its file.

    >>> from sgkin import load_mechanism
    >>> numbers = load_mechanism("hoeken").numbers
    >>> numbers["coupler.T.x"].value, numbers["coupler.T.x"].unit
    (5.0, 'm')
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._numbers = all_numbers(mechanism)

    def __getitem__(self, address: str) -> Located:
        return self._numbers[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Address, value and unit in the file, and the expression if there is one, below their headings."""
        units, expressions = self._mechanism.units, self._mechanism.expressions
        found = [("number", "value", "unit", "expression")]
        for address, each in self._numbers.items():
            value = f"{units.write(each.value, each.quantity):.6g}"
            found.append((address, value, each.unit, expressions.get(address, "")))
        return found

    def __repr__(self) -> str:
        return f"{len(self)} numbers of {self._mechanism.name}"

    def __str__(self) -> str:
        return "\n".join(aligned(self.rows()))

    def _repr_html_(self) -> str:
        return as_html(self)
