"""gestured-typing beside the daemon: a uinput keyboard and a uinput touchpad."""

import os
import select
import socket
import subprocess

from guest import Daemon, Fingers, case, check, equal, open_files, until

TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\ntyping_guard = "500ms"\n'
SCROLL = '[[gesture]]\nname = "scroll"\ntype = "pan"\nfingers = 2\ntyping_guard = "500ms"\n'
OTHER_TAP = TAP + 'when = { modifiers = { not = "super" } }\n'
SUPER_TAP = '[[gesture]]\nname = "super-tap"\ntype = "tap"\nwhen = { modifiers = "super" }\n'
KEY, LEFTCTRL, LEFTMETA, A, S = 1, 29, 125, 30, 31
TAPPED = ("down 1", "wait 60", "up")


class Helper:
    """A gestured-typing for root, with its own socket."""

    count = 0

    def __enter__(self):
        Helper.count += 1
        self.path = f"/tmp/typing-{Helper.count}.sock"
        self.process = subprocess.Popen(["gestured-typing", "--socket", self.path, "--user", "0"])
        until("gestured-typing listens", lambda: os.path.exists(self.path))
        os.environ["GESTURED_TYPING_SOCKET"] = self.path
        return self

    def opened(self):
        return {path for path in open_files(self.process.pid).values() if path.startswith("/dev/input/")}

    def wait_for(self, keyboard):
        until("gestured-typing has opened the keyboard", lambda: keyboard.node in self.opened())

    def reader(self):
        """A connection that receives the daemon's messages, because every client receives a message in the same turn."""
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(30)
        client.connect(self.path)
        return client

    def __exit__(self, *_):
        del os.environ["GESTURED_TYPING_SOCKET"]
        self.process.kill()
        self.process.wait()


def press(keyboard, code, value):
    keyboard.do(f"raw {KEY} {code} {value}", "raw 0 0 0")


@case("typing: a tap or scroll after a key is none, and both are 500 ms later; those of the daemon that began go on")
def guard():
    with (Helper() as helper, Fingers("keyboard") as keyboard, Fingers() as pad, Daemon(TAP + SCROLL) as daemon,
          helper.reader() as reader):
        def typed(code):
            """Types a key, and waits for the next multiple of 500 ms, when the daemon receives the message."""
            keyboard.do(f"key {code}")
            equal(reader.recv(64), b"\x80", "the message about typing")
            daemon.status()  # its message came before this call

        daemon.wait_for_device(pad)
        helper.wait_for(keyboard)
        check(keyboard.node not in daemon.opened(), "the daemon opened a keyboard")
        equal(helper.opened() & {pad.node}, set(), "gestured-typing opened the touchpad")
        pad.do(*TAPPED)
        daemon.wait(" tap tap 1 recognized")
        # A key is typed and a palm lands, then a scroll begins within the guard.
        mark = daemon.mark()
        typed(A)
        pad.do(*TAPPED, "wait 50", "down 2", "drag 0 12 100", "up")
        pad.do("wait 600", *TAPPED)
        daemon.wait(" tap tap 1 recognized", mark)
        equal(len(daemon.events()), 2, f"the tap before and the tap after: {daemon.events()}")
        # The guard does not end a scroll in progress.
        mark = daemon.mark()
        pad.do("down 2", "drag 0 12 100")
        daemon.wait(" scroll pan 2 began", mark)
        typed(S)
        pad.do("drag 0 8 100", "up")
        daemon.wait(" scroll pan 2 ended", mark)


@case("typing: shortcuts and modifiers alone are no typing, and modifiers are context")
def modifiers():
    with Helper() as helper, Fingers("keyboard") as keyboard, Fingers() as pad, Daemon(OTHER_TAP + SUPER_TAP) as daemon:
        daemon.wait_for_device(pad)
        helper.wait_for(keyboard)
        held = lambda: daemon.status()["context"].get("modifiers", "")
        press(keyboard, LEFTCTRL, 1)
        keyboard.do(f"key {S}")
        press(keyboard, LEFTCTRL, 0)
        pad.do("wait 150", *TAPPED)
        daemon.wait(" tap tap 1 recognized")
        press(keyboard, LEFTMETA, 1)
        until("super is held", lambda: held() == "super")
        mark = daemon.mark()
        pad.do(*TAPPED)
        daemon.wait(" super-tap tap 1 recognized", mark)
        press(keyboard, LEFTMETA, 0)
        until("no modifier is held", lambda: held() == "none")


@case("typing: the socket has the same bytes for two texts, and the kernel sends no scan codes")
def bytes_of_a_text():
    with Helper() as helper, Fingers("keyboard") as keyboard:
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(helper.path)
            helper.wait_for(keyboard)
            found = []
            for word in ([25, 30, 31, 31, 17], [45, 21, 38, 24, 49]):
                for code in word:
                    keyboard.do(f"key {code}", "wait 130")
                got = b""
                while select.select([client], [], [], 0.8)[0]:
                    got += client.recv(64)
                found.append(got)
            # A text begins anywhere between two multiples of 500 ms.
            check(abs(len(found[0]) - len(found[1])) <= 1, f"the bytes of two texts: {found}")
            equal(set(found[0] + found[1]), {0x80}, "nothing but typing")
            check(all(1 <= len(one) <= 4 for one in found), f"a byte each 500 ms: {found}")
        until("the keyboard is closed without a client", lambda: not helper.opened())
