"""Every conformance row from outside: TOML and evemu in, the JSON of `gesturectl replay` out."""

import json
import os
import subprocess
import tempfile
import unittest

import rows

GESTURECTL = os.environ.get("GESTURECTL", os.path.join(rows.HERE, "../../.build/debug/gesturectl"))


ZONES = '[zone.everywhere]\n\n[zone.left-half]\nx = ["0%", "50%"]\n\n'


def replay(row, folder, *options, zones=False):
    """The events of gesturectl for a row, as objects; with two more zones that no gesture is bound to."""
    configuration = rows.Configuration(row)
    if isinstance(row, rows.DeviceRow):
        events, toggles = rows.device_evemu(row), []
    else:
        frames = rows.Frames(row.script)
        events, toggles = rows.evemu(configuration, frames), frames.toggles
    toml, recording = os.path.join(folder, "row.toml"), os.path.join(folder, "row.evemu")
    with open(toml, "w", encoding="utf-8") as file:
        file.write((ZONES if zones else "") + configuration.toml)
    os.chmod(toml, 0o600)
    with open(recording, "w", encoding="utf-8") as file:
        file.write(events)
    command = [GESTURECTL, "replay", "--config", toml, "--json", *options]
    if row.expects_explanations:
        command.append("--explain")
    for time, action in toggles:
        command += ["--do", "%.6f %s" % (time / 1_000_000, action)]
    done = subprocess.run(command + [recording], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError("%s: %s\n%s" % (row.id, done.stderr, configuration.toml))
    events = [json.loads(line) for line in done.stdout.splitlines()]
    # The rows test gestures. Withheld contacts have their own tests.
    return [event for event in events if event["state"] != "withheld"]


class ReplayRows(unittest.TestCase):
    maxDiff = None

    def check(self, row):
        with tempfile.TemporaryDirectory() as folder:
            events = replay(row, folder)
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


for each in rows.load_all():
    add(each)

if __name__ == "__main__":
    unittest.main()
