"""Protocols of systemd, the file of the control socket, start and end of the daemon."""

import os
import signal
import socket
import stat
import tempfile
import unittest

import mocks
from bench import GESTURED, DaemonCase, Varlink, wait_until


class Supervision(DaemonCase):
    def supervisor(self):
        path = self.path("notify")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.settimeout(20)
        return listener, {"NOTIFY_SOCKET": path}

    def test_ready_with_status_then_stopping(self):
        listener, environment = self.supervisor()
        daemon = self.start(environment=environment)
        self.assertRegex(listener.recv(4096).decode(), r"^READY=1\nSTATUS=no touch device, \d+ gestures$")
        self.assertEqual(daemon.end(), 0)
        self.assertEqual(listener.recv(4096), b"STOPPING=1")

    def test_the_watchdog_is_notified_twice_in_its_interval(self):
        listener, environment = self.supervisor()
        self.start(environment=environment | {"WATCHDOG_USEC": "100000"})
        self.assertTrue(listener.recv(4096).startswith(b"READY=1"))
        self.assertEqual([listener.recv(4096) for _ in range(3)], [b"WATCHDOG=1"] * 3)

    def test_a_reload_is_announced_and_ends_in_ready(self):
        listener, environment = self.supervisor()
        config = self.write("config.toml", '[[gesture]]\ntype = "tap"\n')
        daemon = self.start("--config", config, environment=environment)
        listener.recv(4096)
        daemon.process.send_signal(signal.SIGHUP)
        self.assertRegex(listener.recv(4096).decode(), r"^RELOADING=1\nMONOTONIC_USEC=\d+$")
        self.assertTrue(listener.recv(4096).startswith(b"READY=1"))

    def test_commands_do_not_inherit_systemds_variables(self):
        listener, environment = self.supervisor()
        config = self.write("config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\nrun = \'env > "$OUT.new" && mv "$OUT.new" "$OUT"\'\n')
        environment |= {"OUT": self.path("out"), "WATCHDOG_USEC": "10000000"}
        daemon = self.start("--config", config, environment=environment)
        client = Varlink(daemon.wait_for_socket().socket)
        self.addCleanup(client.close)
        client.call("Trigger", {"gesture": "t"})
        wait_until(lambda: self.read("out"), "the command", daemon)
        self.assertIn("GESTURED_GESTURE=t\n", self.read("out"))
        for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS"):
            self.assertNotIn(name, self.read("out"))

    def test_a_socket_passed_by_systemd_is_used_and_not_removed(self):
        path = self.path("activated.sock")
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.listen(4)
        # bash, for a descriptor of two digits; LISTEN_PID must be the PID of the daemon.
        script = f'exec 3<&{listener.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
        daemon = self.start(program=("bash", "-c", script, GESTURED), pass_fds=(listener.fileno(),))
        client = Varlink(path)
        self.addCleanup(client.close)
        self.assertEqual(client.call("Status")["devices"], [])
        self.assertFalse(os.path.exists(daemon.socket))
        self.assertEqual(daemon.end(), 0)
        self.assertTrue(os.path.exists(path))


class SocketFile(DaemonCase):
    def test_only_its_owner_may_use_it_and_it_is_removed_with_the_daemon(self):
        daemon = self.start().wait_for_socket()
        self.assertEqual(stat.S_IMODE(os.stat(daemon.socket).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(daemon.socket)).st_mode), 0o700)
        self.assertEqual(daemon.end(signal.SIGINT), 0)
        self.assertFalse(os.path.exists(daemon.socket))

    def test_a_second_daemon_fails_and_does_not_affect_the_first(self):
        first = self.start().wait_for_socket()
        status, _, err = self.run_to_end()
        self.assertEqual(status, 1)
        self.assertEqual(
            err,
            f"gestured: another gestured answers at {first.socket}; end it, or name another socket with --socket\n",
        )
        self.assertEqual(self.varlink(first).call("ListDevices")["devices"], [])

    def test_a_dead_socket_is_replaced(self):
        first = self.start().wait_for_socket()
        first.end(signal.SIGKILL)
        self.assertTrue(os.path.exists(first.socket))
        second = self.start()
        self.assertEqual(self.varlink(second).call("ListDevices")["devices"], [])

    def test_a_file_that_is_not_a_socket_is_not_removed(self):
        path = self.write("precious", "text")
        status, _, err = self.run_to_end("--socket", path)
        self.assertEqual((status, self.read("precious")), (1, "text"))
        self.assertEqual(err, f"gestured: {path} is there and is no socket; remove it, or name another socket with --socket\n")

    def test_a_directory_that_cannot_be_created(self):
        status, _, err = self.run_to_end("--socket", "/proc/gestured/control.sock")
        self.assertEqual((status, err.count("\n")), (3, 1))
        self.assertIn("cannot make the directory /proc/gestured", err)


class Idle(DaemonCase):
    def test_nothing_wakes_an_idle_daemon(self):
        bed = self.mock(mocks.touchpad())
        daemon = self.start(environment=bed.environment)
        control = self.varlink(daemon)
        # Work after a start (RareWork, the grab check) is complete when it replies after two seconds.
        wait_until(lambda: control.call("Status")["uptime"] > 2, "the start to be over", daemon)
        # It sleeps after its last reply, also while another daemon starts, replies and ends.
        wait_until(lambda: self.state(daemon) == "S", "the daemon to sleep", daemon)
        before = self.switches(daemon)
        # Not in the directory of the test: the daemon watches it for a configuration.
        with tempfile.TemporaryDirectory() as elsewhere:
            other = self.start("--socket", os.path.join(elsewhere, "other.sock"))
            other.err.wait_for("no touchpad or touchscreen found")
            self.assertEqual(other.end(), 0)
        self.assertEqual(self.switches(daemon), before)

    @staticmethod
    def state(daemon):
        with open(f"/proc/{daemon.pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    @staticmethod
    def switches(daemon):
        with open(f"/proc/{daemon.pid}/status", encoding="utf-8") as file:
            return [line for line in file if "voluntary_ctxt" in line][:1]


if __name__ == "__main__":
    unittest.main()
