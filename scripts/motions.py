"""Recordings of drawn fingers, by `gesturectl record --drawn`, whose help lists the words: `swipe 3 left, tap 1`."""

import os
import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[1]
WAYS = ("left", "right", "up", "down")


def recording(words, kind):
    """The text of an evemu file."""
    program = os.environ.get("GESTURECTL") or pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"), "gesturectl")
    return subprocess.run(
        [program, "record", "--device", kind, "--drawn", words], check=True, capture_output=True, text=True, timeout=60).stdout
