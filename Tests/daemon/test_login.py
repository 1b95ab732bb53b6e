"""The daemon follows the session that has the touch devices: the variables of commands, and the lock of logind's session."""

import os
import socket
import unittest

from bench import DaemonCase, wait_until
from logind import Bus, Compositor

COMMAND = '[[gesture]]\nname = "{}"\ntype = "tap"\nrun = "{}"\n'
SEEN = "echo $WAYLAND_DISPLAY $SWAYSOCK $XDG_SESSION_ID $MINE $GESTURED_GESTURE >>$OUT"
PATH = "/org/freedesktop/login1/session/_33"


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

    def test_a_daemon_that_is_older_than_the_session(self):
        self.run_daemon("WAYLAND_DISPLAY=wayland-7")
        self.assertEqual(self.session(), {"state": "none"})
        self.trigger()
        self.assert_seen("wayland-7 mine t")
        self.compositor("wayland-1")
        self.wait_for(state="here")
        self.trigger()
        self.assert_seen("wayland-7 mine t", "wayland-1 mine t")

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

    def test_the_program_of_a_pipe_starts_anew_with_the_session(self):
        first = self.compositor("wayland-1")
        self.run_daemon(gestures='[[gesture]]\nname = "t"\ntype = "tap"\npipe = "echo $WAYLAND_DISPLAY >>$OUT; cat"\n')
        self.assert_seen("wayland-1")
        first.end()
        self.assert_seen("wayland-1", "")
        self.compositor("wayland-2")
        self.assert_seen("wayland-1", "", "wayland-2")

    def test_the_daemon_does_not_wake_while_nothing_changes(self):
        self.compositor("wayland-1")
        self.run_daemon()
        self.wait_for(state="here")
        wait_until(lambda: self.state() == "S", "the daemon sleeps")
        before = self.switches()
        open(f"{self.runtime}/pulse", "w").close()
        self.trigger()
        self.assert_seen("wayland-1 mine t")
        # The call, the command's end, and one wake-up of inotify.
        self.assertLess(self.switches() - before, 10)

    def state(self):
        with open(f"/proc/{self.daemon.pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    def switches(self):
        with open(f"/proc/{self.daemon.pid}/status") as file:
            return int(next(line for line in file if line.startswith("voluntary")).split()[1])


class WithLogind(Followed):
    """The session 3 of this user on seat0."""

    def setUp(self):
        super().setUp()
        self.bus = Bus(self.path("bus"))
        self.addCleanup(self.bus.close)

    def activate(self, name, controller=None, leader=293, hint=False, kind="wayland"):
        text = f"UID={os.geteuid()}\nTYPE={kind}\nSEAT=seat0\nVTNR=1\nLEADER={leader}\n" + (f"CONTROLLER={controller}\n" if controller else "")
        self.bus.hints[PATH.replace("_33", f"_3{name}")] = hint
        self.put(f"sessions/{name}", text)
        self.put("seats/seat0", f"ACTIVE={name}\nACTIVE_UID={os.geteuid()}\n")

    def run_daemon(self, *entries, **options):
        super().run_daemon(*entries, **options)
        self.wait_for(state="here")

    def put(self, name, text):
        """As logind does: a temporary file, renamed."""
        folder, _, name = name.rpartition("/")
        new = f"{self.logind}/{folder}/.#{name}"
        with open(new, "w") as file:
            file.write(text)
        os.rename(new, f"{self.logind}/{folder}/{name}")

    def follow(self, *names, **options):
        compositor = self.compositor(*(names or ("wayland-1",)))
        self.bus.processes[":1.12"] = compositor.pid
        self.activate("3", ":1.12", **options)
        return compositor

    def test_the_controller_is_the_compositor_whatever_else_listens(self):
        self.compositor("wayland-0", "sway-ipc.0.1.sock")
        outer = self.follow("wayland-1", "sway-ipc.0.2.sock")
        self.run_daemon()
        self.wait_for(state="here", process=outer.pid, basis="controller", name="3", lock="unlocked")
        self.trigger()
        self.assert_seen(f"wayland-1 {self.runtime}/sway-ipc.0.2.sock 3 mine t")
        self.compositor("wayland-2", environment={"WAYLAND_DISPLAY": "wayland-1"})
        self.trigger()
        wait_until(lambda: (self.read("out") or "").count("\n") == 2, "the command")
        self.assertEqual(self.session()["process"], outer.pid)
        # A command waits for no further answer of the bus.
        self.assertEqual([call[0] for call in self.bus.calls].count("GetConnectionUnixProcessID"), 1)

    def test_another_login_at_once(self):
        first = self.follow("wayland-1", "sway-ipc.0.1.sock")
        self.run_daemon()
        self.wait_for(state="here")
        first.end()
        self.put("seats/seat0", "IS_SEAT0=1\n")
        self.wait_for(state="none")
        os.unlink(f"{self.runtime}/wayland-1")
        second = self.compositor("wayland-1", "sway-ipc.0.2.sock")
        self.bus.processes[":1.20"] = second.pid
        self.activate("4", ":1.20", leader=400)
        self.wait_for(process=second.pid, name="4")
        self.trigger()
        self.assert_seen(f"wayland-1 {self.runtime}/sway-ipc.0.2.sock 4 mine t")

    def test_two_sessions_of_a_user_and_a_console(self):
        first = self.follow("wayland-1")
        second = self.compositor("wayland-2")
        self.bus.processes[":1.30"] = second.pid
        self.run_daemon()
        for name, controller, pid in (("4", ":1.30", second.pid), ("3", ":1.12", first.pid), ("4", ":1.30", second.pid)):
            self.activate(name, controller)
            self.wait_for(process=pid)
        # The test's processes are in no session of logind, so of a session on a terminal they cannot be.
        self.activate("5", kind="tty")
        self.wait_for(state="console", name="5")
        self.activate("3", ":1.12")
        self.wait_for(process=first.pid)

    def test_a_restarted_logind_has_lost_the_controller(self):
        outer = self.follow()
        self.run_daemon()
        self.wait_for(process=outer.pid)
        self.compositor("wayland-0")
        self.activate("3")
        self.bus.signal("/org/freedesktop/DBus", "NameOwnerChanged", "org.freedesktop.DBus", "org.freedesktop.DBus",
                        ("org.freedesktop.login1", ":1.2", ":1.2"))
        self.trigger()
        self.assert_seen("wayland-1 3 mine t")
        self.assertEqual(self.session()["process"], outer.pid)

    # The lock

    def test_lock_and_unlock_and_the_hint(self):
        self.follow()
        self.run_daemon()
        self.wait_for_lock("no")
        for signal, value in (("Lock", "yes"), ("Unlock", "no")):
            self.bus.signal(PATH, signal)
            self.wait_for_lock(value)
        for hint, value in ((True, "yes"), (False, "no")):
            self.bus.hints[PATH] = hint
            self.bus.signal(PATH, "PropertiesChanged", "org.freedesktop.DBus.Properties")
            self.wait_for_lock(value)

    def test_a_signal_of_another_process_unlocks_nothing(self):
        self.follow()
        self.run_daemon()
        self.bus.signal(PATH, "Lock")
        self.wait_for_lock("yes")
        self.bus.signal(PATH, "Unlock", sender=":1.66")
        self.bus.signal(PATH.replace("_33", "_34"), "Unlock")
        self.assertEqual(self.locked(), "yes")
        self.bus.signal(PATH, "Unlock")
        self.wait_for_lock("no")

    def test_after_a_quick_login_the_lock_of_the_new_session_locks(self):
        first = self.follow()
        self.run_daemon()
        self.bus.signal(PATH, "Lock")
        self.wait_for_lock("yes")
        first.end()
        second = self.compositor("wayland-2")
        self.bus.processes[":1.20"] = second.pid
        self.activate("4", ":1.20", leader=400)
        self.wait_for(name="4", lock="unlocked")
        self.wait_for_lock("no")
        self.bus.signal(PATH.replace("_33", "_34"), "Lock")
        self.wait_for_lock("yes")

    def test_a_session_whose_lock_is_not_known_is_locked(self):
        self.follow()
        self.bus.is_silent = True
        self.run_daemon()
        self.wait_for(state="here", lock="unknown")
        self.assertEqual(self.locked(), "yes")
        self.bus.is_silent = False
        self.wait_for(lock="unlocked")
        self.bus.drop()
        self.wait_for_lock("yes")
        self.wait_for_lock("no")

    def test_the_lock_stays_over_a_restart_of_the_daemon_and_no_is_the_last_word(self):
        self.follow()
        self.run_daemon()
        self.bus.signal(PATH, "Lock")
        self.wait_for_lock("yes")
        self.daemon.end()
        self.run_daemon()
        self.wait_for(lock="locked")
        self.assertEqual(self.locked(), "yes")
        self.client.call("SetContext", {"values": {"locked": "no"}})
        self.assertEqual(self.locked(), "no")

    def test_a_locker_that_holds_the_lock_ends_the_signal_with_it(self):
        self.follow()
        self.run_daemon()
        self.bus.signal(PATH, "Lock")
        self.wait_for_lock("yes")
        holder = self.varlink(self.daemon)
        holder.call("SetContext", {"values": {"locked": "yes"}, "hold": True})
        self.bus.signal(PATH, "Unlock")
        self.bus.signal(PATH, "Lock")
        holder.call("SetContext", {"values": {"locked": "no"}, "hold": True})
        self.wait_for_lock("no")


if __name__ == "__main__":
    unittest.main()
