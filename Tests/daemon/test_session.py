"""`gesturectl record --session` on a mocked touchpad."""

import glob
import os
import subprocess

import mocks
from bench import TOP, DaemonCase, Lines

GESTURECTL = os.environ.get("GESTURECTL", os.path.join(TOP, ".build/debug/gesturectl"))


class Session(DaemonCase):
    def test_touches_of_a_device_become_labelled_files_after_consent(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        given = self.path("given")
        session = subprocess.Popen(
            [GESTURECTL, "record", "--session", given, "--device", pad.node], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env=os.environ | bed.environment)
        self.addCleanup(session.stdout.close)
        self.addCleanup(session.kill)
        out = Lines(session.stdout)
        out.wait_for("1/40")
        hand = mocks.Hand(pad)
        # Three of the forty gestures have two touch sequences.
        for _ in range(3 * (40 + 3)):
            hand.tap(held=0.01)
        bed.write(pad, hand.evemu())
        text = out.wait_for("[y/N]")
        self.assertIn('the device: "%s"' % pad.name, text)
        self.assertFalse(os.path.exists(given))
        session.stdin.write(b"y\n")
        session.stdin.close()
        out.wait_for("Wrote 120 files")
        self.assertEqual(session.wait(), 0)
        self.assertEqual(len(glob.glob(given + "/*.evemu")), 120)
        with open(given + "/tap-1-2.evemu", encoding="utf-8") as file:
            recorded = file.read()
        self.assertIn("# Label: tap-1\n", recorded)
        self.assertEqual(recorded.count(" 0001 014a 0001\n"), 1)
