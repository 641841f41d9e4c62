"""`make fuzz`: mechanisms at random, solved by sgkin and by a witness."""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.judging import AGREED, CRASHED, REFUSED, SILENT, UNDECIDED
from tests.fuzz.search import is_clean, kinds, search, table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=10_000, help="how many seeds")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin nothing after so many seconds")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    given = parser.parse_args()
    print(f"seeds {given.start} … {given.start + given.count - 1}")
    begin, findings = time.monotonic(), []
    for finding in search(given.start, given.count, given.seconds, given.workers):
        findings.append(finding)
        if finding.verdict.result != AGREED:
            print(finding, flush=True)
    print(f"\n{table(findings)}\n")
    for result in (SILENT, CRASHED, REFUSED, UNDECIDED):
        if told := kinds(findings, result):
            print(f"{result}: {told}")
    print(f"{len(findings)} mechanisms in {time.monotonic() - begin:.0f} s")
    return 0 if is_clean(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
