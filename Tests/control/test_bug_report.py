"""`gesturectl bug-report`: one file for a bug report, without what names the person."""

import shutil
import unittest

from harness import DEMO, Place

CONFIG = """\
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
run = "HOME_DIRECTORY/bin/next --of alexandra"
"""


class Report(Place):
    def begin(self):
        self.environment["USER"] = "alexandra"
        home = self.environment["HOME"]
        self.config = self.file("config.toml", CONFIG.replace("HOME_DIRECTORY", home))
        return home

    def test_it_has_what_a_maintainer_needs(self):
        home = self.begin()
        recording = self.directory / "mine.evemu"
        shutil.copy(DEMO, recording)
        file = self.directory / "report.txt"
        result = self.run_ctl("bug-report", file, "--config", self.config, "--recording", recording)
        self.assertEqual(result.returncode, 0, result.stderr)
        titles = ["versions", "doctor", "devices", "status", "check", "configuration", "explanation of mine.evemu",
                  "recording mine.evemu"]
        self.assertEqual(result.stdout.splitlines()[0], f"{file}: {', '.join(titles)}")
        text = file.read_text()
        parts = dict(part.split(" ====\n\n", 1) for part in text.split("==== ")[1:])
        self.assertEqual(list(parts), titles)
        version = self.run_ctl("--version").stdout.strip()
        self.assertEqual(parts["versions"].splitlines()[0], f"gesturectl {version}")
        self.assertIn("FAILED", parts["doctor"])
        self.assertIn('name = "next"\ntype = "swipe"\n', parts["configuration"])
        self.assertIn("sequence 1", parts["explanation of mine.evemu"])
        self.assertEqual(parts["recording mine.evemu"].strip(), recording.read_text().strip())
        # What names the person is not in it.
        self.assertIn('run = "~/bin/next --of USER"', parts["configuration"])
        self.assertNotIn(home, text)
        self.assertNotIn("alexandra", text)

    def test_an_existing_file_stays_and_without_one_it_is_printed(self):
        self.begin()
        file = self.file("report.txt", "mine")
        result = self.run_ctl("bug-report", file, "--config", self.config)
        self.assertEqual((result.returncode, file.read_text()), (2, "mine"))
        result = self.run_ctl("bug-report", "--config", self.config)
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith("==== versions ===="), result.stdout)
        result = self.run_ctl("bug-report", "--recording", self.directory / "none.evemu")
        self.assertEqual(result.returncode, 1, result.stderr)

    def test_a_serial_number_of_a_recording_is_left_out(self):
        self.begin()
        text = DEMO.read_text()
        recording = self.file("mine.evemu", "# ID_SERIAL_SHORT=A1B2C3D4\n" + text)
        result = self.run_ctl("bug-report", "--config", self.config, "--recording", recording)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("# ID_SERIAL_SHORT= REMOVED", result.stdout)
        self.assertNotIn("A1B2C3D4", result.stdout)


if __name__ == "__main__":
    unittest.main()
