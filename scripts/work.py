#!/usr/bin/env python3
"""Writes recordings of drawn ordinary work: pointing and scrolling, without an intended gesture.

    scripts/work.py DIR [--seed 1] [--minutes 30]

They are generated, not recorded. On a touchpad: pointing, scrolling with bumps, dragging with the button held, and typing
while palms and a thumb brush the pad. On a touchscreen: drawing with one finger, in most strokes with the heel of the
hand on the screen, and scrolling. A palm is what a device with confidence reports: a contact that it calls a palm within
40 ms, or one in the outer strips. A heel is as wide as the contact sizes that Windows requires of screens make it. hand.py
has the figures of hands and their sources; shares, lengths and pauses here are our own figures.
"""

import argparse
import math
import pathlib
import random

import hands
from hand import DEVICES, Finger, Hand, minimum_jerk

MAJOR, TOOL = 0x30, 0x37
HEEL = 26, 34  # mm, the longer axis
TIP = 8  # mm
STRIP = 4.9  # mm
WAYS = ((0, -1), (0, 1), (-1, 0), (1, 0))


class Work(Hand):
    """One hand at work. Each method makes one or several touch sequences from time 0."""

    def land(self, start, end, path, size=TIP, palm=None):
        """Adds a finger. From the time `palm` on, the device reports it as a palm."""
        finger = Finger(self.chance, max(0, start), end, path)
        finger.size, finger.palm = size, palm
        self.fingers.append(finger)
        return finger

    def place(self, margin):
        width, height = DEVICES[self.kind]
        return self.chance.uniform(margin, width - margin), self.chance.uniform(margin, height - margin)

    def walk(self, start, points, times):
        """A path from point to point at the speed of a hand. It rests before and after the given times."""
        def path(time):
            for (begin, end), a, b in zip(times, points, points[1:]):
                if time < end:
                    done = minimum_jerk((time - start - begin) / (end - begin))
                    return a[0] + done * (b[0] - a[0]), a[1] + done * (b[1] - a[1])
            return points[-1]
        return path

    def inside(self, place, margin=8):
        width, height = DEVICES[self.kind]
        return min(max(place[0], margin), width - margin), min(max(place[1], margin), height - margin - 4)

    def reach(self, place, low, high):
        length, angle = self.chance.uniform(low, high), self.chance.uniform(0, math.tau)
        return self.inside((place[0] + length * math.cos(angle), place[1] + length * math.sin(angle)))

    def point(self):
        """Points with one finger: a way and smaller corrections, often with a click at the end."""
        points, times, now = [self.place(12)], [], self.chance.uniform(0, 0.15)
        for size in (60, 12, 5)[: self.chance.choice((1, 2, 2, 3))]:
            points.append(self.reach(points[-1], size / 4, size))
            length = self.chance.uniform(0.15, 0.6)
            times.append((now, now + length))
            now += length + self.chance.uniform(0.02, 0.3)
        if self.chance.random() < 0.4:
            self.presses = [(now, 1), (now + self.chance.uniform(0.06, 0.2), 0)]
            now += 0.3
        self.land(0, now + self.chance.uniform(0, 0.2), self.walk(0, points, times))

    def scroll(self):
        """Scrolls with two fingers, on a screen with one. They land late, drift apart or together and pause, and another one
        brushes the pad."""
        chance = self.chance
        way = chance.choice(WAYS[:2] * 4 + WAYS[2:])
        way = math.atan2(way[1], way[0]) + chance.gauss(0, 0.15)
        width, height = DEVICES[self.kind]
        self.center = width / 2 + chance.gauss(0, 12), height / 2 + chance.gauss(0, 5)
        begin, ways = 0, []
        for _ in range(chance.choice((1, 1, 2, 3))):
            length, duration = chance.uniform(6, 34), chance.uniform(0.12, 0.9)
            ways.append((begin, duration, length))
            begin += duration + chance.uniform(0, 0.4)
            if chance.random() < 0.3:
                way += math.pi
        end = ways[-1][0] + ways[-1][1] + chance.uniform(0, 0.12)
        total = sum(length for _, _, length in ways)
        drift, bend = chance.gauss(0, 0.03), chance.gauss(0, 0.06) * total

        def along(time, own=1.0):
            gone = sum(length * minimum_jerk((time - start) / duration) for start, duration, length in ways)
            return own * (gone - total / 2), bend * math.sin(math.pi * gone / total)

        def path_of(tip, own):
            def path(time):
                gone, beside = along(time, own)
                apart = 1 + drift * minimum_jerk(time / max(end, 0.1)) * total / 20
                return self.inside((
                    self.center[0] + tip[0] * apart + gone * math.cos(way) - beside * math.sin(way),
                    self.center[1] + tip[1] * apart + gone * math.sin(way) + beside * math.cos(way)), 2)
            return path
        late = chance.choice((0.01, 0.01, 0.03, 0.06))
        for number, tip in enumerate(self.tips(2 if self.kind == "touchpad" else 1)):
            lift = end + abs(chance.gauss(0, 0.02))
            self.land(abs(chance.gauss(0, late)) if number else 0, lift, path_of(tip, chance.gauss(1, 0.04)))
        if end > 0.4 and chance.random() < 0.4:
            brush = chance.uniform(0.3, end - 0.05)
            tip = chance.choice((-1, 1)) * chance.uniform(26, 34), chance.uniform(2, 8)
            self.land(brush, brush + chance.uniform(0.02, 0.09), path_of(tip, 1))

    def drag(self):
        """Drags while the dragging finger, or a thumb at the lower edge, holds the button."""
        chance = self.chance
        points, times, now = [self.place(15)], [], chance.uniform(0.15, 0.4)
        first = now - 0.1
        for _ in range(chance.choice((1, 1, 2))):
            points.append(self.reach(points[-1], 8, 60))
            length = chance.uniform(0.3, 1)
            times.append((now, now + length))
            now += length + chance.uniform(0.02, 0.4)
        self.presses = [(first, 1), (now, 0)]
        late = 0
        if chance.random() < 0.5:
            height = DEVICES[self.kind][1]
            thumb = points[0][0] - chance.uniform(10, 40), height * chance.uniform(0.94, 0.99)
            self.land(0, now + 0.1, lambda _: self.inside(thumb, 8)[:1] + thumb[1:])
            late = 0.1
        self.land(late, now + chance.uniform(0.02, 0.2), self.walk(0, points, times))

    def brush(self):
        """Brushes the pad while both hands type: palms at the sides and upper corners, and a thumb at the lower edge."""
        chance = self.chance
        width, height = DEVICES[self.kind]
        now = 0
        for _ in range(chance.randint(2, 8)):
            sides = chance.choice(((0,), (1,), (0, 1)))
            length = chance.choice((chance.uniform(0.04, 0.25), chance.uniform(0.2, 1.5)))
            for side in sides:
                start = now + (chance.uniform(0, 0.1) if len(sides) > 1 else 0)
                is_called = chance.random() < 0.6
                deep = chance.uniform(0, 25) if is_called else chance.uniform(0, STRIP)
                x, y = width - deep if side else deep, chance.uniform(2, height * 0.8)
                drift = chance.gauss(0, 0.5), chance.gauss(0, 1)

                def path(time, x=x, y=y, drift=drift, start=start, length=length):
                    part = (time - start) / length
                    return max(0, min(width, x + drift[0] * part)), y + drift[1] * part
                called = start + chance.choice((0, 0, chance.uniform(0, 0.04))) if is_called else None
                self.land(start, start + length, path, palm=called)
            now += length + chance.uniform(0.1, 1)
        if chance.random() < 0.4:
            place = width / 2 + chance.gauss(0, 10), height * chance.uniform(0.94, 1)
            self.land(0, chance.uniform(0.1, now), lambda _: place)

    def draw(self):
        """Draws strokes with one finger. The heel of the hand rests beside it and slides a little."""
        chance = self.chance
        width, height = DEVICES[self.kind]
        begin = self.inside(self.place(30), 15)
        now, strokes = chance.uniform(0.05, 0.4), []
        for _ in range(chance.randint(1, 6)):
            points, times = [begin], []
            start = now
            for _ in range(chance.choice((1, 1, 2, 4, 8))):
                points.append(self.inside(self.reach(points[-1], 4, 40), 15))
                length = chance.uniform(0.08, 0.5)
                times.append((now, now + length))
                now += length
            strokes.append((start - chance.uniform(0, 0.1), now + chance.uniform(0, 0.05), points, times))
            begin = self.reach(points[-1], 2, 15)
            now += chance.uniform(0.1, 0.4)
        for start, end, points, times in strokes:
            self.land(start, end, self.walk(0, points, times))
        if chance.random() < 0.7:
            heel = begin[0] + chance.uniform(30, 60), begin[1] + chance.uniform(30, 60)
            for number in range(chance.choice((1, 1, 2, 3))):
                place = heel[0] + 14 * number + chance.gauss(0, 2), heel[1] + 9 * number + chance.gauss(0, 2)
                slide = chance.gauss(0, 3), chance.gauss(0, 3)

                def path(time, place=place, slide=slide, whole=now):
                    part = time / whole
                    x, y = place[0] + slide[0] * part, place[1] + slide[1] * part
                    return min(max(x, 1), width - 1), min(max(y, 1), height - 1)
                landing = chance.uniform(0, 0.3)
                self.land(landing, now + chance.uniform(-0.1, 0.3), path, size=chance.uniform(*HEEL))


SHARES = {"touchpad": (("point", 40), ("scroll", 30), ("drag", 10), ("brush", 20)),
          "touchscreen": (("draw", 70), ("scroll", 30))}


class Worked(hands.Device):
    """A device that also reports the tool type (touchpads) or the size of contacts (screens)."""

    def values(self, finger, time):
        values = super().values(finger, time)
        if self.kind == "touchpad":
            return values + [(TOOL, 2 if finger.palm is not None and time >= finger.palm else 0)]
        return values + [(MAJOR, round(finger.size * hands.RESOLUTION))]


def pieces(kind, seed, minutes):
    """The touch sequences until the time is over: the start, name and hand of each."""
    chance = random.Random("work %s %s" % (kind, seed))
    names, weights = zip(*SHARES[kind])
    now = 0.0
    while now < 60 * minutes:
        hand, name = Work(chance, kind), chance.choices(names, weights)[0]
        getattr(hand, name)()
        yield now, name, hand
        now += max(finger.end for finger in hand.fingers) + chance.uniform(0.15, 1.2)


def recording(kind, seed, minutes):
    """The text of an evemu file, and a list of what was drawn and when."""
    device, drawn = Worked(kind, []), []
    for start, name, hand in pieces(kind, seed, minutes):
        device.begin(start, sorted(hand.fingers, key=lambda finger: finger.start), hand.presses)
        device.play()
        drawn.append((start, name))
    axes = [(TOOL, 2, 0)] if kind == "touchpad" else [(MAJOR, 40 * hands.RESOLUTION, hands.RESOLUTION)]
    return hands.header(kind, "ambient", axes) + "".join(device.lines), drawn


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("directory", type=pathlib.Path)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minutes", type=float, default=30)
    given = options.parse_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    for kind in DEVICES:
        text, drawn = recording(kind, given.seed, given.minutes)
        (given.directory / ("work-%s.evemu" % kind)).write_text(text, encoding="utf-8")
        print("drawn: %d pieces of %g minutes on a %s" % (len(drawn), given.minutes, kind))


if __name__ == "__main__":
    main()
