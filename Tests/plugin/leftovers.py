#!/usr/bin/env python3
"""leftovers.py PREFIX [SEQUENCES [SEED]]: a cancelled touch sequence does not affect the next one, by libinput's own events.

PREFIX is the libinput with Lua that vm/build-libinput prints. Each round plays two random touch sequences to it, with the
plugin. The first is hidden by a word somewhere on its way. The second must give the events that it gives on a new device.
Then swipes and taps are claimed after their landing: libinput must give no event.
"""

import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
SLOT, X, Y, ID = 0x2F, 0x35, 0x36, 0x39
TOUCH, TOOLS = 0x14A, (0x145, 0x14D, 0x14E, 0x14F, 0x148)
UNITS = 40  # a mm, of judge's device
CLAIM_THREE = 0x67 << 24 | 1 << 20 | 4 << 16 | 255 << 8 | 3
HIDE = 0x67 << 24 | 1 << 20 | 1 << 16
MS = 1000


class Pad:
    """A touchpad in libinput, as the kernel drives it: it never repeats an unchanged value."""

    def __init__(self, judge, plugins, prefix):
        environment = {**os.environ, "LD_LIBRARY_PATH": f"{prefix}/lib", "LIBINPUT_QUIRKS_DIR": f"{prefix}/share/libinput"}
        self.process = subprocess.Popen([judge, plugins], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def begin(self):
        self.lines = ["device touchpad"]
        self.time, self.slot, self.next_id = 0, 0, 1
        self.ids, self.values = {}, {}

    def event(self, kind, code, value):
        self.lines.append(f"event {kind} {code} {value}")

    def select(self, slot):
        if self.slot != slot:
            self.event(3, SLOT, slot)
            self.slot = slot

    def change(self, kind, code, value, slot=None):
        if self.values.get((slot, kind, code), 0 if kind == 1 else None) == value:
            return
        if slot is not None:
            self.select(slot)
        self.event(kind, code, value)
        self.values[slot, kind, code] = value

    def place(self, slot, x, y):
        if slot not in self.ids:
            self.select(slot)
            self.event(3, ID, self.next_id)
            self.ids[slot] = self.next_id
            self.next_id += 1
        self.change(3, X, int(x * UNITS), slot)
        self.change(3, Y, int(y * UNITS), slot)

    def lift(self, slot):
        self.select(slot)
        self.event(3, ID, -1)
        del self.ids[slot]

    def hide(self):
        self.event(0, 1, HIDE | random_id(self.ids))

    def report(self, milliseconds):
        count = len(self.ids)
        self.change(1, TOUCH, int(count > 0))
        for number, code in enumerate(TOOLS, 1):
            self.change(1, code, int(number == count))
        self.lines.append("frame")
        self.wait(milliseconds)

    def wait(self, milliseconds):
        self.time += milliseconds * MS
        self.lines.append(f"at {self.time}")

    def events(self):
        """libinput's events since the last call, without times."""
        self.process.stdin.write("\n".join(self.lines + ["end"]) + "\n")
        self.process.stdin.flush()
        self.lines, found = [], []
        for line in self.process.stdout:
            if line == "end\n":
                return found
            found.append(line.split(" ", 1)[1].strip())
        raise SystemExit("FAILED  judge has ended")


def random_id(ids):
    return ids[min(ids)] & 0xFFFF


def play(pad, chance, hides):
    """One touch sequence of any form; with `hides` a word comes in a frame that is not the last."""
    count = chance.choice([1, 2, 2, 2, 3, 3, 4])
    form = chance.choice(["pinch", "pinch", "pan", "turn", "tap", "rest"])
    x, y, radius, angle = chance.uniform(35, 65), chance.uniform(22, 38), chance.uniform(8, 14), chance.uniform(0, 6.28)
    frames = chance.randint(3, 8) if form == "tap" else chance.randint(8, 50)
    step = chance.uniform(0.1, 1.0) * chance.choice([1, -1])
    if form == "pinch":
        step = max(step, -6 / frames)
    pace, late, staggered = chance.choice([7, 8, 10, 12]), chance.random() < 0.3, chance.random() < 0.4
    hidden_at = chance.randint(1, frames - 1)

    def place(finger, frame):
        turn = angle + 2 * math.pi * finger / count + (step * frame * 0.06 if form == "turn" else 0)
        length = radius + (step * frame * 0.5 if form == "pinch" else 0)
        way = step * frame * 0.6 if form == "pan" else 0
        return x + way + length * math.cos(turn), y + length * math.sin(turn) * 0.8

    for frame in range(frames):
        for finger in range(count):
            is_down = finger in pad.ids
            if is_down and form not in ("tap", "rest") or not is_down and (not late or frame >= 2 * finger):
                pad.place(finger, *place(finger, frame))
        if hides and frame == hidden_at:
            pad.hide()
        pad.report(pace)
    for finger in sorted(pad.ids):
        pad.lift(finger)
        if staggered:
            pad.report(pace)
    if not staggered:
        pad.report(pace)


def round_of(pad, seed, number):
    """(libinput's events of a sequence after one that was hidden, and those of the same sequence on a new device)"""
    chance = random.Random(seed * 1000000 + number)
    pad.begin()
    play(pad, chance, True)
    pad.wait(chance.choice([400, 700, 1500]))
    pad.events()
    state = chance.getstate()
    play(pad, chance, False)
    pad.wait(1500)
    after = pad.events()
    chance.setstate(state)
    pad.begin()
    play(pad, chance, False)
    pad.wait(1500)
    return after, pad.events()


def late_claim(pad, fingers, moves):
    """libinput's events of a sequence whose claim the plugin learns of 1 ms after the landing, in a frame of its own."""
    pad.begin()
    for frame in range(40 if moves else 6):
        for finger in range(fingers):
            pad.place(finger, 30 + 12 * finger + (0.4 * frame if moves else 0), 30)
        pad.report(1 if frame == 0 else 8)
        if frame == 0:
            pad.event(0, 1, CLAIM_THREE)
            pad.hide()
            pad.lines.append("frame")
            pad.wait(7)
    for finger in range(fingers):
        pad.lift(finger)
    pad.report(1500)
    return pad.events()


def main(prefix, sequences=500, seed=1):
    with tempfile.TemporaryDirectory() as directory:
        judge, plugins = f"{directory}/judge", f"{directory}/plugins"
        os.mkdir(plugins)
        shutil.copy(TOP / "plugin" / "50-gestured.lua", plugins)
        subprocess.run([TOP / "Tests" / "libinput" / "build-judge", judge, prefix], check=True)
        pad = Pad(judge, plugins, prefix)
        total = 0
        for number in range(int(sequences)):
            after, fresh = round_of(pad, int(seed), number)
            if after != fresh:
                sys.exit(f"FAILED  sequence {number} of seed {seed}: {after} instead of {fresh}")
            total += len(fresh)
        for fingers in (3, 4, 5):
            for moves in (True, False):
                events = late_claim(pad, fingers, moves)
                if events:
                    sys.exit(f"FAILED  a late claim of {fingers} fingers that {'move' if moves else 'tap'}: {events}")
    if total < int(sequences):
        sys.exit(f"FAILED  libinput gave {total} events: the sequences prove too little")
    print(f"ok      {sequences} sequences after one that was hidden: {total} events, as on a new device")


if __name__ == "__main__":
    main(*sys.argv[1:])
