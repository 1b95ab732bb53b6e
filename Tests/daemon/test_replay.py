"""--replay: a recording instead of a device; and the command line."""

import contextlib
import os
import re
import subprocess
import time
import unittest

import mocks
from bench import GESTURECTL, GESTURED, PATIENCE, TOP, DaemonCase

CONFIGURATION = '[[gesture]]\nname = "t"\ntype = "tap"\nrun = \'echo ran >> "$OUT"\'\n'


def first_configuration():
    """The TOML block of the README's section "First configuration"."""
    with open(os.path.join(TOP, "README.md"), encoding="utf-8") as file:
        return re.search(r"^## First configuration$.*?^```toml\n(.*?)^```", file.read(), re.S | re.M)[1]


class Replay(DaemonCase):
    def setUp(self):
        super().setUp()
        self.pad = mocks.touchpad()
        self.config = self.write("config.toml", CONFIGURATION)

    def recording(self, hand, name="taps.evemu"):
        return self.write(name, mocks.header(self.pad) + hand.evemu())

    def replay(self, path, *arguments):
        return self.run_to_end(
            "--config", self.config, "--replay", path, "--print", *arguments, environment={"OUT": self.path("out")}
        )

    def test_the_daemon_ends_after_the_commands(self):
        path = self.recording(mocks.Hand(self.pad).tap().pause(0.5).tap())
        status, out, err = self.replay(path, "--speed", "max", "--exit-at-end")
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out, "0.051 t tap 1 recognized at 50.0,30.0\n0.611 t tap 1 recognized at 50.0,30.0\n")
        self.assertEqual(self.read("out"), "ran\nran\n")

    def test_without_anything_to_wait_for_it_ends_at_once(self):
        """It waits for 5 s at most, and only for a program or a reader that has not read everything. Of several runs, the fastest
        shows it even on a busy machine."""
        path = self.recording(mocks.Hand(self.pad).tap())
        for arguments in ((), ("--print",)):
            times = []
            for _ in range(3):
                start = time.monotonic()
                status, _, err = self.run_to_end(
                    "--config", self.config, "--replay", path, "--speed", "max", "--exit-at-end", *arguments,
                    environment={"OUT": self.path("out")})
                self.assertEqual((status, err), (0, ""))
                times.append(time.monotonic() - start)
            self.assertLess(min(times), 5, arguments)

    def test_real_time_and_ten_times_as_fast(self):
        path = self.recording(mocks.Hand(self.pad).tap().pause(0.7).tap())
        for arguments, least in (((), 0.7), (("--speed", "10"), 0.07)):
            start = time.monotonic()
            status, out, _ = self.replay(path, *arguments, "--exit-at-end")
            self.assertEqual((status, out.count("recognized")), (0, 2))
            self.assertGreaterEqual(time.monotonic() - start, least)

    def test_the_volume_of_the_examples_follows_fingers_that_are_faster_than_the_command(self):
        os.mkdir(self.path("bin"))
        self.write("bin/wpctl", '#!/bin/sh\nfor word; do :; done\necho "$word" >> "$OUT"\n', mode=0o700)
        hand = mocks.Hand(self.pad)
        for step in range(15):
            hand.frame({slot: (20 + 15 * slot, 15 + 3 * step) for slot in range(4)})
        path = self.recording(hand.frame({slot: None for slot in range(4)}))
        for config, percent in (("sway.toml", 40), ("media.toml", 30), (self.write("readme.toml", first_configuration()), 40)):
            config = os.path.join(TOP, "config/examples", config)
            out = self.path(f"out-{os.path.basename(config)}")
            environment = {"OUT": out, "PATH": f"{self.path('bin')}:{os.environ['PATH']}"}
            status, _, err = self.run_to_end(
                "--config", config, "--replay", path, "--speed", "max", "--exit-at-end", environment=environment)
            self.assertEqual(status, 0, err)
            said = self.read(out).split()
            self.assertTrue(all(word.endswith("%-") for word in said), said)
            self.assertEqual(sum(int(word.removesuffix("%-")) for word in said), percent, "42 mm down")
            self.assertLess(len(said), 4, "one command for several steps")

    def test_commands_get_the_velocity_of_each_event_that_they_run_for(self):
        path = self.recording(mocks.Hand(self.pad).swipe(1, 40))
        line = "run = 'echo \"$GESTURED_STATE $GESTURED_VX\" >> \"$OUT\"'"
        pan = '[[gesture]]\nname = "p"\ntype = "pan"\n'
        for action, state in ((f"changed.{line}", "changed"), (f'step = {{ every = "5mm", forward.{line} }}', "changed"),
                              (f"ended.{line}", "ended")):
            self.config = self.write("config.toml", f"{pan}{action}\n")
            status, _, err = self.replay(path, "--speed", "1", "--exit-at-end")
            self.assertEqual((status, err), (0, ""))
            rows = [row.split() for row in self.read("out").splitlines() if row.startswith(f"{state} ")]
            self.assertTrue(rows, action)
            for _, velocity in rows:
                self.assertAlmostEqual(float(velocity), 500, delta=5, msg=action)
            os.unlink(self.path("out"))

    def test_the_first_configuration_of_the_readme(self):
        config = self.write("config.toml", first_configuration())
        os.mkdir(self.path("bin"))
        for name in ("wpctl", "loginctl"):
            self.write(f"bin/{name}", f'#!/bin/sh\necho "{name} $*" >> "$OUT"\n', mode=0o700)
        environment = {"OUT": self.path("out"), "PATH": f"{self.path('bin')}:{os.environ['PATH']}"}
        check = subprocess.run(
            [GESTURECTL, "check", config], env=os.environ | environment, capture_output=True, text=True, timeout=60)
        self.assertEqual((check.returncode, check.stderr), (0, ""))
        hand = mocks.Hand(self.pad)
        for step in range(5):
            hand.frame({slot: (20 + 15 * slot, 55 - 2 * step) for slot in range(4)})
        hand.frame({slot: None for slot in range(4)}).pause(1)
        for step in range(8):
            arm = 20 - 2 * step
            hand.frame({0: (50 - arm, 30), 1: (50 + arm, 30), 2: (50, 30 - arm), 3: (50, 30 + arm)})
        path = self.recording(hand.frame({slot: None for slot in range(4)}))
        status, _, err = self.run_to_end(
            "--config", config, "--replay", path, "--speed", "10", "--exit-at-end", environment=environment)
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(
            self.read("out").splitlines(), ["wpctl set-volume @DEFAULT_SINK@ 5%+", "loginctl lock-session"])

    def test_events_have_the_name_of_the_recording(self):
        path = self.recording(mocks.Hand(self.pad).pause(0.5).tap(), "my pad.evemu")
        daemon = self.start("--replay", path)
        client = self.varlink(daemon)
        self.assertEqual(client.call("ListDevices")["devices"][0]["node"], path)
        self.assertEqual({gesture["device"] for gesture in client.call("ListGestures")["gestures"]}, {"my pad"})

    def test_touches_at_the_end_are_cancelled_at_the_last_event(self):
        self.config = self.write("config.toml", '[[gesture]]\nname = "p"\ntype = "pan"\n')
        hand = mocks.Hand(self.pad).frame({0: (20, 20)}).frame({0: (25, 20)}).frame({0: (30, 20)})
        status, out, _ = self.replay(self.recording(hand), "--speed", "max", "--exit-at-end")
        self.assertEqual((status, [line.split()[:5] for line in out.splitlines()][-1]), (0, "0.021 p pan 1 cancelled".split()))

    def test_touches_at_the_end_are_cancelled_before_each_repetition(self):
        self.config = self.write("config.toml", '[[gesture]]\nname = "p"\ntype = "pan"\n')
        path = self.recording(mocks.Hand(self.pad).frame({0: (20, 20)}).frame({0: (25, 20)}).frame({0: (30, 20)}))
        daemon = self.start("--config", self.config, "--replay", path, "--print", "--loop", "--speed", "100")
        daemon.out.wait(lambda text: text.count("cancelled") >= 2, "two repetitions")
        states = [line.split()[4] for line in daemon.out.text.splitlines()]
        self.assertEqual([state for state in states if state != "changed"][:4], ["began", "cancelled"] * 2)

    def test_a_reader_that_does_not_read_delays_the_end_by_five_seconds(self):
        path = self.recording(mocks.Hand(self.pad).tap())
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 4096)
        os.set_blocking(writer, True)
        start = time.monotonic()
        with os.fdopen(writer, "w") as output:
            arguments = ["--config", self.config, "--replay", path, "--speed", "max", "--print", "--exit-at-end"]
            ended = subprocess.run(
                [GESTURED, *arguments], stdout=output, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False,
                env=os.environ | {"OUT": self.path("out"), "XDG_RUNTIME_DIR": self.directory})
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertGreaterEqual(time.monotonic() - start, 5)

    def test_files_that_are_not_recordings(self):
        cases = (
            (self.path("missing.evemu"), "No such file"),
            (self.write("empty.evemu", ""), "empty"),
            (self.write("bare.evemu", mocks.header(self.pad)), "the recording has no events"),
            (self.write("text.evemu", "hello\n"), "text.evemu:1: "),
        )
        for path, what in cases:
            with self.subTest(path):
                status, out, err = self.replay(path, "--exit-at-end")
                self.assertEqual((status, out), (1, ""))
                self.assertIn(what, err)
                self.assertIn(path, err)

    def test_an_incomplete_recording_is_played_to_its_end(self):
        text = mocks.header(self.pad) + mocks.Hand(self.pad).tap().pause(0.1).tap().evemu()
        path = self.write("cut.evemu", text[: len(text) - 12])
        status, out, err = self.replay(path, "--speed", "max", "--exit-at-end")
        self.assertEqual((status, err.count("\n")), (0, 1))
        self.assertIn("the last line is cut off", err)
        self.assertIn("0.051 t tap 1 recognized", out)


    def test_absurd_times_and_speeds(self):
        frames = "E: 0.001000 0000 0000 0000\nE: 4000000000000.000000 0000 0000 0000\n"
        path = self.write("late.evemu", mocks.header(self.pad) + frames)
        for speed in ("0.001", "1000000"):
            daemon = self.start("--config", self.config, "--replay", path, "--speed", speed)
            self.assertEqual(self.varlink(daemon).call("Status")["problems"], [])
            self.assertEqual(daemon.end(), 0, daemon.err.text)


class CommandLine(DaemonCase):
    def test_invalid_usage(self):
        cases = (
            (["--conifg", "x"], "unknown option '--conifg'; did you mean '--config'?"),
            (["--socket"], "--socket needs a path"),
            (["--speed", "fast", "--replay", "x"], "--speed takes a number from 0.001 to 1000000, or max, not 'fast'"),
            (["--exit-at-end"], "--exit-at-end can only be used with --replay FILE"),
            (["config.toml"], "'config.toml' is not an option"),
            (["--print=yes"], "--print takes no value"),
        )
        for arguments, line in cases:
            with self.subTest(arguments):
                status, out, err = self.run_to_end(*arguments)
                self.assertEqual((status, out, err.count("\n")), (2, "", 1))
                self.assertIn(line, err)

    def test_version_and_help(self):
        self.assertRegex(self.run_to_end("--version")[1], r"^gestured \d+\.\d+\.\d+\n$")
        status, out, err = self.run_to_end("--help")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("example: gestured", out)


if __name__ == "__main__":
    unittest.main()
