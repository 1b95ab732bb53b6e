"""libinput's events for a recording, as the events of our gestures. Tests/libinput/play plays the recording."""

import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PLAY = os.environ.get("LIBINPUT_PLAY", "")

TAPS = {0x110: 1, 0x111: 2, 0x112: 3}  # BTN_LEFT, BTN_RIGHT, BTN_MIDDLE
# Our pan begins here, in mm. Less is no motion for libinput either.
LEAST = 1.5
# libinput's pointer motion has no end event. After this pause in s, the next one is another motion.
PAUSE = 0.1
# libinput's hold gestures begin early. Ours is a long press of this time in s.
SHORTEST_HOLD = 0.5


def missing():
    """The reason why libinput cannot be played; None if it can."""
    return None if os.access(PLAY, os.X_OK) else "libinput's player is not built (libinput-dev, cc)"


def play(path, *options):
    """libinput's own events for a recording."""
    done = subprocess.run([PLAY, *options, path], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError("%s: %s" % (os.path.basename(path), done.stderr.splitlines()[-1:]))
    return [json.loads(line) for line in done.stdout.splitlines()]


def gesture(kind, event, fingers, **measures):
    return dict(
        {"type": kind, "gesture": "%s%d" % (kind, fingers), "fingers": fingers, "time": event["time"]}, **measures)


class Translation:
    """The sum of motion events from the beginning to the end of a motion."""

    def __init__(self):
        self.event = None
        self.time = self.x = self.y = 0

    def add(self, event):
        self.event = self.event or event
        self.time = event["time"]
        self.x += event["dx"]
        self.y += event["dy"]

    def take(self, fingers, state="ended"):
        """The motion as a pan, if it is long enough."""
        event, self.event = self.event, None
        x, self.x, y, self.y = self.x, 0, self.y, 0
        if event is None or x * x + y * y < LEAST * LEAST:
            return []
        return [gesture("pan", event, fingers, state=state, translation={"x": x, "y": y})]


def gestures(events):
    """libinput's gestures by our names: taps, pans (pointer, scroll and swipe), pinches, long presses."""
    found, motion, scroll, swipe = [], Translation(), Translation(), Translation()
    angle, hold = 0, None
    for event in events:
        kind, state = event["event"], "cancelled" if event.get("cancelled") else "ended"
        if kind != "motion" or event["time"] - motion.time > PAUSE:
            found += motion.take(1)
        if kind == "motion":
            motion.add(event)
        elif kind == "scroll":
            scroll.add(event)
            if event["dx"] == 0 and event["dy"] == 0:
                found += scroll.take(2)
        elif kind == "button" and event["pressed"] and not event["physical"]:
            found.append(gesture("tap", event, TAPS[event["button"]], state="recognized"))
        elif kind == "swipe-begin" or kind == "swipe":
            swipe.add(event)
        elif kind == "swipe-end":
            found += swipe.take(event["fingers"], state)
        elif kind == "pinch-begin":
            angle = 0
        elif kind == "pinch":
            angle += event["angle"]
        elif kind == "pinch-end":
            found.append(gesture("pinch", event, event["fingers"], state=state, scale=event["scale"]))
        elif kind == "hold-begin":
            hold = event
        elif kind == "hold-end" and state == "ended" and event["time"] - hold["time"] >= SHORTEST_HOLD:
            found.append(gesture("long-press", hold, event["fingers"], state=state))
    found += motion.take(1)
    found += scroll.take(2)
    return sorted(found, key=lambda x: x["time"])
