"""The daemon as a user's service: the files of `make install`, systemd --user, logind with a session on the seat."""

import json
import os
import re
import signal
import subprocess

from guest import Fingers, case, check, equal, run, until

HOME, RUNTIME = "/home/tester", "/run/user/1000"
CONFIGURATION = '''
[[gesture]]
name = "tap"
type = "tap"
fingers = 1
run = "sh -c 'env >$HOME/environment; grep NoNewPrivs /proc/self/status >/tmp/privileges; echo x >/var/tmp/written'"

[[gesture]]
name = "three"
type = "tap"
fingers = 3
exec = ["sleep", "3141"]

[[gesture]]
name = "four"
type = "tap"
fingers = 4
run = "sleep 2718; true"
'''
# The tests start the unit more often in ten seconds than StartLimitBurst allows.
OFTEN = "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestartSec=100ms\n"
# Used only by the test of the watchdog, because this machine runs in the host's time and the host may be busy for seconds.
SHORT_WAITS = "[Service]\nWatchdogSec=4s\nTimeoutAbortSec=2s\n"
DROP_INS = f"{HOME}/.config/systemd/user/gestured.service.d"


def as_tester(*command):
    return run("setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", f"HOME={HOME}",
               f"XDG_RUNTIME_DIR={RUNTIME}", f"DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/bus", *command, within=600)


def systemctl(*arguments):
    status, output, errors = as_tester("systemctl", "--user", *arguments)
    check(status == 0, f"systemctl --user {' '.join(arguments)}: {errors or output} {journal()}")
    return output.strip()


def journal():
    return run("journalctl", "-q", "-n", "12", "-o", "cat", "--no-pager", "_UID=1000")[1].replace("\n", " | ")


def unit(key):
    return systemctl("show", "-p", key, "--value", "gestured.service")


def pid():
    return int(unit("MainPID"))


def is_active():
    return as_tester("systemctl", "--user", "is-active", "gestured.service")[1].strip() == "active"


def device(node):
    status, output, _ = as_tester("gesturectl", "status", "--json")
    devices = json.loads(output)["devices"] if status == 0 else []
    return next((d for d in devices if d["node"] == node and not d.get("problem")), None)


class Machine:
    """The installed files and the user's session: set up by the first test that needs them."""

    state = "new"

    @classmethod
    def set_up(cls):
        if cls.state != "ready":
            check(cls.state == "new", "the user's session could not be set up (see the first failure)")
            cls.state = "failed"
            cls.install()
            cls.log_in()
            cls.state = "ready"

    @staticmethod
    def install():
        subprocess.run(["cp", "-a", "install/.", "/"], check=True)
        for program in ("gestured", "gesturectl"):  # vm/run put them there
            os.symlink(f"/usr/local/bin/{program}", f"/usr/bin/{program}")
        os.makedirs(f"{HOME}/.config/gestured", exist_ok=True)
        with open(f"{HOME}/.config/gestured/config.toml", "w") as file:
            file.write(CONFIGURATION)
        os.makedirs(DROP_INS, exist_ok=True)
        with open(f"{DROP_INS}/often.conf", "w") as file:
            file.write(OFTEN)
        subprocess.run(["chown", "-R", "tester:tester", HOME], check=True)
        subprocess.run(["udevadm", "control", "--reload"], check=True)

    @staticmethod
    def log_in():
        """A session on seat0's first terminal, as login(1) would make it; it starts the user's systemd too."""
        status, _, errors = run(
            "systemd-run", "--unit=seat", "-p", "User=tester", "-p", "PAMName=login", "-p", "TTYPath=/dev/tty1",
            "-p", "StandardInput=tty", "-p", "TTYReset=yes", "sleep", "infinity", within=600)
        equal(status, 0, f"a session on the seat: {errors}")
        until("the seat has a session",
              lambda: "tester" in run("loginctl", "list-sessions")[1], 120)
        until("the user's systemd answers",
              lambda: as_tester("systemctl", "--user", "is-system-running")[1].strip() in ("running", "degraded"), 120)


def restarted():
    Machine.set_up()
    systemctl("restart", "gestured.service")
    return pid()


@case("service: starts by its unit, which waits for READY, and logs one line")
def start():
    Machine.set_up()
    systemctl("start", "gestured.service")
    equal(unit("Type"), "notify", "Type")
    equal(unit("ActiveState"), "active", "ActiveState")
    check(unit("StatusText"), "no StatusText")
    systemctl("stop", "gestured.service")
    equal(unit("Result"), "success", "Result after stop")


def access(node, user="tester"):
    """Whether the user can open the node for reading. Its ACL alone may be misleading."""
    return run("setpriv", "--reuid", user, "--regid", user, "--init-groups", "head", "-c0", node)[0] == 0


@case("service: the udev rule gives the seated user touch devices, no keyboard and no mouse, and other users nothing")
def rule():
    restarted()
    with Fingers("touchpad") as pad, Fingers("touchscreen") as screen, Fingers("keyboard") as keyboard, \
            Fingers("mouse") as mouse:
        run("udevadm", "settle")
        until("the touchpad is the user's", lambda: access(pad.node))
        until("the touchscreen is the user's", lambda: access(screen.node))
        check(not access(keyboard.node), "the keyboard is the user's")
        check(not access(mouse.node), "the mouse is the user's")
        for fingers in (pad, screen, keyboard, mouse):
            check(not access(fingers.node, "daemon"), f"{fingers.name} is readable by all users")
        until("the daemon opened the touchpad", lambda: device(pad.node))
        until("the daemon opened the touchscreen", lambda: device(screen.node))


@case("service: the hardening leaves commands what they need")
def hardening():
    restarted()
    with Fingers("touchscreen") as fingers:
        until("the daemon opened the device", lambda: device(fingers.node))
        fingers.do("down 1", "wait 60", "up")
        environment = until("the command wrote into the home directory", lambda: read(f"{HOME}/environment"))
        check("GESTURED_GESTURE=tap" in environment, "the command's environment lacks GESTURED_GESTURE")
        check(f"HOME={HOME}" in environment, "the command's environment lacks HOME")
        until("the command wrote into /var/tmp", lambda: read("/var/tmp/written"))
        check(read("/tmp/privileges").split()[-1] == "0", "the command cannot gain privileges (sudo, pkexec)")


@case("service: a restart keeps the programs that gestures started")
def keeps_commands():
    first = restarted()
    with Fingers("touchscreen") as fingers:
        until("the daemon opened the device", lambda: device(fingers.node))
        fingers.do("down 3", "wait 60", "up")
        program = until("the program runs", lambda: run("pgrep", "-f", "sleep 3141")[1].split())
        second = restarted()
        check(first != second, "the daemon was not restarted")
        equal(run("pgrep", "-f", "sleep 3141")[1].split(), program, "the program after the restart")
        os.kill(int(program[0]), signal.SIGKILL)


def move(process, procs):
    with open(procs, "w") as file:
        file.write(process)


def groups(process):
    """The path of its control group."""
    return read(f"/proc/{process}/cgroup").strip().partition("::")[2]


def group(process):
    return groups(process).rsplit("/", 1)[-1]


@case("service: a program that a gesture opens is in a scope of its own after 10 s, with its children, and outlives a stop")
def scopes_programs():
    restarted()
    with Fingers("touchscreen") as fingers:
        until("the daemon opened the device", lambda: device(fingers.node))
        for count in range(1, 12):
            fingers.do("down 4", "wait 60", "up", "wait 400")
            until(f"{count} programs run", lambda: len(run("pgrep", "-f", "^sleep 2718")[1].split()) == count)
        children = run("pgrep", "-f", "^sleep 2718")[1].split()
        shells = run("pgrep", "-f", "^/bin/sh -c sleep 2718")[1].split()
        equal(len(shells), 11, "eleven swipes open eleven programs")
        until("each is in a scope of its own", lambda: len({group(each) for each in shells}) == 11 and all(
            group(each) == f"app-gestured-sh-{each}.scope" for each in shells), 60)
        equal({group(each) for each in children}, {group(each) for each in shells}, "the groups of the children")
        until("doctor names none", lambda: "control group of gestured.service" not in as_tester("gesturectl", "doctor")[1])
        moved, scope = children[0], f"/sys/fs/cgroup{groups(children[0])}/cgroup.procs"
        move(moved, f"/sys/fs/cgroup{groups(pid())}/cgroup.procs")
        until("doctor names the one that was moved back", lambda: re.search(
            rf"control\s+group\s+of\s+gestured\.service.*sleep\s+\({moved}\)", as_tester("gesturectl", "doctor")[1], re.S))
        move(moved, scope)
        systemctl("stop", "gestured.service")
        equal(run("pgrep", "-f", "^sleep 2718")[1].split(), children, "the programs after the stop")
        restarted()
        for each in children:
            os.kill(int(each), signal.SIGKILL)
        until("the scopes are gone", lambda: "app-gestured-sh" not in systemctl("list-units", "--type", "scope", "--plain", "--no-legend"))


@case("service: a daemon that hangs is restarted by the watchdog")
def watchdog():
    Machine.set_up()
    installed = read("/usr/lib/systemd/user/gestured.service")
    check(re.search(r"^WatchdogSec=", installed, re.M), "the unit has no WatchdogSec")
    with open(f"{DROP_INS}/short-waits.conf", "w") as file:
        file.write(SHORT_WAITS)
    systemctl("daemon-reload")
    try:
        first = restarted()
        os.kill(first, signal.SIGSTOP)
        until("systemd killed it", lambda: not os.path.exists(f"/proc/{first}"))
        until("systemd started another one", lambda: is_active() and pid() not in (0, first), 60)
        equal(unit("NRestarts"), "1", "NRestarts")
    finally:
        os.remove(f"{DROP_INS}/short-waits.conf")
        systemctl("daemon-reload")
        systemctl("restart", "gestured.service")


@case("service: the socket starts the daemon, which answers on it")
def socket_activation():
    Machine.set_up()
    systemctl("stop", "gestured.service", "gestured.socket")
    check(not is_active(), "the daemon still runs")
    systemctl("start", "gestured.socket")
    check(not is_active(), "the daemon runs before a client has connected")
    status, output, errors = as_tester("gesturectl", "status", "--json")
    equal(status, 0, f"gesturectl status: {errors}")
    check(json.loads(output)["version"], "no version")
    check(is_active(), "the daemon was not started")
    systemctl("stop", "gestured.service")
    check(os.path.exists(f"{RUNTIME}/gestured/control.sock"), "the daemon removed the socket of systemd")
    equal(as_tester("gesturectl", "status", "--json")[0], 0, "status after another activation")


@case("service: calls after an error in the file do not use up the socket, and correcting the file is enough")
def error_at_start():
    Machine.set_up()
    systemctl("stop", "gestured.service", "gestured.socket")
    with open(f"{HOME}/.config/gestured/config.toml", "w") as file:
        file.write("[[gesture\n")  # not TOML, so no part of the file can be used
    try:
        systemctl("start", "gestured.socket")
        # There are more starts than systemd allows by default in some seconds. The guest is slow, so only a call that hangs, a
        # socket that gives up, or a daemon that stays away causes a failure.
        for _ in range(30):
            equal(as_tester("timeout", "20", "gesturectl", "status", "--json")[0] == 124, False, f"a call hangs; {journal()}")
        check(not is_active(), "the daemon runs with the error")
        state = systemctl("show", "-p", "ActiveState", "-p", "Result", "--value", "gestured.socket").split()
        equal(state, ["success", "active"], f"the socket after 30 calls; {journal()}")
    finally:
        with open(f"{HOME}/.config/gestured/config.toml", "w") as file:
            file.write(CONFIGURATION)
    status, _, errors = as_tester("gesturectl", "status", "--json")
    check(status == 0 and is_active(), f"the call after the file was corrected: {errors} {journal()}")


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None
