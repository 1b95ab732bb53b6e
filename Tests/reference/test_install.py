"""`make install` into an empty directory, and what `make uninstall` leaves of it."""

import os
import pathlib
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("GESTURED_BUILD", str(TOP / ".build/debug"))


class Installation(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.make()

    def make(self, *arguments):
        environment = dict(os.environ, DESTDIR=str(self.root), PREFIX="/usr", GESTURED_BUILD=BUILD)
        subprocess.run([TOP / "scripts/install", *arguments], check=True, capture_output=True, timeout=120, env=environment)

    def files(self):
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}

    def test_man_finds_every_page(self):
        for page in sorted((TOP / "man").iterdir()):
            name, section = page.name.rsplit(".", 1)
            found = subprocess.run(
                ["man", "-w", "-M", self.root / "usr/share/man", section, name], capture_output=True, text=True, timeout=60)
            self.assertEqual(found.stdout.strip(), str(self.root / f"usr/share/man/man{section}/{page.name}"))

    def test_what_is_installed(self):
        installed = self.files()
        for path in (
                "usr/bin/gestured", "usr/bin/gesturectl", "usr/lib/systemd/user/gestured.service",
                "usr/libexec/gestured-typing", "usr/lib/systemd/system/gestured-typing.socket",
                "usr/lib/systemd/system/gestured-typing.service", "usr/lib/sysusers.d/gestured-typing.conf",
                "usr/lib/systemd/system-preset/70-gestured-typing.preset",
                "usr/lib/udev/rules.d/70-gestured.rules", "usr/share/gestured/gestured.schema.json",
                "usr/share/gestured/org.gestured.Gestures.varlink", "usr/share/gestured/demo.evemu",
                "usr/share/gestured/examples/sway.toml", "usr/share/gestured/MIGRATION.md",
                "usr/share/gestured/taking-touches-away.md", "usr/share/gestured/confined.conf", "etc/libinput/plugins/50-gestured.lua",
                "usr/share/bash-completion/completions/gesturectl"):
            self.assertIn(path, installed)

    def test_uninstall_leaves_nothing(self):
        self.make("--uninstall")
        self.assertEqual(self.files(), set())


if __name__ == "__main__":
    unittest.main()
