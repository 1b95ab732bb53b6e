"""Real compositors beside the daemon, each with a client that prints its events (wayland_client.py)."""

import glob
import os
import shutil
import signal
import subprocess

import compositor
from compositor import CLAIM, GRAB, SWIPE, twin_of
from guest import Daemon, Fingers, Lines, case, check, equal, run, until

LIBRARY = "/usr/lib/x86_64-linux-gnu/libinput.so.10"
RUNTIME = "/tmp/desktop"
OWN = f"{RUNTIME}/own"  # has a line for each gesture that triggered the compositor's own binding
# libseat opens devices itself, and no terminal is switched.
SEAT = {"LIBSEAT_BACKEND": "builtin", "SEATD_VTBOUND": "0"}
HEADLESS = {"WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", **SEAT}
SWAY = f"""
output * resolution 1280x720
default_border none
input type:touchpad tap enabled
bindgesture swipe:3:right exec echo right >>{OWN}
bindgesture swipe:3:left exec echo left >>{OWN}
bindgesture swipe:4:right exec echo four >>{OWN}
"""
KWIN = "[Desktops]\nNumber=3\nRows=1\n"
BUS = f"unix:path={RUNTIME}/bus"
COMMANDS = {
    "sway": (["sway", "-d", "-c", f"{RUNTIME}/sway"], HEADLESS),
    "labwc": (["labwc", "-d"], HEADLESS),
    "weston": (["weston", "--backend=drm", "--shell=kiosk", "--renderer=pixman", "--continue-without-input", "--idle-time=0"], SEAT),
    "kwin": (["kwin_wayland", "--drm", "--no-lockscreen"],
             {"KWIN_COMPOSE": "Q", "HOME": RUNTIME, "DBUS_SESSION_BUS_ADDRESS": BUS, "QT_LOGGING_RULES": "kwin_*=true"}),
}
# Desktops other than Wayland compositors, by name.
DESKTOPS = {}
# These take their devices from logind.
IN_SESSION = {"kwin"}


def install(plugin=True):
    """Installs libinput as Fedora builds it in place of Debian's, with or without the plugin."""
    compositor.install()
    if not plugin:
        for place in compositor.PLACES:
            os.remove(f"{place}/{compositor.PLUGIN}")
    if not os.path.exists("/tmp/libinput.deb"):
        install_libinput()


def install_libinput():
    """Installs libinput as a package, because `gesturectl` takes the version of a library from its package."""
    library = f"/tmp/libinput{LIBRARY}.13.0"
    os.makedirs(os.path.dirname(library))
    os.makedirs("/tmp/libinput/DEBIAN")
    shutil.copy(f"{compositor.PREFIX}/lib/autoload/libinput.so.10", library)
    os.symlink(os.path.basename(library), f"/tmp/libinput{LIBRARY}")
    with open("/tmp/libinput/DEBIAN/control", "w") as file:
        file.write("Package: libinput10\nVersion: 1.31.3-1\nArchitecture: amd64\nMulti-Arch: same\n"
                   "Maintainer: the test <root@localhost>\nDescription: with Lua and autoload-plugins\n")
    for command in (["dpkg-deb", "--build", "/tmp/libinput", "/tmp/libinput.deb"],
                    ["dpkg", "--install", "--force-all", "--force-unsafe-io", "--no-triggers", "/tmp/libinput.deb"]):
        status, output, errors = run(*command, within=600)  # the clock jumps while the disk is waited for
        check(status == 0, f"{command}: {output} {errors}")


def virtual_devices():
    """The names of the nodes of the daemon's mouse, pointer, keyboard and touchpad."""
    found = []
    for path in glob.glob("/sys/class/input/event*/device/name"):
        with open(path) as file:
            if file.read().startswith("gestured virtual"):
                found.append(path.split("/")[4])
    return found


class Program:
    """A program whose output goes to a file, so that it never waits for a reader."""

    def __init__(self, name, command, environment, session=None):
        self.path = f"{RUNTIME}/{name}.log"
        with open(self.path, "wb") as log:
            self.process = session(name, command, environment, self.path) if session else subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env={**os.environ, "XDG_RUNTIME_DIR": RUNTIME, **environment})
        self.file = open(self.path, "rb")
        self.output = Lines(self.file)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.file.close()


class Session:
    """A process in a session of logind on the first terminal, as login(1) starts one, with the methods of Popen."""

    def __init__(self, name, command, environment, log, user="root"):
        self.unit = f"desktop-{name}-{os.path.getmtime(RUNTIME)}.service"
        variables = [f"{key}={value}" for key, value in {"XDG_RUNTIME_DIR": RUNTIME, **environment}.items()]
        settings = ["Type=exec", f"User={user}", "PAMName=login", "TTYPath=/dev/tty1", "StandardInput=tty", "TTYReset=yes",
                    f"StandardOutput=file:{log}", f"StandardError=file:{log}"]
        if "XDG_SESSION_TYPE" in environment:  # pam_systemd reads it, and mutter needs a graphical session
            settings.append(f"Environment=XDG_SESSION_TYPE={environment['XDG_SESSION_TYPE']}")
        status, _, errors = run("systemd-run", f"--unit={self.unit}", "--collect", *[f"--property={s}" for s in settings],
                                "env", *variables, *command, within=600)
        equal(status, 0, f"a session: {errors}")
        self.pid = int(run("systemctl", "show", "--property=MainPID", "--value", self.unit)[1])

    def poll(self):
        return None if os.path.exists(f"/proc/{self.pid}") else 0

    def send_signal(self, number):
        os.kill(self.pid, number)

    def terminate(self):
        run("systemctl", "stop", self.unit, within=600)

    def wait(self, within=None):
        until(f"{self.unit} has ended", lambda: self.poll() is not None, within or 60)


class Desktop:
    """A compositor with a window that fills its output."""

    def __init__(self, name="sway"):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.makedirs(RUNTIME, mode=0o700)
        with open(f"{RUNTIME}/sway", "w") as file:
            file.write(SWAY)
        self.others = self.kwin() if name == "kwin" else []
        command, environment = COMMANDS[name]
        self.compositor = Program(name, command, environment, Session if name in IN_SESSION else None)
        until(f"{name} has a socket: {self.compositor.output.read()[-5:]}", self.display, 120)
        self.show_client()

    def show_client(self, *options):
        self.client = Program("client", ["python3", "wayland_client.py", *options], {"WAYLAND_DISPLAY": self.display()})
        self.client.output.wait("^drawn", within=240)

    def kwin(self):
        """KWin's configuration and bus, and the script that writes a line for each switch of the desktop by four fingers."""
        os.makedirs(f"{RUNTIME}/.config")
        with open(f"{RUNTIME}/.config/kwinrc", "w") as file:
            file.write(KWIN)
        bus = Program("bus", ["dbus-daemon", "--session", f"--address={BUS}", "--nofork", "--nopidfile"], {})
        until("there is a bus", lambda: os.path.exists(f"{RUNTIME}/bus"))
        switches = ["gdbus", "monitor", "--address", BUS, "--dest", "org.kde.KWin", "--object-path", "/VirtualDesktopManager"]
        return [Program("switches", switches, {}), bus]

    def display(self):
        check(self.compositor.process.poll() is None, f"the compositor has ended: {self.compositor.output.read()[-5:]}")
        found = [path for path in glob.glob(f"{RUNTIME}/wayland-*") if not path.endswith(".lock")]
        return os.path.basename(found[0]) if found else None

    def lines(self):
        return self.client.output.read()

    def names(self, since=0):
        """The client's events without numbers and positions; repetitions count once."""
        names = [" ".join(word for word in line.split() if not word.lstrip("-").replace(".", "").isdigit())
                 for line in self.lines()[since:]]
        return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]

    def own(self):
        """The gestures that triggered the compositor's own bindings."""
        if self.others:
            return ["switch" for line in self.others[0].output.read() if "currentChanged" in line]
        if not os.path.exists(OWN):
            return []
        with open(OWN) as file:
            return file.read().split()

    def reactions(self, since=0):
        """The events that claimed touches must not cause: the compositor's gestures, and those of its client."""
        return self.own() + [name for name in self.names(since) if name.startswith(("swipe", "pinch", "button", "touch"))]

    def has_opened(self, event):
        node = f"/dev/input/{event}"
        return any(os.path.realpath(path) == node for path in glob.glob(f"/proc/{self.compositor.process.pid}/fd/*"))

    def wait_for(self, event):
        until(f"the compositor has opened {event}", lambda: self.has_opened(event))

    def stop(self):
        for program in (self.client, self.compositor, *self.others):
            program.stop()


class Bench:
    """A device, a desktop and the daemon, started in the order of `order`, with the plugin or the grab."""

    def __init__(self, configuration=CLAIM, kind="touchpad", *options, way="plugin", name="sway", order="device desktop daemon"):
        self.way, self.fingers, self.desktop, self.daemon = way, None, None, None
        self.configuration = configuration
        make = {
            "device": lambda: setattr(self, "fingers", Fingers(kind, *options)),
            "desktop": lambda: setattr(self, "desktop", DESKTOPS.get(name, Desktop)(name)),
            "daemon": self.start_daemon,
        }
        install(plugin=way == "plugin")
        try:
            for what in order.split():
                make[what]()
            self.daemon.wait_for_device(self.fingers)
            self.wait_for_desktop()
        except BaseException:
            self.__exit__()
            raise

    def start_daemon(self):
        self.daemon = Daemon((GRAB if self.way == "grab" else "") + self.configuration)

    def restart_daemon(self):
        self.daemon.stop()
        self.start_daemon()
        self.daemon.wait_for_device(self.fingers)
        self.wait_for_desktop()

    def wait_for_desktop(self, fingers=None):
        """Waits until the compositor has opened the device or its twin."""
        fingers = fingers or self.fingers
        event = fingers.event
        if self.way == "grab" and self.daemon.status()["devices"][0].get("claims"):
            until(f"it is grabbed; log: {self.daemon.log()}", lambda: self.daemon.device(fingers)["claims"]["grabbed"])
            event = twin_of(fingers)
        self.desktop.wait_for(event)
        for own in virtual_devices():
            self.desktop.wait_for(own)

    def do(self, *lines):
        self.fingers.do(*lines)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for part, end in ((self.daemon, "stop"), (self.desktop, "stop"), (self.fingers, "unplug")):
            if part:
                getattr(part, end)()


# Swipes of three and four fingers, for which compositors have gestures.
SWIPES = [*SWIPE, "wait 500", "down 4", "drag -40 0 600", "up", "wait 500", "down 4", "drag 40 0 600", "up", "wait 500"]


def claimed(name, way, order):
    @case(f"{name}: with the {way} claimed swipes are ours alone from the first on, and the pointer and scroll work ({order})")
    def ours():
        with Bench(name=name, way=way, order=order) as bench:
            bench.do(*SWIPES)
            bench.daemon.wait("three swipe 3 recognized right")
            equal(bench.desktop.reactions(), [], "reactions")
            bench.do("down 1", "drag -20 0 200", "up", "wait 300")
            check("pointer motion" in bench.desktop.names(), f"the pointer: {bench.desktop.names()}")
            bench.do("down 2", "drag 0 15 200", "up", "wait 300")
            check("axis" in bench.desktop.names(), f"the scroll: {bench.desktop.names()}")


def plugged(name, way, count):
    @case(f"{name}: with the {way} the first claimed swipe after each of {count} hot-plugs is ours alone")
    def ours():
        with Bench(name=name, way=way) as bench:
            for number in range(count):
                bench.fingers.unplug()
                bench.fingers = Fingers()
                bench.daemon.wait_for_device(bench.fingers)
                bench.wait_for_desktop()
                since = bench.daemon.mark()
                bench.do(*SWIPE, "wait 300")
                bench.daemon.wait("three swipe 3 recognized right", since)
                equal(bench.desktop.reactions(), [], f"reactions at hot-plug {number}")


def restarted(name, way):
    @case(f"{name}: with the {way} the daemon is killed and started again: {name} has the swipes between, and ours are ours")
    def again():
        with Bench(name=name, way=way) as bench:
            bench.do(*SWIPES)
            equal(bench.desktop.reactions(), [], "reactions")
            bench.daemon.process.kill()
            bench.daemon.process.wait()
            bench.do("wait 500", *SWIPES)
            before = until(f"reactions without the daemon: {bench.desktop.names()}", bench.desktop.reactions)
            bench.restart_daemon()
            bench.do(*SWIPES)
            bench.daemon.wait("three swipe 3 recognized right")
            equal(bench.desktop.reactions(), before, "reactions with the daemon")
