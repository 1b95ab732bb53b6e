"""The Debian package in a login to a compositor by logind, with a claim: from the first touch to the removal, in this order."""

import functools
import glob
import os
import shutil
import subprocess

from desktop import COMMANDS, KWIN, OWN, RUNTIME, SWAY, Program, Session, install
from guest import Fingers, case, check, equal, run, until
from package import DESKTOP, dpkg, owned
from service import HOME, RUNTIME as USER_RUNTIME, is_active, pid

OURS = "/tmp/ours"
CONFIGURATION = """
[[device]]
match = {{ name = "*" }}
claim = "3.."
[[gesture]]
name = "swipe"
type = "swipe"
fingers = {fingers}
direction = "{direction}"
run = "sh -c 'echo ours >>{ours}'"
"""
START = "systemctl --user start desktop.service"
# A short form of a display manager: it starts the compositor again whenever it has ended, until the session ends.
LOGIN = """#!/bin/sh
trap 'kill $compositor $beside; wait $compositor; systemctl --user stop desktop.service; exit' TERM
{beside} & beside=$!
while :; do
  {command} & compositor=$!
  wait $compositor
  systemctl --user stop desktop.service
done
"""


def write(path, text, mode=0o755):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def count(path, word):
    """The lines with `word`."""
    if not os.path.exists(path):
        return 0
    with open(path) as file:
        return sum(word in line for line in file)


def opened(number):
    return {os.path.realpath(path) for path in glob.glob(f"/proc/{number}/fd/*")}


class Login:
    """The user's login to one compositor. `words` are its command, `beside` runs beside it, `own` is the word in each
    line of OWN, and `swipe` is the number of fingers and the direction of a swipe that the compositor also has."""

    def __init__(self, name, words, beside, own, swipe):
        self.name = name
        self.program, self.command, self.beside, self.own = words[0], " ".join(words), beside, own
        self.environment = {**COMMANDS[name][1], "LIBSEAT_BACKEND": "logind", "XDG_RUNTIME_DIR": USER_RUNTIME, "HOME": HOME,
                            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={USER_RUNTIME}/bus"}
        self.finger_count, self.direction = swipe
        self.distance = 40 if self.direction == "right" else -40  # mm
        self.fingers = self.session = None

    def log_in(self):
        self.session = Program("login", [f"{RUNTIME}/login"], self.environment, lambda *arguments: Session(*arguments, user="tester"))
        self.wait()

    def log_out(self):
        self.session.stop()
        until("the user has no processes", lambda: not run("pgrep", "-u", "tester")[1], 120)

    def wait(self):
        """Waits until the compositor and the daemon have opened the device."""
        until(f"{self.name} has the device; log: {self.session.output.read()[-3:]}", lambda: any(
            self.fingers.node in opened(number) for number in self.processes()), 120)
        until("the service runs", is_active, 60)
        until("the daemon has the device", lambda: self.fingers.node in opened(pid()), 60)

    def processes(self):
        return run("pgrep", "-x", self.program)[1].split()

    def done(self):
        """The numbers of swipes that the daemon and the compositor made."""
        return count(OURS, "ours"), count(OWN, self.own)

    def begin(self):
        self.fingers.do(f"down {self.finger_count}", f"drag {self.distance} 0 400")

    def swipe(self, is_ours=True):
        """Checks that only the daemon, or only the compositor, makes the next swipe."""
        ours, own = self.done()
        self.begin()
        self.fingers.do("up", "wait 500")
        until(f"the swipe does something: {self.done()}", lambda: self.done() != (ours, own))
        self.fingers.do("wait 500")
        equal(self.done(), (ours + 1, own) if is_ours else (ours, own + 1), "our commands and the compositor's gestures")


def installed(login):
    install(plugin=False)
    dpkg("-i", *glob.glob("gestured_0.0.*.deb"))
    run("dpkg", "-S", "/usr/bin/gesturectl", within=600)  # the clock jumps while the disk is waited for
    status, output, errors = run("gesturectl", "claim", "on", within=600)
    equal(status, 0, f"claim on: {output} {errors}")
    shutil.rmtree(RUNTIME, ignore_errors=True)
    os.makedirs(RUNTIME)
    os.chmod(RUNTIME, 0o777)
    # Gestures of its own, beside the distribution's configuration, which nothing else is added to.
    write("/etc/sway/config.d/90-test.conf", SWAY, 0o644)
    write(f"{RUNTIME}/login", LOGIN.format(beside=login.beside, command=login.command))
    owned(f"{HOME}/.config/kwinrc", KWIN)
    owned(f"{HOME}/.config/systemd/user/desktop.service", DESKTOP)
    owned(f"{HOME}/.config/gestured/config.toml", CONFIGURATION.format(
        fingers=login.finger_count, direction=login.direction, ours=OURS))
    subprocess.run(["chown", "-R", "tester:tester", HOME], check=True)
    login.fingers = Fingers()
    login.log_in()
    login.swipe()


def plugged(login):
    for _ in range(3):
        login.fingers.unplug()
        login.fingers = Fingers()
        login.wait()
        login.swipe()


def restarted(login):
    (compositor,) = login.processes()
    run("kill", "-9", compositor)
    until("it has ended", lambda: not os.path.exists(f"/proc/{compositor}"))
    login.wait()
    login.swipe()


def again(login):
    login.log_out()
    login.log_in()
    login.swipe()


def upgraded(login):
    before, (_, own) = pid(), login.done()
    login.begin()
    dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
    login.fingers.do("up", "wait 500")
    until("another daemon runs", lambda: is_active() and pid() not in (0, before), 60)
    login.wait()
    equal(login.done()[1], own, "the compositor's own gestures")
    login.swipe()


def removed(login):
    try:
        login.begin()
        dpkg("-r", "gestured")
        login.fingers.do("up", "wait 500")
        until("the daemon has ended", lambda: not is_active())
        login.swipe(is_ours=False)
        check(not glob.glob("/usr/bin/gestured*"), "the programs are still there")
    finally:  # the next compositor begins anew
        login.log_out()
        login.fingers.unplug()


STEPS = {
    "installed, with `gesturectl plugin install`, the first touch after the login is ours, and runs its command": installed,
    "the first touch of a device that is plugged in is ours": plugged,
    "the first touch after {} was killed and started again is ours": restarted,
    "the first touch after another login is ours": again,
    "the package is upgraded in a claimed swipe: that one is not {}'s, and the next is ours": upgraded,
    "the package is removed in a claimed swipe: the next swipe is {}'s, and the plugin does no harm": removed,
}
LOGINS = [
    # sway starts the service by the package's file, and its own gestures write to OWN.
    Login("sway", ["sway", "-d"], ":", "right", (3, "right")),
    Login("kwin", [*COMMANDS["kwin"][0], f"'{START}'"], f"gdbus monitor --session --dest org.kde.KWin --object-path /VirtualDesktopManager >>{OWN}",
          "currentChanged", (4, "left")),
]
for a_login in LOGINS:
    for number, (what, step) in enumerate(STEPS.items(), 1):
        case(f"package in {a_login.name}: {number} {what.format(a_login.name)}")(functools.partial(step, a_login))
