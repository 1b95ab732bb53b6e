"""Reads what llvm-cov exports on standard input: `table TOP` prints lines by target, `lines TOP PART` those not run."""

import collections
import json
import os
import sys

# Percent of lines. The other targets depend on the kernel, the session or the terminal, so the virtual machine tests them.
LIMITS = dict.fromkeys(["GestureCore", "GestureConfig", "ControlProtocol", "Recordings"], 95.0)


def table(top):
    counts = collections.defaultdict(lambda: [0, 0])
    for file in json.load(sys.stdin)["data"][0]["files"]:
        target = os.path.relpath(file["filename"], os.path.join(top, "Sources")).split("/")[0]
        counts[target][0] += file["summary"]["lines"]["covered"]
        counts[target][1] += file["summary"]["lines"]["count"]
    below = []
    for target, (covered, count) in sorted(counts.items()):
        share = 100 * covered / count
        limit = LIMITS.get(target)
        if limit is not None and share < limit:
            below.append(target)
        least = f"  (at least {limit:g} %)" if limit else ""
        print(f"{target:<16} {covered:5} of {count:5} lines  {share:5.1f} %{least}")
    missing = sorted(set(LIMITS) - set(counts))
    for target in below:
        print(f"{target}: too few lines are run; `scripts/coverage --lines {target}` lists them")
    for target in missing:
        print(f"{target}: no line was found")
    return 1 if below or missing else 0


def lines(top, part):
    path = ""
    for line in sys.stdin:
        kind, _, rest = line.strip().partition(":")
        if kind == "SF":
            path = os.path.relpath(rest, top)
        elif kind == "DA" and part in path:
            number, count = rest.split(",")[:2]
            if int(count) == 0:
                with open(os.path.join(top, path), encoding="utf-8") as file:
                    print(f"{path}:{number}: {file.readlines()[int(number) - 1].rstrip()}")
    return 0


if __name__ == "__main__":
    sys.exit(table(sys.argv[2]) if sys.argv[1] == "table" else lines(*sys.argv[2:4]))
