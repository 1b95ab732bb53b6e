"""`gesturectl setup` from the package to the first gesture, judged by what the gesture does; setup again, and its `--undo`."""

import glob
import os
import pty
import subprocess

from desktop import Program
from guest import Lines, case, check, equal, run, until
from login import Logins, display, workspace
from login_rows import Row
from package import dpkg, owned
from service import HOME, RUNTIME, Machine, as_tester, read
from turned import leave_overview

CONFIGURATION = f"{HOME}/.config/gestured/config.toml"
SOUND = "/tmp/wpctl-was-started"
FILES = (HOME, "/etc")


def files():
    """All files that setup may write, with their bytes."""
    found = {}
    for place in FILES:
        for folder, _, names in os.walk(place):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and ".cache" not in path:
                    with open(path, "rb") as file:
                        found[path] = file.read()
    return found


def changes(before):
    """What is there that was not, or that has another text: what gestured does not own changes by itself in a session."""
    now = files()
    return sorted(path for path in now.keys() | before.keys()
                  if now.get(path) != before.get(path) and ("gestur" in path or b"gestur" in (now.get(path) or b"")))


def may_type():
    """Whether the user's programs may write /dev/uinput."""
    return as_tester("test", "-w", "/dev/uinput")[0] == 0


class Terminal:
    """A program on a terminal of the session, which is answered."""

    def __init__(self, variables, *command):
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            ["setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", f"HOME={HOME}", f"XDG_RUNTIME_DIR={RUNTIME}",
             f"DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/bus", "TERM=linux", *variables, *command],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        self.stream = os.fdopen(ours, "r+b", buffering=0)
        self.lines = Lines(self.stream)
        self.answered = 0

    def text(self):
        try:
            self.lines.read()
        except (OSError, ValueError):  # the terminal ends with its last program
            pass
        return "\n".join([*self.lines.lines, self.lines.rest.decode(errors="replace")])

    def answer(self, answer, end):
        """Answers each question until `end` is there, or the program has ended."""
        def step():
            text = self.text()
            if text.count("Do this?") > self.answered:
                self.answered += 1
                self.stream.write(f"{answer}\n".encode())
            return end in text or self.process.poll() is not None

        until(f"{end!r}: {self.text()[-600:]}", step, 300)
        return self.text()

    def end(self):
        try:
            until(f"it has ended: {self.text()[-600:]}", lambda: (self.text(), self.process.poll() is not None)[1], 120)
        finally:
            self.process.kill()
            self.stream.close()
        return self.process.returncode


class Console:
    """A login on the first terminal, without a desktop."""

    variables = ()
    hand = ("down 4", "drag 0 -30 600", "up")
    effect = "the volume goes up"
    example = "media"

    def log_in(self):
        # Without its programs the example would not be chosen.
        owned("/usr/local/bin/wpctl", f'#!/bin/sh\necho "$@" >>{SOUND}\n')
        owned("/usr/local/bin/playerctl", "#!/bin/sh\n")
        for program in ("wpctl", "playerctl"):
            os.chmod(f"/usr/local/bin/{program}", 0o755)
        Machine.log_in()

    def log_out(self):
        run("systemctl", "stop", "seat.service", within=600)

    def state(self):
        return "%+" in (read(SOUND) or "")


class Sway:
    hand = ("down 3", "drag -40 0 300", "up")
    effect = "the next workspace is shown"
    example = "sway"

    def __init__(self):
        self.row = Row("sway")

    @property
    def variables(self):
        return ("XDG_CURRENT_DESKTOP=sway", f"WAYLAND_DISPLAY={display()}",
                f"SWAYSOCK={RUNTIME}/sway-ipc.1000.{Logins.session.process.pid}.sock")

    def log_in(self):
        self.row.log_in()

    def log_out(self):
        self.row.log_out()

    def state(self):
        return workspace()


class Windows:
    """KDE or GNOME, whose first gesture maximizes a window."""

    hand = ("down 3", "drag 0 -30 300", "up")
    effect = "the window is maximized"

    def __init__(self, name):
        self.row = Row(name)
        self.example = f"{self.row.desktop.lower()}-windows"

    @property
    def variables(self):
        return (f"XDG_CURRENT_DESKTOP={self.row.desktop}", "XDG_SESSION_TYPE=wayland", f"WAYLAND_DISPLAY={display()}")

    def log_in(self):
        self.row.log_in()
        if self.row.name == "gnome":
            leave_overview()
        self.client = Program("client", ["setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env",
                                         f"XDG_RUNTIME_DIR={RUNTIME}", *self.variables, "python3", "wayland_client.py", "--window"], {})
        self.client.output.wait("^drawn", within=120)
        Logins.fingers.do("wait 4000")  # GNOME shows a window at the end of an animation

    def log_out(self):
        self.client.stop()
        self.row.log_out()

    def state(self):
        return next(line for line in reversed(self.client.output.read()) if line.startswith("drawn"))


def install():
    """The package, and a sudo that needs no password."""
    dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
    with open("/etc/sudoers.d/tester", "w") as file:
        file.write("tester ALL=(ALL) NOPASSWD: ALL\n")
    os.chmod("/etc/sudoers.d/tester", 0o440)


def first_gesture(it, terminal, answer):
    """Answers setup until it waits for a gesture, makes the first one, and checks what it does."""
    text = terminal.answer(answer, "Make a gesture now")
    check("Make a gesture now" in text, f"setup ended: {text[-1500:]}")
    before = it.state()
    Logins.wait_for_daemon()
    Logins.fingers.do("wait 1000", *it.hand, "wait 700")
    until(f"{it.effect}; it is {it.state()}", lambda: it.state() != before, 60)
    equal(terminal.end(), 0, f"setup's status; {terminal.text()[-600:]}")
    check("It works" in terminal.text(), terminal.text()[-600:])
    return text


def sets_up(name, make):
    @case(f"setup: {name}: no answer changes nothing; each step answered, the first gesture acts; again nothing is missing; undone")
    def works():
        Logins.install = staticmethod(install)
        Logins.set_up()
        it = make()
        it.log_in()
        try:
            before = files(), may_type()
            setup = Terminal(it.variables, "gesturectl", "setup")
            setup.answer("n", "Make a gesture now")
            setup.process.terminate()  # it would wait for a gesture of the built-in set
            setup.end()
            equal(changes(before[0]), [], f"after n: {setup.text()[-900:]}")
            setup = Terminal(it.variables, "gesturectl", "setup")
            text = first_gesture(it, setup, "y")
            print(f"# {name}: {setup.answered} steps", flush=True)
            for line in text.splitlines():
                print(f"#   {line.rstrip()}", flush=True)
            check(f"the example {it.example} has" in text, text)
            again = Terminal(it.variables, "gesturectl", "setup")
            equal(again.answer("n", "Make a gesture now").count("Do this?"), 0, f"steps of the second run: {again.text()}")
            Logins.fingers.do(*it.hand, "wait 700")
            equal(again.end(), 0, again.text()[-600:])
            status, output, errors = as_tester("env", *it.variables, "gesturectl", "setup", "--undo", "--yes")
            equal((status, errors), (0, ""), f"undo: {output}")
            equal((changes(before[0]), may_type()), ([], before[1]), f"what undo leaves; {output}")
        finally:
            it.log_out()


def refuses_without_a_seat():
    @case("setup: over ssh, without a seat: it says who may read the devices, and what it does is undone")
    def works():
        Logins.install = staticmethod(install)
        Logins.set_up()
        run("loginctl", "enable-linger", "tester", within=600)
        until("the user manager answers",
              lambda: as_tester("systemctl", "--user", "is-system-running")[1].strip() in ("running", "degraded"), 120)
        try:
            before = files()
            status, output, _ = as_tester("gesturectl", "setup", "--yes")
            equal(status, 3, output)
            check("only to a session at a seat" in " ".join(output.split()), output)
            equal(as_tester("gesturectl", "setup", "--undo", "--yes")[0], 0, "undo")
            equal(changes(before), [], "what undo leaves")
        finally:
            run("loginctl", "disable-linger", "tester", within=600)
