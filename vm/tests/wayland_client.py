#!/usr/bin/python3
"""A Wayland client that fills the output and prints its events, one on each line: "touch down 0", "button 272 pressed".

It speaks the wire protocol itself, so the guest needs no library for it. Its protocols: wayland, xdg-shell, pointer-gestures.
"""

import array
import mmap
import os
import socket
import struct
import sys

# Interface to its events by opcode: the arguments' types (u: 32 bits, f: 24.8 fixed, s: string, a: array, h: a descriptor).
EVENTS = {
    "wl_display": [("error", "uus"), ("delete_id", "u")],
    "wl_registry": [("global", "usu"), ("global_remove", "u")],
    "wl_seat": [("capabilities", "u"), ("name", "s")],
    "wl_pointer": [("enter", "uuff"), ("leave", "uu"), ("motion", "uff"), ("button", "uuuu"), ("axis", "uuf"), ("frame", ""),
                   ("axis_source", "u"), ("axis_stop", "uu"), ("axis_discrete", "uu")],
    "wl_keyboard": [("keymap", "uhu"), ("enter", "uua"), ("leave", "uu"), ("key", "uuuu"), ("modifiers", "uuuuu"),
                    ("repeat_info", "uu")],
    "wl_touch": [("down", "uuuuff"), ("up", "uuu"), ("motion", "uuff"), ("frame", ""), ("cancel", "")],
    "xdg_wm_base": [("ping", "u")],
    "xdg_surface": [("configure", "u")],
    "xdg_toplevel": [("configure", "uua"), ("close", ""), ("bounds", "uu"), ("capabilities", "a")],
    "swipe": [("begin", "uuuu"), ("update", "uff"), ("end", "uuu")],
    "pinch": [("begin", "uuuu"), ("update", "uffff"), ("end", "uuu")],
    "hold": [("begin", "uuuu"), ("end", "uuu")],
}
WANTED = {"wl_compositor": 4, "wl_shm": 1, "wl_seat": 5, "xdg_wm_base": 1, "zwp_pointer_gestures_v1": 3}


def text(value):
    data = value.encode() + b"\0"
    return struct.pack("I", len(data)) + data + b"\0" * (-len(data) % 4)


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self.kinds, self.bound, self.data, self.descriptors = {1: "wl_display"}, {}, b"", []
        self.seat_has, self.size, self.buffer = 0, (640, 480), None

    def request(self, target, opcode, *arguments, descriptor=None):
        body = b"".join(struct.pack("I", a & 0xffffffff) if isinstance(a, int) else text(a) for a in arguments)
        message = struct.pack("IHH", target, opcode, 8 + len(body)) + body
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))] if descriptor is not None else []
        self.socket.sendmsg([message], rights)

    def new(self, kind):
        number = max(self.kinds) + 1
        self.kinds[number] = kind
        return number

    def make(self, kind, target, opcode, *arguments):
        """Sends a request whose first argument is the new object, and returns that object."""
        number = self.new(kind)
        self.request(target, opcode, number, *arguments)
        return number

    def events(self):
        """The events as (kind, number, event, arguments), until the compositor ends."""
        while True:
            piece, ancillary, _, _ = self.socket.recvmsg(65536, 1024)
            if not piece:
                return
            for _, _, data in ancillary:
                self.descriptors += array.array("i", data).tolist()
            self.data += piece
            while len(self.data) >= 8:
                number, opcode, size = struct.unpack_from("IHH", self.data)
                if len(self.data) < size:
                    break
                body, self.data = self.data[8:size], self.data[size:]
                kind = self.kinds.get(number)
                if kind in EVENTS and opcode < len(EVENTS[kind]):
                    name, types = EVENTS[kind][opcode]
                    yield kind, number, name, self.arguments(types, body)

    def arguments(self, types, body):
        found, at = [], 0
        for kind in types:
            if kind == "h":
                os.close(self.descriptors.pop(0))
                continue
            (value,) = struct.unpack_from("i" if kind == "f" else "I", body, at)
            at += 4
            if kind == "f":
                value /= 256
            elif kind in "sa":
                value, at = body[at:at + value], at + value + -value % 4
                value = value.rstrip(b"\0").decode() if kind == "s" else value
            found.append(value)
        return found

    def show_window(self):
        self.surface = self.make("wl_surface", self.bound["wl_compositor"], 0)
        self.shell = self.new("xdg_surface")
        self.request(self.bound["xdg_wm_base"], 2, self.shell, self.surface)
        self.window = self.make("xdg_toplevel", self.shell, 1)
        self.request(self.window, 2, "client")
        if "--window" not in sys.argv:
            self.request(self.window, 11, 0)  # set_fullscreen
        self.request(self.surface, 6)  # commit

    def draw(self):
        width, height = self.size
        size = width * height * 4
        file = os.memfd_create("buffer")
        os.ftruncate(file, size)
        mmap.mmap(file, size).close()
        pool = self.new("wl_shm_pool")
        self.request(self.bound["wl_shm"], 0, pool, size, descriptor=file)
        self.buffer = self.make("wl_buffer", pool, 0, 0, width, height, width * 4, 1)
        os.close(file)
        self.request(self.surface, 1, self.buffer, 0, 0)
        self.request(self.surface, 2, 0, 0, width, height)
        self.request(self.surface, 6)

    def listen(self, capabilities):
        added, self.seat_has = capabilities & ~self.seat_has, self.seat_has | capabilities
        seat, gestures = self.bound["wl_seat"], self.bound.get("zwp_pointer_gestures_v1")
        if added & 1:
            pointer = self.make("wl_pointer", seat, 0)
            for opcode, kind in ((0, "swipe"), (1, "pinch"), (3, "hold")):
                if gestures:
                    self.make(kind, gestures, opcode, pointer)
        if added & 2:
            self.make("wl_keyboard", seat, 1)
        if added & 4:
            self.make("wl_touch", seat, 2)

    def run(self):
        registry = self.make("wl_registry", 1, 1)
        for interface in self.globals(registry):
            pass
        self.show_window()
        for kind, number, name, values in self.events():
            self.handle(kind, number, name, values)

    def globals(self, registry):
        self.request(1, 0, self.new("wl_callback"))  # sync, whose answer comes after all globals
        EVENTS["wl_callback"] = [("done", "u")]
        for kind, _, name, values in self.events():
            if name == "global" and values[1] in WANTED and values[1] not in self.bound:
                interface, version = values[1], min(values[2], WANTED[values[1]])
                number = self.new(interface)
                self.request(registry, 0, values[0], interface, version, number)
                self.bound[interface] = number
                yield interface
            elif kind == "wl_callback":
                return
            elif name == "capabilities":
                self.seat_has = 0
        sys.exit("the compositor has ended")

    def handle(self, kind, number, name, values):
        if (kind, name) == ("wl_display", "error"):
            sys.exit(f"the compositor refuses: {values}")
        elif name == "ping":
            self.request(number, 3, values[0])
        elif (kind, name) == ("wl_seat", "capabilities"):
            self.listen(values[0])
        elif (kind, name) == ("xdg_toplevel", "close"):
            sys.exit(print("closed", flush=True))
        elif (kind, name) == ("xdg_toplevel", "configure"):
            if values[0] and values[1] and (values[0], values[1]) != self.size:
                self.size, self.buffer = (values[0], values[1]), None
        elif (kind, name) == ("xdg_surface", "configure"):
            self.request(number, 4, values[0])
            if not self.buffer:
                self.draw()
                print("drawn", *self.size, flush=True)
            else:
                self.request(self.surface, 6)  # mutter moves a window at the commit after its configure, also one of the same size
        else:
            line = describe(kind, name, values)
            if line:
                print(line, flush=True)


def describe(kind, name, values):
    if kind == "wl_touch":
        if name == "down":
            return f"touch down {values[3]} {values[4]:.0f} {values[5]:.0f}"
        if name == "motion":
            return f"touch motion {values[1]} {values[2]:.0f} {values[3]:.0f}"
        return f"touch up {values[2]}" if name == "up" else "touch cancel" if name == "cancel" else None
    if kind == "wl_pointer":
        if name == "button":
            return f"button {values[2]} {'pressed' if values[3] else 'released'}"
        if name == "axis":
            return f"axis {values[1]} {values[2]:.1f}"
        if name in ("enter", "motion"):
            return f"pointer {name} {values[-2]:.0f} {values[-1]:.0f}"
        return "axis stop" if name == "axis_stop" else None
    if kind == "wl_keyboard" and name in ("enter", "leave"):
        return f"keyboard {name}"
    if kind == "wl_keyboard":
        return f"key {values[2]} {'pressed' if values[3] else 'released'}" if name == "key" else None
    if kind in ("swipe", "pinch", "hold"):
        if name == "begin":
            return f"{kind} begin {values[3]}"
        return f"{kind} end{' cancelled' if values[2] else ''}" if name == "end" else f"{kind} update"
    return None


if __name__ == "__main__":
    Client().run()
