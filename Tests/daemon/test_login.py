"""A daemon of the user manager that is older than the session: its commands get the session's present variables."""

import os
import socket
import unittest

from bench import GESTURED, DaemonCase, wait_until

COMMAND = '[[gesture]]\nname = "{}"\ntype = "tap"\nrun = "{}"\n'
SEEN = "echo $WAYLAND_DISPLAY $SWAYSOCK $MINE $GESTURED_GESTURE >>$OUT"


class Login(DaemonCase):
    def setUp(self):
        super().setUp()
        self.runtime = self.path("run")
        os.makedirs(self.runtime, mode=0o700)
        os.makedirs(self.path("bin"))
        self.answer("")

    def answer(self, *entries, status=0):
        """What the user manager answers. Each question is a line of the file `queries`."""
        self.write("answer", "".join(f"{entry}\n" for entry in entries))
        script = f"#!/bin/sh\necho \"$@\" >>{self.path('queries')}\ncat {self.path('answer')}\nexit {status}\n"
        os.replace(self.write("new", script, 0o700), self.path("bin/systemctl"))

    def session(self, name):
        """The socket of a compositor, which stays until the end of the test."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(os.path.join(self.runtime, name))
        return os.path.join(self.runtime, name)

    def run_service(self, *entries, gestures=COMMAND.format("t", SEEN), is_service=True):
        config = self.write("config.toml", gestures)
        environment = dict(entry.split("=", 1) for entry in entries)
        environment |= {"OUT": self.path("out"), "PATH": f"{self.path('bin')}:{os.environ['PATH']}", "MINE": "mine"}
        script = ("SYSTEMD_EXEC_PID=$$ " if is_service else "") + 'exec "$0" "$@"'
        daemon = self.start("--config", config, environment=environment, program=("sh", "-c", script, GESTURED))
        self.client = self.varlink(daemon)
        self.daemon = daemon

    def trigger(self, gesture="t"):
        self.client.call("Trigger", {"gesture": gesture})

    def assert_seen(self, *lines):
        wait_until(lambda: (self.read("out") or "").count("\n") >= len(lines), f"{lines}, not {self.read('out')}", self.daemon)
        self.assertEqual(self.read("out").splitlines(), list(lines))

    def queries(self):
        return (self.read("queries") or "").count("show-environment")

    def test_the_session_of_the_daemon_is_not_queried(self):
        path = self.session("sway-1.sock")
        self.session("wayland-1")
        self.run_service("WAYLAND_DISPLAY=wayland-1", f"SWAYSOCK={path}")
        self.trigger()
        self.trigger()
        self.assert_seen(*[f"wayland-1 {path} mine t"] * 2)
        self.assertEqual(self.queries(), 0)

    def test_the_next_session_has_a_display_of_the_same_name(self):
        old = self.session("sway-1.sock")
        display = self.session("wayland-1")
        self.run_service("WAYLAND_DISPLAY=wayland-1", f"SWAYSOCK={old}")
        os.unlink(old)
        os.unlink(display)
        new = self.session("sway-2.sock")
        self.session("wayland-1")
        self.answer("WAYLAND_DISPLAY=wayland-1", f"SWAYSOCK={new}", "OTHER=1")
        self.trigger()
        self.trigger()
        self.assert_seen(*[f"wayland-1 {new} mine t"] * 2)
        self.assertEqual(self.queries(), 1)

    def test_the_variables_of_another_compositor_are_removed(self):
        old = self.session("sway-1.sock")
        self.run_service("WAYLAND_DISPLAY=wayland-1", f"SWAYSOCK={old}")
        os.unlink(old)
        self.session("wayland-0")
        self.answer("WAYLAND_DISPLAY=wayland-0")
        self.trigger()
        self.assert_seen("wayland-0 mine t")

    def test_a_daemon_that_was_started_before_the_session(self):
        self.session("wayland-1")
        self.answer("WAYLAND_DISPLAY=wayland-1")
        self.run_service()
        self.trigger()
        self.assert_seen("wayland-1 mine t")

    def test_commands_of_one_moment_wait_for_one_answer_and_keep_their_order(self):
        self.session("wayland-1")
        self.answer("WAYLAND_DISPLAY=wayland-1")
        order = "".join(COMMAND.format(f"g{number}", SEEN) for number in range(5))
        self.run_service(gestures=order)
        for number in range(5):
            self.client.send("Trigger", {"gesture": f"g{number}"})
        self.assert_seen_any(5)
        self.assertEqual(self.queries(), 1)

    def assert_seen_any(self, count):
        wait_until(lambda: (self.read("out") or "").count("\n") == count, "the commands", self.daemon)
        self.assertEqual({line.split()[0] for line in self.read("out").splitlines()}, {"wayland-1"})

    def test_a_command_that_failed_makes_the_next_one_ask(self):
        path = self.session("wayland-1")
        self.run_service("WAYLAND_DISPLAY=wayland-1", gestures=COMMAND.format("t", SEEN) + COMMAND.format("bad", "exit 3"))
        self.session("wayland-2")
        self.answer("WAYLAND_DISPLAY=wayland-2")
        # The compositor was killed, so that its socket stays.
        self.assertTrue(os.path.exists(path))
        self.trigger("bad")
        self.daemon.err.wait_for("failed with exit status 3")
        self.trigger()
        self.assert_seen("wayland-2 mine t")

    def test_without_an_answer_commands_run_with_the_old_variables(self):
        self.answer(status=1)
        self.run_service("WAYLAND_DISPLAY=wayland-1")
        self.trigger()
        self.assert_seen("wayland-1 mine t")

    def test_a_user_manager_that_hangs_is_waited_for_no_longer_than_two_seconds(self):
        os.replace(self.write("new", "#!/bin/sh\nexec sleep 3600\n", 0o700), self.path("bin/systemctl"))
        self.run_service("WAYLAND_DISPLAY=wayland-1")
        self.trigger()
        self.assert_seen("wayland-1 mine t")

    def test_the_program_of_a_pipe_starts_with_the_present_variables(self):
        self.session("wayland-1")
        self.answer("WAYLAND_DISPLAY=wayland-1")
        self.run_service(gestures='[[gesture]]\nname = "t"\ntype = "tap"\npipe = "echo $WAYLAND_DISPLAY >>$OUT; cat"\n')
        self.assert_seen("wayland-1")

    def test_a_daemon_of_a_terminal_keeps_the_variables_of_the_terminal(self):
        self.answer("WAYLAND_DISPLAY=wayland-2")
        self.run_service("WAYLAND_DISPLAY=wayland-1", is_service=False)
        self.trigger()
        self.assert_seen("wayland-1 mine t")
        self.assertEqual(self.queries(), 0)


if __name__ == "__main__":
    unittest.main()
