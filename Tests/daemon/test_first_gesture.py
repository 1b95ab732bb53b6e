"""The end of `gesturectl setup` in a mocked session: the first gesture counts when its action has worked."""

import os
import subprocess
import unittest

import bench
import mocks
from bench import DaemonCase, wait_until

SWIPE = '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'


class FirstGesture(DaemonCase):
    def setUp(self):
        super().setUp()
        for name in ("config-home/gestured", "run", "bin"):
            os.makedirs(self.path(name), mode=0o700)
        for program in ("sudo", "systemctl"):
            self.program(program, "exit 1")

    def program(self, name, text):
        self.write(f"bin/{name}", f"#!/bin/sh\n{text}\n", mode=0o700)

    def setup(self, action):
        """What `setup` says, and its status, when the swipe has been made."""
        pad = mocks.touchpad()
        bed = self.mock(pad)
        self.write("config-home/gestured/config.toml", SWIPE + action + "\n")
        path = f"{self.path('bin')}:{os.environ['PATH']}"
        daemon = self.start(environment=bed.environment | {"PATH": path})
        control = self.varlink(daemon)
        wait_until(lambda: control.call("Status")["devices"], "the device", daemon)
        environment = self.environment = {
            "PATH": path, "LANG": "C.UTF-8", "HOME": self.directory, "XDG_RUNTIME_DIR": self.path("run"),
            "XDG_CONFIG_HOME": self.path("config-home"), "XDG_CONFIG_DIRS": self.path("none")} | bed.environment
        process = subprocess.Popen(
            [bench.GESTURECTL, "setup", "--yes"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            stdin=subprocess.DEVNULL, env=environment, cwd=self.directory)
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Make a gesture now"):
                break
        wait_until(lambda: control.call("Status")["subscribers"]["count"] or process.poll() is not None, "setup", daemon)
        hand = mocks.Hand(pad)
        for step in range(12):
            hand.frame({slot: (20 + 3 * step, 20 + 15 * slot) for slot in range(3)})
        bed.write(pad, hand.frame({0: None, 1: None, 2: None}).evemu())
        said += process.stdout.readlines()
        process.stdout.close()
        status = process.wait()
        # The next daemon would find the socket busy.
        daemon.end()
        return "".join(said), status

    def test_a_missing_program_is_named_before_and_after_and_the_status_is_1(self):
        self.program("apt-file", '[ "$*" = "--package-only --fixed-string search /usr/bin/no-such-program-here" ] && echo such-package')
        said, status = self.setup('run = "no-such-program-here next"')
        self.assertEqual(status, 1, said)
        before, after = said.split("Make a gesture now", 1)
        missing = "`no-such-program-here` is not installed"
        self.assertIn(f"{missing} (three): sudo apt install such-package\n", before)
        self.assertIn("three was recognized, but its action failed: `no-such-program-here next` failed with exit status 127", after)
        self.assertIn(f"{missing}: sudo apt install such-package", after)
        self.assertNotIn("It works", said)

    def test_what_starts_the_daemon_next_time_and_every_note(self):
        said, _ = self.setup('run = "true"')
        # There is no graphical session and no user manager here, so nothing is known of the next login.
        self.assertNotIn("After the next login", said)
        answers = ("case \"$2 $3\" in 'show -p') echo {};; 'is-active gestured.service') exit 3;; "
                   "'reenable --now') exit 1;; esac")
        for target, start in (("default.target", "the user manager starts the daemon with each login"),
                              ("other.target", "gestured.service is enabled for some sessions only, so it does not start with each login")):
            with self.subTest(target):
                self.program("systemctl", answers.format(target))
                said, status = self.setup('run = "true"')
                self.assertEqual(status, 0, said)
                before, _ = said.split("Make a gesture now", 1)
                self.assertIn(f"After the next login: {start}\n", before)
                doctor = subprocess.run([bench.GESTURECTL, "doctor"], capture_output=True, text=True, env=self.environment, cwd=self.directory)
                notes = [line for line in doctor.stdout.splitlines() if line.startswith("note ") and "the daemon" not in line]
                self.assertEqual([note for note in notes if note not in before], [], before)
                self.assertEqual("enabled for some sessions only" in before, target == "other.target")

    def test_a_command_that_fails(self):
        said, status = self.setup('run = "echo no such workspace >&2; exit 3"')
        self.assertEqual(status, 1, said)
        self.assertIn("failed with exit status 3: no such workspace", said)

    def test_a_command_that_ends_well_and_one_that_stays(self):
        for action in ('run = "true"', 'run = "exec sleep 60"\ntimeout = "3s"', ""):
            with self.subTest(action):
                said, status = self.setup(action)
                self.assertEqual(status, 0, said)
                self.assertIn("It works.", said)


if __name__ == "__main__":
    unittest.main()
