"""The drawings of docs/: the fingers on the pad, and below them the time line of each gesture, by `gesturectl replay`.

A page has the configuration as a toml block and, before the picture, the motion in the words of `gesturectl record --drawn`:

    <!-- drawn touchpad: swipe 3 left -->

    ![Three fingers move left](pictures/swipe.svg)

`make reference` writes the picture, Tests/reference compares it."""

import json
import pathlib
import re
import subprocess
import tempfile
from html import escape

import motions

WIDTH, LABELS, ROW = 440, 96, 34
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #222 } .small { font-size: 11px; fill: #555 }
.pad { fill: #f4f4f2; stroke: #999 } .trail { fill: none; stroke: #2a6fb0; stroke-width: 2.5; stroke-linecap: round }
.land { fill: none; stroke: #2a6fb0; stroke-width: 2 } .lift { fill: #2a6fb0 } .touch { fill: #8fb8dc }
.tick { stroke: #ddd } .open { fill: #e3e3df } .active { fill: #2f8f4e } .mark { fill: #2f8f4e; stroke: #fff }
.fail { stroke: #b3402a; stroke-width: 2; fill: none } .wait { fill: none; stroke: #b07d1a; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .small { fill: #aaa } .pad { fill: #22262b; stroke: #777 }
.tick { stroke: #3a3f45 } .open { fill: #3a3f45 } .mark { stroke: #22262b } .touch { fill: #35608a } }
""".strip()
DRAWN = re.compile(r"<!-- drawn (touchpad|touchscreen): (.*) -->\n\n!\[[^\]]*\]\((pictures/[\w-]+\.svg)\)")


def replayed(gesturectl, config, recording):
    """The events of `gesturectl replay`, with the reasons of failures."""
    with tempfile.TemporaryDirectory() as place:
        files = pathlib.Path(place, "config.toml"), pathlib.Path(place, "pad.evemu")
        for file, text in zip(files, (config, recording)):
            file.write_text(text, encoding="utf-8")
            file.chmod(0o600)
        done = subprocess.run(
            [gesturectl, "replay", "--json", "--explain-all", "--config", *files], check=True, capture_output=True, text=True,
            timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()]


def size(recording):
    """Width and height of the recorded pad, mm."""
    axes = {int(code, 16): int(most) / int(resolution) for code, most, resolution in
            re.findall(r"^A: (\w+) 0 (\d+) 0 0 (\d+)$", recording, re.M) if int(resolution)}
    return axes[0x35], axes[0x36]


def touches(recording):
    """(start, end, [(x, y), …]) of each finger, from the events of its slot."""
    scale = int(re.search(r"^A: 35 .* (\d+)$", recording, re.M)[1])
    slot, slots, places, done = 0, {}, {}, []
    for line in re.findall(r"^E: (.*)$", recording, re.M):
        time, kind, code, value = line.split()
        time, event, value = float(time), (int(kind), int(code, 16)), int(value)
        if event == (3, 0x2F):
            slot = value
        elif event == (3, 0x39) and value < 0:
            start, path = slots.pop(slot)
            done.append((start, time, path[::max(1, len(path) // 30)] + path[-1:]))
        elif event == (3, 0x39):
            slots[slot] = (time, [])
        elif event in ((3, 0x35), (3, 0x36)):
            places[slot, event[1]] = value / scale  # kept when the slot is used again
        elif event == (0, 0):
            for number, (_, path) in slots.items():
                path.append((places[number, 0x35], places[number, 0x36]))
    return sorted(done)


class Picture:
    """Lines of SVG."""

    def __init__(self):
        self.lines = []

    def add(self, element, text=None, **attributes):
        values = "".join(
            f' {name.rstrip("_").replace("_", "-")}="{value:.1f}"' if isinstance(value, float) else
            f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.lines.append(f"<{element}{values}/>" if text is None else f"<{element}{values}>{escape(text)}</{element}>")

    def text(self, height, title):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">\n'
                f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n" + "\n".join(self.lines) + "\n</svg>\n")


def pad(picture, size, fingers, events):
    """The surface to scale; a ring where a finger lands, a dot where it lifts, a diamond where a gesture is decided."""
    width, height = size
    scale = 300 / width
    left = (WIDTH - 300) / 2
    picture.add("rect", class_="pad", x=left, y=6, width=300, height=height * scale, rx=8)
    for _, _, path in fingers:
        places = [(left + x * scale, 6 + y * scale) for x, y in path]
        picture.add("polyline", class_="trail", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in places))
        picture.add("circle", class_="land", cx=places[0][0], cy=places[0][1], r=6)
        picture.add("circle", class_="lift", cx=places[-1][0], cy=places[-1][1], r=3)
    for event in events:
        if event["state"] in ("began", "recognized") and "location" in event:
            x, y = left + event["location"]["x"] * scale, 6 + event["location"]["y"] * scale
            picture.add("path", class_="mark", d=f"M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7 -7z")
    return 6 + height * scale


def step_of(end):
    return next(step for step in (0.05, 0.1, 0.2, 0.5, 1, 2) if end / step <= 7)


class TimeLine:
    """Rows with a common time axis."""

    def __init__(self, picture, top, end):
        self.picture, self.top, self.end, self.row = picture, top, end, 0

    def x(self, time):
        return LABELS + (WIDTH - LABELS - 16) * time / self.end

    def axis(self, rows):
        step = step_of(self.end)
        for n in range(int(self.end / step + 1e-9) + 1):
            x = self.x(n * step)
            self.picture.add("line", class_="tick", x1=x, x2=x, y1=self.top + 14, y2=self.top + 20 + rows * ROW)
            self.picture.add("text", f"{n * step:g} s", class_="small", x=x, y=self.top + 10, text_anchor="middle")

    def begin(self, name):
        self.y = self.top + 22 + self.row * ROW
        self.row += 1
        self.picture.add("text", name, x=LABELS - 8, y=self.y + 10, text_anchor="end")

    def bar(self, class_, start, end, y=0, height=12):
        self.picture.add(
            "rect", class_=class_, x=self.x(start), y=self.y + y, width=max(1.0, self.x(end) - self.x(start)), height=height)

    def extent(self, time, text):
        """The ends of a label, which extends to the side with more room; 6 px for each letter."""
        x = self.x(time)
        return (x, x + 6 * len(text)) if x < LABELS + (WIDTH - LABELS) * 0.45 else (x - 6 * len(text), x)

    def label(self, time, text):
        x = self.x(time)
        anchor = "start" if self.extent(time, text)[0] == x else "end"
        self.picture.add("text", text, class_="small", x=x, y=self.y + 24, text_anchor=anchor)

    def cross(self, time):
        x, y = self.x(time), self.y + 6
        self.picture.add("path", class_="fail", d=f"M{x - 4:.1f} {y - 4}l8 8m0 -8l-8 8")

    def dot(self, time):
        self.picture.add("circle", class_="mark", cx=self.x(time), cy=self.y + 6, r=6)


def said(event):
    if event["state"] in ("began", "recognized", "ended", "cancelled"):
        return event["state"]
    return f"waits for {event['by']}" if event["state"] == "possible" else (
        f"failed: {event['reason']}" + (f" by {event['by']}" if "by" in event else ""))


def gesture_row(line, name, events, landings):
    """A row: grey while the gesture is possible, green while it is active. A dot: recognized; a cross: failed."""
    line.begin(name)
    closed, pending, labels = 0, None, []
    for event in events:
        time, state = event["time"], event["state"]
        opened = next((landing for landing in landings if landing >= closed), closed)
        if state == "possible":
            line.bar("open", opened, time)
            pending = time
        elif state in ("ended", "cancelled"):
            line.bar("active", closed, time)
            closed = time
        else:
            line.bar(*(("open", opened) if pending is None else ("wait", pending)), time)
            pending, closed = None, time
            if state != "began":
                (line.dot if state == "recognized" else line.cross)(time)
        if state != "ended":
            labels.append((time, said(event)))
    # If two labels overlap, the later one is kept.
    taken = []
    for time, text in reversed(labels):
        low, high = line.extent(time, text)
        if all(high < other[0] or low > other[1] for other in taken):
            line.label(time, text)
            taken.append((low, high))


def drawing(gesturectl, kind, words, config, title):
    recording = motions.recording(words, kind)
    events = [e for e in replayed(gesturectl, config, recording) if e["state"] != "changed"]
    fingers = touches(recording)
    names = re.findall(r'^name = "(.*)"', config, re.M)
    shown = [e for e in events if e["gesture"] in names and e["state"] != "step"]
    end = max([finger[1] for finger in fingers] + [e["time"] for e in shown]) * 1.04
    picture = Picture()
    top = pad(picture, size(recording), fingers, shown) + 12
    line = TimeLine(picture, top, end)
    line.axis(len(names) + 1)
    line.begin("fingers" if len(fingers) > 1 else "finger")
    lanes, bars = [], []
    for begin, lift, _ in sorted(fingers):
        lane = next((n for n, until in enumerate(lanes) if until <= begin), len(lanes))
        lanes[lane:lane + 1] = [lift]
        bars.append((lane, begin, lift))
    height = 12 / len(lanes)
    for lane, begin, lift in bars:
        line.bar("touch", begin, lift, lane * height, max(1.0, height - 1))
    landings = sorted(begin for begin, _, _ in fingers)
    for name in names:
        gesture_row(line, name, [e for e in shown if e["gesture"] == name], landings)
    return picture.text(round(top + 24 + (len(names) + 1) * ROW), title)


def of_page(gesturectl, text):
    """The name and text of each picture on a page."""
    for found in DRAWN.finditer(text):
        config = re.findall(r"```toml\n(.*?)```", text[:found.start()], re.S)[-1]
        yield found[3], drawing(gesturectl, found[1], found[2], config, found[2])
