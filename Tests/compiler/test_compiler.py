"""What the code works around in the compiler. Each test compiles a few lines that show the fault. One that fails with a newer
compiler, for which KNOWN is raised, says that what stands for the fault can go; comments there name Tests/compiler."""

import pathlib
import re
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# The version of Swift whose faults these are.
KNOWN = "6.3"
SAID = subprocess.run(("swiftc", "--version"), capture_output=True, text=True).stdout
VERSION = re.search(r"Swift version (\d+\.\d+)", SAID)[1]
EMBEDDED = ("-wmo", "-enable-experimental-feature", "Embedded")


@unittest.skipUnless(VERSION == KNOWN, f"this is Swift {VERSION}; the faults are those of {KNOWN}")
class Compiler(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def swiftc(self, *words, succeeds=True):
        """Compiles in a directory of the test. Returns what the compiler says, or the assembly that it prints."""
        result = subprocess.run(("swiftc", *words), cwd=self.directory.name, capture_output=True, text=True)
        self.assertEqual(result.returncode == 0, succeeds, result.stderr)
        return result.stdout + result.stderr

    def run_built(self):
        return subprocess.run(("./built",), cwd=self.directory.name, capture_output=True, text=True)

    def program(self, name, optimization):
        self.swiftc(optimization, *EMBEDDED, "-parse-as-library", "-enable-experimental-feature", "Extern",
                    HERE / f"{name}.swift", "-o", "built")
        return self.run_built()

    def test_a_failable_initializer_of_a_class_keeps_the_memory(self):
        for optimization in ("-Onone", "-O"):
            self.assertEqual(self.program("failable_class", optimization).stdout, "kept\n", optimization)

    def test_an_autoclosure_in_an_initializer_frees_a_part_twice(self):
        for optimization in ("-Onone", "-O"):
            self.assertLess(self.program("early_autoclosure", optimization).returncode, 0, optimization)

    def test_a_borrowed_inline_array_is_copied(self):
        assembly = self.swiftc("-O", *EMBEDDED, "-parse-as-library", "-emit-assembly", HERE / "inline_array.swift",
                               "-o", "-")
        self.assertRegex(assembly, r"call\w*\s+memcpy")

    def test_a_span_of_a_property_ends_before_the_call(self):
        said = self.swiftc("-O", "-wmo", "-parse-as-library", "-enable-experimental-feature", "Lifetimes", "-c",
                           HERE / "span_of_property.swift", "-o", "built", succeeds=False)
        self.assertIn("lifetime-dependent value escapes its scope", said)

    def test_a_list_of_a_private_type_crashes_the_compiler(self):
        said = self.swiftc("-Onone", "-parse-as-library", "-module-name", "Private", "-c",
                           *sorted((HERE / "private_element").glob("*.swift")), succeeds=False)
        self.assertIn("fatal error encountered during compilation", said)

    def test_a_constant_list_of_a_function_becomes_another_one(self):
        self.assertEqual(self.lists(), "another's\n")

    def test_without_the_pass_that_makes_the_constants_it_stays(self):
        self.assertEqual(self.lists("-Xllvm", "-sil-disable-pass=object-outliner"), "its own\n")

    def lists(self, *options):
        """Builds as SwiftPM does: an object for each file."""
        options = ("-O", *EMBEDDED, "-num-threads", "2", "-package-name", "lists", *options)
        lists = HERE / "constant_lists"
        self.swiftc(*options, "-parse-as-library", "-module-name", "Words", "-emit-module", "-emit-module-path",
                    "Words.swiftmodule", "-c", lists / "words.swift", lists / "other.swift")
        self.swiftc(*options, "-I", ".", "-module-name", "main", "-c", lists / "main.swift", lists / "more.swift")
        self.swiftc(*options, "main.o", "more.o", "words.o", "other.o", "-o", "built")
        return self.run_built().stdout


if __name__ == "__main__":
    unittest.main()
