"""`gesturectl watch` in a real terminal (tmux), whose screen is compared as text."""

import os
import pathlib
import select
import signal
import subprocess
import time
import unittest

from harness import DEADLINE, DEMO, GESTURECTL, Place
from test_gesturectl import DEVICE, down, frame, moved, up

CONFIG = """[[gesture]]
name = "next"
type = "swipe"
direction = "right"
min_distance = "12mm"

[[gesture]]
name = "zoom"
type = "pinch"
"""
#: A motion of 9.6 mm in 80 ms, for which the limit is 12 mm.
SHORT = DEVICE + down(0, 50, 50) + "".join(moved(s / 100, 50 + 1.2 * s, 50) for s in range(1, 9)) + up(0.09)
#: One of 24 mm.
DRAWN = down(1, 50, 50) + "".join(moved(1 + s / 100, 50 + 3 * s, 50) for s in range(1, 9)) + up(1.09)
SCREEN = """\
pad, 200 × 120 mm, end of the recording
╭───────────────────────────────────────────────╮╭─ sequence 1 of 1, 0.000 s to 0.090 s, 1 finger ─╮
│                                               ││ 1→ next nearly     ████████░░ 9.6 / 12 mm       │
│                                               ││    lifted after 9.6 mm, 2.4 mm short of         │
│                                               ││    `min_distance` 12 mm                         │
│                                               ││ 2⇔ zoom needs 2 fingers; had 1                  │
│                                               ││                                                 │
│           ⢀⣀●                                 ││                                                 │
"""
KEYS = " space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit"


class Terminal(Place):
    """A shell in tmux, and a client that reports each change of the screen."""

    def setUp(self):
        super().setUp()
        self.environment["TERM"] = "xterm-256color"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "24", "/bin/sh")
        self.client = subprocess.Popen(
            ["tmux", "-S", self.directory / "tmux", "-C", "attach"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=self.environment)
        self.addCleanup(self.leave)
        self.wait_for(lambda screen: screen[:1] in "$#")

    def leave(self):
        # tmux's client does not always end with its input, or with its server.
        self.client.kill()
        self.tmux("kill-server")
        self.client.stdin.close()
        self.client.stdout.close()
        self.client.wait(DEADLINE)

    def tmux(self, *arguments):
        return subprocess.run(
            ["tmux", "-S", self.directory / "tmux", *arguments], capture_output=True, text=True, timeout=DEADLINE,
            env=self.environment, check=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def wait_for(self, holds):
        """The screen once `holds` is true of it. It is read after each change that tmux reports."""
        deadline = time.monotonic() + DEADLINE
        while True:
            screen = self.screen()
            if holds(screen):
                return screen
            left = deadline - time.monotonic()
            readable = select.select([self.client.stdout], [], [], max(left, 0))[0]
            self.assertTrue(readable, "the screen stays as it is:\n" + screen)
            os.read(self.client.stdout.fileno(), 65536)

    def type(self, line):
        self.tmux("send-keys", "-l", line + "\n")

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def command(self, recording, config=CONFIG, name="hand.evemu"):
        path, config = self.file(name, recording), self.file("config.toml", config)
        return f"{GESTURECTL} watch --replay {path} --config {config}"


class Watch(Terminal):
    maxDiff = None

    def test_a_recording_to_its_end(self):
        self.type("clear; " + self.command(SHORT))
        screen = self.wait_for(lambda text: "end of the recording" in text and KEYS in text)
        lines = [line.rstrip() for line in screen.splitlines()]
        self.assertEqual(lines[: SCREEN.count("\n")], SCREEN.splitlines())
        self.assertEqual(lines[-1], KEYS)

    def test_the_terminal_is_as_it_was_after_each_way_to_end(self):
        command = self.command(SHORT)
        ends = {"q": lambda: self.keys("q"), "ctrl-c": lambda: self.keys("C-c"), "term": self.terminate}
        for number, (name, end) in enumerate(ends.items()):
            with self.subTest(name):
                self.type(f"cd {self.directory}; clear; stty -g >before; echo mark-{number}")
                before = self.wait_for(lambda text: f"\nmark-{number}\n" in "\n" + text and text.rstrip()[-1] in "$#")
                self.type(command + f"; stty -g >after; echo back-{number}")
                self.wait_for(lambda text: "end of the recording" in text)
                self.assertNotIn(f"mark-{number}", self.screen())
                end()
                after = self.wait_for(lambda text: f"\nback-{number}\n" in text)
                self.assertTrue(after.startswith(before.rstrip()), after)
                self.assertEqual(
                    (self.directory / "before").read_text(), (self.directory / "after").read_text())
                self.assertEqual(self.tmux("display-message", "-p", "#{cursor_flag}#{alternate_on}").strip(), "10")

    def test_a_recording_leaves_a_summary(self):
        self.type("clear; " + self.command(SHORT + DRAWN))
        self.wait_for(lambda text: "sequence 2 of 2" in text and "end of the recording" in text)
        self.keys("q")
        screen = self.wait_for(lambda text: "touch sequences" in text)
        self.assertIn("A gesture was recognized in 1 of 2 touch sequences:\n  1→  next  1\n", screen)

    def terminate(self):
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        children = pathlib.Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGTERM)

    def test_a_new_size_is_drawn_anew(self):
        self.type(self.command(SHORT))
        self.wait_for(lambda text: "end of the recording" in text)
        self.tmux("resize-window", "-x", "60", "-y", "20")
        screen = self.wait_for(lambda text: len(text.splitlines()) == 20 and text.splitlines()[-2].startswith(" space"))
        rows = [line for line in screen.splitlines() if line.startswith("│ 1→ next")]
        self.assertEqual(len(rows), 1, screen)

    def test_sequences_are_stepped_through_and_fingers_filter(self):
        again = down(0.5, 20, 20) + up(0.55)
        self.type(self.command(SHORT + again))
        self.wait_for(lambda text: "sequence 2 of 2" in text and "end of the recording" in text)
        self.keys("Left")
        self.wait_for(lambda text: "sequence 1 of 2" in text)
        self.keys("Right")
        self.wait_for(lambda text: "sequence 2 of 2" in text)
        self.keys("2")
        screen = self.wait_for(lambda text: "gestures of 2 fingers" in text)
        self.assertIn("zoom", screen)
        self.assertNotIn("next", screen)

    def test_a_pause_stops_the_recording(self):
        late = down(1000, 20, 20) + up(1000.05)
        self.type(self.command(SHORT + late))
        self.wait_for(lambda text: "sequence 1 of 1" in text)
        self.keys("Space")
        self.wait_for(lambda text: ", paused" in text)
        self.keys("Space")
        self.wait_for(lambda text: ", paused" not in text)

    def test_the_daemon_live(self):
        config = self.file("config.toml", CONFIG)
        path = self.file("hand.evemu", SHORT + down(1, 20, 20) + frame(1.4, (3, 0x35, 300)) + up(1.5))
        self.start("--config", config, "--replay", path, "--speed", "0.5", "--loop")
        self.type(f"{GESTURECTL} watch")
        # The touches of the last frame come before its events, and may be drawn first.
        screen = self.wait_for(lambda text: "nearly" in text)
        self.assertIn("pad, 200 × 120 mm", screen)
        self.assertRegex(screen, "1→ next +nearly +█")
        self.keys("q")
        self.wait_for(lambda text: "pad, 200" not in text)

    def test_without_a_terminal_it_says_what_else_there_is(self):
        result = self.run_ctl("watch", "--replay", DEMO)
        self.assertEqual(result.returncode, 3)
        self.assertIn("watch needs a terminal", result.stderr)
        self.assertEqual(result.stdout, "")


if __name__ == "__main__":
    unittest.main()
