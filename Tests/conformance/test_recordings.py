"""Recordings of real hardware (recordings.some): no error, finite numbers, legal states, times that do not decrease."""

import re
import unittest

import recordings

PATHS = recordings.some()
LEGAL_STATES = re.compile(r"((began )(changed )*(ended |cancelled )|(recognized ))*$")


@unittest.skipUnless(PATHS, "the shared hardware recordings are not beside the project")
class Recordings(unittest.TestCase):
    def check(self, configuration):
        said = recordings.replay(PATHS, configuration)
        self.assertEqual(len(said), len(PATHS))
        self.assertGreater(sum(len(events) for events in said.values()), 0)
        for name, events in said.items():
            words = {}
            last = 0
            for event in events:
                self.assertGreaterEqual(event["time"], last, name)
                last = event["time"]
                if event["state"] != "step":
                    words[event["gesture"]] = words.get(event["gesture"], "") + event["state"] + " "
            for gesture, states in words.items():
                self.assertRegex(states, LEGAL_STATES, "%s: %s" % (name, gesture))

    def test_with_the_demonstration_set(self):
        self.check(None)

    def test_with_every_type(self):
        self.check(recordings.RICH)


if __name__ == "__main__":
    unittest.main()
