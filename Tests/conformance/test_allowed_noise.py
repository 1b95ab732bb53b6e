"""The noise that Microsoft's tests allow a certified touchpad (Windows HLK and HCK: jitter of stationary contacts, linearity, minimum
separation, first contact), for every shipped configuration: no gesture comes from it, and none changes by it. The same for
recognizers of all types: NoisyHandTests."""

import math
import os
import random
import sys
import tempfile
import unittest

import noise
import recordings

sys.path.insert(0, str(noise.TOP / "scripts"))
import hand  # noqa: E402
import hands  # noqa: E402

SEEDS = range(4 if recordings.IS_WHOLE else 1)
JITTER = 0.49  # mm
SEPARATION = 11  # mm
LATE = 0.035  # s, of the first report of a contact
LINE = 40  # mm
SLOW = 10  # mm/s, the slowest line
#: The types that still fingers make.
STILL = {"hold", "long-press", "hover"}
#: The types that fingers on a line make.
LINES = {"pan", "swipe"}


def walk(chance):
    """A walk within 0.5 mm of the origin, by the number of the report. Half of the walks are circles."""
    if chance.random() < 0.5:
        phase, speed = chance.uniform(0, math.tau), chance.uniform(-1.5, 1.5)
        return lambda report: (JITTER * math.cos(phase + speed * report), JITTER * math.sin(phase + speed * report))
    places, x, y = [], 0.0, 0.0
    for _ in range(1500):
        x, y = x + chance.uniform(-0.2, 0.2), y + chance.uniform(-0.2, 0.2)
        if math.hypot(x, y) > JITTER:
            x, y = (value * JITTER / math.hypot(x, y) for value in (x, y))
        places.append((x, y))
    return lambda report: places[report % len(places)]


class Drawing:
    """Motions one after another on each class of device, with the kind of each."""

    def __init__(self, folder, name):
        self.folder, self.name, self.motions, self.found = folder, name, {}, {}
        self.devices = {kind: hands.Device(kind, []) for kind in hand.DEVICES}

    def add(self, kind, what, fingers):
        drawn = self.motions.setdefault(kind, [])
        begin = drawn[-1][1] + 2 if drawn else 0
        drawn.append((begin, begin + max(finger.end for finger in fingers), what))
        self.devices[kind].begin(begin, sorted(fingers, key=lambda finger: finger.start), [])
        self.devices[kind].play()

    def recognized(self, shipped):
        """The events of each motion that began, were recognized or ended."""
        if shipped not in self.found:
            self.found[shipped] = list(self.play(shipped))
        return self.found[shipped]

    def play(self, shipped):
        paths = []
        for kind, device in self.devices.items():
            paths.append(os.path.join(self.folder, "%s-%s.evemu" % (self.name, kind)))
            if not os.path.exists(paths[-1]):
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(hands.header(kind, "ambient") + "".join(device.lines))
        context = noise.CONTEXT.get(shipped, ())
        for name, events in recordings.replay(paths, noise.SHIPPED[shipped], context).items():
            kind = name.removeprefix(self.name + "-")
            for begin, end, what in self.motions[kind]:
                yield kind, what, [x for x in events if begin <= x["time"] < end + 2 and x["state"] not in ("changed", "step")]


def finger(chance, start, end, path):
    drawn = hand.Finger(chance, start, end, path)
    drawn.tremor = 0, 0
    return drawn


def corners(count):
    """Places at the least distance at which contacts are separate."""
    radius = SEPARATION / 2 / math.sin(math.pi / count)
    return [(radius * math.cos(math.tau * n / count), radius * math.sin(math.tau * n / count)) for n in range(count)]


def center(kind):
    width, height = hand.DEVICES[kind]
    return width / 2, height / 2


class AllowedNoise(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.still, cls.lines, cls.pinches = (Drawing(folder.name, name) for name in ("still", "lines", "pinches"))
        for kind in hand.DEVICES:
            for seed in SEEDS:
                cls.draw(kind, random.Random("%s %d" % (kind, seed)))

    @classmethod
    def draw(cls, kind, chance):
        x, y = center(kind)
        for count in (2, 3, 4) if recordings.IS_WHOLE else (3,):
            cls.still.add(kind, count, [
                finger(chance, 0, 10, lambda time, a=a, b=b, own=walk(chance): (x + a + own(round(time / 0.008))[0], y + b + own(round(time / 0.008))[1]))
                for a, b in corners(count)])
        for count in (1, 2, 3, 4):
            for way in hand.WAYS if recordings.IS_WHOLE else [chance.choice(list(hand.WAYS))]:
                for duration in (chance.choice((chance.uniform(0.15, 0.3), chance.uniform(1, 1.5))), LINE / SLOW):
                    off = [[chance.uniform(-0.5, 0.5) for _ in range(600)] for _ in range(count)]
                    for lag in (0, chance.uniform(0, LATE)):
                        cls.lines.add(kind, (way, count, "late" if lag else "at once"), [
                            finger(chance, lag, duration + 0.1,
                                   lambda time, n=n: cls.along(time, duration, (x, y), hand.WAYS[way], (n, count), off[n]))
                            for n in range(count)])
        angle, duration = chance.uniform(0.7, 2.4), chance.uniform(0.4, 1.5)
        cls.pinches.add(kind, "there and back", [
            finger(chance, 0, duration + 0.05, lambda time, side=side, own=walk(chance): cls.closing(time / duration, (x, y), angle, side, own(round(time / 0.008))))
            for side in (-1, 1)])

    @staticmethod
    def along(time, duration, middle, way, place, off):
        """A path along a line, across which the fingers lie."""
        gone = LINE * (min(1, time / duration) - 0.5)
        across = SEPARATION * (place[0] - (place[1] - 1) / 2) + off[round(time / 0.008) % len(off)]
        return middle[0] + way[0] * gone - way[1] * across, middle[1] + way[1] * gone + way[0] * across

    @staticmethod
    def closing(part, middle, angle, side, off):
        """A path on which two fingers close from 30 mm to 11 mm and open again."""
        radius = side * (15 - 9.5 * (1 - abs(1 - 2 * min(part, 1))))
        return middle[0] + radius * math.cos(angle) + off[0] / 2, middle[1] + radius * math.sin(angle) + off[1] / 2

    def each(self, drawing, judge):
        for shipped in noise.SHIPPED:
            with self.subTest(shipped):
                wrong = ["%s, %s: %s" % (kind, what, [noise.text(event) for event in events])
                         for kind, what, events in drawing.recognized(shipped) if not judge(what, events)]
                self.assertEqual(wrong, [])

    def test_still_contacts_begin_nothing_but_a_press(self):
        self.each(self.still, lambda count, events: all(x["type"] in STILL and x["fingers"] == count for x in events))

    def test_two_contacts_that_close_and_open_are_a_pinch_and_nothing_else(self):
        self.each(self.pinches, lambda _, events: {x["type"] for x in events} <= {"pinch"})

    def test_lines_keep_axis_direction_and_fingers(self):
        def judge(what, events):
            way, count, _ = what
            return all(x["type"] in LINES and x["fingers"] == count and self.goes(x, way) for x in events)
        self.each(self.lines, judge)

    @staticmethod
    def goes(event, way):
        if "direction" in event:
            return event["direction"] == way
        if event["state"] == "began":
            return True
        (x, y), (dx, dy) = (event["translation"][key] for key in "xy"), hand.WAYS[way]
        return x * dx + y * dy > 4 * abs(x * dy - y * dx)

    def test_a_first_contact_that_is_late_changes_no_gesture(self):
        for shipped in noise.SHIPPED:
            with self.subTest(shipped):
                found = {"at once": [], "late": []}
                for kind, (way, count, when), events in self.lines.recognized(shipped):
                    found[when].append((kind, way, count, [(x["gesture"], x["state"], x.get("direction")) for x in events]))
                self.assertEqual(found["late"], found["at once"])


if __name__ == "__main__":
    unittest.main()
