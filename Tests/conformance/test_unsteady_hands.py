"""accessibility.toml for hands with tremor of 4 to 12 Hz, to each side: of 16 drawn hands, 14 make each gesture at 3 mm and 12
at 5 mm. The tremor is of the whole hand or of each finger, on both classes of devices."""

import pathlib
import random
import sys
import tempfile
import unittest

import recordings

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import hands  # noqa: E402 it is beside the scripts that it uses
from hand import DEVICES, Hand  # noqa: E402

EXAMPLE = str(TOP / "config/examples/accessibility.toml")
COUNT = 16
LEAST = {0: 16, 3: 14, 5: 12}  # by the tremor, mm

#: The motions that make each gesture, slowly and less slowly.
MOTIONS = {
    "overview": lambda hand: hand.rest(3, 0, hand.chance.uniform(0.1, 0.6)),
    "right-click": lambda hand: hand.rest(3, 0, hand.chance.uniform(1.3, 2)),
    "back": lambda hand: hand.travel(3, (-1, 0), 40, hand.chance.uniform(0.3, 2.2)),
    "drag": lambda hand: hand.travel(4, (1, 0), 40, hand.chance.uniform(0.5, 2.5)),
    "scroll": lambda hand: hand.come_in("right", 35, hand.chance.uniform(0.5, 2)),
}


class UnsteadyHands(unittest.TestCase):
    def check(self, kind, together):
        with tempfile.TemporaryDirectory() as folder:
            for gesture, move in MOTIONS.items():
                for size in LEAST:
                    for number in range(COUNT):
                        hand = Hand(random.Random("%s %s %d %d" % (kind, gesture, size, number)), kind)
                        move(hand)
                        hand.tremble(size, together)
                        path = pathlib.Path(folder) / ("%s %d %d.evemu" % (gesture, size, number))
                        path.write_text(hands.header(kind, gesture) + hands.Device(kind, hand.fingers).play())
            found = recordings.replay(sorted(map(str, pathlib.Path(folder).iterdir())), EXAMPLE)
        for gesture in MOTIONS:
            for size, least in LEAST.items():
                made = [[event["gesture"] for event in events if event["state"] in ("recognized", "began")]
                        for name, events in found.items() if name.startswith("%s %d " % (gesture, size))]
                with self.subTest("%s at %d mm" % (gesture, size)):
                    self.assertEqual(len(made), COUNT)
                    self.assertGreaterEqual(made.count([gesture]), least, made)


for device in DEVICES:
    for whole in (True, False):
        def test(self, device=device, whole=whole):
            self.check(device, whole)
        setattr(UnsteadyHands, "test_%s_tremor_of_%s" % (device, "the_hand" if whole else "each_finger"), test)

if __name__ == "__main__":
    unittest.main()
