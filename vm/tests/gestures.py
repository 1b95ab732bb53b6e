"""Each recognizer fires from touches that the kernel delivered. The whole trace is compared."""

import re

from guest import Daemon, Failed, Fingers, case, check, run, until
from precision_touchpad import PrecisionTouchpad

# gesture's keys, what the fingers do, the expected events (without times) in order
TABLE = {
    "tap": ('type = "tap"', ["down 1", "wait 60", "up"], ["tap 1 recognized"]),
    "double tap": ('type = "tap"\ntaps = 2',
                   ["down 1", "wait 50", "up", "wait 100", "down 1", "wait 50", "up"], ["tap 1 recognized"]),
    "three-finger tap": ('type = "tap"\nfingers = 3', ["down 3", "wait 60", "up"], ["tap 3 recognized"]),
    "long-press": ('type = "long-press"', ["down 1", "wait 700", "up"], ["long-press 1 began", "long-press 1 ended"]),
    "pan": ('type = "pan"', ["down 1", "drag 20 5 200", "up"], ["pan 1 began", r"pan \d ended"]),
    "swipe": ('type = "swipe"\nfingers = 3\ndirection = "left"',
              ["down 3", "drag -30 0 150", "up"], ["swipe 3 recognized left"]),
    "pinch": ('type = "pinch"', ["down 2", "spread 1.8 200", "up"], ["pinch 2 began scale 1", r"pinch \d ended scale 1"]),
    "rotation": ('type = "rotation"', ["down 2 120 60", "turn 50 250", "up"],
                 [r"rotation 2 began rotation \+", r"rotation \d ended rotation \+"]),
    "edge-pan": ('type = "edge-pan"\nedges = ["left"]', ["down 1 1 60", "drag 25 0 150", "up"],
                 ["edge-pan 1 began", r"edge-pan \d ended"]),
    "hold": ('type = "hold"\nfingers = 2', ["down 2", "wait 500", "up"], ["hold 2 began", r"hold \d ended"]),
    "tap-drag": ('type = "tap-drag"',
                 ["down 1", "wait 50", "up", "wait 80", "down 1", "drag 25 0 150", "up"],
                 ["tap-drag 1 began", r"tap-drag \d ended"]),
    "transform": ('type = "transform"', ["down 2", "drag 12 0 100", "spread 1.3 100", "up"],
                  ["transform 2 began", r"transform \d ended"]),
    "circle": ('type = "circle"\nfingers = 1', ["down 1 90 60", "circle 15 360 600", "up"],
               ["circle 1 recognized clockwise"]),
    "stroke": ('type = "stroke"\nfingers = 1\ntemplate = [[0, 0], [0, 10], [6, 10]]',
               ["down 1 90 40", "drag 0 50 300", "drag 30 0 200", "up"], ["stroke 1 recognized"]),
    "sequence": ('type = "sequence"\nsteps = [{ type = "tap" }, { type = "swipe", direction = "right" }]',
                 ["down 1", "wait 60", "up", "wait 120", "down 1", "drag 25 0 120", "up"],
                 [r"sequence 1 recognized"]),
}


def is_event(line):
    return not re.match(r"\S+ \S+ \d+ (step|failed)\b", line)


def expect_trace(daemon, wanted):
    """Checks all events in order. It waits for the last one, and then for the reply to one more call."""
    pattern = re.compile("g " + wanted[-1])
    until(f"'{wanted[-1]}' (events: {daemon.events()}; log: {daemon.log()[-400:]})",
          lambda: any(pattern.match(e) for e in daemon.events()))
    daemon.status()  # further events of that frame have been printed by now
    found = [e for e in daemon.events() if is_event(e)]
    if len(found) != len(wanted) or not all(re.match("g " + w, f) for w, f in zip(wanted, found)):
        raise Failed(f"events {found}, wanted {wanted}")


def register(name, keys, lines, wanted):
    @case(f"gestures: {name} fires from injected touches")
    def fires():
        with Fingers("touchscreen") as fingers, Daemon(f'[[gesture]]\nname = "g"\n{keys}\n') as daemon:
            daemon.wait_for_device(fingers)
            fingers.do(*lines)
            expect_trace(daemon, wanted)


for name, row in TABLE.items():
    register(name, *row)


@case("gestures: hover fires from a contact that the kernel reports above the surface")
def hover():
    with Fingers("touchscreen", "-d") as fingers, Daemon('[[gesture]]\nname = "g"\ntype = "hover"\n') as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("hover 200")
        expect_trace(daemon, [r"hover \d began", r"hover \d ended"])


@case("gestures: a force press fires in two stages from the force that the kernel reports")
def force_press():
    keys = '[[gesture]]\nname = "g"\ntype = "force-press"\nforce = ["200g", "400g"]\nchanged = { run = "env >>/tmp/stages" }\n'
    with Fingers("touchpad", "-g", "10") as fingers, Daemon(keys) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", "press 0 199.9", "press 0 200", "press 0 400")
        text = until("the command of the second stage wrote", lambda: _read("/tmp/stages"))
        for line in ("GESTURED_STATE=changed", "GESTURED_FORCE=400", "GESTURED_PRESSURE=0.4000", "GESTURED_FORCE_STAGE=2"):
            check(line in text.splitlines(), f"no {line} in the command's environment")
        fingers.do("press 0 180", "press 0 179.9", "press 0 250", "up")
        expect_trace(daemon, [
            r"force-press 1 began stage 1 force 200 g", r"force-press \d ended stage 1 force 180 g",
            r"force-press 1 began stage 1 force 250 g", r"force-press \d ended stage 1 force 250 g"])


@case("gestures: on a pad without a unit of force a part of its range is a force press, and grams are warned of once")
def force_without_unit():
    keys = '[[gesture]]\nname = "g"\ntype = "force-press"\nforce = "60%"\n'
    with Fingers("touchpad", "-g", "0") as fingers, Daemon(keys) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 1", "press 0 152", "press 0 153", "up")
        expect_trace(daemon, [r"force-press 1 began stage 1 pressure 0.60", r"force-press \d ended"])
        warned = []
        for force in ("60%", "200g"):
            with open("/tmp/force.toml", "w") as file:
                file.write(keys.replace("60%", force))
            status, out, errors = run("gesturectl", "check", "/tmp/force.toml")
            check(status == 0, f"gesturectl check: {status}, {out}, {errors}")
            warned.append((out + errors).count("gives a unit of force"))
        check(warned == [0, 1], f"warnings of 60% and 200g: {warned}")
        devices = run("gesturectl", "status", "devices")[1]
        check("reports force: without a unit" in devices, f"gesturectl status devices: {devices}")


@case("gestures: a swipe through hid-multitouch is recognized")
def precision_touchpad():
    keys = '[[gesture]]\nname = "g"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'
    with PrecisionTouchpad() as pad, Daemon(keys) as daemon:
        daemon.wait_for_device(pad)
        pad.swipe(fingers=3)
        expect_trace(daemon, ["swipe 3 recognized right"])


@case("gestures: a recognized gesture runs its command once, with its environment")
def command():
    keys = ('[[gesture]]\nname = "g"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'
            'exec = ["/bin/sh", "-c", "env >>/tmp/ran"]\n')
    with Fingers() as fingers, Daemon(keys) as daemon:
        daemon.wait_for_device(fingers)
        fingers.do("down 3 35 30", "drag 25 0 120", "up")
        expect_trace(daemon, ["swipe 3 recognized right"])
        text = until("the command wrote", lambda: _read("/tmp/ran"))
        for line in ("GESTURED_GESTURE=g", "GESTURED_TYPE=swipe", "GESTURED_STATE=recognized", "GESTURED_FINGERS=3",
                     "GESTURED_DIRECTION=right", f"GESTURED_DEVICE={fingers.event}"):
            check(line in text.splitlines(), f"no {line} in the command's environment")
        check(text.count("GESTURED_GESTURE=") == 1, "the command ran more than once")


def _read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None
