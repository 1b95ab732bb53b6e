"""Mocked touch devices: descriptions and ioctl tables for umockdev, made from the facts of a device.

A device is what an evemu header says (name, identity, properties, keys, axes); events are lists of frames. Three devices
are the project's own; `from_recording` makes one of any evemu file.
"""

import re
import struct

SYN, KEY, ABS, SW = 0, 1, 3, 5
SW_LID, SW_TABLET_MODE = 0, 1
BTN_LEFT, BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_FINGER, BTN_STYLUS, BTN_TOUCH = 0x110, 0x140, 0x141, 0x145, 0x14B, 0x14A
BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP = 0x14D, 0x14E, 0x14F
X, Y, SLOT, MT_MAJOR, MT_X, MT_Y, TRACKING_ID, MT_PRESSURE = 0x00, 0x01, 0x2F, 0x30, 0x35, 0x36, 0x39, 0x3A
POINTER, DIRECT, BUTTONPAD = 0, 1, 2


class Device:
    """The facts of one device. axes: code → (minimum, maximum, fuzz, flat, resolution in units/mm)."""

    def __init__(self, name, kind, bus, vendor, product, version, properties, keys, axes, number=1,
                 switches=(), on=()):
        self.name, self.kind, self.number = name, kind, number
        self.phys = ""
        # Further properties of udev, or others' values.
        self.udev = {}
        # Keys that are down when the device comes.
        self.held = ()
        # Contacts that are down then: slot → (tracking id, x mm, y mm).
        self.contacts = {}
        # EV_SW codes, and those that are on when the device comes.
        self.switches, self.on = set(switches), set(on)
        self.identity = (bus, vendor, product, version)
        self.properties, self.keys, self.axes = set(properties), set(keys), dict(axes)

    @property
    def node(self):
        return f"/dev/input/event{self.number}"

    @property
    def syspath(self):
        return f"/sys/devices/virtual/input/input{self.number}/event{self.number}"

    @property
    def udev_properties(self):
        known = {
            "touchpad": ["ID_INPUT_TOUCHPAD"],
            "touchscreen": ["ID_INPUT_TOUCHSCREEN"],
            # A pen has TABLET alone. libwacom's hwdb gives it to the touch node of the same device too.
            "tablet": ["ID_INPUT_TABLET"],
            "tablet pad": ["ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD"],
            "touchpad of a tablet": ["ID_INPUT_TABLET", "ID_INPUT_TOUCHPAD"],
            "touchscreen of a tablet": ["ID_INPUT_TABLET", "ID_INPUT_TOUCHSCREEN"],
            "keyboard": ["ID_INPUT_KEY", "ID_INPUT_KEYBOARD"],
            "mouse": ["ID_INPUT_MOUSE"],
            "switch": ["ID_INPUT_SWITCH"],
            "hot keys": ["ID_INPUT_KEY", "ID_INPUT_SWITCH"],
            "keyboard with a switch": ["ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_SWITCH"],
        }
        return {key: "1" for key in ["ID_INPUT"] + known[self.kind]} | self.udev

    def umockdev(self):
        """The .umockdev description: the node and the input device above it."""
        parent = f"/devices/virtual/input/input{self.number}"
        properties = "".join(f"E: {key}={value}\n" for key, value in self.udev_properties.items())
        return (
            f"P: {parent}/event{self.number}\nN: input/event{self.number}\n"
            f"E: DEVNAME={self.node}\nE: MAJOR=13\nE: MINOR={64 + self.number}\nE: SUBSYSTEM=input\n{properties}"
            f"A: dev=13:{64 + self.number}\\n\nL: device=../../input{self.number}\n\n"
            f'P: {parent}\nE: NAME="{self.name}"\nE: SUBSYSTEM=input\n{properties}A: name={self.name}\\n\nA: phys={self.phys}\\n\n'
            f"A: capabilities/sw={sum(1 << code for code in self.switches):x}\\n\n\n"
        )

    def ioctl(self):
        """The results of the ioctls of libevdev, in the hexadecimal form of umockdev."""
        types = {SYN} | ({KEY} if self.keys else set()) | ({ABS} if self.axes else set())
        types |= {SW} if self.switches else set()
        # 255 bytes of name: libevdev requests one byte less than its buffer has.
        name = self.name.encode().ljust(255, b"\0")
        lines = [
            f"@DEV {self.node}",
            f"EVIOCGBIT(0) 8 {bits(types, 8)}",
            f"EVIOCGNAME(0) {len(self.name.encode()) + 1} {name.hex().upper()}",
            f"EVIOCGID 0 {struct.pack('<4H', *self.identity).hex().upper()}",
            f"EVIOCGVERSION 0 {struct.pack('<I', 0x10001).hex().upper()}",
            f"EVIOCGPROP(0) 8 {bits(self.properties, 8)}",
        ]
        sizes = {2: 8, 3: 8, 17: 8, 1: 96, 5: 8, 4: 8, 21: 16, 18: 8}
        codes = {KEY: self.keys, ABS: self.axes, SW: self.switches}
        lines += [f"EVIOCGBIT({type}) {size} {bits(codes.get(type, ()), size)}" for type, size in sizes.items()]
        lines += [f"EVIOCGKEY(0) 96 {bits(self.held, 96)}", f"EVIOCGLED(0) 8 {bits((), 8)}", f"EVIOCGSW(0) 8 {bits(self.on, 8)}"]
        for code, (minimum, maximum, fuzz, flat, resolution) in sorted(self.axes.items()):
            data = struct.pack("<6i", 0, minimum, maximum, fuzz, flat, resolution).hex().upper()
            lines.append(f"EVIOCGABS{f'({code})' if code else ''} 0 {data}")
        # libevdev requests 256 slots.
        for code in sorted(code for code in self.axes if code > SLOT):
            values = [-1 if code == TRACKING_ID else 0] * 256
            for slot, (contact, x, y) in self.contacts.items():
                place = {TRACKING_ID: contact, MT_X: x * self.axes[MT_X][4], MT_Y: y * self.axes[MT_Y][4]}
                values[slot] = round(place.get(code, 0))
            lines.append(f"EVIOCGMTSLOTS(0) 0 {struct.pack('<I256i', code, *values).hex().upper()}")
        return "\n".join(lines) + "\n"


def bits(codes, size):
    value = 0
    for code in codes:
        value |= 1 << code
    return value.to_bytes(size, "little").hex().upper()


TOUCHPAD_KEYS = [BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP]


def contact_axes(width, height, resolution, slots):
    return {
        X: (0, width, 0, 0, resolution),
        Y: (0, height, 0, 0, resolution),
        SLOT: (0, slots - 1, 0, 0, 0),
        MT_X: (0, width, 0, 0, resolution),
        MT_Y: (0, height, 0, 0, resolution),
        TRACKING_ID: (0, 65535, 0, 0, 0),
    }


def touchpad(number=1):
    """A clickpad of a laptop: 100 x 70 mm, 40 units/mm, five slots."""
    axes = contact_axes(4000, 2800, 40, 5)
    return Device("Mock Touchpad", "touchpad", 0x18, 0x6CB, 0x7A13, 1, [POINTER, BUTTONPAD], TOUCHPAD_KEYS, axes, number)


def forcepad(number=1):
    """The clickpad with a pressure axis in grams."""
    pad = touchpad(number)
    pad.axes[MT_PRESSURE] = (0, 1000, 0, 0, 1)
    return pad


def touchscreen(number=2):
    """A 10.1 inch panel: 217 x 136 mm, 10 units/mm, ten slots."""
    axes = contact_axes(2170, 1360, 10, 10)
    return Device("Mock Touchscreen", "touchscreen", 0x18, 0x4F3, 0x0A, 1, [DIRECT], [BTN_TOUCH], axes, number)


def keyboard(number=3):
    return Device("Mock Keyboard", "keyboard", 0x11, 1, 1, 1, [], range(1, 120), {}, number)


def tablet(number=4):
    axes = {X: (0, 20000, 0, 0, 100), Y: (0, 15000, 0, 0, 100)}
    keys = [BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_STYLUS, BTN_TOUCH]
    return Device("Mock Tablet", "tablet", 3, 0x56A, 0x300, 1, [DIRECT], keys, axes, number)


def switch(number=5, kind="switch", on=()):
    keys = {"switch": [], "hot keys": range(224, 229), "keyboard with a switch": range(1, 120)}[kind]
    return Device(f"Mock {kind}", kind, 0x19, 0, 6, 1, [], keys, {}, number, [SW_LID, SW_TABLET_MODE], on)


class Hand:
    """Fingers on a device, in millimetres; collects the events of evemu's E lines."""

    def __init__(self, device):
        self.device, self.events, self.time = device, [], 0.001
        self.next_id = 1
        self.down = {}

    def frame(self, changes, wait=0.010):
        """changes: slot → (x mm, y mm) or None for a lift; then a SYN_REPORT, then `wait` seconds."""
        was = len(self.down)
        for slot, place in changes.items():
            self._add(ABS, SLOT, slot)
            if place is None:
                self._add(ABS, TRACKING_ID, -1)
                self.down.pop(slot)
                continue
            if slot not in self.down:
                self._add(ABS, TRACKING_ID, self.next_id)
                self.next_id += 1
            self.down[slot] = place
            self._add(ABS, MT_X, round(place[0] * self.device.axes[MT_X][4]))
            self._add(ABS, MT_Y, round(place[1] * self.device.axes[MT_Y][4]))
        if bool(was) != bool(self.down):
            self._add(KEY, BTN_TOUCH, int(bool(self.down)))
        self._add(SYN, 0, 0)
        self.time += wait
        return self

    def press(self, slot, grams):
        """The force of a finger, in the frame that follows."""
        self._add(ABS, SLOT, slot)
        self._add(ABS, MT_PRESSURE, grams)
        return self

    def size(self, slot, mm):
        """The size of a finger, in the frame that follows."""
        self._add(ABS, SLOT, slot)
        self._add(ABS, MT_MAJOR, round(mm * self.device.axes[MT_MAJOR][4]))
        return self

    def _add(self, type, code, value):
        self.events.append((self.time, type, code, value))

    def swipe(self, fingers, dx, x=30, y=30, steps=8):
        """All fingers land, move dx mm to the right in 80 ms and lift."""
        for step in range(steps + 1):
            self.frame({slot: (x + dx * step / steps, y + 8 * slot) for slot in range(fingers)})
        return self.frame({slot: None for slot in range(fingers)})

    def tap(self, x=50, y=30, held=0.05):
        return self.frame({0: (x, y)}, wait=held).frame({0: None})

    def pause(self, seconds):
        self.time += seconds
        return self

    def evemu(self):
        return evemu(self.events)


def evemu(events):
    return "".join(f"E: {time:.6f} {type:04x} {code:04x} {value:04d}\n" for time, type, code, value in events)


def header(device):
    """The evemu header of a device, so that the same facts make a mock and a recording."""
    properties = bytes.fromhex(bits(device.properties, 8))
    lines = ["# EVEMU 1.3", f"N: {device.name}", "I: " + " ".join(f"{value:04x}" for value in device.identity)]
    lines.append("P: " + " ".join(f"{byte:02x}" for byte in properties))
    for type, codes, size in ((0, {0}, 8), (1, device.keys, 96), (3, device.axes, 8)):
        data = bytes.fromhex(bits(codes, size))
        for start in range(0, size, 8):
            lines.append(f"B: {type:02x} " + " ".join(f"{byte:02x}" for byte in data[start : start + 8]))
    for code, axis in sorted(device.axes.items()):
        lines.append(f"A: {code:02x} " + " ".join(str(value) for value in axis))
    return "\n".join(lines) + "\n"


def from_recording(path, kind, number=1):
    """A device and its E lines of an evemu file."""
    name, identity, properties, codes, axes, events = "", (0, 0, 0, 0), set(), {}, {}, []
    seen = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            mark, _, rest = line.partition(":")
            words = rest.split()
            if mark == "N":
                name = rest.strip()
            elif mark == "I":
                identity = tuple(int(word, 16) for word in words)
            elif mark == "P":
                properties |= bits_of(words, seen, "P")
            elif mark == "B":
                codes.setdefault(int(words[0], 16), set()).update(bits_of(words[1:], seen, words[0]))
            elif mark == "A":
                values = [int(word) for word in words[1:]]
                axes[int(words[0], 16)] = tuple(values + [0] * (5 - len(values)))
            elif mark == "E":
                events.append(re.sub(r"\s+#.*|\s+$", "", line) + "\n")
    return Device(name, kind, *identity, properties, codes.get(KEY, set()), axes, number), "".join(events)


def bits_of(words, seen, key):
    start = seen.get(key, 0)
    seen[key] = start + 8 * len(words)
    return {start + 8 * i + bit for i, word in enumerate(words) for bit in range(8) if int(word, 16) >> bit & 1}
