"""The generated parts of the project's files agree with the programs."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import reference  # noqa: E402

EXAMPLE = TOP / "config/examples/media.toml"


class GeneratedFiles(unittest.TestCase):
    maxDiff = None

    def test_every_generated_file_is_current(self):
        for path, text in reference.generated().items():
            with self.subTest(path):
                self.assertEqual(
                    (TOP / path).read_text(encoding="utf-8"), text, f"{path} is stale; run: make reference")


class ReferenceCommand(unittest.TestCase):
    def test_a_key_of_a_type(self):
        self.assertIn('#min_radius = "5mm"', reference.gesturectl("reference", "circle", "min_radius"))

    def test_an_unknown_key_is_wrong_usage(self):
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            reference.gesturectl("reference", "circle", "min_distance")
        self.assertEqual(raised.exception.returncode, 2)
        self.assertIn("min_radius", raised.exception.stderr)


class ShellCompletion(unittest.TestCase):
    """The shell calls gesturectl for the words to complete; here as bash does."""

    def complete(self, command, word, position, *words):
        shell = dict(os.environ, SAP_SHELL="bash", SAP_SHELL_VERSION="5", GESTURED_CONFIG=str(EXAMPLE))
        line = ["gesturectl", *command.split(), *words, ""]
        done = subprocess.run(
            [reference.program(), "---completion", *command.split(), "--", word, str(position), "0", *line],
            check=True, capture_output=True, text=True, timeout=60, env=shell)
        return done.stdout.splitlines()

    def test_keys_are_those_of_the_type(self):
        self.assertEqual(
            self.complete("reference", "positional@1", 3, "circle"), ["direction", "min_radius", "max_duration"])

    def test_names_are_those_of_the_configuration(self):
        names = re.findall(r"^name = \"(.*)\"", EXAMPLE.read_text(encoding="utf-8"), re.M)
        self.assertEqual(self.complete("control resume", "positional@0", 3), names)

    def test_types_are_in_the_script(self):
        script = reference.gesturectl("--generate-completion-script", "bash")
        for name in ("long-press", "edge-pan", "sequence"):
            self.assertIn(name, script)


if __name__ == "__main__":
    unittest.main()
