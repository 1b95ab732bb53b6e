"""The conformance rows, read for `gesturectl replay`: each as an evemu file, a configuration and the expected output.

The notation is that of README.md beside this file; the same tables are read by GestureCoreTests.
"""

import glob
import math
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))

# Device units per mm: positions of a row are exact to 0.01 mm.
RESOLUTION = 100

LIST_KEYS = {"direction", "edges", "require_failure_of", "required_to_fail_by", "simultaneous_with", "min_distance", "angle", "force"}
NUMBER = re.compile(r"-?\d+(\.\d+)?$")


class Row:
    """One row: id, recognizers, script and expected output as written."""

    def __init__(self, line):
        self.id, self.recognizers, self.script, self.expected = line.split("\t")[:4]

    # The rows test recognizers: the filters of a touchpad are off.
    device_table = '[[device]]\nmatch = { name = "*" }\nhysteresis = "off"\npalm_edge = false\nthumb = false\n\n'

    @property
    def what_replay_cannot_do(self):
        """The reason why the row cannot be an evemu file, or None."""
        for word in re.split(r"[ |]+", self.script):
            if re.match(r"r\d+$", word):
                return "a resync is not in the row's device events"
            if re.match(r"j\d+$", word):
                return "a touchscreen drops no jumps"
            if word.startswith("%"):
                return "a replay has no program that recognizes a gesture"
            if re.match(r"p\d+$", word):
                return "a phantom touch needs a pad with fewer slots than fingers"
        return None

    @property
    def expects_explanations(self):
        """Whether the row expects explanations too."""
        return ".failed@" in self.expected or ".possible@" in self.expected


class DeviceRow(Row):
    """A row of devices.tsv: a device with its evdev events."""

    what_replay_cannot_do = None

    def __init__(self, line):
        super().__init__(line)
        self.device = line.split("\t")[4].split()

    @property
    def device_table(self):
        """The device's own filters are on, and `hysteresis` is what the row says."""
        lines = ['hysteresis = "%s"\n' % word.partition("=")[2] for word in self.device if word.startswith("hysteresis=")]
        return '[[device]]\nmatch = { name = "*" }\n' + lines[0] + "\n" if lines else ""


def load_all():
    """The rows of every table in this directory; a row with a fifth column is a device row."""
    rows = []
    for path in sorted(glob.glob(os.path.join(HERE, "*.tsv"))):
        with open(path, encoding="utf-8") as table:
            lines = [line.rstrip("\n") for line in table if line.strip() and not line.startswith("#")]
        rows += [(DeviceRow if line.count("\t") > 3 else Row)(line) for line in lines]
    return rows


# Recognizers → TOML


def value(key, text):
    """A value of the notation as TOML."""
    if key == "template" and "+" in text:
        return "[" + ", ".join(value(key, part) for part in text.split("+")) + "]"
    if key == "template":
        return "[" + ", ".join("[%s]" % pair.replace(",", ", ") for pair in text.split("/")) + "]"
    if key in LIST_KEYS and "," in text:
        return "[" + ", ".join(value(None, part) for part in text.split(",")) + "]"
    if text in ("true", "false") or NUMBER.match(text):
        return text
    if key in ("require_failure_of", "required_to_fail_by", "simultaneous_with", "edges"):
        return '["%s"]' % text
    return '"%s"' % text


RELATIONS = ("require_failure_of", "required_to_fail_by", "simultaneous_with")
WORDS = ("direction", "edge", "side")


def condition(key, text):
    """The value of one measure of a `where`."""
    if key in WORDS:
        return "[%s]" % ", ".join('"%s"' % word for word in text.split(","))
    return value(key, text)


def where(measures):
    return "{ %s }" % ", ".join("%s = %s" % (key, values[0] if len(values) == 1 else "[%s]" % ", ".join(values)) for key, values in measures.items())


def zone(sides, zones):
    """The name of a zone with these sides."""
    if sides not in zones:
        zones.append(sides)
    return "zone%d" % (zones.index(sides) + 1)


def gesture(text, zones):
    """`type key=value …` as pairs of TOML keys and values."""
    steps = None
    if "[" in text:
        text, steps = text[: text.index("[")], text[text.index("[") + 1 : text.rindex("]")]
    words = text.split()
    pairs, related, own = [("type", '"%s"' % words[0])], {}, {}
    for word in words[1:]:
        key, text = word.split("=", 1)
        kind, _, measure = key.rpartition(".")
        if key == "zone" or measure in ("starts_in", "ends_in"):
            text = zone([float(side) for side in text.split(",")], zones)
        if key == "tick":
            pairs.append(("step", '{ every = "%s", forward = { run = "true" } }' % text))
        elif kind == "where":
            own.setdefault(measure, []).append(condition(measure, text))
        elif kind:
            relation = related.setdefault(kind, ({}, {}))
            if measure == "when":
                relation[1][text] = '{ not = "off" }'
            else:
                relation[0].setdefault(measure, []).append(condition(measure, text))
        else:
            pairs.append((key, value(key, text)))
    if own:
        pairs.append(("where", where(own)))
    for kind in RELATIONS:
        tables = []
        for relation, (measures, context) in related.items():
            if relation.split(".")[0] == kind:
                parts = ['name = "%s"' % relation.split(".")[1]]
                parts += ["where = " + where(measures)] if measures else []
                parts += ["when = { %s }" % ", ".join("%s = %s" % item for item in context.items())] if context else []
                tables.append("{ %s }" % ", ".join(parts))
        if tables:
            pairs.append((kind, "[%s]" % ", ".join(tables)))
    if steps:
        inner = [step_table(step, zones) for step in steps.split(">")]
        pairs.append(("steps", "[%s]" % ", ".join(inner)))
    return pairs


def step_table(text, zones):
    """A step: `a / b` are exclusive, `a & b` simultaneous."""
    separator, composition = (" & ", "simultaneous") if " & " in text else (" / ", "exclusive")
    members = ["{ %s }" % ", ".join("%s = %s" % pair for pair in gesture(part.strip(), zones)) for part in text.split(separator)]
    return members[0] if len(members) == 1 else "{ %s = [%s] }" % (composition, ", ".join(members))


def arrangement_member(word):
    name = word.removeprefix("eager:")
    return '"%s"' % name if name == word else '{ name = "%s", eager = true }' % name


class Configuration:
    """The recognizers of a row as a TOML file, and the device of the row."""

    def __init__(self, row):
        self.kind, self.semi_mt, self.size = "touchscreen", False, (200, 120)
        zones, gestures, arrangements, settings, masks, resting = [], [], [], "", {}, ""
        for item in (part.strip() for part in row.recognizers.split(";")):
            words = item.split()
            if words[0] == "@touchpad":
                self.kind = "touchpad"
            elif words[0] == "@semi-mt":
                self.semi_mt = True
            elif words[0] == "@stage":
                self.size = tuple(float(side) for side in words[1].split("x"))
            elif words[0] == "@mask":
                masks[zone([float(side) for side in words[2].split(",")], zones)] = words[1]
            elif words[0] == "@resting":
                resting = 'resting_after = "%sms"\n' % words[1]
            elif words[0] == "@no-implicit":
                settings = "[settings]\nimplicit_requirements = false\n\n"
            elif words[0].startswith("@"):
                names = ", ".join(arrangement_member(word) for word in words[1:])
                arrangements.append("[[arrangement]]\n%s = [%s]\n" % (words[0][1:], names))
            else:
                name = words[0][:-1] if words[0].endswith(":") else words[0]
                body = gesture(item[len(words[0]) :] if words[0].endswith(":") else item, zones)
                if re.search(r"[~=]%s\b" % re.escape(name), row.script):
                    body.append(("when", '{ "%s" = { not = "off" } }' % name))
                gestures.append("[[gesture]]\n" + "".join("%s = %s\n" % pair for pair in [("name", '"%s"' % name)] + body))
        device = row.device_table[:-1] + resting + "\n" if resting else row.device_table
        for number, (left, right, top, bottom) in enumerate(zones, 1):
            device += '[zone.zone%d]\nx = ["%gmm", "%gmm"]\ny = ["%gmm", "%gmm"]\n' % (number, left, right, top, bottom)
            mask = masks.get("zone%d" % number)
            device += 'gestures = "%s"\n\n' % mask if mask else "\n"
        self.toml = settings + device + "\n".join(gestures + arrangements)


# Script → frames → evemu


class Frames:
    """A script as (time in µs, [(command, touch, x, y)]) and toggles as (time, argument of `--do`)."""

    def __init__(self, script):
        self.frames, self.toggles = [], []
        self.time, self.places = 0, {}
        for entry in (part.strip() for part in script.split("|")):
            self.read(entry)

    def read(self, entry):
        if entry.startswith("every "):
            head, alternatives = entry.split(":")
            _, interval, _, end = head.split()
            alternatives = [part.split() for part in alternatives.split("/")]
            turn = 0
            while self.time + int(interval) * 1000 <= int(end) * 1000:
                self.time += int(interval) * 1000
                self.frame(alternatives[turn % len(alternatives)])
                turn += 1
            return
        words = entry.split()
        end = round(float(words[0].rstrip(">")) * 1000)
        if words[0].endswith(">"):
            self.motion(words[1:], end)
        else:
            self.time = end
            self.frame(words[1:])

    def frame(self, words):
        commands = []
        words = list(words)
        while words:
            word = words.pop(0)
            if word == "*":
                self.toggles.append((self.time, "typing"))
            elif word[0] in "!+~=":
                action = {"!": "disable %s", "+": "enable %s", "~": "context %s=off", "=": "context %s="}[word[0]]
                self.toggles.append((self.time, action % word[1:]))
            elif word[0] == "f":
                commands.append(("f", int(word[1:]), float(words.pop(0)), 0))
            elif word in ("k", "-k", "kr", "-kr"):
                commands.append(("k", BTN_RIGHT if word.endswith("r") else BTN_LEFT, int(word[0] == "k"), 0))
            else:
                touch = int(word[1:])
                if word[0] in "dmt":
                    self.places[touch] = tuple(float(number) for number in words.pop(0).split(","))
                commands.append((word[0], touch) + self.places[touch])
        if commands:
            self.frames.append((self.time, commands))

    def motion(self, words, end):
        paths = [(words[i][0], int(words[i][1:]), [float(n) for n in words[i + 1].split(",")]) for i in range(0, len(words), 2)]
        begin, start = self.time, dict(self.places)
        while self.time < end:
            self.time = min(self.time + 10_000, end)
            share = (self.time - begin) / (end - begin)
            commands = []
            for kind, touch, goal in paths:
                x, y = start[touch]
                if kind == "m":
                    place = (x + (goal[0] - x) * share, y + (goal[1] - y) * share)
                else:
                    angle = math.radians(goal[2]) * share
                    dx, dy = x - goal[0], y - goal[1]
                    place = (
                        goal[0] + dx * math.cos(angle) - dy * math.sin(angle),
                        goal[1] + dx * math.sin(angle) + dy * math.cos(angle),
                    )
                self.places[touch] = place
                commands.append(("m", touch) + place)
            self.frames.append((self.time, commands))


EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_LEFT, BTN_RIGHT, BTN_TOOL_FINGER, BTN_TOUCH = 0x110, 0x111, 0x145, 0x14A
SLOT, X, Y, TOOL_TYPE, TRACKING_ID, PRESSURE = 0x2F, 0x35, 0x36, 0x37, 0x39, 0x3A
TOOL_PEN, TOOL_PALM = 1, 2
# The pressure axis: its units for each gram, and its end in g.
FORCE_RESOLUTION, STRONGEST = 10, 1000


def bits(codes, length):
    """Kernel bit masks as evemu writes them: eight bytes a line."""
    data = bytearray(length)
    for code in codes:
        data[code // 8] |= 1 << (code % 8)
    return [" ".join("%02x" % byte for byte in data[i : i + 8]) for i in range(0, length, 8)]


def evemu(configuration, frames):
    """The frames as a recording of a device with ten slots (two where it is semi-MT)."""
    width, height = configuration.size
    touchpad = configuration.kind == "touchpad"
    properties = [0 if touchpad else 1] + ([3] if configuration.semi_mt else [])
    keys = [BTN_TOUCH, BTN_LEFT, BTN_RIGHT] + ([BTN_TOOL_FINGER] if touchpad else [])
    lines = ["# EVEMU 1.3", "N: conformance row", "I: 0018 0001 0001 0001"]
    lines += ["P: " + line for line in bits(properties, 8)]
    lines += ["B: 00 " + line for line in bits([EV_SYN, EV_KEY, EV_ABS], 8)]
    lines += ["B: 01 " + line for line in bits(keys, 96)]
    # A pressure axis with a unit, where the row has forces.
    pressure = [PRESSURE] if any(command[0] == "f" for _, commands in frames.frames for command in commands) else []
    codes = [0, 1, SLOT, X, Y, TOOL_TYPE, TRACKING_ID] + pressure
    lines += ["B: 03 " + line for line in bits(codes, 8)]
    axes = {0: (width, RESOLUTION), 1: (height, RESOLUTION), X: (width, RESOLUTION), Y: (height, RESOLUTION),
            PRESSURE: (STRONGEST, FORCE_RESOLUTION)}
    for code in codes:
        size, resolution = axes.get(code, (0, 0))
        maximum = {SLOT: 1 if configuration.semi_mt else 9, TOOL_TYPE: 2, TRACKING_ID: 65535}.get(code, round(size * resolution))
        lines.append("A: %02x 0 %d 0 0 %d" % (code, maximum, resolution))
    slots, current, serial = {}, None, 0

    def emit(time, kind, code, number):
        lines.append("E: %d.%06d %04x %04x %d" % (time // 1_000_000, time % 1_000_000, kind, code, number))

    for time, commands in frames.frames:
        # Lifts first, so that a slot is free for a touch that lands in the same frame.
        for command, touch, x, y in sorted(commands, key=lambda c: c[0] not in "uc"):
            if command == "k":
                emit(time, EV_KEY, touch, x)
                continue
            if command in "dt":
                slots[touch] = next(slot for slot in range(10) if slot not in slots.values())
            if current != slots[touch]:
                current = slots[touch]
                emit(time, EV_ABS, SLOT, current)
            if command in "dt":
                serial += 1
                emit(time, EV_ABS, TRACKING_ID, serial)
                emit(time, EV_ABS, TOOL_TYPE, TOOL_PEN if command == "t" else 0)
            if command == "f":
                emit(time, EV_ABS, PRESSURE, round(x * FORCE_RESOLUTION))
            elif command in "dmt":
                emit(time, EV_ABS, X, round(x * RESOLUTION))
                emit(time, EV_ABS, Y, round(y * RESOLUTION))
            elif command == "c":
                # The device takes the contact for a palm. It does not report its lift.
                emit(time, EV_ABS, TOOL_TYPE, TOOL_PALM)
            else:
                emit(time, EV_ABS, TRACKING_ID, -1)
                del slots[touch]
        emit(time, EV_SYN, 0, 0)
    # The palms lift at the end of the row.
    if slots:
        end = frames.time + 10_000_000
        for touch, slot in slots.items():
            emit(end, EV_ABS, SLOT, slot)
            emit(end, EV_ABS, TRACKING_ID, -1)
        emit(end, EV_SYN, 0, 0)
    return "\n".join(lines) + "\n"


# Device rows → evemu

BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, DISTANCE = 0x14D, 0x14E, 0x3B
SYN_DROPPED, EV_MSC, MSC_TIMESTAMP = 3, 4, 5
EVENT_OF = {
    "s": (EV_ABS, SLOT),
    "i": (EV_ABS, TRACKING_ID),
    "x": (EV_ABS, X),
    "y": (EV_ABS, Y),
    "t": (EV_ABS, TOOL_TYPE),
    "z": (EV_ABS, DISTANCE),
    "p": (EV_ABS, PRESSURE),
    "K": (EV_KEY, BTN_TOUCH),
    "B": (EV_KEY, BTN_TOOL_DOUBLETAP),
    "T": (EV_KEY, BTN_TOOL_TRIPLETAP),
    "L": (EV_KEY, BTN_LEFT),
    "M": (EV_MSC, MSC_TIMESTAMP),
}


class DeviceEvents:
    """The script of a device row as (time in µs, type, code, value)."""

    def __init__(self, script):
        self.events, self.time, self.slot, self.values = [], 0, 0, {}
        for entry in script.split("|"):
            self.read(entry.split())

    def read(self, words):
        if words[0] == "every":
            interval, end = int(words[1]) * 1000, int(words[3].rstrip(":")) * 1000
            alternatives = [part.split() for part in " ".join(words[4:]).split("/")]
            turn = 0
            while self.time + interval <= end:
                self.time += interval
                self.frame(alternatives[turn % len(alternatives)])
                turn += 1
        elif words[0].endswith(">"):
            begin, end, start = self.time, int(words[0][:-1]) * 1000, dict(self.values)
            while self.time < end:
                self.time = min(self.time + 10_000, end)
                share = (self.time - begin) / (end - begin)
                self.frame([self.between(word, start, share) for word in words[1:]])
        else:
            self.time = int(words[0]) * 1000
            self.frame(words[1:])

    def between(self, word, start, share):
        letter, goal = word[0], int(word[1:])
        if letter == "s":
            self.slot = goal
        begin = start.get((self.slot, letter))
        if letter not in "xy" or begin is None:
            return word
        way = (goal - begin) * share
        return "%s%d" % (letter, begin + math.floor(abs(way) + 0.5) * (1 if way > 0 else -1))

    def frame(self, words):
        for word in words:
            if word == "D":
                self.events.append((self.time, EV_SYN, SYN_DROPPED, 0))
                continue
            letter, number = word[0], int(word[1:])
            if letter == "s":
                self.slot = number
            self.values[self.slot, letter] = number
            self.events.append((self.time,) + EVENT_OF[letter] + (number,))
        self.events.append((self.time, EV_SYN, 0, 0))


def device_evemu(row):
    """The events of a device row as a recording of its device."""
    is_touchpad = row.device[0] == "touchpad"
    properties, keys = [] if is_touchpad else [1], [BTN_TOUCH] + ([BTN_TOOL_FINGER] if is_touchpad else [])
    axes = {SLOT: (0, 9, 0), TRACKING_ID: (0, 65535, 0)}
    pointer, quirks, miscellaneous = {}, [], []
    for word in row.device[1:]:
        key, _, text = word.partition("=")
        if key in "xy":
            low, high, resolution = re.match(r"(-?\d+)\.\.(-?\d+)/(\d+)$", text).groups()
            axes[X if key == "x" else Y] = (int(low), int(high), int(resolution))
        elif key == "abs":
            pointer = dict(enumerate(int(number) for number in text.split(",")))
        elif key == "hysteresis":
            continue
        elif key == "quirk":
            quirks.append("# quirk: " + text)
        elif key == "timestamp":
            miscellaneous = [MSC_TIMESTAMP]
        elif key == "slots":
            axes[SLOT] = (0, int(text) - 1, 0)
        elif key in ("tooltype", "pressure", "distance"):
            code = {"tooltype": TOOL_TYPE, "pressure": PRESSURE, "distance": DISTANCE}[key]
            most, _, resolution = text.partition("/")
            axes[code] = (0, int(most or 2), int(resolution or 0))
        elif key in ("doubletap", "tripletap", "click"):
            keys.append({"doubletap": BTN_TOOL_DOUBLETAP, "tripletap": BTN_TOOL_TRIPLETAP, "click": BTN_LEFT}[key])
        else:
            properties.append({"semi-mt": 3, "buttonpad": 2, "pressurepad": 7}[key])
    for code, contact in ((0, X), (1, Y)):
        axes[code] = axes[contact][:2] + (pointer.get(code, axes[contact][2]),)
    lines = ["# EVEMU 1.3", *quirks, "N: conformance row", "I: 0018 0001 0001 0001"]
    lines += ["P: " + line for line in bits(properties, 8)]
    lines += ["B: 00 " + line for line in bits([EV_SYN, EV_KEY, EV_ABS] + ([EV_MSC] if miscellaneous else []), 8)]
    lines += ["B: 01 " + line for line in bits(keys, 96)]
    lines += ["B: 03 " + line for line in bits(axes, 8)]
    lines += ["B: 04 " + line for line in bits(miscellaneous, 8)]
    lines += ["A: %02x %d %d 0 0 %d" % ((code,) + axes[code]) for code in sorted(axes)]
    for time, kind, code, number in DeviceEvents(row.script).events:
        lines.append("E: %d.%06d %04x %04x %d" % (time // 1_000_000, time % 1_000_000, kind, code, number))
    return "\n".join(lines) + "\n"


# Expected output


def number(event, key):
    return event.get(key)


def pair(event, key):
    return (event[key]["x"], event[key]["y"]) if key in event else None


MEASURES = {
    "T": ("length", lambda e: pair(e, "translation")),
    "v": ("velocity", lambda e: pair(e, "velocity")),
    "loc": ("length", lambda e: pair(e, "location")),
    "zone": ("length", lambda e: (number(e, "zone_x"), number(e, "zone_y"))),
    "scale": ("length", lambda e: number(e, "scale")),
    "sv": ("velocity", lambda e: number(e, "scale_velocity")),
    "rot": ("length", lambda e: number(e, "rotation")),
    "rv": ("velocity", lambda e: number(e, "rotation_velocity")),
    "progress": ("length", lambda e: number(e, "progress")),
    "dur": ("length", lambda e: number(e, "duration")),
    "score": ("length", lambda e: number(e, "score")),
    "dist": ("length", lambda e: number(e, "distance")),
    "z": ("length", lambda e: number(e, "z")),
    "force": ("length", lambda e: number(e, "force")),
    "pressure": ("length", lambda e: number(e, "pressure")),
    "stage": ("word", lambda e: str(e.get("force_stage"))),
    "start": ("length", lambda e: pair(e, "start")),
    "delta": ("length", lambda e: pair(e, "delta")),
    "sf": ("length", lambda e: number(e, "scale_factor")),
    "rd": ("length", lambda e: number(e, "rotation_delta")),
    "end": ("velocity", lambda e: pair(e, "predicted_end")),
    "gt": ("time", lambda e: number(e, "gesture_time")),
    "n": ("word", lambda e: str(e["fingers"])),
    "taps": ("word", lambda e: str(e.get("taps", ""))),
    "dir": ("word", lambda e: e.get("direction")),
    "edge": ("word", lambda e: e.get("edge")),
    "side": ("word", lambda e: e.get("side")),
    "why": ("word", lambda e: e.get("reason")),
    "is": ("length", lambda e: number(e, "measured")),
    "of": ("length", lambda e: number(e, "limit")),
    "unit": ("word", lambda e: e.get("unit")),
    "by": ("word", lambda e: e.get("by")),
    "key": ("word", lambda e: e.get("key")),
    "touch": ("word", lambda e: str(e["touch"]) if "touch" in e else None),
    "step": ("word", lambda e: "%s/%s" % (e.get("step"), e.get("of"))),
}

ITEM = re.compile(r"([^.]+)\.([a-z]+)(?:×(\d+))?@([\d.]+)(?:–([\d.]+))?(?:\{(.*)\})?$")


def agrees(kind, got, text):
    if got is None:
        return False
    if kind == "word":
        return got == text
    if kind == "time":
        return round(got * 1_000_000) == round(float(text) * 1000)
    wanted = [float(part) for part in text.split(",")]
    got = list(got) if isinstance(got, tuple) else [got]
    if kind == "velocity":
        size = math.hypot(*wanted)
        return math.dist(got, wanted) <= max(0.1, size * 0.01)
    return all(abs(a - b) <= 0.010001 for a, b in zip(got, wanted))


def times(event):
    """The times of an event in µs. An arena gets every lift at once, and a device's lift may wait for 31 ms (recognizers.md §1.7)."""
    found = [round(event[key] * 1_000_000) for key in ("time", "gesture_time") if key in event]
    return found if found[0] - found[-1] <= 31_000 else found[:1]


def mismatch(expected, events):
    """The difference between an expectation and the events of replay --json; None if they agree."""
    rest = [event for event in events if event["state"] != "step" or ".step@" in expected]
    for item in [] if expected == "-" else [part.strip() for part in expected.split(";")]:
        name, state, count, first, last, outputs = ITEM.match(item).groups()
        group, rest = rest[: int(count or 1)], rest[int(count or 1) :]
        if len(group) < int(count or 1):
            return "expected %s, got only %s" % (item, group)
        for event in group:
            if (event["gesture"], event["state"]) != (name, state):
                return "expected %s, got %s" % (item, event)
        for event, time in ((group[0], first), (group[-1], last or first)):
            if round(float(time) * 1000) not in times(event):
                return "expected %s, got %s" % (item, event)
        for word in (outputs or "").split():
            key, text = word.split("=")
            kind, read = MEASURES[key]
            if not agrees(kind, read(group[-1]), text):
                return "expected %s, %s differs: %s" % (item, key, group[-1])
    return "nothing more was expected, got %s" % rest[0] if rest else None
