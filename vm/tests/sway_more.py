"""sway: faults, many gestures, two devices, the actions of a touchscreen."""

import os
import signal
import time

from actions import ACTIONS, action_works, expect_example
from compositor import CANCEL, CLAIM, GRAB, LIMITS, MOVE, SWIPE
from desktop import Bench, Desktop, plugged, restarted
from guest import Daemon, Fingers, case, check, equal, until
from held_client import whole
from switcher import switches

WAYS = ("plugin", "grab")

for a_way in WAYS:
    plugged("sway", a_way, 50)
    restarted("sway", a_way)


@case("sway: with the plugin the first claimed swipe after sway or the daemon was stopped and goes on is ours alone")
def stopped():
    with Bench() as bench:
        for name, process in (("sway", bench.desktop.compositor.process), ("the daemon", bench.daemon.process)):
            process.send_signal(signal.SIGSTOP)
            bench.do("wait 3000")
            process.send_signal(signal.SIGCONT)
            bench.do("wait 100", *SWIPE, "wait 500")
            equal(bench.desktop.own(), [], f"sway's own gestures after {name} went on")
        equal(len([line for line in bench.daemon.output.read() if "recognized" in line]), 2, "our swipes")


@case("sway: a daemon that is stopped gives its claim back, and has it again at once when it goes on")
def silent():
    with Bench() as bench:
        bench.daemon.freeze()
        bench.do("down 3", "drag 40 0 600", "up", "wait 500")
        equal(bench.desktop.own(), ["right"], "sway's own gestures without the daemon")
        bench.daemon.thaw()
        bench.do("wait 200", *SWIPE, "wait 500")
        equal(bench.desktop.own(), ["right"], "sway's own gestures with it")


@case("sway: with the plugin three fingers that touch for less than 0.2 s right after a SIGKILL are a tap or swipe of sway's")
def after_kill():
    with Bench() as bench:
        bench.do(*SWIPE, "wait 500")
        bench.daemon.process.kill()
        bench.daemon.process.wait()
        bench.do("down 3", "drag 30 0 150", "up", "wait 500")
        equal(bench.desktop.own(), ["right"], f"sway's own gestures; the client: {bench.desktop.names()}")


@case("sway: the first tap is one after a claimed swipe in which the daemon ended and sway was started again")
def first_tap():
    with Bench() as bench:
        bench.do("down 3", "drag 20 0 200")
        bench.daemon.stop()
        bench.desktop.stop()
        bench.desktop = Desktop()
        bench.desktop.wait_for(bench.fingers.event)
        bench.do("up", "wait 300", "down 1", "wait 60", "up", "wait 500")
        buttons = [line for line in bench.desktop.lines() if line.startswith("button")]
        equal(buttons, ["button 272 pressed", "button 272 released"], "the client's buttons")


@case("sway: with the grab a scroll right after a SIGKILL is a scroll, whatever places the slots had before")
def stale_slots():
    with Bench(CLAIM, way="grab") as bench:
        # The device and other readers have seen the last positions of these slots at different times.
        bench.do("down 2 50 30", "drag 0 5 100", "up", "wait 300", "down 3 60 40", "drag 8 3 100")
        bench.daemon.process.kill()
        bench.daemon.process.wait()
        bench.do("up", "wait 300")
        bench.desktop.wait_for(bench.fingers.event)
        since = len(bench.desktop.lines())
        bench.do("down 2 68 43", "drag 0 12 200", "up", "wait 500")
        names = [name for name in bench.desktop.names(since) if not name.startswith(("hold", "pointer"))]
        check(names[:1] == ["axis"] and not any("pinch" in name or "swipe" in name for name in names), f"the scroll: {names}")


@case("sway: a pinch whose touches are cancelled leaves nothing to the next touches")
def cancelled_pinch():
    with Bench(CANCEL.format(name="two", type="pinch", fingers=2)) as bench:
        for _ in range(3):
            bench.do("down 2", "spread 2.5 500", "up", "wait 700")
            since = len(bench.desktop.lines())
            bench.do("down 2", "drag 0 15 200", "up", "wait 500")
            names = bench.desktop.names(since)
            check("axis" in names and not any("pinch" in name for name in names), f"the scroll after it: {names}")
            since = len(bench.desktop.lines())
            bench.do("down 1", "drag 15 0 200", "up", "wait 500")
            names = [name for name in bench.desktop.names(since) if not name.startswith(("pointer", "hold"))]
            equal(names, [], "what the client got beside the pointer")


class InService(Bench):
    """A bench whose daemon has its own cgroup, as a service does."""

    SLICE = "/sys/fs/cgroup/slice"
    SERVICE = f"{SLICE}/service"

    def start_daemon(self):
        os.makedirs(self.SERVICE, exist_ok=True)
        enter = f'echo 0 >{self.SERVICE}/cgroup.procs; exec gestured "$@"'
        self.daemon = Daemon((GRAB if self.way == "grab" else "") + self.configuration, program=("sh", "-c", enter, "gestured"))

    def freeze(self, is_frozen):
        with open(f"{self.SERVICE}/cgroup.freeze", "w") as file:
            file.write(str(is_frozen))
        until("the service is frozen or goes on", lambda: f"frozen {is_frozen}" in open(f"{self.SERVICE}/cgroup.events").read())


def frozen(way):
    @case(f"sway: with the {way} the pointer works within {LIMITS[way]} s of the freezer of the daemon's cgroup, in a claimed swipe")
    def works():
        with InService(way=way) as bench:
            bench.do("down 3", "drag 10 0 150")
            bench.freeze(1)
            bench.do("up", "wait 10")
            start, since = time.monotonic(), len(bench.desktop.lines())
            while "pointer motion" not in bench.desktop.names(since):
                check(time.monotonic() - start <= LIMITS[way], f"no pointer; log: {bench.daemon.log()[-300:]}")
                bench.do(*MOVE)
            print(f"# the pointer has moved {1000 * (time.monotonic() - start):.0f} ms later", flush=True)
            bench.do("wait 500", "down 3", "drag 40 0 600", "up", "wait 500")
            equal(bench.desktop.own(), ["right"], "sway's own gestures without the daemon")
            bench.freeze(0)
            if way == "grab":
                until("the supervisor has killed the daemon", lambda: bench.daemon.process.poll() is not None)
                bench.start_daemon()
                bench.daemon.wait_for_device(bench.fingers)
                bench.wait_for_desktop()
            ours = bench.daemon.mark()
            bench.do("wait 500", *SWIPE, "wait 500")
            bench.daemon.wait("three swipe 3 recognized right", ours)
            equal(bench.desktop.own(), ["right"], "sway's own gestures with it")


for a_way in WAYS:
    frozen(a_way)


def two_pads(way):
    @case(f"sway: with the {way} two touchpads are claimed by one entry, and a swipe on each is ours alone")
    def both():
        with Bench(way=way) as bench, Fingers(name="other pad") as other:
            bench.daemon.wait_for_device(other)
            bench.wait_for_desktop(other)
            for number in range(3):
                for pad in (bench.fingers, other):
                    since = bench.daemon.mark()
                    pad.do(*SWIPE, "wait 300")
                    bench.daemon.wait("three swipe 3 recognized right", since)
            # At the same time: three fingers on each.
            bench.do("down 3")
            other.do("down 3", "drag 30 0 300", "up", "wait 300")
            bench.do("drag 30 0 300", "up", "wait 300")
            equal(bench.desktop.own(), [], f"sway's own gestures; the client: {bench.desktop.names()}")


for a_way in WAYS:
    two_pads(a_way)


def ten_fingers(way):
    @case(f"sway: with the {way} ten fingers of a screen, whose frames have near 64 events, are hidden and shown whole")
    def whole():
        with Bench('[[device]]\nmatch = { name = "*" }\nclaim = "3..4"\n', "touchscreen", way=way) as bench:
            bench.do("down 10", "drag 20 10 200", "up", "wait 300")
            bench.do("down 2", "drag 20 10 200", "down 8", "drag 20 10 200", "up", "wait 300")
            since = len(bench.desktop.lines())
            bench.do("down 2", "drag 20 10 200", "up", "wait 300")
            lines = bench.desktop.lines()[since:]
            equal([len([line for line in lines if f"touch {what}" in line]) for what in ("down", "up")], [2, 2],
                  f"the two fingers after them: {lines[-20:]}")
            log = [line for line in bench.desktop.compositor.output.read() if "Plugin" in line or "libinput bug" in line]
            equal(log, [], "libinput's complaints")


for a_way in WAYS:
    ten_fingers(a_way)


@case("sway: two hundred gestures of all kinds under a claim leave nothing down and nothing of sway's")
def mixed():
    with Bench() as bench:
        for number in range(25):
            x, way = 40 + number % 5, 1 - number % 2 * 2
            bench.do(
                f"down 3 {x} 30", "drag 20 0 120", "up", "wait 30", "down 1", f"drag {10 * way} {3 * way} 60", "up", "wait 20", "down 2",
                "drag 0 9 90", "up", "wait 40", "down 4", "wait 30", "up", "wait 30", "down 2", "down 1 70 40",
                "drag 12 0 100", "up 0", "wait 20", "up", "wait 40", "down 3", "spread 1.5 100", "up", "wait 30",
                "down 1", "wait 20", "up", "wait 250", "down 5", "drag 0 20 100", "up", "wait 30")
        bench.do("wait 700")
        equal(bench.desktop.own(), [], "sway's own gestures")
        names = bench.desktop.names()
        check(not any("swipe" in name for name in names), f"swipes for the client: {names[-20:]}")
        for what in ("pinch", "hold", "swipe"):
            equal(names.count(f"{what} begin"), len([name for name in names if name.startswith(f"{what} end")]), f"ends of {what}")
        equal(names.count("button pressed"), names.count("button released"), "releases of buttons")
        since = len(bench.desktop.lines())
        bench.do("down 1", "drag -20 0 200", "drag 20 0 200", "up", "wait 300")
        check("pointer motion" in bench.desktop.names(since), "the pointer does not move")


def example_works(way):
    @case(f"sway: with the {way} the four gestures of touchscreen.toml do what they say")
    def works():
        expect_example(way)


for a_way in WAYS:
    for an_action in ACTIONS:
        if an_action != "click":  # sway.py tests `click`
            action_works("sway", a_way, an_action)
    example_works(a_way)
for a_kind in ("touchscreen", "touchpad"):
    whole("sway", a_kind)
switches("sway")
