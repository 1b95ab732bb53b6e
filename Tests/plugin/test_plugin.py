"""The libinput plugin under Debian's lua5.4, with plugin/test standing in for libinput's API.

Each case of plugin/test/cases is a test. Four more make random sequences, two for each seed: 1000 each, 10,000 in the
whole tests (.ci/run), or as many as GESTURED_PLUGIN_SEQUENCES says (50000 take half a minute a seed).
"""

import os
import pathlib
import shutil
import subprocess
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = TOP / "plugin" / "50-gestured.lua"
SEQUENCES = int(os.environ.get("GESTURED_PLUGIN_SEQUENCES", "1000"))
LIMIT = 600


def lua(script, *arguments):
    """(status, output); a script that does not end fails its test."""
    done = subprocess.run(["lua5.4", TOP / "plugin" / "test" / script, PLUGIN, *map(str, arguments)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
    return done.returncode, done.stdout


class PluginCase(unittest.TestCase):
    """The cases of plugin/test/cases, which are added below as methods."""

    def check(self, name):
        status, output = lua("cases.lua", name)
        self.assertEqual((status, output), (0, f"ok      {name}\n"))


class RandomTest(unittest.TestCase):
    def check(self, seed, script="random.lua"):
        status, output = lua(script, SEQUENCES, seed)
        self.assertEqual(status, 0, output)
        self.assertRegex(output, f"^ok      {SEQUENCES} sequences")

    def test_random_sequences_of_seed_1(self):
        self.check(1)

    def test_random_sequences_of_seed_2(self):
        self.check(2)

    def test_what_is_held_comes_out_as_it_went_in_seed_1(self):
        self.check(1, "held.lua")

    def test_what_is_held_comes_out_as_it_went_in_seed_2(self):
        self.check(2, "held.lua")


class SyntaxTest(unittest.TestCase):
    """The plugin uses only syntax that all versions of Lua read, because a compositor may have another one than 5.4."""

    def test_each_lua_reads_it(self):
        compilers = [path for name in ("luac5.1", "luac5.3", "luac5.4") if (path := shutil.which(name))]
        self.assertTrue(compilers, "no Lua compiler is installed (package lua5.4)")
        for compiler in compilers:
            with self.subTest(compiler=compiler):
                subprocess.run([compiler, "-p", PLUGIN], check=True)


def add_cases():
    status, output = lua("cases.lua", "--list")
    names = output.splitlines()
    if status != 0 or len(names) < 40:
        raise SystemExit(f"cases.lua does not list its cases: {output}")
    for name in names:
        def test(self, name=name):
            self.check(name)

        word = "".join(c if c.isalnum() else "_" for c in name)
        setattr(PluginCase, f"test_{word}", test)


add_cases()

if __name__ == "__main__":
    unittest.main()
