"""The generated parts of the project's files: `reference.py --write` writes them, Tests/reference compares them.

Each comes from the program that uses the same tables, so that no file is a second list of what the program knows."""

import os
import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
BEGIN = "# BEGIN gesture types"
END = "# END gesture types"


def program():
    return os.environ.get("GESTURECTL", str(TOP / ".build/debug/gesturectl"))


def gesturectl(*arguments):
    return subprocess.run([program(), *arguments], check=True, capture_output=True, text=True, timeout=60).stdout


def reference_configuration():
    """config/config.toml with its generated section; the rest is as it stands."""
    text = (TOP / "config/config.toml").read_text(encoding="utf-8")
    head, rest = text.split(BEGIN, 1)
    marker, rest = rest.split("\n", 1)
    tail = rest[rest.index(END):]
    return f"{head}{BEGIN}{marker}\n\n{gesturectl('reference', '--section', 'gestures')}\n{tail}"


def generated():
    """Path from the top, and what the file must be."""
    return {"config/config.toml": reference_configuration()}


def main(arguments):
    stale = 0
    for path, text in generated().items():
        file = TOP / path
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--write" in arguments:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
        else:
            print(f"{path} is not what the tables say; run: make reference", file=sys.stderr)
    return 0 if "--write" in arguments or not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
