"""Claims on unusual devices (other numbers of slots, other protocols), by the plugin and by the grab."""

from compositor import CLAIM, Bench
from guest import case, check, equal

POINTER = ["down 1", "drag 15 5 200", "up", "wait 500"]
TWO = ["down 2", "drag 0 10 100", "up", "wait 300"]


def pads(way):
    @case(f"odd devices: a pad with fewer slots than fingers, and a semi-MT one, are claimed as a whole and come back whole, {way}")
    def fewer_slots():
        for options in (["-s", "2", "-x", "3"], ["-s", "2", "-x", "3", "-m"]):
            with Bench(CLAIM.replace("fingers = 3", "fingers = 4"), "touchpad", *options, way=way) as bench:
                bench.do(*POINTER)
                count = len(bench.compositor.events())
                check(count > 5, f"with {options} libinput has no pointer: {bench.compositor.names()}")
                for fingers in (3, 4):
                    bench.do(f"down {fingers}", "drag 25 0 250", "up", "wait 500")
                equal(bench.compositor.events()[count:], [], f"libinput's events with {options}")
                bench.do(*POINTER)
                check(len(bench.compositor.events()) >= 2 * count - 2, f"with {options} the pointer is not whole")


def screens(way):
    def touches(bench, since):
        names = [what.split()[0] for _, what in bench.compositor.events()[since:]]
        return names.count("TOUCH_DOWN"), names.count("TOUCH_UP")

    @case(f"odd devices: ten fingers on a touchscreen are claimed, and two after them are whole, {way}")
    def ten_fingers():
        with Bench(CLAIM, "touchscreen", way=way) as bench:
            bench.do("down 10", "drag 5 20 250", "up", "wait 300")
            equal(bench.compositor.events(), [], "libinput's events")
            bench.do(*TWO)
            equal(touches(bench, 0), (2, 2), "touches of two fingers")

    @case(f"odd devices: a touchscreen of protocol A is claimed, and two fingers before and after are whole, {way}")
    def protocol_a():
        with Bench(CLAIM, "touchscreen", "-a", way=way) as bench:
            bench.do(*TWO)
            equal(touches(bench, 0), (2, 2), "touches of two fingers before")
            count = len(bench.compositor.events())
            bench.do("down 3", "drag 30 0 300", "up", "wait 300")
            bench.daemon.wait("three swipe 3 recognized right")
            equal(bench.compositor.events()[count:], [], "libinput's events of the claimed fingers")
            bench.do(*TWO)
            equal(touches(bench, count), (2, 2), "touches of two fingers after")


for a_way in ("plugin", "grab"):
    pads(a_way)
    screens(a_way)
