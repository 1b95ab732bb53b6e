"""gesturectl teach without recordings: the gesture is made on a device, here a mocked one."""

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
            env=os.environ | bed.environment | {"XDG_DATA_HOME": self.path("data")})

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
        process = self.start(bed, "teach", "--config", path, "--examples", "2", "--write", "tap")
        self.err.wait_for("Make `tap` 2 times on")
        hand = mocks.Hand(pad)
        for each in (1, 2):
            hand.tap()
            hand.time += 1
        bed.write(pad, hand.evemu())
        self.err.wait_for("  2: one-finger tap")
        self.err.wait_for("written; the previous version is")
        self.assertEqual(process.wait(PATIENCE), 0)
        self.assertRegex(self.read("config.toml"), r'max_duration = "\d+ms"  # short\n$')
        self.assertNotIn('"40ms"', self.read("config.toml"))
        self.assertEqual(self.read("config.toml.bak"), CONFIG)

    def test_keys_take_an_example_back_and_end(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        keyboard, terminal = pty.openpty()
        self.addCleanup(os.close, keyboard)
        process = self.start(
            bed, "teach", "--config", self.write("config.toml", ""), "--write", "quick", stdin=terminal)
        os.close(terminal)
        self.err.wait_for("Make `quick` 3 to 5 times on")
        hand = mocks.Hand(pad)
        for number, key in ((1, b"\x7f"), (1, b""), (2, b"\n"), (3, b"\n")):
            bed.write(pad, hand.tap().evemu())
            hand.events = []
            hand.time += 1
            self.err.wait_for(f"  {number}: one-finger tap")
            os.write(keyboard, key)
            if key == b"\x7f":
                self.err.wait_for("  1 taken back")
            if number == 2:
                self.err.wait_for("  1 more, or Ctrl-C to stop")
        self.err.wait_for("Now something that is not it")
        os.write(keyboard, b"\n")
        self.out.wait_for('name = "quick"')
        self.err.wait_for("examples/quick: 3 examples")
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_ctrl_c_and_ctrl_d_write_nothing(self):
        pad = mocks.touchpad()
        for key, text in ((b"\x03", "stopped; nothing was written"), (b"\x04", "no gesture was made")):
            bed = self.mock(pad)
            keyboard, terminal = pty.openpty()
            self.addCleanup(os.close, keyboard)
            process = self.start(bed, "teach", "--config", self.write("config.toml", CONFIG), "tap", stdin=terminal)
            os.close(terminal)
            self.err.wait_for("Make `tap` 3 to 5 times on")
            os.write(keyboard, key)
            self.assertEqual(process.wait(PATIENCE), 1)
            self.err.wait_for(text)

    def test_a_table_for_a_gesture_that_is_made_also_where_standard_input_is_at_its_end(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        process = self.start(
            bed, "teach", "--config", self.write("config.toml", ""), "--run", "true", "--examples", "1", stdin=subprocess.DEVNULL)
        self.err.wait_for("Make the gesture once on")
        bed.write(pad, mocks.Hand(pad).tap().evemu())
        self.out.wait_for('name = "tap-1"')
        self.out.wait_for('run = "true"')
        self.assertEqual(process.wait(PATIENCE), 0)


if __name__ == "__main__":
    unittest.main()
