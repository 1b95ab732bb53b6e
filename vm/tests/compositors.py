"""labwc and weston: claims, by the plugin and by the grab. Both pass no TOUCH_CANCEL on to clients, so actions of a
touchscreen that cancel their touches are not tried here (docs/claims.md)."""

from compositor import SWIPE
from desktop import Bench
from guest import case, check, equal

WAYS = ("plugin", "grab")
NAMES = ("labwc", "weston")


def claimed(name, way, order):
    @case(f"{name}: with the {way} claimed swipes are ours alone from the first on, and the pointer and scroll work ({order})")
    def ours():
        with Bench(name=name, way=way, order=order) as bench:
            bench.do(*SWIPE, "wait 500", *SWIPE, "wait 500")
            bench.daemon.wait("three swipe 3 recognized right")
            equal([line for line in bench.desktop.names() if not line.startswith("pointer")], ["drawn"], "what the client got")
            bench.do("down 1", "drag -20 0 200", "up", "wait 300")
            check("pointer motion" in bench.desktop.names(), f"the pointer: {bench.desktop.names()}")
            bench.do("down 2", "drag 0 15 200", "up", "wait 300")
            check("axis" in bench.desktop.names(), f"the scroll: {bench.desktop.names()}")


for a_name in NAMES:
    for a_way in WAYS:
        for an_order in ("device desktop daemon", "device daemon desktop"):
            claimed(a_name, a_way, an_order)
