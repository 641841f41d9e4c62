"""The gallery of the library."""

from __future__ import annotations

from docs.gallery import card, index, live_link
from sgkin import load_mechanism, mechanism_names


def test_every_mechanism_stands_once_under_its_category_with_its_live_page() -> None:
    mechanisms = [load_mechanism(name) for name in mechanism_names("planar")]
    head, *sections = index(mechanisms).split("\n## ")
    assert head.startswith("# Gallery")
    shown = {section.partition("\n")[0]: section for section in sections}
    assert set(shown) == {mechanism.category for mechanism in mechanisms}  # each has one
    for mechanism in mechanisms:
        holding = [name for name, section in shown.items() if card(mechanism) in section]
        assert holding == [mechanism.category]
        assert live_link(mechanism.name, "live") in card(mechanism)
    assert all(section.count("grid-item-card") >= 3 for section in sections)
