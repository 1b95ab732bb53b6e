"""The cases of sway that `make vm-test` runs, from the first touch. The others are in sway_more.py."""

import itertools

from actions import action_works
from compositor import SWIPE
from desktop import Bench
from guest import case, equal

WAYS = ("plugin", "grab")


def first_touch(way, order):
    @case(f"sway: with the {way} the first claimed swipe after {', '.join(order.split())} is ours alone")
    def ours():
        with Bench(way=way, order=order) as bench:
            bench.do(*SWIPE, "wait 500")
            bench.daemon.wait("three swipe 3 recognized right")
            equal(bench.desktop.own(), [], f"sway's own gestures; the client: {bench.desktop.names()}")


for an_order in itertools.permutations(("daemon", "desktop", "device")):
    for a_way in WAYS:
        first_touch(a_way, " ".join(an_order))


@case("sway: without a claim its own swipe runs")
def own():
    with Bench('[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\n') as bench:
        bench.do(*SWIPE, "wait 500")
        equal(bench.desktop.own(), ["right"], f"sway's own gestures; the client: {bench.desktop.names()}")


for a_way in WAYS:
    action_works("sway", a_way, "click")
