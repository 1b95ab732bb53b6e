#!/usr/bin/env python3
"""Writes docs/pictures/watch-live.svg: twelve seconds of `gesturectl watch`, in light and dark, with a hand of `gesturectl record --drawn` that makes
three gestures, misses a swipe by little and then makes it.

    scripts/watch_film.py [--write]        without --write: to standard output"""

import pathlib
import subprocess
import sys
import tempfile
import time
from html import escape

import reference
import watch_picture

TOP = pathlib.Path(__file__).resolve().parents[1]
PICTURE = TOP / "docs/pictures/watch-live.svg"
#: A flick of 9 mm is short of the limit, and one of 30 mm is recognized.
HAND = ("touchpad: swipe 4 up 32mm 0.4s; wait 0.5s; pinch 3 in 0.5s; wait 0.5s; swipe 3 right 40mm 0.5s; wait 0.7s; line 3 -9,0 0.03s; "
        "wait 2.5s; swipe 3 left 30mm 0.5s")
CONFIGURATION = TOP / "config/examples/sway-windows.toml"
COLUMNS, ROWS = 112, 25
LENGTH = 12  # s
CELL, LINE = watch_picture.CELL, watch_picture.LINE
#: Foreground colours on the background, at least 4.5 : 1: text, background, and the colours of the terminal by their numbers.
LIGHT = {"text": "#1f2328", "ground": "#ffffff", 31: "#b3261e", 32: "#1a7f37", 33: "#7d5700", 34: "#0550ae", 35: "#7a3fd1", 36: "#0b6470"}
DARK = {"text": "#dddddd", "ground": "#1b1f23", **watch_picture.COLOURS}


def frames():
    """(seconds, the lines with their escape sequences) of each change of the screen, until the film is over."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        program = reference.program()
        subprocess.run([program, "record", "--drawn", HAND, "-o", folder / "hand.evemu"], check=True, capture_output=True, timeout=watch_picture.LIMIT)
        tmux = ["tmux", "-f", "/dev/null", "-S", str(folder / "tmux")]
        command = f"{program} watch --replay {folder}/hand.evemu --config {CONFIGURATION} 2>/dev/null"
        subprocess.run([*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), command], check=True, timeout=watch_picture.LIMIT)
        try:
            found, begin = [], None
            while begin is None or time.monotonic() - begin < LENGTH:
                text = subprocess.run(
                    [*tmux, "capture-pane", "-e", "-p"], check=True, capture_output=True, text=True, timeout=watch_picture.LIMIT).stdout
                begin = begin or ("sway" not in text and "mm" in text and time.monotonic()) or None
                if begin and (not found or found[-1][1] != text):
                    found.append((time.monotonic() - begin, text))
                time.sleep(0.04)  # 25 pictures a second
            return [(seconds, text.splitlines()) for seconds, text in found]
        finally:
            subprocess.run([*tmux, "kill-server"], timeout=watch_picture.LIMIT)


def drawn(row, parts):
    """The words of a row."""
    y = 26 + row * LINE
    for column, text, style in parts:
        x = 12 + column * CELL
        classes = [f"c{style['colour_number']}"] if "colour_number" in style else []
        if style.get("reverse"):
            yield f'<rect x="{x:.1f}" y="{y - 13}" width="{(COLUMNS - column) * CELL:.1f}" height="{LINE}" class="bar"/>'
            classes = ["on"]
        classes += [name for name in ("bold", "dim") if style.get(name)]
        for word in watch_picture.re.finditer(r"\S+(?: \S+)*", text):
            place, length = x + word.start() * CELL, len(word[0]) * CELL
            name = f' class="{" ".join(classes)}"' if classes else ""
            yield f'<text x="{place:.1f}" y="{y}" textLength="{length:.1f}"{name}>{escape(word[0])}</text>'


def numbered(parts):
    """The parts with the number of their colour in place of its value."""
    numbers = {value: number for number, value in watch_picture.COLOURS.items()}
    return [(column, text, {**style, **({"colour_number": numbers[style["colour"]]} if "colour" in style else {})})
            for column, text, style in parts]


def rules(colours):
    lines = [f"rect.ground, text.on {{ fill: {colours['ground']} }}", f"text, rect.bar {{ fill: {colours['text']} }}",
             f"text.on {{ fill: {colours['ground']} }}"]
    return " ".join(lines + [f".c{number} {{ fill: {value} }}" for number, value in colours.items() if isinstance(number, int)])


def svg(pictures):
    width, height = COLUMNS * CELL + 24, ROWS * LINE + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" role="img">',
           "<title>gesturectl watch: three gestures, a flick that is too short, which is a near miss with its bar, and then one that is far enough</title>",
           "<style>text { font: 12px 'DejaVu Sans Mono', monospace; white-space: pre } .bold { font-weight: bold } .dim { opacity: 0.7 }",
           rules(LIGHT), f"@media (prefers-color-scheme: dark) {{ {rules(DARK)} }}</style>",
           f'<rect width="{width:.0f}" height="{height}" rx="8" class="ground"/>']
    rows = [[] for _ in range(ROWS)]  # of each row, (begin, content) whenever it changes
    for seconds, lines in pictures:
        last = {}
        for row, line in enumerate(lines):
            content = "\n".join(drawn(row, numbered(list(watch_picture.runs(line, last)))))
            if not rows[row] or rows[row][-1][1] != content:
                rows[row].append((seconds, content))
    for changes in rows:
        for index, (begin, content) in enumerate(changes):
            end = changes[index + 1][0] if index + 1 < len(changes) else LENGTH
            if not content or end <= begin:
                continue
            if len(changes) == 1:
                out.append(f"<g>{content}</g>")
                continue
            first, last = max(begin / LENGTH, 0), min(end / LENGTH, 1)
            values, times = (["visible", "hidden"], [0, last]) if first < 0.001 else (["hidden", "visible", "hidden"], [0, first, last])
            if last >= 1:
                values, times = values[:-1], times[:-1]
            # A viewer without animation shows the end.
            out.append(
                f'<g visibility="{"visible" if last >= 1 else "hidden"}"><animate attributeName="visibility" calcMode="discrete" '
                f'dur="{LENGTH}s" repeatCount="indefinite" values="{";".join(values)}" keyTimes="{";".join(f"{at:.3f}" for at in times)}"/>'
                f"{content}</g>")
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    film = svg(frames())
    if "--write" in sys.argv[1:]:
        PICTURE.write_text(film, encoding="utf-8")
    else:
        print(film, end="")
