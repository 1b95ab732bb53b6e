"""Touch sequences by their words, as evemu recordings of a steady hand: scripts/hands.py without its spread.

    tap 3                          long-press 5 3.5 s
    click 3                        two presses of the pad
    force-press 1                  with 300 g, then 550 g
    tip-tap 1 left                 one finger rests, another taps twice
    swipe 3 left [32 mm in 0.2 s]  drag 4 up 40 mm in 1.5 s
    pinch 3 in | out               rotation 3 left | right
    twist 2                        apart and clockwise
    circle 2                       line 3 -20,-20
    figure z                       hover
    edge left | right | top | bottom

The place of the hand is the middle of the pad, or ` at X,Y` in mm. `, ` separates motions that follow each other; one
begins 150 ms after the lift of the one before, or ` after N s`."""

import math
import re
import sys

import hands

INWARD = {"left": "right", "right": "left", "top": "down", "bottom": "up"}
PAUSE = 0.15  # s


class Steady:
    """The middle of each distribution."""

    @staticmethod
    def gauss(mean, _):
        return mean

    @staticmethod
    def uniform(low, high):
        return (low + high) / 2


def number(text, unit, default):
    found = re.search(rf"(-?[\d.]+) {unit}\b", text)
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


def figure(hand, points, duration=1.2):
    """One finger from point to point at constant speed."""
    lengths = [math.dist(a, b) for a, b in zip(points, points[1:])]

    def path(time):
        left = min(1, time / duration) * sum(lengths)
        for (x, y), (u, v), length in zip(points, points[1:], lengths):
            if left <= length:
                break
            left -= length
        part = min(1, left / length)
        return hand.center[0] + x + (u - x) * part, hand.center[1] + y + (v - y) * part
    hand.add(0, duration, path)


def edge(hand, side):
    """One finger from the middle of a side, 30 mm inward."""
    width, height = hands.DEVICES[hand.kind]
    x, y = {"left": (0.5, height / 2), "right": (width - 0.5, height / 2), "top": (width / 2, 0.5),
            "bottom": (width / 2, height - 0.5)}[side]
    dx, dy = hands.WAYS[INWARD[side]]

    def path(time):
        length = 30 * hands.minimum_jerk(time / 0.4)
        return x + dx * length, y + dy * length
    hand.add(0, 0.4, path)


def push(time):
    """The force of a finger that presses in two stages, grams."""
    points = [(0, 60), (0.2, 60), (0.35, 300), (0.5, 300), (0.65, 550), (0.8, 550), (1, 60), (9, 60)]
    for (start, low), (end, high) in zip(points, points[1:]):
        if time < end:
            return low + (high - low) * hands.minimum_jerk((time - start) / (end - start))
    return 60


def motion(words, kind):
    """A hand with the fingers of one motion."""
    hand = hands.Hand(Steady, kind)
    if place := re.search(r" at ([\d.]+),([\d.]+)", words):
        hand.center = float(place[1]), float(place[2])
    what, count, way = [*words.split(), "", ""][:3]
    if what == "edge":
        edge(hand, count)
    elif what == "figure":
        figure(hand, [(-12, -12), (12, -12), (-12, 12), (12, 12)])
    elif what == "click":
        hand.rest(int(count), 0, 0.7)
        hand.presses = [(0.2, 1), (0.3, 0), (0.45, 1), (0.55, 0)]
    elif what == "force-press":
        hand.rest(int(count), 0, 1.2)
        for finger in hand.fingers:
            finger.push = push
    elif what in ("tap", "long-press"):
        hand.rest(int(count), 0, number(words, "s", 0.1 if what == "tap" else 1))
    elif what == "tip-tap":
        hand.tip_tap(int(count), hands.WAYS[way], 2, 0.1)
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
    elif what == "twist":
        hand.turn_and_spread(12, 24, math.radians(50), 0.8, int(count))
    elif what == "rotation":
        hand.turn_and_spread(20, 20, math.radians(-50 if way == "left" else 50), 0.8, int(count))
    else:
        raise ValueError(f"no motion is called {words}")
    return hand


def shifted(finger, offset):
    path, push_of = finger.path, finger.push
    finger.start, finger.end, finger.path = finger.start + offset, finger.end + offset, lambda time: path(time - offset)
    if push_of:
        finger.push = lambda time: push_of(time - offset)
    return finger


def recording(words, kind):
    """The text of an evemu file."""
    if words == "hover":
        return hovering(kind)
    whole, end = hands.Hand(Steady, kind), -PAUSE
    for part in words.split(", "):
        begin = end + number(part.partition(" after ")[2], "s", PAUSE)
        hand = motion(part.partition(" after ")[0], kind)
        whole.fingers += [shifted(finger, begin) for finger in hand.fingers]
        whole.presses += [(time + begin, value) for time, value in hand.presses]
        end = max(finger.end for finger in whole.fingers)
    return hands.header(kind, words.split()[0]) + hands.Device(kind, whole.fingers, whole.presses).play()


def hovering(kind):
    """A finger that comes near and moves above the surface without touching it, which few devices report."""
    lines = []

    def frame(time, *events):
        lines.extend(f"E: {time:.6f} {kind:04x} {code:04x} {value:04d}\n" for kind, code, value in [*events, (0, 0, 0)])
    width, height = hands.DEVICES[kind]
    place = round(width * 0.3 * hands.RESOLUTION), round(height / 2 * hands.RESOLUTION)
    frame(0, (3, hands.ID, 1), (3, hands.X, place[0]), (3, hands.Y, place[1]), (3, hands.DISTANCE, 12))
    for step in range(1, 40):
        frame(step * hands.INTERVAL, (3, hands.X, place[0] + round(step * hands.RESOLUTION)), (3, hands.DISTANCE, 12 - step // 8))
    frame(40 * hands.INTERVAL, (3, hands.ID, -1))
    return hands.header(kind, "hover") + "".join(lines)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("touchpad", "touchscreen"):
        sys.exit('Usage: motions.py touchpad|touchscreen "swipe 3 left, tap 1"')
    sys.stdout.write(recording(sys.argv[2], sys.argv[1]))
