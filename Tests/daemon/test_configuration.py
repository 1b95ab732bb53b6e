"""Reading the configuration, and reading it again while the daemon runs. Where it is found, and what a new one does to gestures:
SimulatedConfigurationTests."""

import os
import signal
import subprocess
import unittest

import mocks
from bench import GESTURECTL, DaemonCase, wait_until


def tap(name, fingers=1):
    return f'[[gesture]]\nname = "{name}"\ntype = "tap"\nfingers = {fingers}\n'


class AtStart(DaemonCase):
    def test_a_named_file_that_is_missing(self):
        path = self.path("missing.toml")
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertIn(path, err.splitlines()[0])
        self.assertIn("No such file", err.splitlines()[0])

    def test_a_file_that_is_not_toml(self):
        path = self.write("config.toml", "[[gesture]\n")
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertTrue(err.startswith(f"gestured: {path}:1:"), err)

    def test_a_file_that_others_can_write(self):
        path = self.write("config.toml", tap("a"), mode=0o622)
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertIn(path, err)


class Again(DaemonCase):
    def setUp(self):
        super().setUp()
        self.config = self.write("config.toml", tap("old"))
        bed = self.mock(mocks.touchpad())
        self.daemon = self.start("--config", self.config, environment=bed.environment)
        self.control = self.varlink(self.daemon)
        self.await_names(["old"])

    def await_names(self, names):
        found = lambda: [gesture["name"] for gesture in self.control.call("Status")["gestures"]]
        wait_until(lambda: found() == names, f"the gestures {names}", self.daemon)

    def test_by_signal(self):
        self.write("config.toml", tap("new"))
        self.daemon.process.send_signal(signal.SIGHUP)
        self.await_names(["new"])
        self.daemon.err.wait_for(f"{self.config} reloaded: 1 gesture")

    def test_when_the_file_is_written(self):
        self.write("config.toml", tap("new"))
        self.await_names(["new"])


class Check(DaemonCase):
    def test_it_uses_the_devices_of_the_machine(self):
        bed = self.mock(mocks.touchpad())
        lines = {}
        for fingers in (5, 6):
            path = self.write(f"{fingers}.toml", tap("many", fingers))
            done = subprocess.run(
                [GESTURECTL, "check", path], env=os.environ | bed.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines[fingers] = done.stderr
        self.assertEqual(lines[5], "")
        self.assertIn("6.toml:1:1: warning: `many` can never be made: it takes 6 fingers", lines[6])


class WhileReplaying(DaemonCase):
    def test_a_recording_continues_with_the_new_gestures(self):
        pad = mocks.touchpad()
        config = self.write("config.toml", tap("old"))
        recording = self.write("taps.evemu", mocks.header(pad) + mocks.Hand(pad).tap().pause(1.5).tap().evemu())
        daemon = self.start("--config", config, "--replay", recording, "--print", "--exit-at-end")
        daemon.out.wait_for("0.051 old tap 1 recognized")
        self.write("config.toml", tap("new"))
        self.assertEqual(daemon.wait(), 0)
        self.assertEqual(daemon.out.text.splitlines()[1:], ["1.611 new tap 1 recognized at 50.0,30.0"])


if __name__ == "__main__":
    unittest.main()
