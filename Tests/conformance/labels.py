"""The gesture in the name of a hardware recording, and in the shape of each touch session of SESSIONS.jsonl.

A label is (class, words, judge): the judge takes the events of a recognizer, ours or libinput's, and returns whether
they are those of the label.
"""

import collections
import json
import math
import os
import re

Label = collections.namedtuple("Label", "group words judge")
FINGERS = {"one": 1, "two": 2, "three": 3, "1": 1, "2": 2, "4": 4, "single": 1, "double": 2}
WAYS = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1), "center": (0, 0)}


def taps(fingers, count):
    return Label("tap of %d" % fingers, "%d × tap of %d" % (count, fingers), lambda e: sum(
        1 for x in e if x["type"] == "tap" and x["fingers"] == fingers
    ) >= count and not any(x["type"] in ("pinch", "rotation") for x in e))


def clicked():
    return Label("click", "a click: no tap", lambda e: not any(x["type"] == "tap" for x in e))


def travels(events, fingers):
    """The translations of pans and swipes with the given number of fingers."""
    for event in events:
        if event["fingers"] != fingers:
            continue
        if event["type"] == "swipe":
            yield event["velocity"]["x"], event["velocity"]["y"]
        if event["type"] == "pan" and event["state"] in ("ended", "cancelled"):
            yield event["translation"]["x"], event["translation"]["y"]


def goes(fingers, way, name):
    """A judge: all translations are of these fingers, and the longest is within 35° of the direction (if any)."""

    def judge(events):
        found = sorted(travels(events, fingers), key=lambda t: -math.hypot(*t))
        if not found:
            return False
        x, y = found[0]
        if way == (0, 0):
            return True
        angle = math.degrees(math.atan2(x * way[1] - y * way[0], x * way[0] + y * way[1]))
        return abs(angle) <= 35

    return Label("motion of %d" % fingers, name, judge)


def zooms(opening):
    def judge(events):
        ends = [x for x in events if x["type"] == "pinch" and x["state"] in ("ended", "cancelled")]
        return any((x["scale"] > 1) == opening for x in ends)

    return Label("pinch", "pinch " + ("opening" if opening else "closing"), judge)


def rests(fingers):
    return Label("hold of %d" % fingers, "hold of %d" % fingers, lambda e: any(
        x["type"] == "long-press" and x["fingers"] == fingers for x in e
    ) and not any(x["type"] in ("pinch", "rotation", "pan") for x in e))


def way_between(start, end):
    a = [sum(WAYS[word][i] for word in start.split("-")) for i in (0, 1)]
    b = [sum(WAYS[word][i] for word in end.split("-")) for i in (0, 1)]
    return b[0] - a[0], b[1] - a[1]


PLACE = r"((?:top|bottom|left|right|center)(?:-(?:left|right))?)"
FIXED = [
    (r"glidepoint-single-tap$", taps(1, 1)),
    (r"glidepoint-double-tap$", taps(1, 2)),
    (r"non-mt-tap$", taps(1, 1)),
    (r"rapid-taps-20", taps(1, 20)),
    (r"no-drumroll-link$", taps(1, 30)),
    (r"three-touches$", taps(1, 3)),
    (r"1-finger-fast-taps$", taps(1, 9)),
    (r"wetab-taps$", taps(1, 11)),
    (r"single-touch$", taps(1, 1)),
    (r"isdv4-e6-finger-double-tap-center$", taps(1, 2)),
    (r"isdv4-e6-finger-2fg-double-tap$", taps(2, 1)),
    (r"(bamboo|intuos5).*-double-tap(-center)?$", taps(2, 1)),
    (r"drag-tap-tap$", taps(1, 2)),
    (r"two-finger-long-hold$", rests(2)),
    (r"two-finger-scroll-down$", goes(2, (0, 1), "2 fingers down")),
    (r"two-finger-vert-scroll$|hp-8470p-two-finger-scroll", goes(2, (0, 0), "2 fingers travel")),
    (r"edge-scroll-vertical$", goes(1, (0, 0), "1 finger travels")),
    (r"two-finger-scroll-up$", goes(2, (0, -1), "2 fingers up")),
    (r"4-finger-drag-down$", goes(4, (0, 1), "4 fingers down")),
    (r"phone-two-finger-drag$", goes(2, (0, 0), "2 fingers travel")),
    (r"1-finger-drag-up-down$", goes(1, (0, 0), "1 finger travels")),
    (r"single-drag$", goes(1, (0, 0), "1 finger travels")),
    (r"tablet-nvt-touchscreen-swipe$|lumpy-one-finger-swipe$", goes(1, (0, 0), "1 finger travels")),
    (r"pixel-link-center-to-right", goes(1, (1, 0), "1 finger right")),
]


def claim(name):
    """The gesture in the name: a label, or None if it contains none that can be compared."""
    for pattern, said in FIXED:
        if re.search(pattern, name):
            return said
    if "phys-click" in name or "physical-click" in name or re.search(r"(1f|finger)-click$", name):
        return clicked()
    match = re.search(r"(one|two|three|4)-finger-tap", name)
    if match:
        return taps(FINGERS[match[1]], 1)
    if "zoom-in" in name or "zoom-out" in name:
        return zooms("zoom-in" in name)
    match = re.search(r"(one|two)-finger-(?:tracking|swipe|to-edge)-" + PLACE + "-to-" + PLACE, name)
    if match:
        fingers = FINGERS[match[1]]
        words = "%d finger%s %s → %s" % (fingers, "" if fingers == 1 else "s", match[2], match[3])
        return goes(fingers, way_between(match[2], match[3]), words)
    match = re.search(r"(single|double)-(?:top-swipe|center-scroll)$", name)
    if match:
        way, word = ((1, 0), "right") if "top-swipe" in name else ((0, 1), "down")
        return goes(FINGERS[match[1]], way, "%d finger%s %s" % (FINGERS[match[1]], "s" * (match[1] == "double"), word))
    return None


# Sessions: a shape has a label only if it can mean just one gesture.

# In a stroke of two fingers, the distance between them stays within these ratios.
STEADY = 0.8, 1.25
LONGEST_TAP_MS = 350
SHORTEST_HOLD_MS = 500
STILL = 3  # mm, or percent of the axis
STRAIGHT = 0.7  # net displacement of the path


def session_label(session):
    """The gesture in the shape of a session of SESSIONS.jsonl; None if the shape is not clear."""
    fingers, path = session["max_contacts"], session["longest_path"]
    length = session["t1_ms"] - session["t0_ms"]
    if session.get("button"):
        return clicked()
    if session["ids"] != fingers:
        return None
    if path < STILL:
        if length < LONGEST_TAP_MS:
            return taps(fingers, 1)
        return rests(fingers) if length >= SHORTEST_HOLD_MS else None
    way = tuple(session["net"])
    steady = STEADY[0] <= session.get("spread_min", 1) and session.get("spread_max", 1) <= STEADY[1]
    # The direction is unknown, because percents of width and height are different lengths.
    if math.hypot(*way) > STRAIGHT * path and steady:
        return goes(fingers, way if session["unit"] == "mm" else (0, 0), "%d along" % fingers)
    return None


def sessions(folder):
    """The sessions of each recording, by its name."""
    found = collections.defaultdict(list)
    with open(os.path.join(folder, "SESSIONS.jsonl")) as lines:
        for line in lines:
            session = json.loads(line)
            found[session["file"][: -len(".evemu")]].append(session)
    return found
