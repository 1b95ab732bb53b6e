"""Reading the configuration, and reading it again while the daemon runs."""

import ctypes
import os
import shutil
import signal
import struct
import subprocess
import unittest

import mocks
from bench import GESTURECTL, DaemonCase, wait_until


def tap(name, fingers=1):
    return f'[[gesture]]\nname = "{name}"\ntype = "tap"\nfingers = {fingers}\n'


class Openings:
    """How often the files of a directory are opened, by inotify."""

    IN_OPEN, IN_CLOSE_NOWRITE = 0x20, 0x10

    def __init__(self, directory):
        libc = ctypes.CDLL(None)
        self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        # The closings are watched too, because inotify merges two equal events in a row.
        assert libc.inotify_add_watch(self.fd, directory.encode(), self.IN_OPEN | self.IN_CLOSE_NOWRITE) >= 0

    def of(self, name):
        """The number of openings of one file since the beginning. Closes the watch."""
        count = 0
        with open(self.fd, "rb", buffering=0) as file:
            while data := file.read(65536):
                while data:
                    _, mask, _, length = struct.unpack_from("iIII", data)
                    count += bool(mask & self.IN_OPEN) and data[16 : 16 + length].rstrip(b"\0") == name.encode()
                    data = data[16 + length :]
        return count


class AtStart(DaemonCase):
    def test_without_a_configuration_the_demonstration_set_is_used_and_logged(self):
        daemon = self.start().wait_for_socket()
        daemon.err.wait_for("no configuration found: using the built-in demonstration gestures")
        self.assertNotIn("configuration", self.varlink(daemon).call("Status"))

    def test_a_named_file_that_is_missing(self):
        path = self.path("missing.toml")
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertIn(path, err.splitlines()[0])
        self.assertIn("No such file", err.splitlines()[0])

    def test_a_file_that_is_not_toml(self):
        path = self.write("config.toml", "[[gesture]\n")
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertTrue(err.startswith(f"gestured: {path}:1:"), err)

    def test_a_file_that_others_can_write(self):
        path = self.write("config.toml", tap("a"), mode=0o622)
        status, _, err = self.run_to_end("--config", path)
        self.assertEqual(status, 1)
        self.assertIn(path, err)

    def test_a_gesture_with_an_error_is_dropped_and_the_rest_works(self):
        bed = self.mock(mocks.touchpad())
        path = self.write("config.toml", tap("good") + '[[gesture]]\nname = "bad"\ntype = "tap"\nfingres = 2\n')
        daemon = self.start("--config", path, environment=bed.environment)
        status = self.varlink(daemon).call("Status")
        self.assertEqual([gesture["name"] for gesture in status["gestures"]], ["good"])
        self.assertEqual([problem["line"] for problem in status["problems"]], [8])
        self.assertIn(f"{path}:8:1: ", daemon.err.wait_for("fingres"))

    def test_an_ignored_device_is_not_used(self):
        bed = self.mock(mocks.touchpad(1), mocks.touchscreen(2))
        path = self.write("config.toml", tap("a") + '[[device]]\nmatch = { kind = "touchpad" }\nignore = true\n')
        daemon = self.start("--config", path, environment=bed.environment)
        devices = self.varlink(daemon).call("ListDevices")["devices"]
        self.assertEqual([device["kind"] for device in devices], ["touchscreen"])


class Again(DaemonCase):
    def setUp(self):
        super().setUp()
        self.pad = mocks.touchpad()
        self.bed = self.mock(self.pad)
        self.config = self.write("config.toml", tap("old"))
        self.daemon = self.start("--config", self.config, "--print", environment=self.bed.environment)
        self.control = self.varlink(self.daemon)
        self.assertEqual(self.names(), ["old"])

    def names(self):
        return [gesture["name"] for gesture in self.control.call("Status")["gestures"]]

    def await_names(self, names):
        wait_until(lambda: self.names() == names, f"the gestures {names}", self.daemon)

    def test_by_signal(self):
        self.write("config.toml", tap("new"))
        self.daemon.process.send_signal(signal.SIGHUP)
        self.await_names(["new"])
        self.daemon.err.wait_for(f"{self.config} reloaded: 1 gesture")

    def test_by_the_socket_with_its_problems(self):
        self.write("config.toml", 'nonsense = 1\n' + tap("new"))
        problems = self.control.call("Reload")["problems"]
        self.assertEqual([(problem["line"], problem["severity"]) for problem in problems], [(1, "problem")])
        self.assertEqual(self.names(), ["old"])
        self.assertEqual(self.control.call("Status")["problems"], problems)
        self.write("config.toml", tap("new"))
        self.assertEqual(self.control.call("Reload")["problems"], [])
        self.assertEqual(self.names(), ["new"])

    def test_when_the_file_is_written(self):
        self.write("config.toml", tap("new"))
        self.await_names(["new"])

    def test_the_file_is_read_once(self):
        openings = Openings(self.directory)
        os.rename(self.write("config.toml~", tap("new")), self.config)
        self.await_names(["new"])
        self.assertEqual(openings.of("config.toml"), 1)

    def test_gestures_in_progress_are_cancelled(self):
        press = '[[gesture]]\nname = "press"\ntype = "long-press"\nmin_duration = "50ms"\n'
        self.write("config.toml", press)
        self.await_names(["press"])
        self.bed.write(self.pad, mocks.Hand(self.pad).frame({0: (50, 30)}).evemu())
        self.daemon.out.wait_for("press long-press 1 began")
        self.write("config.toml", tap("new"))
        self.daemon.out.wait_for("press long-press 1 cancelled")
        self.await_names(["new"])

    def test_a_device_that_is_ignored_from_now_on_is_closed_and_comes_back(self):
        press = '[[gesture]]\nname = "press"\ntype = "long-press"\nmin_duration = "50ms"\n'
        self.write("config.toml", press)
        self.await_names(["press"])
        self.bed.write(self.pad, mocks.Hand(self.pad).frame({0: (50, 30)}).evemu())
        self.daemon.out.wait_for("press long-press 1 began")
        self.write("config.toml", press + '[[device]]\nmatch = { kind = "touchpad" }\nignore = true\n')
        self.daemon.out.wait_for("press long-press 1 cancelled")
        self.await_names([])
        self.assertEqual(self.control.call("ListDevices")["devices"], [])
        self.daemon.err.wait_for(": gone")
        self.write("config.toml", press)
        self.await_names(["press"])
        self.assertEqual([device["kind"] for device in self.control.call("ListDevices")["devices"]], ["touchpad"])

    def test_counts_continue_by_name(self):
        self.bed.write(self.pad, mocks.Hand(self.pad).tap().evemu())
        self.daemon.out.wait_for("old tap 1 recognized")
        self.write("config.toml", tap("old") + tap("other", 2))
        self.await_names(["old", "other"])
        self.assertEqual([gesture["count"] for gesture in self.control.call("Status")["gestures"]], [1, 0])


class Later(DaemonCase):
    """A file that is created while the daemon runs."""

    def setUp(self):
        super().setUp()
        self.bed = self.mock(mocks.touchpad())

    def begin(self):
        self.daemon = self.start(environment=self.bed.environment)
        self.control = self.varlink(self.daemon)
        # The socket takes connections before the configuration is read, and a wrong file then ends the daemon.
        self.names()

    def names(self):
        return [gesture["name"] for gesture in self.control.call("Status")["gestures"]]

    def await_names(self, names):
        wait_until(lambda: self.names() == names, f"the gestures {names}", self.daemon)

    def create(self, place, text):
        os.makedirs(os.path.dirname(self.path(place)), exist_ok=True)
        return self.write(place, text)

    def test_neither_the_file_nor_its_directories_existed(self):
        self.begin()
        place = self.path("config-home/gestured/config.toml")
        self.daemon.err.wait_for(f"write {place} and it is used immediately")
        for name in ("first", "second"):
            self.create("config-home/gestured/config.toml", tap(name))
            self.await_names([name])
        self.assertEqual(self.control.call("Status")["configuration"], place)

    def test_directories_are_created_one_by_one_and_removed(self):
        self.begin()
        os.mkdir(self.path("config-home"))
        os.mkdir(self.path("config-home/gestured"))
        self.assertGreater(len(self.names()), 5)
        self.write("config-home/gestured/config.toml", tap("first"))
        self.await_names(["first"])
        os.rename(self.path("config-home/gestured"), self.path("aside"))
        self.create("config-home/gestured/config.toml", tap("second"))
        self.await_names(["second"])
        self.write("aside/config.toml", tap("aside"))
        shutil.rmtree(self.path("config-home"))
        self.create("config-home/gestured/config.toml", tap("third"))
        self.await_names(["third"])

    def test_a_link_to_a_file_that_is_kept_elsewhere(self):
        self.begin()
        kept = self.create("kept/gestures.toml", tap("first"))
        os.makedirs(self.path("config-home/gestured"))
        os.symlink(kept, self.path("config-home/gestured/config.toml"))
        self.await_names(["first"])
        self.write("kept/gestures.toml", tap("second"))
        self.await_names(["second"])

    def test_the_file_of_the_user_precedes_that_of_the_system(self):
        self.create("config-dirs/gestured/config.toml", tap("system"))
        self.begin()
        self.assertEqual(self.names(), ["system"])
        own = self.create("config-home/gestured/config.toml", tap("own"))
        self.await_names(["own"])
        # A missing file may be about to be replaced; an explicit reload uses the files that exist.
        os.unlink(own)
        self.daemon.err.wait_for(f"{own}: the file was deleted; its last contents stay in use")
        self.assertIn("the file was deleted", self.control.call("Status")["problems"][0]["message"])
        self.create("config-dirs/gestured/config.toml", tap("changed"))
        self.assertEqual(self.names(), ["own"])
        self.control.call("Reload")
        self.assertEqual(self.names(), ["changed"])

    def test_one_with_an_error_is_reported_and_not_used(self):
        self.begin()
        self.create("config-home/gestured/config.toml", "[[gesture]\n")
        self.daemon.err.wait_for("config.toml:1:")
        self.assertGreater(len(self.names()), 5)
        self.create("config-home/gestured/config.toml", tap("fixed"))
        self.await_names(["fixed"])


class Check(DaemonCase):
    def test_it_uses_the_devices_of_the_machine(self):
        bed = self.mock(mocks.touchpad())
        lines = {}
        for fingers in (5, 6):
            path = self.write(f"{fingers}.toml", tap("many", fingers))
            done = subprocess.run(
                [GESTURECTL, "check", path], env=os.environ | bed.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines[fingers] = done.stderr
        self.assertEqual(lines[5], "")
        self.assertIn("6.toml:1:1: warning: `many` can never be made: it takes 6 fingers", lines[6])


class WhileReplaying(DaemonCase):
    def test_a_recording_continues_with_the_new_gestures(self):
        pad = mocks.touchpad()
        config = self.write("config.toml", tap("old"))
        recording = self.write("taps.evemu", mocks.header(pad) + mocks.Hand(pad).tap().pause(1.5).tap().evemu())
        daemon = self.start("--config", config, "--replay", recording, "--print", "--exit-at-end")
        daemon.out.wait_for("0.051 old tap 1 recognized")
        self.write("config.toml", tap("new"))
        self.assertEqual(daemon.wait(), 0)
        self.assertEqual(daemon.out.text.splitlines()[1:], ["1.611 new tap 1 recognized at 50.0,30.0"])


class Switches(DaemonCase):
    def test_a_gesture_is_switched_off_and_stays_so_when_the_file_is_read_again(self):
        bed = self.mock(mocks.touchpad())
        config = self.write("config.toml", tap("a") + tap("b", 2))
        daemon = self.start("--config", config, environment=bed.environment)
        control = self.varlink(daemon)
        control.call("SetEnabled", {"gesture": "a", "enabled": False})
        for _ in range(2):
            gestures = control.call("ListGestures")["gestures"]
            self.assertEqual([(g["name"], g["enabled"], g["paused"]) for g in gestures], [("a", False, True), ("b", True, False)])
            self.assertTrue(0 <= gestures[0]["since"] < 60 and "since" not in gestures[1])
            control.call("Reload")

    def test_the_daemon_says_what_it_has(self):
        bed = self.mock(mocks.touchpad())
        text = (
            '[zone.corner]\nx = ["70%", "100%"]\ny = ["0mm", "9mm"]\n'
            '[[device]]\nmatch = { kind = "touchpad" }\nslop_scale = 2.0\n'
            '[[gesture]]\nname = "a"\ntype = "tap"\nzone = "corner"\nenabled = false\nallowable_movement = "3mm"\n'
            '[[gesture]]\nname = "b"\ntype = "swipe"\nfingers = 3\ndevice = "touchpad"\nmin_distance = ["8mm", "12mm"]\n'
            'when = { app = { not = ["x", "y"] }, mode = "game" }\n')
        config = self.write("config.toml", text)
        daemon = self.start("--config", config, environment=bed.environment)
        control = self.varlink(daemon)
        # The socket listens before the file is read, and replies come after that.
        control.call("ListDevices")
        # The daemon keeps what it has, whatever the file says.
        self.write("config.toml", text.replace("3mm", "5mm").replace("9mm", "wrong"))
        status = control.call("Status")
        device, (a, b) = status["devices"][0], status["gestures"]
        self.assertEqual(
            [(zone["name"], zone["left"] / device["width"], zone["top"], zone["bottom"]) for zone in device["zones"]],
            [("corner", 0.7, 0, 9)])
        self.assertEqual((a["zone"], a["enabled"], a["paused"], a["when"], a["keys"]["allowable_movement"]), ("corner", False, False, [], 6))
        self.assertEqual((a["classes"], a["device_names"]), (["touchpad", "touchscreen"], []))
        self.assertEqual((b["classes"], b["keys"]["min_distance"], b["limits"]["min_distance"]), (["touchpad"], [16, 24], [16, 24]))
        self.assertEqual(b["when"], [
            {"key": "app", "values": ["x", "y"], "excluded": True, "holds": True},
            {"key": "mode", "values": ["game"], "excluded": False, "holds": False}])
        self.assertEqual((b["permitted"], b["obstacle"]), (False, '`mode` is not set; `when` needs "game"'))
        control.call("SetContext", {"values": {"mode": "game"}})
        b = control.call("ListGestures")["gestures"][1]
        self.assertTrue(b["permitted"] and "obstacle" not in b and all(each["holds"] for each in b["when"]))

    def test_a_context_permits(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        config = self.write("config.toml", tap("web") + 'when = { app = "fire*" }\n')
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        control = self.varlink(daemon)
        permitted = lambda: control.call("ListGestures")["gestures"][0]["permitted"]
        self.assertFalse(permitted())
        control.call("SetContext", {"values": {"app": "firefox"}})
        self.assertTrue(permitted())
        bed.write(pad, mocks.Hand(pad).tap().evemu())
        daemon.out.wait_for("web tap 1 recognized")
        control.call("SetContext", {"values": {"app": ""}})
        self.assertFalse(permitted())


if __name__ == "__main__":
    unittest.main()
