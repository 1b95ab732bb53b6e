"""Protocols of systemd, the file of the control socket, start and end of the daemon."""

import os
import resource
import select
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

    def test_the_status_follows_the_devices(self):
        listener, environment = self.supervisor()
        bed = self.mock()
        self.start(environment=environment | bed.environment)
        self.assertIn("STATUS=no touch device", listener.recv(4096).decode())
        pad = mocks.touchpad()
        bed.add(pad)
        self.assertRegex(listener.recv(4096).decode(), r"^STATUS=1 device, \d+ gestures$")
        bed.remove(pad)
        self.assertRegex(listener.recv(4096).decode(), r"^STATUS=no touch device, \d+ gestures$")

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

    def test_a_daemon_whose_parent_ignores_the_end_of_children(self):
        config = self.write("config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\nrun = "exit 3"\n')
        daemon = self.start("--config", config, preexec=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        client = Varlink(daemon.wait_for_socket().socket)
        self.addCleanup(client.close)
        client.call("Trigger", {"gesture": "t"})
        daemon.err.wait_for("`exit 3` failed with exit status 3")

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


    def test_a_start_that_fails_lets_go_of_the_connections_that_wait(self):
        path = self.path("activated.sock")
        with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as client:
            listener.bind(path)
            listener.listen(4)
            client.connect(path)
            client.settimeout(10)
            config = self.write("config.toml", "gesture = [\n")
            script = f'exec 3<&{listener.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
            daemon = self.start(
                "--config", config, program=("bash", "-c", script, GESTURED), pass_fds=(listener.fileno(),))
            self.assertEqual(daemon.wait(), 1)
            self.assertEqual(client.recv(1), b"", "the client gets the end of the connection")
            self.assertFalse(select.select([listener], [], [], 0)[0], "systemd has no reason to start it again")

    def test_the_unit_has_no_limit_of_starts_and_wakes_twice_in_ten_minutes(self):
        with open(os.path.join(os.path.dirname(__file__), "../../systemd/gestured.service"), encoding="utf-8") as file:
            unit = file.read()
        self.assertIn("\nStartLimitIntervalSec=0\n", unit.split("[Service]")[0])
        self.assertIn("\nWatchdogSec=10min\n", unit)


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
            f"gestured: another gestured is running at {first.socket}; stop it, or name another socket with --socket\n",
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
        self.assertEqual(err, f"gestured: {path} exists and is not a socket of gestured; remove it, or name another socket with --socket\n")

    def test_a_directory_that_others_could_write_or_that_is_not_ours_is_refused(self):
        os.mkdir(self.path("open"))
        os.chmod(self.path("open"), 0o777)
        os.mkdir(self.path("ours"), 0o700)
        os.symlink(self.path("ours"), self.path("link"))
        cases = [("open", "can be written by other users"), ("link", "is not a directory, or a symbolic link")]
        if os.geteuid() == 0:
            os.mkdir(self.path("foreign"), 0o700)
            os.chown(self.path("foreign"), 65534, 65534)
            cases.append(("foreign", "belongs to another user"))
        for name, reason in cases:
            status, _, err = self.run_to_end("--socket", self.path(f"{name}/control.sock"))
            self.assertEqual(status, 1, err)
            self.assertEqual(
                err, f"gestured: the socket's directory {self.path(name)} {reason}; "
                "use --socket to choose one in a directory that you own\n")
            self.assertEqual(os.listdir(self.path(name)), [])

    def test_a_live_socket_of_another_kind_is_not_removed(self):
        os.mkdir(self.path("ours"), 0o700)
        path = self.path("ours/control.sock")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.bind(path)
            before = os.stat(path).st_ino
            status, _, err = self.run_to_end("--socket", path)
            self.assertEqual((status, os.stat(path).st_ino), (1, before), err)
        self.assertIn("is not a socket of gestured", err)

    def test_of_many_that_start_over_one_dead_socket_one_stays(self):
        for _ in range(5):
            first = self.start().wait_for_socket()
            first.end(signal.SIGKILL)
            daemons = [self.start() for _ in range(6)]
            ended = lambda: [d for d in daemons if d.process.poll() is not None]
            wait_until(lambda: len(ended()) == 5, "five of six to end")
            (stays,) = [d for d in daemons if d.process.poll() is None]
            self.assertEqual(self.varlink(stays).call("ListDevices")["devices"], [])
            for daemon in ended():
                self.assertEqual(daemon.wait(), 1)
                self.assertIn("another gestured is running at", daemon.err.text)
            self.assertEqual(stays.end(), 0)
            self.assertFalse(os.path.exists(stays.socket))

    def test_one_that_ends_removes_only_its_own_socket(self):
        daemon = self.start().wait_for_socket()
        os.unlink(daemon.socket)
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(daemon.socket)
            self.assertEqual(daemon.end(), 0)
            self.assertTrue(os.path.exists(daemon.socket))

    def test_a_passed_descriptor_that_is_no_socket_is_said(self):
        with open("/dev/null", "rb") as null:
            script = f'exec 3<&{null.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
            daemon = self.start(program=("bash", "-c", script, GESTURED), pass_fds=(null.fileno(),))
            self.assertEqual(daemon.wait(), 1)
        self.assertIn("descriptor 3, passed by LISTEN_FDS, is not a listening socket", daemon.err.text)

    def test_a_directory_that_cannot_be_created(self):
        status, _, err = self.run_to_end("--socket", "/proc/gestured/control.sock")
        self.assertEqual((status, err.count("\n")), (3, 1))
        self.assertIn("cannot create the directory /proc/gestured", err)


class Descriptors(DaemonCase):
    """With few file descriptors, existing connections work, and new ones work again when others are closed."""

    def limited(self, count):
        return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))

    def test_clients_use_them_up_and_leave(self):
        for limit in (12, 11):
            with self.subTest(limit=limit):
                daemon = self.start(preexec=self.limited(limit)).wait_for_socket()
                clients = []
                for _ in range(20):
                    clients.append(socket.socket(socket.AF_UNIX))
                    clients[-1].connect(daemon.socket)
                daemon.err.wait_for("out of file descriptors")
                for client in clients:
                    client.close()
                for _ in range(3):
                    client = Varlink(daemon.socket)
                    self.assertEqual(client.call("Status")["devices"], [])
                    client.close()
                self.assertEqual(daemon.end(), 0)

    def test_too_few_are_said(self):
        for limit in (10, 6, 4):
            daemon = self.start(preexec=self.limited(limit))
            self.assertEqual(daemon.wait(), 3)
            self.assertEqual(
                daemon.err.text,
                "gestured: too few file descriptors: 8 are needed in addition to the standard ones; raise `ulimit -n`\n")


class StalledReaders(DaemonCase):
    """A daemon whose output is not read does everything else, and ends on SIGTERM."""

    def test_standard_error(self):
        config = self.write("config.toml", f'{"x" * 2000} = 1\n[[gesture]]\nname = "t"\ntype = "tap"\n')
        daemon = self.start("--config", config)
        control = self.varlink(daemon)
        for _ in range(500):
            self.assertEqual(len(control.call("Reload")["problems"]), 1)
        self.assertEqual(control.call("Status")["gestures"], [])
        # The pipe and the daemon's queue hold a third of the megabyte.
        self.assertEqual(daemon.end(), 0)
        self.assertLess(len(daemon.err.text), 600_000)

    def test_what_a_command_writes_is_not_logged(self):
        config = self.write(
            "config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\nrun = "yes"\ntimeout = "1s"\n')
        daemon = self.start("--config", config)
        control = self.varlink(daemon)
        control.call("Trigger", {"gesture": "t"})
        wait_until(lambda: control.call("Status")["actions"]["timed_out"] == 1, "the command's end", daemon)
        self.assertEqual(daemon.end(), 0)
        self.assertIn("exceeded its timeout", daemon.err.text)
        self.assertNotIn('gesture "t": y\n', daemon.err.text)

    def test_what_a_pipe_writes_does_not_come_past_the_limits(self):
        config = self.write("config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\npipe = "yes"\n')
        daemon = self.start("--config", config)
        daemon.err.wait_for("lines per second; the rest is not logged")
        self.assertEqual(daemon.end(), 0)
        self.assertIn('gesture "t": y\n', daemon.err.text)
        self.assertLess(len(daemon.err.text), 65_536)

    def test_standard_output_gets_every_event_of_a_recording_in_the_end(self):
        pad = mocks.touchpad()
        hand = mocks.Hand(pad)
        for _ in range(3000):
            hand.tap(held=0.02).pause(0.5)
        recording = self.write("taps.evemu", mocks.header(pad) + hand.evemu())
        config = self.write("config.toml", '[[gesture]]\nname = "tap"\ntype = "tap"\n')
        daemon = self.start("--config", config, "--replay", recording, "--speed", "max", "--print")
        self.assertEqual(self.varlink(daemon).call("Status")["gestures"][0]["count"], 3000)
        daemon.out.wait(lambda text: text.count("\n") == 3000, "all events")
        self.assertEqual(daemon.end(), 0)


class Idle(DaemonCase):
    def test_nothing_wakes_an_idle_daemon(self):
        bed = self.mock(mocks.touchpad())
        daemon = self.start(environment=bed.environment)
        control = self.varlink(daemon)
        # Work after a start (the release of pages, the grab check) is complete two seconds after its loop runs.
        begin = control.call("Status")["uptime"]
        wait_until(lambda: control.call("Status")["uptime"] > begin + 2, "the start to be over", daemon)
        # The daemon sleeps after its last reply, even while another daemon starts, replies and ends.
        wait_until(lambda: self.state(daemon) == "S", "the daemon to sleep", daemon)
        before = self.switches(daemon)
        # The directory is not the test's, which the daemon watches for a configuration.
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
