"""Shared parts of the suites in this directory: the two programs, a temporary directory for sockets and files, a daemon.

Nothing here sleeps: waits use poll(2), with a deadline."""

import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"))
GESTURED = os.environ.get("GESTURED", str(BUILD / "gestured"))
GESTURECTL = os.environ.get("GESTURECTL", str(BUILD / "gesturectl"))
DEMO = TOP / "config/demo.evemu"
INTERFACE = "org.gestured.Gestures"
DEADLINE = 180  # seconds; reached only by a broken program


def run(*arguments, timeout=DEADLINE, environment=None, cwd=None):
    """Runs gesturectl until it ends."""
    return subprocess.run(
        [GESTURECTL, *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
        stdin=subprocess.DEVNULL, env=environment, cwd=cwd)


class Place(unittest.TestCase):
    """A test with a temporary directory and an environment that uses only this directory."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gestured-"))
        self.addCleanup(shutil.rmtree, self.directory, True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.directory), "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.directory), "XDG_CONFIG_DIRS": str(self.directory / "none")}
        for name in ("LD_LIBRARY_PATH", "LSAN_OPTIONS", "ASAN_OPTIONS", "LLVM_PROFILE_FILE"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def file(self, name, text):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def run_ctl(self, *arguments, **more):
        return run(*arguments, environment=self.environment, **more)

    def start(self, *arguments):
        """Starts the daemon and waits until its socket answers."""
        self.log = self.directory / "log"
        self.socket_path = str(self.directory / "gestured/control.sock")
        with open(self.log, "wb") as log:
            daemon = subprocess.Popen(
                [GESTURED, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.environment)
        self.addCleanup(self.stop, daemon)
        deadline = time.monotonic() + DEADLINE
        while True:
            self.assertIsNone(daemon.poll(), f"the daemon ended: {self.log.read_text()}")
            try:
                Client(self.socket_path).close()
                return daemon
            except OSError:
                self.assertLess(time.monotonic(), deadline, "the daemon does not listen")
                # The loop stops when the daemon ends. Otherwise it tries again.
                try:
                    daemon.wait(0.01)
                except subprocess.TimeoutExpired:
                    pass

    def stop(self, daemon):
        if daemon.poll() is None:
            daemon.terminate()
            try:
                daemon.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


class Client:
    """Raw Varlink, for input that a correct client never sends."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(DEADLINE)
        self.rest = b""
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, method, parameters=None, **more):
        call = {"method": method if "." in method else f"{INTERFACE}.{method}", "parameters": parameters or {}, **more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        """The next reply; None at the end of the stream."""
        while b"\0" not in self.rest:
            try:
                chunk = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not chunk:
                return None
            self.rest += chunk
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.receive()

    def is_silent(self, seconds):
        """Whether no byte arrives for the given time."""
        return not self.rest and not select.select([self.socket], [], [], seconds)[0]
