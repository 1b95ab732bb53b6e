"""Drawn persons teach gestures with three examples each, and make them twenty times more (`gesturectl teach`).

    Tests/conformance/test_taught_hands.py [PERSONS]

prints the figures of docs/dev/recognition.md. A person has a size, a speed, a tremor, a slant and a hand, which stay; what differs
from one motion to the next is in scripts/hand.py. Beside it the same gestures without teaching, with the default limits."""

import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import hands  # noqa: E402
import work  # noqa: E402
from hand import Hand  # noqa: E402

GESTURECTL = os.environ.get("GESTURECTL") or str(
    pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"), "gesturectl"))
EXAMPLES, JUDGED = 3, 20
#: s between two motions of a recording, so that each is one example.
APART = 6


def polyline(corners):
    """The corners with ten points between two of them: fingers slow down at corners."""
    return [tuple(a + k / 10 * (b - a) for a, b in zip(p, q)) for p, q in zip(corners, corners[1:]) for k in range(10)] + [corners[-1]]


FIGURES = {
    "z": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "w": [(-1, -1), (-0.5, 1), (0, -0.5), (0.5, 1), (1, -1)],
    "delta": [(0, -1), (-1, 1), (1, 1), (0, -1)],
}
#: Name: type, fingers, further keys without teaching, and what the hand of scripts/hands.py makes.
GESTURES = {
    "tap": ("tap", 3, "", "tap-3"),
    "double": ("tap", 2, "taps = 2\n", "double-tap-2"),
    "press": ("long-press", 3, "", "long-press-3"),
    "left": ("swipe", 3, 'direction = "left"\n', "swipe-left-3"),
    "right": ("swipe", 4, 'direction = "right"\n', "swipe-right-4"),
    "pinch": ("pinch", 3, 'direction = "in"\n', "pinch-in-3"),
    "turn": ("rotation", 2, 'direction = "clockwise"\n', "rotation-right-2"),
    **{name: ("stroke", 1, "template = %s\n" % [list(point) for point in corners], None) for name, corners in FIGURES.items()},
}


class Person:
    """What stays the same of a hand."""

    def __init__(self, number):
        chance = random.Random("person %d" % number)
        self.number = number
        self.size, self.pace = chance.uniform(0.45, 1.3), chance.uniform(0.7, 2.2)
        self.tremor = chance.choice([0.1, 0.1, 0.3, 1])
        self.slant = chance.gauss(0, 0.3)
        self.is_left = chance.random() < 0.1

    def make(self, gesture, take):
        """The fingers of one motion."""
        chance = random.Random("%d %s %s" % (self.number, gesture, take))
        hand = Hand(chance, "touchpad")
        label = GESTURES[gesture][3]
        if label:
            hands.make(hand, label)
        else:
            hand.draw(polyline(FIGURES[gesture]), 14, chance.uniform(0.7, 1.4))
        own = self.slant + chance.gauss(0, 0.05)
        cosine, sine = self.size * math.cos(own), self.size * math.sin(own)
        # A tap is not a matter of size.
        for finger in hand.fingers:
            path, pace = finger.path, self.pace if not label or "tap" not in label else 1

            def moved(time, path=path, pace=pace):
                x, y = path(time / pace)
                x, y = x - hand.center[0], y - hand.center[1]
                x, y = (-x if self.is_left and "tap" in (label or "") else x), y
                return hand.center[0] + cosine * x - sine * y, hand.center[1] + sine * x + cosine * y
            finger.path, finger.start, finger.end = moved, finger.start * pace, finger.end * pace
            finger.tremor = self.tremor, self.tremor
        return hand

    def recording(self, gesture, takes):
        """Motions one after another, as a recording."""
        device = hands.Device("touchpad", [])
        for number, take in enumerate(takes):
            hand = self.make(gesture, take)
            device.begin(number * APART, sorted(hand.fingers, key=lambda finger: finger.start), hand.presses)
            device.play()
        return hands.header("touchpad", gesture) + "".join(device.lines)


class Desk:
    """A directory with the person's configurations, one taught and one not."""

    def __init__(self, person):
        self.person = person
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="gestured-taught-"))
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.place), "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(self.place)}
        self.taught, self.usual = self.file("taught.toml", ""), self.file("usual.toml", "".join(
            '[[gesture]]\nname = "%s"\ntype = "%s"\nfingers = %d\n%s\n' % (name, kind, fingers, keys)
            for name, (kind, fingers, keys, _) in GESTURES.items()))

    def close(self):
        shutil.rmtree(self.place)

    def file(self, name, text):
        path = self.place / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def run(self, *words):
        return subprocess.run([GESTURECTL, *map(str, words)], capture_output=True, text=True, env=self.environment, timeout=300)

    def teach(self):
        """Teaches every gesture; the messages of those that were refused."""
        refused = {}
        for name, (kind, _, _, _) in GESTURES.items():
            examples = self.file(name + ".evemu", self.person.recording(name, range(EXAMPLES)))
            done = self.run("teach", "--config", self.taught, name, examples, "--type", kind, "--run", "true", "--write")
            if done.returncode:
                refused[name] = done.stderr
        return refused

    def events(self, config, recording):
        """The time and name of each gesture that is recognized or begins."""
        out = self.run("replay", "--config", config, recording).stdout
        lines = [line.split() for line in out.splitlines()]
        return [(float(words[0]), words[1]) for words in lines if {"recognized", "began"} & set(words)]

    def judge(self, config):
        """By gesture: how many of the motions made it, and how many another one."""
        figures = {}
        for name in GESTURES:
            made = self.file("judged.evemu", self.person.recording(name, range(100, 100 + JUDGED)))
            found = [set() for _ in range(JUDGED)]
            for time, gesture in self.events(config, made):
                found[min(int(time // APART), JUDGED - 1)].add(gesture)
            figures[name] = sum(name in each for each in found), sum(bool(each - {name}) for each in found)
        return figures

    def false(self, config, minutes):
        """The gestures in drawn ordinary work."""
        text, _ = work.recording("touchpad", self.person.number, minutes)
        return self.events(config, self.file("work.evemu", text))


def figures(persons, minutes):
    """The sums over persons, for the taught and the usual configuration: made, other, motions, false; and the refused."""
    sums = {"taught": [0, 0, 0, 0], "usual": [0, 0, 0, 0]}
    by_gesture = {(kind, name): 0 for kind in sums for name in GESTURES}
    refused = []
    for number in persons:
        desk = Desk(Person(number))
        try:
            refused += [(number, name, said) for name, said in desk.teach().items()]
            for kind, config in (("taught", desk.taught), ("usual", desk.usual)):
                for name, (made, other) in desk.judge(config).items():
                    by_gesture[kind, name] += made
                    sums[kind] = [a + b for a, b in zip(sums[kind], (made, other, JUDGED, 0))]
                sums[kind][3] += len(desk.false(config, minutes)) if minutes else 0
        finally:
            desk.close()
    return sums, by_gesture, refused


#: A small and slow hand.
SLOW = 4


class TaughtHands(unittest.TestCase):
    def test_what_was_taught_is_recognized_more_often_than_with_the_usual_limits(self):
        sums, by_gesture, refused = figures([SLOW], 0)
        self.assertEqual(refused, [])
        (made, other, motions, _), (usual, _, _, _) = sums["taught"], sums["usual"]
        self.assertGreaterEqual(made, 0.95 * motions, by_gesture)
        self.assertGreater(made, usual + 0.02 * motions, by_gesture)
        self.assertLessEqual(other, 0.02 * motions)


def main():
    persons, minutes = int(sys.argv[1]), 12
    sums, by_gesture, refused = figures(range(persons), minutes)
    for number, name, said in refused:
        print("refused: person %d, %s: %s" % (number, name, re.sub(r"\s+", " ", said)[-300:]))
    for kind, (made, other, motions, false) in sums.items():
        print("%s: %.1f %% recognized, %.1f %% another gesture, of %d motions; %d false in %g hours of drawn work" % (
            kind, 100 * made / motions, 100 * other / motions, motions, false, persons * minutes / 60))
    for name in GESTURES:
        print("%-8s taught %3d, usual %3d of %d" % (name, by_gesture["taught", name], by_gesture["usual", name], persons * JUDGED))


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        main()
    else:
        unittest.main()
