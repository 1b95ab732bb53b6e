"""What udev says about a touch device is heard: tags, calibration, seat, and the property that leaves it out."""

import json
import os
import subprocess

import bench
import mocks
from bench import DaemonCase

SWIPE = '[[gesture]]\nname = "{0}"\ntype = "swipe"\ndirection = "{0}"\n'
SWIPES = "".join(SWIPE.format(way) for way in ("left", "right", "up", "down"))


class FoundByUdev(DaemonCase):
    def gesturectl(self, bed, *arguments):
        return subprocess.run(
            [bench.GESTURECTL, *arguments], capture_output=True, text=True, timeout=60, env=os.environ | bed.environment)

    def listed(self, bed, *arguments):
        return json.loads(self.gesturectl(bed, "status", "devices", "--json", *arguments).stdout)

    def test_the_touch_nodes_of_a_pen_device_are_used_and_its_pen_and_pad_are_not(self):
        pad, screen = mocks.touchpad(1), mocks.touchscreen(2)
        pad.kind, screen.kind = "touchpad of a tablet", "touchscreen of a tablet"
        pen, buttons = mocks.tablet(4), mocks.tablet(5)
        buttons.kind = "tablet pad"
        bed = self.mock(pad, screen, pen, buttons)
        self.assertEqual([d["kind"] for d in self.listed(bed)], ["touchpad", "touchscreen"])
        daemon = self.start("--config", self.write("c.toml", SWIPES), "--print", environment=bed.environment)
        devices = self.varlink(daemon).call("ListDevices")["devices"]
        self.assertEqual([d["node"] for d in devices], [pad.node, screen.node])
        bed.write(screen, mocks.Hand(screen).swipe(1, 40).evemu())
        self.assertRegex(daemon.out.wait_for("\n"), r"^[0-9.]+ right swipe 1 recognized right at ")

    def swiped(self, matrix, *keys, hand=lambda screen: mocks.Hand(screen).swipe(1, 40)):
        """The first line of a daemon for a finger that moves 40 mm along the x axis."""
        screen = mocks.touchscreen(2)
        if matrix is not None:
            screen.udev["LIBINPUT_CALIBRATION_MATRIX"] = matrix
        bed = self.mock(screen)
        table = '[[device]]\nmatch = { kind = "touchscreen" }\n' + "\n".join(keys) + "\n" if keys else ""
        daemon = self.start("--config", self.write("c.toml", table + SWIPES), "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        bed.write(screen, hand(screen).evemu())
        line = daemon.out.wait_for("\n").split("\n")[0]
        daemon.end()
        return line.split(" ")[1], line.split(" at ")[1]

    def test_the_calibration_of_udev_turns_and_mirrors_a_touchscreen(self):
        # The finger is recognized at 42,30 mm of 217 × 136.
        plain = self.swiped(None)
        self.assertEqual(plain[0], "right")
        x, y = map(float, plain[1].split(","))
        self.assertEqual(self.swiped("-1 0 1 0 1 0"), ("left", f"{217 - x:.1f},{y:.1f}"))
        self.assertEqual(self.swiped("1 0 0 0 -1 1"), ("right", f"{x:.1f},{136 - y:.1f}"))
        # The axes exchanged, as no rotation can: the stage is 136 × 217 mm.
        self.assertEqual(self.swiped("0 1 0 1 0 0"), ("down", f"{y:.1f},{x:.1f}"))
        # A third row, which many rules write.
        self.assertEqual(self.swiped("0 -1 1 1 0 0 0 0 1"), ("down", f"{136 - y:.1f},{x:.1f}"))

    def test_a_calibration_that_is_none_changes_nothing(self):
        plain = self.swiped(None)
        for matrix in ("-1 0 1 0 1", "a b c d e f", "0 0 0 0 0 0", "nan 0 0 0 1 0", ""):
            self.assertEqual(self.swiped(matrix), plain, matrix)

    def test_the_calibration_of_the_configuration_wins_and_rotation_comes_after(self):
        plain = self.swiped(None)
        x, y = map(float, plain[1].split(","))
        self.assertEqual(self.swiped("-1 0 1 0 1 0", "calibration = [1, 0, 0, 0, 1, 0]"), plain)
        self.assertEqual(self.swiped(None, "calibration = [-1, 0, 1.0, 0, 1, 0]")[0], "left")
        self.assertEqual(
            self.swiped("-1 0 1 0 1 0", "rotation = 90"), self.swiped(None, "calibration = [-1, 0, 1, 0, 1, 0]", "rotation = 90"))
        # Mirrored to (217 - x, y), then turned: (136 - y, 217 - x), and to the left is up.
        self.assertEqual(self.swiped("-1 0 1 0 1 0", "rotation = 90"), ("up", f"{136 - y:.1f},{217 - x:.1f}"))

    def test_a_touchpad_has_no_calibration(self):
        pad = mocks.touchpad(1)
        pad.udev["LIBINPUT_CALIBRATION_MATRIX"] = "-1 0 1 0 1 0"
        bed = self.mock(pad)
        daemon = self.start("--config", self.write("c.toml", SWIPES), "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        bed.write(pad, mocks.Hand(pad).swipe(1, 40).evemu())
        self.assertIn(" right swipe 1 ", daemon.out.wait_for("\n"))

    def test_a_recording_keeps_the_calibration(self):
        screen = mocks.touchscreen(2)
        screen.udev["LIBINPUT_CALIBRATION_MATRIX"] = "-1 0 1 0 1 0"
        bed = self.mock(screen)
        path = self.path("r.evemu")
        process = subprocess.Popen(
            [bench.GESTURECTL, "record", "-o", path, "--sequences", "1"], env=os.environ | bed.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        lines = bench.Lines(process.stdout)
        lines.wait_for("ecord")
        bed.write(screen, mocks.Hand(screen).swipe(1, 40).evemu())
        self.assertEqual(process.wait(bench.PATIENCE), 0)
        process.stdout.close()
        self.assertIn("# udev: LIBINPUT_CALIBRATION_MATRIX=", self.read("r.evemu"))
        result = subprocess.run(
            [bench.GESTURECTL, "replay", "--config", self.write("c.toml", SWIPES), path], capture_output=True, text=True, timeout=60)
        self.assertIn(" left swipe 1 recognized left ", result.stdout)

    def test_a_device_of_another_seat_is_not_opened(self):
        own, other = mocks.touchscreen(1), mocks.touchscreen(2)
        other.name, other.udev["ID_SEAT"] = "Other Panel", "seat1"
        bed = self.mock(own, other)
        config = self.write("c.toml", SWIPES)
        reports = {d["node"]: d.get("problem", "") for d in self.listed(bed, "--config", config)}
        self.assertEqual(reports[own.node], "")
        self.assertIn('another seat (ID_SEAT); match = { seat = "seat1" }', reports[other.node])
        self.assertIn("another seat", self.gesturectl(bed, "doctor", "--config", config).stdout)
        daemon = self.start("--config", config, environment=bed.environment)
        self.assertEqual([d["node"] for d in self.varlink(daemon).call("ListDevices")["devices"]], [own.node])
        daemon.end()
        # The seat of the session.
        daemon = self.start("--config", config, environment=bed.environment | {"XDG_SEAT": "seat1"})
        self.assertEqual([d["node"] for d in self.varlink(daemon).call("ListDevices")["devices"]], [other.node])

    def test_a_configuration_names_a_seat_and_a_command_a_device(self):
        own, other, third = mocks.touchscreen(1), mocks.touchscreen(2), mocks.touchscreen(3)
        other.udev["ID_SEAT"], third.udev["ID_SEAT"] = "seat1", "seat2"
        bed = self.mock(own, other, third)
        named = self.write("named.toml", '[[device]]\nmatch = { seat = "seat1" }\n' + SWIPES)
        daemon = self.start("--config", named, environment=bed.environment)
        control = self.varlink(daemon)
        self.assertEqual([d["node"] for d in control.call("ListDevices")["devices"]], [own.node, other.node])
        # A new configuration closes it again.
        with open(named, "w", encoding="utf-8") as file:
            file.write(SWIPES)
        control.call("Reload")
        self.assertEqual([d["node"] for d in control.call("ListDevices")["devices"]], [own.node])
        daemon.end()
        daemon = self.start("--device", third.node, environment=bed.environment)
        self.assertEqual([d["node"] for d in self.varlink(daemon).call("ListDevices")["devices"]], [third.node])

    def test_a_device_that_libinput_leaves_out_is_left_out(self):
        own, other, zero = mocks.touchscreen(1), mocks.touchscreen(2), mocks.touchscreen(3)
        other.udev["LIBINPUT_IGNORE_DEVICE"], zero.udev["LIBINPUT_IGNORE_DEVICE"] = "1", "0"
        bed = self.mock(own, other, zero)
        config = self.write("c.toml", SWIPES)
        problems = [d.get("problem", "") for d in self.listed(bed, "--config", config)]
        self.assertEqual((problems[0], problems[2]), ("", ""))
        self.assertIn("LIBINPUT_IGNORE_DEVICE", problems[1])
        self.assertIn("LIBINPUT_IGNORE_DEVICE", self.gesturectl(bed, "doctor", "--config", config).stdout)
        for text, nodes in (
            ("", [own.node, zero.node]),
            ("[[device]]\nmatch = { name = \"*\" }\nrotation = 0\n", [own.node, zero.node]),
            ("[[device]]\nmatch = { name = \"*\" }\nignore = false\n", [own.node, other.node, zero.node]),
            ("[[device]]\nmatch = { name = \"*\" }\nignore = true\n", []),
        ):
            daemon = self.start("--config", self.write("d.toml", text + SWIPES), environment=bed.environment)
            self.assertEqual([d["node"] for d in self.varlink(daemon).call("ListDevices")["devices"]], nodes, text)
            daemon.end()

    def test_two_equal_panels_have_gestures_of_their_own_by_node(self):
        left, right = mocks.touchscreen(1), mocks.touchscreen(2)
        bed = self.mock(left, right)
        text = "".join(
            f'[[gesture]]\nname = "{name}"\ntype = "swipe"\ndevice = "{device}"\n'
            for name, device in (("first", left.node), ("second", "event2"), ("third", "/dev/input/event3")))
        daemon = self.start("--config", self.write("c.toml", text), "--print", environment=bed.environment)
        gestures = self.varlink(daemon).call("ListGestures")["gestures"]
        self.assertEqual([(g["name"], g["device"]) for g in gestures], [("first", "event1"), ("second", "event2")])
        bed.write(right, mocks.Hand(right).swipe(1, 40).evemu())
        self.assertIn(" second swipe 1 ", daemon.out.wait_for("\n"))
