"""The Debian package in a login to sway by logind, with a claim: from the first touch to the removal, in this order."""

import glob
import os
import subprocess

from compositor import CLAIM, SWIPE
from desktop import HEADLESS, OWN, RUNTIME, SWAY, Program, Session, install
from guest import Fingers, case, check, equal, run, until
from package import DESKTOP, dpkg, owned
from service import HOME, as_tester, is_active, pid

OURS = "/tmp/ours"
CONFIGURATION = CLAIM + f'run = "sh -c \'echo ours >>{OURS}\'"\n'
# As a display manager does, in short: sway again when it has ended, until the session ends.
LOGIN = f"""#!/bin/sh
trap 'kill $sway; wait $sway; systemctl --user stop desktop.service; exit' TERM
while :; do
  sway -d -c {RUNTIME}/sway & sway=$!
  wait $sway
  systemctl --user stop desktop.service
done
"""


def write(path, text, mode=0o755):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def count(path):
    if not os.path.exists(path):
        return 0
    with open(path) as file:
        return len(file.read().split())


class State:
    fingers = None
    login = None

    @classmethod
    def log_in(cls):
        cls.login = Program("login", [f"{RUNTIME}/login"], {**HEADLESS, "LIBSEAT_BACKEND": "logind", "XDG_RUNTIME_DIR": "/run/user/1000"},
                            lambda *arguments: Session(*arguments, user="tester"))
        cls.wait()

    @classmethod
    def wait(cls):
        """Until sway and the daemon have opened the device."""
        cls.wait_for_sway()
        until("the service runs", is_active, 60)
        until("the daemon has the device", lambda: cls.fingers.node in opened(pid()), 60)

    @classmethod
    def wait_for_sway(cls):
        until(f"sway has the device; log: {cls.login.output.read()[-3:]}", lambda: any(
            cls.fingers.node in opened(number) for number in run("pgrep", "-x", "sway")[1].split()), 120)

    @classmethod
    def swipe(cls, is_ours=True, motion=SWIPE):
        """The next swipe is ours alone, or sway's alone."""
        ours, own = count(OURS), count(OWN)
        cls.fingers.do(*motion, "wait 500")
        until(f"the swipe does something: {count(OURS)} {count(OWN)}", lambda: (count(OURS), count(OWN)) != (ours, own))
        cls.fingers.do("wait 500")
        equal((count(OURS) - ours, count(OWN) - own), (1, 0) if is_ours else (0, 1), "our commands and sway's")


def opened(number):
    return {os.path.realpath(path) for path in glob.glob(f"/proc/{number}/fd/*")}


@case("package in sway: 1 installed, with `gesturectl claim on`, the first touch after the login is ours, and runs its command")
def first():
    install(plugin=False)
    dpkg("-i", *glob.glob("gestured_0.0.*.deb"))
    run("dpkg", "-S", "/usr/bin/gesturectl", within=600)  # the clock jumps while the disk is waited for
    status, output, errors = run("gesturectl", "claim", "on", within=600)
    equal(status, 0, f"claim on: {output} {errors}")
    os.makedirs(RUNTIME)
    os.chmod(RUNTIME, 0o777)
    write(f"{RUNTIME}/sway", SWAY + "exec systemctl --user start desktop.service\n")
    write(f"{RUNTIME}/login", LOGIN)
    owned(f"{HOME}/.config/systemd/user/desktop.service", DESKTOP)
    owned(f"{HOME}/.config/gestured/config.toml", CONFIGURATION)
    subprocess.run(["chown", "-R", "tester:tester", HOME], check=True)
    State.fingers = Fingers()
    State.log_in()
    State.swipe()


@case("package in sway: 2 the first touch of a device that is plugged in is ours")
def plugged():
    for _ in range(3):
        State.fingers.unplug()
        State.fingers = Fingers()
        State.wait()
        State.swipe()


@case("package in sway: 3 the first touch after sway was killed and started again is ours")
def restarted():
    (sway,) = run("pgrep", "-x", "sway")[1].split()
    run("kill", "-9", sway)
    until("it has ended", lambda: not os.path.exists(f"/proc/{sway}"))
    State.wait()
    State.swipe()


@case("package in sway: 4 the first touch after another login is ours")
def again():
    State.login.stop()
    until("the user has no processes", lambda: not run("pgrep", "-u", "tester")[1], 120)
    State.log_in()
    State.swipe()


@case("package in sway: 5 the package is upgraded in a claimed swipe: that one is not sway's, and the next is ours")
def upgraded():
    before, own = pid(), count(OWN)
    State.fingers.do("down 3", "drag 10 0 150")
    dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
    State.fingers.do("up", "wait 500")
    until("another daemon runs", lambda: is_active() and pid() not in (0, before), 60)
    State.wait()
    equal(count(OWN), own, "sway's own gestures")
    State.swipe()


@case("package in sway: 6 the package is removed in a claimed swipe: the next swipe is sway's, and the plugin does no harm")
def removed():
    State.fingers.do("down 3", "drag 10 0 150")
    dpkg("-r", "gestured")
    State.fingers.do("up", "wait 500")
    until("the daemon has ended", lambda: not is_active())
    State.swipe(is_ours=False, motion=["down 3", "drag 40 0 600", "up"])
    check(not glob.glob("/usr/bin/gestured*"), "the programs are still there")
    State.login.stop()
    State.fingers.unplug()
