"""A pen near a touchscreen, with the nodes of umockdev. What a pen does at any moment is tested in
Tests/gesturedTests/Simulation/SimulatedNodeTests."""

import mocks
from bench import DaemonCase, wait_until

TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\n'
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
