"""`consume = "grab"`: the device grabbed, and a virtual one in its place, which libinput reads without a plugin."""

import fcntl
import glob
import os
import re
import struct
import time

from compositor import CANCEL, CLAIM, DELAY, GRAB, STREAM, SWIPE, Bench, Compositor, expect_claims, expect_claims_by_place_and_context, settled, twin_of
from guest import Daemon, Fingers, case, check, equal, run, until

FREE = CLAIM.replace('"3.."', '10')  # the device is grabbed, and no touch of the tests is hidden
EVENT = struct.Struct("llHHi")
GESTURES = '''
[[gesture]]
name = "pan"
type = "pan"
fingers = 2
[[gesture]]
name = "pinch"
type = "pinch"
fingers = 2
[[gesture]]
name = "tap"
type = "tap"
fingers = 3
[[gesture]]
name = "hold"
type = "hold"
fingers = 3
'''


@case("grab: claimed swipes and taps of three, four and five fingers are no event at all, and a scroll after them is whole")
def claimed():
    expect_claims("grab")


@case("grab: a claim at the edge, and one in a context, hide what they say and no more")
def claimed_by_place_and_context():
    expect_claims_by_place_and_context("grab")


@case("grab: libinput has the same events of the twin as of the device")
def same_for_libinput():
    with Fingers() as fingers, Compositor(fingers, plugins=False) as compositor:
        fingers.do(*STREAM)
        settled(fingers)
        plain = [what.split()[0] for _, what in compositor.events()]
    with Bench(FREE, way="grab") as bench:
        bench.do(*STREAM)
        settled(bench.fingers)
        equal([what.split()[0] for _, what in bench.compositor.events()], plain, "the events of the twin")
    check(len(plain) > 60, f"too few events: {plain}")


@case("grab: gestures are the same with and without it")
def same_gestures():
    def gestures(configuration):
        with Fingers() as fingers, Daemon(configuration + GESTURES) as daemon:
            daemon.wait_for_device(fingers)
            if configuration.startswith(GRAB):
                until("the device is grabbed", lambda: daemon.device(fingers)["claims"]["grabbed"])
            fingers.do(*STREAM, "wait 800")
            return daemon.events()

    def whats(events):
        """The events without positions, which depend on fractions of a unit of the guest's clock."""
        return [" ".join(event.split()[:4]) for event in events]

    plain, grabbed = gestures(CLAIM), gestures(GRAB + CLAIM)
    check(len(plain) > 6, f"too few events: {plain}")
    equal(whats(grabbed), whats(plain), "the gestures")


@case("grab: cancels_touches ends a swipe cancelled within 0.15 s, and a pinch and touches of a touchscreen too")
def cancelled():
    with Bench(CANCEL.format(name="three", type="swipe", fingers=3) + 'direction = "right"\n', way="grab") as bench:
        bench.do("down 3", "drag 30 0 400", "wait 300")
        bench.daemon.wait("three swipe 3 recognized right")
        equal(bench.compositor.names(), ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END cancelled"],
              "libinput's events")
        events = bench.compositor.events()
        check(events[-1][0] - events[-2][0] < 0.15, f"the end came late: {events[-2:]}")
        bench.do("up", "wait 500")
        equal(len(bench.compositor.events()), len(events), "events by the lift")
    with Bench(CANCEL.format(name="two", type="pinch", fingers=2) + 'min_spread = "60%"\n', way="grab") as bench:
        bench.do("down 2", "spread 2.5 800", "wait 300", "up", "wait 300")
        names = [name for name in bench.compositor.names() if "HOLD" not in name]
        equal(names[-1:], ["GESTURE_PINCH_END cancelled"], f"the end of {names}")
    with Bench(CANCEL.format(name="two", type="pan", fingers=2), "touchscreen", way="grab") as bench:
        bench.do("down 2", "drag 0 20 300", "up", "wait 200")
        names = [what.split()[0] for _, what in bench.compositor.events()]
        equal((names.count("TOUCH_CANCEL"), names.count("TOUCH_UP")), (2, 0), f"cancelled and lifted touches in {names}")
        bench.do("down 1", "drag 10 0 100", "up", "wait 200")
        after = [what.split()[0] for _, what in bench.compositor.events()][len(names):]
        equal((after.count("TOUCH_DOWN"), after.count("TOUCH_UP")), (1, 1), f"the next touch: {after}")


@case("grab: delayed gestures that are recognized are no event at all, and one that fails goes on from its first frame")
def delayed():
    with Bench(DELAY, way="grab") as bench:
        bench.do("down 3", "drag 30 0 150", "up", "wait 500", "down 3", "wait 50", "up", "wait 700")
        bench.daemon.wait("tap tap 3 recognized")
        equal(bench.compositor.events(), [], "libinput's events")
        bench.do("down 3", "drag 0 30 300", "up", "wait 500")
        equal([name for name in bench.compositor.names() if "HOLD" not in name],
              ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END"], "libinput's events")


def facts(event):
    """The properties of a device for udev and libinput, without its path."""
    found = {}
    device = f"/sys/class/input/{event}/device"
    for path in [f"{device}/name", f"{device}/properties", *glob.glob(f"{device}/id/*"), *glob.glob(f"{device}/capabilities/*")]:
        with open(path) as file:
            found[path.split("/device/")[1]] = file.read().strip()
    return found


def axes(node):
    """(minimum, maximum, fuzz, flat, resolution) of each axis."""
    fd = os.open(node, os.O_RDONLY)
    found = {}
    for code in range(0x40):
        data = bytearray(24)
        try:
            fcntl.ioctl(fd, 0x80184540 + code, data)  # EVIOCGABS
        except OSError:
            continue
        found[code] = struct.unpack("6i", data)[1:]
    os.close(fd)
    return found


def fuzz(event):
    """The fuzz of each axis, which libinput's udev rule moves from the kernel to a property."""
    return [line for line in run("udevadm", "info", "-q", "property", f"/dev/input/{event}")[1].split() if "FUZZ" in line]


@case("grab: the twin has the name, ids, properties, keys and axes of the device, with udev's fuzz, and is not used itself")
def twin_is_alike():
    with Bench(FREE, "touchpad", "-f", "8", way="grab") as bench:
        twin = twin_of(bench.fingers)
        real, virtual = facts(bench.fingers.event), facts(twin)
        check(len(real) > 10, f"too few facts: {real}")
        tool_type = 1 << 0x37
        added = int(virtual["capabilities/abs"].replace(" ", ""), 16) ^ int(real["capabilities/abs"].replace(" ", ""), 16)
        equal(added, tool_type, "the axes that the twin has besides")
        del real["capabilities/abs"], virtual["capabilities/abs"]
        equal(virtual, real, "the facts of the twin")
        wanted = axes(bench.fingers.node)
        found = axes(f"/dev/input/{twin}")
        equal((found.pop(0x37)[1], wanted.pop(0x37)[1]), (2, 0), "the largest tool type")
        equal(found, wanted, "the axes of the twin")
        equal(fuzz(twin), fuzz(bench.fingers.event), "the twin's fuzz")
        check("LIBINPUT_FUZZ_35=8" in fuzz(twin), f"libinput's rule has not moved the fuzz: {fuzz(twin)}")
        equal([device["node"] for device in bench.daemon.status()["devices"]], [bench.fingers.node], "devices in use")


@case("grab: no touch is down when it begins and when it ends; after it a touch has its place although nothing moved")
def ends_whole():
    with Fingers() as fingers, Compositor(fingers, plugins=False) as compositor:
        fingers.do("down 1 55 45")
        with Daemon(GRAB + CLAIM) as daemon:
            daemon.wait_for_device(fingers)
            fingers.do("drag 5 0 100", "wait 1500")
            check(not daemon.device(fingers)["claims"]["grabbed"], "grabbed with a touch down")
            check(len(compositor.events()) > 3, "the compositor lost the touch")
            fingers.do("up", "wait 100")
            until("the device is grabbed", lambda: daemon.device(fingers)["claims"]["grabbed"])
            fingers.do("down 1 70 50")
            with open(daemon.configuration, "w") as file:
                file.write(CLAIM.replace("[[gesture]]", '[settings]\nconsume = "off"\n[[gesture]]', 1))
            until("the daemon has read it", lambda: "reloaded" in daemon.log())
            fingers.do("drag -5 -5 100", "wait 300")
            check(twin_of(fingers), "the twin is gone with a touch down")
            other = os.open(fingers.node, os.O_RDONLY | os.O_NONBLOCK)
            fingers.do("up", "wait 50")
            until("the twin is gone", lambda: not twin_of(fingers))
            # Another reader has missed the motion, and receives the position of the slot all the same: 65 mm at 40 units for each
            # mm.
            places = [event[4] for event in EVENT.iter_unpack(os.read(other, EVENT.size * 512)) if event[2:4] == (3, 0x35)]
            os.close(other)
            check(2600 in places, f"the places that another reader gets after the grab: {places}")
            count = len(compositor.events())
            # The finger lands where the last one lifted, so the kernel sends no position.
            fingers.do("down 1 65 45", "drag 5 0 100", "up", "wait 300")
            moves = [what for _, what in compositor.events()[count:] if what.startswith("POINTER_MOTION")]
            check(len(moves) > 3, f"no pointer after the grab: {compositor.events()[count:]}")
            first = abs(float(re.search(r"(-?[0-9.]+)/", moves[0])[1]))
            check(first < 30, f"the pointer jumped: {moves[0]}")


@case("grab: a configuration that ends it and one that begins it again, with a touch down all the time, leave it grabbed")
def ended_and_begun():
    def reload(bench, text):
        count = bench.daemon.log().count("reloaded")
        with open(bench.daemon.configuration, "w") as file:
            file.write(text)
        until("the daemon has read it", lambda: bench.daemon.log().count("reloaded") > count)

    with Bench(CLAIM, way="grab") as bench:
        bench.do("down 1", "drag 5 0 100")
        reload(bench, CLAIM.replace("[[gesture]]", '[settings]\nconsume = "off"\n[[gesture]]', 1))
        reload(bench, GRAB + CLAIM)
        bench.do("up", "wait 100")
        until("the device is grabbed again", lambda: bench.is_grabbed() and twin_of(bench.fingers))
        bench.follow_twin()
        bench.do(*SWIPE, "wait 500")
        equal([what for _, what in bench.compositor.events() if "SWIPE" in what], [], "libinput's events of a claimed swipe")


@case("grab: five fingers held for three seconds end it until the next start, and it is said once")
def released_by_hand():
    with Bench(CLAIM, way="grab") as bench:
        bench.do("down 5", "wait 2500", "up", "wait 200")
        check(bench.is_grabbed(), "released too early")
        bench.do("down 5", "wait 3200")
        check(bench.is_grabbed(), "released with fingers down")
        bench.do("up", "wait 100")
        until("the grab has ended", lambda: not bench.is_grabbed())
        equal(bench.daemon.log().count("fingers were held"), 1, "lines in the log")
        bench.compositor.sysname = bench.fingers.event
        bench.do(*SWIPE, "wait 500")
        check("GESTURE_SWIPE_BEGIN" in bench.compositor.names(), f"the swipe after it: {bench.compositor.names()}")
        with open(bench.daemon.configuration, "a") as file:
            file.write("# again\n")
        until("the daemon has read it", lambda: "reloaded" in bench.daemon.log())
        bench.do("wait 1000")
        check(not bench.is_grabbed() and not twin_of(bench.fingers), "grabbed again")


@case("grab: a gesture that runs when the daemon ends, or the device goes, is cancelled")
def ends_cancelled():
    def last(bench):
        return [name for name in bench.compositor.names() if "SWIPE" in name][-1:]

    for name, end in (("SIGTERM", lambda bench: bench.daemon.process.terminate()),
                      ("unplugged", lambda bench: bench.fingers.unplug())):
        with Bench(FREE, way="grab") as bench:
            bench.do("down 3", "drag 20 0 250")
            end(bench)
            until(f"{name}: the swipe has ended: {bench.compositor.names()}",
                  lambda: last(bench) == ["GESTURE_SWIPE_END cancelled"])
            until("the twin is gone", lambda: not twin_of(bench.fingers))


def kernel_keeps_times():
    """Whether events of uinput have the time that they are written with (Linux 6.5 and newer)."""
    return tuple(int(number) for number in os.uname().release.split(".")[:2]) >= (6, 5)


def is_touched(event):
    """Whether BTN_TOUCH is down (EVIOCGKEY)."""
    fd = os.open(f"/dev/input/{event}", os.O_RDONLY | os.O_NONBLOCK)
    try:
        keys = fcntl.ioctl(fd, 0x80604518, bytes(96))
    finally:
        os.close(fd)
    return bool(keys[0x14A // 8] >> 0x14A % 8 & 1)


@case("grab: touches that vanish in an overrun end on the twin too")
def overrun():
    with Fingers() as fingers, Daemon(GRAB + FREE) as daemon:
        daemon.wait_for_device(fingers)
        twin = until("the device is grabbed", lambda: daemon.device(fingers)["claims"]["grabbed"] and twin_of(fingers))
        fingers.do("down 2", "drag 10 0 80")
        until("the twin is touched", lambda: is_touched(twin))
        daemon.freeze()
        fingers.do("burst 300", "up")  # the kernel keeps about 500 events of ten slots
        daemon.thaw()
        until("no touch is on the twin", lambda: not is_touched(twin))
        fingers.do("down 1", "drag 10 0 80")
        until("the twin is touched again", lambda: is_touched(twin))
        fingers.do("up")


@case("grab: frames that come late keep the time of the device if the kernel lets them, and none is lost")
def times():
    with Bench(FREE, way="grab") as bench:
        reader = os.open(f"/dev/input/{twin_of(bench.fingers)}", os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(reader, 0x400445A0, struct.pack("i", time.CLOCK_MONOTONIC))  # EVIOCSCLOCKID
        bench.do("down 1", "drag 5 0 80")
        bench.daemon.freeze()
        bench.do("drag 5 0 400")
        thawed = time.monotonic()
        bench.daemon.thaw()
        bench.do("drag 5 0 80", "up", "wait 100")
        data = os.read(reader, EVENT.size * 4000)
        os.close(reader)
        reports = [s + us / 1e6 for s, us, kind, code, _ in EVENT.iter_unpack(data) if (kind, code) == (0, 0)]
        check(len(reports) > 60, f"only {len(reports)} frames")
        early = sum(at < thawed - 0.1 for at in reports)
        equal(early > 40, kernel_keeps_times(), f"{early} frames have a time of before they were written; this")


@case("grab: without rights on uinput there is none, and the log and status say why")
def no_uinput():
    with Fingers() as fingers:
        os.chown(fingers.node, 1000, 1000)
        with Daemon(GRAB + CLAIM, user="tester") as daemon:
            daemon.wait_for_device(fingers)
            until("the log says why", lambda: "/dev/uinput" in daemon.log())
            check("/dev/uinput" in str(daemon.device(fingers)["warnings"]), f"status: {daemon.device(fingers)}")
            taken = next(gesture["taken"] for gesture in daemon.status()["gestures"] if gesture["name"] == "three")
            check("not hidden" in taken and "uinput" in taken, f"how its touches are hidden: {taken}")


@case("grab: a device that another program has grabbed stays as it is, and the log says so")
def grabbed_by_another():
    with Fingers() as fingers:
        other = os.open(fingers.node, os.O_RDONLY)
        fcntl.ioctl(other, 0x40044590, 1)
        with Daemon(GRAB + CLAIM) as daemon:
            daemon.wait_for_device(fingers)
            until("the log says so", lambda: "another program has grabbed the device" in daemon.log())
            until("the twin is gone", lambda: not twin_of(fingers))
        os.close(other)
