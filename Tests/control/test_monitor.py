"""`monitor` beside a daemon that is reloaded, runs commands that fail, and plays a recording again and again."""

import json
import signal
import subprocess
import time
import unittest

from harness import DEADLINE, DEMO, GESTURECTL, Client, Place
from passes import lines
from test_gesturectl import DEVICE, TAP, down, frame, up
from test_watch import Terminal

CONFIG = """\
[[gesture]]
name = "tap"
type = "tap"
run = "exit 3"

[[gesture]]
name = "volume"
type = "pan"
fingers = 1
axis = "horizontal"
step = { every = "5mm", forward = { run = "echo forward $GESTURED_STEPS >>LOG" }, backward = { run = "echo backward $GESTURED_STEPS >>LOG" } }
"""
#: Nothing for a long time.
QUIET = DEVICE + frame(0) + down(900, 20, 20) + up(900.05)


class Monitor(Terminal):
    maxDiff = None

    def daemon(self, recording=QUIET, *arguments):
        self.config = self.file("config.toml", CONFIG.replace("LOG", str(self.directory / "steps")))
        self.start("--config", self.config, "--replay", self.file("hand.evemu", recording), *arguments)

    def test_the_screen(self):
        self.daemon()
        self.tmux("resize-window", "-x", "200", "-y", "30")  # wider than a line with the path of the test
        self.type(f"clear; {GESTURECTL} monitor --explain")
        self.wait_for(lambda text: "Ctrl-C ends" in text)
        self.run_ctl("control", "trigger", "tap")
        self.wait_for(lambda text: "exit status 3" in text)
        good = self.config.read_text()
        self.config.write_text(good + "surprise = 1\n")
        self.wait_for(lambda text: "stays in use" in text)
        self.config.write_text(good)
        screen = self.wait_for(lambda text: "reloaded" in text)
        # The time of the triggered tap is that of the machine.
        lines = [line.rstrip() for line in screen.splitlines() if line and "recognized" not in line]
        start = next(n for n, line in enumerate(lines) if "Ctrl-C ends" in line)
        self.assertEqual(lines[start:], [
            f"pad; 2 gestures; {self.config}; Ctrl-C ends",
            'gestured: warning: gesture "tap": `exit 3` failed with exit status 3',
            f"gestured: error: {self.config}:12:1: unknown key `surprise` in a pan",
            f"gestured: error: {self.config} has problems, so the previous configuration stays in use",
            f"gestured: {self.config} reloaded: 2 gestures"])
        self.keys("C-c")

    def test_what_kept_a_touch_from_a_gesture(self):
        path = self.file(
            "config.toml", '[zone.corner]\nx = ["0mm", "20mm"]\n[[gesture]]\nname = "tap"\ntype = "tap"\nzone = "corner"\n'
            '[[gesture]]\nname = "next"\ntype = "tap"\n')
        recording = DEVICE + down(1, 50, 50) + up(1.08)
        self.start("--config", path, "--replay", self.file("hand.evemu", recording), "--loop")
        self.tmux("resize-window", "-x", "200", "-y", "30")  # wider than a line with the path of the test
        self.run_ctl("control", "pause", "next")
        self.type(f"clear; {GESTURECTL} monitor --explain")
        self.wait_for(lambda text: "next: paused by a command\n  tap:  landed 30 mm outside `corner`" in text)
        # A switch of another program is read with the next touches.
        self.run_ctl("control", "resume", "next")
        self.wait_for(lambda text: " recognized " in text)
        self.run_ctl("control", "pause", "next")
        self.keys("C-c")
        self.type(f"clear; {GESTURECTL} watch")
        self.wait_for(lambda text: "paused by a command" in text and "landed 30 mm outside `corner`" in text)
        self.keys("q")

    def test_programs_that_read_json_get_events_alone(self):
        self.daemon()
        monitor = subprocess.Popen(
            [GESTURECTL, "monitor", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=self.environment)
        self.addCleanup(monitor.wait)
        self.addCleanup(monitor.stdout.close)
        self.addCleanup(monitor.kill)
        self.wait_for_subscriber()
        self.run_ctl("control", "trigger", "tap")
        self.assertIn('"gesture":"tap"', monitor.stdout.readline())
        self.config.write_text(self.config.read_text() + "\n")
        self.run_ctl("control", "reload")
        self.run_ctl("control", "trigger", "volume")
        self.assertIn('"gesture":"volume"', monitor.stdout.readline())

    def wait_for_subscriber(self):
        deadline = time.monotonic() + DEADLINE
        with Client(self.socket_path) as client:
            while client.call("Status")["parameters"]["subscribers"]["count"] == 0:
                self.assertLess(time.monotonic(), deadline)

    def test_lines_of_the_log_are_events_for_those_that_want_them(self):
        self.daemon()
        with Client(self.socket_path) as client, Client(self.socket_path) as other:
            client.send("Subscribe", {"log": True, "gestures": ["no such"]}, more=True)
            other.send("Subscribe", {"gestures": ["no such"]}, more=True)
            self.wait_for_subscriber()
            self.run_ctl("control", "trigger", "tap")
            event = client.receive()["parameters"]["event"]
            self.assertEqual((event["type"], event["state"], event["gesture"]), ("log", "warning", "tap"))
            self.assertEqual(event["detail"], 'gesture "tap": `exit 3` failed with exit status 3')
            self.assertTrue(other.is_silent(0))

    def test_what_commands_print_is_for_those_that_want_it(self):
        path = self.file("config.toml", '[[gesture]]\nname = "says"\ntype = "tap"\nrun = "echo fine"\n')
        self.start("--config", path, "--replay", self.file("hand.evemu", QUIET))
        with Client(self.socket_path) as client:
            client.send("Subscribe", {"output": True, "states": ["ended"]}, more=True)
            self.wait_for_subscriber()
            self.run_ctl("control", "trigger", "says")
            event = client.receive()["parameters"]["event"]
            self.assertEqual((event["type"], event["state"], event["gesture"]), ("log", "output", "says"))
            self.assertEqual(event["detail"], "fine")

    def test_steps_are_triggered(self):
        self.daemon()
        steps = self.directory / "steps"
        for arguments in (("--steps", "-3"), (), ("--steps", "2")):
            size = steps.stat().st_size if steps.exists() else 0
            result = self.run_ctl("control", "trigger", "volume", "--state", "step", *arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            deadline = time.monotonic() + DEADLINE
            while not steps.exists() or steps.stat().st_size == size:
                self.assertLess(time.monotonic(), deadline)
        self.assertEqual(steps.read_text(), "backward 3\nforward 1\nforward 2\n")
        result = self.run_ctl("control", "trigger", "tap", "--state", "step")
        self.assertEqual(result.returncode, 1)
        self.assertIn('"tap" has no state "step"', result.stderr)
        for arguments in (("--steps", "2"), ("--state", "step", "--steps", "0"), ("--state", "step", "--steps", "1001")):
            self.assertEqual(self.run_ctl("control", "trigger", "volume", *arguments).returncode, 2)
        with Client(self.socket_path) as client:
            for parameters in ({"steps": 2}, {"state": "step", "steps": 0}, {"state": "step", "steps": 1 << 40}):
                reply = client.call("Trigger", {"gesture": "volume", **parameters})
                self.assertEqual(reply["error"], "org.varlink.service.InvalidParameter")

    def test_what_was_triggered_is_counted_apart(self):
        self.daemon(DEVICE + down(0, 20, 20) + up(0.05), "--speed", "max")
        self.run_ctl("control", "trigger", "volume")
        with Client(self.socket_path) as client:
            gestures = client.call("Status")["parameters"]["gestures"]
            counts = {each["name"]: (each["count"], each["triggered"]) for each in gestures}
            self.assertEqual(counts, {"tap": (1, 0), "volume": (0, 1)})
            limits = {each["name"]: (each["limits"], each.get("direction")) for each in gestures}
            self.assertEqual(limits["volume"], ({"min_distance": [1.6]}, "horizontal"))
        self.assertIn("triggered 1 ×", self.run_ctl("status").stdout)
        row = next(line for line in self.run_ctl("status", "gestures").stdout.splitlines() if "volume" in line)
        self.assertRegex(row, r"^hand +volume +pan 1 horizontal +min_distance 1\.6 mm +triggered 1 ×  forward: run")


class Context(Place):
    CONFIG = '[[gesture]]\nname = "tap"\ntype = "tap"\nwhen = { app = ["firefox*", "chromium"], mode = { not = "game" } }\n'

    def test_the_key_that_differs_is_named_with_both_values(self):
        config = self.file("config.toml", self.CONFIG)
        tap = lambda start: down(start, 20, 20) + up(start + 0.05)
        hand = self.file("hand.evemu", DEVICE + tap(0) + tap(2) + tap(4) + tap(6))
        arguments = ["replay", "--config", config, hand, "--do", "1 context app=emacs", "--do", "3 context app=chromium mode=game",
                     "--do", "5 context mode="]
        lines = [line for line in self.run_ctl(*arguments, "--explain").stdout.splitlines() if line.startswith("  tap: ")]
        self.assertEqual(lines, [
            '  tap: `app` is not set; `when` needs "firefox*" or "chromium"',
            '  tap: `app` is "emacs"; `when` needs "firefox*" or "chromium"',
            '  tap: `mode` is "game"; `when` excludes "game"'])
        events = [json.loads(line) for line in self.run_ctl(*arguments, "--explain", "--json").stdout.splitlines()]
        self.assertEqual([event.get("detail") for event in events], [line[7:] for line in lines] + [None])

    def test_the_daemon_states_it_too(self):
        config = self.file("config.toml", self.CONFIG)
        hand = self.file("hand.evemu", TAP)
        self.start("--config", config, "--replay", hand, "--loop")
        self.run_ctl("control", "context", "app=emacs")
        monitor = subprocess.Popen(
            [GESTURECTL, "monitor", "--explain"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
        for cleanup in (monitor.wait, monitor.stdout.close, monitor.kill):
            self.addCleanup(cleanup)
        # The first tap may have been down when it subscribed.
        said = next(line for line in lines(monitor) if line.startswith("  tap:"))
        self.assertEqual(said, '  tap: `app` is "emacs"; `when` needs "firefox*" or "chromium"')


class Columns(Terminal):
    def test_no_line_is_broken_within_a_word(self):
        self.tmux("resize-window", "-x", "50", "-y", "200")
        result = self.run_ctl("replay", "--explain", DEMO)
        piped = result.stdout + result.stderr
        self.type(f"clear; {GESTURECTL} replay --explain {DEMO} 2>&1; echo end-mark")
        screen = self.wait_for(lambda text: "\nend-mark" in text)
        summary = [line for line in screen.split("\n$")[0].splitlines() if line.startswith(" ")]
        words = {word for line in piped.splitlines() for word in line.split()}
        broken = {word for line in summary for word in line.split()} - words
        self.assertEqual({word for word in broken if not word.endswith(":") and word[:1].isalpha()}, set())
        self.assertIn("three-finger-tap: touch 1 moved 70 mm;\n      `allowable_movement` allows 7 mm\n", screen)


class Loop(Place):
    HAND = DEVICE + down(0, 20, 20) + up(0.05) + down(0.2, 20, 20, slot=3, number=2) + frame(
        0.25, (3, 0x39, -1), (1, 0x14A, 0))

    def lines(self, command, count):
        started = time.monotonic()
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment,
            # A shell's background programs ignore SIGINT, and so would what they start.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(process.wait)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        lines = [process.stdout.readline() for _ in range(count)]
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(DEADLINE), -signal.SIGINT)
        return lines, time.monotonic() - started

    def test_replay_again_and_again_in_real_time(self):
        config = self.file("config.toml", '[[gesture]]\nname = "tap"\ntype = "tap"\n')
        hand = self.file("hand.evemu", self.HAND)
        lines, seconds = self.lines([GESTURECTL, "replay", "--loop", "--config", config, hand], 4)
        self.assertEqual([line.split()[:2] for line in lines], [["0.050", "tap"], ["0.250", "tap"]] * 2)
        # Twice a quarter of a second, with a second between them.
        self.assertGreater(seconds, 1.4)
        result = self.run_ctl("replay", "--loop", "--html", "x.html", hand)
        self.assertEqual(result.returncode, 2)

    def test_the_daemon_plays_again(self):
        config = self.file("config.toml", '[[gesture]]\nname = "tap"\ntype = "tap"\n')
        hand = self.file("hand.evemu", self.HAND)
        self.start("--config", config, "--replay", hand, "--loop", "--print", "--speed", "10")
        deadline = time.monotonic() + DEADLINE
        while self.log.read_text().count(" tap tap 1 recognized") < 5:
            self.assertLess(time.monotonic(), deadline, self.log.read_text())
        times = [line.split()[0] for line in self.log.read_text().splitlines() if " recognized" in line]
        self.assertEqual(times[:5], ["0.050", "0.250", "1.300", "1.500", "2.550"])
        self.assertNotIn("warning", self.log.read_text())


if __name__ == "__main__":
    unittest.main()
