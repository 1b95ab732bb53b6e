"""A pen near a touchscreen: pen_guard and the context's `pen`, with mocked devices."""

import mocks
from bench import DaemonCase, wait_until

TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\n'
PAN = '[[gesture]]\nname = "pan"\ntype = "pan"\n'
OFF = "its pen is near"
PEN, RUBBER = mocks.BTN_TOOL_PEN, mocks.BTN_TOOL_RUBBER


def screen(number, group):
    device = mocks.touchscreen(number)
    device.udev["LIBINPUT_DEVICE_GROUP"] = group
    return device


def pen(number, group):
    device = mocks.tablet(number)
    device.udev["LIBINPUT_DEVICE_GROUP"] = group
    return device


def tool(key, down):
    return mocks.evemu([(0.001, mocks.KEY, key, int(down)), (0.001, 0, 0, 0)])


class PenNear(DaemonCase):
    def begin(self, *devices, text=TAP):
        self.bed = self.mock(*devices)
        self.daemon = self.start("--config", self.write("c.toml", text), "--print", environment=self.bed.environment)
        self.control = self.varlink(self.daemon)
        self.control.call("Status")

    def warnings(self, device):
        devices = self.control.call("ListDevices")["devices"]
        return next(d for d in devices if d["node"] == device.node)["warnings"]

    def await_off(self, device, off=True):
        wait_until(lambda: any(OFF in w for w in self.warnings(device)) == off, f"{device.node} off: {off}", self.daemon)

    def tap(self, device):
        self.bed.write(device, mocks.Hand(device).tap().evemu())

    def taps(self):
        return self.daemon.out.text.count("recognized")

    def await_taps(self, count):
        self.daemon.out.wait(lambda text: text.count("recognized") >= count, f"{count} taps")
        self.assertEqual(self.taps(), count)

    def test_no_gesture_while_it_is_near_and_again_after_it(self):
        touch, stylus = screen(2, "3/56a/5"), pen(4, "3/56a/5")
        self.begin(touch, stylus)
        self.tap(touch)
        self.await_taps(1)
        for key in (PEN, RUBBER):
            before = self.taps()
            self.bed.write(stylus, tool(key, True))
            self.await_off(touch)
            self.tap(touch)
            self.bed.write(stylus, tool(key, False))
            self.await_off(touch, False)
            self.tap(touch)
            # Had the tap beside the pen counted, it would be the first.
            self.await_taps(before + 1)

    def test_a_pan_is_cancelled_and_its_finger_is_no_touch_afterwards(self):
        touch, stylus = screen(2, "g"), pen(4, "g")
        self.begin(touch, stylus, text=PAN + TAP)
        hand = mocks.Hand(touch)
        for x in (30, 40, 50):
            hand.frame({0: (x, 30)})
        self.bed.write(touch, hand.evemu())
        self.daemon.out.wait_for("pan pan 1 began")
        self.bed.write(stylus, tool(PEN, True))
        self.daemon.out.wait_for("pan pan 1 cancelled")
        self.bed.write(stylus, tool(PEN, False))
        self.await_off(touch, False)
        hand.events = []
        for x in (60, 70, 80):
            hand.frame({0: (x, 30)})
        hand.frame({0: None}).pause(1)
        self.bed.write(touch, hand.evemu())
        self.tap(touch)
        self.await_taps(1)
        self.assertEqual(self.daemon.out.text.count("began"), 1)

    def test_one_that_is_near_from_the_beginning_and_its_end(self):
        touch, stylus = screen(2, "g"), pen(4, "g")
        stylus.held = (PEN,)
        self.begin(touch, stylus)
        self.await_off(touch)
        self.bed.remove(stylus)
        self.await_off(touch, False)
        self.tap(touch)
        self.await_taps(1)

    def test_one_that_comes_later(self):
        touch, stylus = screen(2, "g"), pen(4, "g")
        self.begin(touch)
        stylus.held = (PEN,)
        self.bed.add(stylus)
        self.bed.uevent(stylus, "add")
        self.await_off(touch)

    def test_the_pen_of_another_screen_and_pen_guard_off(self):
        own, other, stylus = screen(1, "own"), screen(2, "other"), pen(4, "other")
        self.begin(own, other, stylus)
        self.bed.write(stylus, tool(PEN, True))
        self.await_off(other)
        self.assertEqual([w for w in self.warnings(own) if OFF in w], [])
        self.tap(own)
        self.await_taps(1)
        self.write("c.toml", '[[device]]\nmatch = { kind = "touchscreen" }\npen_guard = false\n' + TAP)
        self.control.call("Reload")
        self.await_off(other, False)
        self.tap(other)
        self.await_taps(2)

    def test_it_is_open_only_beside_a_screen_that_needs_it(self):
        alone, stylus = screen(1, "alone"), pen(4, "tablet")
        self.begin(alone, stylus)
        closed = self.daemon.descriptors()
        self.write("c.toml", TAP + 'when = { pen = "yes" }\n')
        self.control.call("Reload")
        self.assertGreater(self.daemon.descriptors(), closed)
        self.assertEqual(self.control.call("Status")["context"], {"pen": "no"})
        self.bed.write(stylus, tool(PEN, True))
        wait_until(lambda: self.control.call("Status")["context"] == {"pen": "yes"}, "the pen", self.daemon)
        self.tap(alone)
        self.await_taps(1)
        self.write("c.toml", TAP)
        self.control.call("Reload")
        self.assertEqual(self.daemon.descriptors(), closed)
