"""A user's session for the commands of the documents: a home, a daemon that plays a recording, and stand-ins for programs
that would change this machine."""

import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("GESTURED_BUILD", TOP / ".build/debug"))
GESTURED = os.environ.get("GESTURED", str(BUILD / "gestured"))
GESTURECTL = os.environ.get("GESTURECTL", str(BUILD / "gesturectl"))
DEADLINE = 60
#: Programs that are replaced by ones that succeed without effect.
STAND_INS = ["sudo", "systemctl", "make", "apt", "loginctl", "journalctl", "notify-send", "cp"]


class Session:
    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="gestured-"))
        self.home.chmod(0o700)
        self.processes = []
        programs = self.home / "bin"
        programs.mkdir()
        for name, target in (("gestured", GESTURED), ("gesturectl", GESTURECTL)):
            (programs / name).symlink_to(target)
        (self.home / "config").symlink_to(TOP / "config")
        for name in STAND_INS:
            self.program(name, "")
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.home),
            "XDG_CONFIG_DIRS": str(self.home / "none"), "LANG": "C.UTF-8", "TERM": "xterm"}

    def program(self, name, script):
        path = self.home / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def file(self, name, text):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def configure(self, text):
        return self.file(".config/gestured/config.toml", text)

    def start(self, *command, **options):
        process = subprocess.Popen(
            list(map(str, command)), env=self.environment, stdin=subprocess.DEVNULL, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def daemon(self, recording, *options):
        """Plays the recording; returns when the control socket takes connections."""
        log = open(self.home / "log", "wb")
        process = self.start(GESTURED, "--replay", recording, *options, stdout=log, stderr=log)
        log.close()
        self.wait_for_socket("gestured/control.sock", process)
        return process

    def wait_for_socket(self, name, process, kind=socket.SOCK_STREAM):
        """Waits until a socket takes connections. Its file exists before its program listens."""
        deadline = time.monotonic() + DEADLINE
        while True:
            with socket.socket(socket.AF_UNIX, kind) as probe:
                if probe.connect_ex(str(self.home / name)) == 0:
                    return
            if process.poll() is not None or time.monotonic() > deadline:
                log = self.home / "log"
                raise AssertionError(f"{name}: " + (log.read_text(encoding="utf-8") if log.exists() else "no program listens"))
            select.select([], [], [], 0.01)

    @staticmethod
    def page(address):
        """The answer to a request, once the server takes connections."""
        deadline = time.monotonic() + DEADLINE
        while True:
            try:
                return urllib.request.urlopen(address, timeout=DEADLINE)
            except urllib.error.URLError:
                if time.monotonic() > deadline:
                    raise
                select.select([], [], [], 0.01)

    def lines(self, process, count):
        """The next lines of its output, at most `count`."""
        found, deadline = b"", time.monotonic() + DEADLINE
        while found.count(b"\n") < count and time.monotonic() < deadline:
            if not select.select([process.stdout], [], [], 1)[0]:
                continue
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                break
            found += chunk
        return found.decode().splitlines()

    def in_terminal(self, script, limit):
        """Runs a script in a terminal, for `limit` seconds at most: (status, output); status None if it was still running."""
        controller, terminal = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-e", "-c", script], env=self.environment, cwd=self.home, stdin=terminal, stdout=terminal, stderr=terminal,
            start_new_session=True)
        self.processes.append(process)
        os.close(terminal)
        output, deadline = b"", time.monotonic() + limit
        while time.monotonic() < deadline:
            if not select.select([controller], [], [], 0.1)[0]:
                continue
            try:
                output += os.read(controller, 65536)
            except OSError:  # the last process has closed the terminal
                process.wait()
                break
        status = process.poll()
        self.end(process)
        os.close(controller)
        return status, output.decode("utf-8", "replace")

    @staticmethod
    def end(process):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        process.wait()

    def close(self):
        for process in self.processes:
            self.end(process)
            if process.stdout:
                process.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)
