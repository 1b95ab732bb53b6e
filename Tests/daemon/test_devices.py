"""The unmodified daemon on mocked touchpads and touchscreens, end to end. SimulatedDeviceTests says what needs no real node."""

import glob
import json
import os
import shutil
import socket
import subprocess
import unittest

import bench
import mocks
from bench import TOP, DaemonCase, wait_until

SYN_REPORT, SYN_DROPPED = 0, 3
RECORDINGS = os.environ.get("GESTURED_RECORDINGS") or os.path.join(TOP, "../shared/recordings")

SWIPES = """
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
direction = "right"
run = 'printf "%s %s %s\\n" "$GESTURED_GESTURE" "$GESTURED_DIRECTION" "$GESTURED_DEVICE" >> "$OUT"'
notify = { socket = "$XDG_RUNTIME_DIR/notify.sock" }
"""


class WholeWay(DaemonCase):
    def test_a_swipe_on_a_touchpad_runs_a_command_and_reaches_subscribers(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        listener = self.listener("run/notify.sock")
        out = self.path("out")
        config = self.write("config.toml", SWIPES)
        daemon = self.start("--config", config, "--print", environment=bed.environment | {"OUT": out})
        subscriber, control = self.varlink(daemon), self.varlink(daemon)
        subscriber.send("Subscribe", more=True)
        control.call("Status")  # The reply comes after the call of the other client was read.

        bed.write(pad, mocks.Hand(pad).swipe(3, dx=25).evemu())

        expected = {"gesture": "next", "type": "swipe", "state": "recognized", "fingers": 3, "direction": "right"}
        event = subscriber.reply()["parameters"]["event"]
        self.assertEqual({key: event[key] for key in expected}, expected)
        self.assertEqual(event["device"], "event1")
        self.assertAlmostEqual(event["time"], 0.041)
        line = listener.recv(4096).decode()
        message = json.loads(line)
        self.assertEqual([touch["x"] for touch in message.pop("touches")], [30, 30, 30])
        self.assertEqual(message, event)
        wait_until(lambda: self.read("out") == "next right event1\n", out, daemon)
        self.assertEqual(daemon.out.wait_for("\n"), "0.041 next swipe 3 recognized right at 30.0,38.0\n")
        status = self.settled(control)
        self.assertEqual([(g["name"], g["count"]) for g in status["gestures"]], [("next", 1)])
        actions = status["actions"]
        self.assertEqual([actions[key] for key in ("started", "running", "failed")], [1, 0, 0])
        self.assertEqual(daemon.end(), 0)

    def test_a_touchscreen_does_the_same(self):
        screen = mocks.touchscreen()
        bed = self.mock(screen)
        config = self.write("config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\n')
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        bed.write(screen, mocks.Hand(screen).tap(x=100, y=60).evemu())
        self.assertEqual(daemon.out.wait_for("\n"), "0.051 t tap 1 recognized at 100.0,60.0\n")

    def test_a_deadline_wakes_the_daemon_while_the_finger_rests(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        config = self.write("config.toml", '[[gesture]]\nname = "press"\ntype = "long-press"\nmin_duration = "300ms"\n')
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        bed.write(pad, mocks.Hand(pad).frame({0: (50, 30)}).evemu())
        self.assertEqual(daemon.out.wait_for("\n"), "0.301 press long-press 1 began at 50.0,30.0\n")
        # No finger lifts, because the end of the daemon is not a lift.
        self.assertEqual(daemon.end(), 0)
        self.assertIn("press long-press 1 cancelled", daemon.out.text)

    def test_a_touch_that_went_in_an_overrun_is_cancelled_and_the_next_one_is_whole(self):
        """After SYN_DROPPED the daemon reads the present state of the device, which has no contact."""
        pad = mocks.touchpad()
        bed = self.mock(pad)
        config = self.write(
            "config.toml", '[[gesture]]\nname = "press"\ntype = "long-press"\n[[gesture]]\nname = "tap"\ntype = "tap"\n')
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        hand = mocks.Hand(pad).frame({0: (50, 30)})
        bed.write(pad, hand.evemu())
        daemon.out.wait_for("press long-press 1 began")
        lost = [(hand.time + 1, mocks.SYN, code, 0) for code in (SYN_DROPPED, SYN_REPORT)]
        bed.write(pad, mocks.evemu(lost))
        daemon.out.wait_for("press long-press 1 cancelled")
        again = mocks.Hand(pad).pause(2).tap(50, 30)
        bed.write(pad, again.evemu())
        daemon.out.wait_for("tap tap 1 recognized")
        self.assertEqual(daemon.end(), 0)

    def test_a_message_of_libevdev_is_a_line_of_the_log_with_the_name_escaped(self):
        """It names a device with an impossible range, and the device gives the name."""
        pad = mocks.touchpad()
        pad.name = "Pad \x1b[2J\u202e"
        pad.axes[mocks.TRACKING_ID] = (0, 0, 0, 0, 0)
        bed = self.mock(pad)
        config = self.write("config.toml", '[[gesture]]\nname = "tap"\ntype = "tap"\n')
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        line = daemon.err.wait_for("invalid ABS_MT_TRACKING_ID range")
        bed.write(pad, mocks.Hand(pad).tap(50, 30).evemu())
        daemon.out.wait_for("tap tap 1 recognized")
        self.assertEqual(daemon.end(), 0)
        self.assertIn('gestured: libevdev: BUG: Device "Pad \\u{1b}[2J\\u{202e}" has invalid', daemon.err.text, line)
        self.assertNotIn("\x1b", daemon.err.text)

    def listener(self, name):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.settimeout(20)
        return listener

    @staticmethod
    def settled(control):
        """The status once no command runs."""
        status = control.call("Status")
        wait_until(lambda: not (status.update(control.call("Status")) or status["actions"]["running"]), "the command")
        return status


class Discovery(DaemonCase):
    def test_devices_says_which_hardware_it_is(self):
        bed = self.mock(mocks.touchpad(1))
        result = subprocess.run(
            [bench.GESTURECTL, "status", "devices", "--json"], capture_output=True, text=True, timeout=30,
            env=os.environ | bed.environment)
        (device,) = json.loads(result.stdout)
        self.assertEqual((device["node"], device["id"]), ("/dev/input/event1", "06cb:7a13"), result.stderr)

    def test_devices_says_how_a_panel_is_turned_and_what_the_contact_filter_does(self):
        bed = self.mock(mocks.touchpad(1), mocks.touchscreen(2))
        path = self.write(
            "config.toml", '[[device]]\nmatch = { kind = "touchscreen" }\nrotation = 90\n'
            '[[device]]\nmatch = { kind = "touchpad" }\npalm_edge = false\nhysteresis = "0.4mm"\n' + SWIPES)
        command = [bench.GESTURECTL, "status", "devices", "--config", path]
        environment = os.environ | bed.environment
        result = subprocess.run(command + ["--json"], capture_output=True, text=True, timeout=30, env=environment)
        pad, screen = json.loads(result.stdout)
        self.assertEqual((pad["rotation"], pad["filter"]), (0, ["thumbs", "jumps", "hysteresis 0.4 mm"]), result.stderr)
        self.assertEqual((screen["rotation"], screen["width"], screen["filter"]), (90, 136, []))
        result = subprocess.run(command, capture_output=True, text=True, timeout=30, env=environment)
        self.assertIn("  rotated by 90°\n  contact filter: nothing is withheld\n", result.stdout)
        self.assertIn("  contact filter: thumbs, jumps, hysteresis 0.4 mm\n", result.stdout)

    def test_keyboards_mice_and_tablets_are_never_opened(self):
        others = [mocks.keyboard(3), mocks.tablet(4)]
        bed = self.mock(mocks.touchpad(1), mocks.touchscreen(2), *others)
        daemon = self.start(environment=bed.environment)
        devices = self.varlink(daemon).call("ListDevices")["devices"]
        self.assertEqual(
            [(d["name"], d["node"], d["kind"], d["width"], d["height"], d["slots"]) for d in devices],
            [
                ("Mock Touchpad", "/dev/input/event1", "touchpad", 100, 70, 5),
                ("Mock Touchscreen", "/dev/input/event2", "touchscreen", 217, 136, 10),
            ],
        )
        daemon.end()
        for other in others:
            self.assertNotIn(other.name, daemon.err.text)

    def test_a_device_is_added_twice_and_removed(self):
        bed = self.mock()
        daemon = self.start(environment=bed.environment)
        daemon.err.wait_for("no touchpad or touchscreen found")
        control = self.varlink(daemon)
        counts = []
        for number in range(1, 5):
            pad = mocks.touchpad(number)
            bed.add(pad)  # udev's listeners get the event before the mock answers any ioctl.
            bed.uevent(pad, "add")
            bed.uevent(pad, "add")
            self.await_devices(control, [pad.node])
            bed.remove(pad)
            self.await_devices(control, [])
            counts.append(daemon.descriptors())
        self.assertEqual(counts, counts[:1] * 4)
        self.assertEqual(daemon.end(), 0)

    def test_a_node_without_rights_is_named_with_the_remedy_and_used_when_udev_gives_them(self):
        pad, screen = mocks.touchpad(1), mocks.touchscreen(2)
        bed = self.mock(pad, screen)
        os.chmod(bed.node(pad), 0)
        daemon = self.start(environment=bed.environment, program=self.without_privilege())
        control = self.varlink(daemon)
        reports = {d["node"]: d for d in control.call("ListDevices")["devices"]}
        self.assertIn("permission denied", reports["/dev/input/event1"]["problem"])
        self.assertNotIn("problem", reports["/dev/input/event2"])
        line = "cannot use /dev/input/event1 (Mock Touchpad): permission denied; gesturectl doctor prints the command that allows it"
        daemon.err.wait_for(line)
        bed.uevent(pad, "change")
        self.assertIn("problem", {d["node"]: d for d in control.call("ListDevices")["devices"]}["/dev/input/event1"])
        os.chmod(bed.node(pad), 0o600)
        bed.uevent(pad, "change")
        self.await_usable(control, 2)
        daemon.end()
        self.assertEqual(daemon.err.text.count("permission denied"), 1)

    def test_a_named_device_that_is_not_a_touch_device_ends_the_daemon(self):
        keyboard = mocks.keyboard()
        bed = self.mock(keyboard)
        for path, reason in ((keyboard.node, "is neither a touchpad nor a touchscreen"), ("/dev/null", "is not an input device")):
            status, _, err = self.run_to_end("--device", path, environment=bed.environment)
            self.assertEqual(status, 3)
            self.assertIn(f"cannot use {path}", err)
            self.assertIn(reason, err)

    def await_devices(self, control, nodes):
        seen = lambda: [d["node"] for d in control.call("ListDevices")["devices"]]
        wait_until(lambda: seen() == nodes, f"the devices to be {nodes}")

    def await_usable(self, control, count):
        usable = lambda: [d for d in control.call("ListDevices")["devices"] if "problem" not in d]
        wait_until(lambda: len(usable()) == count, f"{count} devices in use")

    def without_privilege(self):
        """Root can read every file: the daemon then runs without that capability."""
        from bench import GESTURED

        if os.geteuid() != 0:
            return (GESTURED,)
        if not shutil.which("setpriv"):
            self.skipTest("setpriv (util-linux) is not there, and root may read everything")
        return ("setpriv", "--bounding-set", "-dac_override,-dac_read_search", GESTURED)


TAP = '[[gesture]]\nname = "t"\ntype = "tap"\n'
FOLDED = TAP + 'when = { tablet = "yes" }\n' + TAP.replace('"t"', '"l"') + 'when = { laptop = "yes" }\n'


class TabletSwitches(DaemonCase):
    def context(self, control):
        return control.call("Status")["context"]

    def await_context(self, control, tablet, laptop):
        expected = {"tablet": tablet, "laptop": laptop, "lid": "open" if tablet else ""}
        wait_until(lambda: self.context(control) == expected, f"the context to be {expected}")

    def test_it_sets_the_context_and_follows(self):
        node = mocks.switch(5)
        bed = self.mock(mocks.touchscreen(1), node)
        daemon = self.start("--config", self.write("config.toml", FOLDED), environment=bed.environment)
        control = self.varlink(daemon)
        self.assertEqual(self.context(control), {"tablet": "no", "laptop": "yes", "lid": "open"})
        permitted = lambda: [g["name"] for g in control.call("ListGestures")["gestures"] if g["permitted"]]
        self.assertEqual(permitted(), ["l"])
        bed.write(node, mocks.evemu([(0.001, mocks.SW, mocks.SW_TABLET_MODE, 1), (0.001, 0, 0, 0)]))
        self.await_context(control, "yes", "no")
        self.assertEqual(permitted(), ["t"])
        bed.remove(node)
        self.await_context(control, "", "")
        folded = mocks.switch(6, on=[mocks.SW_TABLET_MODE])
        bed.add(folded)
        bed.uevent(folded, "add")
        self.await_context(control, "yes", "no")

    def test_it_is_open_only_while_a_when_needs_it_and_no_keyboard_ever_is(self):
        config = self.write("config.toml", TAP)
        folded = [mocks.SW_TABLET_MODE]
        switches = [mocks.switch(5), mocks.switch(6, "hot keys"), mocks.switch(7, "keyboard with a switch", folded)]
        bed = self.mock(mocks.touchscreen(1), *switches)
        daemon = self.start("--config", config, environment=bed.environment)
        control = self.varlink(daemon)
        self.assertEqual(self.context(control), {})
        others = daemon.descriptors()
        self.write("config.toml", FOLDED)
        control.call("Reload")
        self.assertGreater(daemon.descriptors(), others)
        # The keyboard's switch, which reports tablet mode, is not read; that of the hot keys is.
        self.assertEqual(self.context(control), {"tablet": "no", "laptop": "yes", "lid": "open"})
        bed.remove(switches[0])
        control.call("Reload")
        self.assertEqual(self.context(control), {"tablet": "no", "laptop": "yes", "lid": "open"})
        self.write("config.toml", TAP)
        control.call("Reload")
        self.assertEqual(daemon.descriptors(), others)
        self.assertEqual(self.context(control), {"tablet": "", "laptop": "", "lid": ""})


class RealRecordings(DaemonCase):
    """Events of real hardware through libevdev, and the same file in a replay: the same output."""

    CONFIGURATION = "\n".join(
        f'[[gesture]]\nname = "{name}"\ntype = "{type}"\n{keys}\n'
        for name, type, keys in (
            ("tap", "tap", ""),
            ("tap-2", "tap", "fingers = 2"),
            ("swipe", "swipe", 'fingers = 1\ndirection = ["left", "right", "up", "down"]'),
            ("scroll", "pan", "fingers = 2"),
            ("zoom", "pinch", ""),
        )
    )

    def same(self, pattern, kind):
        paths = sorted(glob.glob(os.path.join(RECORDINGS, pattern)))
        if not paths:
            self.skipTest(f"{pattern} is not there (GESTURED_RECORDINGS)")
        config = self.write("config.toml", self.CONFIGURATION)
        arguments = ("--config", config, "--print", "--speed", "max", "--exit-at-end", "--replay", paths[0])
        status, expected, err = self.run_to_end(*arguments)
        self.assertEqual(status, 0, err)
        self.assertIn("\n", expected)

        device, events = mocks.from_recording(paths[0], kind)
        bed = self.mock(device)
        daemon = self.start("--config", config, "--print", environment=bed.environment)
        self.varlink(daemon).call("Status")
        bed.write(device, events)
        count = expected.count("\n")
        live = daemon.out.wait(lambda text: text.count("\n") >= count, f"{count} events")
        self.assertEqual(live, expected)

    def test_a_pinch_on_a_chromebook_pixel(self):
        self.same("*link-pinch-to-zoom-zoom-in.evemu", "touchpad")

    def test_a_swipe_on_a_pixel_tablet(self):
        self.same("touchscreen-google-pixel-tablet-nvt-touchscreen-swipe.evemu", "touchscreen")


if __name__ == "__main__":
    unittest.main()
