"""labwc and weston: claims, by the plugin and by the grab. Both pass no TOUCH_CANCEL on to clients, so actions of a
touchscreen that cancel their touches are not tried here (docs/claims.md)."""

from desktop import claimed, plugged, restarted

WAYS = ("plugin", "grab")
NAMES = ("labwc", "weston")

for a_name in NAMES:
    for a_way in WAYS:
        for an_order in ("device desktop daemon", "device daemon desktop"):
            claimed(a_name, a_way, an_order)
        plugged(a_name, a_way, 5)
for a_way in WAYS:
    # weston has no gestures of its own, and gives none to clients.
    restarted("labwc", a_way)
