"""Whole touch sequences that `delays_touches` holds, and that no gesture uses: libinput has the events that it has without gestured."""

import re
import signal

from compositor import Bench, Compositor, settled
from guest import Fingers, case, check, equal, until

# max_tap_distance: taps at other places are no double tap. On a touchpad every second tap is one.
DOUBLE = '''
[[gesture]]
name = "double {fingers}"
type = "tap"
taps = 2
fingers = {fingers}
delays_touches = {delay}
'''
TOUCHES = ('"150ms"', '"400ms"', '"1000ms"')
LIFTS = '{ ended = "350ms" }'
REST = ["wait 1500"]
SCREEN = {
    "one tap": ["down 1 40 40", "wait 60", "up"],
    "two slow taps": ["down 1 40 40", "wait 60", "up", "wait 500", "down 1 40 40", "wait 60", "up"],
    "five taps at 120 ms": [line for i in range(5) for line in (f"down 1 {20 + 25 * i} 40", "wait 50", "up", "wait 70")],
    "five taps at 80 ms": [line for i in range(5) for line in (f"down 1 {20 + 25 * i} 40", "wait 40", "up", "wait 40")],
    "five taps at 210 ms": [line for i in range(5) for line in (f"down 1 {20 + 25 * i} 40", "wait 70", "up", "wait 140")],
    "tap, then drag": ["down 1 40 40", "wait 50", "up", "wait 100", "down 1 120 70", "drag -30 0 200", "up"],
    "tap, then two fingers": ["down 1 40 40", "wait 50", "up", "wait 100", "down 2 100 60", "wait 60", "up"],
    "press of a second": ["down 1 40 40", "wait 1000", "up"],
    "drag": ["down 1 40 40", "drag 30 5 200", "up"],
}
PAD = {
    "one tap": ["down 1", "wait 60", "up"],
    "two slow taps": ["down 1", "wait 60", "up", "wait 700", "down 1", "wait 60", "up"],
    "tap of two fingers": ["down 2", "wait 60", "up"],
    "two fingers rest for a second": ["down 2", "wait 1000", "up"],
    "drag": ["down 1", "drag 30 5 300", "up"],
    "scroll": ["down 2", "drag 0 15 300", "up"],
    "tap, then scroll": ["down 1", "wait 60", "up", "wait 200", "down 2", "drag 0 15 300", "up"],
}


def facts(events):
    """What the events of one hand come to: touches with their places, buttons, gestures, and how far all motion goes."""
    found, distance = [], 0.0
    for _, what in events:
        name, _, rest = what.partition(" ")
        if name == "POINTER_MOTION":
            distance += abs(float(re.match(r"\s*(-?[0-9.]+)/", rest)[1]))
        elif name == "TOUCH_DOWN":
            found.append("down " + re.search(r"\((.*?)\)", rest)[1].replace(" ", ""))
        elif name in ("TOUCH_UP", "TOUCH_CANCEL", "POINTER_BUTTON"):
            found.append(name + " " + " ".join(re.findall(r"BTN_\w+|pressed|released", rest)))
        elif name.startswith("GESTURE") and "UPDATE" not in name and "HOLD" not in name or name.startswith("POINTER_SCROLL"):
            if not found or found[-1] != name:
                found.append(name)
    return found, distance > 20


def press_time(events):
    """The time between the first landing and its lift."""
    times = [at for at, what in events if what.startswith(("TOUCH_DOWN", "TOUCH_UP"))]
    return times[1] - times[0] if len(times) > 1 else 0


def play(do, compositor, hands):
    found = {}
    for name, lines in hands.items():
        before = len(compositor.events())
        do(*lines, *REST)
        events = compositor.events()[before:]
        found[name] = (facts(events), press_time(events))
    return found


def expect_whole(kind, hands):
    with Fingers(kind) as fingers, Compositor(fingers, plugins=False) as compositor:
        plain = play(fingers.do, compositor, hands)
        settled(fingers)
    # Only a rest of two fingers is nothing to libinput.
    nothing = [name for name, ((what, moves), _) in plain.items() if not what and not moves]
    check(set(nothing) <= {"two fingers rest for a second"}, f"nothing without gestured: {nothing}")
    problems = []
    delays = TOUCHES + (LIFTS,) if kind == "touchscreen" else TOUCHES
    for way, delay in ((way, delay) for way in ("plugin", "grab") for delay in delays):
        configuration = "".join(DOUBLE.format(fingers=n, delay=delay) for n in ((1,) if kind == "touchscreen" else (1, 2)))
        with Bench(configuration, kind, way=way) as bench:
            for name, (what, time) in play(bench.do, bench.compositor, hands).items():
                wanted, usual = plain[name]
                if what != wanted:
                    problems.append(f"{name}, {way}, {delay}: {what} instead of {wanted}")
                if time < usual * 0.64:
                    problems.append(f"{name}, {way}, {delay}: a press of {time:.3f} s instead of {usual:.3f} s")
            equal([event for event in bench.daemon.events() if "recognized" in event], [], f"gestures, {way}, {delay}")
    check(not problems, "\n".join(problems))


@case("held: taps, presses and drags of a touchscreen that no gesture uses reach libinput whole")
def screen():
    expect_whole("touchscreen", SCREEN)


@case("held: taps, rests, drags and scrolls of a touchpad that no gesture uses reach libinput whole")
def pad():
    expect_whole("touchpad", PAD)


@case("held: with lifts held, a tap lands at once, and the touches of a double tap are cancelled")
def lifts():
    for way in ("plugin", "grab"):
        with Bench(DOUBLE.format(fingers=1, delay=LIFTS), "touchscreen", way=way) as bench:
            bench.do("down 1 40 40", "wait 60")
            until("the landing", lambda: "TOUCH_DOWN" in bench.compositor.names(0))
            bench.do("up", "wait 100", "down 1 40 40", "wait 60", "up", "wait 800")
            bench.daemon.wait("double 1 tap 1 recognized")
            names = [name for name in bench.compositor.names(0) if name.startswith("TOUCH") and name != "TOUCH_FRAME"]
            equal(names, ["TOUCH_DOWN", "TOUCH_CANCEL"], way)


@case("held: a tap that the grab holds when the daemon is killed reaches libinput once, of a touchpad and of a touchscreen")
def killed():
    wanted = {"touchpad": ["POINTER_BUTTON", "POINTER_BUTTON"], "touchscreen": ["TOUCH_DOWN", "TOUCH_UP"]}
    for kind, names in wanted.items():
        with Bench(DOUBLE.format(fingers=1, delay='"1000ms"'), kind, way="grab") as bench:
            def seen():
                all_names = [what.split()[0] for _, what in bench.compositor.events()]
                return [name for name in all_names if name in ("TOUCH_DOWN", "TOUCH_UP", "TOUCH_CANCEL", "POINTER_BUTTON")]

            bench.do("down 1 40 40" if kind == "touchscreen" else "down 1", "wait 60", "up", "wait 100")
            equal(seen(), [], f"{kind}: what is held")
            bench.daemon.process.send_signal(signal.SIGKILL)
            bench.daemon.process.wait()
            bench.do("wait 1500")
            equal(seen(), names, kind)


ZONES = '''
[zone.left]
x = ["0%", "40%"]
[[gesture]]
name = "press"
type = "long-press"
zone = "left"
cancels_touches = true
'''


@case("held: a press in one zone of a touchscreen cancels its own touch, and a drag elsewhere goes on")
def zones():
    for way in ("plugin", "grab"):
        with Bench(ZONES, "touchscreen", way=way) as bench:
            bench.do("down 1 120 60", "wait 50", "down 1 20 40", "wait 900")
            bench.daemon.wait("press long-press 1 began")
            bench.do("up 0", "wait 100", "up", "wait 200")
            names = [what.split()[0] for _, what in bench.compositor.events()]
            equal((names.count("TOUCH_DOWN"), names.count("TOUCH_CANCEL"), names.count("TOUCH_UP")), (2, 1, 1), f"{way}: {names}")
