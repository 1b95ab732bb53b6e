"""The player for libinput's columns in the table of recordings gives its gestures by the recording's clock."""

import os
import shutil
import subprocess
import tempfile
import unittest

import labels
import libinput

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "../libinput/build")
ABSENT = [name for name in ("cc", "pkg-config") if not shutil.which(name)] or (
    [] if subprocess.run(["pkg-config", "--exists", "libinput", "libudev"]).returncode == 0 else ["libinput-dev"])

TOOLS = {1: 0x145, 2: 0x14D, 3: 0x14E, 4: 0x14F}


def bits(kind, codes, size):
    field = bytearray(size)
    for code in codes:
        field[code // 8] |= 1 << code % 8
    return "".join(
        "B: %02x %s\n" % (kind, " ".join("%02x" % x for x in field[i:i + 8])) for i in range(0, size, 8))


def recording(fingers, way, seconds, pressure=None):
    """Fingers in a row land together, move `way` mm to the right at 100 Hz and lift."""
    axes = {0: (4000, 40), 1: (2800, 40), 0x2F: (4, 0), 0x35: (4000, 40), 0x36: (2800, 40), 0x39: (65535, 0)}
    if pressure is not None:
        axes[0x3A] = (255, 0)
    lines = ["N: a pad\nI: 0018 0001 0002 0001\nP: 05 00 00 00 00 00 00 00\n", bits(0, [0, 1, 3], 8)]
    lines += [bits(1, [0x110, 0x14A, 0x148] + list(TOOLS.values()), 96), bits(3, axes, 8)]
    lines += ["A: %02x 0 %d 0 0 %d\n" % (code, *axis) for code, axis in sorted(axes.items())]

    def frame(time, events):
        lines.extend("E: %.6f %04x %04x %d\n" % (time, *event) for event in events + [(0, 0, 0)])

    def slots(*reports):
        return [x for slot in range(fingers) for x in [(3, 0x2F, slot)] + [r(slot) for r in reports]]

    def keys(value):
        return [(1, 0x14A, value), (1, TOOLS[fingers], value)]

    landing = [lambda i: (3, 0x39, i + 1), lambda i: (3, 0x35, 1400 + 600 * i), lambda i: (3, 0x36, 1000)]
    if pressure is not None:
        landing.append(lambda i: (3, 0x3A, pressure))
    frame(1, slots(*landing) + keys(1))
    steps = max(1, round(seconds * 100))
    for k in range(1, steps + 1 if way else 1):
        frame(1 + k / 100, slots(lambda i: (3, 0x35, round(1400 + 600 * i + way * 40 * k / steps))))
    frame(1 + seconds, slots(lambda i: (3, 0x39, -1)) + keys(0))
    return "".join(lines)


@unittest.skipIf(ABSENT, "absent: " + ", ".join(ABSENT))
class Player(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        libinput.PLAY = os.path.join(cls.folder.name, "play")
        subprocess.run([BUILD, libinput.PLAY], check=True)

    def events(self, *arguments, **options):
        path = os.path.join(self.folder.name, "recording.evemu")
        with open(path, "w") as file:
            file.write(recording(*arguments, **options))
        return libinput.play(path)

    def gestures(self, *arguments, **options):
        return [
            (x["type"], x["fingers"], x["state"]) for x in libinput.gestures(self.events(*arguments, **options))]

    def test_taps(self):
        for fingers in (1, 2, 3):
            self.assertEqual(self.gestures(fingers, 0, 0.1), [("tap", fingers, "recognized")])
            self.assertEqual(self.gestures(fingers, 0, 0.3), [], "a tap of libinput takes at most 180 ms")

    def test_motion(self):
        for fingers in (1, 2, 3, 4):
            found = libinput.gestures(self.events(fingers, 20, 0.5))
            self.assertEqual([(x["type"], x["fingers"]) for x in found], [("pan", fingers)])
            self.assertAlmostEqual(found[0]["translation"]["x"], 20, delta=2.5)
            self.assertTrue(labels.goes(fingers, (1, 0), "").judge(found))
            self.assertFalse(labels.goes(fingers, (0, 1), "").judge(found))

    def test_the_clock_is_that_of_the_recording(self):
        events = self.events(3, 0, 2)
        self.assertEqual([x["event"] for x in events], ["hold-begin", "hold-end"])
        self.assertAlmostEqual(events[0]["time"], 1.18, places=3)
        self.assertAlmostEqual(events[1]["time"], 3, places=6)
        self.assertEqual(self.gestures(3, 0, 2), [("long-press", 3, "ended")])

    def test_contacts_by_pressure(self):
        self.assertEqual(self.gestures(1, 0, 0.1, pressure=100), [("tap", 1, "recognized")])
        for pressure in (20, 140):
            self.assertEqual(self.gestures(1, 0, 0.1, pressure=pressure), [])
            path = os.path.join(self.folder.name, "recording.evemu")
            self.assertEqual(len(libinput.gestures(libinput.play(path, "-p"))), 1, "without its pressure")

    def test_quirks(self):
        def taps(head):
            path = os.path.join(self.folder.name, "recording.evemu")
            text = recording(1, 0, 0.1, pressure=140)
            with open(path, "w") as file:
                file.write(text.replace("N: a pad\n", head))
            return len(libinput.gestures(libinput.play(path)))

        self.assertEqual(taps("N: a pad\n"), 0, "a palm above 130")
        self.assertEqual(taps("N: CyPS/2 Cypress Trackpad\n"), 1, "by the name: 254")
        pad = "N: SynPS/2 Synaptics TouchPad\n"
        self.assertEqual(taps(pad), 0)
        self.assertEqual(taps("# DMI: dmi:svnLENOVO:pn:pvrThinkPadP50:\n" + pad), 1, "by the machine: 150")

    def test_what_is_wrong_is_an_error(self):
        with self.assertRaises(AssertionError):
            libinput.play(os.path.join(self.folder.name, "nothing.evemu"))


if __name__ == "__main__":
    unittest.main()
