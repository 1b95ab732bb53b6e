"""The program `wlroots` of config/context in real compositors, which run without a screen and without devices."""
import os
import shutil
import subprocess
import sys
import time
import unittest

from test_context import DEADLINE, PROGRAMS, Session

TOP = PROGRAMS.parents[1]
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
CLIENT = """
import sys
sys.path.insert(0, sys.argv[1])
from wayland_client import Client

class Window(Client):
    def show_window(self):
        super().show_window()
        self.request(self.window, 2, sys.argv[3])  # set_title
        self.request(self.window, 3, sys.argv[2])  # set_app_id

Window().run()
"""


class Compositor(Session):
    """A test of each compositor: with the name of the method it says which one is absent."""

    def begin(self, name):
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed")
        configuration = self.directory / "config"
        configuration.write_text("xwayland disable\n")
        command = ["sway", "-c", configuration] if name == "sway" else [name]
        if os.geteuid() == 0:
            # sway refuses to run as root.
            shutil.chown(self.directory, "nobody")
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
        with open(self.directory / "log", "wb") as log:
            process = subprocess.Popen(
                command, env={**self.environment, **HEADLESS, "HOME": str(self.directory)}, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + DEADLINE
        while not (sockets := [path for path in self.directory.glob("wayland-*") if path.suffix != ".lock"]):
            self.assertIsNone(process.poll(), (self.directory / "log").read_text())
            self.assertLess(time.monotonic(), end, "the compositor has no socket")
            time.sleep(0.05)
        self.environment["WAYLAND_DISPLAY"] = sockets[0].name
        self.compositor = process

    def client(self, text, *arguments):
        process = subprocess.Popen([sys.executable, "-c", text, *arguments], env=self.environment, stdout=subprocess.DEVNULL)

        def stop():
            process.kill()
            process.wait()

        self.addCleanup(stop)
        return stop

    def run_program(self, name, *arguments):
        self.process = subprocess.Popen([PROGRAMS / name, *arguments], env=self.environment, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.process.communicate)
        self.addCleanup(self.process.kill)

    def wait_for(self, **values):
        """Reads what gestured receives until it is these values; all of it may come in steps."""
        end = time.monotonic() + DEADLINE
        while (told := self.next_context()) != values:
            self.assertLess(time.monotonic(), end, told)

    def focus(self, name):
        self.begin(name)
        self.run_program("wlroots")
        self.wait_for(app="", title="")
        window = lambda app, title: self.client(CLIENT, str(TOP / "vm/tests"), app, title, "--window")
        first = window("org.example.First", "one")
        self.wait_for(app="org.example.First", title="one")
        second = window("second", "Größe – 2")
        self.wait_for(app="second", title="Größe – 2")
        second()
        self.wait_for(app="org.example.First", title="one")
        first()
        self.wait_for(app="", title="")
        self.compositor.terminate()
        self.assert_ends()

    def test_the_window_in_front_in_labwc(self):
        self.focus("labwc")

    def test_the_window_in_front_in_sway(self):
        self.focus("sway")


if __name__ == "__main__":
    unittest.main()
