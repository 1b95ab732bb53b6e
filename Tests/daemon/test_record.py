"""gesturectl record on mocked devices: what is in the file, what is not, and how it ends."""

import os
import signal
import subprocess
import unittest

import mocks
from bench import GESTURECTL, PATIENCE, DaemonCase, Lines

KEY_A, MSC, MSC_SCAN = 30, 4, 4
CONFIGURATION = """
[[gesture]]
name = "tap"
type = "tap"
fingers = 1

[[gesture]]
name = "zoom"
type = "tap"
fingers = 2

[[gesture]]
name = "next"
type = "swipe"
fingers = 3
"""


class Recording(DaemonCase):
    def record(self, bed, *arguments, stdout=subprocess.PIPE):
        process = subprocess.Popen(
            [GESTURECTL, "record", *arguments], stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
            env=os.environ | bed.environment)

        def stop():
            if process.poll() is None:
                process.kill()
                process.wait()
            for stream in (process.stdout, process.stderr):
                if stream:
                    stream.close()

        self.addCleanup(stop)
        self.err = Lines(process.stderr)
        return process

    def test_ctrl_c_closes_the_file_and_is_no_failure(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        for number in (signal.SIGINT, signal.SIGTERM):
            path = self.path(f"{number}.evemu")
            process = self.record(bed, "-o", path)
            self.err.wait_for("recording /dev/input/event1")
            process.send_signal(number)
            self.assertEqual(process.wait(PATIENCE), 0)
            with open(path, encoding="utf-8") as file:
                self.assertTrue(file.read().startswith("# EVEMU 1.3\n"))

    def test_keys_of_a_keyboard_that_shares_the_node_are_not_recorded(self):
        pad = mocks.touchpad()
        pad.keys.add(KEY_A)
        bed = self.mock(pad)
        path = self.path("hand.evemu")
        process = self.record(bed, "--sequences", "1", "-o", path)
        self.err.wait_for("ends after one touch sequence")
        hand = mocks.Hand(pad)
        for value in (1, 0):
            hand.events += [(hand.time, MSC, MSC_SCAN, 4), (hand.time, mocks.KEY, KEY_A, value), (hand.time, mocks.SYN, 0, 0)]
            hand.time += 0.01
        bed.write(pad, hand.tap().evemu())
        self.assertEqual(process.wait(PATIENCE), 0)
        with open(path, encoding="utf-8") as file:
            events = [line.split() for line in file if line.startswith("E:")]
        codes = [(int(words[2], 16), int(words[3], 16)) for words in events]
        self.assertIn((mocks.KEY, mocks.BTN_TOUCH), codes)
        self.assertNotIn((mocks.KEY, KEY_A), codes)
        self.assertNotIn((MSC, MSC_SCAN), codes)
        self.assertEqual(codes.count((0, 0)), 3, "the state of the device, landing and lift; frames of keys alone are left out")

    def test_begun_while_fingers_are_down_it_replays_the_gestures_after_them(self):
        """The fingers that were down are in the file; like the daemon, a replay takes no gesture from them until they lift."""
        pad = mocks.touchpad()
        pad.held = (mocks.BTN_TOUCH, mocks.BTN_TOOL_DOUBLETAP)
        pad.contacts = {0: (7, 20, 30), 1: (8, 40, 30)}
        bed = self.mock(pad)
        path = self.path("hand.evemu")
        process = self.record(bed, "-o", path, "--sequences", "3")
        self.err.wait_for("ends after 3 touch sequences")
        hand = mocks.Hand(pad)
        hand.next_id, hand.down = 9, {0: (20, 30), 1: (40, 30)}
        hand.frame({0: (21, 30), 1: (41, 30)}).frame({0: None, 1: None}).pause(0.5)
        hand.tap().pause(0.5).swipe(3, 40)
        bed.write(pad, hand.evemu())
        self.assertEqual(process.wait(PATIENCE), 0)
        config = self.write("config.toml", CONFIGURATION)
        replay = subprocess.run(
            [GESTURECTL, "replay", "--config", config, path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(replay.returncode, 0, replay.stderr)
        gestures = [line.split()[1:4] for line in replay.stdout.splitlines() if line[:1].isdigit()]
        self.assertEqual(gestures, [["tap", "tap", "1"], ["next", "swipe", "3"]], replay.stdout)
        with open(path, encoding="utf-8") as file:
            before = file.read().split("down before the first event")[1].splitlines()[1:7]
        codes = [tuple(int(word, 16) for word in line.split()[2:4]) for line in before]
        slots = [(mocks.ABS, mocks.SLOT), (mocks.ABS, mocks.TRACKING_ID)] * 2
        self.assertEqual(codes, slots + [(mocks.KEY, mocks.BTN_TOUCH), (mocks.KEY, mocks.BTN_TOOL_DOUBLETAP)])

    def test_a_file_that_exists_and_a_device_are_not_replaced(self):
        bed = self.mock(mocks.touchpad())
        path = self.write("mine.evemu", "mine")
        os.symlink(path, self.path("link"))
        for name, text in ((path, b"--force"), (self.path("link"), b"exists"), ("/dev/null", b"exists")):
            process = self.record(bed, "-o", name)
            self.assertEqual(process.wait(PATIENCE), 2)
            self.assertIn(text, os.read(self.err.fd, 4096))
        self.assertEqual(self.read("mine.evemu"), "mine")

    def test_ordinary_use_is_a_file_of_its_own_each_time(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        folder = self.path("ordinary/mine")
        process = self.record(bed, "--ambient", "2h", "-o", folder)
        self.err.wait_for("2h of ordinary use")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 0)
        self.err.wait_for("ambient-1.evemu")
        # The time is over at once.
        process = self.record(bed, "--ambient", "0.001s", "-o", folder)
        self.assertEqual(process.wait(PATIENCE), 0)
        for number in (1, 2):
            self.assertTrue(os.path.exists(f"{folder}/ambient-{number}.evemu"))

    def test_a_time_without_a_directory_or_unit_is_wrong_usage(self):
        bed = self.mock(mocks.touchpad())
        for arguments in (["--ambient", "30min"], ["--ambient", "30", "-o", self.path("a")], ["--ambient", "0s", "-o", self.path("a")],
                          ["--ambient", "25h", "-o", self.path("a")], ["--ambient", "1h", "-o", self.path("a"), "--sequences", "1"]):
            self.assertEqual(self.record(bed, *arguments).wait(PATIENCE), 2, arguments)

    def test_a_full_disk_ends_it_with_status_1(self):
        bed = self.mock(mocks.touchpad())
        with open("/dev/full", "wb") as full:
            process = self.record(bed, stdout=full)
            self.assertEqual(process.wait(PATIENCE), 1)
        self.assertIn(b"No space left on device", os.read(self.err.fd, 4096))


if __name__ == "__main__":
    unittest.main()
