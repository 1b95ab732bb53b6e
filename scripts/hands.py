#!/usr/bin/env python3
"""Writes labelled recordings of synthetic hands, for `gesturectl test --labels DIR`.

    scripts/hands.py DIR [--seed 1] [--count 10]

They are generated, not recorded: a table of them is marked as synthetic and says nothing about real hands on real pads.
Sources of the spread:

- speed: the minimum-jerk profile 10 t^3 - 15 t^4 + 6 t^5 (Flash and Hogan 1985, J. Neuroscience 5, 1688-1703);
- end points: a standard deviation in proportion to the distance (Harris and Wolpert 1998, Nature 394, 780-784);
- tremor of 8 to 12 Hz (Elble and Koller 1990, Tremor; Johns Hopkins University Press); its 0.1 mm is our own figure;
- stagger of landings and lifts, curvature of 4 % of the length, pauses and durations: our own figures.
"""

import argparse
import math
import pathlib
import random

RESOLUTION = 40  # device units a mm
INTERVAL = 0.008  # s between frames: 125 Hz
SLOT, X, Y, ID, TOUCH = 0x2F, 0x35, 0x36, 0x39, 0x14A
TOOLS = {1: 0x145, 2: 0x14D, 3: 0x14E, 4: 0x14F, 5: 0x148}
DEVICES = {"touchpad": (120, 75), "touchscreen": (220, 140)}
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# Finger tips of a relaxed hand from their centre, mm.
HANDS = {1: [(0, 0)], 2: [(-10, 3), (10, -3)], 3: [(-19, 4), (0, -4), (19, 0)], 4: [(-27, 6), (-9, -5), (9, -6), (27, 5)],
         5: [(-38, 24), (-27, 4), (-9, -7), (9, -8), (27, 3)]}
LABELS = (
    ["tap-%d" % n for n in (1, 2, 3, 4)] + ["double-tap-1", "long-press-1"]
    + ["%s-%s-%d" % (kind, way, n) for kind, counts in (("swipe", (3, 4)), ("pan", (1, 2))) for n in counts for way in WAYS]
    + ["pinch-in-2", "pinch-out-2", "rotation-left-2", "rotation-right-2"])


def minimum_jerk(part):
    """The share of the way at a share of the time."""
    part = min(1, max(0, part))
    return part**3 * (10 - 15 * part + 6 * part**2)


def bits(kind, codes, count):
    """The `B:` lines of an evemu header."""
    data = bytearray((count + 7) // 8)
    for code in codes:
        data[code // 8] |= 1 << code % 8
    data += bytes(-len(data) % 8)
    return "".join("B: %02x %s\n" % (kind, data[i:i + 8].hex(" ")) for i in range(0, len(data), 8))


def header(kind, label):
    width, height = DEVICES[kind]
    keys = [TOUCH] + ([0x110] + list(TOOLS.values()) if kind == "touchpad" else [])
    text = "# EVEMU 1.3\nN: synthetic %s\nI: 0003 0001 0001 0001\nP: %s 00 00 00 00 00 00 00\n" % (
        kind, "05" if kind == "touchpad" else "02")
    text += bits(0, [0, 1, 3], 0x20) + bits(1, keys, 0x300) + bits(3, [0, 1, SLOT, X, Y, ID], 0x40)
    for code, maximum, resolution in (
            (0, width * RESOLUTION, RESOLUTION), (1, height * RESOLUTION, RESOLUTION), (SLOT, 4, 0),
            (X, width * RESOLUTION, RESOLUTION), (Y, height * RESOLUTION, RESOLUTION), (ID, 65535, 0)):
        text += "A: %02x 0 %d 0 0 %d\n" % (code, maximum, resolution)
    return text + "# Label: %s\n" % label


class Finger:
    """One finger from its landing to its lift: a path in mm with tremor, by time."""

    def __init__(self, hand, start, end, path):
        self.start, self.end, self.path = start, end, path
        self.rate, self.phase = hand.uniform(8, 12), hand.uniform(0, 2 * math.pi)

    def place(self, time):
        x, y = self.path(time)
        tremor = 2 * math.pi * self.rate * time + self.phase
        return x + 0.1 * math.sin(tremor), y + 0.1 * math.cos(1.3 * tremor)


class Hand:
    """The fingers of one gesture, with their own stagger and spread."""

    def __init__(self, chance, kind):
        self.chance, self.kind, self.fingers = chance, kind, []
        width, height = DEVICES[kind]
        self.center = width / 2 + chance.gauss(0, 4), height / 2 + chance.gauss(0, 3)

    def tips(self, count):
        scale, turn = self.chance.gauss(1, 0.08), self.chance.gauss(0, 0.12)
        c, s = scale * math.cos(turn), scale * math.sin(turn)
        return [(c * x - s * y + self.chance.gauss(0, 1), s * x + c * y + self.chance.gauss(0, 1)) for x, y in HANDS[count]]

    def add(self, start, duration, path, spread=0.012):
        """A finger that lands about `start` and lifts about `duration` later."""
        landing = max(0, start + abs(self.chance.gauss(0, spread)))
        lift = max(landing + 0.03, start + duration + self.chance.gauss(0, spread))
        self.fingers.append(Finger(self.chance, landing, lift, path))

    def rest(self, count, start, duration):
        for tip in self.tips(count):
            place = self.center[0] + tip[0], self.center[1] + tip[1]
            drift = self.chance.gauss(0, 1.5), self.chance.gauss(0, 1.5)  # mm/s
            self.add(start, duration, lambda t, p=place, d=drift: (p[0] + d[0] * (t - start), p[1] + d[1] * (t - start)))

    def travel(self, count, way, length, duration):
        """A slightly bent way; fingers stay together and arrive with a spread."""
        length *= self.chance.gauss(1, 0.1)
        angle = math.atan2(way[1], way[0]) + self.chance.gauss(0, 0.12)
        bend = self.chance.gauss(0, 0.04) * length
        for tip in self.tips(count):
            own = length * self.chance.gauss(1, 0.05)

            def path(t, tip=tip, own=own):
                done = minimum_jerk(t / duration)
                along, beside = own * (done - 0.5), bend * math.sin(math.pi * done)
                return (self.center[0] + tip[0] + along * math.cos(angle) - beside * math.sin(angle),
                        self.center[1] + tip[1] + along * math.sin(angle) + beside * math.cos(angle))
            self.add(0, duration, path)

    def turn_and_spread(self, first, last, angle, duration, count=2):
        """Fingers about their centre: radius from `first` to `last` mm, turned by `angle`."""
        begin = self.chance.gauss(-0.5, 0.2) - (angle / 2 if angle else 0)
        angle *= self.chance.gauss(1, 0.1)
        last *= self.chance.gauss(1, 0.06)
        for finger in range(count):
            share = self.chance.gauss(1, 0.1)

            def path(t, place=math.tau * finger / count, share=share):
                done = minimum_jerk(t / duration)
                radius, turned = first + share * (last - first) * done, begin + place + angle * done
                return self.center[0] + radius * math.cos(turned), self.center[1] + radius * math.sin(turned)
            self.add(0, duration, path)

    def make(self, label):
        words, count = label.split("-")[:-1], int(label[-1])
        chance = self.chance
        if words[0] == "tap":
            self.rest(count, 0, chance.uniform(0.06, 0.14))
        elif words[0] == "double":
            self.rest(count, 0, chance.uniform(0.05, 0.1))
            self.rest(count, chance.uniform(0.18, 0.28), chance.uniform(0.05, 0.1))
        elif words[0] == "long":
            self.rest(count, 0, chance.uniform(0.8, 1.2))
        elif words[0] == "swipe":
            self.travel(count, WAYS[words[1]], 32, chance.uniform(0.16, 0.28))
        elif words[0] == "pan":
            self.travel(count, WAYS[words[1]], 30, chance.uniform(1.2, 1.8))
        elif words[0] == "pinch":
            first, last = (26, 10) if words[1] == "in" else (10, 26)
            self.turn_and_spread(first, last, 0, chance.uniform(0.5, 0.9))
        else:
            self.turn_and_spread(20, 20, math.radians(-50 if words[1] == "left" else 50), chance.uniform(0.6, 1))

    def events(self):
        """Frame by frame, changes only, as the kernel reports."""
        lines, shown, slots = [], {}, {}
        frame, tools, end = 0, 0, max(finger.end for finger in self.fingers)
        selected, number = 0, 0
        while frame * INTERVAL < end + 2 * INTERVAL:
            time, changes, before = frame * INTERVAL, [], len(slots)
            for finger in list(slots):
                if time >= finger.end:
                    changes.append((slots.pop(finger), ID, -1))
            for finger in self.fingers:
                if finger.start <= time < finger.end and finger not in slots:
                    slots[finger] = min(set(range(5)) - set(slots.values()))
                    changes.append((slots[finger], ID, number))
                    number += 1
                if finger in slots:
                    for code, value in zip((X, Y), finger.place(time)):
                        value = round(value * RESOLUTION)
                        if shown.get((slots[finger], code)) != value:
                            changes.append((slots[finger], code, value))
                            shown[slots[finger], code] = value
            events = []
            for slot, code, value in changes:
                if slot != selected:
                    events.append((3, SLOT, slot))
                    selected = slot
                events.append((3, code, value))
            if bool(before) != bool(slots):
                events.append((1, TOUCH, int(bool(slots))))
            if self.kind == "touchpad" and tools != len(slots):
                events += [(1, TOOLS[n], int(n == len(slots))) for n in (tools, len(slots)) if n]
                tools = len(slots)
            if events:
                lines += ["E: %.6f %04x %04x %04d\n" % (time, *event) for event in events + [(0, 0, 0)]]
            frame += 1
        return "".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("directory", type=pathlib.Path)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=10, help="recordings of each gesture and device class")
    given = options.parse_args()
    given.directory.mkdir(parents=True, exist_ok=True)
    for kind in DEVICES:
        for label in LABELS:
            for take in range(given.count):
                chance = random.Random("%d %s %s %d" % (given.seed, kind, label, take))
                hand = Hand(chance, kind)
                hand.make(label)
                path = given.directory / ("synthetic-%s-%s-%02d.evemu" % (kind, label, take))
                path.write_text(header(kind, label) + hand.events(), encoding="utf-8")
    print("synthetic: %d recordings in %s" % (len(DEVICES) * len(LABELS) * given.count, given.directory))


if __name__ == "__main__":
    main()
