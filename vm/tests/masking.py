"""The kernel masks motion that no gesture reads (EVIOCSMASK), until a finger lands or lifts."""

import re
import subprocess

from guest import Daemon, Fingers, Lines, case, check, equal, open_files, run, until
from precision_touchpad import PrecisionTouchpad
from recording import split

CONFIGURATION = '''
[[gesture]]
name = "swipe"
type = "swipe"
fingers = 3
direction = ["left", "right"]
[[gesture]]
name = "pinch"
type = "pinch"
fingers = 4
'''
SWIPE = CONFIGURATION.split("[[gesture]]\nname = \"pinch\"", maxsplit=1)[0]
# The daemon reads one report of each finger after a landing, which shows that the contact is not silent.
REPORTED = "drag 5 0 50"
# One finger wanders; two more land beside it, and all swipe; one stays and wanders on.
STREAM = ["down 1 60 60", "drag 25 10 200", "down 2", "drag 25 0 120", "up 1", "drag 0 -15 200", "up 2",
          "drag -20 0 200", "down 2", "drag -30 0 120", "up"]
# Three fingers move slowly, rest, turn back, swipe, and lift one after another.
FAST = ["down 3 60 60", "drag 3 2 300 1000", "wait 100", "drag -3 6 400 1000", "drag 33 -8 150 1000", "up 1", "up 2", "up"]


def wake_ups(daemon):
    """How often the daemon has gone to sleep, counted while it sleeps."""
    def sleeping():
        return daemon.state() == "S"
    until("the daemon sleeps", sleeping)
    with open(f"/proc/{daemon.pid}/status") as file:
        return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M).group(1))


def expect_sleep(daemon, fingers, what, *lines):
    """Checks that the daemon is not woken while the fingers move, once its work for a new device is done."""
    fingers.do("wait 1500")
    before, written = wake_ups(daemon), fingers.written
    fingers.do(*lines)
    check(fingers.written - written > 2000, "too few events")
    equal(wake_ups(daemon) - before, 0, f"wake-ups during {what}")


@case("masking: one finger at 1000 Hz does not wake the daemon under gestures of three")
def sleeps():
    with Fingers("touchscreen") as fingers, Daemon(CONFIGURATION) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", REPORTED)
        expect_sleep(daemon, fingers, "3 s of motion", "drag 60 20 1500 1000", "drag -60 -20 1500 1000")
        fingers.do("down 2", "drag 40 0 150", "up", "wait 100")
        equal(daemon.events()[-1].split(" at ")[0], "swipe swipe 3 recognized right", "the swipe after it")
        # The same again, with the mask set again.
        fingers.do("down 1", REPORTED)
        expect_sleep(daemon, fingers, "the second motion", "drag -60 20 1500 1000")


@case("masking: two, four and ten fingers do not wake the daemon under a gesture of three")
def several():
    with Fingers("touchscreen") as fingers, Daemon(SWIPE) as daemon:
        daemon.wait_for_device(fingers)
        for rows in (["down 2"], ["down 4"], ["down 5 100 40", "down 5 100 90"]):
            fingers.do(*rows, REPORTED)
            expect_sleep(daemon, fingers, f"motion of {rows}", "drag 20 10 1500 480", "drag -20 -10 1500 480")
            fingers.do("up")
        # After each landing and each lift at most 2 mm are read, in which a finger may be found to keep still.
        fingers.do("down 4", REPORTED, "wait 1500")
        before = wake_ups(daemon)
        for _ in range(5):
            fingers.do("drag 20 0 500 480", "down 1", "drag -20 0 500 480", "up 4")
        count = wake_ups(daemon) - before
        check(10 <= count <= 250, f"{count} wake-ups for 5 landings and 5 lifts")
        fingers.do("up", "down 2", REPORTED)
        expect_sleep(daemon, fingers, "motion before a third finger", "drag 20 0 1500 480")
        fingers.do("down 1", "wait 120", "drag 40 0 150", "up")
        daemon.wait("swipe swipe 3 recognized right")


@case("masking: landings and lifts that a late daemon reads at once leave the fingers that are down")
def late():
    with Fingers("touchscreen") as fingers, Daemon(SWIPE) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 2", REPORTED)
        expect_sleep(daemon, fingers, "motion of two fingers", "drag 20 10 1500 480")
        daemon.freeze()
        fingers.do("up 0", "drag 5 0 50", "down 2", "up 1", "drag 5 0 50", "down 2", "up 0", "replace 2 150 60")
        daemon.thaw()
        # If the daemon still had a finger down, it would be a fourth one in the swipes.
        fingers.do("wait 50", "drag 5 0 50", "up", "down 3", "drag 40 0 150", "up")
        daemon.wait("swipe swipe 3 recognized right")
        fingers.do("down 2", REPORTED)
        expect_sleep(daemon, fingers, "motion of two fingers again", "drag 20 10 1500 480")
        daemon.freeze()
        fingers.do("up", "down 3")
        daemon.thaw()
        fingers.do("wait 50", "drag -40 0 150", "up")
        daemon.wait("swipe swipe 3 recognized left")


@case("masking: a finger that stays down over a reload does not wake the daemon")
def reload():
    for kind in ("touchscreen", "touchpad"):
        with Fingers(kind) as fingers, Daemon(SWIPE) as daemon:
            daemon.wait_for_device(fingers)
            fingers.do("down 1", "drag 1 0 10")
            with open(daemon.configuration, "a") as file:
                file.write('[[gesture]]\nname = "tap"\ntype = "tap"\nfingers = 1\n')
            until("the daemon has read it", lambda: "reloaded" in daemon.log())
            fingers.do("drag 5 0 50")
            expect_sleep(daemon, fingers, f"motion on a {kind}", "drag 20 10 1500 480", "drag -20 -10 1500 480")
            fingers.do("down 1", "wait 50", "up 1", "up")
            daemon.wait("tap tap 1 recognized")


@case("masking: a touchpad is masked too")
def touchpad():
    with Fingers("touchpad") as fingers, Daemon(CONFIGURATION) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", *["drag 20 0 500 1000", "drag -20 0 500 1000"] * 6)
        expect_sleep(daemon, fingers, "motion on a touchpad", "drag 30 10 1500 1000")
        # The two fingers are late, so their motion counts after `settle` (100 ms).
        fingers.do("down 2", "wait 120", "drag 30 0 150", "up")
        daemon.wait("swipe swipe 3 recognized right")


@case("masking: a force that changed while motion was masked counts when the next finger lands")
def force():
    press = '[[gesture]]\nname = "press"\ntype = "force-press"\nfingers = 2\nforce = "300g"\n'
    with Fingers("touchscreen", "-g", "10") as fingers, Daemon(press) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1 60 60", REPORTED, "press 0 50")
        expect_sleep(daemon, fingers, "motion and force of one finger", "drag 60 20 1500 1000", "press 0 200")
        fingers.do("down 1 160 60", "press 1 99.9", "press 1 100", "up")
        daemon.wait("press force-press 2 began stage 1 force 300 g")
        daemon.wait("press force-press . ended stage 1 force 300 g")


@case("masking: with a gesture of one finger, and while touches are monitored, every frame is read")
def reads():
    pan = '[[gesture]]\nname = "pan"\ntype = "pan"\nfingers = 1\n'
    with Fingers("touchscreen") as fingers, Daemon(pan) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", "drag 1 0 10")
        before = wake_ups(daemon)
        fingers.do("drag 60 20 1000 500")
        check(wake_ups(daemon) - before >= 400, "a pan of one finger was masked")
    with Fingers("touchscreen") as fingers, Daemon(CONFIGURATION) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1 60 60", "drag 1 0 10", "drag 40 0 200")
        monitor = subprocess.Popen(["gesturectl", "monitor", "--touches", "--changed", "--socket", daemon.socket],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = Lines(monitor.stdout)
        try:
            until("touches are monitored", lambda: fingers.do("drag 0 1 20") or len(touches(output)) > 2)
            before = len(touches(output))
            fingers.do("drag 0 20 100 125")
            until("each frame is monitored", lambda: len(touches(output)) >= before + 12)
            # The position is the present one, although the motion to it was masked.
            check(" 101.0," in touches(output)[-1], f"the finger is at 101 mm, monitored: {output.lines[-3:]}")
        finally:
            monitor.kill()
            monitor.wait()
            monitor.stdout.close()


def touches(output):
    return [line for line in output.read() if " touches " in line]



@case("masking: what the daemon recognizes with masked motion is what a recording of all of it gives")
def same_events():
    expect_recorded("masked", CONFIGURATION, STREAM)


@case("pacing: what the daemon recognizes in motion at 1000 Hz is what a recording of it gives")
def same_events_at_intervals():
    expect_recorded("paced", SWIPE + 'fire_on = "release"\n', FAST)


def expect_recorded(name, configuration, lines):
    for kind in ("touchscreen", "touchpad"):
        with Fingers(kind) as fingers, Daemon(configuration) as daemon:
            daemon.wait_for_device(fingers)
            path = f"/tmp/{name}-{kind}.evemu"
            recorder = subprocess.Popen(
                ["gesturectl", "record", "--device", fingers.node, "--sequences", "1", "-o", path],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            output = Lines(recorder.stdout)
            until("gesturectl record listens",
                  lambda: fingers.node in open_files(recorder.pid).values() and state(recorder.pid) == "S")
            fingers.do(*lines)
            until("gesturectl record has its sequence", lambda: recorder.poll() is not None)
            equal(recorder.returncode, 0, f"gesturectl record: {output.read()}")
            recorder.stdout.close()
            daemon.status()
            _, live = split(daemon.output.read())
            status, replay, errors = run("gesturectl", "replay", "--config", daemon.configuration, path)
            equal(status, 0, f"gesturectl replay: {errors}")
            _, replayed = split(replay.splitlines())
            check(len(live) >= 1, f"{kind}: no event")
            equal(live, replayed, f"{kind}: events")


def state(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


@case("masking: time stamps of a precision touchpad do not wake the daemon")
def precision_touchpad():
    quiet = '[[device]]\nmatch = { name = "*" }\nhysteresis = "off"\n'
    with PrecisionTouchpad() as pad, Daemon(quiet + CONFIGURATION) as daemon:
        daemon.wait_for_device(pad)
        pad.swipe(fingers=3)
        daemon.wait("swipe swipe 3 recognized")
        # The first 5 000 reports of a touchpad are read.
        for _ in range(6):
            pad.swipe(fingers=1, frames=1000, step=1, period=0.0005)
        before = wake_ups(daemon)
        pad.swipe(fingers=1, frames=60, step=30)
        check(wake_ups(daemon) - before < 15, "each frame of one finger woke the daemon")
        pad.swipe(fingers=3)
        until("a second swipe", lambda: sum("swipe 3 recognized" in event for event in daemon.events()) == 2)
