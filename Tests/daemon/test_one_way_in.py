"""`gesturectl replay FILE` prints what `gestured --replay FILE --print --speed max` prints, byte for byte.

Both make their pipeline in GestureConfig/ConfiguredDevice. Shared recordings (recordings.some) are played with each
configuration below, and random hands with random configurations.
"""

import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
import unittest

import mocks
from bench import GESTURECTL, GESTURED, PATIENCE, TOP

sys.path.insert(0, os.path.join(TOP, "Tests/conformance"))
import recordings  # noqa: E402

RECORDINGS = recordings.some()
PAIRS = 150 if recordings.IS_WHOLE else 40

TAPS_AND_PANS = """
[[gesture]]
name = "tap"
type = "tap"
[[gesture]]
name = "tap2"
type = "tap"
fingers = 2
[[gesture]]
name = "pan"
type = "pan"
fingers = "1..2"
[[gesture]]
name = "press"
type = "long-press"
"""

# The strips of a touchpad are off at an edge that an edge pan watches, enabled or not.
DISABLED_EDGE = """
[[gesture]]
name = "edge"
type = "edge-pan"
edges = ["left", "right"]
enabled = false
""" + TAPS_AND_PANS

# The same for an edge pan that is a step; and the zones of the steps are in mm of each device.
STEPS = """
[zone.right-half]
x = ["50%", "100%"]
[zone.low]
y = ["20mm", "100%"]
[[gesture]]
name = "tap-then-edge"
type = "sequence"
steps = [{ type = "tap" }, { type = "edge-pan", edges = ["left", "right", "bottom"] }]
[[gesture]]
name = "taps-at-the-right"
type = "sequence"
zone = "right-half"
max_gap = "2s"
steps = [{ type = "tap", zone = "low" }, { type = "tap" }]
""" + TAPS_AND_PANS

# Settings by device, by class and by context.
DEVICES = """
[[device]]
match = { name = "*Synaptics*" }
ignore = true
[[device]]
match = { name = "*Atmel*" }
slop_scale = 2.5
rotation = 90
size = ["150mm", "90mm"]
[[device]]
match = { kind = "touchpad" }
slop_scale = 0.5
palm_edge = false
hysteresis = "0.5mm"
[[gesture]]
name = "in-a-browser"
type = "tap"
when = { app = "firefox" }
[[gesture]]
name = "elsewhere"
type = "tap"
when = { app = { not = "firefox" } }
[[gesture]]
name = "screens"
type = "pan"
device = "touchscreen"
require_failure_of = ["pads"]
[[gesture]]
name = "pads"
type = "swipe"
device = ["touchpad", "*Wacom*"]
direction = ["left", "right", "up", "down"]
"""

NO_TOUCHPADS = '[settings]\ndevice_classes = ["touchscreen"]\nimplicit_requirements = false\n' + TAPS_AND_PANS

CONFIGURATIONS = {
    "the_demonstration_set": None,
    "every_type": os.path.join(TOP, "Tests/conformance/rich.toml"),
    # Its commands are not found, because PATH is empty. It types no keys.
    "an_example": os.path.join(TOP, "config/examples/hyprland.toml"),
    "an_edge_pan_that_is_disabled": DISABLED_EDGE,
    "steps_with_zones": STEPS,
    "devices_and_context": DEVICES,
    "no_touchpads": NO_TOUCHPADS,
}


class Programs:
    """Both programs, in an environment without the machine's configuration and commands."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"HOME": folder, "XDG_CONFIG_DIRS": folder, "XDG_RUNTIME_DIR": folder, "PATH": folder}

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def run(self, command, configuration):
        named = ["--config", configuration] if configuration else []
        done = subprocess.run(command + named, capture_output=True, env=self.environment, timeout=15 * PATIENCE)
        if done.returncode != 0:
            raise AssertionError(f"{command[:3]}: {done.stderr.decode()}")
        return done

    def replay(self, paths, configuration):
        """The output of gesturectl by path. One process plays all recordings."""
        said, path = {path: b"" for path in paths}, None
        # gesturectl prints the heading of a file only if there are several.
        for line in self.run([GESTURECTL, "replay", *paths, paths[0]], configuration).stdout.splitlines(keepends=True):
            if line.startswith(b"# "):
                path = line[2:-1].decode()
                said[path] = b""
            else:
                said[path] += line
        return said

    def daemon(self, path, configuration):
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            socket = os.path.join(place, "s")
            command = [GESTURED, "--socket", socket, "--replay", path, "--print", "--speed", "max", "--exit-at-end"]
            return self.run(command, configuration)


class OneWayIn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.programs = Programs(self.folder.name)
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1)
        self.addCleanup(self.pool.shutdown)

    def compare(self, pairs):
        """Compares pairs of (path, configuration, name). Returns how many printed events."""
        daemon = [self.pool.submit(self.programs.daemon, path, configuration) for path, configuration, _ in pairs]
        by_configuration = {}
        for path, configuration, _ in pairs:
            by_configuration.setdefault(configuration, []).append(path)
        played = {
            configuration: self.pool.submit(self.programs.replay, paths, configuration)
            for configuration, paths in by_configuration.items()
        }
        different, speaking = [], 0
        for (path, configuration, name), said in zip(pairs, daemon):
            replay, live = played[configuration].result()[path].splitlines(), said.result().stdout.splitlines()
            speaking += bool(live)
            if replay != live:
                at = next((i for i, both in enumerate(zip(replay, live)) if both[0] != both[1]), min(len(replay), len(live)))
                different.append(f"{name}, line {at + 1}: replay {replay[at:at + 1]}, daemon {live[at:at + 1]}")
        self.assertEqual(different, [], f"{len(different)} of {len(pairs)} differ")
        return speaking


@unittest.skipUnless(RECORDINGS, "the shared hardware recordings are not beside the project")
class SharedRecordings(OneWayIn):
    def check(self, configuration):
        if configuration and not configuration.startswith("/"):
            configuration = self.programs.file("config.toml", configuration)
        pairs = [(path, configuration, os.path.basename(path)) for path in RECORDINGS]
        speaking = self.compare(pairs)
        # A quarter of the recordings need not have a gesture of each configuration.
        if recordings.IS_WHOLE:
            self.assertGreater(speaking, 0, "no gesture in any recording")


def add(name, configuration):
    setattr(SharedRecordings, "test_with_" + name, lambda self: self.check(configuration))


for each in CONFIGURATIONS.items():
    add(*each)


class Random:
    """A configuration and a recording for one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.device = self.random.choice([mocks.touchpad(), mocks.touchpad(), mocks.touchscreen()])

    def some(self, *lines):
        return "".join(line + "\n" for line in lines if self.random.random() < 0.2)

    def edges(self):
        return str(self.random.sample(["left", "right", "top", "bottom"], self.random.randint(1, 3))).replace("'", '"')

    def gesture(self):
        """The keys of a gesture or of a step."""
        fingers = "fingers = %d" % self.random.randint(1, 3)
        return self.random.choice([
            ['type = "tap"', fingers],
            ['type = "tap"', "taps = 2"],
            ['type = "pan"', 'fingers = "1.."'],
            ['type = "swipe"', 'direction = ["left", "right"]', fingers],
            ['type = "edge-pan"', "edges = " + self.edges()],
            ['type = "long-press"', 'min_duration = "200ms"'],
            ['type = "pinch"'],
            ['type = "hold"', fingers],
        ])

    def configuration(self):
        """A random configuration, another one at each call."""
        text = self.some('[settings]\nimplicit_requirements = false')
        text += '[[device]]\nmatch = { name = "Mock*" }\n' + self.some(
            "slop_scale = %.1f" % self.random.uniform(0.3, 3), "rotation = 90", "palm_edge = false", "thumb = false",
            'hysteresis = "off"')
        if self.random.random() < 0.05:
            text += "ignore = true\n"
        text += '[zone.part]\nx = ["%d%%", "90%%"]\ny = ["5mm", "100%%"]\n' % self.random.randint(0, 60)
        for number in range(self.random.randint(3, 8)):
            text += f'[[gesture]]\nname = "g{number}"\n' + self.some(
                'zone = "part"', "enabled = false", "priority = %d" % number, 'device = "touchpad"',
                'when = { app = { not = "x" } }', "immediate = true")
            if self.random.random() < 0.3:
                steps = [self.gesture() + self.random.choice([[], ['zone = "part"']]) for _ in range(2)]
                steps = ", ".join("{ %s }" % ", ".join(step) for step in steps)
                text += f'type = "sequence"\nsteps = [{steps}]\n'
            else:
                text += "\n".join(self.gesture()) + "\n"
        return text

    def recording(self):
        """Taps, presses and strokes anywhere, the outer strips included; sometimes it ends with fingers down."""
        hand, chance = mocks.Hand(self.device), self.random
        width, height = (self.device.axes[code][1] / self.device.axes[code][4] for code in (mocks.MT_X, mocks.MT_Y))
        for _ in range(chance.randint(4, 12)):
            fingers = chance.randint(1, 4)
            x = chance.choice([1, chance.uniform(0, width), width - 1])
            y = chance.uniform(0, height)
            dx, dy = chance.choice([(0, 0), (chance.uniform(-4, 4), 0), (chance.uniform(-4, 4), chance.uniform(-4, 4))])
            for step in range(chance.randint(1, 30)):
                hand.frame({
                    slot: (min(width, max(0, x + dx * step)), min(height, max(0, y + dy * step + 14 * slot)))
                    for slot in range(fingers)
                })
            hand.pause(chance.choice([0, 0.05, 0.4]))
            if chance.random() < 0.9:
                hand.frame({slot: None for slot in list(hand.down)}).pause(chance.choice([0.05, 0.2, 1]))
        return mocks.header(self.device) + hand.evemu()


class LeftOut(OneWayIn):
    def test_a_recording_of_a_device_that_is_not_used_gives_nothing_but_the_reason(self):
        pad = mocks.touchpad()
        path = self.programs.file("tap.evemu", mocks.header(pad) + mocks.Hand(pad).tap().evemu())
        for text, key in (
            ('[[device]]\nmatch = { name = "Mock*" }\nignore = true\n', "ignore = true"),
            ('[settings]\ndevice_classes = ["touchscreen"]\n', "device_classes"),
        ):
            configuration = self.programs.file("config.toml", text + '[[gesture]]\ntype = "tap"\n')
            replay = self.programs.run([GESTURECTL, "replay", path], configuration)
            for done in (replay, self.programs.daemon(path, configuration)):
                self.assertEqual(done.stdout, b"")
                self.assertIn(key, done.stderr.decode())


class RandomPairs(OneWayIn):
    def test_random_hands_with_random_configurations(self):
        pairs = []
        for seed in range(PAIRS):
            made = Random(seed)
            configuration = self.programs.file(f"{seed}.toml", made.configuration())
            pairs.append((self.programs.file(f"{seed}.evemu", made.recording()), configuration, f"seed {seed}"))
        self.assertGreater(self.compare(pairs), PAIRS // 2)


if __name__ == "__main__":
    unittest.main()
