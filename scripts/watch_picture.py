#!/usr/bin/env python3
"""Writes docs/pictures/watch.svg: the screen of `gesturectl watch` after a recording of a synthetic hand, in tmux.

    scripts/watch_picture.py [--write]        without --write: to standard output"""

import pathlib
import re
import subprocess
import sys
import tempfile
import time
from html import escape

import motions
import reference

TOP = pathlib.Path(__file__).resolve().parents[1]
PICTURE = TOP / "docs/pictures/watch.svg"
COLUMNS, ROWS = 92, 17
CELL, LINE = 7.2, 17
WORDS = "drag 4 up 30 mm in 1 s, swipe 3 left after 0.5 s"
LIMIT = 30  # s
COLOURS = {31: "#f08070", 32: "#7fd08a", 33: "#e0c060", 34: "#80b0f0", 35: "#d090e0", 36: "#70d0d0"}


def screen():
    """The lines of the screen with their escape sequences, once it shows the last gesture of the recording."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "hand.evemu").write_text(motions.recording(WORDS, "touchpad"), encoding="utf-8")
        tmux = ["tmux", "-f", "/dev/null", "-S", str(folder / "tmux")]
        command = f"{reference.program()} watch --replay {folder}/hand.evemu --config {TOP}/config/examples/sway.toml 2>/dev/null"
        subprocess.run([*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), command], check=True, timeout=LIMIT)
        try:
            deadline, before = time.monotonic() + LIMIT, ""
            while time.monotonic() < deadline:
                text = subprocess.run(
                    [*tmux, "capture-pane", "-e", "-p"], check=True, capture_output=True, text=True, timeout=LIMIT).stdout
                if "end of the recording" in text and "next-workspace recognized" in text and text == before:
                    return text.splitlines()
                before = text
                time.sleep(0.5)  # until the screen no longer changes
            raise SystemExit("watch did not show the gesture")
        finally:
            subprocess.run([*tmux, "kill-server"], timeout=LIMIT)


def runs(line, style):
    """(column, text, style) of each part of a line. `style` is the style at the end of the line before."""
    column = 0
    for code, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
        if text:
            yield column, text, dict(style)
            column += len(text)
            continue
        for number in map(int, filter(None, code.split(";"))):
            if number == 0:
                style.clear()
            elif number in (1, 2, 7):
                style[{1: "bold", 2: "dim", 7: "reverse"}[number]] = True
            elif number == 39:
                style.pop("colour", None)
            elif number % 60 in COLOURS:
                style["colour"] = COLOURS[number % 60]


def svg(lines):
    width, height = COLUMNS * CELL + 24, len(lines) * LINE + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" role="img">',
           "<title>gesturectl watch: the pad, the touches, each gesture with its measure</title>",
           "<style>text { font: 12px 'DejaVu Sans Mono', monospace; white-space: pre }</style>",
           f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#1b1f23"/>']
    last = {}
    for row, line in enumerate(lines):
        y = 26 + row * LINE
        for column, text, style in runs(line, last):
            x = 12 + column * CELL
            fill = style.get("colour", "#ddd")
            if style.get("reverse"):
                out.append(f'<rect x="{x:.1f}" y="{y - 13}" width="{(COLUMNS - column) * CELL:.1f}" height="{LINE}" fill="#ddd"/>')
                fill = "#1b1f23"
            more = (' font-weight="bold"' if style.get("bold") else "") + (' opacity="0.6"' if style.get("dim") else "")
            # Each word has its own position, so that the width of the font does not matter.
            for word in re.finditer(r"\S+(?: \S+)*", text):
                place, length = x + word.start() * CELL, len(word[0]) * CELL
                out.append(f'<text x="{place:.1f}" y="{y}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs" '
                           f'fill="{fill}"{more}>{escape(word[0])}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    picture = svg(screen())
    if "--write" in sys.argv[1:]:
        PICTURE.write_text(picture, encoding="utf-8")
    else:
        print(picture, end="")
