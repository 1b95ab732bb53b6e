"""The cases of sway that `make vm-test` runs, from the first touch. The others are in sway_more.py."""

import glob
import itertools
import os

from actions import action_works
from compositor import SWIPE
from desktop import RUNTIME, Bench
from guest import case, check, equal, run

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


def doctor(daemon, **variables):
    _, said, errors = run(
        "gesturectl", "doctor", "--config", daemon.configuration, "--socket", daemon.socket,
        env={**os.environ, "XDG_RUNTIME_DIR": RUNTIME, "XDG_CURRENT_DESKTOP": "sway", **variables})
    return said + errors


@case("planted fault: sway has a gesture of the same fingers, and its socket is that of one that has ended")
def own_and_ended():
    with Bench('[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\n') as bench:
        socket = glob.glob(f"{RUNTIME}/sway-ipc.*.sock")[0]
        said = doctor(bench.daemon, SWAYSOCK=socket)
        check(r"note   sway acts on the same touches as three (bindgesture swipe:3:right)" in said, said)
        check("ok     no gesture clashes" not in said, said)
        bench.desktop.stop()
        said = doctor(bench.daemon, SWAYSOCK=f"{socket}.gone")
        check("with another SWAYSOCK than this terminal" in said, said)
        check("note   the gestures of sway could not be examined" in said, said)
        check(not any(line.startswith("ok ") and "SWAYSOCK" in line for line in said.splitlines()), said)
