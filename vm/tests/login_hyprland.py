"""Hyprland, from Debian's backports: the line of `gesturectl doctor` in the file that it writes at its first start, and in one in Lua,
which it prefers from 0.55 on."""

import os

from desktop import COMMANDS
from guest import case, check, equal, until
from login import COMMAND, Logins, display, doctor
from login_rows import ROWS, Row
from package import owned
from service import HOME, as_tester, is_active, systemctl

FOLDER = f"{HOME}/.config/hypr"
COMMANDS["Hyprland"] = (["Hyprland"], {"XDG_SESSION_TYPE": "wayland"})
ROWS["hyprland"] = (("Hyprland",), "Hyprland", "Hyprland", None, True, False)


def add_line(name):
    until(f"it has {name}", lambda: os.path.exists(f"{FOLDER}/{name}"), 60)
    line = next(line for line in doctor("Hyprland").splitlines() if "does not reach graphical-session.target" in line)
    equal(as_tester("sh", "-c", line[line.index("mkdir "):])[0], 0, line)
    check(f"{name} starts the daemon with the session" in doctor("Hyprland"), doctor("Hyprland"))


@case("login: hyprland: with the line of doctor, in hyprland.conf or in hyprland.lua, the first swipe of each login runs its command")
def works():
    Logins.set_up()
    owned(f"{HOME}/.config/gestured/config.toml", COMMAND)
    it = Row("hyprland")
    try:
        it.log_in()
        display()
        for name in ("hyprland.conf", "hyprland.lua"):
            if name == "hyprland.lua":
                with open("/usr/share/hypr/hyprland.lua") as file:
                    owned(f"{FOLDER}/{name}", file.read())
            add_line(name)
            for _ in range(2):
                it.log_out()
                systemctl("stop", "gestured.service")
                check(not is_active(), "the daemon still runs")
                it.log_in()
                it.first_swipe()
            it.crash()
    finally:
        it.log_out()
        systemctl("stop", "gestured.service")
