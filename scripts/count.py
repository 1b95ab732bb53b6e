"""Counts what passed and failed in a report: `count.py xunit FILE…` or `count.py unittest LOG`.

Prints "PASSED FAILED" for the shell scripts; the names of skipped tests go to standard error."""

import re
import sys
import xml.etree.ElementTree as ElementTree


def xunit(paths):
    passed = failed = 0
    for path in paths:
        for case in ElementTree.parse(path).iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            elif case.find("skipped") is not None:
                print(f"skipped: {case.get('classname')} {case.get('name')}", file=sys.stderr)
            else:
                passed += 1
    return passed, failed


def unittest(path):
    text = open(path, encoding="utf-8", errors="replace").read()
    for line in re.findall(r"^.* skipped .*$", text, re.M):
        print(f"skipped: {line}", file=sys.stderr)
    ran = sum(int(n) for n in re.findall(r"^Ran (\d+) tests?", text, re.M))
    counts = dict.fromkeys(["failures", "errors", "skipped", "unexpected successes"], 0)
    for end in re.findall(r"^(?:FAILED|OK) \((.*)\)$", text, re.M):
        for name, number in re.findall(r"([a-z ]+)=(\d+)", end):
            counts[name.strip()] = counts.get(name.strip(), 0) + int(number)
    failed = counts["failures"] + counts["errors"] + counts["unexpected successes"]
    return max(0, ran - failed - counts["skipped"]), failed


if __name__ == "__main__":
    kind, *paths = sys.argv[1:]
    paths = [p for p in paths if "*" not in p]
    print(*(xunit(paths) if kind == "xunit" else unittest(paths[0])))
