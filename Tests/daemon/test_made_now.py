"""gesturectl tune and bind without recordings: the gesture is made on a device, here a mocked one."""

import os
import pty
import subprocess
import unittest

import mocks
from bench import GESTURECTL, PATIENCE, DaemonCase, Lines

CONFIG = '[[gesture]]\nname = "tap"\ntype = "tap"\nmax_duration = "40ms"  # short\n'


class MadeNow(DaemonCase):
    def start(self, bed, *arguments, stdin=subprocess.PIPE):
        process = subprocess.Popen(
            [GESTURECTL, *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | bed.environment)

        def stop():
            if process.poll() is None:
                process.kill()
                process.wait()
            for stream in filter(None, (process.stdin, process.stdout, process.stderr)):
                stream.close()

        self.addCleanup(stop)
        self.out, self.err = Lines(process.stdout), Lines(process.stderr)
        return process

    def test_a_gesture_is_tuned_as_it_is_made(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        path = self.write("config.toml", CONFIG)
        os.chmod(path, 0o600)
        process = self.start(bed, "tune", "--config", path, "--times", "2", "--write", "tap")
        self.out.wait_for("Make tap 2 times on")
        hand = mocks.Hand(pad)
        for each in (1, 2):
            hand.tap()
            hand.time += 1
        bed.write(pad, hand.evemu())
        self.out.wait_for("  2 of 2")
        self.out.wait_for("written; the previous version is")
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertRegex(self.read("config.toml"), r'max_duration = "\d+ms"  # short\n$')
        self.assertNotIn('"40ms"', self.read("config.toml"))
        self.assertEqual(self.read("config.toml.bak"), CONFIG)

    def test_ctrl_d_ends_it_earlier(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        keyboard, terminal = pty.openpty()
        self.addCleanup(os.close, keyboard)
        process = self.start(bed, "tune", "--config", self.write("config.toml", CONFIG), "tap", stdin=terminal)
        os.close(terminal)
        self.out.wait_for("Make tap 5 times on")
        os.write(keyboard, b"\x04")
        self.assertEqual(process.wait(PATIENCE), 1)
        self.err.wait_for("no gesture was made")

    def test_a_table_for_a_gesture_that_is_made_also_where_standard_input_is_at_its_end(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        process = self.start(
            bed, "bind", "--config", self.write("config.toml", ""), "--run", "true", stdin=subprocess.DEVNULL)
        self.err.wait_for("Make the gesture on")
        bed.write(pad, mocks.Hand(pad).tap().evemu())
        self.out.wait_for('name = "tap-1"')
        self.out.wait_for('run = "true"')
        self.assertEqual(process.wait(PATIENCE), 0)


if __name__ == "__main__":
    unittest.main()
