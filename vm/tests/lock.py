"""The lock of the session as context, by the real logind."""

import os

from guest import Fingers, case, check, run, until
from service import HOME, as_tester, device, restarted
from session import sessions_of

DONE = f"{HOME}/environment"


def context():
    return as_tester("gesturectl", "status", "context")[1].strip()


def tap(fingers):
    if os.path.exists(DONE):
        os.remove(DONE)
    fingers.do("down 1", "wait 50", "up")


def tap_runs(fingers, when):
    tap(fingers)
    until(f"a tap {when} runs its command", lambda: os.path.exists(DONE))


def tap_runs_nothing(fingers, when):
    tap(fingers)
    fingers.do("wait 1000")
    check(not os.path.exists(DONE), f"a tap {when} runs its command")


@case("lock: while logind has the session locked, gestures are off; unlocked, they are on")
def locked():
    restarted()
    session = sessions_of("tester")[0]
    try:
        until("the session is not locked", lambda: "locked=no" in context())
        with Fingers("touchscreen") as fingers:
            until("the daemon has the touchscreen", lambda: device(fingers.node))
            tap_runs(fingers, "before the lock")
            run("loginctl", "lock-session", session)
            until("the session is locked", lambda: "locked=yes" in context())
            tap_runs_nothing(fingers, "while the session is locked")
            run("loginctl", "unlock-session", session)
            until("the session is unlocked", lambda: "locked=no" in context())
            tap_runs(fingers, "after the lock")
    finally:
        run("loginctl", "unlock-session", session)
