"""The planted faults that need logind and a user manager. `gesturectl doctor` names each, and has no "ok" for it. The others are in
Tests/planted_faults, two of sway in sway.py."""

import contextlib
import os
import re

from guest import Fingers, case, check, run, until
from service import HOME, RUNTIME, access, as_tester, device, restarted, systemctl
from session import activate, log_in_other, sessions_of

# A desktop of which nothing is known, in a session that runs.
DESKTOP = ("WAYLAND_DISPLAY=wayland-1", "XDG_CURRENT_DESKTOP=other")


def planted(name):
    """A case that plants a fault: a generator, which yields what doctor says, its line, and what must not be ok."""
    def register(function):
        @case(f"planted fault: {name}")
        def named():
            restarted()
            with contextlib.closing(function()) as fault:
                said, line, not_ok = next(fault)
                check(re.search(f"(?m)^{line}", said), f"no line {line!r}; doctor says: {said}")
                wrong = [line for line in said.splitlines() if line.startswith("ok ") and re.search(not_ok, line)]
                check(not wrong, f"a false ok: {wrong}")
        return named
    return register


def doctor(*variables):
    _, said, errors = as_tester("env", *variables, "gesturectl", "doctor")
    return said + errors


@contextlib.contextmanager
def display():
    """The socket of the session's compositor."""
    path = f"{RUNTIME}/wayland-1"
    with open(path, "w"):
        pass
    try:
        yield
    finally:
        os.remove(path)


@planted("another user's session is active on the seat")
def other_session():
    first, second = sessions_of("tester")[0], log_in_other()
    with Fingers("touchpad") as pad:
        activate(first, "tester", pad.node)
        until("the daemon has the touchpad", lambda: device(pad.node))
        run("loginctl", "activate", second)
        until("the node is not the first user's any more", lambda: not access(pad.node))
        until("the daemon has left the touchpad", lambda: not device(pad.node))
        try:
            yield doctor(), f"FAILED {pad.node} .*: permission denied, because another session is active at your seat: ", pad.node
        finally:
            activate(first, "tester", pad.node)


@planted("a user without a session at a seat")
def no_seat():
    with Fingers("touchpad") as pad:
        said = run("setpriv", "--reuid", "daemon", "--regid", "daemon", "--clear-groups", "env", "HOME=/tmp", "gesturectl", "doctor")[1]
        yield said, f"FAILED {pad.node} .*: permission denied, because the udev rule gives access only to a session at a seat", pad.node


@planted("the udev rule is not in effect")
def without_effect():
    with Fingers("touchpad") as pad:
        until("the touchpad is the user's", lambda: access(pad.node))
        systemctl("stop", "gestured.socket", "gestured.service")
        run("setfacl", "-b", pad.node)
        try:
            yield doctor(), f"FAILED {pad.node} .*: permission denied, because the udev rule is installed but not in effect: ", pad.node
        finally:
            systemctl("start", "gestured.socket")


@planted("logind has the session locked")
def locked():
    session = sessions_of("tester")[0]
    context = lambda: as_tester("gesturectl", "status", "context")[1]
    try:
        # The daemon may not listen yet: the signal is sent until it is heard.
        until("the session is locked", lambda: run("loginctl", "lock-session", session) and "locked=yes" in context())
        yield doctor(), "note   the session is locked; only gestures with when = ", "session"
    finally:
        run("loginctl", "unlock-session", session)
        as_tester("gesturectl", "control", "context", "locked=no")


@planted("the service is disabled")
def disabled():
    systemctl("disable", "gestured.service")
    with display():
        yield doctor(*DESKTOP), "note   gestured.service is disabled, so it does not start with each login: ", "starts the daemon"


@planted("an earlier version has enabled the service for some sessions")
def enabled_before():
    systemctl("disable", "gestured.service")
    folder = f"{HOME}/.config/systemd/user/graphical-session.target." + "want" "s"  # systemd's word, not one of docs/dev/terms.md
    run("install", "-d", "-o", "tester", folder)
    os.symlink("/usr/lib/systemd/user/gestured.service", f"{folder}/gestured.service")
    systemctl("daemon-reload")
    try:
        with display():
            yield doctor(*DESKTOP), (
                "note   gestured.service is enabled for some sessions only, so it does not start with each login: "
            ), "starts the daemon"
    finally:
        systemctl("disable", "gestured.service")
