"""One touch sequence by its words, as an evemu recording of a steady hand: scripts/hands.py without its spread.

    tap 3                          long-press 5 3.5 s
    swipe 3 left [32 mm in 0.2 s]  drag 4 up 40 mm in 1.5 s
    pinch 3 in | out               rotation 3 left | right
    circle 2                       line 3 -20,-20
    edge left | right | top | bottom
    swipe 2 down 30 mm in 0.2 s at 110,6
"""

import importlib.util
import math
import pathlib
import re

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/hands.py"
spec = importlib.util.spec_from_file_location("hands", SCRIPT)
hands = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hands)

INWARD = {"left": "right", "right": "left", "top": "down", "bottom": "up"}


class Steady:
    """The middle of each distribution."""

    @staticmethod
    def gauss(mean, _):
        return mean

    @staticmethod
    def uniform(low, high):
        return (low + high) / 2


def number(text, unit, default):
    found = re.search(rf"([\d.]+) {unit}\b", text)
    return float(found[1]) if found else default


def along(hand, count, way, length, duration):
    """All fingers together, from the hand's centre."""
    start = hand.center
    hand.center = start[0] + way[0] * length / 2, start[1] + way[1] * length / 2
    hand.travel(count, way, length, duration)


def circle(hand, count, radius=15, duration=1.2):
    for tip in hand.tips(count):
        def path(time, tip=tip):
            angle = math.tau * hands.minimum_jerk(time / duration)
            return (hand.center[0] + tip[0] + radius * math.sin(angle), hand.center[1] + tip[1] - radius * math.cos(angle))
        hand.add(0, duration, path)


def edge(hand, side, kind):
    """One finger from the middle of a side, 30 mm inward."""
    width, height = hands.DEVICES[kind]
    x, y = {"left": (0.5, height / 2), "right": (width - 0.5, height / 2), "top": (width / 2, 0.5),
            "bottom": (width / 2, height - 0.5)}[side]
    dx, dy = hands.WAYS[INWARD[side]]

    def path(time):
        length = 30 * hands.minimum_jerk(time / 0.4)
        return x + dx * length, y + dy * length
    hand.add(0, 0.4, path)


def recording(words, kind):
    """The text of an evemu file."""
    hand = hands.Hand(Steady, kind)
    if place := re.search(r" at ([\d.]+),([\d.]+)$", words):
        hand.center = float(place[1]), float(place[2])
    what, count, way = [*words.split(), ""][:3]
    if what == "edge":
        edge(hand, count, kind)
    elif what in ("tap", "long-press"):
        hand.rest(int(count), 0, number(words, "s", 0.1 if what == "tap" else 1))
    elif what in ("swipe", "drag"):
        slow = what == "drag"
        along(hand, int(count), hands.WAYS[way], number(words, "mm", 32), number(words, "s", 1.5 if slow else 0.2))
    elif what == "line":
        x, y = map(float, way.split(","))
        length = math.hypot(x, y)
        along(hand, int(count), (x / length, y / length), length, 0.25)
    elif what == "circle":
        circle(hand, int(count))
    elif what == "pinch":
        hand.turn_and_spread(*((26, 10) if way == "in" else (10, 26)), 0, 0.6, int(count))
    elif what == "rotation":
        hand.turn_and_spread(20, 20, math.radians(-50 if way == "left" else 50), 0.8, int(count))
    else:
        raise ValueError(f"no motion is called {words}")
    return hands.header(kind, what) + hand.events()
