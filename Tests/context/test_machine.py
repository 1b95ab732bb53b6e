"""The programs of config/context that follow the session and the sensor, with programs in place of gdbus and
monitor-sensor, whose output is that of GLib 2.74 and iio-sensor-proxy 3.0."""

import os
import signal
import subprocess
import unittest

from test_context import DEADLINE, PROGRAMS, Session

PATH = "/org/freedesktop/login1/session/_32"


class Machine(Session):
    def run_program(self, name):
        self.process = subprocess.Popen([PROGRAMS / name], env=self.environment, stderr=subprocess.PIPE, text=True)

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


class Logind(Machine):
    def begin(self, hint="false"):
        self.hint = self.directory / "hint"
        self.hint.write_text(f"(<{hint}>,)\n")
        self.program("gdbus", f"""case "$*" in
*" User Display"|*.User\\ Display) echo "(<('2', objectpath '{PATH}')>,)" ;;
*"{PATH} --method "*.Session\\ LockedHint) cat {self.hint} ;;
"monitor --system --dest org.freedesktop.login1 --object-path {PATH}") {self.pipe("signals")} ;;
*) echo "unexpected: $*" >&2; exit 1 ;;
esac
""")
        self.run_program("logind")
        self.open_pipe("signals")
        self.say(f"Monitoring signals on object {PATH} owned by org.freedesktop.login1")
        self.say("The name org.freedesktop.login1 is owned by :1.3")

    def signal(self, text):
        self.say(f"{PATH}: org.freedesktop.{text}")

    def hinted(self, value):
        self.signal("DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session', "
                    f"{{'IdleHint': <true>, 'LockedHint': <{value}>}}, @as [])")

    def test_signals_and_the_hint(self):
        self.begin()
        self.assert_context("locked=no")
        self.signal("login1.Session.Lock ()")
        self.assert_context("locked=yes")
        self.hinted("true")
        self.signal("DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session', {'IdleHint': <true>}, @as [])")
        self.signal("login1.Session.Unlock ()")
        self.assert_context("locked=no")
        self.hinted("true")
        self.assert_context("locked=yes")
        self.hinted("false")
        self.assert_context("locked=no")
        self.output.close()
        # The program does not say that the session is not locked.
        self.assert_released()
        self.assert_ends(1, "gestured context logind: gdbus ended\n")

    def test_a_session_that_is_locked_already_and_a_logind_that_comes_back(self):
        self.begin("true")
        self.assert_context("locked=yes")
        self.hint.write_text("(<false>,)\n")
        self.say("The name org.freedesktop.login1 does not have an owner")
        self.say("The name org.freedesktop.login1 is owned by :1.9")
        self.assert_context("locked=no")

    def test_without_a_session_or_without_gdbus(self):
        self.program("gdbus", "echo \"(<('', objectpath '/')>,)\"\n")
        self.run_program("logind")
        self.assert_ends(1, "gestured context logind: logind has no session of yours on a display\n")
        self.program("gdbus", "echo 'Error: no bus' >&2; exit 1\n")
        self.run_program("logind")
        self.assert_ends(1, "gestured context logind: logind: Error: no bus\n")


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


if __name__ == "__main__":
    unittest.main()
