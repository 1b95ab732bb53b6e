"""The nearest miss that `replay --explain` states is the right one: with a limit a little beyond what was measured the
gesture is missed by just that, and with a limit a little before it the gesture is recognized.

Held on recordings of real hardware, with limits taken from what the program says of each."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"))
GESTURECTL = os.environ.get("GESTURECTL", str(BUILD / "gesturectl"))
RECORDINGS = pathlib.Path(os.environ.get("GESTURED_RECORDINGS") or TOP / "../shared/recordings")

#: Type, key, a limit that no hand reaches, further keys; for maxima a limit that every hand exceeds.
GESTURES = [
    ("pan", "min_distance", "900mm", ""),
    ("pinch", "min_spread", "900mm", ""),
    ("long-press", "min_duration", "500s", 'allowable_movement = "none"\n'),
    ("tap", "max_duration", "1ms", 'allowable_movement = "none"\nland_window = "1ms"\n'),
]
#: Recordings for each gesture: more in the whole tests (.ci/run).
WANTED = 10 if os.environ.get("GESTURED_TESTS") == "whole" else 3
#: The part of a limit by which it is moved to either side of the measure.
MARGIN = 0.02

SHORT = re.compile(r"  g: (?:moved|moved together or apart by|lifted after) ([\d.]+) (mm|s), ([\d.]+) \2 short of `(\w+)` ([\d.]+) \2")
OVER = re.compile(r"  g: was held ([\d.]+) (s); `(\w+)` allows ([\d.]+) s")


class NearestMiss(unittest.TestCase):
    def sequences(self, recording, configuration):
        """(recognized gestures, lines of reasons, fingers) of each touch sequence."""
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(configuration)
            file.flush()
            result = subprocess.run(
                [GESTURECTL, "replay", "--explain", "--config", file.name, recording], capture_output=True, text=True,
                timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = []
        for line in result.stdout.splitlines():
            if line.startswith("sequence "):
                found.append((line.rpartition(": ")[2], [], int(re.search(r"(\d+) fingers?:", line)[1])))
            elif line.startswith("  "):
                found[-1][1].append(line)
        return found

    def check(self, recording, kind, key, extreme, more):
        """Whether the limit decides a touch sequence of the recording. Fails if it decides wrongly."""
        def configuration(limit):
            return f'[[gesture]]\nname = "g"\ntype = "{kind}"\n{more}{key} = "{limit}"\n'

        # Lengths are printed in hundredths, which are too coarse for the margin of short ones.
        for number, (outcome, reasons, fingers) in enumerate(self.sequences(recording, configuration(extreme))):
            match = (SHORT.match(reasons[0]) or OVER.match(reasons[0])) if reasons else None
            # Where more fingers came later than the failure, they would have been the next reason.
            if not match or (match[2] == "mm" and float(match[1]) < 0.5) or fingers != (2 if kind == "pinch" else 1):
                continue
            self.assertEqual((outcome, match[match.re.groups - 1]), ("nothing recognized", key))
            measured, unit, sign = float(match[1]), match[2], 1 if match.re is SHORT else -1
            missed = self.sequences(recording, configuration(f"{measured * (1 + sign * MARGIN):.5f}{unit}"))[number]
            if missed[0] != "nothing recognized":
                # The hand went farther and came back: what is stated is where it was lifted.
                self.assertIs(match.re, SHORT)
                continue
            again = match.re.match(missed[1][0])
            if not again and match.re is OVER:
                continue  # A tap that may be longer fails by what comes later: a click, a jump.
            self.assertTrue(again, missed)
            self.assertAlmostEqual(float(again[1]), measured, delta=0.006, msg=recording.name)
            made = self.sequences(recording, configuration(f"{measured * (1 - sign * MARGIN):.5f}{unit}"))[number]
            if match.re is OVER and made[0] == "nothing recognized":
                # The touch did not lift: the recording ended, or the kernel took the touch away.
                self.assertIn("was cancelled", made[1][0], recording.name)
                continue
            self.assertIn(made[0], ("g", "g (cancelled)"), f"{recording.name}, {missed}")
            return True
        return False


def add(kind, key, extreme, more):
    def test(self):
        recordings = sorted(RECORDINGS.glob("*.evemu"))
        # Neighbours are of one device, so every fifth recording comes first.
        held = 0
        for recording in [r for start in range(5) for r in recordings[start::5]]:
            held += self.check(recording, kind, key, extreme, more)
            if held == WANTED:
                return
        self.fail(f"only {held} recordings have a touch sequence that {key} decides")

    name = f"test_{kind}_{key}".replace("-", "_")
    reason = f"no recordings at {RECORDINGS}: the nearest miss of {kind} is not checked"
    setattr(NearestMiss, name, test if RECORDINGS.is_dir() else unittest.skip(reason)(test))


for each in GESTURES:
    add(*each)

if __name__ == "__main__":
    unittest.main()
