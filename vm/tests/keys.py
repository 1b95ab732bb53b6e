"""The keys that the virtual keyboard types, as a reader of its node receives them."""

import fcntl
import glob
import os
import select
import struct

from guest import Daemon, Failed, Fingers, case, check, equal, until
from harness import wait_for_property

EVENT = struct.Struct("llHHi")
KEY = 1
TIOCLINUX, TIOCL_GETSHIFTSTATE, SHIFT, CONTROL = 0x541C, 6, 1, 4
LEFTCTRL, LEFTSHIFT, LEFT, LEFTMETA, A, B, BTN_RIGHT = 29, 42, 105, 125, 30, 48, 0x111
CONFIGURATION = '''
[[gesture]]
name = "tap"
type = "tap"
keys = ["super+left", "ctrl+shift+a", "b"]
'''


class KeyReader:
    """The key events of the daemon's keyboard."""

    def __init__(self):
        self.node = until("the daemon's keyboard is there", self.find)
        self.fd = os.open(self.node, os.O_RDONLY | os.O_NONBLOCK)

    @staticmethod
    def find():
        for path in glob.glob("/sys/class/input/event*/device/name"):
            with open(path) as file:
                if "gestured virtual keyboard" in file.read():
                    node = "/dev/input/" + path.split("/")[4]
                    return node if os.path.exists(node) else None
        return None

    def keys(self, count):
        """The next `count` key events as (code, value); fewer if the keyboard is removed."""
        found = []
        while len(found) < count:
            ready, _, _ = select.select([self.fd], [], [], 30)
            if not ready:
                raise Failed(f"only these keys came: {found}")
            try:
                data = os.read(self.fd, EVENT.size * 64)
            except OSError:
                return found
            found += [(code, value) for _, _, kind, code, value in EVENT.iter_unpack(data) if kind == KEY]
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)


@case("keys: chords arrive in order, modifiers first and last")
def order():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, KeyReader() as reader:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", "wait 60", "up")
        equal(reader.keys(12), [
            (LEFTMETA, 1), (LEFT, 1), (LEFT, 0), (LEFTMETA, 0),
            (LEFTCTRL, 1), (LEFTSHIFT, 1), (A, 1), (A, 0), (LEFTSHIFT, 0), (LEFTCTRL, 0),
            (B, 1), (B, 0)], "key events")


@case("keys: btn_right is the click of a device that udev takes for a mouse")
def click():
    configuration = '[[gesture]]\nname = "tap"\ntype = "tap"\nkeys = "ctrl+btn_right"\n'
    with Fingers() as fingers, Daemon(configuration) as daemon, KeyReader() as reader:
        daemon.wait_for_device(fingers)
        wait_for_property(reader.node, "ID_INPUT_MOUSE")
        wait_for_property(reader.node, "ID_INPUT_KEYBOARD")
        fingers.do("down 1", "wait 60", "up")
        equal(reader.keys(4), [(LEFTCTRL, 1), (BTN_RIGHT, 1), (BTN_RIGHT, 0), (LEFTCTRL, 0)], "key events")


def modifiers_down():
    """The modifiers that the kernel's keyboard handler for terminals has as pressed: bits of TIOCL_GETSHIFTSTATE. A reader of the
    node cannot show them, because its queue is lost with the device."""
    request = bytearray([TIOCL_GETSHIFTSTATE])
    with open("/dev/tty0") as terminal:
        fcntl.ioctl(terminal, TIOCLINUX, request)
    return request[0]


@case("keys: the modifiers are released when the daemon is killed in the middle of a chord")
def killed():
    # One write presses the keys, and one releases them. The second is delayed for 20 s, in which the daemon is killed.
    program = ("strace", "-D", "-qq", "-o", "/dev/null", "-P", "/dev/uinput", "-e", "trace=write",
               "-e", "inject=write:delay_enter=20000000:when=2", "gestured")
    configuration = '[[gesture]]\nname = "tap"\ntype = "tap"\nkeys = "ctrl+shift+a"\n'
    with Fingers() as fingers, Daemon(configuration, program=program) as daemon:
        daemon.wait_for_device(fingers)
        keyboard = KeyReader.find()
        fingers.do("down 1", "wait 60", "up")
        until("control and shift are down", lambda: modifiers_down() == SHIFT | CONTROL)
        daemon.process.kill()
        daemon.process.wait()
        until("control and shift are up", lambda: modifiers_down() == 0)
        until("the keyboard is gone", lambda: not os.path.exists(keyboard))


@case("keys: the daemon does not open its own keyboard as a touch device")
def not_opened():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, KeyReader() as reader:
        daemon.wait_for_device(fingers)
        check(reader.node not in daemon.opened(), "the daemon opened its own keyboard")
