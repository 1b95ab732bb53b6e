"""KWin, with its devices from logind."""

import os
import re

from actions import ACTIONS, action_works
from compositor import SWIPE
from desktop import BUS, RUNTIME, SWIPES, Bench, Program, claimed, plugged, restarted
from examples import expect, pinch, shipped, swipe
from guest import case, equal, run, until
from held_client import whole
from switcher import switches

WAYS = ("plugin", "grab")


@case("kwin: without a claim its own swipe switches the desktop")
def own():
    with Bench('[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\n', name="kwin") as bench:
        bench.do(*SWIPES)
        until(f"a switch; the client: {bench.desktop.names()}", bench.desktop.own)


for a_way in WAYS:
    for an_order in ("device desktop daemon", "device daemon desktop", "daemon desktop device"):
        claimed("kwin", a_way, an_order)
    plugged("kwin", a_way, 5)
    restarted("kwin", a_way)
    for an_action in ACTIONS:
        action_works("kwin", a_way, an_action)
whole("kwin", "touchscreen", delays=('"400ms"',))
switches("kwin")


def kwin(place, what):
    """A property of KWin, as gdbus prints it."""
    return run("gdbus", "call", "--address", BUS, "--dest", "org.kde.KWin", "--object-path", place, "--method",
               "org.freedesktop.DBus.Properties.Get", *what.rsplit(".", 1))[1]


def desktop():
    """Whether it is the first one: KWin names desktops by numbers of its own."""
    current = kwin("/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager.current")
    first = re.search(r"\(uint32 0, '([^']+)'", kwin("/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager.desktops"))
    return 1 if first and first[1] in current else 2


def shows_desktop():
    return "true" in kwin("/KWin", "org.kde.KWin.showingDesktop")


class Window:
    """The client's window, by the events that the client gets from KWin."""

    lines = None

    @classmethod
    def size(cls):
        return next(line for line in reversed(cls.lines()) if line.startswith("drawn"))[6:]

    @classmethod
    def has_focus(cls):
        return next(line for line in reversed(cls.lines()) if line.startswith("keyboard")) == "keyboard enter"


# KWin's screen has 1280x800 pixels.
FILES = {
    "kde-windows": [
        ("maximize", swipe(3, 0, -30), Window.size, "1280 800", []),
        ("tile-left", swipe(3, -40, 0), Window.size, "640 800", []),
        ("tile-right", swipe(3, 40, 0), Window.size, "640 800", []),
        ("next-workspace", swipe(4, 0, -30), desktop, 2, []),
        ("previous-workspace", swipe(4, 0, 30), desktop, 1, []),
        ("show-desktop", pinch(4, 1.8), shows_desktop, True, []),
        ("show-desktop", pinch(4, 1.8), shows_desktop, False, []),
        ("minimize", swipe(3, 0, 30), Window.has_focus, False, []),
    ],
    "kde-windows: close": [("close", pinch(3, 0.5), None, None, ["closed"])],
    "kde": [
        ("desktop", ["down 4", "wait 900", "up"], shows_desktop, True, []),
        ("desktop", ["down 4", "wait 900", "up"], shows_desktop, False, []),
        ("brightness", ["down 3", "turn 20 500", "up"], None, None, ["key 225 pressed", "key 225 released"]),
        ("brightness", ["down 3", "turn -20 500", "up"], None, None, ["key 224 pressed", "key 224 released"]),
    ],
}


def example(name, steps):
    @case(f"kwin: each gesture of {name}.toml does what its file says, and its client gets nothing besides")
    def works():
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = BUS
        text = shipped(name.split(":")[0])
        with Bench(text, name="kwin") as bench:
            bench.desktop.client.stop()
            bench.desktop.show_client("--window")
            Window.lines = bench.desktop.lines
            expect(bench.daemon, bench.do, bench.desktop.lines, steps, "\nclaim = " in text)


for a_name, some_steps in FILES.items():
    example(a_name, some_steps)


def touchpads(enabled):
    """Turns every touchpad on or off, as the settings and the key of Plasma do."""
    names = re.findall(r"'(event\d+)'", kwin("/org/kde/KWin/InputDevice", "org.kde.KWin.InputDeviceManager.devicesSysNames"))
    for place in (f"/org/kde/KWin/InputDevice/{name}" for name in names):
        if "true" in kwin(place, "org.kde.KWin.InputDevice.touchpad"):
            status, _, errors = run(
                "gdbus", "call", "--address", BUS, "--dest", "org.kde.KWin", "--object-path", place, "--method",
                "org.freedesktop.DBus.Properties.Set", "org.kde.KWin.InputDevice", "enabled", f"<{enabled}>")
            equal(status, 0, errors)


@case("kwin: its context program says that the touchpad is off, and a device with when = { touchpad … } makes no gestures meanwhile")
def turned_off():
    gestures = '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\ndirection = ["left", "right"]\n'
    with Bench('[[device]]\nmatch = { kind = "touchpad" }\nwhen = { touchpad = { not = "off" } }\n' + gestures, name="kwin") as bench:
        # What gesturectl finds there is the daemon's socket.
        session = f"{bench.daemon.directory}/session"
        os.makedirs(f"{session}/gestured")
        os.symlink(bench.daemon.socket, f"{session}/gestured/control.sock")
        context = Program("context", ["config/context/kde"], {
            "DBUS_SESSION_BUS_ADDRESS": BUS, "XDG_CONFIG_HOME": f"{RUNTIME}/.config", "XDG_RUNTIME_DIR": session})

        def swipes():
            return sum("three swipe 3 recognized" in line for line in bench.daemon.output.read())

        def expect_context(value):
            until(f"touchpad is {value}; {bench.daemon.status()['context']} {context.output.read()[-3:]} {os.listdir(f'{RUNTIME}/.config')}",
                  lambda: bench.daemon.status()["context"].get("touchpad") == value)

        try:
            expect_context("on")
            bench.do(*SWIPE, "wait 500")
            until("a swipe", lambda: swipes() == 1)
            touchpads("false")
            expect_context("off")
            bench.do(*SWIPE, "wait 500")
            touchpads("true")
            expect_context("on")
            equal(swipes(), 1, "swipes while it was off, and the one before")
            bench.do(*SWIPE, "wait 500")
            until("a swipe afterwards", lambda: swipes() == 2)
        finally:
            context.stop()
