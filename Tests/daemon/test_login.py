"""The daemon follows the process that listens on the sockets of the session. What it does with what it finds is in
SimulatedSessionTests; the real logind is in vm/tests."""

import os
import socket
import unittest

from bench import DaemonCase, wait_until
from compositor import Compositor

COMMAND = '[[gesture]]\nname = "{}"\ntype = "tap"\nrun = "{}"\n'
SEEN = "echo $WAYLAND_DISPLAY $SWAYSOCK $XDG_SESSION_ID $MINE $GESTURED_GESTURE >>$OUT"


class Followed(DaemonCase):
    def setUp(self):
        super().setUp()
        self.runtime = self.path("run")
        self.logind = self.path("logind")
        for directory in (self.runtime, self.logind + "/seats", self.logind + "/sessions"):
            os.makedirs(directory, mode=0o700)
        self.daemon = None

    def compositor(self, *names, **options):
        compositor = Compositor(*(os.path.join(self.runtime, name) for name in names), **options)
        self.addCleanup(self.end, compositor)
        return compositor

    @staticmethod
    def end(compositor):
        if compositor.process.poll() is None:
            compositor.end()

    def run_daemon(self, *entries, gestures=COMMAND.format("t", SEEN), **options):
        config = self.write("config.toml", gestures)
        environment = dict(entry.split("=", 1) for entry in entries)
        environment |= {
            "OUT": self.path("out"), "MINE": "mine", "GESTURED_LOGIND_DIRECTORY": self.logind,
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + self.path("bus")}
        self.daemon = self.start("--config", config, environment=environment, **options)
        self.client = self.varlink(self.daemon)

    def session(self):
        return self.client.call("Status")["session"]

    def locked(self):
        return self.client.call("Status")["context"].get("locked")

    def wait_for(self, **wanted):
        def holds():
            now = self.session()
            return {key: now.get(key) for key in wanted} == wanted

        wait_until(holds, f"{wanted}", self.daemon)

    def wait_for_lock(self, value):
        wait_until(lambda: self.locked() == value, f"locked={value}", self.daemon)

    def trigger(self, gesture="t"):
        self.client.call("Trigger", {"gesture": gesture})

    def assert_seen(self, *lines):
        wait_until(lambda: (self.read("out") or "").count("\n") >= len(lines), f"{lines}, not {self.read('out')}", self.daemon)
        self.assertEqual(self.read("out").splitlines(), list(lines))


class WithoutLogind(Followed):
    def test_the_only_compositor_gives_the_variables_whatever_the_daemon_had(self):
        self.compositor("wayland-1", "sway-ipc.1.2.sock")
        self.run_daemon("WAYLAND_DISPLAY=wayland-7", "SWAYSOCK=/gone", "HYPRLAND_INSTANCE_SIGNATURE=gone")
        self.assertEqual(self.session()["basis"], "candidate")
        self.trigger()
        self.assert_seen(f"wayland-1 {self.runtime}/sway-ipc.1.2.sock mine t")

    def test_a_nested_compositor_is_not_followed(self):
        outer = self.compositor("wayland-1")
        self.run_daemon()
        nested = self.compositor("wayland-2", environment={"WAYLAND_DISPLAY": "wayland-1"})
        self.trigger()
        self.assert_seen("wayland-1 mine t")
        self.assertEqual(self.session()["process"], outer.pid)
        nested.end()
        self.trigger()
        self.assert_seen(*["wayland-1 mine t"] * 2)

    def test_a_compositor_that_was_killed_leaves_its_sockets_and_the_next_one_is_followed(self):
        first = self.compositor("wayland-1", "sway-ipc.1.2.sock")
        self.run_daemon()
        first.end()
        self.wait_for(state="none")
        self.compositor("wayland-2", "sway-ipc.1.3.sock")
        self.wait_for(state="here")
        self.trigger()
        self.assert_seen(f"wayland-2 {self.runtime}/sway-ipc.1.3.sock mine t")

    def test_200_dead_sockets_and_one_that_is_bound_and_does_not_listen_yet(self):
        for number in range(200):
            with socket.socket(socket.AF_UNIX) as dead:
                dead.bind(f"{self.runtime}/wayland-{number + 10}")
        self.run_daemon()
        with socket.socket(socket.AF_UNIX) as late:
            late.bind(f"{self.runtime}/wayland-0")
            self.trigger()
            self.assert_seen("mine t")
            late.listen(1)
            self.compositor("sway-ipc.0.1.sock").end()  # something changes
            self.wait_for(state="here", process=os.getpid())

    def test_a_full_queue_is_no_end_of_the_compositor(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(f"{self.runtime}/wayland-0")
            listener.listen(0)
            self.run_daemon()
            self.wait_for(process=os.getpid())
            # The daemon's query has the only place. The socket is not queried again.
            self.compositor("sway-ipc.1.2.sock")
            self.trigger()
            self.assert_seen("wayland-0 mine t")


if __name__ == "__main__":
    unittest.main()
