"""`make fuzz-derivatives`: derivatives by all dimensions in four ways: all groups, the library, random mechanisms."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import chain

from tests.sensitivity.search import group_examples, library, random_mechanisms, search


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=600, help="how many seeds")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--random", action="store_true", help="random mechanisms only")
    given = parser.parse_args()
    cases = [] if given.random else [*group_examples(), *library()]
    seeds = range(given.start, given.start + given.count)
    begin, findings = time.monotonic(), []
    for finding in chain(search(cases, given.workers), search(random_mechanisms(seeds), given.workers)):
        findings.append(finding)
        if not (finding.is_good and finding.is_told_by_differences) or finding.agreement is None:
            print(finding if finding.is_good else f"DIFFERS {finding}", flush=True)
    compared = [finding for finding in findings if finding.agreement is not None]
    bad = [finding for finding in compared if not finding.is_good]
    open_ones = [finding for finding in compared if finding.is_good and not finding.is_told_by_differences]
    print(
        f"{len(findings)} mechanisms in {time.monotonic() - begin:.0f} s: {len(compared)} compared, {len(bad)} differ, "
        f"of {len(open_ones)} differences are too coarse to tell"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
