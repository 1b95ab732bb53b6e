"""scripts/hardened, by which scripts/build refuses programs without the protections that SECURITY.md names."""

import pathlib
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
SOURCE = """
#include <stdio.h>
int main(int count, char **words) {
  char text[8];
  snprintf(text, count, "%s", words[0]);
  puts(text);
}
"""
# What protects, and the option that takes it away.
OPTIONS = {
    "PIE": ("-fPIE -pie", "-fno-PIE -no-pie"),
    "not executable": ("-Wl,-z,noexecstack", "-Wl,-z,execstack"),
    "RELRO": ("-Wl,-z,relro", "-Wl,-z,norelro"),
    "BIND_NOW": ("-Wl,-z,now", "-Wl,-z,lazy"),
    "FORTIFY": ("-D_FORTIFY_SOURCE=2", ""),
    "CET": ("-Wl,-z,shstk", ""),
}


class Hardened(unittest.TestCase):
    def check(self, name, *, without=(), arch="amd64"):
        """Builds a program without some protections and examines it: the status and the words of the script."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, name)
            options = [word for key, (on, off) in OPTIONS.items() for word in (off if key in without else on).split()]
            subprocess.run(
                ["clang", "-O2", "-fuse-ld=lld", "-x", "c", "-", "-o", program, *options], input=SOURCE, text=True, check=True)
            done = subprocess.run([TOP / "scripts" / "hardened", arch, program], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_a_program_without_a_protection_is_refused(self):
        self.assertEqual(self.check("gesturectl"), (0, ""))
        for protection in OPTIONS:
            with self.subTest(protection):
                status, words = self.check("gesturectl", without=[protection])
                self.assertEqual(status, 1)
                self.assertIn(protection, words)

    def test_a_protection_that_a_program_cannot_have_is_not_asked_for(self):
        self.assertEqual(self.check("gestured-typing", without=["FORTIFY"]), (0, ""))
        self.assertEqual(self.check("gestured", without=["CET"], arch="arm64"), (0, ""))


if __name__ == "__main__":
    unittest.main()
