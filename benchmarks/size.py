"""How much code there is: lines without docstrings, comments and blanks (`make size`)."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}


def code_lines(text: str) -> int:
    """The lines of a Python file on which there is code.

    >>> code_lines('x = 1  # one\\n\\n\\ndef f():\\n    "What it does."\\n    return x\\n')
    3
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NOT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def room_sizes(folder: Path) -> Counter[str]:
    """The lines of every room of a package; files that stand alone are a room each."""
    sizes: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        sizes[path.relative_to(folder).parts[0]] += code_lines(path.read_text(encoding="utf-8"))
    return sizes


def main() -> None:
    """Print the sizes of all rooms of sgkin, and those of the tests and benchmarks."""
    rooms = room_sizes(ROOT / "sgkin")
    for name, lines in rooms.most_common():
        print(f"{lines:7,d}  sgkin/{name}")
    for name in ("sgkin", "tests", "benchmarks"):
        print(f"{sum(room_sizes(ROOT / name).values()):7,d}  {name}")


if __name__ == "__main__":
    main()
