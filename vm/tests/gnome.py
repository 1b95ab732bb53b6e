"""GNOME, with its devices from logind, as the user logs in. Its gestures of three fingers are the overview and the workspaces."""

import os
import re
import subprocess

from compositor import CLAIM, GRAB, twin_of
from desktop import RUNTIME, Program, Session, install
from guest import Daemon, Fingers, case, check, equal, run, until

HOME = "/home/tester"
USER = {
    "HOME": HOME, "XDG_RUNTIME_DIR": "/run/user/1000", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
    "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "GNOME", "GNOME_SHELL_SESSION_MODE": "user",
    "GSETTINGS_BACKEND": "keyfile",
}
FOUR_WORKSPACES = "[org/gnome/mutter]\ndynamic-workspaces=false\n\n[org/gnome/desktop/wm/preferences]\nnum-workspaces=4\n"
# Each motion changes what `view` reports: from the desktop to the overview and back, to the next workspace and back.
FOUR = [(0, -30, 60), (0, 30, 20), (-40, 0, 40), (40, 0, 40)]


class Gnome:
    """One login for all cases."""

    fingers = None
    session = None

    @classmethod
    def log_in(cls):
        if cls.session:
            return
        install()
        os.makedirs(RUNTIME)
        os.chmod(RUNTIME, 0o777)
        settings = f"{HOME}/.config/glib-2.0/settings"
        os.makedirs(settings)
        with open(f"{settings}/keyfile", "w") as file:
            file.write(FOUR_WORKSPACES)
        subprocess.run(["chown", "-R", "tester:tester", HOME], check=True)
        cls.fingers = Fingers()
        # --unsafe-mode allows Eval, which says where the pointer is.
        cls.session = Program("gnome", ["gnome-shell", "--wayland", "--display-server", "--unsafe-mode"], USER,
                              lambda *arguments: Session(*arguments, user="tester"))
        until(f"the shell answers; log: {cls.session.output.read()[-5:]}", lambda: cls.overview() is not None, 120)
        cls.fingers.do("wait 5000")
        if cls.overview():  # the first login shows the overview
            cls.swipe(*FOUR[1])

    @classmethod
    def call(cls, method, *arguments):
        """The result of a method of org.gnome.Shell, as gdbus prints it; None without an answer."""
        names = [f"{key}={value}" for key, value in USER.items()]
        status, output, _ = run(
            "setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", *names, "gdbus", "call", "--session",
            "--dest", "org.gnome.Shell", "--object-path", "/org/gnome/Shell", "--method", method, *arguments, within=600)
        return output if status == 0 else None

    @classmethod
    def overview(cls):
        answer = cls.call("org.freedesktop.DBus.Properties.Get", "org.gnome.Shell", "OverviewActive")
        return answer and "true" in answer

    @classmethod
    def evaluated(cls, expression):
        """The value of a JavaScript expression, as a list of whole numbers."""
        answer = cls.call("org.gnome.Shell.Eval", expression) or ""
        check(answer.startswith("(true"), f"Eval: {answer!r}")
        return re.findall(r"-?\d+", answer)

    @classmethod
    def view(cls):
        return cls.overview(), cls.evaluated("global.workspace_manager.get_active_workspace_index()")

    @classmethod
    def swipe(cls, x, y, top, fingers=3):
        cls.fingers.do(f"down {fingers} 40 {top}", f"drag {x} {y} 400", "up", "wait 2000")

    @classmethod
    def expect_own(cls):
        """Checks that the shell makes each of the four gestures. The second and the fourth undo the one before."""
        before = cls.view()
        views = []
        for gesture in FOUR:
            cls.swipe(*gesture)
            views.append(cls.view())
        check(views[0] != before and views[1] == before and views[2] != before and views[3] == before,
              f"the shell's own gestures: {before}, then {views}")

    @classmethod
    def expect_ours(cls, daemon):
        """Checks that the shell makes none of the four gestures, with three or four fingers, and that the pointer moves."""
        before = cls.view()
        claimed = daemon.device(cls.fingers)["claims"]["claimed"]
        for gesture in FOUR:
            cls.swipe(*gesture)
            equal(cls.view(), before, f"the shell after the swipe {gesture}")
        cls.swipe(*FOUR[0], fingers=4)
        equal(cls.view(), before, "the shell after a swipe of four fingers")
        equal(daemon.device(cls.fingers)["claims"]["claimed"] - claimed, 5, "claimed sequences")
        cls.expect_pointer()

    @classmethod
    def expect_pointer(cls):
        place = "global.get_pointer()"
        before = cls.evaluated(place)
        cls.fingers.do("down 1", "drag -20 5 200", "up", "wait 500")
        check(cls.evaluated(place)[:2] != before[:2], f"the pointer stays at {before}")

    @classmethod
    def wait_for(cls, event):
        folder = f"/proc/{cls.session.process.pid}/fd"
        until(f"the shell has opened {event}",
              lambda: any(os.path.realpath(f"{folder}/{number}") == f"/dev/input/{event}" for number in os.listdir(folder)))


@case("gnome: without a claim its own four gestures and the pointer work")
def own():
    Gnome.log_in()
    Gnome.wait_for(Gnome.fingers.event)
    Gnome.expect_own()
    Gnome.expect_pointer()


def claimed(way):
    @case(f"gnome: with the {way} its four gestures are claimed, the pointer works, and after a SIGKILL they are its own")
    def ours():
        Gnome.log_in()
        with Daemon((GRAB if way == "grab" else "") + CLAIM) as daemon:
            daemon.wait_for_device(Gnome.fingers)
            if way == "grab":
                until("it is grabbed", lambda: daemon.device(Gnome.fingers)["claims"]["grabbed"])
                Gnome.wait_for(twin_of(Gnome.fingers))
            Gnome.fingers.do("wait 1000")
            Gnome.expect_ours(daemon)
            daemon.process.kill()
            daemon.process.wait()
            Gnome.fingers.do("wait 1000")
            Gnome.expect_own()


for a_way in ("plugin", "grab"):
    claimed(a_way)
