"""The virtual mouse, as libinput and evtest receive it: clicks, held buttons, the wheel, the pointer."""

import re
import subprocess
import time

from compositor import Compositor, node_named, settled
from guest import Daemon, Fingers, check, equal, until
from guest import case
from harness import wait_for_property

MOUSE, SCREEN = "gestured virtual mouse", "gestured virtual touch pointer"


class Pointer:
    """The daemon, fingers, and libinput's view of the daemon's virtual device."""

    def __init__(self, configuration, kind="touchpad", *options, name=MOUSE):
        self.fingers = Fingers(kind, *options)
        self.daemon = Daemon(configuration)
        self.daemon.wait_for_device(self.fingers)
        self.event = node_named(name)
        wait_for_property(f"/dev/input/{self.event}", "ID_INPUT")
        self.compositor = Compositor(self.fingers, plugins=False)
        self.compositor.sysname = self.event
        self.compositor.output.wait(rf"{self.event}\s+DEVICE_ADDED")

    def do(self, *lines):
        self.fingers.do(*lines)

    def events(self):
        return [what for _, what in self.compositor.events()]

    def wait(self, pattern, count=1):
        """The first groups of the events that match the pattern, once there are `count` of them."""
        def enough():
            found = [match.groups() for match in map(re.compile(pattern).search, self.events()) if match]
            return found if len(found) >= count else None
        return until(f"{count} times {pattern}; libinput had {self.events()[-20:]}", enough)

    def buttons(self, count):
        self.wait("POINTER_BUTTON", count)
        return [(match[1], match[2]) for match in
                (re.search(r"POINTER_BUTTON\s+(BTN_\w+)[^,]*?(pressed|released)", what) for what in self.events()) if match]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.stop()
        self.compositor.__exit__()
        self.fingers.unplug()


def gesture(kind, fingers, *keys):
    return "\n".join([f'[[gesture]]\nname = "g"\ntype = "{kind}"\nfingers = {fingers}', *keys]) + "\n"


def total(values):
    return sum(float(value) for value in values)


@case("pointer: a long press is a right click")
def long_press():
    with Pointer(gesture("long-press", 1, 'click = "right"')) as bench:
        bench.do("down 1", "wait 700", "up")
        equal(bench.buttons(2), [("BTN_RIGHT", "pressed"), ("BTN_RIGHT", "released")], "buttons")


@case("pointer: a double click is two presses for libinput, whose filter drops bounces")
def double_click():
    with Pointer(gesture("tap", 3, 'click = "double"')) as bench:
        bench.do("down 3", "wait 40", "up", "wait 500")
        equal(bench.buttons(4), [("BTN_LEFT", "pressed"), ("BTN_LEFT", "released")] * 2, "buttons")


@case("pointer: back and forward are the buttons that browsers take for them")
def side_buttons():
    words = [("left", "BTN_LEFT"), ("middle", "BTN_MIDDLE"), ("back", "BTN_SIDE"), ("forward", "BTN_EXTRA")]
    for number, (word, code) in enumerate(words):
        with Pointer(gesture("tap", 2, f'click = "{word}"')) as bench:
            bench.do("down 2", "wait 40", "up")
            equal(bench.buttons(2), [(code, "pressed"), (code, "released")], f"buttons of {word} ({number})")


DRAG = gesture("pan", 3, 'button = "left"', "move = true")


@case("pointer: a drag with three fingers holds the button while the pointer moves")
def three_finger_drag():
    with Pointer(DRAG) as bench:
        bench.do("down 3", "drag 30 10 300", "wait 20", "up")
        equal(bench.buttons(2), [("BTN_LEFT", "pressed"), ("BTN_LEFT", "released")], "buttons")
        names = [what.split()[0] for what in bench.events()]
        check(names[0] == "POINTER_BUTTON" and names[-1] == "POINTER_BUTTON", f"the button is not first and last: {names}")
        # Without acceleration, 12 units for each mm.
        moved = [match.groups() for match in (
            re.search(r"POINTER_MOTION.*\(\s*([+-][\d.]+)/\s*([+-][\d.]+)\)", what) for what in bench.events()) if match]
        x, y = total(x for x, _ in moved), total(y for _, y in moved)
        check(abs(x - 360) <= 0.05 * 360 and abs(y - 120) <= 0.05 * 120, f"the pointer moved by {x}, {y}, not by 360, 120")


@case("pointer: a tap-drag holds the button until the finger lifts")
def tap_drag():
    with Pointer(gesture("tap-drag", 2, 'button = "middle"', "move = 0.5")) as bench:
        bench.do("down 2", "wait 40", "up", "wait 60", "down 2", "drag 20 0 200", "up", "wait 600")
        equal(bench.buttons(2), [("BTN_MIDDLE", "pressed"), ("BTN_MIDDLE", "released")], "buttons")


def held(bench):
    bench.do("down 3", "drag 30 10 300")
    equal(bench.buttons(1), [("BTN_LEFT", "pressed")], "buttons")


def released(bench, why):
    equal(bench.buttons(2), [("BTN_LEFT", "pressed"), ("BTN_LEFT", "released")], f"buttons after {why}")


@case("pointer: a held button is released at a reload, when its gesture is disabled, and when the device goes")
def released_early():
    with Pointer(DRAG) as bench:
        held(bench)
        with open(bench.daemon.configuration, "a") as file:
            file.write('[[gesture]]\nname = "more"\ntype = "tap"\nfingers = 5\n')
        released(bench, "a reload")
    with Pointer(DRAG) as bench:
        held(bench)
        subprocess.run(["gesturectl", "disable", "g", "--socket", bench.daemon.socket], check=True)
        released(bench, "disable")
    with Pointer(DRAG) as bench:
        held(bench)
        bench.fingers.unplug()
        released(bench, "unplug")


@case("pointer: a held button is released when the daemon ends, and when it is killed")
def released_at_end():
    for end in ("terminate", "kill"):
        with Pointer(DRAG) as bench:
            held(bench)
            getattr(bench.daemon.process, end)()
            bench.daemon.process.wait()
            bench.compositor.output.wait(rf"{bench.event}\s+DEVICE_REMOVED")
            released(bench, end)


@case("pointer: a held button is released within 5 s when the daemon hangs, without a grab")
def released_when_hung():
    with Pointer(DRAG) as bench:
        held(bench)
        bench.daemon.freeze()
        begin = time.monotonic()
        # Its process that watches over holds ends it, and the kernel releases what the device held.
        bench.compositor.output.wait(rf"{bench.event}\s+DEVICE_REMOVED", within=20)
        took = time.monotonic() - begin
        released(bench, "the daemon hung")
        check(took <= 5, f"released after {took:.1f} s")
        bench.daemon.process.wait()


class Evtest:
    """The (code, value) of EV_REL events of a node, as evtest prints them."""

    def __init__(self, node):
        self.log = open("/tmp/evtest", "w+")
        self.process = subprocess.Popen(["stdbuf", "-oL", "evtest", node], stdin=subprocess.DEVNULL, stdout=self.log)
        until("evtest reads", lambda: "Testing ..." in self.text())

    def text(self):
        with open("/tmp/evtest") as file:
            return file.read()

    def relative(self):
        return [(code, int(value)) for code, value in re.findall(r"\(EV_REL\), code \d+ \((\w+)\), value (-?\d+)", self.text())]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()


@case("pointer: a pan turns the wheel with high resolution, and the low resolution is what is full of it")
def wheel():
    with Pointer(gesture("pan", 2, "scroll = true", 'axis = "vertical"')) as bench, \
            Evtest(f"/dev/input/{bench.event}") as evtest:
        bench.do("down 2", "drag 0 31 400", "wait 20", "up")
        settled(bench.fingers)
        high = [value for code, value in evtest.relative() if code == "REL_WHEEL_HI_RES"]
        low = [value for code, value in evtest.relative() if code == "REL_WHEEL"]
        check(len(high) > 20, f"only {len(high)} events of high resolution")
        check(abs(sum(high) - 31 * 24) <= 0.05 * 31 * 24, f"{sum(high)} units of high resolution, not 744")
        equal(sum(low), sum(high) // 120, "detents")
        equal({code for code, _ in evtest.relative()}, {"REL_WHEEL", "REL_WHEEL_HI_RES"}, "axes")
        # Down is positive in libinput, so a wheel that turns up is negative.
        scrolled = total(value for value, in bench.wait(r"POINTER_SCROLL_WHEEL\s+vert\s+[-\d.]+/(-?[\d.]+)"))
        check(abs(scrolled + sum(high)) <= 60, f"libinput scrolls by {scrolled} of {-sum(high)}")


@case("pointer: with momentum the wheel goes on after the lift and comes to rest, and a finger on any device stops it")
def momentum():
    with Pointer(gesture("pan", 2, "scroll = { momentum = true }", 'axis = "vertical"')) as bench, \
            Fingers("touchscreen") as other, Evtest(f"/dev/input/{bench.event}") as evtest:
        bench.daemon.wait_for_device(other)

        def turned():
            return sum(value for code, value in evtest.relative() if code == "REL_WHEEL_HI_RES")

        def at_rest():
            before = turned()
            bench.do("wait 300")
            return turned() == before

        def scroll():
            """The units that the wheel turns for 31 mm, 744 of them before the lift."""
            before = turned()
            bench.do("down 2", "drag 0 31 120", "up")
            return before

        before = scroll()
        until("the wheel rests", at_rest)
        whole = turned() - before
        check(whole > 1500, f"{whole} units, hardly more than the 744 of the way")
        before = scroll()
        until("the wheel goes on", lambda: turned() - before > 900)
        other.do("down 1")
        until("the wheel rests", at_rest)
        check(turned() - before < 0.9 * whole, f"{turned() - before} of {whole} units although a finger landed")
        before = scroll()
        until("the wheel rests", at_rest)
        check(abs(turned() - before - 744) <= 0.1 * 744, f"{turned() - before} units, not 744, while a finger is down")
        other.do("up")


@case("pointer: circles and rotations turn the wheel: 24 detents a turn, clockwise is down")
def circles():
    with Pointer(gesture("circle", 2, "scroll = 0.25")) as bench, Evtest(f"/dev/input/{bench.event}") as evtest:
        bench.do("down 2", "circle 15 370 700", "up")
        until("six detents", lambda: evtest.relative() == [("REL_WHEEL", -6), ("REL_WHEEL_HI_RES", -720)])
    with Pointer(gesture("rotation", 2, "scroll = true")) as bench, Evtest(f"/dev/input/{bench.event}") as evtest:
        bench.do("down 2", "turn 90 600", "wait 20", "up")
        settled(bench.fingers)
        high = sum(value for code, value in evtest.relative() if code == "REL_WHEEL_HI_RES")
        check(abs(high + 720) <= 36, f"{high} units for 90°, not -720")


@case("pointer: a click on a touchscreen is where it is touched, each time, also of a turned panel")
def at_touch():
    click = gesture("long-press", 1, 'click = { button = "right", at = "touch" }')
    for rotation, wanted in ((0, (25.0, 75.0)), (90, (25.0, 25.0)), (180, (75.0, 25.0)), (270, (75.0, 75.0))):
        device = f'[[device]]\nmatch = {{ name = "*" }}\nrotation = {rotation}\n'
        with Pointer(device + click, "touchscreen", name=SCREEN) as bench:
            width, height = 240, 135  # of the test touchscreen, mm
            for press in (1, 2):
                bench.do(f"down 1 {width * 0.25} {height * 0.75}", "wait 700", "up", "wait 50")
                bench.buttons(2 * press)
            places = [tuple(float(value) for value in place) for place in
                      bench.wait(r"POINTER_MOTION_ABSOLUTE\s+(-?[\d.]+)/\s*(-?[\d.]+)", 2)]
            x, y = places[0]
            check(abs(x - wanted[0]) < 1 and abs(y - wanted[1]) < 1, f"rotation {rotation}: {x}, {y} %, not {wanted}")
            equal(places[0], places[1], "the place of the second click")
            names = [what.split()[0] for what in bench.events()]
            equal(names, ["POINTER_MOTION_ABSOLUTE", "POINTER_BUTTON", "POINTER_BUTTON"] * 2, "events")


@case("pointer: the daemon makes no mouse that no gesture needs, and reads none that it made")
def only_when_needed():
    def names():
        return subprocess.run("cat /sys/class/input/event*/device/name", shell=True, capture_output=True, text=True).stdout
    with Fingers() as fingers, Daemon(gesture("pan", 3, 'run = "true"')) as daemon:
        daemon.wait_for_device(fingers)
        check("gestured virtual" not in names(), f"there is a virtual device: {names()}")
        with open(daemon.configuration, "w") as file:
            file.write(DRAG)
        event = node_named(MOUSE)
        check(f"/dev/input/{event}" not in daemon.opened(), "the daemon reads its own mouse")
        with open(daemon.configuration, "w") as file:
            file.write(gesture("pan", 3, 'run = "true"'))
        until("the mouse is gone", lambda: MOUSE not in names())


@case("pointer: without uinput one line names the keys and the remedy, and gestures go on")
def no_uinput():
    import os
    mode = os.stat("/dev/uinput").st_mode & 0o777
    with Fingers() as fingers:
        try:
            os.chmod("/dev/uinput", 0o600)
            subprocess.run(["chown", "tester", fingers.node], check=True)
            with Daemon(DRAG, user="tester") as daemon:
                daemon.wait_for_device(fingers)
                fingers.do("down 3", "drag 30 10 300", "up")
                daemon.wait("pan 3 ended")
                lines = [line for line in daemon.log().splitlines() if "uinput" in line]
                check("`button` and `move` actions are disabled: cannot open /dev/uinput" in lines[0], lines[0])
                # The gesture says once that its action failed, though the pan moved in many steps.
                equal(len(lines), 2, f"lines about uinput: {lines}")
                check("`button left, move` failed: cannot open /dev/uinput" in lines[1], lines[1])
                check(any("`button` and `move`" in p["message"] for p in daemon.status()["problems"]), "status says nothing")
        finally:
            os.chmod("/dev/uinput", mode)
