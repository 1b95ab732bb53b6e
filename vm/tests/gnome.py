"""GNOME, with its devices from logind, as the user logs in. Its gestures of three fingers are the overview and the workspaces."""

import os
import re
import subprocess

from actions import touches_left
from compositor import CLAIM, GRAB, twin_of
from desktop import RUNTIME, Program, Session, install
from examples import expect, pinch, shipped, swipe
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


def as_user(*command):
    names = [f"{key}={value}" for key, value in USER.items()]
    return run("setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", *names, *command, within=600)


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
        # The command in the comment of gnome-windows.toml. A shell that runs has not read its file of settings again.
        for command in re.findall(r"^#   (gsettings .*)$", shipped("gnome-windows"), re.M):
            status, _, errors = as_user("sh", "-c", command)
            equal(status, 0, f"{command}: {errors}")
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
        status, output, _ = as_user("gdbus", "call", "--session", "--dest", "org.gnome.Shell", "--object-path", "/org/gnome/Shell",
                                    "--method", method, *arguments)
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


def client(*options):
    """A window of the user; wayland_client.py. It fills the output without options."""
    environment = [f"{key}={value}" for key, value in USER.items()] + ["WAYLAND_DISPLAY=wayland-0"]
    client = Program("client", ["setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", *environment,
                                "python3", "wayland_client.py", *options], {})
    client.output.wait("^keyboard enter", within=60)  # GNOME shows it after the client has drawn
    return client


def upstream(title):
    """The reproduction below a title of docs/dev/upstream.md."""
    with open("upstream.md") as file:
        section = file.read().split(f"## {title}\n")[1].split("\n## ")[0]
    return re.search(r"```text\n(from evdev.*?)```", section, re.S)[1]


@case("gnome: a touch that libinput cancels never ends for its client, and one that lifts does (docs/dev/upstream.md)")
def cancelled_touch():
    Gnome.log_in()
    script = upstream("mutter: a touch that is cancelled never ends for the client")
    for text, ends in ((script, False), (script.replace("screen.write(e.EV_ABS, e.ABS_MT_TOOL_TYPE, 2)\n", ""), True)):
        check(ends == ("TOOL_TYPE, 2)" not in text), "the line of the palm is not in the script")
        window = client()
        try:
            status, _, errors = run("python3", "-c", text, within=600)
            equal(status, 0, f"the script: {errors}")
            window.output.wait("^touch down")
            if ends:
                window.output.wait("^touch up")
            equal(bool(touches_left(window.output.read())), not ends, f"touches that are left: {window.output.read()}")
        finally:
            window.stop()


def whole_touches(way):
    @case(f"gnome: with the {way} the gestures of gnome-touchscreen.toml happen, and each touch that the client gets ends")
    def whole():
        Gnome.log_in()
        with open("config/examples/gnome-touchscreen.toml") as file:
            example = file.read()
        head = GRAB if way == "grab" else ""
        with Fingers("touchscreen") as screen, Daemon(head + example) as daemon:
            daemon.wait_for_device(screen)
            Gnome.wait_for(twin_of(screen) if way == "grab" else screen.event)
            screen.do("wait 2000")
            window = client()
            try:
                for motion, judge in (
                    (["down 1", "wait 100", "up"], lambda seen, _: "touch up" in seen),
                    (["down 1", "wait 1000", "up"], lambda seen, _: "button 273 pressed" in seen and "touch down" not in seen),
                    (["down 1", "drag 0 20 300", "up"], lambda seen, _: "touch up" in seen),
                    (["down 1 239 40", "drag -60 0 300", "up"], lambda _, changed: changed),
                    (["down 1 1 40", "wait 30", "up"], lambda seen, _: "touch up" in seen),
                    # After a touch the pointer is on no window until mutter has got the first event, so that its client misses it.
                    (["down 3", "spread 2 500", "up"], lambda seen, _: "pinch end" in seen and "touch down" not in seen),
                    (["down 3", "spread 2 500", "up"], lambda seen, _: "pinch begin" in seen and "touch down" not in seen),
                ):
                    before, since = Gnome.view(), len(window.output.read())
                    screen.do(*motion, "wait 2500")
                    lines = window.output.read()
                    seen = "\n".join(lines[since:])
                    kinds = list(dict.fromkeys(lines[since:]))
                    check(judge(seen, Gnome.view() != before), f"{motion}: {kinds}; {daemon.log()[-300:]}")
                    check(not touches_left(lines), f"{motion} left a touch down: {seen}")
                    if Gnome.overview():
                        Gnome.swipe(*FOUR[1])
                    elif Gnome.view() != before:
                        Gnome.swipe(*FOUR[3])
            finally:
                window.stop()


for a_way in ("plugin", "grab"):
    whole_touches(a_way)


def window():
    """The left edge, the width, and whether it is minimized, of the client's window; [] if it is gone."""
    return Gnome.evaluated("global.get_window_actors().map(a => a.meta_window).filter(w => w.get_pid() > 0).slice(-1)"
                           ".map(w => [w.get_frame_rect().x, w.get_frame_rect().width, w.minimized ? 1 : 0]).join()")


def active():
    return Gnome.view()[1]


def is_shown():
    return Gnome.evaluated("global.get_window_actors().map(a => a.meta_window).filter(w => w.get_pid() > 0).slice(-1)"
                           ".map(w => w.showing_on_its_workspace() ? 1 : 0).join()")


@case("gnome: each gesture of gnome-windows.toml does what its file says, and its client gets nothing besides")
def windows():
    Gnome.log_in()
    with Daemon(shipped("gnome-windows")) as daemon:
        daemon.wait_for_device(Gnome.fingers)
        Gnome.fingers.do("wait 2000")
        shown = client("--window")

        def lines():
            """Without the releases of keys, which GNOME gives to the client even if it has taken their presses."""
            return [line for line in shown.output.read() if not (line.startswith("key") and line.endswith("released"))]

        try:
            expect(daemon, Gnome.fingers.do, lines, [
                ("maximize", swipe(3, 0, -30), window, ["0", "1280", "0"], []),
                ("tile-left", swipe(3, -40, 0), window, ["0", "640", "0"], []),
                ("tile-right", swipe(3, 40, 0), window, ["640", "640", "0"], []),
                ("next-workspace", swipe(4, 0, -30), active, ["1"], []),
                ("previous-workspace", swipe(4, 0, 30), active, ["0"], []),
                ("show-desktop", pinch(4, 1.8), is_shown, ["0"], []),
                ("show-desktop", pinch(4, 1.8), is_shown, ["1"], []),
                ("close", pinch(3, 0.5), window, [], ["key 56 pressed", "closed"]),  # alt is no key of GNOME's before F4
            ], True)
            shown = client("--window")
            expect(daemon, Gnome.fingers.do, lines, [
                ("minimize", swipe(3, 0, 30), lambda: window()[2:], ["1"], []),
            ], True)
        finally:
            shown.stop()
