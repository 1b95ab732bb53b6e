"""The machine itself: if these fail, the results of other tests mean nothing."""

import fcntl
import os
import select
import subprocess

from guest import Fingers, case, check, until
from precision_touchpad import PrecisionTouchpad


def properties(node):
    text = subprocess.run(["udevadm", "info", "-q", "property", node], capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in text.splitlines())


def wait_for_property(node, key):
    until(f"udev gives {node} {key}", lambda: properties(node).get(key) == "1")


def readable_bytes(fd):
    ready, _, _ = select.select([fd], [], [], 30)
    check(ready, "nothing to read from the device")
    return len(os.read(fd, 65536))


@case("machine: uinput touchpad and touchscreen get their udev properties and move")
def uinput():
    for kind, key in (("touchpad", "ID_INPUT_TOUCHPAD"), ("touchscreen", "ID_INPUT_TOUCHSCREEN")):
        with Fingers(kind) as fingers:
            wait_for_property(fingers.node, key)
            fd = os.open(fingers.node, os.O_RDONLY | os.O_NONBLOCK)
            fingers.do("down 3", "drag 10 0 40", "up")
            check(readable_bytes(fd) > 24 * 20, "too few events")
            os.close(fd)


@case("machine: a precision touchpad by UHID is driven by hid-multitouch")
def uhid():
    with PrecisionTouchpad() as pad:
        wait_for_property(pad.node, "ID_INPUT_TOUCHPAD")
        check(pad.driver() == "hid-multitouch", f"driver {pad.driver()}")
        fd = os.open(pad.node, os.O_RDONLY | os.O_NONBLOCK)
        pad.swipe(fingers=3)
        check(readable_bytes(fd) > 24 * 20, "too few events")
        os.close(fd)


@case("machine: a grabbed device refuses a second grab")
def grab():
    with Fingers() as fingers:
        wait_for_property(fingers.node, "ID_INPUT_TOUCHPAD")
        first, second = os.open(fingers.node, os.O_RDONLY), os.open(fingers.node, os.O_RDONLY)
        fcntl.ioctl(first, 0x40044590, 1)
        try:
            fcntl.ioctl(second, 0x40044590, 1)
            raise AssertionError("grabbed twice")
        except OSError as error:
            check(error.errno == 16, f"errno {error.errno}")
        os.close(first)
        os.close(second)
