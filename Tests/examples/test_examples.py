"""Each example and each configuration of MIGRATION.md, played: every gesture has a recording that makes it alone."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import motions  # noqa: E402
from played import DIRECTIONS, EXAMPLES, MIGRATION, PROGRAMS, RECIPES

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"))
GESTURED = os.environ.get("GESTURED", str(BUILD / "gestured"))
GESTURECTL = os.environ.get("GESTURECTL", str(BUILD / "gesturectl"))


def names(text):
    return re.findall(r'^name = "(.*)"', text, re.M)


def actions(text):
    """Each gesture with the programs of its `run` and `exec`."""
    found = {}
    for table in text.split("[[gesture]]")[1:]:
        found[names(table)[0]] = set(re.findall(r'run = "(\w[\w-]*)', table)) | set(re.findall(r'exec = \["(\w[\w-]*)', table))
    return found


def blocks(page):
    text = (TOP / page).read_text(encoding="utf-8")
    return [block.split("\n```")[0] + "\n" for block in text.split("```toml\n")[1:]]


class Played(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        self.addCleanup(place.cleanup)
        self.directory = pathlib.Path(place.name)

    def file(self, name, text):
        path = self.directory / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def fired(self, config, words, kind, context=()):
        """The gestures that begin or are recognized, in order."""
        recording = self.file("played.evemu", motions.recording(words, kind))
        done = subprocess.run(
            [GESTURECTL, "replay", "--config", config, recording, *[a for c in context for a in ("--do", f"0 context {c}")]],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"^\S+ (\S+) .* (?:began|recognized)\b", done.stdout, re.M)

    def play(self, config, rows, kind, context=(), elsewhere=()):
        """Plays rows. `elsewhere`: gestures that need another context."""
        every = set(names(config.read_text(encoding="utf-8"))) - set(elsewhere)
        self.assertEqual(set(rows), every, "each gesture has a recording")
        for name, words in ((name, words) for name, motions in rows.items() for words in motions.split("; ")):
            with self.subTest(gesture=name, motion=words):
                self.assertEqual(self.fired(config, words, kind, context), [name])

    def test_every_example_is_played(self):
        self.assertEqual(set(EXAMPLES) | set(PROGRAMS), {path.stem for path in (TOP / "config/examples").glob("*.toml")})
        for example, (kind, context, rows) in EXAMPLES.items():
            with self.subTest(example):
                self.play(TOP / f"config/examples/{example}.toml", rows, kind, context)

    def test_more_fingers_are_no_reload_of_the_kiosk(self):
        """Two fingers land in the strip at the top, and the others below it."""
        kiosk = TOP / "config/examples/kiosk.toml"
        for others in (["150,34"], ["150,34", "170,36"], ["150,34", "170,36", "90,32"]):
            words = "swipe 2 down 40 mm in 0.2 s at 110,8" + "".join(
                f", swipe 1 down 40 mm in 0.2 s at {place} after -0.2 s" for place in others)
            with self.subTest(words):
                self.assertEqual(self.fired(kiosk, words, "touchscreen"), [])
        for fingers in (3, 4, 5):
            with self.subTest(fingers):
                self.assertEqual(self.fired(kiosk, f"swipe {fingers} down 40 mm in 0.2 s at 110,8", "touchscreen"), [])

    def play_page(self, page, expected, elsewhere=()):
        self.assertEqual(len(expected), len(blocks(page)))
        for number, ((kind, context, rows), block) in enumerate(zip(expected, blocks(page))):
            with self.subTest(block=number):
                self.play(self.file("config.toml", block), rows, kind, context, elsewhere)

    def test_every_configuration_of_the_migration_guide_is_played(self):
        self.play_page("config/MIGRATION.md", MIGRATION)

    def test_every_recipe_is_played(self):
        self.play_page("docs/recipes.md", RECIPES, ["previous-workspace", "double-tap"])
        self.assertEqual(
            self.fired(self.file("config.toml", blocks("docs/recipes.md")[0]), "swipe 3 right", "touchpad", ["app=foot"]),
            ["previous-workspace"])
        immediate = self.file("config.toml", blocks("docs/recipes.md")[5])
        self.assertEqual(self.fired(immediate, "tap 1, tap 1", "touchscreen"), ["tap", "double-tap"])

    def test_rotation_is_the_orientation_of_lisgd(self):
        for turns, way in DIRECTIONS.items():
            config = f'[[device]]\nmatch = {{ kind = "touchscreen" }}\nrotation = {turns * 90}\n' + "".join(
                f'[[gesture]]\nname = "{way}"\ntype = "swipe"\ndirection = "{way}"\n' for way in motions.WAYS)
            with self.subTest(orientation=turns):
                self.assertEqual(self.fired(self.file("config.toml", config), "swipe 1 right", "touchscreen"), [way])

    def test_when_keeps_gestures_from_other_applications(self):
        kind, _, rows = EXAMPLES["presentation"]
        for words in rows.values():
            self.assertEqual(self.fired(TOP / "config/examples/presentation.toml", words, kind, ["app=firefox"]), [])

    def test_a_presentation_knows_the_names_of_viewers(self):
        """Those of Wayland and of X11, and what the desktop scrolls with is no gesture."""
        config = TOP / "config/examples/presentation.toml"
        for app in ("libreoffice-impress", "io.github.pympress", "Pympress", "org.pwmt.zathura", "Zathura", "org.gnome.Evince", "Evince", "evince",
                    "org.gnome.Papers", "org.kde.okular", "okular"):
            with self.subTest(app):
                self.assertEqual(self.fired(config, "swipe 3 left", "touchpad", [f"app={app}"]), ["next-page"])
                self.assertEqual(self.fired(config, "circle 2", "touchpad", [f"app={app}"]), [])

    def test_kde_leaves_the_gestures_of_the_example_free(self):
        for example, verdict in (("kde", "no gesture clashes with those of kde"), ("sway", "kde acts on the same touches as")):
            done = subprocess.run(
                [GESTURECTL, "doctor", "--config", TOP / f"config/examples/{example}.toml"], capture_output=True, text=True,
                timeout=60, env=dict(os.environ, XDG_CURRENT_DESKTOP="KDE", XDG_SESSION_TYPE="wayland"))
            self.assertIn(verdict, done.stdout)

    def test_gnome_has_no_gestures_under_x11(self):
        for session, verdict in (("x11", "no gesture clashes with those of gnome"), ("wayland", "gnome acts on")):
            done = subprocess.run(
                [GESTURECTL, "doctor", "--config", TOP / "config/examples/gnome-x11.toml"], capture_output=True, text=True,
                timeout=60, env=dict(os.environ, XDG_CURRENT_DESKTOP="ubuntu:GNOME", XDG_SESSION_TYPE=session))
            self.assertIn(verdict, done.stdout)

    def test_the_daemon_starts_the_commands(self):
        """Programs with the names of the desktop's programs replace them and record their arguments."""
        programs = self.directory / "bin"
        programs.mkdir()
        log = self.directory / "started"
        for example, (kind, context, rows) in EXAMPLES.items():
            text = (TOP / f"config/examples/{example}.toml").read_text(encoding="utf-8")
            wanted = actions(text)
            for program in set().union(*wanted.values()):
                (programs / program).write_text(f'#!/bin/sh\necho {program} "$@" >>{log}\n', encoding="utf-8")
                (programs / program).chmod(0o755)
            for name, words in rows.items():
                if not wanted[name]:
                    continue
                with self.subTest(example, gesture=name):
                    log.unlink(missing_ok=True)
                    recording = self.file("played.evemu", motions.recording(words, kind))
                    done = subprocess.run(
                        [GESTURED, "--config", self.file("config.toml", text), "--replay", recording, "--exit-at-end"],
                        capture_output=True, text=True, timeout=60,
                        env=dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", XDG_RUNTIME_DIR=str(self.directory)))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    started = log.read_text(encoding="utf-8") if log.exists() else ""
                    self.assertRegex(started, rf"^({'|'.join(wanted[name])}) ", done.stderr)
                    self.assertNotIn("$", started)


if __name__ == "__main__":
    sys.exit(unittest.main())
