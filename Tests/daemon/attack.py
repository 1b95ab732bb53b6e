"""Load and faults on the unmodified daemon, in a few minutes: `make attack`.

Everything happens on this machine's own sockets, in directories of the test. Each case checks that events are the same, none lost
or doubled, and memory and descriptors as before.
"""

import collections
import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import unittest

import mocks
from bench import GESTURED, DaemonCase, Varlink, wait_until

# The player of the events may wait for a processor, so no limit of time may make a swipe fail.
SWIPE = (
    '[[gesture]]\nname = "next"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'
    'max_duration = "5s"\ndecision_time = "5s"\n')
PRESS = '[[gesture]]\nname = "press"\ntype = "long-press"\nmin_duration = "50ms"\n'
# Takes inotify instances until there are no more, and holds them until standard input ends.
TAKE_INOTIFY = """
import ctypes, os, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]) + 64,) * 2)
os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
libc = ctypes.CDLL(None)
while libc.inotify_init() >= 0: pass
print("taken", flush=True)
sys.stdin.read()
"""


# The memory in kB that a daemon may keep after an attack: values that clients have set, and partly used pages.
KEPT = 512


class Attack(DaemonCase):
    def anonymous(self, daemon):
        """The daemon's memory without a file, in kB."""
        with open(f"/proc/{daemon.pid}/smaps_rollup", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Anonymous"))

    def assert_settled(self, daemon, descriptors, memory):
        wait_until(lambda: daemon.descriptors() <= descriptors, "its descriptors to be closed", daemon)
        # The daemon returns free memory a second after the last client has gone.
        wait_until(lambda: self.anonymous(daemon) < memory + KEPT, "its memory to be released", daemon)
        self.assertEqual(daemon.end(), 0, daemon.err.text)


class UnderLoad(Attack):
    COUNT = 60

    def played(self, attack):
        """The events that a subscriber receives of the played swipes while the socket is attacked."""
        pad = mocks.touchpad()
        bed = self.mock(pad)
        daemon = self.start("--config", self.write("config.toml", SWIPE), "--print", environment=bed.environment)
        subscriber = self.varlink(daemon)
        # The attackers share the processors with the player of the events.
        subscriber.socket.settimeout(90)
        subscriber.send("Subscribe", more=True)
        control = self.varlink(daemon)
        wait_until(lambda: control.call("Status")["subscribers"]["count"] == 1, "the subscription", daemon)
        descriptors, memory = daemon.descriptors(), self.anonymous(daemon)
        hand = mocks.Hand(pad)
        for _ in range(self.COUNT):
            hand.swipe(3, dx=25).pause(0.05)
        over = threading.Event()
        threads = [threading.Thread(target=self.repeat, args=(one, daemon.socket, over)) for one in attack]
        for thread in threads:
            thread.start()
        try:
            bed.play(pad, hand.evemu())
            events = [subscriber.reply()["parameters"]["event"] for _ in range(self.COUNT)]
        finally:
            over.set()
            for thread in threads:
                thread.join()
        printed = daemon.out.wait(lambda text: text.count("\n") >= self.COUNT, "the printed events")
        self.assert_settled(daemon, descriptors, memory)
        self.assertEqual(printed.count("\n"), self.COUNT)
        return [(event["time"], event["gesture"], event["state"]) for event in events]

    @staticmethod
    def repeat(one, path, over):
        while not over.is_set():
            with contextlib.suppress(OSError, AssertionError, ValueError):
                one(path)

    @staticmethod
    def subscribe_and_leave(path):
        with contextlib.closing(Varlink(path)) as client:
            client.send("Subscribe", {"touches": True}, more=True)
            client.reply()

    @staticmethod
    def requests(path):
        with contextlib.closing(Varlink(path)) as client:
            for _ in range(100):
                client.call("Status")

    @staticmethod
    def half_a_message(path):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            client.sendall(b'{"method": "org.ges')

    @staticmethod
    def flood(path):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(0.2)
            client.connect(path)
            for _ in range(50):
                client.sendall(b'{"method":"org.varlink.service.GetInfo"}\0' * 1000)

    @staticmethod
    def noise(path):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(path)
            client.sendall(os.urandom(4096) + b"\0")
            client.recv(65536)

    @staticmethod
    def checks(path):
        text = "".join(f'[[gesture]]\nname = "g{n}"\ntype = "tap"\ntaps = {n % 9 + 1}\n' for n in range(128))
        with contextlib.closing(Varlink(path)) as client:
            client.send("CheckConfiguration", {"text": text})
            client.reply()

    @staticmethod
    def context(path):
        with contextlib.closing(Varlink(path)) as client:
            for number in range(100):
                client.send("SetContext", {"values": {f"k{number}": "x" * 1000}})
                client.reply()

    def test_every_event_arrives_once_whatever_others_do(self):
        quiet = self.played([])
        self.assertEqual(len(quiet), self.COUNT)
        attack = [
            self.subscribe_and_leave, self.requests, self.half_a_message, self.flood, self.noise, self.checks, self.context]
        self.assertEqual(self.played(attack), quiet)

    def quiet(self):
        """A daemon without a client: with its descriptors, and its memory."""
        daemon = self.start("--config", self.write("config.toml", SWIPE))
        with contextlib.closing(self.varlink(daemon)) as control:
            control.call("Status")
        return daemon, daemon.descriptors(), self.anonymous(daemon)

    def test_checks_of_large_texts_keep_no_memory(self):
        daemon, descriptors, memory = self.quiet()
        for _ in range(300):
            self.checks(daemon.socket)
        self.assert_settled(daemon, descriptors, memory)

    def test_long_messages_without_an_end_keep_no_memory(self):
        daemon, descriptors, memory = self.quiet()
        with contextlib.ExitStack() as clients:
            for _ in range(100):
                client = clients.enter_context(socket.socket(socket.AF_UNIX))
                client.connect(daemon.socket)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    client.sendall(b'{"method": "org.gestured.Gestures.CheckConfiguration", "parameters": {"text": "' + b"x" * 900_000)
            wait_until(lambda: self.anonymous(daemon) > memory + 6_000, "the messages to be read", daemon)
            # Eight long calls are received at a time; the other clients are refused.
            self.assertLess(self.anonymous(daemon), memory + 20_000)
        self.assert_settled(daemon, descriptors, memory)


class Devices(Attack):
    def test_forty_unplugs_in_the_middle_of_a_gesture(self):
        bed = self.mock()
        daemon = self.start("--config", self.write("config.toml", PRESS), "--print", environment=bed.environment)
        control = self.varlink(daemon)
        control.call("Status")
        descriptors, memory = daemon.descriptors(), self.anonymous(daemon)
        for number in range(40):
            pad = mocks.touchpad(number + 1)
            bed.add(pad)
            bed.uevent(pad, "add")
            wait_until(lambda: len(control.call("ListDevices")["devices"]) == 1, "the device", daemon)
            bed.play(pad, mocks.Hand(pad).frame({0: (50, 30)}).evemu())
            daemon.out.wait(lambda text: text.count("began") == number + 1, "a press")
            bed.remove(pad)
            wait_until(lambda: not control.call("ListDevices")["devices"], "its end", daemon)
        daemon.out.wait(lambda text: text.count("cancelled") == 40, "each press to be cancelled")
        self.assert_settled(daemon, descriptors, memory)
        self.assertEqual(collections.Counter(line.split()[4] for line in daemon.out.text.splitlines()), {"began": 40, "cancelled": 40})

    def test_stopped_and_continued(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        daemon = self.start("--config", self.write("config.toml", SWIPE), "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        hand = mocks.Hand(pad)
        for _ in range(20):
            hand.swipe(3, dx=25).pause(0.05)
        bed.play(pad, hand.evemu())
        for number in range(1, 20):
            daemon.out.wait(lambda text: text.count("\n") >= number, "a swipe")
            daemon.process.send_signal(signal.SIGSTOP)
            daemon.process.send_signal(signal.SIGCONT)
        daemon.out.wait(lambda text: text.count("\n") == 20, "all swipes")
        self.assertEqual(daemon.end(), 0)


class Faults(Attack):
    TAP = '[[gesture]]\nname = "t"\ntype = "tap"\nmax_running = 50\nexec = ["sleep", "60"]\n'

    def test_commands_that_are_killed(self):
        daemon = self.start("--config", self.write("config.toml", self.TAP))
        control = self.varlink(daemon)
        control.call("Status")
        descriptors, memory = daemon.descriptors(), self.anonymous(daemon)
        for _ in range(40):
            control.call("Trigger", {"gesture": "t"})
        with open(f"/proc/{daemon.pid}/task/{daemon.pid}/children", encoding="utf-8") as file:
            children = [int(word) for word in file.read().split()]
        self.assertEqual(len(children), 40)
        for child in children:
            os.kill(child, signal.SIGKILL)
        wait_until(lambda: control.call("Status")["actions"]["failed"] == 40, "their ends", daemon)
        self.assertEqual(control.call("Status")["actions"]["running"], 0)
        self.assert_settled(daemon, descriptors, memory)

    def test_no_descriptor_for_a_command(self):
        daemon = self.start("--config", self.write("config.toml", self.TAP))
        control = self.varlink(daemon)
        control.call("Status")
        # From now on it gets no descriptor beyond those that it has.
        used = {int(name) for name in os.listdir(f"/proc/{daemon.pid}/fd")}
        free = next(number for number in range(1024) if number not in used)
        resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (free, free))
        control.call("Trigger", {"gesture": "t"})
        daemon.err.wait_for("cannot start `sleep 60`: Too many open files")
        self.assertEqual(control.call("Status")["actions"]["failed"], 1)
        self.assertEqual(daemon.end(), 0)

    # No process has this user, so that its limits concern only the test.
    OTHER = 64_999

    @unittest.skipUnless(os.getuid() == 0, "limits of another user: needs root")
    def test_no_process_for_a_command(self):
        def restrict():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setgid(self.OTHER)
            os.setuid(self.OTHER)

        daemon = self.start_as_other(restrict)
        control = self.control_as_other(daemon)
        control.call("Status")
        descriptors, memory = daemon.descriptors(), self.anonymous(daemon)
        for number in range(20):
            control.call("Trigger", {"gesture": "t"})
            wait_until(lambda: control.call("Status")["actions"]["failed"] == number + 1, "the failure", daemon)
        daemon.err.wait_for("cannot start `sleep 60`: Resource temporarily unavailable")
        self.assertEqual(control.call("Status")["actions"]["running"], 0)
        # A check needs a process too: it is refused, and the daemon answers on.
        control.send("CheckConfiguration", {"text": SWIPE})
        self.assertEqual(control.reply()["error"], "org.gestured.Gestures.CheckFailed")
        control.call("Status")
        self.assert_settled(daemon, descriptors, memory)

    @unittest.skipUnless(os.getuid() == 0, "limits of another user: needs root")
    def test_no_inotify(self):
        with open("/proc/sys/fs/inotify/max_user_instances", encoding="utf-8") as file:
            most = int(file.read())
        if most > 8192:
            self.skipTest(f"this machine gives {most} inotify instances to a user")
        # A process of the same user takes all instances.
        taker = subprocess.Popen(
            [sys.executable, "-c", TAKE_INOTIFY, str(most), str(self.OTHER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(lambda: (taker.stdin.close(), taker.stdout.close(), taker.wait()))
        self.assertEqual(taker.stdout.readline(), b"taken\n")

        def become_other():
            os.setgid(self.OTHER)
            os.setuid(self.OTHER)

        daemon = self.start_as_other(become_other)
        daemon.err.wait_for("config.toml for changes; run gesturectl control reload after each change")
        control = self.control_as_other(daemon)
        # The file is not watched; a reload that is requested still reads it.
        # Its command ends at once: one that stays counts for the limit of processes of the next run.
        self.write("config.toml", self.TAP.replace('"t"', '"other"').replace('"sleep", "60"', '"true"'), mode=0o644)
        os.chown(self.path("config.toml"), self.OTHER, self.OTHER)
        control.call("Reload")
        control.call("Trigger", {"gesture": "other"})
        self.assertEqual(daemon.end(), 0, daemon.err.text)

    def start_as_other(self, preexec):
        self.write("config.toml", self.TAP)
        os.makedirs(self.path("run"), mode=0o700)
        for path in (self.directory, self.path("run"), self.path("config.toml")):
            os.chown(path, self.OTHER, self.OTHER)
        # The build may lie where another user cannot go.
        program = shutil.copy(GESTURED, self.path("gestured"))
        return self.start("--config", self.path("config.toml"), program=(program,), preexec=preexec)

    def control_as_other(self, daemon):
        """A connection made as the daemon's user, because it refuses other users."""
        os.seteuid(self.OTHER)
        try:
            return self.varlink(daemon)
        finally:
            os.seteuid(0)

    def test_a_full_disk_under_the_log(self):
        with open("/dev/full", "wb") as full:
            script = 'exec 2>&"$FULL" "$0" "$@"'
            daemon = self.start(
                "--config", self.write("config.toml", f"x = 1\n{SWIPE}"), program=("bash", "-c", script, GESTURED),
                environment={"FULL": str(full.fileno())}, pass_fds=(full.fileno(),))
            control = self.varlink(daemon)
            for _ in range(100):
                control.call("Reload")
            self.assertEqual(control.call("Status")["problems"][0]["line"], 1)
            self.assertEqual(daemon.end(), 0)

    def test_no_runtime_directory(self):
        daemon = self.start("--config", self.write("config.toml", SWIPE), environment={"XDG_RUNTIME_DIR": ""})
        daemon.err.wait_for("$XDG_RUNTIME_DIR is not set")
        daemon.err.wait_for("no touchpad or touchscreen found")
        self.assertEqual(daemon.end(), 0)


if __name__ == "__main__":
    unittest.main()
