"""The margins that gesturectl states for recordings of real hardware are right: among a dozen gestures, the nearest miss is
recognized once its limit is moved by the stated margin."""

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
#: Recordings of each kind that have to be found: more in the whole tests (.ci/run).
WANTED = 20 if os.environ.get("GESTURED_TESTS") == "whole" else 5
#: A stated measure has hundredths of a millimetre; a limit this much beyond it is on the other side of it.
BEYOND = 0.02
#: The part of its limit by which a near miss fails at most (TouchSequence.Miss.isNear).
NEAR = 0.5

ANY = 'direction = ["left", "right", "up", "down"]\n'
#: Name: type, fingers, further keys. Firm limits, so that hands that meant something else come near.
GESTURES = {
    **{f"tap{n}": ("tap", n, 'max_duration = "100ms"\n') for n in (1, 2, 3)},
    **{f"hold{n}": ("long-press", n, 'min_duration = "900ms"\n') for n in (1, 2, 3)},
    **{f"swipe{n}": ("swipe", n, ANY + 'min_distance = "40mm"\nmax_duration = "2s"\n') for n in (1, 2, 3)},
    **{f"pinch{n}": ("pinch", n, 'min_spread = "30mm"\n') for n in (2, 3)},
    **{f"turn{n}": ("rotation", n, 'min_arc = "20mm"\n') for n in (2, 3)},
}
MISS = re.compile(
    r"  (\w+): [^;]*?([\d.]+) ?(mm/s|mm|s|°)(?:, ([\d.]+) \S+ short of `(\w+)` ([\d.]+)|[^;]*; `(\w+)` allows ([\d.]+))")
UNITS = {"mm": "mm", "s": "s", "mm/s": "mm/s", "°": "deg"}


def configuration(changed=None, key=None, value=None):
    """The configuration with all gestures, and with a changed limit of one."""
    text = ""
    for name, (kind, fingers, more) in GESTURES.items():
        if name == changed:
            more = re.sub(rf"^{key} = .*\n", "", more, flags=re.MULTILINE) + f'{key} = "{value}"\n'
        text += f'[[gesture]]\nname = "{name}"\ntype = "{kind}"\nfingers = {fingers}\n{more}\n'
    return text


class Margins(unittest.TestCase):
    def run_ctl(self, config, *arguments):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(config)
            file.flush()
            result = subprocess.run(
                [GESTURECTL, *arguments[:1], "--config", file.name, *arguments[1:]], capture_output=True, text=True,
                timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def sequences(self, recording, config):
        """(recognized gestures, lines of reasons) of each touch sequence."""
        found = []
        for line in self.run_ctl(config, "replay", "--explain", str(recording)).splitlines():
            if line.startswith("sequence "):
                found.append((line.rpartition(": ")[2].split(", "), []))
            elif line.startswith("  "):
                found[-1][1].append(line)
        return found

    def flips(self, recording):
        """Whether the recording has a near miss that is recognized once the limit is moved. Fails if that was not the nearest."""
        for number, (recognized, lines) in enumerate(self.sequences(recording, configuration())):
            misses = [match for match in map(MISS.match, lines) if match]
            if recognized != ["nothing recognized"] or not misses or misses[0][0] != lines[0][: misses[0].end()]:
                continue
            amounts = []
            for match in misses:
                limit = float(match[6] or match[8])
                amounts.append(abs(float(match[2]) - limit) / limit)
            self.assertEqual(amounts, sorted(amounts), (recording.name, lines))
            nearest = misses[0]
            key = nearest[5] or nearest[7]
            if amounts[0] > NEAR or key == "direction":
                continue
            sign = -1 if nearest[5] else 1
            value = f"{float(nearest[2]) * (1 + sign * BEYOND):.5f}{UNITS[nearest[3]]}"
            after, lines = self.sequences(recording, configuration(nearest[1], key, value))[number]
            if nearest[1] in [name.removesuffix(" (cancelled)") for name in after]:
                return True
            # The gesture missed two limits. The other one is left now, and not this one again.
            left = next((line for line in lines if line.startswith(f"  {nearest[1]}: ")), "")
            self.assertNotIn(f"`{key}`", left, (recording.name, nearest[0]))
        return False

    def test_near_misses_are_recognized_beyond_the_stated_margin(self):
        if not RECORDINGS.is_dir():
            self.skipTest(f"no recordings at {RECORDINGS}: margins of real hands are not checked")
        recordings = sorted(RECORDINGS.glob("*.evemu"))
        held = 0
        # Neighbours are of one device, so every fifth recording comes first.
        for recording in [each for start in range(5) for each in recordings[start::5]]:
            held += self.flips(recording)
            if held == WANTED:
                return
        self.fail(f"only {held} recordings")


if __name__ == "__main__":
    unittest.main()
