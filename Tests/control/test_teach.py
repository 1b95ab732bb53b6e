"""`teach`: a gesture from examples of it, and limits that fit a hand."""

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


class Known(Place):
    maxDiff = None

    def tune(self, *arguments, recording=HAND, config=CONFIG):
        self.config = self.file("config.toml", config)
        self.hand = self.file("hand.evemu", recording)
        return self.run_ctl("teach", "--config", self.config, "next", self.hand, *arguments)

    def outcomes(self, config, recording=HAND):
        path, hand = self.file("other.toml", config), self.file("other.evemu", recording)
        lines = self.run_ctl("replay", "--explain", "--config", path, hand).stdout.splitlines()
        return [line.rpartition(": ")[2] for line in lines if line.startswith("sequence ")]

    def test_another_gesture_that_comes_first_is_not_the_hand_s_fault(self):
        other = CONFIG + '\n[[gesture]]\nname = "near"\ntype = "swipe"\ndirection = "right"\nmin_distance = "8mm"\n'
        done = self.tune(recording=DEVICE + swipe(0, 20) + swipe(2, 20), config=other)
        self.assertIn("`near` is recognized in place of `next`", done.stderr)
        self.assertIn("--first makes `near` wait until it has failed", done.stderr)
        self.assertEqual(done.stdout, "next: 0 of 2 examples make it\nNo change of a limit helps.\n")
        first = self.tune("--first", "--write", recording=DEVICE + swipe(0, 20) + swipe(2, 20), config=other)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn('required_to_fail_by = ["near"]\n', self.config.read_text())
        self.assertEqual(self.outcomes(self.config.read_text(), DEVICE + swipe(0, 20)), ["next"])

    def test_a_recording_without_a_touch(self):
        done = self.tune(recording=DEVICE + frame(0, (0, 0, 0)))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("it has no touches", done.stderr)

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
            self.assertTrue(result.stdout.startswith("next: 0 of 2 examples make it, 2 with the change\n"), result.stdout)
            line = re.search(r"^(force = [^#]*%s[^#]*)" % forces[0][-1], result.stdout, re.M)
            self.assertTrue(line, result.stdout)
            self.assertEqual(line[1].count('"'), 2 * stages, line[1])
            fitting = '[[gesture]]\nname = "next"\ntype = "force-press"\n%s\n' % line[1]
            self.assertEqual(self.outcomes(fitting, presses), ["next", "next"])

    def test_the_report(self):
        result = self.tune()
        self.assertEqual(result.stdout.splitlines()[0], "next: 2 of 5 examples make it, 5 with the change")
        change = re.fullmatch(r'min_distance = "([\d.]+)mm"  # "12mm" now', result.stdout.splitlines()[1])
        self.assertLess(float(change[1]), 3)
        lines = result.stderr.splitlines()
        self.assertEqual(lines[0], "gesturectl:         next")
        self.assertEqual(lines[1:6], [f"gesturectl: hand-{number}  yes" for number in range(1, 6)])
        self.assertEqual(lines[6], f'gesturectl: min_distance = "{change[1]}mm" in place of "12mm": your motion is shorter')
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_several_limits_together_and_as_far_as_needed(self):
        config = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\nmin_distance = "30mm"\nmin_velocity = "200mm/s"\n'
        slow = DEVICE + "".join(swipe(3 * n, 8 + n, time=0.4, down_by=2) for n in range(3))
        result = self.tune(recording=slow, config=config)
        self.assertIn("next: 0 of 3 examples make it, 3 with the change\n", result.stdout)
        self.assertIn("your motion is slower", result.stderr)
        changes = json.loads(self.tune("--json", recording=slow, config=config).stdout)
        self.assertEqual((len(changes["examples"]), changes["recognized"]), (3, 0))
        fitting = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\n' + "".join(
            f"{change['key']} = {change['value']}\n" for change in changes["changes"])
        self.assertEqual(self.outcomes(fitting, slow), ["next"] * 3)

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
                count = len(changes["examples"])
                self.assertEqual((changes["recognized"], changes["recognized_then"]), (0, count))
                for change in changes["changes"]:
                    self.assertRegex(change["reason"], "^you")
                fitting = config + "".join(f"{change['key']} = {change['value']}\n" for change in changes["changes"])
                self.assertIn(changes["shake"], (2, 4))
                fitting += f'[[device]]\nmatch = {{ name = "*" }}\nhysteresis = "{changes["hysteresis"]}mm"\n'
                self.assertEqual(self.outcomes(fitting, self.drawn(hand)), ["next"] * count)

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

    def test_what_it_states_is_what_replay_shows_then(self):
        self.assertEqual(self.outcomes(CONFIG), ["next", "drag", "next", "drag", "drag"])
        self.tune("--write")
        self.assertEqual(self.outcomes(self.config.read_text()), ["next"] * 5)

    def test_write_changes_the_line_alone_and_keeps_the_old_file(self):
        self.config = self.file("config.toml", CONFIG)
        link = self.directory / "link.toml"
        link.symlink_to("config.toml")
        result = self.run_ctl("teach", "--config", link, "--write", "next", self.file("hand.evemu", HAND))
        self.assertIn(f"{link}: written; the previous version is {self.config}.bak", result.stderr)
        value = re.search(r'min_distance = ("[\d.]+mm")', result.stdout)[1]
        self.assertEqual(self.config.read_text(), CONFIG.replace('"12mm"', value))
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.config.stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.directory / "config.toml.bak").stat().st_mode & 0o777, 0o600)
        self.assertEqual(
            sorted(path.name for path in self.directory.iterdir()),
            [".local", "config.toml", "config.toml.bak", "hand.evemu", "link.toml"])
        self.assertIn("written", self.tune("--write", config=CONFIG.replace('"2mm"', '"3mm"')).stderr)
        self.assertIn('"3mm"', (self.directory / "config.toml.bak").read_text())

    def test_what_is_not_the_gesture_and_cannot_be_told_from_it(self):
        other = self.file("scroll.evemu", DEVICE + swipe(0, 11))
        result = self.tune("--against", other, "--write")
        self.assertEqual(result.returncode, 1)
        self.assertIn("gesturectl: scroll (not it)  yes", result.stderr)
        self.assertIn("was not changed, because scroll makes it, too, which is not it", result.stderr)
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_a_finger_that_moves_while_it_rests(self):
        config = '[[gesture]]\nname = "next"\ntype = "tap"\n'
        touch = DEVICE + down(0, 50, 50) + "".join(moved(s / 100, 50 + 2 * s, 50) for s in range(1, 5)) + up(0.1)
        result = self.tune(recording=touch, config=config)
        self.assertRegex(result.stdout, r'allowable_movement = "[\d.]+mm"  # "7mm" now\n')
        self.assertIn("your fingers move while they rest", result.stderr)

    def test_nothing_to_change_and_no_limit_that_helps(self):
        self.assertEqual(self.tune(recording=DEVICE + swipe(0, 20)).stdout, "next: 1 of 1 example makes it\nNo change is needed.\n")
        left = DEVICE + down(0, 100, 50) + "".join(moved(s / 100, 100 - 2 * s, 50) for s in range(1, 9)) + up(0.09)
        done = self.tune("--write", recording=left)
        self.assertIn("`drag` is recognized", done.stderr)
        self.assertIn("No change of a limit helps.", done.stdout)
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_the_taps_of_a_double_tap_are_one_attempt(self):
        config = '[[gesture]]\nname = "next"\ntype = "tap"\ntaps = 2\nmax_interval = "200ms"\n'
        taps = DEVICE + "".join(down(t, 50, 50) + up(t + 0.05) for t in (0, 0.2, 3, 3.31, 6, 6.15))
        result = self.tune(recording=taps, config=config)
        self.assertRegex(result.stdout, r'^next: 2 of 3 examples make it, 3 with the change\nmax_interval = "\d+ms"  # "200ms" now\n$')
        self.assertIn("your taps follow more slowly", result.stderr)

    def test_errors(self):
        for arguments, status, text in [
            (("next", self.file("keys.evemu", KEYBOARD)), 1, "no touch device"),
            (("--config", self.file("c.toml", CONFIG.replace("12mm", "12")), "next", DEMO), 1, "c.toml:9:16"),
            (("--examples", "0", "next"), 2, "--examples"),
            (("next", "--run", "true", DEMO), 1, '"next" exists, and --run is for a new gesture'),
            (("next", "--type", "pan", DEMO), 1, '"next" exists as a swipe'),
            (("--config", self.file("d.toml", CONFIG), "next"), 3, "no touchpad or touchscreen"),
        ]:
            with self.subTest(arguments):
                result = self.run_ctl("teach", *arguments) if "--config" in arguments else self.run_ctl(
                    "teach", "--config", self.file("e.toml", CONFIG), *arguments)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(text, result.stderr)


class InATerminal(Terminal):
    def test_the_screen_shows_what_a_pipe_gets(self):
        config, hand = self.file("config.toml", CONFIG), self.file("hand.evemu", DEVICE + swipe(0, 20) + swipe(2, 10))
        done = self.run_ctl("teach", "--config", config, "next", hand)
        piped = done.stdout + done.stderr
        self.tmux("resize-window", "-x", "100", "-y", "60")
        self.type(f"clear; {GESTURECTL} teach --config {config} next {hand} </dev/null; echo end-mark")
        screen = self.wait_for(lambda text: "\nend-mark" in text)
        shown = [line.rstrip() for line in screen.splitlines()]
        start = next(n for n, line in enumerate(shown) if line.startswith("next: "))
        self.assertEqual(shown[start: shown.index("end-mark")], piped.splitlines())


class New(Place):
    def teach(self, recording, *arguments, config=""):
        self.config = self.file("config.toml", config)
        return self.run_ctl("teach", "--config", self.config, self.file("hand.evemu", DEVICE + recording), *arguments)

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
                result = self.teach(motion)
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
                result = self.run_ctl("teach", "--config", self.file("config.toml", ""), hand)
                self.assertEqual(
                    result.stdout, f'[[gesture]]\nname = "{name}"\n{keys}\n# run = "a command"\n', result.stderr)
                out = self.run_ctl("replay", "--config", self.file("table.toml", result.stdout), hand).stdout
                self.assertIn(f" {name} ", out)

    def test_what_taps_and_motions_make_together(self):
        tap_drag = down(0, 50, 50) + up(0.05) + swipe(0.15, 25, time=0.4)
        twice = down(0, 50, 50) + up(0.05) + down(0.15, 50, 50) + up(0.2) + swipe(0.3, 25, time=0.4)
        for motion, keys in [(tap_drag, 'type = "tap-drag"'), (twice, 'type = "tap-drag"\ntaps = 2')]:
            self.assertEqual(
                self.teach(motion).stdout, f'[[gesture]]\nname = "tap-drag-1"\n{keys}\n# run = "a command"\n')

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
                result = self.run_ctl("teach", "--config", self.file("config.toml", ""), "--type", type, hand)
                self.assertRegex(
                    result.stdout, rf'^\[\[gesture\]\]\nname = "{type}-1"\ntype = "{type}"\n{keys}# run = "a command"\n$',
                    result.stderr)
                out = self.run_ctl("replay", "--config", self.file("table.toml", result.stdout), hand).stdout
                self.assertIn(f" {type}-1 ", out)
        result = self.teach(swipe(0, 20), "--type", "hover")
        self.assertEqual(result.returncode, 2)
        self.assertIn('--type "hover" cannot be read from a motion', result.stderr)

    def test_two_fingers_that_draw_a_circle_make_no_swipe(self):
        hand = self.file("hand.evemu", motions.recording("circle 2", "touchpad"))
        result = self.run_ctl("teach", "--config", self.file("config.toml", ""), hand)
        self.assertIn('type = "circle"\nfingers = 2\n', result.stdout)
        self.assertNotIn("swipe", result.stderr)

    def test_a_slow_motion_is_a_pan_first(self):
        for time, first in ((0.08, "swipe"), (0.6, "pan"), (1.5, "pan")):
            result = self.teach(swipe(0, 40, time=time))
            self.assertIn(f'type = "{first}"\n', result.stdout, f"{time} s: {result.stderr}")

    def test_the_zone_is_one_that_all_fingers_of_it_landed_in(self):
        def twice(far):
            return down(0, 50, 50) + up(0.05) + down(0.2, far, 50) + up(0.25)

        config = '[zone.left]\nx = ["0%", "26%"]\n[zone.wide]\nx = ["0%", "50%"]\n'
        for far, zone in ((50, 'zone = "left"\n'), (54, 'zone = "wide"\n')):
            self.assertIn(f'taps = 2\n{zone}', self.teach(twice(far), config=config).stdout)
        config = config.replace("50%", "26%")
        self.assertNotIn("zone =", self.teach(twice(54), config=config).stdout)

    def test_the_first_configuration_is_begun(self):
        hand = self.file("hand.evemu", DEVICE + swipe(0, 20))
        self.assertEqual(self.run_ctl("teach", hand).returncode, 0, "without a configuration")
        result = self.run_ctl("teach", "--write", hand)
        self.assertEqual(result.returncode, 0, result.stderr)
        path = self.directory / ".config/gestured/config.toml"
        self.assertIn(f"{path}: written, the first configuration", result.stderr)
        self.assertTrue(path.read_text().endswith(result.stdout))
        self.assertEqual(self.run_ctl("check").returncode, 0)

    def test_another_type_is_taken_by_name(self):
        result = self.teach(swipe(0, 20))
        self.assertIn("also read as pan horizontal, transform, stroke (--type)", result.stderr)
        self.assertIn('type = "pan"\nfingers = 1\naxis = "horizontal"\n', self.teach(swipe(0, 20), "--type", "pan").stdout)
        result = self.teach(swipe(0, 20), "--type", "tap")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("hand: was not read as tap; it was read as swipe right, pan horizontal, transform, stroke", result.stderr)

    def test_what_check_would_say(self):
        result = self.teach(swipe(0, 20), "--run", "nosuchprogram --now")
        self.assertRegex(result.stderr, "gesturectl: check: .*`?nosuchprogram")
        self.assertNotIn("check:", self.teach(swipe(0, 20), "--run", "true").stderr)
        config = '[[gesture]]\nname = "next"\ntype = "swipe"\ndirection = "right"\nrun = "nosuchprogram"\n'
        tuned = self.run_ctl("teach", "--config", self.file("c.toml", config), "next", self.file("hand.evemu", HAND))
        self.assertRegex(tuned.stderr, "gesturectl: check: .*`?nosuchprogram")

    def test_why_a_gesture_is_not_recognized(self):
        dead = '[zone.strip]\nx = ["0%", "100%"]\ngestures = "none"\n'
        result = self.teach(swipe(0, 20), config=dead)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("landed in the dead zone `strip`", result.stderr)
        ignored = self.teach(swipe(0, 20), config='[[device]]\nmatch = { name = "*" }\nignore = true\n')
        self.assertIn("the device is not used: the configuration ignores it", ignored.stderr)

    def test_zones_names_and_rivals_of_the_configuration(self):
        result = self.teach(swipe(0, 20), "--run", 'notify-send "it\'s"', config=CONFIG.replace("next", "swipe-right-1"))
        self.assertEqual(
            result.stdout, '[[gesture]]\nname = "swipe-right-1-2"\ntype = "swipe"\ndirection = "right"\nzone = "left"\n'
            'run = "notify-send \\"it\'s\\""\n')
        # Of equal gestures the one in the smaller zone wins, so the other is no rival there.
        self.assertNotIn("`swipe-right-1`", result.stderr)
        right = self.teach(swipe(0, 20, x=150), config=CONFIG)
        self.assertIn("it is not recognized: `next` is recognized", right.stderr)
        self.assertNotIn("zone", right.stdout)

    def test_write(self):
        kept = self.teach(swipe(0, 20, x=150), "--write", config=CONFIG)
        self.assertEqual(kept.returncode, 1)
        self.assertIn("it is not recognized: `next` is recognized", kept.stderr)
        self.assertIn("was not changed", kept.stderr)
        self.assertEqual(self.config.read_text(), CONFIG)
        hand = self.file("hand.evemu", DEVICE + swipe(0, 20))
        self.config.write_text(CONFIG, encoding="utf-8")
        result = self.run_ctl("teach", "--config", self.config, "--write", "far", hand)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.config.read_text(), CONFIG + "\n" + result.stdout)
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        again = self.run_ctl("teach", "--config", self.config, "--write", "--run", "true", "far", hand)
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
            [GESTURECTL, "teach", "--config", str(self.config), "--write", f"own-{number}", str(hand)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=self.environment) for number, hand in enumerate(hands)]
        said = {f"own-{number}" for number, writer in enumerate(writers) if ": written" in writer.communicate(timeout=60)[1]}
        self.assertTrue(said)
        written = set(re.findall('name = "(own-[0-9]+)"', self.config.read_text()))
        self.assertEqual(written, said)
        self.assertFalse(left.exists())
        self.assertEqual(
            sorted(path.name for path in self.directory.iterdir() if path.name.startswith("config")),
            sorted(["config.toml", other.name, "config.toml.bak"]))

    def taught(self, name, *drawn, config="", more=()):
        """Teaches a new gesture from drawn motions."""
        self.config = self.file("config.toml", config)
        self.hands = [self.file(f"{name}-{number}.evemu", motions.recording(words, "touchpad")) for number, words in enumerate(drawn, 1)]
        return self.run_ctl("teach", "--config", self.config, name, *self.hands, *more)

    def names(self, hand):
        out = self.run_ctl("replay", "--config", self.config, hand).stdout
        return {line.split()[1] for line in out.splitlines()}

    def test_three_examples_move_the_limits_beyond_them(self):
        result = self.taught(
            "next", "swipe 3 left 20mm 0.2s", "swipe 3 left 12mm 0.15s", "swipe 3 left 30mm 0.3s", more=["--run", "true", "--write"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('name = "next"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nmin_distance', result.stdout)
        self.assertIn(' in place of ["8mm", "12mm"]: your motion is shorter', result.stderr)
        # One more that is shorter than each of them.
        shorter = self.file("shorter.evemu", motions.recording("swipe 3 left 10mm 0.15s", "touchpad"))
        self.assertEqual(self.names(shorter), {"next"})
        kept = self.directory / ".local/share/gestured/examples/next"
        self.assertEqual(
            sorted(path.name for path in kept.iterdir()), [f"{n}.{end}" for n in (1, 2, 3) for end in ("evemu", "expected")])
        self.assertEqual((kept / "2.expected").read_text(), "next recognized\n")
        judged = self.run_ctl("test", "--config", self.config, kept)
        self.assertEqual((judged.returncode, judged.stdout), (0, "3 passed, 0 failed\n"))
        self.config.write_text(self.config.read_text().replace("swipe", "pan").replace("direction", "#"))
        self.assertEqual(self.run_ctl("test", "--config", self.config, kept).returncode, 1)

    def test_the_table_says_which_gestures_each_example_makes(self):
        config = '[[gesture]]\nname = "drag"\ntype = "pan"\nfingers = 3\nmin_distance = "1mm"\nrun = "true"\n'
        result = self.taught("next", "swipe 3 left 30mm 0.2s", "swipe 3 left 25mm 0.2s", config=config, more=["--write", "--type", "pan"])
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"gesturectl: +next  drag\ngesturectl: next-1  -     yes\ngesturectl: next-2  -     yes\n")
        self.assertIn("`drag` is recognized in place of `next`", result.stderr)
        self.assertIn("--first makes `drag` wait until it has failed", result.stderr)
        self.assertIn("was not changed, because 2 of 2 examples would not make it there", result.stderr)
        self.assertEqual(self.config.read_text(), config)
        first = self.run_ctl("teach", "--config", self.config, "next", *self.hands, "--write", "--type", "pan", "--first")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn('required_to_fail_by = ["drag"]\n', first.stdout)
        self.assertEqual(self.names(self.hands[0]), {"next"})

    def test_examples_of_different_gestures(self):
        for drawn, text in [
            (("swipe 3 left", "swipe 2 left"), "next-1 has 3 fingers, next-2 has 2 fingers"),
            (("swipe 3 left", "swipe 3 right"), "next-1 is swipe left, next-2 is swipe right"),
            (("swipe 1 left", "figure z"), "next-1 is swipe left, next-2 is stroke"),
            (("tap 1", "long-press 1", "tap 1"), "next-1 is tap, next-2 is long-press, next-3 is tap"),
            (("figure z", "circle 1", "figure z"), "example 2 is another figure than example 1"),
        ]:
            with self.subTest(drawn):
                result = self.taught("next", *drawn, more=["--write"])
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn(text, result.stderr)
                self.assertEqual(self.config.read_text(), "")
        result = self.taught("next", "figure z", "circle 1", more=["--type", "stroke"])
        self.assertIn("example 2 is another figure than example 1: their likeness is", result.stderr)

    def test_a_motion_that_is_not_the_gesture_moves_a_limit(self):
        drawn = ("drag 2 up 30mm 0.5s", "drag 2 up 40mm 0.5s", "drag 2 up 35mm 0.5s")
        other = self.file("other.evemu", motions.recording("drag 2 up 6mm 0.5s", "touchpad"))
        result = self.taught("next", *drawn, more=["--write", "--against", other])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("so that what is not the gesture does not make it", result.stderr)
        self.assertEqual(self.names(other), set())
        self.assertEqual([self.names(hand) for hand in self.hands], [{"next"}] * 3)
        same = self.run_ctl("teach", "--config", self.config, "again", *self.hands, "--write", "--first", "--against", self.hands[0])
        self.assertEqual(same.returncode, 1)
        self.assertIn("no limit keeps your examples and leaves that out", same.stderr)

    def test_a_figure_has_a_template_for_each_way_in_which_it_is_drawn(self):
        there = "line 1 30,0 0.4s"
        back = "line 1 -30,0 0.4s"
        result = self.taught("zed", "figure z", "figure z", more=["--run", "true", "--write"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"template = \[\[0, 0\]")
        self.assertIn("rotation_invariant = false\n", result.stdout)
        two = self.taught("flat", there, back, more=["--type", "stroke", "--write"])
        self.assertRegex(two.stdout, r"template = \[\[\[0, 0\].*\]\], \[\[100, 0\]", two.stderr)
        self.assertEqual([self.names(hand) for hand in self.hands], [{"flat"}] * 2)
        near = self.run_ctl("teach", "--config", self.config, "other", self.hands[0], "--type", "stroke")
        self.assertEqual(near.returncode, 1)
        self.assertIn("example 1 is as much `flat` (likeness 1) as this figure", near.stderr)

    def test_a_figure_goes_before_a_pan_and_what_fires_before_what_does_not(self):
        result = self.taught("zed", "figure z")
        self.assertIn('type = "stroke"\n', result.stdout)
        self.assertIn("also read as transform, pan vertical (--type)", result.stderr)
        self.assertIn('type = "circle"\n', self.taught("round", "circle 1").stdout)

    def test_two_motions_one_after_the_other_are_a_sequence(self):
        for drawn, steps in [
            ("long-press 1; tap 1", '{ type = "long-press" }, { type = "tap" }'),
            ("swipe 3 left; wait 0.2s; pinch 2 in",
             '{ type = "swipe", fingers = 3, direction = "left" }, { type = "pinch", fingers = 2, direction = "in" }'),
        ]:
            with self.subTest(drawn):
                result = self.taught("two", drawn, more=["--write"])
                self.assertIn(f'type = "sequence"\nsteps = [{steps}]\n', result.stdout)
                self.assertEqual(self.names(self.hands[0]), {"two"})

    def test_several_motions_in_a_recording_are_several_examples(self):
        result = self.taught("next", "swipe 3 left; wait 2s; swipe 3 left; wait 2s; swipe 3 left", more=["--json"])
        self.assertEqual([row["recording"] for row in json.loads(result.stdout)["examples"]], ["next-1-1", "next-1-2", "next-1-3"])
        self.assertEqual([row["makes"] for row in json.loads(result.stdout)["examples"]], [["next"]] * 3)
        self.assertIsNone(json.loads(result.stdout).get("obstacle"))

    def test_the_place_where_all_examples_begin(self):
        result = self.taught("corner", "swipe 1 right at 20,20", "swipe 1 right at 24,22", more=["--here", "--write"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('[zone.corner-place]\nx = ["', result.stdout)
        self.assertIn('zone = "corner-place"\n', result.stdout)
        self.assertEqual(self.names(self.hands[0]), {"corner"})
        elsewhere = self.file("elsewhere.evemu", motions.recording("swipe 1 right at 70,50", "touchpad"))
        self.assertEqual(self.names(elsewhere), set())

    def test_kept_examples_count_when_a_gesture_is_taught_again(self):
        self.taught("next", "swipe 3 left 40mm 0.2s", "swipe 3 left 40mm 0.25s", more=["--write"])
        short = self.file("short.evemu", motions.recording("swipe 3 left 6mm 0.1s", "touchpad"))
        again = self.run_ctl("teach", "--config", self.config, "next", short, "--write")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("gesturectl: with 2 examples that are kept\n", again.stderr)
        self.assertIn("next: 2 of 3 examples make it, 3 with the change\n", again.stdout)
        self.assertEqual(self.names(short), {"next"})
        self.assertIn("examples/next: 3 examples", again.stderr)

    def test_ordinary_work_and_the_limit_that_avoids_a_gesture_in_it(self):
        self.taught("slide", "drag 2 up 30mm 0.5s", "drag 2 up 40mm 0.5s", more=["--write", "--type", "pan"])
        self.config.write_text(
            self.config.read_text() + '\n[[gesture]]\nname = "other"\ntype = "tap"\nfingers = 2\n[[gesture]]\nname = "far"\ntype = "tap"\nfingers = 3\n')
        work = self.directory / "work"
        self.file("work/a.evemu", motions.recording("drag 2 up 6mm 0.5s; wait 2s; drag 2 down 8mm 0.5s; wait 2s; tap 2", "touchpad"))
        checked = self.run_ctl("check", self.config, "--against", work)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        lines = checked.stdout.splitlines()[-4:]
        self.assertRegex(lines[0], r"^In [\d.]+ s of touching in 1 recording: 3 recognized, [\d.]+ an hour$")
        avoided = re.match(r"  slide: 2 times \(a, 0\.\d+ s, …\); `min_distance = (.*)` avoids this and keeps its 2 examples$", lines[1])
        self.assertTrue(avoided, lines)
        self.assertIn("  other: once (a, ", lines[2])
        self.assertIn("`gesturectl teach other` keeps examples of it", lines[2])
        self.assertEqual(lines[3], "  never: far")
        self.config.write_text(self.config.read_text().replace('type = "pan"', f'type = "pan"\nmin_distance = {avoided[1]}', 1))
        self.assertIn("  never: slide, far", self.run_ctl("check", self.config, "--against", work).stdout)
        self.assertEqual([self.names(hand) for hand in self.hands], [{"slide"}] * 2)
        self.assertEqual(self.run_ctl("check", self.config, "--json", "--against", work).returncode, 2)

    def test_nothing_is_written_to_a_read_only_configuration(self):
        self.taught("next", "swipe 3 left", "swipe 3 left")
        self.config.chmod(0o400)
        result = self.run_ctl("teach", "--config", self.config, "next", *self.hands, "--write")
        self.assertEqual(result.returncode, 1)
        self.assertIn("is read-only; nothing was written", result.stderr)
        self.assertFalse((self.directory / ".local").exists())

    def test_the_words_of_the_version_before(self):
        self.taught("next", "swipe 3 left 20mm 0.2s")
        old = self.run_ctl("bind", "--config", self.config, "--name", "far", "--run", "true", "--append", self.hands[0])
        self.assertEqual(old.returncode, 0, old.stderr)
        self.assertIn("`gesturectl bind` is now `gesturectl teach`; this version understands both", old.stderr)
        self.assertIn('name = "far"', self.config.read_text())
        old = self.run_ctl("tune", "--config", self.config, "--times", "2", "--plain", "--most", "2", "far", self.hands[0])
        self.assertEqual(old.returncode, 0, old.stderr)
        self.assertIn("No change is needed.", old.stdout)

    def test_a_name_that_is_nearly_one_of_the_file(self):
        result = self.taught("nxt", "swipe 3 left", config=CONFIG)
        self.assertIn('there is no gesture "nxt", so this is a new one; did you mean "next"?', result.stderr)

    def test_errors(self):
        result = self.run_ctl("teach", "--config", self.file("config.toml", ""), self.file("keys.evemu", KEYBOARD))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("not a touch device", result.stderr)
        result = self.teach("")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no touches", result.stderr)
        result = self.teach(swipe(0, 20), "--type", "hover")
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
