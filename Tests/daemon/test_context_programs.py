"""The programs that set the context are children of the daemon: they live with the session and the configuration that need them."""

import os
import shutil
import signal
import sys
import unittest

import mocks
from bench import GESTURECTL, GESTURED, TOP, wait_until
from logind import LISTEN
from test_login import Followed

NEEDS = '[[gesture]]\nname = "t"\ntype = "tap"\nwhen = {{ {} = "x" }}\n'
# A program as those of config/context: what it starts holds the values, and it reports at SIGTERM.
PROGRAM = """#!{python}
import os, signal, subprocess, sys
open({log!r}, "a").write(f"{{os.getpid()}} {{os.environ.get('WAYLAND_DISPLAY')}}\\n")
holder = subprocess.Popen(["gesturectl", "control", "context", "--hold"], stdin=subprocess.PIPE)
def say(app):
    holder.stdin.write(b'{{"app": "%s", "title": "one"}}\\n' % app)
    holder.stdin.flush()
def end(*_):
    say(b"")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
say(b"x")
holder.wait()
"""


class ContextPrograms(Followed):
    """The daemon, installed with programs of the test, and compositors with the names of real ones."""

    def setUp(self):
        super().setUp()
        for directory in ("bin", "share/gestured/context"):
            os.makedirs(self.path("inst/" + directory))
        shutil.copy(GESTURED, self.path("inst/bin/gestured"))
        os.symlink(GESTURECTL, self.path("inst/bin/gesturectl"))
        self.log = self.path("log")
        self.install("sway", PROGRAM.format(python=sys.executable, log=self.log))

    def install(self, name, text):
        path = self.path("inst/share/gestured/context/" + name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def sway(self, *names):
        """A compositor whose process has the name sway."""
        name = "import ctypes; ctypes.CDLL(None).prctl(15, b'sway')\n"
        return self.compositor(*names, program=name + LISTEN)

    def run_daemon(self, *entries, key="app", **options):
        super().run_daemon(*entries, gestures=NEEDS.format(key), program=(self.path("inst/bin/gestured"),), **options)

    def sources(self):
        return self.client.call("Status")["sources"]

    def source(self, key="app"):
        return next((source for source in self.sources() if key in source["keys"]), None)

    def wait_for_state(self, state, key="app"):
        wait_until(lambda: (self.source(key) or {}).get("state") == state, f"{state}, not {self.sources()}", self.daemon)
        return self.source(key)

    def value(self):
        return self.client.call("Status")["context"].get("app")

    def wait_for_value(self, value):
        wait_until(lambda: self.value() == value, f"app={value}", self.daemon)

    def starts(self):
        """The processes and displays of the programs that were started."""
        return [line.split() for line in (self.read("log") or "").splitlines()]

    @staticmethod
    def is_gone(pid):
        try:
            with open(f"/proc/{pid}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            return True

    def wait_for_end(self, pid):
        wait_until(lambda: self.is_gone(int(pid)), f"{pid} ends")

    # The session

    def test_it_runs_with_the_session_that_needs_it(self):
        self.run_daemon()
        self.assertEqual(self.source(), {"keys": ["app"], "state": "absent", "gestures": ["t"]})
        first = self.sway("wayland-1")
        source = self.wait_for_state("running")
        self.wait_for_value("x")
        (process, display), = self.starts()
        self.assertEqual((source["program"], source["process"], display), ("context/sway", int(process), "wayland-1"))
        first.end()
        self.wait_for_end(process)
        self.wait_for_value("")
        self.wait_for_state("absent")
        os.unlink(f"{self.runtime}/wayland-1")
        self.sway("wayland-2")
        self.wait_for_value("x")
        self.assertEqual([display for _, display in self.starts()], ["wayland-1", "wayland-2"])

    def test_another_session_at_once_has_a_program_of_its_own(self):
        first = self.sway("wayland-1")
        self.run_daemon()
        self.wait_for_value("x")
        first.end()
        self.sway("wayland-2")
        wait_until(lambda: len(self.starts()) == 2, "the second program", self.daemon)
        (old, _), (_, display) = self.starts()
        self.wait_for_end(old)
        self.assertEqual(display, "wayland-2")
        self.wait_for_value("x")

    def test_a_compositor_without_a_program(self):
        self.compositor("wayland-1")
        self.run_daemon()
        self.wait_for(state="here")
        self.assertEqual(self.source(), {"keys": ["app"], "state": "absent", "gestures": ["t"]})
        self.assertEqual(self.starts(), [])

    # The configuration

    def configure(self, text):
        self.write("config.toml", text)
        self.client.call("Reload")

    def test_a_reload_starts_it_and_ends_it(self):
        self.sway("wayland-1")
        self.run_daemon(key="mode")
        self.wait_for(state="here")
        self.assertEqual(self.sources(), [])
        self.configure(NEEDS.format("title"))
        self.wait_for_value("x")
        self.assertEqual(self.source("title")["state"], "running")
        self.configure(NEEDS.format("mode"))
        self.wait_for_end(self.starts()[0][0])
        self.wait_for_value("")
        self.assertEqual(self.sources(), [])

    def test_a_reload_that_still_needs_it_leaves_it_alone(self):
        self.sway("wayland-1")
        self.run_daemon()
        self.wait_for_value("x")
        self.configure(NEEDS.format("app") + 'fingers = 4\n')
        self.assertEqual(self.source()["process"], int(self.starts()[0][0]))
        self.assertEqual(len(self.starts()), 1)

    # Its end

    def test_one_that_is_killed_is_started_again(self):
        self.sway("wayland-1")
        self.run_daemon()
        self.wait_for_value("x")
        os.kill(int(self.starts()[0][0]), signal.SIGKILL)
        wait_until(lambda: len(self.starts()) == 2, "the second start", self.daemon)
        self.wait_for_value("x")
        self.assertEqual(self.source()["state"], "running")
        self.daemon.end()
        self.assertIn("context/sway ended with signal 9", self.daemon.err.text)

    def test_one_that_ends_at_once_waits_longer_each_time(self):
        self.install("sway", f'#!/bin/sh\ndate +%s.%N >>{self.log}; echo "no such window manager" >&2; exit 3\n')
        self.sway("wayland-1")
        self.run_daemon()
        wait_until(lambda: len(self.starts()) == 3, "three starts", self.daemon)
        # The next start is in 4 s.
        source = self.wait_for_state("waiting")
        self.assertEqual(source["reason"], "ended with exit status 3: no such window manager")
        self.assertEqual(source["gestures"], ["t"])
        first, second, third = [float(line[0]) for line in self.starts()]
        self.assertGreater(second - first, 0.99)
        self.assertGreater(third - second, 1.99)
        # The reason is logged once.
        self.daemon.end()
        self.assertEqual(self.daemon.err.text.count("context/sway ended with exit status 3"), 1)

    def test_one_that_is_not_installed(self):
        os.unlink(self.path("inst/share/gestured/context/sway"))
        self.sway("wayland-1")
        self.run_daemon()
        source = self.wait_for_state("failed")
        self.assertEqual(source["reason"], "cannot be started: No such file or directory")
        self.install("sway", PROGRAM.format(python=sys.executable, log=self.log))
        self.client.call("Reload")
        self.wait_for_value("x")

    def test_one_that_does_not_end_is_killed_with_the_processes_that_it_has_started(self):
        self.install("sway", f'#!/bin/sh\ntrap "" TERM\necho $$ >>{self.log}\nsleep 1000 &\necho $! >>{self.log}\nwait; wait\n')
        self.sway("wayland-1")
        self.run_daemon()
        wait_until(lambda: len(self.starts()) == 2, "both processes", self.daemon)
        self.configure(NEEDS.format("mode"))
        for pid, in self.starts():
            self.wait_for_end(pid)

    def test_it_ends_with_the_daemon_however_that_ends(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number):
                compositor = self.sway(f"wayland-{int(number)}")
                self.run_daemon()
                self.wait_for_value("x")
                process = self.starts()[-1][0]
                self.daemon.end(number)
                self.wait_for_end(process)
                compositor.end()

    # Another program

    def test_a_program_of_the_user_keeps_the_keys_that_it_holds(self):
        self.sway("wayland-1")
        self.run_daemon()
        self.wait_for_value("x")
        process = self.starts()[0][0]
        other = self.varlink(self.daemon)
        other.call("SetContext", {"values": {"app": "mine"}, "hold": True})
        self.wait_for_state("held")
        self.wait_for_end(process)
        self.assertEqual(self.value(), "mine")
        self.assertEqual(len(self.starts()), 1)
        other.close()
        self.wait_for_value("x")
        self.assertEqual(len(self.starts()), 2)

    # A touchscreen

    def test_a_touchscreen_needs_the_rotation_unless_its_device_turns_it(self):
        self.install("wayland", PROGRAM.format(python=sys.executable, log=self.log).replace('"app": "%s", "title": "one"', '"rotation": "90"').replace(" % app", ""))
        self.sway("wayland-1")
        bed = self.mock(mocks.touchscreen())
        self.run_daemon(*(f"{name}={value}" for name, value in bed.environment.items()), key="mode")
        self.wait_for_state("running", "rotation")
        wait_until(lambda: self.client.call("Status")["context"].get("rotation") == "90", "the rotation", self.daemon)
        self.configure('[[device]]\nmatch = { kind = "touchscreen" }\nrotation = 180\n' + NEEDS.format("mode"))
        self.wait_for_end(self.starts()[0][0])
        self.assertEqual(self.sources(), [])

    def test_a_value_that_is_not_held_is_named(self):
        self.run_daemon()
        self.client.call("SetContext", {"values": {"app": "x"}})
        self.assertEqual(self.source(), {"keys": ["app"], "state": "set", "gestures": []})


class Installed(Followed):
    def test_the_programs_of_this_tree_are_found(self):
        """The program itself ends at once, because this compositor has no Wayland."""
        self.compositor("wayland-1", program="import ctypes; ctypes.CDLL(None).prctl(15, b'niri')\n" + LISTEN)
        super().run_daemon(gestures=NEEDS.format("app"))
        source = lambda: self.client.call("Status")["sources"][0]
        wait_until(lambda: source()["state"] == "waiting", "its end", self.daemon)
        self.assertIn("$NIRI_SOCKET is not set", source()["reason"])
        self.assertTrue(os.path.exists(os.path.join(TOP, "config/context/niri")))


if __name__ == "__main__":
    unittest.main()
