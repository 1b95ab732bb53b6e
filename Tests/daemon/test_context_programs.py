"""The programs that set the context are children of the daemon, and end with it. When they are started: SimulatedProgramTests."""

import os
import shutil
import signal
import sys
import unittest

from bench import GESTURECTL, GESTURED, TOP, wait_until
from compositor import LISTEN
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

    def run_daemon(self):
        super().run_daemon(gestures=NEEDS.format("app"), program=(self.path("inst/bin/gestured"),))

    def source(self):
        return self.client.call("Status")["sources"][0]

    def wait_for_state(self, state):
        wait_until(lambda: self.source()["state"] == state, state, self.daemon)
        return self.source()

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

    def test_one_that_does_not_end_is_killed_with_the_processes_that_it_has_started(self):
        self.install("sway", f'#!/bin/sh\ntrap "" TERM\necho $$ >>{self.log}\nsleep 1000 &\necho $! >>{self.log}\nwait; wait\n')
        self.sway("wayland-1")
        self.run_daemon()
        wait_until(lambda: len(self.starts()) == 2, "both processes", self.daemon)
        self.write("config.toml", NEEDS.format("mode"))
        self.client.call("Reload")
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
