"""labwc and weston: claims, by the plugin and by the grab. Both pass no TOUCH_CANCEL on to clients, so actions of a
touchscreen are tried under a claim, and not with `cancels_touches` (docs/dev/claims.md)."""

from actions import CLAIMED, claimed_action_works
from desktop import claimed, plugged, restarted

WAYS = ("plugin", "grab")
NAMES = ("labwc", "weston")

for a_name in NAMES:
    for a_way in WAYS:
        for an_order in ("device desktop daemon", "device daemon desktop"):
            claimed(a_name, a_way, an_order)
        plugged(a_name, a_way, 5)
        for an_action in CLAIMED:
            # weston gives clients no gestures, and a virtual touchpad makes nothing else.
            if (a_name, an_action) != ("weston", "touchpad"):
                claimed_action_works(a_name, a_way, an_action)
for a_way in WAYS:
    # weston has no gestures of its own, and gives none to clients.
    restarted("labwc", a_way)
