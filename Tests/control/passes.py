"""A recording that the daemon plays again and again (`--loop`). A client receives a whole later pass, however late it
subscribes."""

import json
import os
import re
import select

from harness import DEADLINE, DEMO

#: The daemon's pause from the last event of a pass to the first of the next, in µs.
PAUSE = 1_000_000


class Passes:
    def __init__(self, recording=DEMO):
        self.name = recording.name
        lines = recording.read_text().splitlines()
        self.head = [line for line in lines if not line.startswith("E:")]
        rows = [line.split(None, 2)[1:] for line in lines if line.startswith("E:")]
        self.events = [(microseconds(seconds), event) for seconds, event in rows]
        self.first = self.events[0][0]
        self.period = self.events[-1][0] - self.first + PAUSE

    def text(self, count):
        """The passes one after another, each from the first slot."""
        made = list(self.head)
        for start in range(0, count * self.period, self.period):
            for at, event in [(self.first, "0003 002f 0000"), *self.events]:
                made.append(f"E: {(start + at) // 1_000_000}.{(start + at) % 1_000_000:06} {event}")
        return "\n".join(made) + "\n"

    def number(self, seconds):
        """The number of the pass that contains a time."""
        return (microseconds(seconds) - self.first) // self.period

    def of_pass(self, number, items, time_of):
        return [item for item in items if self.number(time_of(item)) == number]

    def whole(self, items, time_of):
        """The number of the first pass that begins after the first item, and the items in it."""
        number, kept = None, []
        for item in items:
            at = self.number(time_of(item))
            number = at + 1 if number is None else number
            if at > number:
                return number, kept
            if at == number:
                kept.append(item)
        raise AssertionError(f"the end came in pass {number}: {kept}")

    def shifted(self, line, number):
        """The line with the time that it would have in the first pass."""
        at, _, rest = line.partition(" ")
        at = microseconds(at) - number * self.period
        return f"{at // 1_000_000}.{at % 1_000_000 // 1000:03} {rest}"


def microseconds(seconds):
    return round(float(seconds) * 1e6)


def time_of_event(event):
    return event["time"]


def time_of_json(line):
    return json.loads(line)["time"]


class TimeOfLine:
    """The time of a line of text. A line without a time has the time of the line before."""

    def __init__(self):
        self.last = 0

    def __call__(self, line):
        found = re.match(r"(?:sequence \d+, )?(\d+\.\d{3}) ", line)
        self.last = found[1] if found else self.last
        return self.last


def lines(process):
    """The lines of a process's standard output, as they arrive."""
    rest = b""
    while True:
        ready, _, _ = select.select([process.stdout], [], [], DEADLINE)
        assert ready, f"no line came for {DEADLINE} s"
        data = os.read(process.stdout.fileno(), 65536)
        if not data:
            return
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            yield line.decode()
