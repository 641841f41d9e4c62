"""The first mechanisms of the search: sgkin says of them what the witness says. `make fuzz` draws more."""

from __future__ import annotations

import pytest

from tests.fuzz.judging import CRASHED, REFUSED, SILENT
from tests.fuzz.search import found_all
from tests.fuzz.strata.table import CYCLE, SHARES, STRATA, stratum_of

CHUNK = 30


@pytest.mark.parametrize("start", range(0, 300, CHUNK))
def test_nothing_is_wrong_in_silence(start: int) -> None:
    findings = found_all(range(start, start + CHUNK))
    wrong = [str(finding) for finding in findings if finding.verdict.result in (SILENT, CRASHED)]
    assert not wrong, "\n".join(wrong)
    refused = [str(finding) for finding in findings if finding.verdict.result == REFUSED]
    assert len(refused) <= 1, "\n".join(refused)


def test_every_stratum_is_drawn() -> None:
    assert set(CYCLE) == set(STRATA) == set(SHARES)
    assert {stratum_of(seed) for seed in range(20)} == set(STRATA)
