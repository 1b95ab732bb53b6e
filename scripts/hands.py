#!/usr/bin/env python3
"""Writes labelled recordings of synthetic hands, for scripts/confusion.

    scripts/hands.py DIR [--seed 1] [--count 10]

They are generated, not recorded: a table of them is marked as synthetic and says nothing about real hands on real pads.
The gestures are those of scripts/session, with one of each type that it does not have. hand.py has the figures of human spread and their sources.
"""

import argparse
import math
import pathlib
import random

from hand import DEVICES, WAYS, Hand, even

RESOLUTION = 40  # device units a mm
FORCE_RESOLUTION = 10  # device units a gram
INTERVAL = 0.008  # s between frames: 125 Hz
SLOT, X, Y, ID, PRESSURE, DISTANCE, TOUCH, LEFT = 0x2F, 0x35, 0x36, 0x39, 0x3A, 0x3B, 0x14A, 0x110
TOOLS = {1: 0x145, 2: 0x14D, 3: 0x14E, 4: 0x14F, 5: 0x148}
EDGES = ("left", "right", "top", "bottom")
LABELS = (
    ["tap-%d" % n for n in (1, 2, 3, 4)] + ["double-tap-1", "double-tap-2"]
    + ["long-press-%d" % n for n in (1, 2, 3)]
    + ["swipe-%s-%d" % (way, n) for n in (3, 4) for way in WAYS]
    + ["pan-%s-%d" % (way, n) for n in (1, 2, 3) for way in WAYS]
    + ["pinch-%s-%d" % (way, n) for n in (2, 3) for way in ("in", "out")] + ["rotation-left-2", "rotation-right-2"]
    + ["edge-pan-%s-1" % edge for edge in EDGES]
    + ["circle-1", "stroke-1", "tap-drag-1", "tip-tap-right-2", "hold-5", "transform-5", "hover-1"])
CIRCLE = [(math.cos(a * math.tau / 60), math.sin(a * math.tau / 60)) for a in range(-15, 47)]
# A Z in strokes of ten points: fingers slow down at its corners.
CORNERS = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
ZIGZAG = [
    tuple(a + k / 10 * (b - a) for a, b in zip(CORNERS[i], CORNERS[i + 1])) for i in range(3) for k in range(10)
] + [CORNERS[3]]


def make(hand, label):
    """Makes the gesture that the label names."""
    words, count = label.split("-")[:-1], int(label.rsplit("-", 1)[1])
    chance = hand.chance
    if words == ["tap"]:
        hand.rest(count, 0, hand.tap_time())
    elif words == ["double", "tap"]:
        second = chance.uniform(0.18, 0.28)
        hand.rest(count, 0, min(hand.tap_time(), second - 0.07))
        hand.rest(count, second, hand.tap_time())
    elif words == ["tap", "drag"]:
        second = chance.uniform(0.18, 0.28)
        hand.rest(count, 0, min(hand.tap_time(), second - 0.07))
        hand.center = hand.center[0] + 15, hand.center[1]  # the motion begins where the tap was
        hand.travel(count, (1, 0), 30, hand.time(0.421, 0.181), start=second)
    elif words[:2] == ["tip", "tap"]:
        hand.tip_tap(count - 1, WAYS[words[2]], 1, min(hand.tap_time(), 0.2))
    elif words == ["long", "press"]:
        hand.rest(count, 0, chance.uniform(0.8, 1.2))
    elif words == ["hold"]:
        hand.rest(count, 0, chance.uniform(0.4, 0.8))
    elif words[0] == "swipe":
        hand.travel(count, WAYS[words[1]], 32, chance.uniform(0.16, 0.28))
    elif words[0] == "pan":
        if count > 2:  # slower than a swipe
            hand.travel(count, WAYS[words[1]], 30, chance.uniform(2.2, 3), profile=even)
        else:
            hand.travel(count, WAYS[words[1]], 30, hand.time(0.421, 0.181))
    elif words == ["pinch", "in"]:
        hand.turn_and_spread(26, 10, 0, hand.time(0.765, 0.277), count)
    elif words == ["pinch", "out"]:
        hand.turn_and_spread(10, 26, 0, hand.time(0.843, 0.317), count)
    elif words[0] == "rotation":
        hand.turn_and_spread(20, 20, math.radians(-50 if words[1] == "left" else 50), chance.uniform(0.6, 1))
    elif words[:2] == ["edge", "pan"]:
        hand.come_in(words[2], 30, hand.time(0.421, 0.181))
    elif words == ["circle"]:
        hand.draw(CIRCLE, 15, chance.uniform(0.7, 1.4))
    elif words == ["stroke"]:
        hand.draw(ZIGZAG, 14, chance.uniform(0.7, 1.4))
    elif words == ["transform"]:
        hand.transform(count, hand.time(0.843, 0.317))
    elif words == ["hover"]:
        hand.hover(chance.uniform(0.5, 1))
    else:
        raise ValueError(label)


def bits(kind, codes, count):
    """The `B:` lines of an evemu header."""
    data = bytearray((count + 7) // 8)
    for code in codes:
        data[code // 8] |= 1 << code % 8
    data += bytes(-len(data) % 8)
    return "".join("B: %02x %s\n" % (kind, data[i:i + 8].hex(" ")) for i in range(0, len(data), 8))


def header(kind, label, more_axes=()):
    width, height = DEVICES[kind]
    keys = [TOUCH] + ([LEFT] + list(TOOLS.values()) if kind == "touchpad" else [])
    text = "# EVEMU 1.3\nN: synthetic %s\nI: 0003 0001 0001 0001\nP: %s 00 00 00 00 00 00 00\n" % (
        kind, "05" if kind == "touchpad" else "02")
    axes = [(0, width * RESOLUTION, RESOLUTION), (1, height * RESOLUTION, RESOLUTION), (SLOT, 4, 0),
            (X, width * RESOLUTION, RESOLUTION), (Y, height * RESOLUTION, RESOLUTION), (ID, 65535, 0)]
    if label.startswith("hover"):
        axes.append((DISTANCE, 20, 1))
    if label.startswith("force"):
        axes.append((PRESSURE, 1000 * FORCE_RESOLUTION, FORCE_RESOLUTION))
    axes += more_axes
    text += bits(0, [0, 1, 3], 0x20) + bits(1, keys, 0x300) + bits(3, [code for code, _, _ in axes], 0x40)
    for code, maximum, resolution in axes:
        text += "A: %02x 0 %d 0 0 %d\n" % (code, maximum, resolution)
    return text + "# Synthetic\n" + ("# Ambient\n" if label == "ambient" else "# Label: %s\n" % label)


class Device:
    """Writes frames with changed values only, as the kernel does."""

    def __init__(self, kind, fingers, presses=()):
        self.kind, self.lines, self.shown, self.slots = kind, [], {}, {}
        self.begin(0, fingers, presses)
        self.selected, self.number, self.tools, self.touching = 0, 0, 0, False

    def begin(self, origin, fingers, presses):
        """Takes the next fingers, whose times count from `origin`."""
        self.origin, self.fingers, self.presses = origin, fingers, list(presses)

    def report(self, slot, code, value):
        """Reports a value if it differs from the one before."""
        if self.shown.get((slot, code), 0 if code in (PRESSURE, DISTANCE) else None) == value:
            return []
        self.shown[slot, code] = value
        chosen = [] if slot == self.selected else [(3, SLOT, slot)]
        self.selected = slot
        return chosen + [(3, code, value)]

    def values(self, finger, time):
        """The codes and values of a contact."""
        x, y = finger.place(time)
        return [(X, round(x * RESOLUTION)), (Y, round(y * RESOLUTION)),
                (PRESSURE, round(finger.force(time) * FORCE_RESOLUTION)), (DISTANCE, round(finger.distance(time)))]

    def contacts(self, time):
        events = []
        for finger in [finger for finger in self.slots if time >= finger.end]:
            events += self.report(self.slots.pop(finger), ID, -1)
        for finger in self.fingers:
            if finger.start <= time < finger.end and finger not in self.slots:
                self.slots[finger] = min(set(range(5)) - set(self.slots.values()))
                events += self.report(self.slots[finger], ID, self.number)
                self.number += 1
            if finger in self.slots:
                for code, value in self.values(finger, time):
                    events += self.report(self.slots[finger], code, value)
        return events

    def frame(self, time):
        events = self.contacts(time)
        touching = [finger for finger in self.slots if not finger.distance(time)]
        if self.touching != bool(touching):
            self.touching = bool(touching)
            events.append((1, TOUCH, int(self.touching)))
        if self.kind == "touchpad" and self.tools != len(touching):
            events += [(1, TOOLS[n], int(n == len(touching))) for n in (self.tools, len(touching)) if n]
            self.tools = len(touching)
        while self.presses and self.presses[0][0] <= time:
            events.append((1, LEFT, self.presses.pop(0)[1]))
        if events:
            self.lines += ["E: %.6f %04x %04x %04d\n" % (self.origin + time, *event) for event in events + [(0, 0, 0)]]

    def play(self):
        end = max(finger.end for finger in self.fingers)
        for number in range(math.ceil(end / INTERVAL) + 2):
            self.frame(number * INTERVAL)
        return "".join(self.lines)


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
                hand = Hand(random.Random("%d %s %s %d" % (given.seed, kind, label, take)), kind)
                make(hand, label)
                path = given.directory / ("synthetic-%s-%s-%02d.evemu" % (kind, label, take))
                path.write_text(header(kind, label) + Device(kind, hand.fingers).play(), encoding="utf-8")
    print("synthetic: %d recordings in %s" % (len(DEVICES) * len(LABELS) * given.count, given.directory))


if __name__ == "__main__":
    main()
