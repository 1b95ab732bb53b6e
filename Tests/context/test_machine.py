"""The programs of config/context that follow the sensor and the picture, with a program in place of monitor-sensor, whose output is
that of iio-sensor-proxy 3.0, and a socket in place of a Wayland compositor."""

import os
import signal
import struct
import subprocess
import unittest

from test_context import DEADLINE, PROGRAMS, Session


class Machine(Session):
    def run_program(self, name, *arguments):
        self.process = subprocess.Popen([PROGRAMS / name, *arguments], env=self.environment, stderr=subprocess.PIPE, text=True)

        def stop():
            if self.process.poll() is None:
                self.process.kill()
            self.process.communicate(timeout=DEADLINE)

        self.addCleanup(stop)

    def pipe(self, name):
        os.mkfifo(self.directory / name)
        return f"cat {self.directory / name}"

    def open_pipe(self, name):
        # open(2) waits for the reader, which the program has started.
        self.output = open(self.directory / name, "wb", buffering=0)
        self.addCleanup(self.output.close)

    def say(self, text):
        self.output.write(text.encode() + b"\n")

    def assert_context(self, value):
        key, _, word = value.partition("=")
        self.assertEqual(self.next_context(), {key: word})


class Sensor(Machine):
    def test_the_four_ways_and_a_sensor_that_goes(self):
        self.program("monitor-sensor", self.pipe("sensor") + "\n")
        self.run_program("iio-sensor-proxy")
        self.open_pipe("sensor")
        self.say("    Waiting for iio-sensor-proxy to appear\n+++ iio-sensor-proxy appeared")
        self.say("=== Has accelerometer (orientation: normal)\n=== Has ambient light sensor (value: 1.0, unit: lux)")
        self.assert_context("rotation=0")
        # Newer versions also print the tilt.
        for line, turned in (("left-up", 90), ("bottom-up", 180), ("undefined", None), ("right-up, tilt: vertical", 270)):
            self.say(f"    Accelerometer orientation changed: {line}")
            if turned is not None:
                self.assert_context(f"rotation={turned}")
        self.say("--- iio-sensor-proxy vanished, waiting for it to appear")
        self.assert_context("rotation=")
        self.output.close()
        self.assert_released()
        self.assert_ends(1, "gestured context iio-sensor-proxy: monitor-sensor ended\n")

    def test_when_it_is_stopped_gestured_loses_the_rotation(self):
        self.program("monitor-sensor", self.pipe("sensor") + "\n")
        self.run_program("iio-sensor-proxy")
        self.open_pipe("sensor")
        self.say("=== Has accelerometer (orientation: left-up)")
        self.assert_context("rotation=90")
        self.process.send_signal(signal.SIGTERM)
        self.assert_context("rotation=")
        self.output.close()
        self.assert_ends(0, "")

    def test_no_accelerometer(self):
        self.program("monitor-sensor", "echo '=== No accelerometer'\n")
        self.run_program("iio-sensor-proxy")
        _, printed = self.process.communicate(timeout=DEADLINE)
        self.assertIn("gestured context iio-sensor-proxy: the machine has no accelerometer\n", printed)


class Wayland(Machine):
    DISPLAY, REGISTRY = 1, 2

    @staticmethod
    def words(text):
        data = text.encode() + b"\0"
        return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)

    def begin(self, *arguments, program="wayland"):
        self.environment["WAYLAND_DISPLAY"] = "wayland-7"
        server = self.listen(self.directory / "wayland-7")
        self.run_program(program, *arguments)
        self.connection = self.accept(server)
        self.assertEqual(self.request(), (self.DISPLAY, 1, struct.pack("=I", self.REGISTRY)))

    def request(self):
        head = self.connection.recv(8)
        target, opcode, size = struct.unpack("=IHH", head)
        return target, opcode, self.connection.recv(size - 8)

    def event(self, target, opcode, body=b""):
        return struct.pack("=IHH", target, opcode, 8 + len(body)) + body

    def offer(self, number, interface, version):
        """A global comes, and the program binds it."""
        said = struct.pack("=I", number) + self.words(interface)
        self.connection.sendall(self.event(self.REGISTRY, 0, said + struct.pack("=I", version)))
        target, opcode, body = self.request()
        self.assertEqual((target, opcode, body[:-8]), (self.REGISTRY, 0, said))
        version_bound, bound = struct.unpack("=II", body[-8:])
        self.assertLessEqual(version_bound, version)
        return bound

    def answer_sync(self):
        """The program sends a sync, whose answer comes after all else."""
        target, opcode, body = self.request()
        self.assertEqual((target, opcode), (self.DISPLAY, 0))
        self.connection.sendall(self.event(struct.unpack("=I", body)[0], 0, struct.pack("=I", 1)))

    def output(self, number, name, transform):
        """An output comes, and the program binds it."""
        bound = self.offer(number, "wl_output", 4)
        self.connection.sendall(self.event(bound, 4, self.words(name)) + self.turned(bound, transform))
        return bound

    def turned(self, bound, transform):
        geometry = struct.pack("=5i", 0, 0, 300, 200, 0) + self.words("make") + self.words("model 2") + struct.pack("=i", transform)
        return self.event(bound, 0, geometry) + self.event(bound, 2)

    def assert_turned(self, panel, **outputs):
        """The context's next values; an output whose value is empty is gone."""
        self.assertEqual(self.next_context(), {
            "rotation": str(panel), **{f"rotation.{name.replace('_', '-')}": str(value) for name, value in outputs.items()}})

    def test_a_picture_that_is_turned(self):
        self.begin()
        self.connection.sendall(self.event(self.REGISTRY, 0, struct.pack("=I", 1) + self.words("wl_seat") + struct.pack("=I", 9)))
        panel = self.output(3, "eDP-1", 0)
        self.assert_turned(0, eDP_1=0)
        for transform, rotation in ((1, 90), (1, None), (2, 180), (3, 270), (5, 90), (4, 0)):
            message = self.turned(panel, transform)
            self.connection.sendall(message[:30])
            self.connection.sendall(message[30:])
            if rotation is not None:
                self.assert_turned(rotation, eDP_1=rotation)
        self.connection.close()
        self.assert_turned("", eDP_1="")
        self.assert_ends()

    def test_each_output_has_its_own_rotation_and_the_built_in_panel_counts_among_several(self):
        self.begin()
        self.output(3, "DP-1", 2)
        self.assert_turned(180, DP_1=180)
        panel = self.output(4, "eDP-1", 1)
        self.assert_turned(90, DP_1=180, eDP_1=90)
        self.connection.sendall(self.turned(panel, 3))
        self.assert_turned(270, DP_1=180, eDP_1=270)
        self.connection.sendall(self.event(self.REGISTRY, 1, struct.pack("=I", 4)))
        self.assert_turned(180, DP_1=180, eDP_1="")
        self.connection.sendall(self.event(self.REGISTRY, 1, struct.pack("=I", 3)))
        self.assert_turned("", DP_1="", eDP_1="")

    def test_an_error_and_no_compositor(self):
        self.begin()
        self.connection.sendall(self.event(self.DISPLAY, 0, struct.pack("=II", 2, 0) + self.words("no")))
        self.assert_ends(1, "gestured context wayland: the compositor reports: no\n")
        self.environment["WAYLAND_DISPLAY"] = "nowhere"
        self.run_program("wayland")
        self.assert_ends(1, "gestured context wayland: No such file or directory: the compositor's socket; is this its session?\n")
        del self.environment["WAYLAND_DISPLAY"]
        self.run_program("wayland")
        self.assert_ends(1, "gestured context wayland: $WAYLAND_DISPLAY is not set; start this program in a Wayland session\n")


class Windows(Wayland):
    """`wlroots`, with a socket that speaks wlr-foreign-toplevel-management."""

    def connect(self):
        self.begin(program="wlroots")
        # Its first sync comes before the global.
        target, opcode, body = self.request()
        self.assertEqual((target, opcode), (self.DISPLAY, 0))
        self.manager = self.offer(9, "zwlr_foreign_toplevel_manager_v1", 3)
        self.connection.sendall(self.event(struct.unpack("=I", body)[0], 0, struct.pack("=I", 1)))
        self.answer_sync()
        self.assert_window("", "")

    def assert_window(self, app, title):
        self.assertEqual(self.next_context(), {"app": app, "title": title})

    def window(self, number, app, title):
        """The events that make a window known."""
        return (self.event(self.manager, 0, struct.pack("=I", number)) + self.event(number, 0, self.words(title))
                + self.event(number, 1, self.words(app)))

    def state(self, number, *states):
        return self.event(number, 4, struct.pack(f"={len(states) + 1}I", 4 * len(states), *states)) + self.event(number, 5)

    def say(self, *messages):
        data = b"".join(messages)
        self.connection.sendall(data[:5])
        self.connection.sendall(data[5:])

    def test_the_window_that_is_active(self):
        self.connect()
        first, second = 0xff000001, 0xff000002
        self.say(self.window(first, "foot", "~"), self.state(first, 0, 2), self.window(second, "firefox", "News"), self.state(second, 0, 1))
        self.assert_window("foot", "~")
        # A focus that moves is one change, though the compositor reports of two windows.
        self.say(self.state(first), self.state(second, 2, 3))
        self.assert_window("firefox", "News")
        self.say(self.event(first, 0, self.words("vi")), self.event(first, 5), self.event(second, 0, self.words("Größe")), self.event(second, 5))
        self.assert_window("firefox", "Größe")
        self.say(self.event(second, 6))
        self.assert_window("", "")
        self.assertEqual(self.request(), (second, 7, b""), "the window that was closed is destroyed")
        # The compositor uses the number again.
        self.say(self.window(second, "mpv", "film"), self.state(second, 2))
        self.assert_window("mpv", "film")
        self.connection.close()
        self.assert_window("", "")
        self.assert_ends()

    def test_a_compositor_that_does_not_tell(self):
        self.begin(program="wlroots")
        self.answer_sync()
        self.assert_ends(1, "gestured context wlroots: the compositor does not speak wlr-foreign-toplevel-management\n")


class Screen(Session):
    """`screen` without a compositor, with files in place of those of the kernel."""

    run_program = Machine.run_program

    def setUp(self):
        super().setUp()
        self.environment["LD_PRELOAD"] = "libumockdev-preload.so.0"
        self.environment["UMOCKDEV_DIR"] = str(self.directory)
        self.attribute("drm/card1-eDP-1/status", "connected")
        self.attribute("drm/card1-eDP-1/dpms", "On")
        self.attribute("drm/card1-HDMI-A-1/status", "disconnected")
        self.attribute("drm/card1-HDMI-A-1/dpms", "Off")

    def attribute(self, name, value):
        path = self.directory / "sys/class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_text(value + "\n")
        new.rename(path)
        return path

    def assert_screen(self, word):
        self.assertEqual(self.next_context(), {"screen": word})

    def test_connectors_and_backlights(self):
        self.run_program("screen")
        self.assert_screen("on")
        self.attribute("drm/card1-eDP-1/dpms", "Off")
        self.assert_screen("off")
        self.attribute("drm/card1-eDP-1/dpms", "On")
        self.assert_screen("on")
        self.attribute("backlight/panel/bl_power", "4")
        self.assert_screen("off")
        # A second screen is on while the panel's light is off.
        self.attribute("drm/card1-HDMI-A-1/dpms", "On")
        self.attribute("drm/card1-HDMI-A-1/status", "connected")
        self.assert_screen("on")
        self.process.send_signal(signal.SIGTERM)
        self.assert_screen("")
        self.assert_ends()

    def test_it_turns_the_light_on(self):
        path = self.attribute("backlight/panel/bl_power", "4")
        for word, value in (("on", "0"), ("off", "4")):
            self.run_program("screen", word)
            self.assert_ends()
            self.assertEqual(path.read_text(), value)

    def test_without_a_light_it_says_so(self):
        self.run_program("screen", "on")
        self.assert_ends(1, "gestured context screen: no compositor with wlr-output-power-management and no backlight: "
                            "nothing here turns a screen on\n")


if __name__ == "__main__":
    unittest.main()
