"""`tune` and `bind`: limits that fit a hand, and the table for a gesture that was made."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from harness import DEMO, GESTURECTL, Place
from test_gesturectl import DEVICE, KEYBOARD, down, frame, moved, up
from test_watch import Terminal

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import motions  # noqa: E402

CONFIG = """\
# My gestures.
[zone.left]
x = ["0%", "50%"]

[[gesture]]
name = "next"   # to the next workspace
type = "swipe"
direction = "right"
min_distance = "12mm"   # firm

# Pointing.
[[gesture]]
name = "drag"
type = "pan"
fingers = 1
min_distance = "2mm"
"""


def swipe(start, far, time=0.08, x=50, down_by=0):
    """A swipe to the right of `far` mm in `time` seconds."""
    steps = "".join(moved(start + time * s / 8, x + far * s / 8, 50 + down_by * s / 8) for s in range(1, 9))
    return down(start, x, 50) + steps + up(start + time + 0.01)


#: Five swipes; for a limit of 12 mm, two are a little too short and one is much too short.
HAND = DEVICE + swipe(0, 20) + swipe(2, 10) + swipe(4, 15) + swipe(6, 9) + swipe(8, 3)


class Tune(Place):
    maxDiff = None

    def tune(self, *arguments, recording=HAND, config=CONFIG):
        self.config = self.file("config.toml", config)
        self.hand = self.file("hand.evemu", recording)
        return self.run_ctl("tune", "--config", self.config, "next", self.hand, *arguments)

    def outcomes(self, config, recording=HAND):
        path, hand = self.file("other.toml", config), self.file("other.evemu", recording)
        lines = self.run_ctl("replay", "--explain", "--config", path, hand).stdout.splitlines()
        return [line.rpartition(": ")[2] for line in lines if line.startswith("sequence ")]

    def test_another_gesture_that_comes_first_is_not_the_hand_s_fault(self):
        other = CONFIG + '\n[[gesture]]\nname = "near"\ntype = "swipe"\ndirection = "right"\nmin_distance = "8mm"\n'
        done = self.tune(recording=DEVICE + swipe(0, 20) + swipe(2, 20), config=other)
        self.assertIn("your hand is within the limits, but `near` comes first", done.stdout)
        self.assertNotIn("your motion is shorter", done.stdout)

    def test_a_recording_without_a_touch(self):
        done = self.tune(recording=DEVICE + frame(0, (0, 0, 0)))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no touch was recorded", done.stderr)

    def test_both_ends_of_a_pair_have_few_digits(self):
        done = self.tune("--json", recording=DEVICE + swipe(0, 7) + swipe(2, 7), config=CONFIG.replace('min_distance = "12mm"', ""))
        for change in json.loads(done.stdout)["changes"]:
            for number in re.findall(r"[\d.]+", change["value"]):
                self.assertLessEqual(len(number.replace(".", "").strip("0")), 3, change)

    def test_a_force_and_its_second_stage(self):
        presses = motions.recording("force-press 1, force-press 1 after 1 s", "touchpad")
        for forces, stages in ((["600g", "900g"], 2), (["60%"], 1)):
            config = '[[gesture]]\nname = "next"\ntype = "force-press"\nforce = %s\n' % forces
            result = self.tune(recording=presses, config=config)
            self.assertEqual(result.stderr, "")
            self.assertTrue(result.stdout.startswith(
                "next (force-press, 1 finger) on a touchpad: 0 of 2 attempts recognized\n"), result.stdout)
            line = re.search(r"^ *(force = [^#]*%s[^#]*)" % forces[0][-1], result.stdout.partition("Proposed")[2], re.M)
            self.assertTrue(line, result.stdout)
            self.assertEqual(line[1].count('"'), 2 * stages, line[1])
            fitting = '[[gesture]]\nname = "next"\ntype = "force-press"\n%s\n' % line[1]
            self.assertEqual(self.outcomes(fitting, presses), ["next", "next"])

    def test_the_report(self):
        result = self.tune("--most", "2")
        self.assertEqual(result.stderr, "")
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], "next (swipe, 1 finger) on a touchscreen: 2 of 5 attempts recognized")
        at = lines.index('min_distance = "12mm"')
        self.assertEqual(lines[at + 1: at + 4], [
            "  x                    x  x      │          o                o",
            "  ───────────────────────────────┼────────────────────────────",
            "  3mm                          12mm                       20mm"])
        at = lines.index("Not recognized:")
        self.assertEqual(lines[at + 1], "  hand, 2.000 s: lifted after 10 mm, 2 mm short of `min_distance` 12 mm")
        at = lines.index("Proposed for next:")
        self.assertEqual(lines[at + 1: at + 8], [
            '  min_distance = "8mm"  # "12mm" now', "  your motion is shorter", "  recognized with it: 4 of 5 attempts", "Also:",
            "  drag: no longer recognized in 2 touch sequences (hand, 2.000 s, …)",
            f"--write changes this line in {self.config}"])
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_several_limits_together_and_as_far_as_needed(self):
        config = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\nmin_distance = "30mm"\nmin_velocity = "200mm/s"\n'
        slow = DEVICE + "".join(swipe(3 * n, 8 + n, time=0.4, down_by=2) for n in range(3))
        result = self.tune(recording=slow, config=config)
        self.assertIn("  recognized with them: 3 of 3 attempts\n", result.stdout)
        self.assertIn("your motion is slower", result.stdout)
        self.assertIn("less than half the limit; --most 2 stops there", result.stdout)
        self.assertIn("would help", self.tune("--most", "2", recording=slow, config=config).stdout)
        changes = json.loads(self.tune("--json", recording=slow, config=config).stdout)
        self.assertEqual((changes["attempts"], changes["recognized"]), (3, 0))
        fitting = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\n' + "".join(
            f"{change['key']} = {change['value']}\n" for change in changes["changes"])
        self.assertEqual(self.outcomes(fitting, slow), ["next"] * 3)
        self.assertNotIn("─", self.tune("--plain", recording=slow, config=config).stdout)

    def drawn(self, words):
        return self.file("drawn.evemu", motions.recording(words, "touchpad")).read_text()

    def test_slow_hands_that_shake(self):
        config = '[[gesture]]\nname = "%s"\ntype = "%s"\nfingers = %d\n%s'
        swipes = "drag 3 left 30mm 1.2s tremor 1.5mm; wait 2s; drag 3 left 26mm 1.5s tremor 2mm; wait 2s; drag 3 left 34mm 1.8s tremor 2.5mm"
        for name, hand, config in [
            ("next", swipes, config % ("next", "swipe", 3, 'direction = "left"\n')),
            ("next", "long-press 1 1.2s tremor 4mm", config % ("next", "long-press", 1, "")),
        ]:
            with self.subTest(hand):
                changes = json.loads(self.tune("--json", recording=self.drawn(hand), config=config).stdout)
                self.assertEqual((changes["recognized"], changes["recognized_then"]), (0, changes["attempts"]))
                for change in changes["changes"]:
                    self.assertRegex(change["value"], r'^"\d+(\.\d)?[a-z/]+"$')
                    self.assertRegex(change["reason"], "^you")
                fitting = config + "".join(f"{change['key']} = {change['value']}\n" for change in changes["changes"])
                self.assertIn(changes["shake"], (2, 4))
                device = changes["device_change"]
                fitting += f'[[device]]\nmatch = {{ name = "*" }}\n{device["key"]} = {device["value"]}\n'
                self.assertEqual(self.outcomes(fitting, self.drawn(hand)), ["next"] * changes["attempts"])

    def test_a_slow_motion_the_other_way_is_no_matter_of_speed(self):
        config = "".join(f'[[gesture]]\nname = "{way}"\ntype = "swipe"\nfingers = 3\ndirection = "{way}"\n' for way in ("left", "right"))
        path = self.file("c.toml", config)
        for release in ("", 'fire_on = "release"\n'):
            path.write_text(config + release, encoding="utf-8")
            out = self.run_ctl(
                "replay", "--explain", "--config", path, self.file("d.evemu", self.drawn("drag 3 left 20mm 3s")))
            self.assertEqual(out.stderr, "")
            out = out.stdout
            self.assertIn("  left: moved at ", out)
            self.assertIn("  right: you moved left; `direction` does not allow that\n", out)

    def test_a_limit_is_proposed_once(self):
        # The last attempt would be in reach from 8 mm, the first proposal.
        lines = self.tune("--most", "2", recording=HAND + swipe(10, 5)).stdout.splitlines()
        self.assertEqual([line for line in lines if " now" in line and line.startswith("  min_distance")],
                         ['  min_distance = "8mm"  # "12mm" now'])

    def test_what_it_states_is_what_replay_shows_then(self):
        before = self.outcomes(CONFIG)
        self.assertEqual(before, ["next", "drag", "next", "drag", "drag"])
        self.tune("--write", "--most", "2")
        self.assertEqual(self.outcomes(self.config.read_text()), ["next", "next", "next", "next", "drag"])
        # With a tenth less than the farthest attempt it is recognized, with a tenth more it is not.
        self.assertEqual(self.outcomes(CONFIG.replace('"12mm"', '"8.9mm"'))[3], "next")
        self.assertEqual(self.outcomes(CONFIG.replace('"12mm"', '"9.1mm"'))[3], "drag")

    def test_write_changes_the_line_alone_and_keeps_the_old_file(self):
        self.config = self.file("config.toml", CONFIG)
        link = self.directory / "link.toml"
        link.symlink_to("config.toml")
        result = self.run_ctl("tune", "--config", link, "--write", "--most", "2", "next", self.file("hand.evemu", HAND))
        self.assertIn(f"{link}: written; the previous version is {self.config}.bak", result.stdout)
        self.assertEqual(self.config.read_text(), CONFIG.replace('"12mm"', '"8mm"'))
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.config.stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.directory / "config.toml.bak").stat().st_mode & 0o777, 0o600)
        self.assertEqual(
            sorted(path.name for path in self.directory.iterdir()),
            ["config.toml", "config.toml.bak", "hand.evemu", "link.toml"])
        self.assertIn("written", self.tune("--write", config=CONFIG.replace('"2mm"', '"3mm"')).stdout)
        self.assertIn('"3mm"', (self.directory / "config.toml.bak").read_text())

    def test_recordings_of_other_gestures_show_what_a_change_costs(self):
        other = self.file("scroll.evemu", DEVICE + swipe(0, 11))
        result = self.tune("--against", other)
        self.assertIn("  next: recognized in scroll, 0.000 s\n", result.stdout)
        self.assertIn("of 5 attempts", result.stdout)

    def test_a_limit_that_another_class_does_not_share_is_stated(self):
        config = '[[gesture]]\nname = "next"\ntype = "tap"\n'
        touch = DEVICE + down(0, 50, 50) + "".join(moved(s / 100, 50 + 2 * s, 50) for s in range(1, 5)) + up(0.1)
        out = self.tune(recording=touch, config=config).stdout
        self.assertIn('  allowable_movement = "8.9mm"  # "7mm" now\n  your fingers move while they rest\n  recognized with it: 1 of 1 attempt\n', out)
        self.assertIn('  on a touchpad, too, `allowable_movement` becomes "8.9mm"', out)

    def test_nothing_to_change_and_no_limit_that_helps(self):
        self.assertIn("\nNo change is needed.\n", self.tune(recording=DEVICE + swipe(0, 20)).stdout)
        left = DEVICE + down(0, 100, 50) + "".join(moved(s / 100, 100 - 2 * s, 50) for s in range(1, 9)) + up(0.09)
        out = self.tune("--write", recording=left).stdout
        self.assertIn("you moved left; `direction` does not allow that", out)
        self.assertIn("No change of a limit would help.", out)
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_the_taps_of_a_double_tap_are_one_attempt(self):
        config = '[[gesture]]\nname = "next"\ntype = "tap"\ntaps = 2\nmax_interval = "200ms"\n'
        taps = DEVICE + "".join(down(t, 50, 50) + up(t + 0.05) for t in (0, 0.2, 3, 3.31, 6, 6.15))
        out = self.tune(recording=taps, config=config).stdout
        self.assertIn("2 of 3 attempts recognized", out)
        self.assertIn('  max_interval = "290ms"  # "200ms" now\n  your taps follow more slowly\n  recognized with it: 3 of 3 attempts\n', out)

    def test_errors(self):
        for arguments, status, text in [
            (("--config", self.file("a.toml", CONFIG), "nxt", DEMO), 1, 'did you mean "next"'),
            (("next", self.file("keys.evemu", KEYBOARD)), 1, "no touch device"),
            (("--config", self.file("c.toml", CONFIG.replace("12mm", "12")), "next", DEMO), 1, "c.toml:9:16"),
            (("--times", "0", "next"), 2, "--times"),
            (("--config", self.file("d.toml", CONFIG), "next"), 3, "no touchpad or touchscreen"),
        ]:
            with self.subTest(arguments):
                result = self.run_ctl("tune", *arguments) if "--config" in arguments else self.run_ctl(
                    "tune", "--config", self.file("e.toml", CONFIG), *arguments)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(text, result.stderr)


class TuneInATerminal(Terminal):
    def test_the_screen_shows_what_a_pipe_gets(self):
        config, hand = self.file("config.toml", CONFIG), self.file("hand.evemu", DEVICE + swipe(0, 20) + swipe(2, 10))
        piped = self.run_ctl("tune", "--config", config, "next", hand).stdout
        self.tmux("resize-window", "-x", "100", "-y", "60")
        self.type(f"clear; {GESTURECTL} tune --config {config} next {hand}; echo end-mark")
        screen = self.wait_for(lambda text: "\nend-mark" in text)
        shown = [line.rstrip() for line in screen.splitlines()]
        start = next(n for n, line in enumerate(shown) if line.startswith("next (swipe"))
        self.assertEqual(shown[start: shown.index("end-mark")], piped.splitlines())


class Bind(Place):
    def bind(self, recording, *arguments, config=""):
        self.config = self.file("config.toml", config)
        return self.run_ctl("bind", "--config", self.config, self.file("hand.evemu", DEVICE + recording), *arguments)

    @staticmethod
    def two(paths, time=0.3):
        """Two fingers that each move slowly along ((x, y), (x, y))."""
        (a, b), (c, d) = paths
        at = lambda p, q, s: (p[0] + (q[0] - p[0]) * s / 20, p[1] + (q[1] - p[1]) * s / 20)
        text = down(0, *a) + down(0, *c, slot=1, number=2)
        for s in range(1, 21):
            (x, y), (u, v) = at(a, b, s), at(c, d, s)
            text += frame(
                time * s / 20, (3, 0x2F, 0), (3, 0x35, int(x * 10)), (3, 0x36, int(y * 10)), (3, 0x2F, 1),
                (3, 0x35, int(u * 10)), (3, 0x36, int(v * 10)))
        return text + frame(time + 0.05, (3, 0x2F, 0), (3, 0x39, -1), (3, 0x2F, 1), (3, 0x39, -1), (1, 0x14A, 0))

    def test_what_a_motion_is_read_as(self):
        tap = down(0, 150, 50) + up(0.05)
        edge = down(0, 0.5, 50) + "".join(moved(s / 50, 0.5 + 3 * s, 50) for s in range(1, 20)) + up(0.4)
        for motion, name, keys in [
            (swipe(0, 20), "swipe-right-1", 'type = "swipe"\ndirection = "right"'),
            (swipe(0, 14, down_by=14), "swipe-down-right-1", 'type = "swipe"\ndirection = "down-right"'),
            (tap, "tap-1", 'type = "tap"'),
            (tap + down(0.2, 150, 50) + up(0.25), "double-tap-1", 'type = "tap"\ntaps = 2'),
            (down(0, 50, 50) + up(1), "long-press-1", 'type = "long-press"'),
            (down(0, 50, 50) + "".join(moved(s / 10, 50, 50 + s) for s in range(1, 20)) + up(2), "pan-vertical-1",
             'type = "pan"\nfingers = 1\naxis = "vertical"'),
            (edge, "edge-pan-left-1", 'type = "edge-pan"\nedges = ["left"]'),
            (self.two((((50, 50), (80, 50)), ((120, 50), (90, 50)))), "pinch-in-2",
             'type = "pinch"\nfingers = 2\ndirection = "in"'),
            (self.two((((80, 60), (70, 30)), ((120, 60), (130, 90)))), "rotation-clockwise-2",
             'type = "rotation"\nfingers = 2\ndirection = "clockwise"'),
        ]:
            with self.subTest(name):
                result = self.bind(motion)
                self.assertEqual(
                    result.stdout, f'[[gesture]]\nname = "{name}"\n{keys}\n# run = "a command"\n', result.stderr)
                # The printed table recognizes the motion.
                table = self.file("table.toml", result.stdout)
                out = self.run_ctl("replay", "--config", table, self.directory / "hand.evemu").stdout
                self.assertIn(f" {name} ", " " + out.replace("0.", " "))

    def test_what_a_touchpad_adds(self):
        for motion, name, keys in [
            ("click 3", "click-3", 'type = "click"\nfingers = 3'),
            ("force-press 1", "force-press-1", 'type = "force-press"'),
            ("tip-tap 1 left", "tip-tap-left-2", 'type = "tip-tap"\nside = "left"'),
            ("tip-tap 2 right", "tip-tap-right-3", 'type = "tip-tap"\nresting = 2\nside = "right"'),
        ]:
            with self.subTest(motion):
                hand = self.file("hand.evemu", motions.recording(motion, "touchpad"))
                result = self.run_ctl("bind", "--config", self.file("config.toml", ""), hand)
                self.assertEqual(
                    result.stdout, f'[[gesture]]\nname = "{name}"\n{keys}\n# run = "a command"\n', result.stderr)
                out = self.run_ctl("replay", "--config", self.file("table.toml", result.stdout), hand).stdout
                self.assertIn(f" {name} ", out)

    def test_what_taps_and_motions_make_together(self):
        tap_drag = down(0, 50, 50) + up(0.05) + swipe(0.15, 25, time=0.4)
        twice = down(0, 50, 50) + up(0.05) + down(0.15, 50, 50) + up(0.2) + swipe(0.3, 25, time=0.4)
        for motion, keys in [(tap_drag, 'type = "tap-drag"'), (twice, 'type = "tap-drag"\ntaps = 2')]:
            self.assertEqual(
                self.bind(motion).stdout, f'[[gesture]]\nname = "tap-drag-1"\n{keys}\n# run = "a command"\n')

    def test_every_type_is_bound_or_is_said_not_to_be(self):
        drawn = DEVICE + down(0, 50, 30) + "".join(
            moved(0.02 * s, *place) for s, place in enumerate(
                [(50 + 2 * s, 30) for s in range(1, 16)] + [(80 - 2 * s, 30 + 2 * s) for s in range(1, 16)]
                + [(50 + 2 * s, 60) for s in range(1, 16)], 1)) + up(1)
        still = DEVICE + down(0, 50, 50) + up(1)
        for recording, type, keys in [
            (still, "hold", ""), (DEVICE + swipe(0, 20), "transform", ""),
            (drawn, "stroke", r"template = \[\[0, 0\], \[\d+, 0\], .*, \[100, 100\]\]\n"),
        ]:
            with self.subTest(type):
                hand = self.file("hand.evemu", recording)
                result = self.run_ctl("bind", "--config", self.file("config.toml", ""), "--type", type, hand)
                self.assertRegex(
                    result.stdout, rf'^\[\[gesture\]\]\nname = "{type}-1"\ntype = "{type}"\n{keys}# run = "a command"\n$',
                    result.stderr)
                out = self.run_ctl("replay", "--config", self.file("table.toml", result.stdout), hand).stdout
                self.assertIn(f" {type}-1 ", out)
        for type in ("hover", "sequence"):
            result = self.bind(swipe(0, 20), "--type", type)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f'--type "{type}" cannot be read from a motion', result.stderr)

    def test_two_fingers_that_draw_a_circle_make_no_swipe(self):
        hand = self.file("hand.evemu", motions.recording("circle 2", "touchpad"))
        result = self.run_ctl("bind", "--config", self.file("config.toml", ""), hand)
        self.assertIn('type = "circle"\nfingers = 2\n', result.stdout)
        self.assertNotIn("swipe", result.stderr)

    def test_a_slow_motion_is_a_pan_first(self):
        for time, first in ((0.08, "swipe"), (0.6, "pan"), (1.5, "pan")):
            result = self.bind(swipe(0, 40, time=time))
            self.assertIn(f'type = "{first}"\n', result.stdout, f"{time} s: {result.stderr}")

    def test_the_zone_is_one_that_all_fingers_of_it_landed_in(self):
        def twice(far):
            return down(0, 50, 50) + up(0.05) + down(0.2, far, 50) + up(0.25)

        config = '[zone.left]\nx = ["0%", "26%"]\n[zone.wide]\nx = ["0%", "50%"]\n'
        for far, zone in ((50, 'zone = "left"\n'), (54, 'zone = "wide"\n')):
            self.assertIn(f'taps = 2\n{zone}', self.bind(twice(far), config=config).stdout)
        config = config.replace("50%", "26%")
        self.assertNotIn("zone =", self.bind(twice(54), config=config).stdout)

    def test_the_first_configuration_is_begun(self):
        hand = self.file("hand.evemu", DEVICE + swipe(0, 20))
        self.assertEqual(self.run_ctl("bind", hand).returncode, 0, "without a configuration")
        result = self.run_ctl("bind", "--append", hand)
        self.assertEqual(result.returncode, 0, result.stderr)
        path = self.directory / ".config/gestured/config.toml"
        self.assertIn(f"{path}: written, the first configuration", result.stderr)
        self.assertTrue(path.read_text().endswith(result.stdout))
        self.assertEqual(self.run_ctl("check").returncode, 0)

    def test_another_type_is_taken_by_name(self):
        result = self.bind(swipe(0, 20))
        self.assertIn("also read as pan horizontal, transform, stroke (--type)", result.stderr)
        self.assertIn('type = "pan"\nfingers = 1\naxis = "horizontal"\n', self.bind(swipe(0, 20), "--type", "pan").stdout)
        result = self.bind(swipe(0, 20), "--type", "tap")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("hand: was not read as tap; it was read as swipe right, pan horizontal, transform, stroke", result.stderr)

    def test_what_check_would_say(self):
        result = self.bind(swipe(0, 20), "--run", "nosuchprogram --now")
        self.assertRegex(result.stderr, "gesturectl: check: .*`?nosuchprogram")
        self.assertNotIn("check:", self.bind(swipe(0, 20), "--run", "true").stderr)
        config = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\nrun = "nosuchprogram"\n'
        tuned = self.run_ctl("tune", "--config", self.file("c.toml", config), "next", self.file("hand.evemu", HAND))
        self.assertRegex(tuned.stderr, "gesturectl: check: .*`?nosuchprogram")

    def test_why_a_gesture_is_not_recognized(self):
        dead = '[zone.strip]\nx = ["0%", "100%"]\ngestures = "none"\n'
        result = self.bind(swipe(0, 20), config=dead)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("landed in the dead zone `strip`", result.stderr)
        ignored = self.bind(swipe(0, 20), config='[[device]]\nmatch = { name = "*" }\nignore = true\n')
        self.assertIn("the device is not used: the configuration ignores it", ignored.stderr)

    def test_zones_names_and_rivals_of_the_configuration(self):
        result = self.bind(swipe(0, 20), "--run", 'notify-send "it\'s"', config=CONFIG.replace("next", "swipe-right-1"))
        self.assertEqual(
            result.stdout, '[[gesture]]\nname = "swipe-right-1-2"\ntype = "swipe"\ndirection = "right"\nzone = "left"\n'
            'run = "notify-send \\"it\'s\\""\n')
        # Of equal gestures the one in the smaller zone wins, so the other is no rival there.
        self.assertNotIn("`swipe-right-1`", result.stderr)
        right = self.bind(swipe(0, 20, x=150), config=CONFIG)
        self.assertIn("it is not recognized: `next` is recognized", right.stderr)
        self.assertNotIn("zone", right.stdout)

    def test_append(self):
        kept = self.bind(swipe(0, 20, x=150), "--append", config=CONFIG)
        self.assertEqual(kept.returncode, 1)
        self.assertIn("it is not recognized: `next` is recognized", kept.stderr)
        self.assertIn("was not changed", kept.stderr)
        self.assertEqual(self.config.read_text(), CONFIG)
        result = self.bind(swipe(0, 20), "--append", "--name", "far", config=CONFIG)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.config.read_text(), CONFIG + "\n" + result.stdout)
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        again = self.run_ctl("bind", "--config", self.config, "--append", "--name", "far", self.directory / "hand.evemu")
        self.assertEqual(again.returncode, 1)
        self.assertIn("far", again.stderr)
        self.assertEqual(self.config.read_text(), CONFIG + "\n" + result.stdout)

    def test_what_twenty_writers_at_once_say_is_written_is_in_the_file(self):
        self.config = self.file("config.toml", CONFIG)
        hands = [self.file(f"{fingers}-{way}.evemu", motions.recording(f"swipe {fingers} {way}", "touchpad"))
                 for fingers in range(1, 6) for way in ("up", "down", "left", "right")]
        # Of a writer that was killed. The process with the highest number does not run.
        left = self.directory / "config.toml.4194304.new"
        left.write_text("x")
        other = self.directory / f"config.toml.{os.getpid()}.new"
        other.write_text("of a writer that runs")
        writers = [subprocess.Popen(
            [GESTURECTL, "bind", "--config", str(self.config), "--append", "--name", f"own-{number}", str(hand)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.environment) for number, hand in enumerate(hands)]
        said = {f"own-{number}" for number, writer in enumerate(writers) if ": written" in writer.communicate(timeout=60)[1]}
        self.assertTrue(said)
        written = set(re.findall('name = "(own-[0-9]+)"', self.config.read_text()))
        self.assertEqual(written, said)
        self.assertFalse(left.exists())
        self.assertEqual(
            sorted(path.name for path in self.directory.iterdir() if path.name.startswith("config")),
            sorted(["config.toml", other.name, "config.toml.bak"]))

    def test_errors(self):
        result = self.run_ctl("bind", "--config", self.file("config.toml", ""), self.file("keys.evemu", KEYBOARD))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("not a touch device", result.stderr)
        result = self.bind("")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no touches", result.stderr)
        result = self.bind(swipe(0, 20), "--type", "hover")
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
