"""The programs of clients.py beside sway."""

from clients import expect_dial, expect_letters, example
from desktop import Bench
from guest import case, check, equal


@case("sway: letters.py reads letters on a screen, and sway's client gets no touch that stays down")
def letters():
    with Bench(example("letters"), "touchscreen") as bench:
        expect_letters(bench.daemon, bench.do)
        names = bench.desktop.names()
        check("touch down" in names and names[-1] in ("touch cancel", "touch up"), f"the client: {names[-6:]}")


@case("sway: dial.sh turns the volume with one finger of a pad")
def dial():
    with Bench(example("dial")) as bench:
        expect_dial(bench.daemon, bench.do)
        equal(bench.desktop.own(), [], "sway's own gestures")
