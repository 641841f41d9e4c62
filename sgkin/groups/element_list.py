"""The elements of a plan while it is made."""

from __future__ import annotations

from collections.abc import Sequence

from sgkin.groups.element import Element, Feature
from sgkin.kernels.kernel import Kernel


class ElementList:
    """Elements, each after those whose features it reads, and who makes which feature."""

    def __init__(self) -> None:
        self.elements: Sequence[Element] = []
        self.makers: dict[Feature, Element] = {}

    def close(self) -> None:
        """From now on nothing is added."""
        self.elements = tuple(self.elements)

    def add(
        self,
        kernel: Kernel,
        inputs: list[Feature],
        outputs: list[Feature],
        geometry: list[float],
        group: int = -1,
        room: int = 0,
    ) -> Element:
        """Append an element, with room for what it remembers; a kernel with branches remembers its branch."""
        assert isinstance(self.elements, list), "the plan is closed: extend a copy"
        element = Element(kernel, tuple(inputs), tuple(outputs), geometry, group, room or int(kernel.branch))
        self.elements.append(element)
        self.makers.update(dict.fromkeys(outputs, element))
        return element
