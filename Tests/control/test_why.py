"""`why` answers after it happened, without an open view: a near miss, a zone, what came of the action, and nothing of a time at
which the session was locked."""

import json
import time
import unittest

from harness import DEADLINE, Place
from test_gesturectl import DEVICE, down, up

CONFIG = """\
[zone.corner]
x = ["0mm", "20mm"]
y = ["0mm", "20mm"]

[[gesture]]
name = "tap"
type = "tap"
run = "exit 3"

[[gesture]]
name = "mute"
type = "tap"
zone = "corner"

[[gesture]]
name = "press"
type = "long-press"
"""
#: A finger that lands in the middle and lifts after 80 ms.
TAPPED = DEVICE + down(1, 50, 50) + up(1.08)


class Why(Place):
    def play(self, recording=TAPPED, configuration=CONFIG, options=("--speed", "max")):
        path = self.file("config.toml", configuration)
        return self.start("--config", path, "--replay", self.file("hand.evemu", recording), *options)

    def records(self, *arguments):
        return json.loads(self.run_ctl("why", "--json", *arguments).stdout)

    def wait(self, condition):
        deadline = time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            records = self.records()
            if records and condition(records):
                return records
        self.fail(f"{self.records()}\n{self.log.read_text()}")

    def outcome(self, records, name):
        return next(gesture for gesture in records[-1]["gestures"] if gesture["event"]["gesture"] == name)

    def test_what_a_gesture_lacked_with_the_key_to_change(self):
        self.play()
        records = self.wait(lambda all: len(all[-1]["gestures"]) == 3)
        self.assertEqual((len(records), records[0]["fingers"], records[0]["device"]), (1, 1, "hand"))
        press = self.outcome(records, "press")
        self.assertEqual(press["event"]["key"], "min_duration")
        self.assertGreater(press["nearness"], 0.5)
        mute = self.outcome(records, "mute")["event"]
        self.assertEqual((mute["reason"], mute["zone"], mute["measured"]), ("landed-outside", ["corner"], 42.4264))
        text = self.run_ctl("why", "mute").stdout
        self.assertRegex(text, r"(?m)^.* ago, hand, 1 finger: tap\n  mute: landed 42.43 mm outside `corner`$")
        # No position of a finger is kept.
        self.assertNotIn('"x"', json.dumps(records))

    def test_what_came_of_the_action(self):
        self.play()
        records = self.wait(lambda all: any(
            action["outcome"]["verdict"] == "failed" for gesture in all[-1]["gestures"] for action in gesture["actions"]))
        [action] = self.outcome(records, "tap")["actions"]
        self.assertEqual((action["outcome"]["state"], action["outcome"]["status"], action["count"]), ("exited", 3, 1))
        self.assertRegex(self.run_ctl("why").stdout, r"(?m)^  tap: `exit 3` failed with exit status 3$")

    def test_only_the_last_fifty_are_kept(self):
        taps = "".join(down(1 + n, 50, 50) + up(1.08 + n) for n in range(60))
        self.play(DEVICE + taps)
        records = self.wait(lambda all: all[-1]["number"] == 60)
        self.assertEqual(len(records), 5)
        all_records = self.records("--last", "50")
        self.assertEqual([record["number"] for record in all_records], list(range(11, 61)))

    def test_nothing_is_kept_while_the_session_is_locked(self):
        self.play(TAPPED, CONFIG, ("--loop",))
        self.wait(lambda all: True)
        self.run_ctl("control", "context", "locked=yes")
        last = self.records("--last", "50")[-1]["number"]
        uptime = lambda: json.loads(self.run_ctl("status", "--json").stdout)["uptime"]
        start = uptime()
        # Two rounds of the recording, in which the finger taps again.
        while uptime() < start + 3:
            self.assertEqual(self.records("--last", "50")[-1]["number"], last)
        self.run_ctl("control", "context", "locked=no")
        records = self.wait(lambda all: all[-1]["number"] > last)
        self.assertGreater(records[-1]["number"], last + 1)

    def test_a_name_that_does_not_exist(self):
        self.play()
        result = self.run_ctl("why", "nosuch")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nosuch", result.stderr)


if __name__ == "__main__":
    unittest.main()
