"""A device that is off: closed or folded laptops, `when` of [[device]], `gesturectl control pause --device`; and devices that can make no gesture."""

import os
import struct
import subprocess

import bench
import mocks
from bench import DaemonCase, wait_until

SWIPE = '[[gesture]]\nname = "next"\ntype = "swipe"\nfingers = 3\n'
PAN = '[[gesture]]\nname = "scroll"\ntype = "pan"\nfingers = 2\n'


def turned(code, on):
    return mocks.evemu([(0.001, mocks.SW, code, int(on)), (0.001, 0, 0, 0)])


class SwitchedOff(DaemonCase):
    def begin(self, *devices, text=SWIPE, environment=None):
        self.bed = self.mock(*devices)
        self.daemon = self.start(
            "--config", self.write("c.toml", text), "--print", environment=self.bed.environment | (environment or {}))
        self.control = self.varlink(self.daemon)
        self.hand = mocks.Hand(devices[0])
        return self.control.call("Status")

    def swipe(self):
        """Writes a swipe, and then waits until the daemon has read it."""
        self.hand.events = []
        events = self.hand.swipe(3, dx=25).pause(1).evemu()
        before = self.daemon.bytes_read()
        self.bed.write(self.hand.device, events)
        # The node is a terminal of the kernel, which hands over what was written some time later.
        length = len(events.splitlines()) * struct.calcsize(bench.INPUT_EVENT)
        wait_until(lambda: self.daemon.bytes_read() >= before + length, "the swipe to be read", self.daemon)
        self.control.call("Status")

    def await_off(self, reason):
        device = lambda: next(d for d in self.control.call("ListDevices")["devices"] if d["node"] == self.hand.device.node)
        wait_until(
            lambda: any(reason in w for w in device()["warnings"]) if reason else not any("makes no" in w for w in device()["warnings"]),
            f"the reason {reason!r}", self.daemon)

    def recognized(self):
        return self.daemon.out.text.count("recognized")

    def await_swipes(self, count):
        self.daemon.out.wait(lambda text: text.count("recognized") >= count, f"{count} swipes")
        self.assertEqual(self.recognized(), count)

    def test_the_lid_and_the_fold_turn_an_internal_touchpad_off_and_on(self):
        switch = mocks.switch(5)
        self.begin(mocks.touchpad(1), switch)
        self.swipe()
        self.await_swipes(1)
        for code, reason in ((mocks.SW_LID, '`lid` is "closed"'), (mocks.SW_TABLET_MODE, '`tablet` is "yes"')):
            before = self.recognized()
            self.bed.write(switch, turned(code, True))
            self.await_off(reason)
            self.assertEqual([g["permitted"] for g in self.control.call("ListGestures")["gestures"]], [False])
            self.swipe()
            self.bed.write(switch, turned(code, False))
            self.await_off(None)
            self.swipe()
            # Were the one with the switch on recognized too, it would be the first.
            self.await_swipes(before + 1)

    def test_external_touchpads_touchscreens_and_suspend_never_go_on(self):
        never = '[[device]]\nmatch = { kind = "touchpad" }\nsuspend = "never"\n'
        usb, tagged = mocks.touchpad(1), mocks.touchpad(1)
        usb.identity = (3, 0x46D, 0x4101, 1)
        tagged.udev["ID_INPUT_TOUCHPAD_INTEGRATION"] = "external"
        for device, text in ((mocks.touchpad(1), never), (usb, ""), (tagged, ""), (mocks.touchscreen(1), "")):
            self.begin(device, mocks.switch(5, on=[mocks.SW_LID, mocks.SW_TABLET_MODE]), text=text + SWIPE)
            self.swipe()
            self.await_swipes(1)
            self.daemon.end()

    def test_udev_makes_a_usb_touchpad_internal(self):
        pad = mocks.touchpad(1)
        pad.identity, pad.udev = (3, 0x46D, 0x4101, 1), {"ID_INPUT_TOUCHPAD_INTEGRATION": "internal"}
        self.begin(pad, mocks.switch(5, on=[mocks.SW_LID]))
        self.await_off('`lid` is "closed"')

    def gesturectl(self, *arguments):
        return subprocess.run(
            [bench.GESTURECTL, *arguments, "--socket", self.daemon.socket], capture_output=True, text=True, timeout=60)

    def test_a_command_turns_a_device_off_and_on_by_each_of_its_names(self):
        self.begin(mocks.touchpad(1), mocks.touchscreen(2))
        for count, name in enumerate(("touchpad", "Mock Touch*d", "event1", "/dev/input/event1"), 1):
            self.assertEqual(self.gesturectl("control", "pause", "--device", name).returncode, 0, name)
            self.await_off("paused (")
            self.swipe()
            # The other device goes on.
            self.assertIn(True, [g["permitted"] for g in self.control.call("ListGestures")["gestures"]])
            self.assertEqual(self.gesturectl("control", "resume", "--device", name).returncode, 0, name)
            self.await_off(None)
            self.swipe()
            self.await_swipes(count)
        unknown = self.gesturectl("control", "pause", "--device", "no such")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn('no open device is named "no such"', unknown.stderr)
        for wrong in (("control", "pause"), ("control", "pause", "next", "--device", "touchpad")):
            self.assertEqual(self.gesturectl(*wrong).returncode, 2)

    def test_another_name_turns_it_on_and_a_reload_leaves_it_off(self):
        self.begin(mocks.touchpad(1))
        self.gesturectl("control", "pause", "--device", "touchpad")
        self.control.call("Reload")
        self.await_off("paused (")
        self.gesturectl("control", "resume", "--device", "event1")
        self.await_off(None)
        self.swipe()
        self.await_swipes(1)

    def replay(self, text, recording, *arguments):
        with open(self.path("r.evemu"), "w", encoding="utf-8") as file:
            file.write(recording)
        result = subprocess.run(
            [bench.GESTURECTL, "replay", "--config", self.write("r.toml", text), *arguments, self.path("r.evemu")],
            capture_output=True, text=True, timeout=60)
        return result.stdout + result.stderr

    def test_a_replay_turns_off_by_the_context_too(self):
        pad = mocks.touchpad(1)
        hand = mocks.header(pad) + mocks.Hand(pad).pause(1).swipe(3, dx=25).evemu()
        self.assertIn(" recognized right", self.replay(SWIPE, hand))
        for value in ("tablet=yes", "lid=closed"):
            said = self.replay(SWIPE, hand, "--explain", "--do", f"0 context {value}")
            self.assertNotIn(" recognized right", said)
            self.assertIn('suspend = "never"', said)
        # In mid-gesture.
        pan = mocks.header(pad) + mocks.Hand(pad).swipe(2, dx=25).evemu()
        said = self.replay(PAN, pan, "--do", "0.06 context lid=closed")
        self.assertIn("cancelled", said)
        self.assertNotIn("ended", said)

    def test_a_contact_that_never_ends_counts_for_as_long_as_the_key_says(self):
        pad = mocks.touchpad(1)
        hand = mocks.Hand(pad)
        hand.frame({4: (90, 10)}, wait=5)
        hand.frame({4: (91, 10)}, wait=5)
        # The contact in slot 4 is reported no more, and never ends. A swipe would leave it out as idle; a tap does not.
        hand.frame({slot: (30, 30 + 8 * slot) for slot in range(3)}, wait=0.05)
        hand.frame({slot: None for slot in range(3)}, wait=0.2)
        recording = mocks.header(pad) + hand.evemu()
        tap = '[[gesture]]\nname = "next"\ntype = "tap"\nfingers = 3\n'
        key = '[[device]]\nmatch = {{ kind = "touchpad" }}\npalm_edge = false\nstuck_after = "{}"\n'
        self.assertNotIn(" next tap 3 recognized", self.replay(tap, recording))
        self.assertIn(" next tap 3 recognized", self.replay(key.format("4s") + tap, recording))
        for value in ("6s", "off"):
            self.assertNotIn(" next tap 3 recognized", self.replay(key.format(value) + tap, recording))

    def panel(self, keys, properties=(mocks.DIRECT,)):
        axes = {mocks.X: (0, 2000, 0, 0, 10), mocks.Y: (0, 1200, 0, 0, 10)}
        return mocks.Device("Mock Panel", "touchscreen", 6, 0xEEF, 1, 1, properties, keys, axes, 1)

    def drag(self, key):
        events = []
        for step in range(9):
            time = 1 + step / 100
            events += [(time, mocks.ABS, mocks.X, 400 + 40 * step), (time, mocks.ABS, mocks.Y, 500)]
            events += [(time, mocks.KEY, key, 1)] if step == 0 else []
            events += [(time, mocks.SYN, 0, 0)]
        return mocks.evemu(events + [(1.1, mocks.KEY, key, 0), (1.1, mocks.SYN, 0, 0)])

    def test_the_left_button_of_a_panel_without_another_key_is_the_touch(self):
        text = SWIPE.replace("fingers = 3", "fingers = 1")
        panel = self.panel([mocks.BTN_LEFT])
        self.assertIn("recognized right", self.replay(text, mocks.header(panel) + self.drag(mocks.BTN_LEFT)))
        self.begin(panel, text=text)
        self.bed.write(panel, self.drag(mocks.BTN_LEFT))
        self.daemon.out.wait_for("recognized right")
        # With a key for touching, the button is one.
        both = self.panel([mocks.BTN_LEFT, mocks.BTN_TOUCH])
        self.assertNotIn(" recognized right", self.replay(text, mocks.header(both) + self.drag(mocks.BTN_LEFT)))
        self.assertIn(" recognized right", self.replay(text, mocks.header(both) + self.drag(mocks.BTN_TOUCH)))

    def test_a_panel_without_a_key_is_refused_with_the_reason(self):
        self.begin(self.panel([]))
        self.daemon.err.wait_for("'Mock Panel' has no key for touching (BTN_TOUCH)")
        listed = subprocess.run(
            [bench.GESTURECTL, "status", "devices"], capture_output=True, text=True, timeout=60, env=os.environ | self.bed.environment)
        self.assertIn("has no key for touching", listed.stdout)

    def test_a_device_that_can_make_no_gesture_is_said(self):
        self.begin(mocks.touchscreen(1), text=SWIPE + 'device = "touchpad"\n')
        self.await_off("no gesture of the configuration applies to it")
        self.daemon.end()
        self.begin(self.panel([mocks.BTN_TOUCH]))
        self.await_off("take at least 3 fingers, and it reports 1 at most")
