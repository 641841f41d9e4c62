"""What is to be said of a case: sgkin agrees with the witness, differs in silence, refuses or crashes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sgkin import MotionError, SgkinError, make_plan
from tests.fuzz.case import Case, Drive
from tests.fuzz.comparison import Answer, Comparison, Difference, answered
from tests.fuzz.singles import single_differences
from tests.witness.witness import CARE, Witness, Witnessed

AGREED, SILENT, REFUSED, CRASHED, UNDECIDED = RESULTS = ("agreed", "silent", "refused", "crashed", "undecided")
WORST = (CRASHED, SILENT, REFUSED, UNDECIDED, AGREED)
FINER = 5.0
"""How much shorter the steps of the witness are when it is asked again."""


@dataclass(frozen=True)
class Verdict:
    """A result, the kind of a difference or the reason of a refusal, and the numbers."""

    result: str
    kind: str = ""
    detail: str = ""


def judged(case: Case) -> Verdict:
    """The worst verdict on the drives of a case, and on single configurations."""
    witness = case.witness
    plan = attempted(lambda: make_plan(case.mechanism))
    if isinstance(plan, Verdict):
        return plan
    verdicts = [judged_drive(case, plan, witness, drive) for drive in case.drives]
    verdicts.append(judged_singles(case, plan, witness))
    return min(verdicts, key=lambda verdict: WORST.index(verdict.result))


def attempted(attempt: Callable[[], Any]) -> Any:
    """What an attempt gives, or the verdict on its exception; a warning is one."""
    try:
        with warnings.catch_warnings(action="error"):
            return attempt()
    except MotionError as error:
        return Verdict(REFUSED, f"{error.outcome.name} evaluated", str(error))
    except SgkinError as error:
        return Verdict(REFUSED, type(error).__name__, str(error))
    except Exception as error:  # whatever it is, it is a finding
        return Verdict(CRASHED, type(error).__name__, str(error))


def judged_singles(case: Case, plan: Any, witness: Witness) -> Verdict:
    found = attempted(lambda: single_differences(case, plan, witness))
    return found if isinstance(found, Verdict) else silent(found)


def silent(differences: list[Difference]) -> Verdict:
    """The verdict on what differs without a word."""
    kinds = "+".join(dict.fromkeys(kind for kind, _ in differences))
    return Verdict(SILENT if kinds else AGREED, kinds, "; ".join(f"{kind} {detail}" for kind, detail in differences))


def judged_drive(case: Case, plan: Any, witness: Witness, drive: Drive) -> Verdict:
    """The verdict on one drive; the witness is asked twice before it contradicts."""
    said = witness.follow(drive.inputs)
    answer = attempted(lambda: answered(plan, drive))
    if isinstance(answer, Verdict):
        return answer if said.steps or answer.result == CRASHED else Verdict(UNDECIDED, "at the start")
    verdict = weighed(case, witness, drive, said, answer)
    if verdict.result not in (SILENT, REFUSED):
        return verdict
    again = witness.follow(drive.inputs, care=CARE / FINER)
    if not alike(said, again):
        return Verdict(UNDECIDED, "finer steps differ", verdict.kind)
    return weighed(case, witness, drive, again, answer)


def weighed(case: Case, witness: Witness, drive: Drive, said: Witnessed, answer: Answer) -> Verdict:
    comparison = Comparison(witness, drive, said, answer, case.turns_stated)
    if differences := comparison.differences():
        return silent(differences)
    if comparison.ends_early:
        return Verdict(REFUSED, answer.reason, f"at step {answer.steps} instead of {said.steps} of {len(drive.inputs)}")
    return Verdict(UNDECIDED, "on the way") if said.ending == "undecided" else Verdict(AGREED)


def alike(one: Witnessed, other: Witnessed) -> bool:
    """Whether two answers of the witness are the same."""
    return one.steps == other.steps and bool(np.allclose(one.poses, other.poses, rtol=1e-9, atol=1e-6))
