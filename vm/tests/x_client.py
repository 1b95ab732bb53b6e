#!/usr/bin/python3
"""An X client that selects all events of the root window and prints them in the words of wayland_client.py.

It calls libXi itself, because xinput selects no gestures."""

import ctypes
import sys

# The printed words for the event types of XI2.h.
NAMES = {6: "pointer motion", 18: "touch down", 20: "touch up", 27: "pinch begin", 28: "pinch update", 29: "pinch end",
         30: "swipe begin", 31: "swipe update", 32: "swipe end"}
BUTTON = 4
TOUCH_UPDATE = 19  # selected only together with the beginning and the end
WHEEL = range(4, 8)  # the buttons of the wheel
MASTERS = 1  # XIAllMasterDevices
GENERIC = 35  # the type of a core event that carries one of an extension


class Mask(ctypes.Structure):
    _fields_ = [("device", ctypes.c_int), ("length", ctypes.c_int), ("bits", ctypes.c_char_p)]


class Cookie(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("extension", ctypes.c_int), ("evtype", ctypes.c_int), ("cookie", ctypes.c_uint), ("data", ctypes.c_void_p)]


class Event(ctypes.Union):
    _fields_ = [("cookie", Cookie), ("pad", ctypes.c_long * 24)]


class DeviceEvent(ctypes.Structure):
    """The beginning of XIDeviceEvent."""

    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                ("extension", ctypes.c_int), ("evtype", ctypes.c_int), ("time", ctypes.c_ulong), ("device", ctypes.c_int),
                ("source", ctypes.c_int), ("detail", ctypes.c_int)]


def main():
    x, xi = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXi.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    if not display:
        sys.exit("no display")
    major, minor = ctypes.c_int(2), ctypes.c_int(4)  # the first version with gestures
    xi.XIQueryVersion(display, ctypes.byref(major), ctypes.byref(minor))
    bits = bytearray(8)
    for kind in (BUTTON, TOUCH_UPDATE, *NAMES):
        bits[kind // 8] |= 1 << kind % 8
    mask = Mask(MASTERS, len(bits), bytes(bits))
    xi.XISelectEvents(display, ctypes.c_ulong(x.XDefaultRootWindow(display)), ctypes.byref(mask), 1)
    if len(sys.argv) > 1:  # a window for a window manager: root window, place, size, border, colours
        x.XCreateSimpleWindow.restype = ctypes.c_ulong
        root = ctypes.c_ulong(x.XDefaultRootWindow(display))
        x.XMapWindow(display, ctypes.c_ulong(x.XCreateSimpleWindow(display, root, 0, 0, 99, 99, 0, 0, 0)))
    x.XSync(display, 0)
    print("drawn", major.value, minor.value, flush=True)
    event = Event()
    while True:
        x.XNextEvent(display, ctypes.byref(event))
        if event.cookie.type != GENERIC or not x.XGetEventData(display, ctypes.byref(event)):
            continue
        kind = event.cookie.evtype
        if kind == BUTTON:
            detail = ctypes.cast(event.cookie.data, ctypes.POINTER(DeviceEvent)).contents.detail
            print("axis" if detail in WHEEL else "button pressed", flush=True)
        elif kind in NAMES:
            print(NAMES[kind], flush=True)
        x.XFreeEventData(display, ctypes.byref(event))


if __name__ == "__main__":
    main()
