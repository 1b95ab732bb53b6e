"""Logins with nothing but the distribution's configuration, the package's files, and what `gesturectl` did: from one to the next
within seconds, while logind keeps the user manager with the variables of the session before."""

import glob
import json
import os
import shutil
import signal
import subprocess

from desktop import COMMANDS, RUNTIME, Program, Session
from guest import Failed, Fingers, case, check, equal, run, until
from package import DESKTOP, owned
from service import HOME, RUNTIME as USER_RUNTIME, as_tester, is_active, journal, pid, systemctl

SEEN = "/tmp/seen"  # has a line with the variables of each command that ran
COMMAND = f"""
[[gesture]]
name = "three"
type = "swipe"
fingers = 3
direction = "left"
run = "echo ${{WAYLAND_DISPLAY:-$DISPLAY}} $SWAYSOCK >>{SEEN}"
"""
# As Plasma does: the variables, then the target.
PLASMA = "sh -c 'systemctl --user import-environment WAYLAND_DISPLAY && systemctl --user start desktop.service'"


class Logins:
    """The machine, the touchpad, and the present login."""

    is_ready = False
    fingers = None
    session = None

    @staticmethod
    def install():
        subprocess.run(["cp", "-a", "install/.", "/"], check=True)
        for program in ("gestured", "gesturectl"):  # vm/run put them there
            os.symlink(f"/usr/local/bin/{program}", f"/usr/bin/{program}")
        # As the package does.
        subprocess.run(["systemctl", "--global", "enable", "gestured.service", "gestured.socket"], check=True, capture_output=True)

    @classmethod
    def set_up(cls):
        if cls.is_ready:
            # At the beginning of a row: the one before may have stopped the service, which a login does not start again.
            as_tester("systemctl", "--user", "start", "gestured.service")
            return
        cls.install()
        # The clock jumps while the machine is idle, so that a delay of ten seconds could be over at once.
        os.makedirs("/etc/systemd/logind.conf.d")
        with open("/etc/systemd/logind.conf.d/kept.conf", "w") as file:
            file.write("[Login]\nUserStopDelaySec=1d\n")
        run("systemctl", "restart", "systemd-logind", within=600)
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        owned(f"{HOME}/.config/systemd/user/desktop.service", DESKTOP)
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.makedirs(RUNTIME)
        os.chmod(RUNTIME, 0o777)
        cls.fingers = Fingers()
        cls.is_ready = True

    @classmethod
    def log_in(cls, name, *arguments, desktop=None, program=None):
        """Logs in, and waits until the program, or else the session's first process, has opened the touchpad."""
        if not cls.is_ready:
            cls.set_up()
        cls.log_out()  # of a case that failed
        command, environment = COMMANDS[name]
        environment = {
            **environment, "LIBSEAT_BACKEND": "logind", "XDG_RUNTIME_DIR": USER_RUNTIME, "HOME": HOME,
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={USER_RUNTIME}/bus", "XDG_CURRENT_DESKTOP": desktop or name}
        cls.session = Program(name, [command[0], *arguments], environment, lambda *given: Session(*given, user="tester"))
        cls.wait_for_program(program)

    @classmethod
    def wait_for_program(cls, program=None):
        def numbers():
            return run("pgrep", "-x", program)[1].split() if program else [cls.session.process.pid]

        until(f"it has opened the touchpad; log: {cls.session.output.read()[-4:]}", lambda: any(
            os.path.realpath(path) == cls.fingers.node for number in numbers() for path in glob.glob(f"/proc/{number}/fd/*")), 120)

    @classmethod
    def log_out(cls):
        if cls.session:
            cls.session.stop()
            cls.session = None

    @classmethod
    def wait_for_daemon(cls):
        until("the service runs", is_active, 60)
        until("the daemon has opened the touchpad", lambda: any(
            os.path.realpath(path) == cls.fingers.node for path in glob.glob(f"/proc/{pid()}/fd/*")), 60)
        cls.fingers.do("wait 500")

    @classmethod
    def swipe(cls, x):
        cls.fingers.do("down 3", f"drag {x} 0 300", "up", "wait 500")


def sway(*arguments):
    """The answer of the running sway."""
    socket = f"{USER_RUNTIME}/sway-ipc.1000.{Logins.session.process.pid}.sock"
    return as_tester("env", f"SWAYSOCK={socket}", "swaymsg", *arguments)[1]


def workspace():
    return next(each["name"] for each in json.loads(sway("-rt", "get_workspaces")) if each["focused"])


def swipes_change_the_workspace():
    equal(workspace(), "1", "the workspace after the login")
    Logins.swipe(-40)
    until(f"the swipe shows the next workspace, not {workspace()}", lambda: workspace() == "2")
    Logins.swipe(40)
    until(f"the swipe back shows the first workspace, not {workspace()}", lambda: workspace() == "1")


def managers():
    return run("pgrep", "-u", "tester", "-xf", "/usr/lib/systemd/systemd --user")[1].split()


def display():
    """The session's socket: of those that are there, the one that was made last."""
    def found():
        return [path for path in glob.glob(f"{USER_RUNTIME}/wayland-*") if not path.endswith(".lock")]

    until("there is a display", found, 120)  # GNOME has the touchpad before
    return os.path.basename(max(found(), key=os.path.getmtime))


def doctor(desktop="sway", shown=None):
    """What doctor says in a terminal of the session."""
    variables = [f"XDG_CURRENT_DESKTOP={desktop}", shown or f"WAYLAND_DISPLAY={display()}"]
    if desktop == "sway":
        variables.append(f"SWAYSOCK={USER_RUNTIME}/sway-ipc.1000.{Logins.session.process.pid}.sock")
    return as_tester("env", *variables, "gesturectl", "doctor")[1]


def init():
    Logins.set_up()
    status, _, errors = as_tester("env", "XDG_CURRENT_DESKTOP=sway", "gesturectl", "setup", "--only-configuration")
    equal(status, 0, f"init: {errors}")


@case("login: sway as Debian has it, with the package and `gesturectl setup --only-configuration` alone: the first swipes change the workspace")
def first():
    init()
    Logins.log_in("sway")
    Logins.wait_for_daemon()
    swipes_change_the_workspace()


@case("login: sway again at once, with the same user manager: swipes reach the new sway")
def second():
    (manager,) = managers()
    Logins.log_out()
    Logins.log_in("sway")
    equal(managers(), [manager], "the user manager")
    Logins.wait_for_daemon()
    swipes_change_the_workspace()


@case("login: sway was killed, its sockets stay, and the next login's swipes reach the new sway")
def killed():
    number = Logins.session.process.pid
    os.kill(number, signal.SIGKILL)
    until("it has ended", lambda: not os.path.exists(f"/proc/{number}"))
    Logins.log_out()
    Logins.log_in("sway")
    Logins.wait_for_daemon()
    swipes_change_the_workspace()


def followed():
    """The session that the daemon follows, as `status` has it."""
    status, output, errors = as_tester("gesturectl", "status", "--json")
    equal(status, 0, f"status: {errors}")
    return json.loads(output)["session"]


@case("login: the daemon names the sway that it follows, and doctor compares the variables of a terminal with it")
def judged():
    until("it follows sway", lambda: followed().get("process") == Logins.session.process.pid, 60)
    equal((followed()["basis"], followed()["lock"]), ("controller", "unlocked"), "the basis and the lock")
    lines = doctor()
    check("the user manager starts the daemon with each login" in lines, lines)
    check(f"the daemon follows sway (process {Logins.session.process.pid}), session " in lines and "as gestured.service" in lines, lines)
    systemctl("set-environment", f"SWAYSOCK={USER_RUNTIME}/gone", "WAYLAND_DISPLAY=wayland-gone")
    systemctl("restart", "gestured.service")
    Logins.wait_for_daemon()
    swipes_change_the_workspace()
    systemctl("unset-environment", "SWAYSOCK", "WAYLAND_DISPLAY")
    systemctl("stop", "gestured.service")
    check("this call has started it" in doctor(), "doctor does not say that it has started the daemon")


@case("login: a sway in a window of sway, opened and closed: swipes stay with the outer one")
def nested():
    outer = Logins.session.process.pid
    sway("exec", "env WLR_BACKENDS=wayland sway -c /etc/sway/config")

    def processes():
        """Those that listen. One that was killed leaves its socket."""
        numbers = [int(path.split(".")[-2]) for path in glob.glob(f"{USER_RUNTIME}/sway-ipc.*.sock")]
        return [number for number in numbers if os.path.exists(f"/proc/{number}")]

    until("the nested sway listens", lambda: len(processes()) == 2, 120)
    Logins.fingers.do("wait 1000")
    equal(followed()["process"], outer, "the compositor that is followed")
    swipes_change_the_workspace()
    inner = next(number for number in processes() if number != outer)
    os.kill(inner, signal.SIGTERM)
    until("it has ended", lambda: not os.path.exists(f"/proc/{inner}"), 60)
    equal(followed()["process"], outer, "the compositor that is followed")
    swipes_change_the_workspace()


@case("login: sway again at once: `loginctl lock-session` locks the new session, and a locker under `gesturectl control locked` ends it")
def locks_after_a_login():
    Logins.log_out()
    Logins.log_in("sway")
    Logins.wait_for_daemon()
    until("it follows sway", lambda: followed().get("process") == Logins.session.process.pid, 60)
    session = followed()["name"]
    run("loginctl", "lock-session", session)
    until("it is locked", lambda: followed()["lock"] == "locked", 60)
    Logins.swipe(-40)
    equal(workspace(), "1", "the workspace after a swipe while the session is locked")
    equal(as_tester("gesturectl", "control", "locked", "--", "true")[0], 0, "the status of `gesturectl control locked`")
    equal(followed()["lock"], "unlocked", "the lock after the locker")
    swipes_change_the_workspace()


@case("login: while another user's session is active on the seat, no gesture is made, also by a daemon that may read the touchpad")
def foreign():
    run("setfacl", "-m", "u:tester:rw", Logins.fingers.node)
    with open("/run/systemd/seats/seat0") as file:
        before = file.read()
    # logind writes the file anew with each change, and does not read it while it runs.
    other = before.replace("ACTIVE_UID=1000", "ACTIVE_UID=1001")
    check(other != before, before)
    write_seat(other)
    try:
        until("it is another user's session", lambda: followed()["state"] == "foreign", 60)
        Logins.swipe(-40)
        equal(workspace(), "1", "the workspace after a swipe")
    finally:
        write_seat(before)
    until("it follows sway again", lambda: followed()["state"] == "here", 60)
    swipes_change_the_workspace()


def write_seat(text):
    with open("/run/systemd/seats/.#seat0", "w") as file:
        file.write(text)
    os.rename("/run/systemd/seats/.#seat0", "/run/systemd/seats/seat0")


ORDINARY = """
[[gesture]]
name = "good"
type = "swipe"
fingers = 3
direction = "left"
run = "swaymsg workspace number 1"
[[gesture]]
name = "bad"
type = "swipe"
fingers = 3
direction = "right"
run = "swaymsg nonsense"
"""


def lines_since(count=0):
    """The daemon's lines of the journal, and those of its commands, without the first ones."""
    run("journalctl", "--sync", within=600)
    text = run("journalctl", "-q", "-o", "cat", "--no-pager", "_SYSTEMD_USER_UNIT=gestured.service", within=600)[1]
    return text.splitlines()[count:]


@case("login: the journal has one line for a device at the start, a reload, a failure and a device that comes or goes, none for swipes")
def written():
    def plugged():
        Logins.fingers.unplug()
        Logins.fingers = Fingers()
        Logins.wait_for_program()
        Logins.wait_for_daemon()

    def logged_out():
        Logins.log_out()
        until("the session has ended", lambda: not run("loginctl", "list-sessions", "--no-legend")[1].count("seat0"), 60)

    steps = (
        ("a changed file", lambda: owned(f"{HOME}/.config/gestured/config.toml", ORDINARY), 1),
        ("a start", lambda: (systemctl("restart", "gestured.service"), Logins.wait_for_daemon()), 1),
        ("a reload", lambda: as_tester("gesturectl", "control", "reload"), 1),
        ("five swipes", lambda: [Logins.swipe(-40) for _ in range(5)], 0),
        ("a failure", lambda: Logins.swipe(40), 1),
        ("a device that goes and one that comes", plugged, 2),
        ("a logout", logged_out, 0),
    )
    Logins.log_out()
    Logins.log_in("sway")
    Logins.wait_for_daemon()
    problems = []
    for what, act, wanted in steps:
        before = len(lines_since())
        act()
        Logins.fingers.do("wait 500")
        found = lines_since(before)
        print(f"# {what}: {found}", flush=True)
        # A bracket is the last line that swaymsg prints.
        if len(found) != wanted or any("kernel" in line or "another session" in line or line.endswith("]") for line in found):
            problems.append(f"{what}: {found}")
    check(not problems, "; ".join(problems))


@case("login: from sway to a desktop with graphical-session.target, at once: commands get the variables of the new session")
def switched():
    owned(f"{HOME}/.config/gestured/config.toml", COMMAND)
    Logins.log_out()
    Logins.log_in("kwin", "--drm", "--no-lockscreen", PLASMA, desktop="KDE")
    until("the target is reached", lambda: as_tester("systemctl", "--user", "is-active", "desktop.service")[0] == 0, 60)
    Logins.wait_for_daemon()
    seen(display())
    systemctl("stop", "desktop.service")
    Logins.log_out()


def seen(display):
    """Checks that the command of a swipe sees the display."""
    if os.path.exists(SEEN):
        os.remove(SEEN)
    Logins.swipe(-40)
    try:
        until("the command runs", lambda: os.path.exists(SEEN) and os.path.getsize(SEEN))
    except Failed as failure:
        status = as_tester("gesturectl", "status")[1].replace("\n", " | ")
        raise Failed(f"{failure}; {status} {journal()}") from None
    with open(SEEN) as file:
        equal(file.read().split()[:1], [display], "WAYLAND_DISPLAY of the command")


@case("login: labwc, without a line in its files: the daemon follows it, with its variables")
def labwc():
    for _ in range(2):
        Logins.log_in("labwc")
        Logins.wait_for_daemon()
        seen(display())
        Logins.log_out()


@case("login: sway without a user manager, with `exec gesturectl start` in its file: the first swipes of three logins reach the present sway")
def without_a_manager():
    if not os.path.exists(f"{HOME}/.config/gestured/config.toml"):  # of the cases before this one
        init()
    Logins.log_out()
    manager = "user@1000.service"
    run("systemctl", "mask", "--runtime", "--now", manager, within=600)
    owned(f"{HOME}/.config/sway/config", "include /etc/sway/config\nexec gesturectl start\n")
    try:
        for is_killed in (False, True, False):
            Logins.log_in("sway")
            equal(managers(), [], "the user manager")
            number = Logins.session.process.pid
            until(f"the daemon follows the present sway; log: {Logins.session.output.read()[-4:]}", lambda: follows(number), 60)
            swipes_change_the_workspace()
            daemons = run("pgrep", "-u", "tester", "-x", "gestured")[1].split()
            equal(len(daemons), 1, f"the daemons {daemons} that run")
            if is_killed:
                os.kill(number, signal.SIGKILL)
            Logins.log_out()
    finally:
        os.remove(f"{HOME}/.config/sway/config")
        run("systemctl", "unmask", "--runtime", manager, within=600)


def follows(number):
    """Whether a daemon answers and follows this process."""
    status, output, _ = as_tester("gesturectl", "status", "--json")
    return status == 0 and json.loads(output)["session"].get("process") == number
