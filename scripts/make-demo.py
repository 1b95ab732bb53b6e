#!/usr/bin/env python3
"""Writes config/demo.evemu, the demonstration recording of `make run`: a synthetic touchscreen of 256 x 144 mm with
taps, swipes, pinches, a rotation and edge pans, and pauses long enough to read what was recognized.

    scripts/make-demo.py > config/demo.evemu

As with real fingers, they land and lift one after another and do not move in straight lines at constant speed."""

import math

UNITS = 16  # device units a mm
WIDTH, HEIGHT = 4096, 2304  # units: 256 x 144 mm
FRAME = 10_000  # us between frames: a 100 Hz panel
SLOT, X, Y, ID = 0x2F, 0x35, 0x36, 0x39


class Hand:
    """Places, moves and lifts fingers; positions in mm from the top left."""

    def __init__(self):
        self.time = 0
        self.lines = []
        self.touches = {}  # slot -> (x, y) as reported last
        self.next_id = 100
        self.slot = 0

    def event(self, kind, code, value):
        self.lines.append(f"E: {self.time // 1_000_000}.{self.time % 1_000_000:06d} {kind:04x} {code:04x} {value:04d}")

    def frame(self):
        """Reports SYN_REPORT, then a panel's interval passes."""
        self.event(0, 0, 0)
        self.time += FRAME

    def select(self, slot):
        if slot != self.slot:
            self.event(3, SLOT, slot)
            self.slot = slot

    def position(self, slot, x, y):
        units = round(x * UNITS), round(y * UNITS)
        before = self.touches.get(slot)
        if units == before:
            return False
        self.select(slot)
        if before is None or units[0] != before[0]:
            self.event(3, X, units[0])
        if before is None or units[1] != before[1]:
            self.event(3, Y, units[1])
        self.touches[slot] = units
        return True

    def down(self, slot, x, y):
        self.select(slot)
        self.event(3, ID, self.next_id)
        self.next_id += 1
        first = not self.touches
        self.position(slot, x, y)
        if first:
            self.event(1, 0x14A, 1)  # BTN_TOUCH
            self.event(3, 0, self.touches[slot][0])
            self.event(3, 1, self.touches[slot][1])

    def up(self, slot):
        self.select(slot)
        self.event(3, ID, -1)
        del self.touches[slot]
        if not self.touches:
            self.event(1, 0x14A, 0)

    def pause(self, milliseconds):
        self.time += milliseconds * 1000

    def land(self, places):
        """Each finger lands one frame after the one before."""
        for slot, (x, y) in enumerate(places):
            self.down(slot, x, y)
            self.frame()

    def lift(self):
        for slot in sorted(self.touches):
            self.up(slot)
            self.frame()

    def move(self, milliseconds, path):
        """path(slot, progress 0...1) gives mm; fingers start and stop slowly and tremble by a tenth of a mm."""
        frames = max(1, milliseconds * 1000 // FRAME)
        for n in range(1, frames + 1):
            t = n / frames
            eased = t * t * (3 - 2 * t)
            changed = False
            for slot in sorted(self.touches):
                x, y = path(slot, eased)
                tremble = 0.08 * math.sin(n * 1.7 + slot * 2.3)
                changed |= self.position(slot, x + tremble, y - tremble)
            if changed:
                self.frame()
            else:
                self.time += FRAME

    def tap(self, places, milliseconds=70):
        self.land(places)
        self.pause(milliseconds)
        self.lift()

    def sweep(self, places, dx, dy, milliseconds):
        self.land(places)
        bend = 1.5  # mm aside at the middle: no finger moves in a straight line
        across = (-dy, dx) if abs(dx) + abs(dy) else (0, 0)
        length = math.hypot(dx, dy)

        def path(slot, t):
            aside = bend * math.sin(math.pi * t) / length
            return places[slot][0] + dx * t + across[0] * aside, places[slot][1] + dy * t + across[1] * aside

        self.move(milliseconds, path)
        self.lift()

    def around(self, centre, radius, angle, milliseconds, count=2):
        """Fingers on a circle, two of them opposite each other; radius and angle (degrees) as (from, to)."""

        def path(slot, t):
            a = math.radians(angle[0] + (angle[1] - angle[0]) * t) + math.tau * slot / count
            r = radius[0] + (radius[1] - radius[0]) * t
            return centre[0] + r * math.cos(a), centre[1] + r * math.sin(a)

        self.land([path(slot, 0) for slot in range(count)])
        self.pause(40)
        self.move(milliseconds, path)
        self.pause(60)
        self.lift()


def fingers(count, x, y):
    """Fingertips of one hand beside each other, 19 mm apart, the middle ones higher."""
    return [(x + 19 * (n - (count - 1) / 2), y + 2.5 * (n - (count - 1) / 2) ** 2) for n in range(count)]


def bits(numbers, length):
    data = bytearray(length)
    for n in numbers:
        data[n // 8] |= 1 << n % 8
    return [data[i : i + 8] for i in range(0, length, 8)]


def header():
    yield "# EVEMU 1.3"
    yield "# The demonstration of gestured, written by scripts/make-demo.py: no real device, no real hand."
    yield "N: gestured demonstration touchscreen"
    yield "I: 0006 0000 0000 0001"
    yield from ("P: " + row.hex(" ") for row in bits([1], 8))  # INPUT_PROP_DIRECT
    for kind, codes, length in ((0, [0, 1, 3], 8), (1, [0x14A], 96), (3, [0, 1, SLOT, X, Y, ID], 8)):
        yield from (f"B: {kind:02x} " + row.hex(" ") for row in bits(codes, length))
    for axis, most, resolution in (
        (0, WIDTH - 1, UNITS),
        (1, HEIGHT - 1, UNITS),
        (SLOT, 9, 0),
        (X, WIDTH - 1, UNITS),
        (Y, HEIGHT - 1, UNITS),
        (ID, 65535, 0),
    ):
        yield f"A: {axis:02x} 0 {most} 0 0 {resolution}"


def demonstration():
    hand = Hand()
    rest = 700  # ms between gestures
    hand.pause(300)
    hand.tap(fingers(1, 128, 72))
    hand.pause(rest)
    hand.tap(fingers(1, 90, 60))
    hand.pause(130)
    hand.tap(fingers(1, 91, 61))
    hand.pause(rest)
    hand.tap(fingers(2, 128, 72))
    hand.pause(rest)
    hand.tap(fingers(3, 128, 72))
    hand.pause(rest)
    for dx, dy in ((-70, 0), (70, 0), (0, -60), (0, 60)):
        hand.sweep(fingers(3, 128 - dx / 2, 70 - dy / 2), dx, dy, 260)
        hand.pause(rest)
    hand.around((128, 72), (12, 42), (-35, -30), 600)
    hand.pause(rest)
    hand.around((128, 72), (42, 14), (-35, -30), 600)
    hand.pause(rest)
    hand.around((128, 72), (30, 30), (-60, 15), 700)
    hand.pause(rest)
    hand.sweep([(0.5, 70)], 60, 0, 450)
    hand.pause(rest)
    hand.sweep([(255.4, 75)], -60, 0, 450)
    hand.pause(rest)
    hand.sweep(fingers(2, 128, 95), 0, -50, 700)
    hand.pause(rest)
    hand.sweep(fingers(1, 90, 65), 75, 12, 700)
    hand.pause(rest)
    # For configurations that have gestures of four and five fingers; the demonstration set has none.
    hand.sweep(fingers(4, 128, 100), 0, -60, 450)
    hand.pause(rest)
    hand.sweep(fingers(4, 160, 70), -60, 0, 260)
    hand.pause(rest)
    hand.around((128, 72), (50, 25), (-80, -70), 500, count=5)
    hand.pause(200)
    return hand.lines


if __name__ == "__main__":
    print("\n".join([*header(), *demonstration()]))
