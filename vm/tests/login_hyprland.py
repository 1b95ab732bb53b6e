"""Hyprland, from Debian's backports, with the files that it has at its first start."""

from desktop import COMMANDS
from guest import case
from login import COMMAND, Logins, display
from login_rows import ROWS, Row
from package import owned
from service import HOME, systemctl

COMMANDS["Hyprland"] = (["Hyprland"], {"XDG_SESSION_TYPE": "wayland"})
ROWS["hyprland"] = (("Hyprland",), "Hyprland", "Hyprland", None, False)


@case("login: hyprland: the first swipe of each login and after a crash runs its command in the present session")
def works():
    Logins.set_up()
    owned(f"{HOME}/.config/gestured/config.toml", COMMAND)
    it = Row("hyprland")
    try:
        it.log_in()
        display()
        it.first_swipe()
        it.log_in_again()
        it.crash()
    finally:
        it.log_out()
        systemctl("stop", "gestured.service")
