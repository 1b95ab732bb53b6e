"""The lock fails closed: a full file system, lockers, and gesturectl as the program that holds it. The rest: SimulatedLockTests."""

import json
import os
import subprocess
import time
import unittest

from harness import DEMO, GESTURECTL, Client, Place

TAP = '[[gesture]]\ntype = "tap"\n'


class Lock(Place):
    def setUp(self):
        super().setUp()
        self.configuration = self.file("config.toml", TAP)
        self.daemon = self.begin()

    def begin(self):
        return self.start("--replay", DEMO, "--config", self.configuration)

    def restart(self, kill=False):
        if kill:
            self.daemon.kill()
            self.daemon.wait()
        else:
            self.stop(self.daemon)
        self.daemon = self.begin()

    def context(self):
        with Client(self.socket_path) as client:
            return client.call("Status")["parameters"]["context"]

    def set(self, **values):
        with Client(self.socket_path) as client:
            self.assertEqual(client.call("SetContext", {"values": values}), {"parameters": {}})

    def wait(self, **expected):
        """Until the context has these values. Each answer comes after what the daemon read before."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            context = self.context()
            if all(context.get(key, "") == value for key, value in expected.items()):
                return
        self.fail(f"{context}, not {expected}")

    def holding(self, **values):
        program = subprocess.Popen([GESTURECTL, "control", "context", "--hold"], stdin=subprocess.PIPE, env=self.environment)
        self.addCleanup(program.wait)
        self.addCleanup(program.stdin.close)
        self.say(program, **values)
        self.wait(**values)
        return program

    @staticmethod
    def say(program, **values):
        program.stdin.write(json.dumps(values).encode() + b"\n")
        program.stdin.flush()

    @unittest.skipUnless(os.getuid() == 0, "only root can mount a file system")
    def test_a_full_directory_fails_the_call_and_counts_as_locked(self):
        self.stop(self.daemon)
        place = self.directory / "gestured"
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "none", place], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", place])
        self.daemon = self.begin()
        self.set(locked="no", app="a")
        filler = place / "filler"

        def fill():
            with self.assertRaises(OSError), open(filler, "ab", buffering=0) as file:
                while True:
                    file.write(bytes(4096))

        fill()
        with Client(self.socket_path) as client:
            reply = client.call("SetContext", {"values": {"locked": "yes"}})
            self.assertEqual(reply["error"], "org.gestured.Gestures.NotKept")
            # The call has failed, and the session is locked nevertheless.
            self.assertEqual(client.call("Status")["parameters"]["context"]["locked"], "yes")
            # The file that was emptied has left its place.
            fill()
            # A program that holds its values says nothing that is kept, so it goes on.
            self.assertEqual(client.call("SetContext", {"values": {"title": "x"}, "hold": True}), {"parameters": {}})
        result = self.run_ctl("control", "context", "locked=yes")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("could not be written", result.stderr)
        self.restart(kill=True)
        self.assertEqual(self.context(), {"locked": "yes"})
        filler.unlink()
        self.set(locked="no")
        self.restart(kill=True)
        self.assertEqual(self.context(), {"locked": "no"})

    def locker(self, line):
        """A locker that runs until a line comes on its FIFO."""
        program = subprocess.Popen([GESTURECTL, "control", "locked", "--", "sh", "-c", line], env=self.environment)
        self.addCleanup(lambda: program.poll() is None and program.kill())
        return program

    def gate(self, name):
        os.mkfifo(self.directory / name)
        return f"read x <{self.directory / name}"

    def open_gate(self, name):
        (self.directory / name).write_text("x\n")

    def test_a_locker_and_all_that_it_leaves_behind_lock_until_their_end(self):
        for line in ("{}", "({}) & exit 0", "setsid sh -c '{}' & exit 0"):
            with self.subTest(line):
                self.set(locked="no")
                name = f"gate{len(line)}"
                program = self.locker(line.format(self.gate(name)))
                self.wait(locked="yes")
                self.open_gate(name)
                self.assertEqual(program.wait(60), 0)
                self.assertEqual(self.context()["locked"], "no")

    def test_a_second_locker_that_ends_at_once_unlocks_nothing(self):
        first = self.locker(self.gate("first"))
        self.wait(locked="yes")
        self.assertEqual(self.locker("exit 2").wait(60), 1)
        self.wait(locked="yes")
        self.open_gate("first")
        self.assertEqual(first.wait(60), 0)
        self.assertEqual(self.context()["locked"], "no")

    def test_a_killed_one_and_a_restart_of_the_daemon_leave_the_lock(self):
        program = self.locker(self.gate("one"))
        # Returns when the locker has started. The lock holds a moment before.
        with open(self.directory / "one", "w") as gate:
            self.wait(locked="yes")
            program.kill()
            program.wait()
            self.wait(locked="yes")
            gate.write("x\n")
        program = self.locker(self.gate("two"))
        self.restart()
        self.assertEqual(self.context()["locked"], "yes")
        self.open_gate("two")
        self.assertEqual(program.wait(60), 0)
        self.assertEqual(self.context()["locked"], "no")

    def test_a_locker_runs_without_a_daemon_and_one_that_is_missing_locks_nothing(self):
        result = subprocess.run(
            [GESTURECTL, "control", "locked", "--", "/nonexistent"], env=self.environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("cannot start /nonexistent: No such file or directory", result.stderr)
        self.assertNotEqual(self.context().get("locked"), "yes")
        self.stop(self.daemon)
        result = subprocess.run(
            [GESTURECTL, "control", "locked", "--", "sh", "-c", "echo locked"], env=self.environment, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, "locked\n"))
        self.assertIn("sh runs without it", result.stderr)
        self.daemon = self.begin()

    def test_gesturectl_holds_says_it_again_and_releases_at_its_end(self):
        program = self.holding(app="firefox", locked="no")
        self.say(program, app="foot")
        self.wait(app="foot", locked="no")
        self.restart(kill=True)
        self.wait(app="foot", locked="no")
        # What comes while there is no daemon is said to the next one.
        self.stop(self.daemon)
        self.say(program, locked="yes", app="swaylock")
        self.daemon = self.begin()
        self.wait(app="swaylock", locked="yes")
        self.say(program, locked="no")
        self.wait(locked="no")
        program.stdin.close()
        self.assertEqual(program.wait(60), 0)
        self.wait(app="", locked="yes")

    def test_a_holder_that_is_killed(self):
        program = self.holding(app="firefox", locked="no")
        program.kill()
        self.wait(app="", locked="yes")

    def test_what_gesturectl_cannot_read_is_an_error(self):
        for text in ("firefox\n", '{"app": 1}\n', "x" * 600_000):
            with self.subTest(text=text[:20]):
                result = subprocess.run(
                    [GESTURECTL, "control", "context", "--hold"], input=text, capture_output=True, text=True, timeout=60, env=self.environment)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn("standard input: ", result.stderr)

    def test_a_refused_value_is_reported_and_the_others_hold(self):
        program = subprocess.Popen(
            [GESTURECTL, "control", "context", "--hold"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        program.stdin.write('{"app": "a"}\n{"locked": "maybe"}\n')
        program.stdin.flush()
        self.assertIn("`locked` is yes or no", program.stderr.readline())
        self.wait(app="a")
        program.communicate(timeout=60)


if __name__ == "__main__":
    unittest.main()
