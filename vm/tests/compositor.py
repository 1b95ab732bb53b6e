"""libinput as a compositor uses it, by `libinput debug-events`, beside the daemon on the same device.

The libinput with Lua lies in /srv/suite/libinput (vm/build-libinput); its prefix is /opt/li.
"""

import glob
import os
import re
import shutil
import signal
import subprocess
import time

from guest import Daemon, Fingers, Lines, call, check, equal, until

PREFIX = "/opt/li"
PLUGIN = "50-gestured.lua"
PLACES = [f"{PREFIX}/etc/libinput/plugins", "/etc/libinput/plugins"]
CLAIM = '''
[[device]]
match = { name = "*" }
claim = "3.."
[[gesture]]
name = "three"
type = "swipe"
fingers = 3
direction = "right"
'''
TWO = '[[gesture]]\nname = "pan"\ntype = "pan"\nfingers = 2\n'
CANCEL = '[[gesture]]\nname = "{name}"\ntype = "{type}"\nfingers = {fingers}\ncancels_touches = true\n'
DELAY = '''
[[gesture]]
name = "three"
type = "swipe"
fingers = 3
direction = "right"
delays_touches = true
[[gesture]]
name = "tap"
type = "tap"
fingers = 3
delays_touches = true
'''
SWIPE = ["down 3", "drag 30 0 300", "up"]
LIMITS = {"plugin": 0.3, "grab": 3}  # s, until the pointer works again
MOVE = ["down 1", "drag 6 2 40", "up", "wait 10"]
GRAB = '[settings]\nconsume = "grab"\n'


def install(plugin=None):
    if not os.path.exists(PREFIX):
        shutil.copytree("/srv/suite/libinput", PREFIX, symlinks=True)
    for place in PLACES:
        os.makedirs(place, exist_ok=True)
        shutil.copy(f"/srv/suite/{PLUGIN}", place)
        if plugin:
            with open(f"{place}/{PLUGIN}", "w") as file:
                file.write(plugin)


class Compositor:
    """libinput with the plugin, and its events on one device: (seconds, what) each."""

    def __init__(self, fingers, plugins=True, plugin=None):
        install(plugin)
        self.sysname = fingers.event
        command = [f"{PREFIX}/libexec/libinput/libinput-debug-events", "--enable-tap", "--verbose"]
        if plugins:
            command.append("--enable-plugins")
        # The output is a file, because libinput would wait for the reader of a pipe.
        with open("/tmp/compositor", "wb") as log:
            self.process = subprocess.Popen(
                ["stdbuf", "-oL", *command], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env={**os.environ, "LD_LIBRARY_PATH": f"{PREFIX}/lib"})
        self.log = open("/tmp/compositor", "rb")
        self.output = Lines(self.log)
        self.output.wait(rf"{self.sysname}\s+DEVICE_ADDED")

    def events(self):
        found = []
        for line in self.output.read():
            match = re.match(rf"[- ]{self.sysname}\s+([A-Z_]+)\s+\d*\s*\+?(\d+\.\d+)s\s*(.*)", line)
            if match and not match[1].startswith("DEVICE_"):
                found.append((float(match[2]), f"{match[1]} {match[3]}".strip()))
        return found

    def names(self, since=0):
        """The names of the events since a line; repetitions count once."""
        names = [what.split()[0] + (" cancelled" if "cancelled" in what else "") for _, what in self.events()[since:]]
        return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]

    def complaints(self):
        return [line for line in self.output.read() if "unloading" in line or "Plugin:" in line and "bug" in line]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.log.close()


def frame_cost(count, plugins=True, plugin=None):
    """libinput's processor time for a frame of `count` moving fingers, in microseconds (thousands of instructions). `plugin`: the
    text of another plugin."""
    with Fingers() as fingers, Compositor(fingers, plugins, plugin) as compositor:
        path = f"/proc/{compositor.process.pid}/schedstat"
        fingers.do(f"motion {count} 200 500", "wait 700")
        with open(path) as file:
            before = int(file.read().split()[0])
        fingers.do(f"motion {count} 1000 500", "wait 700")
        with open(path) as file:
            return (int(file.read().split()[0]) - before) / 500 / 1000


def settled(fingers):
    """Waits longer than all deadlines of libinput and of the plugin."""
    fingers.do("wait 700")


def node_named(name):
    """The name (eventN) of the device, once udev has its node."""
    def find():
        found = subprocess.run("grep -l . /sys/class/input/event*/device/name", shell=True, capture_output=True, text=True)
        for path in found.stdout.split():
            try:
                with open(path) as file:
                    if file.read().strip() == name:
                        return path.split("/")[4]
            except OSError:
                pass
        return None
    return until(f"there is a {name}", find)


def twin_of(fingers):
    """The name (eventN) of the node of a device's twin; None if there is no twin."""
    for path in glob.glob("/sys/class/input/event*/device"):
        try:
            with open(f"{path}/name") as name, open(f"{path}/phys") as phys:
                if name.read().strip() == fingers.name and phys.read().startswith("gestured/"):
                    return path.split("/")[4]
        except OSError:  # the node has just been removed
            pass
    return None


class Bench:
    """A device with libinput and the daemon on it, once both have opened it, and the plugin or the grab is at work."""

    def __init__(self, configuration, kind="touchpad", *options, user=None, way="plugin", owns=True):
        self.fingers = Fingers(kind, *options)
        self.compositor = Compositor(self.fingers, plugins=way == "plugin")
        if user and owns:
            subprocess.run(["chown", user, self.fingers.node], check=True)
        self.daemon = Daemon((GRAB if way == "grab" else "") + configuration, user=user)
        self.daemon.wait_for_device(self.fingers)
        if way == "grab":
            self.follow_twin()

    def is_grabbed(self):
        return self.daemon.device(self.fingers).get("claims", {}).get("grabbed")

    def follow_twin(self):
        until(f"the device is grabbed; log: {self.daemon.log()}", self.is_grabbed)
        self.compositor.sysname = twin_of(self.fingers)
        check(self.compositor.sysname, "the device is grabbed and has no twin")
        self.compositor.output.wait(rf"{self.compositor.sysname}\s+DEVICE_ADDED")

    def do(self, *lines):
        self.fingers.do(*lines)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.fingers.process.poll() is None:
            settled(self.fingers)
        complaints = self.compositor.complaints()
        self.daemon.stop()
        self.compositor.__exit__()
        self.fingers.unplug()
        if kind is None:
            check(not complaints, f"libinput complains of the plugin: {complaints}")


def pointer_moves(bench):
    return "\n".join(bench.compositor.output.read()).count("POINTER_MOTION")


def pointer_works(bench, way, move, slower=1):
    """Moves a finger until libinput reports motion of a pointer, from any device.

    `slower`: a factor on the limit, for a machine that runs in the host's time, of which it may get little."""
    start, count = time.monotonic(), pointer_moves(bench)
    while pointer_moves(bench) == count:
        passed = time.monotonic() - start
        check(passed <= slower * LIMITS[way], f"no pointer for {passed:.2f} s; log: {bench.daemon.log()[-300:]}")
        move()
    print(f"# the pointer has moved {1000 * (time.monotonic() - start):.0f} ms later", flush=True)


STREAM = [
    "down 1", "drag 15 5 150", "up", "wait 500", "down 1", "wait 40", "up", "wait 500", "down 2", "drag 0 12 200", "up",
    "wait 500", *SWIPE, "wait 500", "down 4", "drag 0 25 250", "up 0", "wait 15", "up", "wait 500", "down 2",
    "spread 1.8 300", "up", "wait 500", "down 3", "wait 40", "up", "wait 500", "down 3", "wait 400", "up", "wait 500",
]


CLAIMS_BY_PLACE = '''
[zone.left-edge]
x = ["0mm", "10mm"]
[[device]]
match = { name = "*" }
claim = [{ fingers = 1, zone = "left-edge" }, { fingers = 3, when = { app = "mpv" } }]
[[gesture]]
name = "slider"
type = "pan"
fingers = 1
zone = "left-edge"
[[gesture]]
name = "three"
type = "swipe"
fingers = 3
'''


def expect_claims_by_place_and_context(way):
    """A finger at the edge moves no pointer, and the same swipe is the desktop's or ours."""
    with Bench(CLAIMS_BY_PLACE, way=way) as bench:
        bench.do("down 1 5 30", "drag 0 20 300", "up", "wait 500")
        bench.daemon.wait("slider pan 1 ended")
        equal(bench.compositor.events(), [], "libinput's events of a finger at the edge")
        bench.do("down 1 50 30", "drag 0 20 300", "up", "wait 500")
        names = bench.compositor.names()
        check(names and all(name.startswith("POINTER_MOTION") for name in names), f"a finger elsewhere: {names}")
        since = len(bench.compositor.events())
        bench.do(*SWIPE, "wait 500")
        check("GESTURE_SWIPE_END" in bench.compositor.names(since), "the swipe of the desktop")
        call(bench.daemon.socket, "org.gestured.Gestures.SetContext", {"values": {"app": "mpv"}})
        since = len(bench.compositor.events())
        bench.do(*SWIPE, "wait 500")
        equal(bench.compositor.events()[since:], [], "libinput's events of the claimed swipe")
        bench.daemon.wait("three swipe 3 recognized")


def expect_claims(way):
    """Claimed swipes and taps cause no event, and the scroll after them is complete."""
    with Bench(CLAIM, way=way) as bench:
        bench.do(*SWIPE, "wait 500", "down 3", "wait 50", "up", "wait 500")
        for count in (4, 5):
            bench.do(f"down {count}", "drag 25 0 250", "up", "wait 500")
        bench.daemon.wait("three swipe 3 recognized right")
        equal(bench.compositor.events(), [], "libinput's events")
        bench.do("down 2", "drag 0 15 200", "up", "wait 300")
        names = bench.compositor.names()
        check(names and all(name.startswith("POINTER_SCROLL") for name in names), f"the scroll: {names}")
