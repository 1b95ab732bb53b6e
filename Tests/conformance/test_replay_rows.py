"""Conformance rows from outside: TOML and evemu in, the JSON of `gesturectl replay` out. ConformanceTests plays all rows within its
process each time; a fourth of the configurations is played here, and all of them in the whole tests."""

import json
import os
import subprocess
import tempfile
import unittest

import recordings
import rows

ZONES = '[zone.everywhere]\n\n[zone.left-half]\nx = ["0%", "50%"]\n\n'


class Inputs:
    """What gesturectl gets for a row; `key` is the same for rows that one process can play, because only their recordings differ."""

    def __init__(self, row, zones=False):
        configuration = rows.Configuration(row)
        if isinstance(row, rows.DeviceRow):
            self.events, toggles = rows.device_evemu(row), []
        else:
            frames = rows.Frames(row.script)
            self.events, toggles = rows.evemu(configuration, frames), frames.toggles
        self.toml = (ZONES if zones else "") + configuration.toml
        options = ["--explain"] if row.expects_explanations else []
        for time, action in toggles:
            options += ["--do", "%.6f %s" % (time / 1_000_000, action)]
        self.options = tuple(options)
        self.key = self.toml, self.options


def replay_all(inputs, folder, *options):
    """The events of gesturectl for each of the inputs, which have one key."""
    toml = os.path.join(folder, "row.toml")
    with open(toml, "w", encoding="utf-8") as file:
        file.write(inputs[0].toml)
    os.chmod(toml, 0o600)
    names = ["row" if number == 0 else "row%d" % number for number in range(len(inputs))]
    paths = [os.path.join(folder, name + ".evemu") for name in names]
    for path, each in zip(paths, inputs):
        with open(path, "w", encoding="utf-8") as file:
            file.write(each.events)
    command = [recordings.GESTURECTL, "replay", "--config", toml, "--json", *options, *inputs[0].options]
    done = subprocess.run(command + paths, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise AssertionError("%s\n%s" % (done.stderr, inputs[0].toml))
    found = {name: [] for name in names}
    for event in map(json.loads, done.stdout.splitlines()):
        # The rows test gestures. Withheld contacts have their own tests.
        if event["state"] != "withheld":
            found[event["device"]].append(event)
    return [found[name] for name in names]


def replay(row, folder, *options, zones=False):
    """The events of gesturectl for a row, as objects; with two more zones that no gesture is bound to."""
    return replay_all([Inputs(row, zones)], folder, *options)[0]


class ReplayRows(unittest.TestCase):
    maxDiff = None
    #: The rows that one process plays, by their key, and the events of those that were played.
    groups, played = {}, {}

    def events(self, row):
        """The start of a process takes longer than a row, so the rows with one configuration are played together."""
        if row.id not in self.played:
            group = self.groups[Inputs(row).key]
            with tempfile.TemporaryDirectory() as folder:
                found = replay_all([Inputs(each) for each in group], folder)
            self.played.update((each.id, events) for each, events in zip(group, found))
        return self.played[row.id]

    def check(self, row):
        events = self.events(row)
        wrong = rows.mismatch(row.expected, events)
        if wrong:
            said = "\n  ".join(json.dumps(event) for event in events if event["state"] != "changed")
            self.fail("%s\n  %s\n  %s\n  %s" % (wrong, row.recognizers, row.script, said))


def add(row):
    def test(self):
        self.check(row)

    reason = row.what_replay_cannot_do
    name = "test_" + row.id.replace("-", "_")
    assert not hasattr(ReplayRows, name), row.id
    setattr(ReplayRows, name, unittest.skip(reason)(test) if reason else test)
    if not reason:
        ReplayRows.groups.setdefault(Inputs(row).key, []).append(row)


def some():
    """The rows of every fourth configuration, in the order of the table, or all of them."""
    groups = {}
    for row in rows.load_all():
        groups.setdefault(None if row.what_replay_cannot_do else Inputs(row).key, []).append(row)
    return [row for group in list(groups.values())[:: 1 if recordings.IS_WHOLE else 4] for row in group]


for each in some():
    add(each)

if __name__ == "__main__":
    unittest.main()
