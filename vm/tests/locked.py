"""A session that logind locks, in the distribution's own desktops: what gestures do until it is unlocked."""

import os
import subprocess

from guest import case, check, equal, run, until
from login import SEEN, Logins, doctor
from login_rows import ROWS, Row
from package import owned
from service import HOME, as_tester, systemctl

CONFIGURATION = f"""
[[gesture]]
name = "three"
type = "swipe"
fingers = 3
direction = "left"
run = "echo three >>{SEEN}"

[[gesture]]
name = "louder"
type = "swipe"
fingers = 3
direction = "right"
when = {{ locked = ["yes", "no"] }}
run = "echo louder >>{SEEN}"
"""
# GNOME Shell has a lock screen only where GDM is. This says that it is there, and does nothing else of it.
MANAGER = "org.gnome.DisplayManager"
DISPLAY_MANAGER = f"""
const {{Gio, GLib}} = imports.gi;
const xml = '<node><interface name="{MANAGER}.Manager"><property name="Version" type="s" access="read"/></interface></node>';
const manager = Gio.DBusExportedObject.wrapJSObject(xml, {{Version: '48.0'}});
Gio.bus_own_name(Gio.BusType.SYSTEM, '{MANAGER}', 0, bus => manager.export(bus, '/org/gnome/DisplayManager/Manager'), null, null);
new GLib.MainLoop(null, false).run();
"""
POLICY = f"""<busconfig><policy context="default">
  <allow own="{MANAGER}"/><allow send_destination="{MANAGER}"/>
</policy></busconfig>
"""


def with_display_manager():
    with open("/etc/dbus-1/system.d/display-manager.conf", "w") as file:
        file.write(POLICY)
    with open("/tmp/display-manager.js", "w") as file:
        file.write(DISPLAY_MANAGER)
    run("systemctl", "reload", "dbus", within=600)
    subprocess.run(["systemd-run", "--unit=display-manager", "gjs", "/tmp/display-manager.js"], check=True, capture_output=True)
    until("the name is on the bus", lambda: MANAGER in run("busctl", "list", "--no-legend")[1], 120)


def session():
    """The user's session on the seat."""
    lines = run("loginctl", "list-sessions", "--no-legend")[1].splitlines()
    return next(line.split()[0] for line in lines if {"tester", "seat0"} <= set(line.split()))


def hint():
    return run("loginctl", "show-session", session(), "-p", "LockedHint", "--value")[1].strip()


def context():
    return as_tester("gesturectl", "status", "context")[1].split()


def swiped():
    """The commands that a swipe to the left, and then one to the right, which runs its command in any case, have started."""
    if os.path.exists(SEEN):
        os.remove(SEEN)
    Logins.swipe(-40)
    Logins.swipe(40)

    def commands():
        with open(SEEN) as file:
            return file.read().split()

    until("the gesture that a lock does not turn off runs its command", lambda: os.path.exists(SEEN) and "louder" in commands(), 60)
    return commands()


def locks(name, kind=None):
    @case(f"locked: {name}: after `loginctl lock-session` only a gesture that names `locked` runs; the first one after the unlock does")
    def works():
        Logins.set_up()
        if name == "gnome":
            with_display_manager()
        owned(f"{HOME}/.config/gestured/config.toml", CONFIGURATION)
        it = Row(kind or name)
        try:
            it.log_in()
            Logins.wait_for_daemon()
            until(f"it is not locked: {context()}", lambda: "locked=no" in context(), 60)
            equal(swiped(), ["three", "louder"], "commands before the lock")
            run("loginctl", "lock-session", session())
            until(f"{name} has set LockedHint; log: {Logins.session.output.read()[-8:]}", lambda: hint() == "yes", 30)
            until(f"it is locked: {context()}", lambda: "locked=yes" in context(), 60)
            equal(swiped(), ["louder"], "commands while it is locked")
            for words, text in (('the session is locked; only gestures with when = { locked = "yes" }', doctor(name)),
                                ("locked=yes", as_tester("gesturectl", "status")[1]),
                                ("the session is locked", as_tester("gesturectl", "status", "gestures")[1])):
                check(words in text, text)
            run("loginctl", "unlock-session", session())
            until(f"{name} has set LockedHint", lambda: hint() == "no", 30)
            until(f"it is not locked: {context()}", lambda: "locked=no" in context(), 60)
            equal(swiped(), ["three", "louder"], "commands after the unlock")
            check("the session is locked" not in doctor(name), "doctor still says that it is locked")
        finally:
            it.log_out()
            as_tester("gesturectl", "control", "context", "locked=no")
            systemctl("stop", "gestured.service")


ROWS["kwin with its locker"] = (tuple(word for word in ROWS["kwin"][0] if word != "--no-lockscreen"), *ROWS["kwin"][1:])
