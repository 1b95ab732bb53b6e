"""The programs `wlroots` and `screen` of config/context in real compositors, which run without a screen and without devices."""
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from test_context import DEADLINE, PROGRAMS, Session

TOP = PROGRAMS.parents[1]
# Of a user without rights, in place of root.
USER = 65534
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
# Moves a pointer of the protocol wlr-virtual-pointer, as a person would.
POINTER = """
import sys
sys.path.insert(0, sys.argv[1])
from context import Wayland, uints

class Pointer(Wayland):
    def found(self, number, interface, version):
        if interface == "zwlr_virtual_pointer_manager_v1":
            self.manager = self.bind(number, interface, 1, None)

pointer = Pointer()
pointer.listed()
moved = pointer.new(None)
pointer.request(pointer.manager, 0, uints(0, moved))  # create_virtual_pointer
pointer.request(moved, 0, uints(1, 2560, 2560))  # motion
pointer.request(moved, 4)  # frame
pointer.listed()
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
            os.chown(self.directory, USER, USER)
            command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *command]
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
        while (values_now := self.next_context()) != values:
            self.assertLess(time.monotonic(), end, values_now)

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

    def turn(self, word):
        done = subprocess.run([PROGRAMS / "screen", word], env=self.environment, capture_output=True, text=True, timeout=DEADLINE)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def begin_for_screen(self, name):
        if name == "sway" and shutil.which(name) and " 1.7" in subprocess.run([name, "--version"], capture_output=True, text=True).stdout:
            self.skipTest("sway 1.7 cannot turn an output without a screen off, and does not speak ext-idle-notify")
        self.begin(name)

    def screen(self, name):
        self.begin_for_screen(name)
        self.run_program("screen", "3600")
        # Its output is not on yet when sway has its socket.
        self.wait_for(screen="on", idle="no")
        for word in ("off", "on", "off"):
            self.turn(word)
            self.assertEqual(self.next_context(), {"screen": word, "idle": "no"})
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.next_context(), {"screen": "", "idle": ""})

    def test_a_screen_that_goes_off_and_on_in_labwc(self):
        self.screen("labwc")

    def test_a_screen_that_goes_off_and_on_in_sway(self):
        self.screen("sway")

    def idle(self, name):
        self.begin_for_screen(name)
        self.run_program("screen", "1")
        self.wait_for(screen="on", idle="yes")
        self.client(POINTER, str(PROGRAMS))
        self.assertEqual(self.next_context(), {"screen": "on", "idle": "no"})
        self.assertEqual(self.next_context(), {"screen": "on", "idle": "yes"})

    def test_idle_in_labwc(self):
        self.idle("labwc")

    def test_idle_in_sway(self):
        self.idle("sway")


if __name__ == "__main__":
    unittest.main()
