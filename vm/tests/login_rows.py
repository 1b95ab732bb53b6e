"""One row for each compositor: a login with the distribution's files and the package's, another one at once, a crash, and an
upgrade. After each of them the first swipe runs a command, which has the variables of that session. In sway a swipe opens a program
with a window, which outlives the daemon's restart and the upgrade."""

import glob
import json
import os
import signal

from desktop import COMMANDS
from guest import case, equal, run, until
from login import COMMAND, PLASMA, Logins, display, managers, seen, sway
from package import dpkg, owned
from service import HOME, as_tester, is_active, pid, systemctl

COMMANDS["x"] = (["startx"], {})
COMMANDS["kwin_wayland_wrapper"] = (["kwin_wayland_wrapper"], COMMANDS["kwin"][1])
COMMANDS["gnome-session"] = (["gnome-session"], {"XDG_SESSION_TYPE": "wayland"})
X = ("x", "/etc/X11/Xsession")
# The command of the login, the process that has the touchpad, the desktop, what ends with the session, and whether the compositor
# comes back in the same session.
ROWS = {
    "sway": (("sway",), "sway", "sway", None, False),
    "labwc": (("labwc",), "labwc", "labwc", None, False),
    "weston": (("weston", *COMMANDS["weston"][0][1:]), "weston", "weston", None, False),
    "kwin": (("kwin_wayland_wrapper", "--drm", "--no-lockscreen", PLASMA), "kwin_wayland", "KDE", "desktop.service", True),
    "i3": ((*X, "i3"), "Xorg", "i3", None, False),
    "openbox": ((*X, "openbox-session"), "Xorg", "openbox", None, False),
    "gnome": (("gnome-session",), "gnome-shell", "GNOME", None, False),
}


class Installed(Logins):
    """With the package, whose older version each row begins with."""

    @staticmethod
    def install():
        dpkg("-i", *glob.glob("gestured_0.0.*.deb"))


# A program with a window.
WINDOW = """
[[gesture]]
name = "terminal"
type = "swipe"
fingers = 4
run = "foot"
"""
# A gesture that no swipe of these rows makes, and that needs to know the focused window.
FOCUS = """
[[gesture]]
name = "focus"
type = "tap"
fingers = 5
when = { app = "foot" }
"""
# What sets `app`, by the compositor's program. weston gives no program a list of its windows, and GNOME's extension is not enabled.
SETS = {"sway": "context/sway", "labwc": "context/wlroots", "kwin_wayland": "context/kde", "Xorg": "context/x11"}


def sources():
    status, output, _ = as_tester("gesturectl", "status", "--json")
    return [source for source in json.loads(output)["sources"] if "app" in source["keys"]] if status == 0 else []


def windows():
    """How many windows of foot sway has."""
    def count(node):
        return (node.get("app_id") == "foot") + sum(count(each) for each in node["nodes"] + node["floating_nodes"])

    return count(json.loads(sway("-rt", "get_tree")))


def variables():
    """Those of the daemon's commands."""
    status, output, _ = as_tester("gesturectl", "status", "--json")
    return json.loads(output)["variables"] if status == 0 else []


class Row:
    def __init__(self, name):
        self.name = name
        self.command, self.program, self.desktop, self.unit, self.comes_back = ROWS[name]

    def log_in(self):
        Logins.log_in(*self.command, desktop=self.desktop, program=self.program)

    def log_out(self):
        if self.unit:
            systemctl("stop", self.unit)
        Logins.log_out()
        until(f"{self.program} has ended", lambda: not run("pgrep", "-x", self.program)[1], 120)

    def display(self):
        if self.program != "Xorg":
            return display()
        return ":" + max(glob.glob("/tmp/.X11-unix/X*"), key=os.path.getmtime)[-1]

    def first_swipe(self):
        shown = self.display()
        if self.program == "Xorg":  # which has the touchpad before the window manager has started
            until("the daemon has the display", lambda: f"DISPLAY={shown}" in variables(), 60)
        Logins.wait_for_daemon()
        seen(shown)
        program = SETS.get(self.program)
        wanted = [(program, "running")] if program else [(None, "absent")]
        until(f"{wanted}: {sources()}", lambda: [(each.get("program"), each["state"]) for each in sources()] == wanted, 60)

    def log_in_again(self):
        """At once, while the user manager stays."""
        (manager,) = managers()
        self.log_out()
        self.log_in()
        equal(managers(), [manager], "the user manager")
        self.first_swipe()

    def crash(self):
        before = run("pgrep", "-x", self.program)[1].split()
        for number in before:
            os.kill(int(number), signal.SIGKILL)
        until("it has ended", lambda: not any(os.path.exists(f"/proc/{number}") for number in before))
        if self.comes_back:
            Logins.wait_for_program(self.program)
        else:
            self.log_out()
            self.log_in()
        self.first_swipe()

    def open_window(self):
        """A swipe opens foot, which is in a scope of its own when the daemon has let it go."""
        Logins.fingers.do("down 4", "drag 40 0 300", "up", "wait 500")
        until("foot runs", lambda: windows() == 1, 60)
        (foot,) = run("pgrep", "-x", "foot")[1].split()
        until("it has a scope", lambda: f"app-gestured-foot-{foot}.scope" in open(f"/proc/{foot}/cgroup").read(), 60)
        Logins.fingers.do("wait 60000")
        equal(windows(), 1, "windows of foot after a minute")
        systemctl("restart", "gestured.service")
        Logins.wait_for_daemon()
        equal(windows(), 1, "windows of foot after a restart of the daemon")

    def upgrade(self):
        if self.name == "sway":
            self.open_window()
        before = pid()
        dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
        until("another daemon runs", lambda: is_active() and pid() not in (0, before), 60)
        if self.name == "sway":
            equal(windows(), 1, "windows of foot after the upgrade")
        self.first_swipe()


def row(name):
    @case(f"logins: {name}: a login, another at once, a crash, an upgrade: the first swipe's command is in the present session")
    def works():
        Logins.install = staticmethod(Installed.install)
        if Logins.is_ready:
            Installed.install()
        Logins.set_up()
        owned(f"{HOME}/.config/gestured/config.toml", COMMAND + WINDOW + FOCUS)
        it = Row(name)
        try:
            it.log_in()
            for step in (it.first_swipe, it.log_in_again, it.crash, it.upgrade):
                print(f"# {name}: {step.__name__}", flush=True)
                step()
        finally:
            it.log_out()
            systemctl("stop", "gestured.service")
