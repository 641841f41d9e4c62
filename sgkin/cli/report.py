"""`sgkin report`: structure, range, modes, quality, transmission angles and inputs on one page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import check_output

NAME = "report"
HELP = (
    "Tell on one page what can be told of a mechanism: structure, range, modes, quality, transmission angles, inputs."
)
EXAMPLE = "sgkin report crank_shaper -o shaper.html"


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write a page to print, with pictures (.html), or the text (.txt)"
    )


def run(options: Namespace) -> None:
    from sgkin.analysis.report import make_report
    from sgkin.page.report import report_page

    file = None if options.output is None else check_output(options.output, "html", "txt")
    report = make_report(read_mechanism(options))
    if file is None:
        print(report)
        return
    text = f"{report}\n" if file.suffix.lower() == ".txt" else report_page(report)
    file.write_text(text, encoding="utf-8")
    print(f"wrote {file}: {', '.join(section.title.lower() for section in report.sections)}")
