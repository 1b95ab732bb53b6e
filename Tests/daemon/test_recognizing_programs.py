"""Another Varlink client that recognizes a gesture of type `client`, and the programs of config/examples. What Recognize and Propose
mean is tested in Tests/gesturedTests/Simulation/SimulatedRecognizerTests."""

import math
import os
import re
import subprocess
import sys

import mocks
import varlink
from bench import GESTURECTL, TOP, DaemonCase, wait_until

LETTER = '[[gesture]]\nname = "letter"\ntype = "client"\npatience = "20s"\n'
TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\n'
WAITING_TAP = TAP + 'require_failure_of = "letter"\n'
INTERFACE = "org.gestured.Gestures"


class RecognizingPrograms(DaemonCase):
    def begin(self, text, *devices):
        devices = devices or (mocks.touchpad(1),)
        self.bed = self.mock(*devices)
        self.config = self.write("c.toml", text)
        self.daemon = self.start("--config", self.config, "--print", environment=self.bed.environment)
        self.control = self.varlink(self.daemon)
        self.control.call("Status")
        self.hands = [mocks.Hand(device) for device in devices]
        return self.hands[0]

    def play(self, hand):
        self.bed.write(hand.device, hand.evemu())
        hand.events = []

    def test_the_varlink_client_recognizes_a_gesture(self):
        out = self.path("out")
        hand = self.begin(LETTER + f'run = \'echo "$GESTURED_TEXT $GESTURED_NUMBER $GESTURED_DX" >"{out}"\'\n')
        with varlink.Client(address=f"unix:{self.daemon.wait_for_socket().socket}") as client:
            with client.open(INTERFACE) as frames, client.open(INTERFACE) as proposals:
                replies = frames.Recognize("letter", _more=True)
                started = next(replies)["started"]
                self.assertEqual(started["patience"], 20)
                self.play(hand.frame({0: (30, 30)}).frame({0: (40, 30)}).frame({0: None}))
                seen = [next(replies)["frame"] for _ in range(3)]
                self.assertEqual([f["number"] for f in seen], [1, 2, 3])
                self.assertEqual(
                    [(t["phase"], round(t["x"]), round(t["y"])) for f in seen for t in f["touches"]],
                    [("began", 30, 30), ("moved", 40, 30), ("ended", 40, 30)])
                self.assertEqual(len({t["id"] for f in seen for t in f["touches"]}), 1)
                self.assertEqual({f["device"] for f in seen}, {"event1"})
                values = {"text": "L", "number": 3, "translation": {"x": 7, "y": 0}}
                self.assertTrue(proposals.Propose("letter", started["token"], 3, "ended", values)["counted"])
                end = next(replies)["frame"]
                self.assertEqual((end["number"], end["reset"], end["touches"]), (3, "ended", []))
                # The attempt is over.
                self.assertFalse(proposals.Propose("letter", started["token"], 3, "ready")["counted"])
                frames._connection.close()
        text = self.daemon.out.wait_for("ended")
        self.assertEqual(re.findall(r"^\S+ (letter client 1 \w+) (.*)$", text, re.M), [
            ("letter client 1 began", 'by +7.0,+0.0 number 3.00 at 40.0,30.0 text "L"'),
            ("letter client 1 ended", 'by +7.0,+0.0 number 3.00 at 40.0,30.0 text "L"')])
        wait_until(lambda: self.read("out") == "L 3 7\n", "the command", self.daemon)

    def test_a_replay_in_which_no_time_passes(self):
        config = self.write("c.toml", LETTER + WAITING_TAP)
        recording = self.write("tap.evemu", mocks.header(mocks.touchpad()) + mocks.Hand(mocks.touchpad()).tap().evemu())
        status, out, err = self.run_to_end(
            "--config", config, "--replay", recording, "--print", "--speed", "max", "--exit-at-end")
        self.assertEqual((status, out), (0, "0.051 tap tap 1 recognized at 50.0,30.0\n"))
        self.assertRegex(err, "`letter` is disabled, because with --speed max its program has no time to answer")
        done = subprocess.run([GESTURECTL, "check", config], capture_output=True, text=True, timeout=60, check=True)
        self.assertIn("note: letter takes part while a program recognizes it", done.stdout)


EXAMPLES = os.path.join(TOP, "config/examples")


class ExamplePrograms(DaemonCase):
    """The programs of config/examples, while the daemon plays drawn figures again and again."""

    def lines(self, name, hand, *command):
        """The daemon's lines, with the program beside it."""
        recording = self.write(f"{name}.evemu", mocks.header(hand.device) + hand.evemu())
        daemon = self.start(
            "--config", os.path.join(EXAMPLES, f"{name}.toml"), "--replay", recording, "--loop", "--print")
        daemon.wait_for_socket()
        environment = os.environ | {"XDG_RUNTIME_DIR": self.path("run")}
        program = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return daemon.out

    @staticmethod
    def drawn(strokes):
        """Strokes in a square of 40 mm, 300 ms each, with a pause of 200 ms."""
        hand = mocks.Hand(mocks.touchscreen(2))
        for stroke in strokes:
            for (ax, ay), (bx, by) in zip(stroke, stroke[1:]):
                for step in range(15):
                    hand.frame({0: (60 + 40 * (ax + (bx - ax) * step / 15), 40 + 40 * (ay + (by - ay) * step / 15))})
            hand.frame({0: (60 + 40 * stroke[-1][0], 40 + 40 * stroke[-1][1])})
            hand.frame({0: None}, wait=0.2)
        return hand

    def letter(self, strokes):
        return self.lines("letters", self.drawn(strokes), sys.executable, os.path.join(EXAMPLES, "letters.py"))

    def test_a_letter_of_two_strokes(self):
        out = self.letter([[(0.5, 1), (0.5, 0)], [(0, 0.02), (1, 0)]])
        self.assertRegex(out.wait_for(" ended "), r' letter client 1 began number [01]\.\d\d at [0-9.,]+ zone [0-9.,]+ text "T"')

    def test_a_letter_of_one_stroke(self):
        out = self.letter([[(0, 0), (0, 1), (0.6, 1)]])
        self.assertRegex(out.wait_for(" ended "), r' letter client 1 began number [01]\.\d\d at [0-9.,]+ zone [0-9.,]+ text "L"')

    def test_a_dial(self):
        hand = mocks.Hand(mocks.touchpad(1))
        for degrees in range(0, 121, 5):
            angle = math.radians(degrees)
            hand.frame({0: (80 + 8 * math.cos(angle), 35 + 8 * math.sin(angle))})
        hand.frame({0: None})
        out = self.lines("dial", hand, os.path.join(EXAMPLES, "dial.sh"), "80", "35")
        text = out.wait_for(" ended ")
        self.assertRegex(text, r" dial client 1 began rotation \+1\d\.\d° at ")
        self.assertRegex(text, r" dial client 1 ended rotation \+1[12]\d\.\d° at ")
