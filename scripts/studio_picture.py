#!/usr/bin/env python3
"""Writes docs/pictures/studio.png, the picture of the program in software centres: the page of `gesturectl studio` after a recording of a
synthetic hand, in Chromium. It is made again when the page has changed.

    scripts/studio_picture.py"""

import os
import pathlib
import shutil
import subprocess
import tempfile

from playwright.sync_api import sync_playwright

import motions

TOP = pathlib.Path(__file__).resolve().parents[1]
PICTURE = TOP / "docs/pictures/studio.png"
CONFIGURATION = TOP / "config/examples/sway.toml"
WORDS = "drag 4 up 30 mm in 1 s, swipe 3 left after 0.5 s"
PROGRAMS = ("swaymsg", "wpctl")  # of that file; the page has a note on a program that is missing
WIDTH, HEIGHT = 1280, 800  # 16:10, within the sizes that AppStream recommends
LIMIT = 30_000  # ms


def main():
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = pathlib.Path(place)
        (folder / "hand.evemu").write_text(motions.recording(WORDS, "touchpad"), encoding="utf-8")
        shutil.copy(CONFIGURATION, folder / "config.toml")
        for name in PROGRAMS:
            (folder / name).symlink_to("/bin/true")
        studio = subprocess.Popen(
            [TOP / ".build/debug/gesturectl", "studio", "--no-open", "--replay", "hand.evemu", "--config", "config.toml"], cwd=folder,
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PATH": f"{place}:{os.environ['PATH']}"})
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(studio.stdout.readline().strip())
            page.wait_for_function("document.body.innerText.includes('next-workspace')", timeout=LIMIT)
            page.screenshot(path=PICTURE)
        finally:
            browser.close()
            studio.terminate()
            studio.wait()


if __name__ == "__main__":
    main()
