"""window-switcher.toml: alt is held while three fingers move, each centimetre is a tab, and the lift takes the window."""

import os

from desktop import BUS, Bench, Program
from examples import shipped, sway
from guest import case, equal, until
from keys import KeyReader

ALT, SHIFT, TAB = 56, 42, 15
STEP = [(TAB, 1), (TAB, 0)]
STEP_BACK = [(SHIFT, 1), *STEP, (SHIFT, 0)]
# As the file says for sway, which has no switcher.
BINDINGS = "bindsym Mod1+Tab focus next\nbindsym Mod1+Shift+Tab focus prev\n"


def switches(name):
    @case(f"{name}: three fingers of window-switcher.toml choose a window, to and fro, and alt is up after the lift")
    def works():
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = BUS
        with Bench(shipped("window-switcher"), name=name) as bench, KeyReader() as keys:
            bench.desktop.client.stop()
            if name == "sway":
                for line in BINDINGS.splitlines():
                    sway(line)
            windows = []
            try:
                for number in range(3):
                    windows.append(Program(f"window{number}", ["python3", "wayland_client.py", "--window"],
                                           {"WAYLAND_DISPLAY": bench.desktop.display()}))
                    until("it has the focus", lambda: focused(windows) == number, 20)
                # The three windows in the order of their use. Alt+Tab goes back in it, and the chosen one becomes the first.
                for hand, typed, wanted in (
                    (["drag 14 0 250"], STEP, SECOND[name]),
                    (["drag 26 0 400"], STEP * 2, THIRD[name]),
                    (["drag 26 0 400", "wait 200", "drag -13 0 250"], [*STEP * 2, *STEP_BACK], BACK[name]),
                ):
                    bench.do("down 3", *hand, "wait 100", "up", "wait 300")
                    what = f"after {hand}: {bench.daemon.events()[-4:]}"
                    equal(keys.keys(len(typed) + 2), [(ALT, 1), *typed, (ALT, 0)], f"keys {what}")
                    until(f"window {wanted} has the focus, not {focused(windows)} {what}", lambda: focused(windows) == wanted, 10)
            finally:
                for window in windows:
                    window.stop()


def focused(windows):
    """The number of the window that has the keyboard, by the events of the windows themselves; None for no window."""
    last = [next((line for line in reversed(window.output.read()) if line in ("keyboard enter", "keyboard leave")), "")
            for window in windows]
    return last.index("keyboard enter") if last.count("keyboard enter") == 1 else None


# Window 2 has the focus first. sway goes round in the order of the windows; KWin in the order of their use.
SECOND = {"sway": 0, "kwin": 1}
THIRD = {"sway": 2, "kwin": 0}
BACK = {"sway": 0, "kwin": 1}
