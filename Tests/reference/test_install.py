"""`make install` into an empty directory, and what `make uninstall` leaves of it."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get("GESTURED_BUILD", str(TOP / ".build/debug"))


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Installs once, because the script takes a second. What changes the files is done elsewhere."""
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        cls.addClassCleanup(place.cleanup)
        cls.root = pathlib.Path(place.name)
        cls.run_install(DESTDIR=str(cls.root), PREFIX="/usr")

    @staticmethod
    def run_install(*before, arguments=(), **environment):
        return subprocess.run(
            [*before, TOP / "scripts/install", *arguments], check=True, capture_output=True, text=True, timeout=120,
            env={**os.environ, "GESTURED_BUILD": BUILD, **environment})

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
                "usr/bin/gestured-bridge", "usr/lib/systemd/user/gestured-bridge.service", "usr/share/gestured/context/context.py",
                "usr/libexec/gestured-typing", "usr/lib/systemd/system/gestured-typing.socket",
                "usr/lib/systemd/system/gestured-typing.service", "usr/lib/sysusers.d/gestured-typing.conf",
                "usr/lib/systemd/system-preset/70-gestured-typing.preset",
                "usr/lib/udev/rules.d/70-gestured.rules", "usr/share/gestured/gestured.schema.json",
                "usr/share/gestured/org.gestured.Gestures.varlink", "usr/share/gestured/demo.evemu",
                "usr/share/gestured/examples/sway.toml", "usr/share/gestured/MIGRATION.md",
                "usr/share/gestured/confined.conf", "usr/share/gestured/50-gestured.lua",
                "usr/share/bash-completion/completions/gesturectl"):
            self.assertIn(path, installed)
        # libinput reads it: a compositor that links another Lua does not start.
        self.assertNotIn("etc/libinput/plugins/50-gestured.lua", installed)

    def test_the_data_for_software_centres_names_the_page_of_the_project(self):
        path = self.root / "usr/share/metainfo/org.gestured.Studio.metainfo.xml"
        self.assertNotIn("<screenshots>", path.read_text())
        with tempfile.TemporaryDirectory(prefix="gestured-") as root:
            self.run_install(DESTDIR=root, PREFIX="/usr", ADDRESS="https://example.org/me/gestured/")
            self.check_metainfo(pathlib.Path(root, path.relative_to(self.root)))
            with self.assertRaises(subprocess.CalledProcessError):
                self.run_install(DESTDIR=root, PREFIX="/usr", ADDRESS="https://example.org/'")

    def check_metainfo(self, path):
        version = (TOP / "VERSION").read_text().strip()
        self.assertIn(f"<image>https://example.org/me/gestured/releases/download/v{version}/studio.png</image>", path.read_text())
        judged = subprocess.run(["appstreamcli", "validate", "--no-net", path], capture_output=True, text=True, timeout=60)
        self.assertEqual(judged.returncode, 0, judged.stdout)

    def test_the_documents_that_manual_pages_name_are_installed(self):
        named = {name for page in (TOP / "man").iterdir() for name in re.findall(r"docs/[a-z-]+\.md", page.read_text())}
        self.assertGreater(len(named), 1)
        for name in named:
            self.assertIn(f"usr/share/gestured/{name}", self.files())

    def test_links_of_installed_documents_resolve(self):
        share = self.root / "usr/share/gestured"
        pages = sorted(share.rglob("*.md"))
        self.assertGreater(len(pages), 25)
        broken, count = [], 0
        for page in pages:
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
                if "://" in target:
                    continue
                count += 1
                if not (page.parent / target).exists():
                    broken.append(f"{page.relative_to(share)}: {target}")
        self.assertEqual(broken, [])
        self.assertGreater(count, 100)
        for page in (self.root / "usr/share/man").rglob("*.*"):
            self.assertNotRegex(page.read_text(), r"(^|[ (])(docs|config)/[a-z-]+", page.name)

    def test_an_empty_prefix_is_the_root_itself(self):
        with tempfile.TemporaryDirectory(prefix="gestured-") as root:
            self.run_install(DESTDIR=root, PREFIX="")
            self.assertEqual({path.name for path in pathlib.Path(root).iterdir()}, {"bin", "lib", "libexec", "share"})

    @unittest.skipIf(os.getuid() == 0 and not shutil.which("setpriv"), "there is no user but root")
    def test_below_a_home_no_root_is_needed(self):
        with tempfile.TemporaryDirectory(prefix="gestured-") as home:
            os.chmod(home, 0o777)
            user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
            done = self.run_install(*user, HOME=home, TMPDIR=home, DESTDIR="", PREFIX=f"{home}/.local")
            self.assertIn("Left for root: the udev rule", done.stdout)
            self.assertIn(f"{home}/.local/bin is not in PATH", done.stdout)
            self.assertTrue(pathlib.Path(home, ".local/share/systemd/user/gestured.service").exists())
            self.assertFalse(pathlib.Path(home, ".local/lib/systemd/system").exists())
            subprocess.run([*user, "rm", "-r", f"{home}/.local"], check=True, timeout=60)

    def unit(self, root, prefix):
        return pathlib.Path(f"{root}{prefix}/lib/systemd/user/gestured.service").read_text()

    def test_a_prefix_is_right_or_refused(self):
        for prefix in ("/opt/a+b@c,d~e:f-1", "/usr/bin/gestured"):
            with self.subTest(prefix), tempfile.TemporaryDirectory(prefix="gestured-") as root:
                self.run_install(DESTDIR=root, PREFIX=prefix)
                self.assertIn(f"\nExecStart={prefix}/bin/gestured\n", self.unit(root, prefix))
        for prefix in ("/opt/a b", "/opt/a&b", "/opt/a|b", "/opt/a\\1", "/opt/a%h", '/opt/a"', "/opt/a\nb", "opt", "./opt", "/opt/ü"):
            with self.subTest(prefix), tempfile.TemporaryDirectory(prefix="gestured-") as root:
                with self.assertRaises(subprocess.CalledProcessError) as failed:
                    self.run_install(DESTDIR=root, PREFIX=prefix)
                self.assertIn("Nothing was installed.", failed.exception.stderr)
                self.assertEqual(list(pathlib.Path(root).iterdir()), [])
        with tempfile.TemporaryDirectory(prefix="gestured &|") as root:
            self.run_install(DESTDIR=root, PREFIX="/usr")
            self.assertIn("\nExecStart=/usr/bin/gestured\n", self.unit(root, "/usr"))

    def test_modes_do_not_depend_on_the_umask(self):
        with tempfile.TemporaryDirectory(prefix="gestured-") as root:
            self.run_install("sh", "-c", 'umask 077; exec "$@"', "sh", DESTDIR=root, PREFIX="/usr")
            for path in pathlib.Path(root).rglob("*"):
                mode = path.stat().st_mode & 0o777
                self.assertEqual(mode, 0o755 if path.is_dir() or mode & 0o100 else 0o644, path)

    def test_uninstall_leaves_nothing(self):
        with tempfile.TemporaryDirectory(prefix="gestured-") as root:
            for arguments in ((), ("--uninstall",)):
                self.run_install(arguments=arguments, DESTDIR=root, PREFIX="/usr")
                self.assertEqual(any(not path.is_dir() for path in pathlib.Path(root).rglob("*")), not arguments)


if __name__ == "__main__":
    unittest.main()
