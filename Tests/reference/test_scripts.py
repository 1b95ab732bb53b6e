"""The output of the scripts on a system without dpkg: a PATH with only the programs that are linked there."""

import hashlib
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ["awk", "bash", "dirname", "env", "grep", "pkg-config", "sed"]


class Released(unittest.TestCase):
    def test_arch_fetches_the_source_of_the_release(self):
        with tempfile.TemporaryDirectory(prefix="gestured-") as place:
            tarball = pathlib.Path(place) / "source.tar.gz"
            tarball.write_bytes(b"the source")
            made = pathlib.Path(place) / "PKGBUILD"
            with made.open("w") as output:
                subprocess.run([TOP / "scripts/pkgbuild", tarball, "https://example.org/me/gestured"], stdout=output, check=True, timeout=60)
            # As makepkg does: bash reads it.
            read = subprocess.run(
                ["bash", "-c", '. "$1" && srcdir=/src && printf "%s\\n" "$pkgver" "${source[@]}" "${sha256sums[@]}" "$(_top)"', "-", made],
                capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
        version = (TOP / "VERSION").read_text().strip()
        self.assertEqual(read, [
            version, f"https://example.org/me/gestured/releases/download/v{version}/source.tar.gz",
            hashlib.sha256(b"the source").hexdigest(), f"/src/gestured-{version}"])


class OtherSystems(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        self.addCleanup(place.cleanup)
        self.bin = pathlib.Path(place.name)
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))

    def add(self, *names):
        for name in names:
            (self.bin / name).write_text("#!/bin/sh\necho called >&2\nexit 9\n")
            (self.bin / name).chmod(0o755)

    def build_packages(self, **environment):
        return subprocess.run(
            [self.bin / "bash", "-c", ". scripts/lib.sh; build_packages && packages python3 && echo going on"],
            cwd=TOP, capture_output=True, text=True, timeout=60, env={"PATH": str(self.bin), **environment})

    def test_nothing_is_missing(self):
        done = self.build_packages()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "going on\n", ""))

    def test_names_of_the_package_manager_that_is_there(self):
        for tool, names in (
                ("dnf", "install libevdev-devel systemd-devel jansson-devel expat-devel libyaml-devel tomlplusplus-devel"),
                ("pacman", "-S libevdev systemd-libs jansson expat libyaml tomlplusplus"),
                ("zypper", "install libevdev-devel libudev-devel libjansson-devel libexpat-devel libyaml-devel tomlplusplus-devel")):
            with self.subTest(tool):
                self.add(tool)
                done = self.build_packages(PKG_CONFIG_LIBDIR="/nonexistent")
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"  {tool} {names}\n", done.stderr)
                self.assertNotIn("called", done.stderr)
                (self.bin / tool).unlink()

    def test_all_names_where_no_package_manager_is_known(self):
        done = self.build_packages(PKG_CONFIG_LIBDIR="/nonexistent")
        for line in ("apt-get install libevdev-dev", "dnf install", "pacman -S", "zypper install"):
            self.assertIn(f"  {line}", done.stderr)

    def test_no_install_never_calls_a_package_manager(self):
        self.add("apt-get", "dpkg-query", "sudo")
        done = self.build_packages(PKG_CONFIG_LIBDIR="/nonexistent", GESTURED_NO_INSTALL="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("  apt-get install libevdev-dev libudev-dev libjansson-dev libexpat1-dev libyaml-dev libtomlplusplus-dev\n", done.stderr)
        self.assertNotIn("called", done.stderr)


if __name__ == "__main__":
    unittest.main()
