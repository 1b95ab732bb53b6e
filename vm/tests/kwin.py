"""KWin, with its devices from logind."""

from actions import ACTIONS, action_works
from desktop import SWIPES, Bench, claimed, plugged, restarted
from guest import case, until

WAYS = ("plugin", "grab")


@case("kwin: without a claim its own swipe switches the desktop")
def own():
    with Bench('[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\n', name="kwin") as bench:
        bench.do(*SWIPES)
        until(f"a switch; the client: {bench.desktop.names()}", bench.desktop.own)


for a_way in WAYS:
    for an_order in ("device desktop daemon", "device daemon desktop", "daemon desktop device"):
        claimed("kwin", a_way, an_order)
    plugged("kwin", a_way, 5)
    restarted("kwin", a_way)
    for an_action in ACTIONS:
        action_works("kwin", a_way, an_action)
