"""`make`: drawn fingers as recordings."""

import unittest

from harness import Place

#: A motion, a class of device, and the gestures that the demonstration set recognizes.
MOTIONS = [
    ("tap 3", "touchpad", ["three-finger-tap tap 3 recognized"]),
    ("swipe 3 left 20mm 0.2s", "touchpad", ["swipe-left swipe 3 recognized"]),
    ("touchscreen: pinch 2 in", "touchscreen", ["pinch pinch 2 began", "pinch pinch 2 ended"]),
    ("touchpad: rotation 2 right", "touchpad", ["rotation rotation 2 began", "rotation rotation 2 ended"]),
    ("touchscreen: edge left", "touchscreen", ["edge-pan edge-pan 1 began", "edge-pan edge-pan 1 ended"]),
    ("tap 2; wait 2s; swipe 3 up, tap 1 after 1 s", "touchpad", [
        "two-finger-tap tap 2 recognized", "swipe-up swipe 3 recognized", "tap tap 1 recognized"]),
]


class Make(Place):
    def made(self, words, *options):
        path = self.directory / "made.evemu"
        result = self.run_ctl("record", "--drawn", words, "-o", path, "--force", *options)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        return path

    def test_what_is_drawn_is_recognized(self):
        for words, kind, expected in MOTIONS:
            with self.subTest(words):
                path = self.made(words)
                self.assertIn(f"\nN: drawn {kind}\n", path.read_text())
                lines = self.run_ctl("replay", path).stdout.splitlines()
                self.assertEqual(len(lines), len(expected), lines)
                for line, start in zip(lines, expected):
                    self.assertTrue(line.split(" ", 1)[1].startswith(start), line)

    def test_the_same_words_make_the_same_bytes(self):
        self.assertEqual(self.made("swipe 3 left").read_bytes(), self.run_ctl("record", "--drawn", "swipe 3 left").stdout.encode())

    def test_a_pause_is_the_time_between_lift_and_landing(self):
        def pauses(words):
            report = self.run_ctl("replay", "--explain", self.made(words)).stdout
            times = [line.split() for line in report.splitlines() if line.startswith("sequence ")]
            return float(times[1][2]) - float(times[0][5])
        self.assertAlmostEqual(pauses("tap 2; tap 2"), 0.15, delta=0.01)
        self.assertAlmostEqual(pauses("tap 2; wait 0.4s; tap 2"), 0.4, delta=0.01)

    def test_tremor_moves_a_finger_that_rests(self):
        report = self.run_ctl("replay", "--explain", self.made("tap 1 tremor 3mm")).stdout
        self.assertIn("tap: touch 1 moved ", report)

    def test_every_motion_of_the_help_is_drawn(self):
        text = self.run_ctl("help", "motions").stdout.partition("Motions,")[2].partition("\n\n")[0]
        forms = [line.strip().partition(":")[0] for line in text.splitlines()[1:]]
        self.assertGreater(len(forms), 10)
        for form in forms:
            words = " ".join(word.strip("[]").split("|")[0] for word in form.split())
            with self.subTest(words):
                report = self.run_ctl("replay", "--explain", self.made(words)).stdout
                self.assertTrue(words == "hover" or report.count("sequence ") or "recognized" in report, report)
                self.assertNotIn("outside", self.run_ctl("replay", self.directory / "made.evemu").stderr)

    def test_errors_are_of_the_words(self):
        for words, text in [
            ("sqipe 3 left", 'did you mean "swipe"?'), ("swipe 3", "write: swipe 3 left"), ("swipe 6 left", "1 to 5 fingers"),
            ("swipe 3 left 200mm", "larger than the pad"), ("", "no motion"), ("tap 1 -1s", "not more than 0"), ("wait 900s", "no motion"),
        ]:
            with self.subTest(words):
                result = self.run_ctl("record", "--drawn", words)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertIn(text, result.stderr)
        path = self.file("there.evemu", "mine")
        self.assertIn("--force", self.run_ctl("record", "--drawn", "tap 1", "-o", path).stderr)
        self.assertEqual(path.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
