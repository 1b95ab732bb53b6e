"""The virtual touchpad as libinput reports it: the swipes and pinches of the hand, from any device."""

import re

from compositor import settled
from guest import case, check, equal, until
from pointer import Pointer, gesture, total

PAD = "gestured virtual touchpad"
# libinput's units for 1 mm on a touchpad without acceleration: 1000 dpi, slowed down as in its flat profile (filter-touchpad.c).
UNITS = 1000 / 25.4 * 0.2968 * 0.9
NUMBER = r"\s*([+-]?[\d.]+)"


def bench(configuration, kind="touchpad"):
    return Pointer(configuration, kind, name=PAD)


def names(pointer):
    found = [what.split()[0] + (" cancelled" if "cancelled" in what else "") for what in pointer.events()]
    return [name for i, name in enumerate(found) if i == 0 or found[i - 1] != name]


def unaccelerated(pointer, kind):
    """The sum of the updates in mm."""
    updates = [match.groups() for match in (
        re.search(rf"GESTURE_{kind}_UPDATE.*\({NUMBER}/{NUMBER} unaccelerated", what) for what in pointer.events()) if match]
    check(updates, f"libinput has no updates: {pointer.events()[:5]}")
    return total(x for x, _ in updates) / UNITS, total(y for _, y in updates) / UNITS


def near(found, wanted, what):
    check(abs(found - wanted) <= 0.05 * abs(wanted) + 0.2, f"{what}: {found:.2f}, wanted {wanted:.2f} within 5 %")


def translation(pointer):
    """The translation of the hand, as the daemon reports it at the end."""
    line = [line for line in pointer.daemon.events() if " ended " in line][-1]
    x, y = re.search(r" by ([+-][\d.]+),([+-][\d.]+)", line).groups()
    return float(x), float(y)


SWIPE = ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END"]
PINCH = ["GESTURE_PINCH_BEGIN", "GESTURE_PINCH_UPDATE", "GESTURE_PINCH_END"]


@case("touchpad: a pan on a touchscreen is a swipe of three fingers, as long as the hand's")
def pan():
    for x, y, ms in ((60, 0, 500), (0, -40, 300), (-50, 30, 150), (100, 0, 120)):
        with bench(gesture("pan", 2, "touchpad = { fingers = 3 }"), "touchscreen") as pointer:
            pointer.do("down 2", f"drag {x} {y} {ms}", "wait 20", "up")
            settled(pointer.fingers)
            equal(names(pointer), SWIPE, f"events of {x}, {y} in {ms} ms")
            check(re.search(r"GESTURE_SWIPE_BEGIN.*\s3$", pointer.events()[0]), f"not three fingers: {pointer.events()[0]}")
            moved, hand = unaccelerated(pointer, "SWIPE"), translation(pointer)
            for axis in (0, 1):
                near(moved[axis], hand[axis], f"{'xy'[axis]} of {x}, {y} in {ms} ms")
            complaints = [line for line in pointer.compositor.output.read() if "jump" in line or "bug" in line]
            equal(complaints, [], "complaints of libinput")


@case("touchpad: the swipe begins within one frame of the hand's began, and ends with the gesture")
def times():
    with bench(gesture("pan", 2, "touchpad = { fingers = 4 }"), "touchscreen") as pointer:
        pointer.do("down 2", "drag 40 0 400", "wait 20", "up")
        settled(pointer.fingers)
        lines = pointer.daemon.output.read()
        began, ended = (float(next(line for line in lines if f" {state} " in line).split()[0]) for state in ("began", "ended"))
        events = pointer.compositor.events()
        begin = next(time for time, what in events if "SWIPE_BEGIN" in what)
        end = next(time for time, what in events if "SWIPE_END" in what)
        # debug-events counts from its start: only differences compare, and the hand's lift is one report of 8 ms at most.
        check(abs((end - begin) - (ended - began)) <= 0.0085, f"{end - begin:.4f} s, the hand's {ended - began:.4f} s")
        check("4" in next(what for _, what in events if "SWIPE_BEGIN" in what).split(), "not four fingers")


@case("touchpad: a gesture that is cancelled ends as cancelled")
def cancelled():
    import subprocess
    with bench(gesture("pan", 2, "touchpad = { fingers = 3 }"), "touchscreen") as pointer:
        pointer.do("down 2", "drag 30 0 300")
        subprocess.run(["gesturectl", "disable", "g", "--socket", pointer.daemon.socket], check=True)
        pointer.wait("GESTURE_SWIPE_END.*cancelled")
        equal(names(pointer), [*SWIPE[:2], "GESTURE_SWIPE_END cancelled"], "events")
        pointer.do("up")
        subprocess.run(["gesturectl", "enable", "g", "--socket", pointer.daemon.socket], check=True)
        pointer.do("down 2", "drag 30 0 300", "up")
        settled(pointer.fingers)
        equal(names(pointer)[3:], SWIPE, "the next")


@case("touchpad: when the daemon ends, or its file has no touchpad any more, the swipe ends as cancelled; killed, it ends")
def ended_early():
    with bench(gesture("pan", 2, "touchpad = { fingers = 3 }"), "touchscreen") as pointer:
        pointer.do("down 2", "drag 30 0 300")
        with open(pointer.daemon.configuration, "w") as file:
            file.write(gesture("tap", 2))
        pointer.wait("GESTURE_SWIPE_END.*cancelled")
        pointer.compositor.output.wait(rf"{pointer.event}\s+DEVICE_REMOVED")
        pointer.do("up")
    # If the daemon is killed, the kernel lifts the fingers, so the swipe ends where the hand was.
    for end, last in (("terminate", "GESTURE_SWIPE_END cancelled"), ("kill", "GESTURE_SWIPE_END")):
        with bench(gesture("pan", 2, "touchpad = { fingers = 3 }"), "touchscreen") as pointer:
            pointer.do("down 2", "drag 30 0 300")
            getattr(pointer.daemon.process, end)()
            pointer.daemon.process.wait()
            pointer.compositor.output.wait(rf"{pointer.event}\s+DEVICE_REMOVED")
            equal(names(pointer), [*SWIPE[:2], last], f"events, {end}")


@case("touchpad: an edge pan of one finger and a pan in a zone are swipes too")
def edge_and_zone():
    edge = '[[gesture]]\nname = "g"\ntype = "edge-pan"\nedges = ["left"]\ntouchpad = { fingers = 3 }\n'
    with bench(edge, "touchscreen") as pointer:
        pointer.do("down 1 1 60", "drag 50 0 400", "up")
        settled(pointer.fingers)
        equal(names(pointer), SWIPE, "events")
        near(unaccelerated(pointer, "SWIPE")[0], translation(pointer)[0], "x")
    zone = '[zone.right]\nx = ["50%", "100%"]\n' + gesture("pan", 1, 'zone = "right"', "touchpad = { fingers = 3, factor = 0.5 }")
    with bench(zone, "touchscreen") as pointer:
        pointer.do("down 1 200 60", "drag -50 0 400", "up")
        settled(pointer.fingers)
        equal(names(pointer), SWIPE, "events")
        near(unaccelerated(pointer, "SWIPE")[0], 0.5 * translation(pointer)[0], "half of x")


def pinches(pointer):
    """The last scale and the sum of the angles."""
    found = [match.groups() for match in (
        re.search(rf"GESTURE_PINCH_UPDATE.*unaccelerated\){NUMBER}\s*@{NUMBER}", what) for what in pointer.events()) if match]
    check(found, f"libinput has no updates: {pointer.events()[:5]}")
    return float(found[-1][0]), total(angle for _, angle in found)


@case("touchpad: a pinch has the hand's scale, a rotation its angle")
def pinch_and_rotation():
    for fingers, factor in ((2, 1.8), (3, 0.5), (4, 2.5)):
        with bench(gesture("pinch", 2, f"touchpad = {{ fingers = {fingers} }}"), "touchscreen") as pointer:
            pointer.do("down 2", f"spread {factor} 500", "wait 20", "up")
            settled(pointer.fingers)
            equal(names(pointer), PINCH, f"events of a pinch by {factor}")
            line = [line for line in pointer.daemon.events() if " ended " in line][-1]
            near(pinches(pointer)[0], float(re.search(r"scale ([\d.]+)", line)[1]), f"scale of {factor}")
    with bench(gesture("rotation", 2, "touchpad = { fingers = 2 }"), "touchscreen") as pointer:
        pointer.do("down 2", "turn 60 500", "wait 20", "up")
        settled(pointer.fingers)
        equal(names(pointer), PINCH, "events of a rotation")
        line = [line for line in pointer.daemon.events() if " ended " in line][-1]
        scale, angle = pinches(pointer)
        near(angle, float(re.search(r"rotation ([+-][\d.]+)", line)[1]), "angle")
        near(scale, 1, "scale of a rotation")


@case("touchpad: the daemon does not read its own, and udev takes it for a touchpad")
def not_read():
    with bench(gesture("pan", 3, "touchpad = { fingers = 3 }"), "touchscreen") as pointer:
        from harness import wait_for_property
        node = f"/dev/input/{pointer.event}"
        wait_for_property(node, "ID_INPUT_TOUCHPAD")
        pointer.do("down 3", "drag 40 0 300", "up")
        pointer.daemon.wait("pan 3 ended")
        settled(pointer.fingers)
        check(node not in pointer.daemon.opened(), "the daemon reads its own touchpad")
        check(all(report["node"] != node for report in pointer.daemon.status()["devices"]), "status lists it")
        equal([event for event in pointer.daemon.events() if "began" in event][1:], [], "gestures of the virtual fingers")
        with open(pointer.daemon.configuration, "w") as file:
            file.write(gesture("pan", 3, 'run = "true"'))
        until("the touchpad is gone", lambda: "DEVICE_REMOVED" in "\n".join(
            line for line in pointer.compositor.output.read() if pointer.event in line))
