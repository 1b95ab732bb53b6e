"""A Windows precision touchpad through /dev/uhid: the stock hid-multitouch driver makes the evdev device and its frames."""

import glob
import os
import struct
import threading
import time

from guest import until

CREATE2, DESTROY, GET_REPORT, GET_REPORT_REPLY, INPUT2, SET_REPORT, SET_REPORT_REPLY = 11, 1, 9, 10, 12, 13, 14
VENDOR, PRODUCT = 0x06CB, 0x7A99
INPUT, MAXIMUM_CONTACTS, CERTIFICATION = 1, 2, 3  # report ids

FINGER = bytes.fromhex(
    "0922 a102"  # collection: finger
    "1500 2501 0942 0947 7501 9502 8102"  # tip switch, confidence: a bit each
    "9501 7506 253f 0951 8102"  # contact id: 6 bits
    "0501 150026a00f 7510 550e 6511 0930 3500 46e803 9501 8102"  # x: 0 to 4000, 100.0 mm (0.01 cm units)
    "46bc02 0931 26f00a 8102"  # y: 0 to 2800, 70.0 mm
    "c0 050d")
DESCRIPTOR = (
    bytes.fromhex("050d 0905 a101 8501") + FINGER * 5 +
    bytes.fromhex(
        "550c 660110 47ffff0000 27ffff0000 7510 9501 0956 8102"  # scan time, 100 us
        "0954 257f 7508 8102"  # contact count
        "0509 0901 2501 7501 8102 9507 8103"  # button
        "050d 8502 0955 0959 7504 9502 250f b102"  # maximum of contacts, kind of pad
        "0600ff 8503 09c5 150026ff00 7508 960001 b102 c0"  # certification: what makes it a precision touchpad
        "050d 090e a101 8504 0922 a102 0952 1500 250a 7508 9501 b102 c0 c0"))  # input mode


class PrecisionTouchpad:
    name = "test precision touchpad"

    def __init__(self):
        self.fd = os.open("/dev/uhid", os.O_RDWR)
        head = struct.pack("<I128s64s64sHHIIII", CREATE2, self.name.encode(), b"", b"", len(DESCRIPTOR), 0x18, VENDOR,
                           PRODUCT, 1, 0)
        os.write(self.fd, head + DESCRIPTOR.ljust(4096, b"\0"))
        self.scan_time = 0
        threading.Thread(target=self.answer_kernel, daemon=True).start()
        self.node = until("hid-multitouch makes a node", self.find_node)
        self.event = os.path.basename(self.node)

    def answer_kernel(self):
        features = {MAXIMUM_CONTACTS: b"\x02\x05", CERTIFICATION: b"\x03" + b"\xfc" * 256, 4: b"\x04\x03"}
        while True:
            try:
                request = os.read(self.fd, 8192)
            except OSError:
                return
            kind = struct.unpack_from("<I", request)[0]
            if kind == GET_REPORT:
                identity, number = struct.unpack_from("<IB", request, 4)
                data = features.get(number, bytes([number, 0]))
                os.write(self.fd, struct.pack("<IIHH", GET_REPORT_REPLY, identity, 0, len(data)) + data)
            elif kind == SET_REPORT:
                identity = struct.unpack_from("<I", request, 4)[0]
                os.write(self.fd, struct.pack("<IIH", SET_REPORT_REPLY, identity, 0))

    def find_node(self):
        for path in glob.glob("/sys/class/input/event*/device"):
            with open(path + "/name") as name, open(path + "/capabilities/abs") as axes:
                if self.name in name.read() and int(axes.read().split()[0], 16):
                    node = "/dev/input/" + path.split("/")[4]
                    return node if os.path.exists(node) else None
        return None

    def driver(self):
        links = glob.glob(f"/sys/bus/hid/devices/*{VENDOR:04X}:{PRODUCT:04X}*/driver")
        return os.path.basename(os.path.realpath(links[0])) if links else "none"

    def report(self, contacts):
        """Sends contacts (id, x, y, is_down) in the device's units, 40 for each mm."""
        data = bytes([INPUT])
        for contact in contacts:
            identity, x, y, is_down = contact
            data += struct.pack("<BHH", is_down | 2 | identity << 2, x, y)
        data += bytes(5 * (5 - len(contacts)))
        data += struct.pack("<HBB", self.scan_time & 0xFFFF, len(contacts), 0)
        os.write(self.fd, struct.pack("<IH", INPUT2, len(data)) + data)

    def swipe(self, fingers, frames=15, step=60, period=0.008):
        """Swipes to the right by `step` units in each frame: 1.5 mm in 8 ms."""
        start = time.monotonic()
        for frame in range(frames + 1):
            due = start + frame * period
            time.sleep(max(0.0, due - time.monotonic()))
            self.scan_time += 80
            self.report([(i, 1000 + i * 500 + frame * step, 1200, True) for i in range(fingers)])
        self.scan_time += 80
        self.report([(i, 1000 + i * 500 + frames * step, 1200, False) for i in range(fingers)])

    def unplug(self):
        if self.fd >= 0:
            os.write(self.fd, struct.pack("<I", DESTROY))
            os.close(self.fd)
            self.fd = -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()
