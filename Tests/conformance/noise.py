"""False recognitions: gestures that the shipped configurations recognize where none is intended."""

import bisect
import os
import pathlib
import re
import sys

import labels
import recordings

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import work  # noqa: E402 it is beside the scripts that it uses

#: The configurations for drawn work by name: the daemon's own without a file, and every example.
SHIPPED = {"built-in": None, **{path.stem: str(path) for path in sorted((TOP / "config/examples").glob("*.toml"))}}
#: The context that a configuration's `when` needs, set at a time of the recording.
CONTEXT = {"presentation": ("0 context app=pympress",)}
#: The most false recognitions in an hour of drawn work.
LIMIT = 2
SEED = 1
#: Names of recordings in which fingers only point, scroll or drum, one after another.
ORDINARY = re.compile(
    r"drumroll|drag-edge-thumb|gap|resting-finger|stationary-finger|pauses|merging|crossing|id-split|angrybirds|calender"
    r"|paint|noise-stationary")
#: Recordings that hold another gesture than their name says: one finger was down before the first event, and one sets off
#: from the left edge 104 ms before the other lands.
OTHERWISE = {"touchpad-elan-i2c-touchpad-chromebook-two-finger-tap-vertical": "tap",
             "touchscreen-samsung-galaxy-s-touchscreen-phone-two-finger-drag": "edge-pan"}
#: The right types for each group of labels, without the number of fingers.
RIGHT = {"tap": {"tap"}, "click": {"click"}, "motion": {"pan", "edge-pan"}, "pinch": {"pinch"}, "hold": {"long-press"}}
#: Words in a recording's name that are more exact than its label.
WORDS = {"swipe": "swipe", "drag": "pan"}
#: Types that accompany other gestures.
COMPANIONS = {"hold", "hover"}


def starts(events):
    return [x for x in events if x["state"] in ("recognized", "began") and x["type"] not in COMPANIONS]


def is_right(event, name):
    """Whether the name of a recording allows this gesture, or has no gesture that can be compared."""
    label = labels.claim(name)
    if OTHERWISE.get(name) == event["type"]:
        return True
    if label is None:
        return not ORDINARY.search(name) or event["type"] in ("tap", "pan", "edge-pan") and event["fingers"] < 3
    kind, _, fingers = label.group.partition(" of ")
    right = RIGHT[kind] | {kind for word, kind in WORDS.items() if word in name}
    return event["type"] in right and fingers in ("", str(event["fingers"]))


def on_recordings(name, paths):
    """(recording, event) of each false recognition, on a machine that has libinput's quirks, as the package recommends."""
    found = recordings.replay(paths, SHIPPED[name], CONTEXT.get(name, ()), ["--quirks"])
    return [(recording, event) for recording, events in found.items() for event in starts(events)
            if not is_right(event, recording)]


def draw(folder, minutes):
    """Draws the work of each class of device. Returns the paths, and a list of what is drawn and when."""
    paths, drawn = [], {}
    for kind in work.DEVICES:
        text, drawn[kind] = work.recording(kind, SEED, minutes)
        paths.append(os.path.join(folder, "work-%s.evemu" % kind))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(text)
    return paths, drawn


def in_work(name, paths, drawn):
    """(class of device, what was drawn, event) of each false recognition, which is any gesture except scrolling and drawing."""
    false = []
    for recording, events in recordings.replay(paths, SHIPPED[name], CONTEXT.get(name, ())).items():
        kind = recording.removeprefix("work-")
        begins = [begin for begin, _ in drawn[kind]]
        for event in starts(events):
            if event["type"] == "pan" and event["fingers"] <= 2 and name == "built-in":
                continue
            false.append((kind, drawn[kind][bisect.bisect_right(begins, event["time"]) - 1][1], event))
    return false


def text(event):
    return "%(time).3f %(gesture)s (%(type)s of %(fingers)d)" % event
