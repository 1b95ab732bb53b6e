"""scripts/row: the row of a recording makes the same gestures as the recording."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import rows
from recordings import GESTURECTL
from test_replay_rows import replay

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import motions  # noqa: E402

GESTURES = "tap fingers=1; three: tap fingers=3; swipe fingers=3 direction=left; pinch; rotation; press: long-press fingers=2"


class RowOfRecording(unittest.TestCase):
    def test_the_same_gestures(self):
        for words in ("tap 3", "swipe 3 left", "pinch 2 out", "rotation 2 right", "long-press 2 1 s", "tap 1, tap 1 after 0.5 s"):
            with self.subTest(words), tempfile.TemporaryDirectory() as folder:
                recording = pathlib.Path(folder, "hand.evemu")
                recording.write_text(motions.recording(words, "touchscreen"), encoding="utf-8")
                script = subprocess.run(
                    [TOP / "scripts/row", recording], check=True, capture_output=True, text=True, timeout=60).stdout.strip()
                row = rows.Row(f"X-of-a-recording\t{GESTURES}\t{script}\t-")
                configuration = pathlib.Path(folder, "gestures.toml")
                configuration.write_text(rows.Configuration(row).toml, encoding="utf-8")
                os.chmod(configuration, 0o600)
                shown = subprocess.run(
                    [GESTURECTL, "replay", "--json", "--config", configuration, recording], check=True, capture_output=True,
                    text=True, timeout=60).stdout
                expected = [json.loads(line) for line in shown.splitlines()]
                found = replay(row, folder)

                def gestures(events):
                    return [(event["gesture"], event["state"]) for event in events if event["state"] != "changed"]
                self.assertGreater(len(expected), 0)
                self.assertEqual(gestures(found), gestures(expected))


if __name__ == "__main__":
    unittest.main()
