"""The drop-in for a daemon whose gestures run no commands, judged by systemd-analyze."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
MOST = 3.0


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed (apt install systemd)")
class ConfinedUnit(unittest.TestCase):
    def exposure(self, *drop_ins):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        self.addCleanup(place.cleanup)
        root = pathlib.Path(place.name)
        units = root / "units"
        (units / "gestured.service.d").mkdir(parents=True)
        (root / "runtime").mkdir(mode=0o700)
        # The program must exist: /bin/true takes its place.
        texts = {name: (TOP / "systemd" / name).read_text() for name in ("gestured.service", "gestured.socket", *drop_ins)}
        for name, text in texts.items():
            directory = units / "gestured.service.d" if name in drop_ins else units
            (directory / name).write_text(text.replace("/usr/bin/gestured", "/bin/true"))
        done = subprocess.run(
            ["systemd-analyze", "--user", "--no-pager", "security", "--offline=true", "./gestured.service"], cwd=units,
            env=dict(os.environ, XDG_RUNTIME_DIR=str(root / "runtime"), LC_ALL="C.UTF-8"), capture_output=True, text=True,
            timeout=60)
        found = re.search(r"Overall exposure level for gestured\.service: ([0-9.]+)", done.stdout)
        self.assertTrue(found, done.stdout + done.stderr)
        # Keys that systemd does not have are reported here.
        self.assertEqual(done.stderr, "")
        return float(found[1])

    def test_the_unit_that_opens_keyboards_is_exposed_little(self):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        self.addCleanup(place.cleanup)
        for path in (TOP / "systemd/system").iterdir():
            (pathlib.Path(place.name) / path.name).write_text(path.read_text().replace("/usr/libexec/gestured-typing", "/bin/true"))
        done = subprocess.run(
            ["systemd-analyze", "--no-pager", "security", "--offline=true", "./gestured-typing.service"], cwd=place.name,
            env=dict(os.environ, LC_ALL="C.UTF-8"), capture_output=True, text=True, timeout=60)
        found = re.search(r"Overall exposure level for gestured-typing\.service: ([0-9.]+)", done.stdout)
        self.assertTrue(found, done.stdout + done.stderr)
        self.assertLessEqual(float(found[1]), 1.3, done.stdout)

    def test_the_confined_unit_writes_only_where_its_socket_is(self):
        """The context is kept beside the socket (ContextFile)."""
        def value(name, key):
            lines = (TOP / "systemd" / name).read_text().splitlines()
            return [line.split("=", 1)[1] for line in lines if line.startswith(f"{key}=")]

        self.assertEqual(value("confined.conf", "ProtectSystem"), ["strict"])
        self.assertEqual(value("confined.conf", "ReadWritePaths"), [os.path.dirname(value("gestured.socket", "ListenStream")[0])])

    def test_the_confined_unit_is_exposed_little(self):
        self.assertLessEqual(self.exposure("confined.conf"), MOST)
        # The measure tests the drop-in. Without it, the unit is open for the commands of gestures.
        self.assertGreater(self.exposure(), MOST)


if __name__ == "__main__":
    unittest.main()
