"""The manual pages in a terminal of 80 columns."""

import os
import re
import shutil
import subprocess
import unittest

from pages import TOP


@unittest.skipUnless(shutil.which("man"), "man is not installed: the manual pages are not displayed")
class Manual(unittest.TestCase):
    def test_nothing_is_cut_and_no_word_is_broken(self):
        pages = sorted((TOP / "man").iterdir())
        self.assertGreater(len(pages), 5)
        for page in pages:
            with self.subTest(page.name):
                text = subprocess.run(
                    ["man", "-l", page], check=True, capture_output=True, text=True, timeout=60,
                    env={**os.environ, "MANWIDTH": "80", "MANPAGER": "cat", "GROFF_NO_SGR": "1", "LC_ALL": "C.UTF-8"}).stdout
                lines = re.sub(".\b|\x1b\\[[\\d;]*m", "", text).expandtabs().splitlines()
                self.assertGreater(len(lines), 20)
                self.assertEqual([line for line in lines if len(line) > 80], [])
                self.assertEqual([line for line in lines if line.endswith("\u2010")], [])


if __name__ == "__main__":
    unittest.main()
