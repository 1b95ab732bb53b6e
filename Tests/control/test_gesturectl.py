"""gesturectl from outside: output, errors and exit status."""

import concurrent.futures
import contextlib
import json
import os
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import time
import unittest

from harness import BUILD, DEADLINE, DEMO, GESTURECTL, TOP, Place
from passes import Passes, TimeOfLine, lines, time_of_json

PATH = os.environ["PATH"]
GOOD = '[[gesture]]\nname = "t"\ntype = "tap"\n'
BAD = '[[gesture]]\nname = "s"\ntype = "swype"\n'
DEVICE = """# EVEMU 1.3
N: pad
I: 0003 0001 0001 0001
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 2000 0 0 10
A: 01 0 1200 0 0 10
A: 2f 0 9 0 0 0
A: 35 0 2000 0 0 10
A: 36 0 1200 0 0 10
A: 39 0 65535 0 0 0
"""
KEYBOARD = "# EVEMU 1.3\nN: keys\nI: 0003 0001 0001 0001\nB: 00 03 00 00 00 00 00 00 00\nB: 01 02 00 00 00 00 00 00 00\n"


def frame(seconds, *events):
    return "".join(f"E: {seconds:.6f} {t:04x} {c:04x} {v:04d}\n" for t, c, v in [*events, (0, 0, 0)])


def down(seconds, x, y, slot=0, number=1):
    """A landing at a position in mm on the 200 × 120 mm of DEVICE."""
    return frame(
        seconds, (3, 0x2F, slot), (3, 0x39, number), (3, 0x35, int(x * 10)), (3, 0x36, int(y * 10)), (1, 0x14A, 1))


def moved(seconds, x, y):
    return frame(seconds, (3, 0x35, int(x * 10)), (3, 0x36, int(y * 10)))


def up(seconds):
    return frame(seconds, (3, 0x39, -1), (1, 0x14A, 0))


def drag(end=True):
    text = DEVICE + down(0, 20, 20)
    for step in range(1, 6):
        text += moved(step / 100, 20 + 2 * step, 20)
    return text + (up(0.06) if end else "")


TAP = DEVICE + down(0, 50, 50) + up(0.08)
PAN = '[[gesture]]\nname = "drag"\ntype = "pan"\n'


class Labels(Place):
    """scripts/confusion, the table of labelled recordings."""

    def table(self, configuration=None):
        config = ["--config", self.file("config.toml", configuration)] if configuration else []
        return subprocess.run(
            [TOP / "scripts/confusion", self.directory / "labelled", *config], capture_output=True, text=True, timeout=DEADLINE,
            env=self.environment | {"GESTURECTL": GESTURECTL})

    def labelled(self, name, label, recording):
        self.file(f"labelled/{name}.evemu", recording.replace("N: pad\n", f"N: pad\n# Label: {label}\n"))

    def test_a_table_of_what_was_recognized(self):
        self.labelled("a", "tap-1", TAP)
        self.labelled("b", "tap-1", drag())
        self.labelled("c", "pan-right-1", drag())
        self.labelled("d", "pan-1", drag())
        self.file("labelled/without.evemu", TAP)
        result = self.table(GOOD + PAN)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(
            [line.split() for line in result.stdout.splitlines()][1:], [
                ["pad", "pan-1", "1", "1"], ["pad", "pan-right-1", "1", "1"],
                ["pad", "tap-1", "1", "2", "1", "×", "pan-right-1"],
                ["3", "of", "4", "recordings", "recognized", "as", "labelled", "(75", "%)"]])
        self.assertIn("2 × nothing", self.table(PAN.replace("pan", "rotation")).stdout)
        self.labelled("e", "tap-1\n# Synthetic", TAP)
        lines = self.table(GOOD + PAN).stdout.splitlines()
        self.assertEqual(lines[-2:], [
            "3 of 4 recordings recognized as labelled (75 %)", "1 of 1 synthetic recordings recognized as labelled (100 %)"])

    def test_a_bad_label_and_no_label_are_errors(self):
        self.labelled("a", "tapping", TAP)
        self.assertIn('a.evemu: "tapping" is not a label', self.table(GOOD).stderr)
        (self.directory / "labelled/a.evemu").write_text(TAP)
        result = self.table(GOOD)
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no recording with a label", result.stderr)

    def test_synthetic_hands_are_the_same_each_time_and_mostly_recognized(self):
        def written(folder):
            subprocess.run([TOP / "scripts/hands.py", folder, "--count", "2"], check=True, timeout=DEADLINE)
            return {path.name: path.read_bytes() for path in folder.iterdir()}

        first, second = written(self.directory / "labelled"), written(self.directory / "again")
        self.assertEqual(first, second)
        result = self.table()
        right, total = re.search(r"(\d+) of (\d+) synthetic recordings", result.stdout).groups()
        self.assertEqual(int(total), len(first))
        labels = [line.split()[2] for line in result.stdout.splitlines() if line.startswith("synthetic ")]
        types = {re.sub(r"(-(left|right|up|down|top|bottom|in|out))?-\d+$", "", label) for label in labels}
        self.assertEqual(types - {"double-tap"}, {
            "tap", "long-press", "pan", "swipe", "pinch", "rotation", "edge-pan", "hold", "tap-drag", "tip-tap", "transform", "circle",
            "stroke", "hover"})
        self.assertGreater(int(right), 0.9 * int(total), result.stdout)


class Session(Place):
    """scripts/session, with a program in place of gesturectl that records a tap at once."""

    def session(self, answer, takes=999):
        self.file("tap.evemu", TAP)
        # record --sequences N -o FILE
        stub = self.file("record", f"""#!/bin/sh
echo x >>"{self.directory}/takes"
[ "$(wc -l <"{self.directory}/takes")" -le {takes} ] || {{ echo "the device has disappeared" >&2; exit 1; }}
exec cp "{self.directory}/tap.evemu" "$5"
""")
        stub.chmod(0o755)
        return subprocess.run(
            [TOP / "scripts/session", self.directory / "given"], input=answer, capture_output=True, text=True, timeout=DEADLINE,
            env=self.environment | {"GESTURECTL": str(stub)})

    def written(self):
        return sorted(path.name for path in (self.directory / "given").glob("*"))

    def test_forty_gestures_three_times_with_their_labels(self):
        result = self.session("y\n")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("40/40", result.stdout)
        self.assertEqual(len(self.written()), 120)
        for name in ("tap-1-1", "double-tap-2-3", "pan-up-3-3"):
            text = (self.directory / f"given/{name}.evemu").read_text()
            self.assertEqual(text, TAP.replace("N: pad\n", f"N: pad\n# Label: {name[:-2]}\n"))

    def test_nothing_is_written_without_consent(self):
        for answer in ("n\n", "\n", ""):
            result = self.session(answer)
            self.assertEqual(result.returncode, 0)
            self.assertIn("Recorded: 120 files", result.stdout)
            self.assertTrue(result.stdout.endswith("Nothing was written.\n"))
        self.assertFalse((self.directory / "given").exists())

    def test_files_that_are_there_are_kept(self):
        kept = self.file("given/tap-1-1.evemu", "mine")
        result = self.session("y\n")
        self.assertEqual((result.returncode, kept.read_text()), (1, "mine"))
        self.assertIn("already contains files", result.stderr)

    def test_what_gesturectl_says_ends_it(self):
        result = self.session("y\n", takes=2)
        self.assertEqual((result.returncode, self.written()), (1, []))
        self.assertIn("the device has disappeared", result.stderr)


class Replay(Place):
    def replay(self, recording, configuration, *more, said=""):
        path = self.file("hand.evemu", recording)
        config = self.file("config.toml", configuration)
        result = self.run_ctl("replay", "--config", config, *more, path)
        # The line for recordings without a recognized gesture has its own test.
        stderr = "".join(line for line in result.stderr.splitlines(True) if "touch sequence" not in line)
        self.assertEqual((result.returncode, stderr), (0, said))
        return result.stdout

    def test_the_examples_of_the_specification(self):
        self.assertEqual(
            self.replay(TAP, GOOD, "--json"),
            '{"time":0.080000,"device":"hand","gesture":"t","type":"tap","state":"recognized","fingers":1,'
            '"location":{"x":50,"y":50},"taps":1,"start":{"x":50,"y":50},"stage":{"width":200,"height":120}}\n')
        self.assertEqual(
            self.replay(drag(), PAN),
            "0.010 drag pan 1 began by +2.0,+0.0 (+200,+0 mm/s) at 22.0,20.0\n"
            "0.060 drag pan 1 ended by +10.0,+0.0 (+200,+0 mm/s) at 30.0,20.0\n")
        self.assertEqual(self.replay(drag(), PAN, "--changed").count(" changed "), 4)
        press = '[[gesture]]\nname = "press"\ntype = "long-press"\n'
        self.assertEqual(
            self.replay(DEVICE + down(0, 50, 50) + up(1.21), press).splitlines()[0],
            "0.500 press long-press 1 began at 50.0,50.0")

    def test_explain_says_what_was_withheld(self):
        pad = DEVICE.replace("P: 02", "P: 00").replace("B: 01 00 04", "B: 01 20 04")
        strip = pad + down(0, 2, 50) + up(0.08)
        self.assertEqual(
            self.replay(strip, PAN, "--explain"),
            "0.080 contact withheld palm-edge: landed from the side by 2 mm, within 5 mm (palm_edge) at 2.0,50.0\n")
        event = json.loads(self.replay(strip, PAN, "--explain", "--json"))
        self.assertEqual(event, {
            "time": 0.08, "device": "hand", "gesture": "", "type": "contact", "state": "withheld",
            "location": {"x": 2, "y": 50}, "reason": "palm-edge", "measured": 2, "limit": 5, "unit": "mm",
            "key": "palm_edge", "detail": "landed from the side by 2 mm, within 5 mm (palm_edge)"})
        said = "gesturectl: the recording has no touches; 1 contact was withheld; --explain says why\n"
        self.assertEqual(self.replay(strip, PAN, said=said), "")
        switched = '[[device]]\nmatch = { name = "*" }\npalm_edge = false\n' + PAN
        self.assertNotIn("withheld", self.replay(strip, switched, "--explain"))
        page = self.directory / "page.html"
        self.replay(strip, PAN, "--explain", "--html", page, said=f"gesturectl: wrote {page}\n")
        self.assertRegex(page.read_text(), "reached no gesture: 1</summary>\n<pre>0.080 contact withheld palm-edge: landed")

    def test_a_recording_that_ends_with_fingers_down_ends_its_gestures(self):
        lines = self.replay(drag(end=False), PAN).splitlines()
        self.assertEqual(lines[-1].split(" at ")[0], "0.050 drag pan 1 cancelled by +10.0,+0.0 (+200,+0 mm/s)")

    def test_a_pending_tap_is_recognized_after_the_end(self):
        double = GOOD + '[[gesture]]\nname = "d"\ntype = "tap"\ntaps = 2\n'
        (event,) = [json.loads(line) for line in self.replay(TAP, double, "--json").splitlines()]
        self.assertEqual((event["gesture"], event["time"], event["gesture_time"]), ("t", 0.43, 0.08))

    def test_do_comes_before_a_frame_of_the_same_time(self):
        self.assertEqual(self.replay(TAP, GOOD, "--do", "0.080 pause t"), "")
        self.assertEqual(self.replay(TAP, GOOD, "--do", "0.081 pause t").count("\n"), 1)
        again = TAP + down(1, 50, 50) + up(1.08)
        out = self.replay(again, GOOD, "--do", "0.5 resume t", "--do", "0 pause t")
        self.assertEqual(out, "1.080 t tap 1 recognized at 50.0,50.0\n")
        cancelled = self.replay(drag(), PAN, "--do", "0.030 pause drag").splitlines()
        self.assertEqual([line.split()[:5:4] for line in cancelled], [["0.010", "began"], ["0.030", "cancelled"]])

    def test_context(self):
        when = GOOD + 'when = { app = "fire*" }\n'
        self.assertEqual(self.replay(TAP, when), "")
        self.assertEqual(self.replay(TAP, when, "--do", "0 context app=firefox title=x").count("\n"), 1)
        self.assertEqual(self.replay(TAP, when, "--do", "0 context app=firefox", "--do", "0 context app="), "")

    def test_explain_gives_reason_measure_and_limit(self):
        (failed, *_) = [json.loads(line) for line in self.replay(drag(), GOOD, "--json", "--explain").splitlines()]
        self.assertEqual(
            failed, {
                "time": 0.04, "device": "hand", "gesture": "t", "type": "tap", "state": "failed",
                "reason": "moved-too-far", "measured": 8, "limit": 7, "unit": "mm", "key": "allowable_movement", "touch": 1,
                "detail": "touch 1 moved 8 mm; `allowable_movement` allows 7 mm"})
        both = self.replay(drag(), GOOD + PAN, "--explain=all")
        self.assertIn("0.010 t tap failed prevented: `drag` was recognized first\n", both)

    def test_explain_names_a_clock_that_stands_still(self):
        """Times that are equal or go back, as of a recording with a broken clock."""
        drawn = self.run_ctl("record", "--drawn", "touchpad: swipe 3 left").stdout
        times = [float(line.split()[1]) for line in drawn.splitlines() if line.startswith("E: ")]
        swipe = '[[gesture]]\nname = "s"\ntype = "swipe"\nfingers = 3\ndirection = "left"\n'
        for clock in (lambda at: 0.0, lambda at: times[-1] - at):
            turned = re.sub(r"(?m)^E: (\S+)", lambda match: f"E: {clock(float(match[1])):.6f}", drawn)
            for fire in ("", 'fire_on = "release"\n'):
                result = self.run_ctl(
                    "replay", "--explain", "--config", self.file("swipe.toml", swipe + fire), self.file("hand.evemu", turned))
                self.assertIn("\n  s: the clock of its events stands still, so it has no speed\n", result.stdout)

    def test_explain_sums_up_each_touch_sequence(self):
        recording = drag() + down(1, 50, 50) + up(1.08)
        short = '[[gesture]]\nname = "far"\ntype = "pan"\nmin_distance = "12mm"\n'
        self.assertEqual(
            self.replay(recording, short + '[[gesture]]\nname = "two"\ntype = "swipe"\nfingers = 2\n', "--explain"),
            "sequence 1, 0.000 s to 0.060 s, 1 finger: nothing recognized\n"
            "  far: moved 10 mm, 2 mm short of `min_distance` 12 mm\n  two: needs 2 fingers\n\n"
            "sequence 2, 1.000 s to 1.080 s, 1 finger: nothing recognized\n"
            "  far: did not move; `min_distance` is 12 mm\n  two: needs 2 fingers\n\n")
        lines = self.replay(recording, PAN, "--explain", "--gesture", "drag").splitlines()
        self.assertEqual((lines[0], lines[3]), ("sequence 1, 0.000 s to 0.060 s, 1 finger: drag", ""))
        self.assertTrue(all(" drag pan 1 " in line for line in lines[1:3]), lines)

    def test_without_explain_it_says_what_was_nearly_recognized(self):
        config = self.file("config.toml", '[[gesture]]\nname = "far"\ntype = "pan"\nmin_distance = "12mm"\n')
        path, page = self.file("hand.evemu", drag()), self.directory / "page.html"
        result = self.run_ctl("replay", "--config", config, "--html", page, path)
        self.assertEqual(
            (result.stdout, result.stderr),
            ("", "gesturectl: no gesture was recognized in 1 touch sequence; --explain says why (1 near miss)\n"
             f"gesturectl: wrote {page}\n"))
        wrong = self.run_ctl("replay", "--config", config, "--gesture", "fra", path)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn('there is no gesture "fra"', wrong.stderr)

    def test_touches_lists_the_positions(self):
        events = [json.loads(line) for line in self.replay(drag(), PAN, "--json", "--touches").splitlines()]
        self.assertEqual(events[0]["touches"], [{"x": 22, "y": 20}])

    def test_numbers_and_keys(self):
        demo = self.run_ctl("replay", "--json", "--explain", "--touches", DEMO).stdout
        self.assertGreater(demo.count("\n"), 20)
        for line in demo.splitlines():
            self.assertRegex(line, r'^\{"time":\d+\.\d{6},"(gesture_time":\d+\.\d{6},")?device":"demo","gesture":"')
            for number in re.findall(r"[:\[](-?[\d.]+)", re.sub(r'"(gesture_)?time":[\d.]+', "", re.sub(r'"detail":.*', "", line))):
                self.assertRegex(number, r"^-?\d+(\.\d{4,})?$", line)

    def test_output_is_reproducible_and_files_are_separate(self):
        once = [self.run_ctl("replay", "--json", "--explain", DEMO).stdout for _ in range(2)]
        self.assertEqual(once[0], once[1])
        twice = self.run_ctl("replay", "--json", "--explain", DEMO, DEMO).stdout
        self.assertEqual(twice, once[0] * 2)

    def test_the_demonstration_has_gestures_of_four_and_five_fingers(self):
        config = self.file("config.toml", "".join(
            f'[[gesture]]\nname = "{name}"\ntype = "{kind}"\nfingers = {count}\n{key}\n' for name, kind, count, key in (
                ("volume", "pan", 4, 'axis = "vertical"'), ("left", "swipe", 4, 'direction = "left"'),
                ("grab", "pinch", 5, 'direction = "in"'))))
        out = self.run_ctl("replay", "--config", config, DEMO).stdout
        self.assertEqual(
            [line.split()[1:5] for line in out.splitlines() if "ended" not in line],
            [["volume", "pan", "4", "began"], ["left", "swipe", "4", "recognized"], ["grab", "pinch", "5", "began"]])

    def test_report_is_one_page(self):
        page = self.directory / "page.html"
        self.replay(drag(), GOOD + PAN, "--html", page, said=f"gesturectl: wrote {page}\n")
        text = page.read_text()
        self.assertEqual(text.count("<svg"), 1)
        self.assertIn("<title>hand.evemu</title>", text)
        self.assertIn("`drag` was recognized first", text)
        self.assertNotRegex(text, r'src=|href="[^#]|url\(|https?:')
        self.assertIn('[[gesture]]\nname = &quot;drag&quot;', text)


    def test_a_page_is_bounded_whatever_the_times_and_axes_are(self):
        wide = TAP.replace("A: 35 0 2000 0 0 10", "A: 35 -2147483648 2147483647 0 0 1").replace("A: 36 0 1200 0 0 10", "A: 36 -2147483648 2147483647 0 0 1")
        self.assertNotEqual(wide, TAP)
        late = TAP + "E: 4000000000000.000000 0000 0000 0000\n" + "".join(
            f"E: 4000000000000.{n:06} {event}\n" for n, event in ((1, "0003 002f 0000"), (1, "0003 0039 0009"), (1, "0000 0000 0000")))
        for name, text in (("wide", wide), ("late", late)):
            with self.subTest(name):
                page = self.directory / f"{name}.html"
                result = self.run_ctl(
                    "replay", "--config", self.file("c.toml", GOOD), "--html", page, self.file(f"{name}.evemu", text))
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertLess(page.stat().st_size, 200_000)


class WrittenFiles(Place):
    """--html writes a new file, or with --force a regular one. It never replaces any other file."""

    def report(self, path, *more):
        good, hand = self.file("good.toml", GOOD), self.file("hand.evemu", TAP)
        return self.run_ctl("replay", "--config", good, "--html", path, *more, hand)

    def test_a_file_that_exists_is_replaced_with_force_only(self):
        page = self.file("page.html", "<!doctype html>mine")
        result = self.report(page)
        self.assertEqual((result.returncode, page.read_text()), (2, "<!doctype html>mine"))
        self.assertIn("--force", result.stderr)
        self.assertEqual(self.report(page, "--force").returncode, 0)
        self.assertIn("<svg", page.read_text())

    def test_what_is_no_regular_file_is_left_alone(self):
        fifo, link, target = self.directory / "fifo", self.directory / "link", self.file("target", "mine")
        os.mkfifo(fifo)
        link.symlink_to(target)
        null = self.directory / "null"
        if os.getuid() == 0:
            os.mknod(null, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        paths = [(fifo, "not a regular file"), (link, "symbolic link"), (self.directory, "not a regular file")]
        for path, text in paths + ([(null, "not a regular file")] if os.getuid() == 0 else []):
            before = os.lstat(path)
            for more in ((), ("--force",)):
                with self.subTest(path=path.name, more=more):
                    result = self.report(path, *more)
                    self.assertEqual(result.returncode, 2, result.stderr)
                    self.assertIn(text, result.stderr)
                    after = os.lstat(path)
                    self.assertEqual((before.st_ino, before.st_mode), (after.st_ino, after.st_mode))
        self.assertEqual(target.read_text(), "mine")

    def test_an_output_that_takes_nothing_ends_it_with_status_1(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run(
                [GESTURECTL, "replay", str(DEMO)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=20, env=self.environment)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output: cannot be written: No space left on device", result.stderr)


class TextOfOthers(Place):
    """Names and values with control characters: escaped on the terminal and in the log, JSON's own escapes in --json."""

    CONFIGURATION = '''
[[gesture]]
name = "t"
type = "tap"
run = 'printf "out\\033[0m\\n"; printf "err\\007\\n" >&2; exit 1'
'''

    def assert_clean(self, text, lines=None):
        self.assertNotRegex(text, "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]", repr(text))
        if lines is not None:
            self.assertEqual(text.count("\n"), lines, text)

    def test_offline(self):
        config = self.file("c\x1b[1m.toml", self.CONFIGURATION)
        hand = self.file("hand\x07.evemu", TAP.replace("N: pad", "N: pad\x1b]0;title\x07"))
        page = self.directory / "page.html"
        shown = self.run_ctl("replay", "--config", config, "--explain", "--html", page, hand, hand)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("hand\\u{7}.evemu", shown.stdout)
        for text in (shown.stdout, shown.stderr, page.read_text()):
            self.assert_clean(text)
        event = json.loads(self.run_ctl("replay", "--config", config, "--json", hand).stdout.splitlines()[0])
        self.assertEqual(event["device"], "hand\x07")
        bad = self.file("bad\x1b.toml", BAD + GOOD + 'require_failure_of = ["no\\u001b[31m\\u009b2J\\u0007\\nx"]\n')
        for arguments in (["check", bad], ["replay", "--config", bad, hand], ["replay", self.directory / "no\x1b\n.evemu"], ["test", self.directory]):
            result = self.run_ctl(*arguments)
            self.assertEqual(result.returncode, 1)
            self.assert_clean(result.stdout + result.stderr)

    def test_with_the_daemon(self):
        config = self.file("c.toml", self.CONFIGURATION)
        self.start("--config", config, "--replay", DEMO, "--print")
        self.assertEqual(self.run_ctl("control", "context", "title=\x1b]0;x\x07\nq").returncode, 0)
        self.assertEqual(self.run_ctl("control", "trigger", "t").returncode, 1, "its command fails")
        for arguments in (["status"], ["status", "context"], ["control", "trigger", "no\x1b"]):
            result = self.run_ctl(*arguments)
            self.assert_clean(result.stdout + result.stderr)
            self.assertIn("\\u{1b}", result.stdout + result.stderr)
        self.assertEqual(self.run_ctl("status", "context").stdout.count("\n"), 1)
        self.assertEqual(json.loads(self.run_ctl("status", "--json").stdout)["context"]["title"], "\x1b]0;x\x07\nq")
        deadline = time.monotonic() + DEADLINE
        while "failed with exit status 1" not in self.log.read_text():
            self.assertLess(time.monotonic(), deadline, self.log.read_text())
            select.select([], [], [], 0.01)
        text = self.log.read_text()
        self.assert_clean(text)
        self.assertIn("err\\u{7}", text)


class Failures(Place):
    """(arguments, exit status, standard error); standard output stays empty."""

    def test_error_line_and_exit_status(self):
        good, bad = self.file("good.toml", GOOD), self.file("bad.toml", BAD)
        hand, empty = self.file("hand.evemu", TAP), self.file("empty.evemu", "")
        keyboard = self.file("keyboard.evemu", KEYBOARD + "E: 0.0 0000 0000 0\n")
        noise = self.file("noise.evemu", "hello\n")
        cases = [
            (["replay", "--config", bad, hand], 1, 'bad.toml:3:8: `type` cannot be "swype"; did you mean "swipe"?'),
            (["replay", "--config", self.directory / "none.toml", hand], 1, "none.toml: cannot be read"),
            (["replay", "--config", good, self.directory / "none.evemu"], 1, "none.evemu: cannot open it"),
            (["replay", "--config", good, empty], 1, "empty.evemu: the file is empty"),
            (["replay", "--config", good, noise], 1, "noise.evemu"),
            (["replay", "--config", good, keyboard], 1, '"keys" is not a touch device'),
            (["replay", "--config", good, "--do", "0 resume nothing", hand], 1, 'no gesture "nothing"'),
            (["replay", "--config", good, "--do", "soon resume t", hand], 2, '"SECONDS resume NAME"'),
            (["replay", "--config", good, "--do", "0 context app", hand], 2, "KEY=VALUE"),
            (["replay", "--config", good, "--html", "/nowhere/x.html", hand], 1, "/nowhere/x.html"),
            (["replay", "--config", good, "--html", hand, hand], 2, "exists; name another file, or add --force"),
            (["replay"], 2, "Missing expected argument"),
            (["replay", "--jsn", hand], 2, "Did you mean '--json'"),
            (["dance"], 2, "dance"),
            (["test", "--config", good, self.directory / "none"], 1, "no such file"),
            (["test", "--config", good, self.directory], 1, "--update"),
            (["status"], 3, "no daemon is running at"),
            (["monitor", "--type", "tipp"], 2, 'no type "tipp"'),
            (["control", "context", "app"], 2, "KEY=VALUE"),
            (["control", "resume", "t", "--socket", "/" + "x" * 200], 3, "107 bytes"),
        ]
        for arguments, status, text in cases:
            with self.subTest(arguments=[str(a) for a in arguments]):
                result = self.run_ctl(*arguments)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(text, result.stderr)
                self.assertNotIn("the recording has no touches", result.stderr, "no recording was read")
                if arguments[:1] != ["replay"] or "--html" not in arguments:
                    self.assertEqual(result.stdout, "")

    def test_one_invalid_recording_does_not_affect_others(self):
        good, hand = self.file("good.toml", GOOD), self.file("hand.evemu", TAP)
        result = self.run_ctl("replay", "--config", good, self.directory / "none.evemu", hand)
        self.assertEqual(result.returncode, 1)
        self.assertIn("0.080 t tap 1 recognized", result.stdout)

    def test_without_a_runtime_directory(self):
        del self.environment["XDG_RUNTIME_DIR"]
        result = self.run_ctl("status")
        self.assertEqual(result.returncode, 3)
        self.assertIn("--socket PATH", result.stderr)

    def answered_by(self, *replies):
        """The output of `status` if a foreign program answers its call with these bytes."""
        path = self.directory / "foreign.sock"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen()
            process = subprocess.Popen(
                [GESTURECTL, "status", "--socket", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env=self.environment)
            server.settimeout(DEADLINE)
            connection, _ = server.accept()
            try:
                connection.recv(65536)
                for reply in replies:
                    connection.sendall(reply)
                out, err = process.communicate(timeout=DEADLINE)
            except (BrokenPipeError, ConnectionResetError):
                out, err = process.communicate(timeout=DEADLINE)
            finally:
                connection.close()
                path.unlink()
        return process.returncode, out, err

    def test_nonsense_from_another_program_is_one_line(self):
        replies = {
            "huge number": [b'{"parameters":{"uptime":1e300,"loaded":0}}\0'], "huge integer": [b'{"parameters":{"uptime":9223372036854775807}}\0'],
            "huge size": [b'{"parameters":{"devices":[{"name":"x","width":1e300,"height":1}]}}\0'], "no JSON": [b"nonsense\0"],
            "endless": [b"x" * 65536] * 400,
        }
        for name, chunks in replies.items():
            with self.subTest(name):
                status, out, err = self.answered_by(*chunks)
                self.assertEqual((status, out, err.count("\n")), (3, "", 1), err)
                self.assertIn("does not speak the daemon's protocol", err)

    @unittest.skipUnless(os.getuid() == 0, "only root can be another user")
    def test_a_daemon_of_another_user_is_refused(self):
        path = self.directory / "foreign.sock"
        ready, written = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ready)
            self.directory.chmod(0o777)
            os.setuid(65534)
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
                server.listen()
                os.write(written, b"x")
                server.accept()[0].recv(1)
            os._exit(0)
        os.close(written)
        os.read(ready, 1)
        os.close(ready)
        result = self.run_ctl("status", "--socket", path)
        os.waitpid(child, 0)
        self.assertEqual(result.returncode, 3)
        self.assertIn("belongs to another user", result.stderr)

    def test_another_program_at_the_socket(self):
        path = self.file("plain", "")
        result = self.run_ctl("status", "--socket", path)
        self.assertEqual(result.returncode, 3)


class FirstConfiguration(Place):
    def test_it_is_written_for_the_desktop_and_never_over_a_file(self):
        path = self.directory / ".config/gestured/config.toml"
        self.environment["XDG_CURRENT_DESKTOP"] = "sway:wlroots"
        self.environment["PATH"] = f"{self.programs('swaymsg', 'wpctl', 'awk')}:{PATH}"
        result = self.run_ctl("setup", "--only-configuration")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        example = (TOP / "config/examples/sway.toml").read_text(encoding="utf-8")
        schema = f"#:schema {TOP}/config/gestured.schema.json\n"
        self.assertEqual(path.read_text(encoding="utf-8"), schema + example)
        self.assertEqual(json.loads((TOP / "config/gestured.schema.json").read_text())["$id"], "https://gestured.org/gestured.schema.json")
        self.assertEqual(self.run_ctl("check").returncode, 0)
        path.write_text("# mine\n", encoding="utf-8")
        result = self.run_ctl("setup", "--only-configuration", "--example", "media")
        self.assertEqual(
            (result.returncode, result.stderr),
            (1, f"gesturectl: {path}: already exists and was not changed\n"))
        self.assertEqual(path.read_text(encoding="utf-8"), "# mine\n")

    def test_any_other_desktop_gets_what_runs_everywhere(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "Enlightenment"
        self.environment["PATH"] = str(self.programs("wpctl", "playerctl"))
        result = self.run_ctl("setup", "--only-configuration")
        self.assertIn("written: the example media;", result.stdout)
        self.assertIn("enlightenment has no example of its own", result.stderr)

    def test_what_is_missing_is_named_before_anything_is_written(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "Enlightenment"
        self.environment["PATH"] = str(self.programs())
        result = self.run_ctl("setup", "--only-configuration")
        # Without the programs of `media` it shows what is there: the journal, for which logger is missing here.
        self.assertIn("`logger` not found in PATH (also in 3 other lines); install it, or change the gesture", result.stderr)
        self.assertIn("the first one for a touchpad", result.stdout)
        text = (self.directory / ".config/gestured/config.toml").read_text()
        self.assertIn('run = "logger -t gestured from-the-left"', text)

    def programs(self, *names):
        """A folder with programs that do nothing."""
        folder = self.directory / "programs"
        folder.mkdir(exist_ok=True)
        for name in names:
            self.file(f"programs/{name}", "#!/bin/sh\n").chmod(0o700)
        return folder

    def test_desktops_get_their_workspaces(self):
        for desktop, example in (("ubuntu:GNOME", "gnome-windows"), ("KDE", "kde-windows"), ("niri", "niri-windows"),
                                 ("Hyprland", "hyprland")):
            self.environment["XDG_CURRENT_DESKTOP"] = desktop
            self.environment["PATH"] = f"{self.programs('qdbus6', 'niri', 'hyprctl', 'swaymsg')}:{PATH}"
            result = self.run_ctl("setup", "--only-configuration")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            path = self.directory / ".config/gestured/config.toml"
            self.assertEqual(path.read_text().split("\n", 1)[1], (TOP / f"config/examples/{example}.toml").read_text())
            path.unlink()

    def test_the_list_has_every_example_with_a_sentence(self):
        result = self.run_ctl("setup", "--list")
        names = sorted(path.stem for path in (TOP / "config/examples").glob("*.toml"))
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], names)
        self.assertTrue(all(len(line.split()) > 4 for line in result.stdout.splitlines()), result.stdout)
        objects = json.loads(self.run_ctl("setup", "--list", "--json").stdout)
        self.assertEqual([(each["name"], each["summary"].split()) for each in objects],
                         [(line.split()[0], line.split()[1:]) for line in result.stdout.splitlines()])
        self.assertFalse((self.directory / ".config").exists())

    def test_an_unknown_example_lists_those_there_are(self):
        result = self.run_ctl("setup", "--only-configuration", "--example", "amiga")
        self.assertEqual(result.returncode, 1)
        self.assertIn("examples are accessibility, ", result.stderr)
        self.assertIn(", gnome-x11, hyprland, ", result.stderr)


class ProblemsInAFile(Place):
    """At its start the daemon runs the valid gestures; a replay does so with --lenient."""

    def setUp(self):
        super().setUp()
        self.config = self.file("half.toml", PAN + BAD)

    def test_a_replay_refuses_unless_it_is_lenient(self):
        refused = self.run_ctl("replay", "--config", self.config, DEMO)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        lenient = self.run_ctl("replay", "--lenient", "--config", self.config, DEMO)
        self.assertEqual(lenient.returncode, 0)
        self.assertIn(" drag pan ", lenient.stdout)
        self.assertIn(f"gesturectl: {self.config}: 1 gesture skipped (line 4), 1 active\n", lenient.stderr)

    def test_the_daemon_says_the_same_at_its_start(self):
        self.start("--config", self.config, "--replay", DEMO)
        # The socket exists before the configuration is read.
        deadline = time.monotonic() + DEADLINE
        while "half.toml: 1 gesture skipped (line 4), 1 active\n" not in self.log.read_text(encoding="utf-8"):
            self.assertLess(time.monotonic(), deadline, self.log.read_text(encoding="utf-8"))
            time.sleep(0.01)


class Check(Place):
    def test_check(self):
        good, bad = self.file("good.toml", GOOD), self.file("bad.toml", BAD)
        result = self.run_ctl("check", good)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, f"{good}: 1 gesture, no problems, no warnings\n")
        result = self.run_ctl("check", bad)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            result.stderr,
            f'{bad}:3:8: `type` cannot be "swype"; did you mean "swipe"?\n    type = "swype"\n           ^\n'
            f"{bad}: no gestures, 1 problem, no warnings\n")
        self.assertEqual(result.stdout, "")

    def test_a_missing_program_is_stated_once(self):
        self.environment["PATH"] = "/usr/bin:/bin"
        path = self.file("c.toml", "".join(
            f'[[gesture]]\nname = "g{n}"\ntype = "tap"\nfingers = {n}\nrun = "no-such-program {n}"\n' for n in (3, 4, 5)))
        result = self.run_ctl("check", path)
        self.assertEqual(
            result.stderr, f"{path}:5:7: warning: `no-such-program` not found in PATH (also in 2 other lines)\n"
            '    run = "no-such-program 3"\n          ^\n' f"{path}: 3 gestures, no problems, 1 warning\n")
        self.start("--config", path, "--replay", DEMO)
        self.assertEqual(self.run_ctl("status").stdout.count("not found in PATH"), 1)

    def test_as_json(self):
        result = self.run_ctl("check", "--json", self.file("bad.toml", BAD))
        self.assertEqual(result.returncode, 1)
        (problem,) = json.loads(result.stdout)
        self.assertEqual((problem["severity"], problem["line"], problem["column"]), ("problem", 3, 8))
        self.assertEqual(self.run_ctl("check", "--json", self.file("good.toml", GOOD)).stdout, "[]\n")

    def test_the_context_of_the_running_daemon(self):
        path = self.file("when.toml", GOOD + 'when = { mode = "game" }\n')
        self.assertEqual(self.run_ctl("check", path).stderr, "")
        self.start("--replay", DEMO)
        warning = "warning: no program has set the context key `mode` so far"
        self.assertIn(f"when.toml:4:10: {warning}: `gesturectl control context mode=VALUE` does", self.run_ctl("check", path).stderr)
        self.assertEqual(self.run_ctl("control", "context", "mode=game", "app=firefox", "title=Two words").returncode, 0)
        self.assertEqual(self.run_ctl("check", path).stderr, "")
        self.assertIn("\ncontext: app=firefox mode=game title=Two words\n", self.run_ctl("status").stdout)
        self.run_ctl("control", "context", "app=", "mode=")
        self.assertEqual(self.run_ctl("check", path).stderr, "")
        status = json.loads(self.run_ctl("status", "--json").stdout)
        self.assertEqual(status["context"], {"app": "", "mode": "", "title": "Two words"})
        self.assertIn("\ncontext: title=Two words\n", self.run_ctl("status").stdout)

    def test_it_is_found_like_by_the_daemon(self):
        out = self.run_ctl("check").stdout
        self.assertIn("demonstration", out)
        self.assertIn("gesturectl setup", out)
        self.file(".config/gestured/config.toml", BAD)
        self.assertEqual(self.run_ctl("check").returncode, 1)
        self.environment["GESTURED_CONFIG"] = str(self.file("good.toml", GOOD))
        self.assertEqual(self.run_ctl("check").returncode, 0)


class Names(Place):
    def test_completion_offers_the_gestures_of_the_configuration(self):
        self.file(".config/gestured/config.toml", GOOD + PAN)
        for command, argument in ((["replay"], "--gesture"), (["monitor"], "--gesture"), (["control", "resume"], "positional@0")):
            words = ["gesturectl", *command, argument, ""]
            result = self.run_ctl("---completion", *command, "--", argument, "3", "0", *words)
            self.assertEqual(sorted(result.stdout.split()), ["drag", "t"], result.stderr)

    def test_completion_offers_those_of_the_running_daemon(self):
        self.file(".config/gestured/config.toml", GOOD)
        self.start("--replay", DEMO, "--config", self.file("other.toml", PAN))
        for words in (["control", "resume", ""], ["monitor", "--gesture", ""]):
            command, argument = (words[:2], "positional@0") if words[0] == "control" else (words[:1], "--gesture")
            result = self.run_ctl("---completion", *command, "--", argument, str(len(words)), "0", "gesturectl", *words)
            self.assertEqual(result.stdout.split(), ["drag"], result.stderr)
        named = ["gesturectl", "replay", "--config", str(self.directory / ".config/gestured/config.toml"), "--gesture", ""]
        result = self.run_ctl("---completion", "replay", "--", "--gesture", "5", "0", *named)
        self.assertEqual(result.stdout.split(), ["t"], "the file on the line comes first")

    def test_a_misspelt_name_gets_the_one_that_was_probably_meant(self):
        self.start("--replay", DEMO)
        result = self.run_ctl("control", "pause", "swipe-lfet")
        self.assertEqual(result.returncode, 1)
        self.assertIn('there is no gesture "swipe-lfet"; did you mean "swipe-left"? `gesturectl', result.stderr)
        self.assertIn('"swpe"; did you mean "swipe"?', self.run_ctl("monitor", "--type", "swpe").stderr)


class Keys(Place):
    def test_names_by_a_part_and_by_the_name_of_x11(self):
        self.assertEqual(self.run_ctl("keys", "volume").stdout, "volumedown\nvolumeup\n")
        for name, key in (
                ("XF86AudioRaiseVolume", "volumeup"), ("XF86AudioMicMute", "micmute"), ("XF86Back", "back"),
                ("XF86KbdBrightnessUp", "kbdillumup"), ("XF86TouchpadToggle", "touchpad_toggle")):
            self.assertEqual(self.run_ctl("keys", name).stdout, key + "\n")
        self.assertGreater(self.run_ctl("keys").stdout.count("\n"), 300)
        wrong = self.run_ctl("keys", "volumupp")
        self.assertEqual((wrong.returncode, wrong.stdout), (1, ""))
        self.assertIn('did you mean "volumeup"?', wrong.stderr)

    def test_every_name_of_the_table_is_a_key(self):
        table = (TOP / "Sources/gesturectl/Commands/Keys.swift").read_text().partition("let x11 = [")[2]
        for name, key in re.findall(r'"(\w+)": "(\w+)"', table):
            self.assertEqual(self.run_ctl("keys", "XF86" + name).stdout, key + "\n")


class Doctor(Place):
    def line(self, configuration):
        """The output of doctor about the configuration."""
        path = self.file("config.toml", configuration)
        lines = self.run_ctl("doctor", "--config", path).stdout.splitlines()
        return next(line for line in lines if f" {path}: " in line)

    def test_it_counts_what_check_finds(self):
        self.assertTrue(self.line(GOOD).startswith("ok "))
        warned = self.line(GOOD + 'run = "no-such-program --now"\n')
        self.assertRegex(warned, r"^note .*: 1 gesture, no problems, 1 warning: gesturectl check ")
        self.assertRegex(self.line(BAD), r"^FAILED .*: no gestures, 1 problem, no warnings: gesturectl check ")

    def test_without_a_device_the_rule_is_missing_and_not_replaced_by_other_permissions(self):
        out = self.run_ctl("doctor").stdout
        if "udev lists no touchpad or touchscreen" not in out or "the udev rule is installed" in out:
            self.skipTest("this machine has a touch device, or the rule")
        self.assertRegex(out, "(?m)^FAILED the udev rule, .* is not installed: sudo ")

    def program(self, name, *lines):
        path = self.file(f"bin/{name}", "\n".join(["#!/bin/sh", *lines, ""]))
        path.chmod(0o700)
        self.environment["PATH"] = f"{self.directory / 'bin'}:{os.environ['PATH']}"

    def desktop(self, name, configuration):
        self.environment["XDG_CURRENT_DESKTOP"] = name
        out = self.run_ctl("doctor", "--config", self.file("config.toml", configuration)).stdout
        return next(
            line for line in out.splitlines() if "clashes" in line or "same touches" in line or "be examined" in line)

    SWIPE = '[[gesture]]\nname = "next"\ntype = "swipe"\nfingers = 3\ndirection = "left"\n'

    def test_gestures_of_the_desktop_are_read_from_the_desktop(self):
        config = json.dumps({"config": "set $x 1\n  bindgesture --exact swipe:3:right workspace prev\n"})
        self.program("swaymsg", f"[ \"$*\" = '-r -t get_config' ] && echo '{config}'".replace("\\n", "\\\\n"))
        right = self.SWIPE.replace("left", "right")
        self.assertRegex(self.desktop("sway", right), r"^note .* next \(bindgesture swipe:3:right\): ")
        self.assertRegex(self.desktop("sway", self.SWIPE), "^ok ", "a swipe to the left")
        self.assertRegex(self.desktop("sway", right.replace("3", "4")), "^ok ")
        self.program("swaymsg", "exit 1")
        self.assertRegex(self.desktop("sway", right), "^note .*could not be examined")
        self.program("hyprctl", "echo 'Hyprland 0.50.1 built from branch'")
        self.assertIn("gestures:workspace_swipe false", self.desktop("Hyprland", self.SWIPE))
        self.program("hyprctl", "echo 'Hyprland 0.51.0 built from branch'")
        self.assertRegex(self.desktop("Hyprland", self.SWIPE), "^ok ")
        self.file(".config/hypr/hyprland.conf", "gesture = 3, horizontal, workspace\n")
        self.assertRegex(self.desktop("Hyprland", self.SWIPE), r"next \(gesture = 3, horizontal, workspace\): remove ")
        self.assertIn("gestured-swipes@gestured.org", self.desktop("ubuntu:GNOME", self.SWIPE))
        self.assertIn('kde acts on the same touches as next: claim = "3.."', self.desktop("KDE", self.SWIPE))

    def test_the_remedies_on_gnome_are_our_own(self):
        line = self.desktop("ubuntu:GNOME", self.SWIPE)
        self.assertTrue(line.endswith("acts on the same touches as next: gnome-extensions enable gestured-swipes@gestured.org"), line)

    def context(self, desktop, configuration):
        self.environment["XDG_CURRENT_DESKTOP"] = desktop
        lines = self.run_ctl("doctor", "--config", self.file("config.toml", configuration)).stdout.splitlines()
        return [line for line in lines if " app" in line]

    def test_a_focused_window_that_nothing_sets(self):
        waiting = self.SWIPE + 'when = { app = "firefox" }\n'
        self.assertEqual(self.context("KDE", waiting), [])  # that the daemon does not answer is a line of its own
        self.start("--config", self.file("daemon.toml", waiting), "--replay", DEMO)
        self.assertEqual(self.context("KDE", self.SWIPE), [])
        for desktop, remedy in (("weston", "config/context/README.md says which keys a program of yours can set"),
                                ("Phosh:GNOME", "config/context/README.md says which keys a program of yours can set"),
                                ("ubuntu:GNOME", "gnome-extensions enable gestured-context@gestured.org")):
            with self.subTest(desktop):
                self.assertEqual(self.context(desktop, waiting), [f"note   nothing sets app here: next: {remedy}"])
        self.program("gnome-extensions", "echo gestured-context@gestured.org")
        self.assertTrue(self.context("GNOME", waiting)[0].endswith(
            "next: log out and in once, so that GNOME loads gestured-context@gestured.org"))

    def holder(self, path, keys):
        """A program that holds keys until it is ended, as those in config/context do."""
        program = self.file(path, f"""#!/bin/sh
            (echo '{json.dumps(dict.fromkeys(keys, "x"))}'; read end) | {GESTURECTL} control context --hold
            """)
        program.chmod(0o700)
        running = subprocess.Popen([program], stdin=subprocess.PIPE, env=self.environment)
        self.addCleanup(running.communicate)
        return running

    def test_the_daemon_knows_which_program_sets_the_focused_window(self):
        """A program of another session or another user does not count: it does not hold the keys of this daemon."""
        waiting = self.SWIPE + 'when = { app = "firefox", title = "x" }\n'
        self.start("--config", self.file("daemon.toml", waiting), "--replay", DEMO)
        other = self.file("other/context/sway", "#!/bin/sh\nread end\n")
        other.chmod(0o700)
        running = subprocess.Popen([other], stdin=subprocess.PIPE)
        self.addCleanup(running.communicate)
        self.assertRegex(self.context("sway", waiting)[0], "^note   nothing sets app and title here: next: ")
        held = self.holder("context/niri", ["app", "title"])
        self.wait_for(lambda: self.holders() == [["app", "title"]])
        self.assertEqual(self.context("niri", waiting), ["ok     context/niri sets app and title"])
        self.assertIn("\n  app, title: another program holds the value\n", self.run_ctl("status").stdout)
        held.communicate()
        self.wait_for(lambda: self.holders() == [])
        self.assertIn("\n  app, title: nothing sets it here, 1 gesture sleeps\n", self.run_ctl("status").stdout)
        self.run_ctl("control", "context", "app=x", "title=x")
        self.assertEqual(self.context("sway", waiting), ["ok     app and title: set, but no running program holds it"])

    def holders(self):
        return [holder["keys"] for holder in json.loads(self.run_ctl("status", "--json").stdout)["holders"]]

    def wait_for(self, condition):
        deadline = time.monotonic() + DEADLINE
        while not condition():
            self.assertLess(time.monotonic(), deadline)

    def test_a_desktop_that_is_not_known_is_not_ok(self):
        self.assertRegex(self.desktop("Enlightenment", self.SWIPE), "^note .* enlightenment could not be examined")
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        self.assertRegex(self.desktop("", self.SWIPE), "^note .* XDG_CURRENT_DESKTOP does not name, could not be examined")
        self.environment["XDG_SESSION_TYPE"] = "x11"
        self.assertRegex(self.desktop("XFCE", self.SWIPE), "^ok .* which has none under X11")

    def test_the_daemon_is_started_as_it_is_installed(self):
        self.program("systemctl", 'case "$2" in cat) exit 0;; esac; exit 1')
        self.assertIn("the daemon does not answer: systemctl --user enable --now gestured\n", self.run_ctl("doctor").stdout)
        self.program("systemctl", "exit 1")
        self.assertRegex(self.run_ctl("doctor").stdout, r"the daemon does not answer: /.*/gesturectl start\n")

    def manager(self, enabled="exit 0", targets="default.target"):
        """A user manager that has gestured.service, and the targets that start it."""
        self.program(
            "systemctl", f'echo "$*" >>{self.directory}/calls', 'case "$2 $3" in',
            f"is-enabled*) {enabled};;", f"'show -p') echo {targets};;", "'is-active gestured.service') exit 3;;", "esac")

    def compositor(self, name):
        """A program that listens as a compositor does: this one."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.directory / name))
        listener.listen(5)

    def test_what_starts_the_daemon(self):
        self.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.manager()
        self.assertIn("ok     the user manager starts the daemon with each login\n", self.run_ctl("doctor").stdout)
        fix = "so it does not start with each login: systemctl --user reenable --now gestured\n"
        self.manager(targets="graphical-session.target")
        self.assertIn(f"note   gestured.service is enabled for some sessions only, {fix}", self.run_ctl("doctor").stdout)
        self.manager(enabled="exit 1")
        self.assertIn(f"note   gestured.service is disabled, {fix}", self.run_ctl("doctor").stdout)
        self.program("systemctl", "exit 1")
        self.assertIn("note   no user manager of systemd starts the daemon at the next login: ", self.run_ctl("doctor").stdout)

    def test_the_session_that_the_daemon_follows(self):
        self.manager()
        self.compositor("wayland-1")
        self.start("--config", self.file("config.toml", GOOD))
        follows = f"follows {self.name()} (process {os.getpid()}) on seat0"
        self.assertIn(f"{follows}\n", self.run_ctl("status").stdout)
        self.environment["WAYLAND_DISPLAY"] = "wayland-1"
        self.assertIn(f"ok     the daemon {follows}\n", self.run_ctl("doctor").stdout)
        self.environment["WAYLAND_DISPLAY"] = "wayland-2"
        self.assertIn(
            f"note   the daemon {follows}, and its commands have another WAYLAND_DISPLAY than this terminal: ",
            self.run_ctl("doctor").stdout)

    @staticmethod
    def name():
        with open("/proc/self/comm") as file:
            return file.read().strip()

    def sway(self, name="sway.sock"):
        """A session of sway, whose configuration is empty."""
        path = self.file(name, "")
        self.environment |= {"SWAYSOCK": str(path), "XDG_CURRENT_DESKTOP": "sway"}
        self.file(".config/sway/config", "# exec gesturectl start\n")
        return path

    def started(self):
        """The process of the daemon that a command has started; None without one."""
        answer = self.run_ctl("status", "--json")
        return json.loads(answer.stdout)["pid"] if answer.returncode == 0 else None

    def end_started(self):
        if process := self.started():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    def test_without_a_user_manager_the_compositor_needs_a_line(self):
        self.addCleanup(self.end_started)
        self.sway()
        self.program("systemctl", "exit 1")
        config = self.directory / ".config/sway/config"
        line = next(line for line in self.run_ctl("doctor").stdout.splitlines() if "at the next login" in line)
        self.assertRegex(line, f"^note .* at the next login: in {config}: add the line exec .*gesturectl start .gesturectl setup does it.$")
        self.assertEqual(self.run_ctl("setup", "--yes").returncode, 3, "there is no touch device")
        self.assertRegex(config.read_text(), "^# exec gesturectl start\nexec .*gesturectl start\n$")
        self.assertIn(f"ok     {config} starts the daemon with the session\n", self.run_ctl("doctor").stdout)

    def test_each_compositor_has_a_line_of_its_own(self):
        self.environment["WAYLAND_DISPLAY"] = str(self.file("wayland-1", ""))
        self.program("systemctl", "exit 1")
        for desktop, line in (("i3", "exec --no-startup-id [^ ]*gesturectl start"), ("labwc:wlroots", "[^ ]*gesturectl start &"),
                              ("Hyprland", "exec-once = [^ ]*gesturectl start"), ("niri", 'spawn-at-startup "[^ ]*gesturectl" "start"'),
                              ("Openbox", "[^ ]*gesturectl start &"), ("river", "[^ ]*gesturectl start &"), ("wayfire", "let the compositor run `gesturectl start`")):
            with self.subTest(desktop):
                self.environment["XDG_CURRENT_DESKTOP"] = desktop
                out = self.run_ctl("doctor").stdout
                self.assertRegex(out, line)
                # A file with the line alone would be the whole configuration.
                whole = desktop in ("i3", "Hyprland", "niri", "river") and not os.path.exists(f"/etc/{desktop}/config")
                self.assertEqual("with this line in it" in out, whole, out)

    def test_hyprland_with_a_file_in_lua(self):
        self.addCleanup(self.end_started)
        self.environment.update(WAYLAND_DISPLAY=str(self.file("wayland-1", "")), XDG_CURRENT_DESKTOP="Hyprland")
        self.program("systemctl", "exit 1")
        config = self.directory / ".config/hypr/hyprland.lua"
        config.parent.mkdir(parents=True)
        config.write_text('-- hl.exec_cmd("gesturectl start")\n')
        line = next(line for line in self.run_ctl("doctor").stdout.splitlines() if "at the next login" in line)
        self.assertRegex(line, r'add the line hl.on\("hyprland.start", function\(\) hl.exec_cmd\(".*gesturectl start"\) end\)')
        self.run_ctl("setup", "--yes")
        self.assertRegex(config.read_text().splitlines()[1], r'^hl.on\("hyprland.start".*gesturectl start"\) end\)$')
        self.assertIn(f"ok     {config} starts the daemon with the session\n", self.run_ctl("doctor").stdout)

    def test_start_only_starts(self):
        calls = self.directory / "calls"
        self.manager()
        self.assertEqual(self.run_ctl("start").returncode, 0)
        self.assertEqual(calls.read_text().splitlines()[-1], "--user start gestured.service")
        self.manager(enabled="exit 1")
        calls.write_text("")
        self.assertEqual(self.run_ctl("start", "--login").returncode, 0)
        self.assertNotIn("start gestured.service", calls.read_text())

    def test_without_a_user_manager_it_starts_the_daemon_itself(self):
        path = self.sway()
        self.program("systemctl", "exit 1")
        log = self.directory / ".local/state/gestured/log"
        for words in (["start", "--login"], ["start"]):
            result = self.run_ctl(*words)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        first = self.started()
        self.addCleanup(os.kill, first, signal.SIGTERM)
        self.assertEqual(log.stat().st_mode & 0o777, 0o600)
        self.assertIn("gestured", self.run_ctl("status", "log").stdout)
        # Its process is not of the terminal that started it, and has no descriptor of it.
        self.assertEqual(os.readlink(f"/proc/{first}/fd/0"), "/dev/null")
        # It follows the next session by itself.
        path.unlink()
        self.sway("sway-2.sock")
        self.assertEqual(self.run_ctl("start", "--login").returncode, 0)
        self.assertEqual(self.started(), first)
        self.assertNotIn("systemctl", self.run_ctl("doctor").stdout.split("gestured-typing")[0])
        for value, reason in (("", "elogind, or pam_rundir with seatd"), ("/nonexistent", "does not exist")):
            self.environment["XDG_RUNTIME_DIR"] = value
            result = self.run_ctl("start")
            self.assertEqual(result.returncode, 3)
            self.assertIn(reason, result.stderr)

    def test_json_and_the_closing_count(self):
        path = self.file("config.toml", BAD)
        out = self.run_ctl("doctor", "--config", path).stdout
        found = json.loads(self.run_ctl("doctor", "--config", path, "--json").stdout)
        count = lambda verdict: sum(each["verdict"] == verdict for each in found)
        notes = "note" if count("note") == 1 else "notes"
        self.assertEqual(out.splitlines()[-1], f"{count('ok')} ok, {count('note')} {notes}, {count('failed')} failed")
        self.assertEqual(len(found), len(out.splitlines()) - 1)
        self.assertTrue(all(each["remedy"] for each in found if each["verdict"] == "failed"))

    def test_the_configuration_that_the_daemon_uses(self):
        other = self.file("other.toml", BAD.replace("swype", "tap"))
        self.start("--config", other, "--replay", DEMO)
        self.assertIn(f"ok     {other}: 1 gesture, no problems, no warnings", self.run_ctl("doctor").stdout)

    def test_every_failed_line_ends_with_a_command(self):
        out = self.run_ctl("doctor", "--config", self.file("config.toml", GOOD + 'keys = "a"\n')).stdout
        self.assertIn("/dev/uinput", out)
        for line in out.splitlines():
            if line.startswith("FAILED"):
                self.assertRegex(line, r": (sudo |systemctl |gesturectl |cat |echo |/.*/gesturectl start$)")


class Expectations(Place):
    def test_update_compare_and_differ(self):
        config = self.file("config.toml", PAN)
        self.file("hands/drag.evemu", drag())
        self.file("hands/deep/tap.evemu", TAP)
        hands = self.directory / "hands"
        result = self.run_ctl("test", "--config", config, "--update", hands)
        self.assertEqual((result.returncode, result.stdout.splitlines()[-1]), (0, "2 passed, 0 failed"))
        self.assertEqual((hands / "deep/tap.expected").read_text(), "")
        result = self.run_ctl("test", "--config", config, hands)
        self.assertEqual((result.returncode, result.stdout), (0, "2 passed, 0 failed\n"))
        self.assertEqual(self.run_ctl("test", "--config", config, cwd=hands).stdout, "2 passed, 0 failed\n")
        expected = hands / "drag.expected"
        expected.write_text(expected.read_text().replace("+10.0", "+11.0"))
        result = self.run_ctl("test", "--config", config, "--json", hands)
        self.assertEqual(result.returncode, 1)
        tap, differs = sorted(json.loads(result.stdout), key=lambda each: not each["passed"])
        self.assertEqual((tap["recording"], differs["passed"]), (str(hands / "deep/tap.evemu"), False))
        self.assertIn("-0.060 drag pan 1 ended by +11.0", differs["difference"])
        result = self.run_ctl("test", "--config", config, hands)
        self.assertEqual(result.returncode, 1)
        self.assertIn("\n-0.060 drag pan 1 ended by +11.0", result.stdout)
        self.assertIn("\n+0.060 drag pan 1 ended by +10.0", result.stdout)
        self.assertEqual(result.stdout.splitlines()[-1], "1 passed, 1 failed")

    def test_a_line_without_time_and_place(self):
        """A changed limit moves times and places, and is no difference of names."""
        hands = self.file("hands/drag.evemu", drag()).parent
        self.file("hands/tap.evemu", TAP)
        expected = hands / "drag.expected"
        test = lambda text, *options: self.run_ctl("test", "--config", self.file("config.toml", text), *options, hands)
        result = test(PAN, "--update", "--names")
        self.assertRegex(result.stdout, "(?m)^wrote .*drag.expected$")
        self.assertRegex(result.stdout, "(?m)^wrote .*tap.expected: nothing recognized$")
        self.assertEqual(expected.read_text(), "drag began\ndrag ended\n")
        other = PAN + 'min_distance = "4mm"\n'
        self.assertEqual(test(other).returncode, 0)
        expected.write_text("drag began\n0.060 drag pan 1 ended by +10.0,+0.0 (+200,+0 mm/s) at 30.0,20.0\n")
        self.assertEqual(test(PAN).returncode, 0)
        expected.write_text("drag began\ndrag cancelled\n")
        result = test(other)
        self.assertEqual(result.returncode, 1)
        self.assertIn("\n drag began\n-drag cancelled\n+drag ended\n", result.stdout)
        self.assertFalse(json.loads(test(other, "--json").stdout)[0]["passed"])
        # A file of names stays one.
        self.assertEqual(test(other, "--update").returncode, 0)
        self.assertEqual(expected.read_text(), "drag began\ndrag ended\n")
        self.assertEqual(test(other, "--names").returncode, 2)

    def test_update_follows_no_link(self):
        config = self.file("config.toml", PAN)
        self.file("hands/drag.evemu", drag())
        precious = self.file("precious", "mine\n")
        for name in ("drag.expected.new", "drag.expected"):
            link = self.directory / "hands" / name
            link.unlink(missing_ok=True)
            link.symlink_to(precious)
            result = self.run_ctl("test", "--config", config, "--update", self.directory / "hands")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(precious.read_text(), "mine\n", name)
        self.assertIn("drag pan 1", (self.directory / "hands/drag.expected").read_text())


class Demonstration(Place):
    def test_it_needs_no_path_and_ends(self):
        result = self.run_ctl("watch", "--demo", cwd="/")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(" pinch 2 began", result.stdout)
        # A gesture is recognized in every touch sequence, and each of the set is: nothing but the next step is said.
        self.assertRegex(result.stderr, r"\ANext: .*`gesturectl setup`.*\n\Z")
        names = re.findall(r'name = "([^"]+)"', (TOP / "Sources/GestureConfig/demonstration.toml").read_text())
        self.assertEqual({line.split()[1] for line in result.stdout.splitlines()}, set(names))
        explained = self.run_ctl("replay", "--demo", "--explain", cwd="/")
        self.assertIn("sequence 1, ", explained.stdout)
        page = self.directory / "page.html"
        self.assertEqual(self.run_ctl("replay", "--demo", "--html", page).returncode, 0)
        self.assertIn("<svg", page.read_text())
        self.assertEqual(self.run_ctl("replay", "--demo", "--html", page).returncode, 2)
        self.assertEqual(self.run_ctl("replay", "--demo", "--html", page, "--force").returncode, 0)

    def test_the_recording_is_found_in_every_layout(self):
        program = self.directory / "opt/any/bin/gesturectl"
        program.parent.mkdir(parents=True)
        shutil.copy(GESTURECTL, program)
        def demo(**more):
            return subprocess.run(
                [program, "demo"], capture_output=True, text=True, timeout=DEADLINE, stdin=subprocess.DEVNULL,
                env={**self.environment, "XDG_DATA_DIRS": str(self.directory / "none"), **more})
        self.assertIn("demo.evemu is not installed", demo().stderr)
        shared = self.directory / "elsewhere/share"
        (shared / "gestured").mkdir(parents=True)
        shutil.copy(DEMO, shared / "gestured/demo.evemu")
        self.assertEqual(demo(XDG_DATA_DIRS=f"/none:{shared}").returncode, 0)
        (self.directory / "elsewhere/share").rename(self.directory / "opt/any/share")
        self.assertEqual(demo().returncode, 0)


class Monitor(Place):
    def monitor(self, *arguments):
        process = subprocess.Popen(
            [GESTURECTL, "monitor", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment)
        for cleanup in (process.wait, process.stderr.close, process.stdout.close, process.kill):
            self.addCleanup(cleanup)
        return process

    def passes(self, *monitors):
        """For each (arguments, time of a line): the process, the number of a pass of the demonstration, and its lines."""
        started = [(self.monitor(*arguments), time_of) for arguments, time_of in monitors]
        read = lambda each: (each[0], *Passes().whole(lines(each[0]), each[1]))
        with concurrent.futures.ThreadPoolExecutor(len(started)) as pool:
            return list(pool.map(read, started))

    def replayed(self, number, time_of, *arguments):
        """The lines that `replay` prints for that pass."""
        result = self.run_ctl("replay", *arguments, self.file("passes/demo.evemu", Passes().text(number + 1)))
        return Passes().of_pass(number, result.stdout.splitlines(), time_of)

    def test_the_same_bytes_as_replay(self):
        daemon = self.start("--replay", DEMO, "--speed", "8", "--loop")
        json_lines, text_lines = self.passes(
            (["--json", "--gesture", "pinch"], time_of_json), (["--type", "pinch"], TimeOfLine()))
        self.stop(daemon)
        for monitor, _, _ in (json_lines, text_lines):
            _, error = monitor.communicate(timeout=DEADLINE)
            self.assertEqual(monitor.returncode, 3)
            self.assertIn(b"closed the connection", error)
        _, number, found = json_lines
        self.assertEqual(
            found, [line for line in self.replayed(number, time_of_json, "--json") if '"gesture":"pinch"' in line])
        _, number, found = text_lines
        self.assertEqual(found, [line for line in self.replayed(number, TimeOfLine()) if " pinch " in line])

    def test_an_unknown_name_is_reported_at_once(self):
        self.start("--replay", DEMO)
        monitor = self.monitor("--gesture", "pinch", "--gesture", "pinhc")
        self.assertEqual([monitor.stderr.readline().decode() for _ in range(2)], [
            "gestured demonstration touchscreen; 12 gestures; the demonstration set; Ctrl-C ends\n",
            'gesturectl: no device has a gesture "pinhc" now; waiting for one\n'])

    def test_explain_prints_the_summaries_that_replay_prints(self):
        self.start("--replay", DEMO, "--speed", "8", "--loop")
        ((_, number, found),) = self.passes((["--explain"], TimeOfLine()))
        # monitor numbers the sequences from the first one that it sees.
        summaries = lambda text: [re.sub(r"^sequence \d+", "sequence", line) for line in text if not re.match(r"\d", line)]
        self.assertEqual(sum(line.startswith("sequence") for line in found), 19)
        self.assertEqual(summaries(found), summaries(self.replayed(number, TimeOfLine(), "--explain")))

    def test_touches_as_text(self):
        config = self.file("config.toml", '[[gesture]]\ntype = "tap"\nfingers = 10\n')
        self.start("--replay", DEMO, "--speed", "8", "--loop", "--config", config)
        comings, everything = [
            [Passes().shifted(line, number) for line in found]
            for _, number, found in self.passes((["--touches"], TimeOfLine()), (["--touches", "--changed"], TimeOfLine()))]
        self.assertTrue(comings)
        touch = r"\d+ (began|moved|stationary|ended|cancelled) \d+\.\d,\d+\.\d"
        for line in comings + everything:
            self.assertRegex(line, rf"^\d+\.\d{{3}} touches \d+ (began|changed|ended|cancelled) {touch}(, {touch})*$")
        self.assertTrue(all(re.search("began|ended|cancelled", line) for line in comings))
        self.assertGreater(len(everything), 2 * len(comings))
        self.assertLessEqual(set(comings), set(everything))


class Commands(Place):
    def setUp(self):
        super().setUp()
        marker = self.directory / "marker"
        self.configuration = self.file("config.toml", GOOD + f'run = "touch {marker}"\n' + PAN)
        self.start("--replay", DEMO, "--config", self.configuration)

    def test_gestures_lists_what_a_gesture_waits_for_and_how_long(self):
        # recognizers.md §3.4: the gap of a double tap, at most half a second for a swipe, nothing at an edge.
        self.file("config.toml", "".join(
            f'[[gesture]]\nname = "{name}"\ntype = "{type}"\n{key}\n' for name, type, key in (
                ("t", "tap", ""), ("dbl", "tap", "taps = 2"), ("p", "pan", ""), ("s", "swipe", ""),
                ("e", "edge-pan", ""), ("two", "tap", "fingers = 2"))))
        self.assertEqual(self.run_ctl("control", "reload").returncode, 0)
        gestures = json.loads(self.run_ctl("status", "gestures", "--json").stdout)
        self.assertEqual(
            {g["name"]: (g["waits_for"], g.get("added_delay")) for g in gestures}, {
                "t": (["dbl"], 0.35), "dbl": ([], None), "p": (["s", "e"], 0.5), "s": (["e"], None),
                "e": ([], None), "two": ([], None)})
        lines = self.run_ctl("status", "gestures").stdout
        self.assertEqual(
            lines.splitlines(), [
                "DEVICE  GESTURE  TYPE             LIMIT                    STATE AND ACTION",
                "demo    t        tap 1            allowable_movement 7 mm  waits for dbl (up to 0.35 s)  events only",
                "demo    dbl      tap 1            allowable_movement 7 mm  events only",
                "demo    p        pan 1..          min_distance 1.6 mm      waits for s, e (up to 0.50 s)  events only",
                "demo    s        swipe 1 right    min_distance 8 to 12 mm  waits for e  events only",
                "demo    e        edge-pan 1 left  min_distance 1.6 mm      events only",
                "demo    two      tap 2            allowable_movement 7 mm  events only"])

    def test_the_commands_change_the_daemon(self):
        result = self.run_ctl("status")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"configuration: {self.configuration}", result.stdout)
        self.assertIn("256 × 144 mm", result.stdout)
        status = json.loads(self.run_ctl("status", "--json").stdout)
        self.assertEqual([g["name"] for g in status["gestures"]], ["t", "drag"])
        self.assertEqual(self.run_ctl("control", "pause", "drag").returncode, 0)
        self.assertRegex(self.run_ctl("status", "gestures").stdout, r"drag     pan 1\.\.  min_distance 1\.6 mm      paused for [0-9]")
        self.assertEqual(self.run_ctl("control", "resume", "drag").returncode, 0)
        gestures = json.loads(self.run_ctl("status", "gestures", "--json").stdout)
        self.assertEqual([g["enabled"] for g in gestures], [True, True])
        self.assertEqual(self.run_ctl("control", "context", "app=firefox", "title=").returncode, 0)
        self.assertEqual(self.run_ctl("status", "context").stdout, "app=firefox\n")
        result = self.run_ctl("control", "trigger", "t")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, "t: 1 command started, ended with status 0\n")
        (outcome,) = json.loads(self.run_ctl("control", "trigger", "--json", "t").stdout)
        self.assertEqual((outcome["state"], outcome["status"]), ("exited", 0))
        result = self.run_ctl("control", "trigger", "drag")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, "`drag` has no actions; only subscribers received the event\n")
        self.assertEqual(self.run_ctl("control", "trigger", "--json", "drag").stdout, "[]\n")

    def test_unknown_names(self):
        for command in ("resume", "pause", "trigger"):
            result = self.run_ctl("control", command, "nothing")
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn('no gesture "nothing"', result.stderr)
        result = self.run_ctl("control", "trigger", "--state", "ended", "t")
        self.assertEqual(result.returncode, 1)

    def test_reload_prints_what_the_daemon_found(self):
        result = self.run_ctl("control", "reload")
        self.assertEqual((result.returncode, result.stdout), (0, f"{self.configuration}: read again\n"))
        self.assertEqual(self.run_ctl("control", "reload", "--json").stdout, "[]\n")
        # With warnings, the result is on their stream.
        self.configuration.write_text(GOOD + 'run = "no-such-program"\n')
        result = self.run_ctl("control", "reload")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertRegex(result.stderr, f"`no-such-program` not found in PATH\n{self.configuration}: read again\n$")
        self.configuration.write_text(BAD)
        result = self.run_ctl("control", "reload")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{self.configuration}:3:8: `type` cannot be", result.stderr)
        result = self.run_ctl("control", "reload", "--json")
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        self.assertEqual([(problem["severity"], problem["line"]) for problem in json.loads(result.stdout)], [("problem", 3)])


class WhatATriggerDoes(Place):
    def test_it_says_what_it_started_and_how_it_ended(self):
        # These gestures are not in the recording.
        tables = "".join(
            f'[[gesture]]\nname = "{name}"\ntype = "long-press"\nmin_duration = "15s"\nfingers = {fingers}\nrun = "{command}"\n'
            for fingers, (name, command) in enumerate(
                [("good", "true"), ("bad", "echo no such place; exit 3"), ("long", "exec sleep 30")], 1))
        # Each of these fails at once, with its own reason.
        tables += "".join(
            f'[[gesture]]\nname = "{name}"\ntype = "long-press"\nmin_duration = "15s"\nfingers = {fingers}\n{action}\n'
            for fingers, name, action in (
                (4, "lost", 'notify = { socket = "/none/socket" }'), (5, "missing", 'exec = ["no-such-program-here"]')))
        self.start("--config", self.file("config.toml", tables), "--replay", DEMO, "--speed", "max")
        for name, status, out, err in (
                ("good", 0, "good: 1 command started, ended with status 0\n", ""),
                ("bad", 1, "bad: 1 command started, failed\n", "failed with exit status 3: no such place\n"),
                ("long", 0, "long: 1 command started, still running\n", ""),
                ("lost", 1, "lost: failed\n", 'gesture "lost": `notify /none/socket` is dropped: No such file or directory\n'),
                ("missing", 1, "missing: failed\n", 'gesture "missing": cannot start `no-such-program-here`: No such file or directory\n'),
                ("lost", 1, "lost: failed\n", "`notify /none/socket` is dropped: No such file or directory\n")):
            result = self.run_ctl("control", "trigger", name)
            self.assertEqual((result.returncode, result.stdout), (status, out), result.stderr)
            self.assertTrue(result.stderr.endswith(err) if err else result.stderr == "", result.stderr)


class ToEveryCommand(Place):
    def test_help_with_an_example(self):
        overview = self.run_ctl("--help").stdout
        commands = re.findall(r"^  ([a-z-]+) {3,}", overview[overview.index("?\n"):], re.M)
        self.assertIn("replay", commands)
        for command in commands:
            result = self.run_ctl(command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertRegex(result.stdout, rf"Example:\n  (sudo )?gesturectl {command}")

    def test_the_overview_is_in_groups_of_one_line_each(self):
        overview = self.run_ctl("--help").stdout
        groups = re.findall(r"^([A-Z ]+)\?\n((?:  .*\n)+)", overview, re.M)
        self.assertEqual([name for name, _ in groups], [
            "DOES IT WORK HERE", "WHAT HAPPENS NOW", "HOW DO I GET MY OWN GESTURES", "WHAT WOULD IT DO WITH THESE TOUCHES"])
        for name, body in groups:
            for line in body.splitlines():
                self.assertRegex(line, r"^  [a-z-]+ +[A-Z]", name)
        self.assertEqual(overview.count("--version"), 2, "in the usage and in the options")
        self.assertNotIn("--version", self.run_ctl("replay", "--help").stdout)

    def test_help_of_a_wrong_subcommand_is_an_error(self):
        result = self.run_ctl("help", "replya")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn('there is no command or type of gesture "replya"; did you mean "replay"?', result.stderr)
        for words in (["help"], ["help", "replay"], ["help", "--help"]):
            self.assertEqual(self.run_ctl(*words).returncode, 0, words)

    def test_completions(self):
        for shell in ("bash", "zsh", "fish"):
            result = self.run_ctl("--generate-completion-script", shell)
            self.assertEqual(result.returncode, 0)
            self.assertIn("replay", result.stdout)

    def test_version_of_the_daemon(self):
        daemon = subprocess.run([str(BUILD / "gestured"), "--version"], capture_output=True, text=True, timeout=DEADLINE)
        self.assertIn(self.run_ctl("--version").stdout.strip(), daemon.stdout)


if __name__ == "__main__":
    unittest.main()
