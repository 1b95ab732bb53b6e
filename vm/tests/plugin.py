"""The libinput plugin in libinput itself: what `libinput debug-events` prints is what a compositor would receive."""

import concurrent.futures
import contextlib
import os
import re
import stat
import struct
import subprocess

from compositor import CANCEL, CLAIM, DELAY, STREAM, SWIPE, Bench, Compositor, expect_claims, expect_claims_by_place_and_context, frame_cost, node_named, settled
from guest import Daemon, Fingers, case, check, equal, until

EVENT = struct.Struct("llHHi")  # struct input_event
MSC_RAW = (4, 3)  # EV_MSC and its code


@case("plugin: without the daemon libinput says the same with it and without it")
def no_daemon():
    def lines(plugins):
        with Fingers() as fingers, Compositor(fingers, plugins) as compositor:
            fingers.do(*STREAM)
            settled(fingers)
            return [what for _, what in compositor.events()]

    without, having = lines(False), lines(True)
    check(len(without) > 60, f"too few events: {without}")
    equal([what.split()[0] for what in having], [what.split()[0] for what in without], "the events")


@case("plugin: claimed swipes and taps of three, four and five fingers are no event at all, and a scroll after them is whole")
def claimed():
    expect_claims("plugin")


@case("plugin: a claim at the edge, and one in a context, hide what they say and no more")
def claimed_by_place_and_context():
    expect_claims_by_place_and_context("plugin")


@case("plugin: a third finger that comes late ends the scroll within 0.15 s, with no swipe and no button")
def late_finger():
    with Bench(CLAIM) as bench:
        bench.do("down 2", "drag 0 12 200", "down 1 80 40")
        count = len(bench.compositor.events())
        check(count > 3, "no scroll was begun")
        bench.do("drag 0 20 400", "up")
        settled(bench.fingers)
        events = bench.compositor.events()
        names = bench.compositor.names()
        check(all(name.startswith("POINTER_SCROLL") for name in names), f"{names}")
        check(events[-1][0] - events[count - 1][0] < 0.15, f"it ended late: {events[count - 1:]}")


@case("plugin: cancels_touches ends a swipe cancelled within 0.15 s of the verdict, and the tap after it is one")
def cancelled():
    tap = ["down 2", "wait 40", "up", "wait 600"]
    with Bench(CANCEL.format(name="three", type="swipe", fingers=3) + 'direction = "right"\n') as bench:
        bench.do(*tap)
        usual = bench.compositor.names()
        check("POINTER_BUTTON" in usual, f"a tap is no button: {usual}")
        since = len(bench.compositor.events())
        bench.do("down 3", "drag 30 0 400", "wait 300")
        bench.daemon.wait("three swipe 3 recognized right")
        names = bench.compositor.names(since)
        equal(names, ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END cancelled"], "libinput's events")
        events = bench.compositor.events()
        check(events[-1][0] - events[-2][0] < 0.15, f"the end came late: {events[-2:]}")
        count = len(events)
        bench.do("up", "wait 500")
        equal(len(bench.compositor.events()), count, "events by the lift")
        bench.do(*tap)
        equal(bench.compositor.names(count), usual, "the tap after it")


@case("plugin: cancels_touches ends a pinch cancelled")
def cancelled_pinch():
    # libinput's pinch has begun long before ours.
    with Bench(CANCEL.format(name="two", type="pinch", fingers=2) + 'min_spread = "60%"\n') as bench:
        bench.do("down 2", "spread 2.5 800", "wait 300")
        bench.daemon.wait("two pinch 2 began")
        names = [name for name in bench.compositor.names() if "HOLD" not in name]
        equal(names[-1:], ["GESTURE_PINCH_END cancelled"], f"the end of {names}")
        bench.do("up")


@case("plugin: cancels_touches is TOUCH_CANCEL on a touchscreen, and the next touch is whole")
def touchscreen():
    with Bench(CANCEL.format(name="two", type="pan", fingers=2), "touchscreen") as bench:
        bench.do("down 2", "drag 0 20 300")
        bench.daemon.wait("two pan 2 began")
        bench.do("up", "wait 200")
        names = [what.split()[0] for _, what in bench.compositor.events()]
        equal(names.count("TOUCH_CANCEL"), 2, f"cancelled touches in {names}")
        equal(names.count("TOUCH_UP"), 0, f"lifts in {names}")
        bench.do("down 1", "drag 10 0 100", "up", "wait 200")
        after = [what.split()[0] for _, what in bench.compositor.events()][len(names):]
        equal((after.count("TOUCH_DOWN"), after.count("TOUCH_UP")), (1, 1), f"the next touch: {after}")


@case("plugin: a delayed swipe and a delayed tap that are recognized are no event at all")
def delayed():
    with Bench(DELAY) as bench:
        bench.do("down 3", "drag 30 0 150", "up", "wait 500")
        bench.daemon.wait("three swipe 3 recognized right")
        equal(bench.compositor.events(), [], "libinput's events of the swipe")
        bench.do("down 3", "wait 50", "up", "wait 700")
        bench.daemon.wait("tap tap 3 recognized")
        equal(bench.compositor.events(), [], "libinput's events of the tap")


@case("plugin: a delayed swipe that fails goes on in the compositor")
def passed():
    with Bench(DELAY) as bench:
        bench.do("down 3", "drag 0 30 300", "up", "wait 500")
        equal([name for name in bench.compositor.names() if "HOLD" not in name],
              ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END"], "libinput's events")


@case("plugin: SIGKILL in a claimed swipe leaves that one hidden, the next begins within 0.3 s, and the third is normal")
def killed():
    with Bench(CLAIM) as bench:
        bench.do("down 3", "drag 15 0 150")
        bench.daemon.process.kill()
        bench.daemon.process.wait()
        bench.do("drag 15 0 150", "up", "wait 500")
        equal(bench.compositor.events(), [], "libinput's events of the claimed one")
        bench.do("down 3", "drag 40 0 600", "up", "wait 500")
        names = [name for name in bench.compositor.names() if "HOLD" not in name]
        equal(names, ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END"], "libinput's events of the next")
        count = len([name for _, name in bench.compositor.events() if "UPDATE" in name])
        check(count > 20, f"the next one began late: {count} updates")
        bench.do(*SWIPE, "wait 500")
        equal(len([name for _, name in bench.compositor.events() if "SWIPE_BEGIN" in name]), 2, "swipes")


@case("plugin: a stopped daemon's claim is given back within 0.3 s, and it works again once it goes on")
def stopped():
    with Bench(CLAIM) as bench:
        bench.do(*SWIPE, "wait 500")
        bench.daemon.freeze()
        bench.do("down 3", "drag 40 0 600", "up", "wait 500")
        check("GESTURE_SWIPE_BEGIN" in bench.compositor.names(), f"hidden: {bench.compositor.names()}")
        bench.daemon.thaw()
        bench.do(*SWIPE, "wait 500", *SWIPE, "wait 500")
        count = len(bench.compositor.events())
        bench.do(*SWIPE, "wait 500")
        equal(len(bench.compositor.events()), count, "events once it is back")


@case("plugin: words are written by an ordinary user with rights on the node alone")
def ordinary_user():
    with Bench(CLAIM, user="tester") as bench:
        bench.do(*SWIPE, "wait 500")
        bench.daemon.wait("three swipe 3 recognized right")
        equal(bench.compositor.events(), [], "libinput's events")


@contextlib.contextmanager
def usable_uinput():
    """Lets every user write to /dev/uinput inside the block, and restores the mode after it."""
    mode = stat.S_IMODE(os.stat("/dev/uinput").st_mode)
    os.chmod("/dev/uinput", 0o666)
    try:
        yield
    finally:
        os.chmod("/dev/uinput", mode)


@case("plugin: words for a node that is read-only go through a device of the daemon's own, which libinput ignores otherwise")
def read_only_node():
    with usable_uinput(), Fingers() as fingers, Compositor(fingers) as compositor:
        subprocess.run(["setfacl", "-m", "u:tester:r", fingers.node], check=True)
        with Daemon(CLAIM.replace("[[device]]", '[settings]\nconsume = "plugin"\n[[device]]', 1), user="tester") as daemon:
            daemon.wait_for_device(fingers)
            compositor.output.wait("DEVICE_ADDED.*gestured control")
            fingers.do("wait 700", *SWIPE, "wait 500")
            daemon.wait("three swipe 3 recognized right")
            equal(compositor.events(), [], "libinput's events")
            check("cannot be written" not in daemon.log(), f"the log: {daemon.log()}")
            with Compositor(fingers, plugins=False) as other:
                equal([line for line in other.output.read() if "gestured control" in line and "DEVICE_ADDED" in line], [],
                      "the device without the plugin")
        fingers.do("wait 300", *SWIPE, "wait 500")
        check("GESTURE_SWIPE_BEGIN" in compositor.names(), f"hidden without the daemon: {compositor.names()}")


def words_of_late_reader():
    """The words that a program receives that opens the daemon's own device after it was made."""
    node = "/dev/input/" + node_named("gestured control")
    until("it has its node", lambda: os.path.exists(node))
    reader = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    words = []

    def came():
        with contextlib.suppress(BlockingIOError):
            data = os.read(reader, EVENT.size * 64)
            words.extend(value for _, _, kind, code, value in EVENT.iter_unpack(data) if (kind, code) == MSC_RAW)
        return words

    try:
        return until("words are repeated", came)
    finally:
        os.close(reader)


@case("plugin: words through the daemon's own device come again for a program that opens it late")
def repeated_words():
    with usable_uinput(), Fingers() as fingers, concurrent.futures.ThreadPoolExecutor() as pool:
        subprocess.run(["setfacl", "-m", "u:tester:r", fingers.node], check=True)
        reading = pool.submit(words_of_late_reader)
        with Daemon(CLAIM.replace("[[device]]", '[settings]\nconsume = "plugin"\n[[device]]', 1), user="tester"):
            check(reading.result(), "no word")


@case("plugin: a daemon that starts or ends while fingers are down changes nothing for them")
def restarted():
    with Bench(CLAIM) as bench:
        bench.do("down 2", "drag 0 10 150")
        bench.daemon.stop()
        bench.do("drag 0 10 150")
        bench.daemon = Daemon(CLAIM)
        bench.daemon.wait_for_device(bench.fingers)
        bench.do("drag 0 10 150", "up", "wait 300")
        names = bench.compositor.names()
        check(names and all(name.startswith("POINTER_SCROLL") for name in names), f"{names}")
        count = len(bench.compositor.events())
        bench.do(*SWIPE, "wait 500")
        equal(len(bench.compositor.events()), count, "events of a swipe after it")


@case("plugin: a claimed swipe is hidden whose first touch lands in the slot that was selected as libinput opened the device")
def selected_slot():
    def frame(*events):
        fingers.do(*(f"raw 3 {code} {value}" for code, value in events), "raw 0 0 0")

    def key(code, value):
        fingers.do(f"raw 1 {code} {value}")

    slot, ident, x, y = 0x2f, 0x39, 0x35, 0x36
    with Fingers() as fingers:
        frame((slot, 2), (ident, 900), (x, 500), (y, 500))
        frame((ident, -1))
        with Compositor(fingers) as compositor, Daemon(CLAIM) as daemon:
            daemon.wait_for_device(fingers)
            settled(fingers)
            key(0x14a, 1)
            key(0x145, 1)
            frame((ident, 901), (x, 510), (y, 500))
            key(0x145, 0)
            key(0x14e, 1)
            frame((slot, 0), (ident, 902), (x, 900), (y, 500), (slot, 1), (ident, 903), (x, 1300), (y, 500))
            for step in range(1, 31):
                frame(*(event for place in range(3) for event in ((slot, place), (x, 500 + 400 * place + 10 * step))))
                fingers.do("wait 8")
            key(0x14e, 0)
            key(0x14a, 0)
            frame(*(event for place in range(3) for event in ((slot, place), (ident, -1))))
            settled(fingers)
            equal(compositor.names(), [], "events of the claimed swipe")
            fingers.do("down 2", "drag 0 20 300", "up")
            settled(fingers)
            equal(set(compositor.names()), {"POINTER_SCROLL_FINGER"}, "two fingers scroll")


@case("plugin: SIGKILL while frames are held gives them back when the delay is over")
def killed_while_held():
    with Bench(DELAY) as bench:
        bench.daemon.freeze()
        bench.do("down 3", "drag 3 3 50")
        bench.daemon.process.kill()
        bench.daemon.process.wait()
        bench.do("drag 40 0 500", "up", "wait 500")
        names = [name for name in bench.compositor.names() if "HOLD" not in name]
        equal(names, ["GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END"], "libinput's events")


@case("plugin: its cost is at most 25 us of one finger's frame and 55 us of three fingers'")
def cheap():
    added = {count: frame_cost(count) - frame_cost(count, plugins=False) for count in (1, 3)}
    print(f"added to libinput's CPU time of a frame: {', '.join(f'{k} fingers {v:.1f} us' for k, v in added.items())}")
    check(added[1] <= 25 and added[3] <= 55, f"us a frame: {added}")


@case("plugin: of two pads each has its own claim, and one that is unplugged in a claim harms nothing")
def two_pads():
    with Bench(CLAIM.replace('"*"', '"test touchpad"')) as bench, Fingers(name="other pad") as other:
        bench.daemon.wait_for_device(other)
        bench.compositor.output.wait(rf"{other.event}\s+DEVICE_ADDED")
        bench.do(*SWIPE, "wait 500")
        other.do(*SWIPE, "wait 500")
        equal(bench.compositor.events(), [], "libinput's events of the claimed pad")
        text = "\n".join(bench.compositor.output.read())
        check(re.search(rf"{other.event}\s+GESTURE_SWIPE_BEGIN", text), "the other pad's swipe is hidden")
        bench.do("down 3", "drag 10 0 100")
        bench.fingers.unplug()
        other.do(*SWIPE, "wait 500")
        text = "\n".join(bench.compositor.output.read())
        equal(len(re.findall(rf"{other.event}\s+GESTURE_SWIPE_BEGIN", text)), 2, "swipes of the other pad")
