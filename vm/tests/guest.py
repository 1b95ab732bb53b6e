"""Functions for the tests in the guest: fingers, the daemon, and waiting for a condition instead of sleeping."""

import contextlib
import json
import os
import pwd
import re
import signal
import socket
import subprocess
import sys
import time
import traceback

CASES = []
patience = 600.0  # seconds; the longest that a condition is waited for, whatever its test says


def open_files(pid):
    """The open files of a process by descriptor. It may close some while they are read."""
    place, found = f"/proc/{pid}/fd", {}
    with contextlib.suppress(OSError):
        for number in os.listdir(place):
            with contextlib.suppress(OSError):
                found[int(number)] = os.readlink(f"{place}/{number}")
    return found


def case(name):
    """A named test: returns if it passes, raises otherwise."""

    def register(function):
        frame = sys._getframe(1)
        while frame.f_code.co_name != "<module>":  # a function of another module may register it
            frame = frame.f_back
        function.module = frame.f_globals["__name__"]
        CASES.append((name, function))
        return function

    return register


def cases_of(modules):
    """The cases of these modules, and none of those that they import functions from."""
    for module in modules:
        __import__(module)
    return [(name, function) for name, function in CASES if function.module in modules]


class Failed(Exception):
    pass


def until(what, condition, within=30.0):
    """Evaluates `condition` until its value is true, and returns the value."""
    within = min(within, patience)
    limit = time.monotonic() + within
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > limit:
            raise Failed(f"not within {within:g} s: {what}")
        time.sleep(0.01)


def check(holds, what):
    if not holds:
        raise Failed(what)


def equal(found, wanted, what):
    check(found == wanted, f"{what}: {found!r}, wanted {wanted!r}")


class Lines:
    """The output of a process, a line at a time, never blocking."""

    def __init__(self, stream):
        self.stream = stream
        self.lines = []
        self.rest = b""
        os.set_blocking(stream.fileno(), False)

    def read(self):
        while True:
            try:
                piece = os.read(self.stream.fileno(), 65536)
            except BlockingIOError:
                break
            if not piece:
                break
            *whole, self.rest = (self.rest + piece).split(b"\n")
            self.lines += [line.decode(errors="replace") for line in whole]
        return self.lines

    def wait(self, pattern, since=0, within=30.0):
        """The first line from number `since` on that matches the pattern."""
        found = re.compile(pattern)

        def search():
            return next((line for line in self.read()[since:] if found.search(line)), None)

        try:
            return until(pattern, search, within)
        except Failed:
            raise Failed(f"no line {pattern!r}; there were: {self.lines[since:][-12:]}") from None


class Fingers:
    """A uinput device: see tools/fingers.c for what its fingers can do."""

    def __init__(self, kind="touchpad", *options, name=None):
        self.name = name or f"test {kind}"
        self.process = subprocess.Popen(
            ["fingers", "-k", kind, "-n", self.name, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        _, self.node, self.sysname = self.process.stdout.readline().decode().split()
        self.event = os.path.basename(self.node)
        self.written = 0  # events

    def do(self, *lines):
        for line in lines:
            self.process.stdin.write((line + "\n").encode())
            self.process.stdin.flush()
            answer = self.process.stdout.readline().split()
            check(answer[:1] == [b"ok"], f"fingers could not do {line!r}")
            self.written = int(answer[1])

    def unplug(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()


def call(path, method, parameters=None, user=None, timeout=30):
    """Makes one Varlink call. The daemon answers only the user that it runs as."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        os.seteuid(pwd.getpwnam(user or "root").pw_uid)
        try:
            connection.connect(path)
        finally:
            os.seteuid(0)
        request = {"method": method, "parameters": parameters or {}}
        connection.sendall(json.dumps(request).encode() + b"\0")
        answer = b""
        while not answer.endswith(b"\0"):
            piece = connection.recv(65536)
            check(piece, f"{method}: the daemon closed the connection")
            answer += piece
    reply = json.loads(answer[:-1])
    check("error" not in reply, f"{method}: {reply}")
    return reply.get("parameters", {})


class Daemon:
    """gestured on the devices that udev finds, with the gestures of a TOML text; as root or as a user in no group."""

    count = 0

    def __init__(self, configuration, *options, user=None, program=("gestured",)):
        Daemon.count += 1
        self.directory = f"/tmp/daemon-{Daemon.count}"
        os.makedirs(self.directory)
        self.socket = f"{self.directory}/control.sock"
        self.configuration = f"{self.directory}/config.toml"
        with open(self.configuration, "w") as file:
            file.write(configuration)
        self.log_path = f"{self.directory}/log"
        self.user = user
        if user:
            subprocess.run(["chown", "-R", user, self.directory], check=True)
            program = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups", *program)
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen(
                [*program, "--config", self.configuration, "--socket", self.socket, "--print", *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                env={**os.environ, "XDG_RUNTIME_DIR": self.directory})
        self.pid = self.process.pid
        self.output = Lines(self.process.stdout)
        until("the control socket answers", self.answers)

    def answers(self):
        check(self.process.poll() is None, f"the daemon ended at once: {self.log()}")
        try:
            return self.status()
        except OSError:
            return None

    def log(self):
        with open(self.log_path) as file:
            return file.read()

    def status(self):
        return call(self.socket, "org.gestured.Gestures.Status", user=self.user)

    def device(self, fingers):
        """The daemon's report of a device; None while it does not list it."""
        return next((d for d in self.status()["devices"] if d["node"] == fingers.node), None)

    def wait_for_device(self, fingers):
        """Waits until the device is open: listed, and without a problem."""
        def usable():
            report = self.device(fingers)
            return report if report and not report.get("problem") else None
        return until(f"{fingers.name} is open (status: {self.status()['devices']})", usable)

    def wait_without_device(self, fingers):
        until(f"{fingers.name} is gone", lambda: self.device(fingers) is None)

    def events(self):
        """The events so far, without their times."""
        return [line.split(" ", 1)[1] for line in self.output.read() if re.match(r"[0-9.]+ ", line)]

    def mark(self):
        return len(self.output.read())

    def wait(self, pattern, since=0, within=30.0):
        try:
            return self.output.wait(pattern, since, within)
        except Failed as failure:
            raise Failed(f"{failure}; log: {self.log()[-600:]}") from None

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def opened(self):
        return set(open_files(self.pid).values())

    def memory(self, key):
        """The daemon's memory in kB: "Rss" for all resident memory, "Anonymous" for memory without a file, in which leaks
        show."""
        with open(f"/proc/{self.pid}/smaps_rollup") as file:
            return int(re.search(rf"^{key}:\s+(\d+)", file.read(), re.M).group(1))

    def freeze(self):
        """Stops the daemon until `thaw`."""
        os.kill(self.pid, signal.SIGSTOP)
        until("the daemon is stopped", lambda: self.state() == "T")

    def thaw(self):
        os.kill(self.pid, signal.SIGCONT)

    def state(self):
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0]

    def stop(self):
        if self.process.poll() is None:
            self.thaw()
            self.process.terminate()
            self.process.wait()
        self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def run(*command, within=60, **options):
    """Runs a program to its end and returns (status, standard output, standard error)."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=within, **options)
    return done.returncode, done.stdout, done.stderr


def main(modules, pattern):
    failures = 0
    wanted = re.compile(pattern or ".")
    for name, function in cases_of(modules):
        if not wanted.search(name):
            continue
        start = time.monotonic()
        try:
            function()
        except Exception as error:  # a failed test must not stop the others
            failures += 1
            why = str(error) if isinstance(error, Failed) else traceback.format_exc().replace("\n", " | ")
            print(f"FAILED {name}: {why}", flush=True)
        else:
            print(f"ok {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return 1 if failures else 0
