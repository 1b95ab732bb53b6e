"""Discovery: devices that are touchpads or touchscreens for udev are opened, with the properties of the kernel."""

import fcntl
import json
import os
import struct

from guest import Daemon, Fingers, case, check, equal, run, until
from precision_touchpad import PrecisionTouchpad

ANY_PAN = '[[gesture]]\nname = "pan"\ntype = "pan"\n'
FOLDED = '[[gesture]]\nname = "t"\ntype = "tap"\nwhen = { tablet = "yes" }\n'


def check_report(report, kind, width, height, slots):
    equal(report.get("kind"), kind, "kind")
    for key, wanted in (("width", width), ("height", height)):
        check(abs(report.get(key, 0) - wanted) < 0.2, f"{key} {report.get(key)}, wanted {wanted} mm")
    equal(report.get("slots"), slots, "slots")


@case("devices: a uinput touchpad is found with its kind, size and slots")
def touchpad():
    with Fingers("touchpad", "-s", "5") as fingers, Daemon(ANY_PAN) as daemon:
        check_report(daemon.wait_for_device(fingers), "touchpad", 100, 70, 5)


@case("devices: a uinput touchscreen is found with its kind, size and slots")
def touchscreen():
    with Daemon(ANY_PAN) as daemon, Fingers("touchscreen") as fingers:
        check_report(daemon.wait_for_device(fingers), "touchscreen", 240, 135, 10)


@case("devices: a precision touchpad by UHID is found with its kind, size and slots")
def precision_touchpad():
    with Daemon(ANY_PAN) as daemon, PrecisionTouchpad() as pad:
        check_report(daemon.wait_for_device(pad), "touchpad", 100, 70, 5)


@case("devices: a keyboard and a mouse are never opened")
def keyboard_and_mouse():
    with Fingers("keyboard") as keyboard, Fingers("mouse") as mouse, Daemon(ANY_PAN) as daemon:
        with Fingers("touchpad") as later:
            daemon.wait_for_device(later)
            nodes = daemon.opened()
            check(later.node in nodes, "the touchpad is not open")
            check(keyboard.node not in nodes, "the keyboard is open")
            check(mouse.node not in nodes, "the mouse is open")


class Rule:
    """A rule of udev for devices of a name."""

    path = "/run/udev/rules.d/99-test.rules"

    def __init__(self, name, actions):
        self.text = f'KERNEL=="event*", ATTRS{{name}}=="{name}", {actions}\n'

    def __enter__(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "w") as file:
            file.write(self.text)
        run("udevadm", "control", "--reload")

    def __exit__(self, *_):
        os.remove(self.path)
        run("udevadm", "control", "--reload")


@case("devices: a device that is not a touch device for udev stays closed, and --device opens it")
def not_called_one():
    plain_rule = Rule("test plain", 'ENV{ID_INPUT_TOUCHPAD}="", ENV{ID_INPUT}=""')
    with plain_rule, Fingers(name="test plain") as plain, Fingers("touchscreen") as other:
        with Daemon(ANY_PAN) as daemon:
            daemon.wait_for_device(other)
            check(plain.node not in daemon.opened(), "it was opened although it is not a touch device for udev")
        with Daemon(ANY_PAN, "--device", plain.node) as daemon:
            daemon.wait_for_device(plain)
            since = daemon.mark()
            plain.do("down 1", "drag 20 0 160", "up")
            daemon.wait("pan pan 1 ended", since)


@case("devices: gesturectl says by which link a device is found again")
def linked():
    link = "/dev/input/by-path/test-linked"
    with Rule("test linked", f'SYMLINK+="{link.removeprefix("/dev/")}"'), Fingers(name="test linked") as fingers:
        def path():
            reports = json.loads(run("gesturectl", "status", "devices", "--json")[1])
            return next((report.get("path") for report in reports if report["node"] == fingers.node), None)
        equal(until("the device has its link", path), link, "the link")


@case("devices: with --device no other one is opened")
def by_hand():
    with Fingers("touchpad") as chosen, Fingers("touchscreen") as other:
        with Daemon(ANY_PAN, "--device", chosen.node) as daemon:
            daemon.wait_for_device(chosen)
            until("the other device stays closed", lambda: other.node not in daemon.opened())
            since = daemon.mark()
            other.do("down 1", "drag 20 0 160", "up")
            chosen.do("down 1", "drag 20 0 160", "up")
            daemon.wait("pan pan 1 ended", since)
            equal(len([e for e in daemon.events() if " began" in e]), 1, "pans")


class TabletSwitch:
    """A uinput device with SW_TABLET_MODE alone."""

    SYN, SW, TABLET_MODE = 0, 5, 1
    UI_DEV_CREATE, UI_DEV_SETUP, UI_SET_EVBIT, UI_SET_SWBIT = 0x5501, 0x405C5503, 0x40045564, 0x4004556D

    def __enter__(self):
        self.fd = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.fd, self.UI_SET_EVBIT, self.SW)
        fcntl.ioctl(self.fd, self.UI_SET_SWBIT, self.TABLET_MODE)
        fcntl.ioctl(self.fd, self.UI_DEV_SETUP, struct.pack("<4H80sI", 0x19, 0, 6, 1, b"test tablet switch", 0))
        fcntl.ioctl(self.fd, self.UI_DEV_CREATE)
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def turn(self, *values):
        for value in values:
            os.write(self.fd, struct.pack("llHHi", 0, 0, self.SW, self.TABLET_MODE, value) + bytes(24))


@case("devices: the tablet switch is followed, also over an overrun")
def tablet_switch():
    with Fingers() as fingers, TabletSwitch() as switch, Daemon(FOLDED) as daemon:
        def follows(value):
            until(f"tablet is {value}", lambda: daemon.status()["context"].get("tablet") == value)

        daemon.wait_for_device(fingers)
        follows("no")
        switch.turn(1)
        follows("yes")
        daemon.freeze()
        switch.turn(*[0, 1] * 200, 0)  # the kernel keeps 64 events
        daemon.thaw()
        follows("no")
        switch.turn(1)
        follows("yes")
