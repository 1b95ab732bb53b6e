#!/usr/bin/env python3
"""marks.py [--record]: expressions that are marked `unsafe` and functions that are `@inline(__always)`, by target, against
scripts/marks.tsv. More than recorded fails: a new one is recorded with --record, so that its reason is read in the review.

It also refuses `entries[i].recognizer.` in the core, which counts references twice in each frame. The entry's own methods do not
(docs/dev/decisions.md)."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
TABLE = TOP / "scripts/marks.tsv"
MARKS = {"unsafe": re.compile(r"\bunsafe\b"), "inlined": re.compile(r"@inline\(__always\)")}
COUNTED = re.compile(r"\bentries\[[^\]]*\]\.recognizer\.")


def code(path):
    """Lines without comments; a mark in a string is a mark too."""
    return [line.partition("//")[0] for line in path.read_text(encoding="utf-8").splitlines()]


def found():
    counts = {}
    for target in sorted(path for path in (TOP / "Sources").iterdir() if any(path.rglob("*.swift"))):
        lines = [line for path in target.rglob("*.swift") for line in code(path)]
        counts[target.name] = {name: sum(len(mark.findall(line)) for line in lines) for name, mark in MARKS.items()}
    return counts


def recorded():
    head, *rows = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return {row[0]: dict(zip(head[1:], map(int, row[1:]))) for row in rows}


def main():
    counts = found()
    if "--record" in sys.argv[1:]:
        rows = [["target", *MARKS]] + [[target, *map(str, each.values())] for target, each in counts.items()]
        TABLE.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
        return
    faults = []
    table = recorded()
    for target, each in counts.items():
        for name, count in each.items():
            allowed = table.get(target, {}).get(name, 0)
            if count > allowed:
                faults.append(f"{target} has {count} {name}, recorded are {allowed}: scripts/marks.py --record, with the reason")
    for path in sorted((TOP / "Sources/GestureCore").rglob("*.swift")):
        for number, line in enumerate(code(path), 1):
            if COUNTED.search(line):
                faults.append(f"{path.relative_to(TOP)}:{number}: call a method of the entry: this counts references in each frame")
    sys.exit("\n".join(faults) or None)


main()
