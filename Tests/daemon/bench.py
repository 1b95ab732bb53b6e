"""Runs the unmodified daemon on mocked devices and waits for its output; nothing here sleeps.

libumockdev is called by ctypes (bed.py): uevents and late events need its API, which umockdev-run does not have.
"""

import codecs
import contextlib
import ctypes.util
import json
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GESTURED = os.environ.get("GESTURED") or os.path.join(TOP, ".build/debug/gestured")
GESTURECTL = os.environ.get("GESTURECTL") or os.path.join(TOP, ".build/debug/gesturectl")
# Limit of all waits on a machine under load, in seconds; they end as soon as the condition holds.
PATIENCE = 60
# struct input_event of the kernel: seconds, microseconds, type, code, value.
INPUT_EVENT = "@llHHi"


class Testbed:
    """The testbed of libumockdev: a separate /sys and /dev for processes started with `environment`."""

    def __init__(self):
        if not ctypes.util.find_library("umockdev"):
            raise unittest.SkipTest("libumockdev is not installed (apt install umockdev)")
        self.directory = tempfile.mkdtemp(prefix="gestured-mocks-")
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bed.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LD_PRELOAD": "libumockdev-preload.so.0"},
        )
        self.root = json.loads(self.process.stdout.readline())

    def _call(self, *call):
        self.process.stdin.write(json.dumps(call) + "\n")
        self.process.stdin.flush()
        problem = json.loads(self.process.stdout.readline())
        if problem is not None:
            raise AssertionError(f"{call[0]}: {problem}")

    def _file(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def add(self, device):
        # umockdev announces a device as it adds it. A daemon that opened it while the socket of its ioctls is bound, but does not
        # listen yet, would be ended by umockdev's preloaded library.
        ioctl = self._file(f"{device.number}.ioctl", device.ioctl())
        self._call("load_ioctl", device.node, ioctl)
        self._call("add_from_string", device.umockdev())

    def play(self, device, events):
        """Plays E lines from now on, at their times."""
        # umockdev reads numbers with leading zeros as octal (0.011000 s would be 4608 µs).
        events = re.sub(r"\.0*(\d+) ", r".\1 ", events)
        events = re.sub(r" (-?)0+(\d+)$", r" \1\2", events, flags=re.MULTILINE)
        self._call("load_evemu_events", device.node, self._file(f"{device.number}.events", events))

    def write(self, device, events):
        """Writes E lines with their times at once, so that the result does not depend on when this machine runs the player of
        `play`."""
        data = b""
        for line in events.splitlines():
            time, kind, code, value = line.split()[1:]
            seconds, _, microseconds = time.partition(".")
            data += struct.pack(INPUT_EVENT, int(seconds), int(microseconds), int(kind, 16), int(code, 16), int(value))
        path = self._file(f"{device.number}.written", "")
        with open(path, "wb") as file:
            file.write(data)
        self._call("write", device.node, path)

    def uevent(self, device, action):
        self._call("uevent", device.syspath, action)

    def remove(self, device):
        self.uevent(device, "remove")
        self._call("remove_device", device.syspath)

    def node(self, device):
        """The real path of the node, to change its mode."""
        return self.root + device.node

    @property
    def environment(self):
        return {"LD_PRELOAD": "libumockdev-preload.so.0", "UMOCKDEV_DIR": self.root}

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Lines:
    """Lines of a descriptor, as they arrive."""

    def __init__(self, stream):
        self.fd = stream.fileno()
        self.text = ""
        # A piece may end within a character.
        self.decode = codecs.getincrementaldecoder("utf-8")().decode
        os.set_blocking(self.fd, False)

    def wait(self, holds, what):
        """Reads lines until `holds` is true of the whole text."""
        end = time.monotonic() + PATIENCE
        while not holds(self.text):
            left = end - time.monotonic()
            ready = select.select([self.fd], [], [], max(0, left))[0] if left > 0 else []
            data = os.read(self.fd, 65536) if ready else b""
            if not data:
                raise AssertionError(f"timed out waiting for {what}; so far:\n{self.text}")
            self.text += self.decode(data)
        return self.text

    def wait_for(self, part):
        return self.wait(lambda text: part in text, repr(part))


class Daemon:
    """One running gestured."""

    def __init__(self, directory, *arguments, environment=None, preexec=None, program=(GESTURED,), pass_fds=()):
        inherited = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH", "HOME", "LLVM_PROFILE_FILE") if key in os.environ}
        runtime = os.path.join(directory, "run")
        os.makedirs(runtime, mode=0o700, exist_ok=True)
        variables = inherited | {
            "XDG_RUNTIME_DIR": runtime,
            "XDG_CONFIG_HOME": os.path.join(directory, "config-home"),
            "XDG_CONFIG_DIRS": os.path.join(directory, "config-dirs"),
        }
        self.socket = os.path.join(runtime, "gestured/control.sock")
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=variables | (environment or {}),
            preexec_fn=preexec,
            pass_fds=pass_fds,
        )
        self.out, self.err = Lines(self.process.stdout), Lines(self.process.stderr)

    @property
    def pid(self):
        return self.process.pid

    def wait_for_socket(self):
        wait_until(self._answers, self.socket, self)
        return self

    def _answers(self):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(self.socket)
            return True
        return False

    def end(self, number=signal.SIGTERM):
        """Ends it and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            for lines in (self.out, self.err):
                with contextlib.suppress(BlockingIOError):
                    while data := os.read(lines.fd, 65536):
                        lines.text += lines.decode(data)
            self.process.stdout.close()
            self.process.stderr.close()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def bytes_read(self):
        """What the daemon has read from nodes and files since it started; what it receives from sockets is not counted."""
        with open(f"/proc/{self.pid}/io", encoding="ascii") as file:
            return int(file.readline().removeprefix("rchar: "))


class Varlink:
    """A client that implements only the framing of Varlink."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.rest = b""

    def send(self, method, parameters=None, **flags):
        call = {"method": f"org.gestured.Gestures.{method}", "parameters": parameters or {}} | flags
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def reply(self):
        while b"\0" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise AssertionError("the daemon closed the connection")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None):
        self.send(method, parameters)
        reply = self.reply()
        if "error" in reply:
            raise AssertionError(reply)
        return reply["parameters"]

    def close(self):
        self.socket.close()


def wait_until(holds, what, daemon=None):
    """Waits for a condition that has no descriptor. It is checked every 5 ms, for PATIENCE at most."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if daemon is not None and daemon.process.poll() is not None:
            raise AssertionError(f"the daemon ended while waiting for {what}: {daemon.err.text}")
        if time.monotonic() > end:
            raise AssertionError(f"timed out waiting for {what}")
        select.select([], [], [], 0.005)


class DaemonCase(unittest.TestCase):
    """A temporary directory and daemons that are always ended."""

    def setUp(self):
        if not os.access(GESTURED, os.X_OK):
            self.fail(f"{GESTURED} is not built (swift build)")
        self.directory = tempfile.mkdtemp(prefix="gestured-test-")
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text, mode=0o600):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def read(self, name):
        """The text of a file; None if it does not exist."""
        with contextlib.suppress(FileNotFoundError), open(self.path(name), encoding="utf-8") as file:
            return file.read()
        return None

    def start(self, *arguments, **options):
        daemon = Daemon(self.directory, *arguments, **options)
        self.addCleanup(self._end, daemon)
        return daemon

    @staticmethod
    def _end(daemon):
        if not daemon.process.stdout.closed:
            daemon.end()

    def run_to_end(self, *arguments, **options):
        """Runs a daemon that ends by itself, and returns (status, standard output, standard error)."""
        daemon = self.start(*arguments, **options)
        status = daemon.wait()
        return status, daemon.out.text, daemon.err.text

    def mock(self, *devices):
        bed = Testbed()
        self.addCleanup(bed.close)
        for device in devices:
            bed.add(device)
        return bed

    def varlink(self, daemon):
        client = Varlink(daemon.wait_for_socket().socket)
        self.addCleanup(client.close)
        return client
