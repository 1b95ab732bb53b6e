"""The faults: how each is planted, and the one command of README's table (When a gesture does not work) that names it."""

import dataclasses
import json
import os
import socket
import threading

import mocks
from bench import wait_until

SWIPE = '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'
PAD = '[[device]]\nmatch = { kind = "touchpad" }\n'
# What `doctor` says of a configuration without a fault, and of a device that is in order.
FILE, NODE = "config.toml has no problems", "event1"


@dataclasses.dataclass
class Fault:
    kind: str
    name: str
    # The words behind `gesturectl`, and the line, as a regular expression, in which this command names the fault.
    command: str
    says: str
    # No line that begins with "ok" matches this, neither of the command nor of `doctor`. "" for what was in order when it happened.
    not_ok: str
    config: str = SWIPE
    devices: tuple = (mocks.touchpad,)
    # Done before the daemon starts, and while it runs.
    before: tuple = ()
    after: tuple = ()
    # Whether the daemon runs; its variables beside those of the terminal, and the terminal's. None: not set.
    daemon: bool = False
    daemon_variables: dict = dataclasses.field(default_factory=dict)
    variables: dict = dataclasses.field(default_factory=dict)


# How a fault is planted: functions of the running test.

def hand(words):
    """A recording of these words, for `replay hand.evemu`."""
    return lambda test: test.gesturectl("record", "--drawn", words, "-o", "hand.evemu")


def recording(events, device=mocks.touchpad):
    """A recording of events that words cannot say."""
    return lambda test: test.write("hand.evemu", mocks.header(device()) + events)


def command(*words):
    return lambda test: test.gesturectl(*words)


def triggered(test):
    """Runs the gesture's action, and waits for its failure."""
    test.gesturectl("control", "trigger", "three")
    wait_until(lambda: test.status()["actions"]["failures"], "the failure of the action", test.daemon)


def removed(test):
    """Removes the configuration, and waits until the daemon has seen it."""
    os.unlink(configuration(test))
    test.daemon.err.wait_for("the file was deleted")


def touched(events, word):
    """Touches of the first device, until a warning of the daemon has the word."""
    def play(test):
        test.bed.write(test.devices[0], events(test.devices[0]))
        warnings = lambda: " ".join(test.status()["devices"][0]["warnings"])
        wait_until(lambda: word in warnings(), f"a warning with {word}", test.daemon)
    return play


def mode(path, bits):
    return lambda test: os.chmod(path(test), bits)


def configuration(test):
    return test.path("config-home/gestured/config.toml")


def node(test):
    return test.bed.node(test.devices[0])


def uinput(test):
    """/dev/uinput without rights for it."""
    path = test.bed.root + "/dev/uinput"
    with open(path, "w", encoding="utf-8"):
        os.chmod(path, 0)


def listening(*names):
    """Sockets of a session that runs."""
    def listen(test):
        for name in names:
            listener = socket.socket(socket.AF_UNIX)
            test.addCleanup(listener.close)
            listener.bind(test.path(f"run/{name}"))
    return listen


def older_daemon(test):
    """Answers each call as a daemon of an older version would."""
    os.makedirs(test.path("run/gestured"), mode=0o700)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(test.path("run/gestured/control.sock"))
    listener.listen()
    status = {"version": "0.0.1", "pid": os.getpid(), "devices": [], "gestures": [], "problems": [], "actions": {}, "context": {}}

    def answer():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                while connection.recv(65536):
                    connection.sendall(json.dumps({"parameters": status}).encode() + b"\0")

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    test.addCleanup(listener.close)
    test.addCleanup(listener.shutdown, socket.SHUT_RDWR)


def stopped(test):
    test.daemon.process.send_signal(19)  # SIGSTOP
    test.addCleanup(test.daemon.process.send_signal, 18)  # SIGCONT, before its end


def lost_lines(test):
    """More events than a program that does not read has room for."""
    for _ in range(3000):
        test.control.call("Trigger", {"gesture": "three"})
    wait_until(lambda: test.status()["actions"]["failures"], "lost events", test.daemon)


# Devices.

def pad(**facts):
    def made():
        device = mocks.touchpad()
        for key, value in facts.items():
            setattr(device, key, value)
        return device
    return made


def panel_without_a_key():
    axes = {mocks.X: (0, 2000, 0, 0, 10), mocks.Y: (0, 1200, 0, 0, 10)}
    return mocks.Device("Mock Panel", "touchscreen", 6, 0xEEF, 1, 1, [mocks.DIRECT], [], axes, 1)


def closed_lid():
    return mocks.switch(5, on=[mocks.SW_LID])


def beside(device):
    """Taps outside of the range that the device declares."""
    return mocks.Hand(device).tap(x=150).tap(x=150).tap().evemu()


def kept(device):
    """Contacts that stay after BTN_TOUCH, and a tap."""
    touch = mocks.Hand(device)
    for _ in range(3):
        touch.tap()
    events = [event for event in touch.events if event[1:] != (mocks.ABS, mocks.TRACKING_ID, -1)]
    touch.events = []
    return mocks.evemu(events + touch.tap().events)


def flickering(device):
    """BTN_TOUCH that is released and pressed again while the contact stays."""
    touch = mocks.Hand(device).frame({0: (50, 30)})
    for _ in range(20):
        for value in (0, 1):
            touch._add(mocks.KEY, mocks.BTN_TOUCH, value)
            touch._add(mocks.SYN, 0, 0)
            touch.time += 0.004
    return touch.frame({0: None}).evemu()


def configured(name, says, config, command="check", **more):
    return Fault("configuration", name, command, says, FILE, config, **more)


def device(name, says, devices, **more):
    return Fault("device", name, "doctor", says, NODE, devices=devices, **more)


def failed(name, says, action, after=(triggered,), **more):
    return Fault(
        "command", name, more.pop("command", "doctor"), says, more.pop("not_ok", "three"), SWIPE + action + "\n", daemon=True,
        after=after, **more)


PRESSURE = {0x18: (0, 255, 0, 0, 0), 0x3A: (0, 255, 0, 0, 0)}

FAULTS = [
    configured(
        "a line that is not TOML", r".*config\.toml:6:11: not valid TOML: .*", SWIPE + "fingers = = 3\n"),
    configured(
        "a type that does not exist", r'.*config\.toml:7:8: `type` cannot be "swype"; did you mean "swipe"\?',
        SWIPE + '[[gesture]]\ntype = "swype"\n'),
    configured(
        "two equal gestures", r".*config\.toml:6:1: warning: `twin` is never recognized: `three` was recognized first",
        SWIPE + SWIPE.replace("three", "twin")),
    configured(
        "a gesture that another takes", r".*: warning: `three` is never recognized: `pan` was recognized first",
        SWIPE + '[[gesture]]\nname = "pan"\ntype = "pan"\nfingers = 3\nimmediate = true\n'),
    configured(
        "`where` against the gesture's own direction", r".*: warning: `three` is never recognized: .*",
        SWIPE + 'where = { dx = "< -5mm" }\n'),
    configured(
        "an edge that its zone does not reach", r".*: warning: `back` is never recognized: landed [0-9.]+ mm outside `middle`",
        '[zone.middle]\nx = ["45%", "60%"]\ny = ["30%", "60%"]\n'
        '[[gesture]]\nname = "back"\ntype = "edge-pan"\nedges = ["left"]\nzone = "middle"\n'),
    configured(
        "a name that no device has", r".*: warning: `three` can never be made: no touch device of this machine matches it",
        SWIPE + 'device = "SynPS*"\n'),
    configured(
        "more fingers than the device reports",
        r".*: warning: `three` can never be made: it takes 8 fingers, and no device that it applies to reports more than 5",
        SWIPE.replace("= 3", "= 8")),
    configured(
        "a context key that nothing sets", r".*: warning: no program has set the context key `mode` so far: .*",
        SWIPE + 'when = { mode = "x" }\n', daemon=True),
    configured(
        "the rotation of a touchpad", r".*: warning: `rotation` has no effect, because .*", SWIPE + PAD + "rotation = 90\n"),
    configured(
        "a [[device]] behind one that takes its devices", r".*: warning: .*",
        SWIPE + PAD + "palm_edge = false\n" + PAD + "palm_edge = true\n"),
    configured(
        "`keys` without rights for /dev/uinput", r".*: warning: `keys` needs write access to /dev/uinput; .*",
        SWIPE + 'keys = "super+right"\n', before=(uinput,)),
    configured(
        "a program that the daemon's PATH lacks", r".*: warning: `no-such-program-here` not found in PATH",
        SWIPE + 'run = "no-such-program-here"\n'),
    Fault(
        "configuration", "a dead zone", "replay --explain hand.evemu", "  three: landed in the dead zone `strip`", "",
        SWIPE + '[zone.strip]\nx = ["0%", "50%"]\ngestures = "none"\n', before=(hand("swipe 3 right at 25,35"),)),
    Fault(
        "configuration", "a disabled gesture", "replay --explain hand.evemu", "  three: disabled", "", SWIPE + "enabled = false\n",
        before=(hand("swipe 3 right"),)),
    Fault(
        "configuration", "a pattern that the device's name does not match", "replay --explain hand.evemu",
        r'  three: `device` is "SynPS\*"; this is "drawn touchpad"', "", SWIPE + 'device = "SynPS*"\n',
        before=(hand("swipe 3 right"),)),
    Fault(
        "configuration", "a limit that the hand misses", "replay --explain hand.evemu",
        r"  three: lifted after 9 mm, 11 mm short of `min_distance` 20 mm", "", SWIPE + 'min_distance = "20mm"\n',
        before=(hand("swipe 3 right 9mm"),)),
    Fault(
        "configuration", "a claim that hides nothing", "doctor",
        r"FAILED (touches cannot be hidden from the compositor|no plugin can hide touches from the compositor here): .*",
        "clashes|hid", SWIPE + PAD + 'claim = "3.."\n', variables={"XDG_CURRENT_DESKTOP": "GNOME"}),

    device(
        "no touch device", r"FAILED udev lists no touchpad or touchscreen .*", ()),
    device(
        "a tablet alone", r"FAILED udev lists no touchpad or touchscreen .*", (mocks.tablet,)),
    device(
        "udev leaves it out", r"note   /dev/input/event1 .*: udev says that programs should ignore it \(LIBINPUT_IGNORE_DEVICE\); .*",
        (pad(udev={"LIBINPUT_IGNORE_DEVICE": "1"}),), daemon=True),
    device(
        "another seat", r"note   /dev/input/event1 .*: it belongs to another seat \(ID_SEAT\); .*",
        (pad(udev={"ID_SEAT": "seat1"}),), daemon=True),
    device(
        "no key for touching", r"note   /dev/input/event1 .* has no key for touching \(BTN_TOUCH\), .*", (panel_without_a_key,),
        daemon=True),
    device(
        "positions out of range", r"note   /dev/input/event1 .*: reports positions outside its declared range .*",
        (mocks.touchpad,), daemon=True, after=(touched(beside, "range"),)),
    device(
        "a contact that stays", r"note   /dev/input/event1 .*: a slot kept its contact .*", (mocks.touchpad,), daemon=True,
        after=(touched(kept, "slot"),)),
    device(
        "a key that flickers", r"note   /dev/input/event1 .*: releases and presses BTN_TOUCH again and again under a finger; .*", (mocks.touchpad,),
        daemon=True, after=(touched(flickering, "BTN_TOUCH"),)),
    device(
        "a closed lid", r'note   /dev/input/event1 .*it makes no gestures: `lid` is "closed" .*', (mocks.touchpad, closed_lid),
        daemon=True),
    device(
        "paused by a command", r"note   /dev/input/event1 .*it makes no gestures: paused .*", (mocks.touchpad,),
        daemon=True, after=(command("control", "pause", "--device", "touchpad"),)),
    Fault(
        "device", "a contact that is too light", "replay --explain hand.evemu",
        r"[0-9.]+ contact withheld light-pressure: too light: pressure 2, less than 30 .*", "",
        before=(lambda test: recording(light(), pressed_pad)(test),)),
    Fault(
        "device", "a palm at the edge", "replay --explain hand.evemu", r"[0-9.]+ contact withheld palm-edge: landed from the side .*", "",
        before=(recording(mocks.Hand(mocks.touchpad()).tap(x=2).evemu()),)),

    Fault(
        "rights", "a node that may not be read", "doctor", r"FAILED /dev/input/event1 .*: permission denied, .*", NODE,
        before=(mode(node, 0),), devices=(pad(name="Mock Pad"),)),
    Fault(
        "rights", "/dev/uinput may not be written", "doctor", r"FAILED `keys` needs /dev/uinput, which cannot be written; .*",
        "uinput|" + FILE, SWIPE + 'keys = "super+right"\n', before=(uinput,)),
    Fault(
        "rights", "a configuration that may not be read", "check", r".*config\.toml: cannot be read: Permission denied", FILE,
        before=(mode(configuration, 0),)),
    Fault(
        "rights", "a configuration that others may write", "check", r".*config\.toml: can be written by others; refused, .*", FILE,
        before=(mode(configuration, 0o666),)),
    Fault(
        "configuration", "a configuration that was removed", "doctor",
        r"FAILED .*config\.toml: no gestures, 1 problem, no warnings: gesturectl check .*config\.toml", FILE, daemon=True,
        after=(removed,)),
    Fault(
        "rights", "no directory for the socket", "doctor",
        r"FAILED the daemon does not answer: /none \(XDG_RUNTIME_DIR\), the directory of its socket, does not exist: .*", "daemon",
        variables={"XDG_RUNTIME_DIR": "/none"}),
    Fault(
        "rights", "a session without XDG_RUNTIME_DIR", "doctor",
        "FAILED the daemon does not answer: XDG_RUNTIME_DIR, the directory of its socket, is not set to an absolute path: .*", "daemon",
        variables={"XDG_RUNTIME_DIR": None}),

    Fault(
        "session", "no daemon", "doctor", "FAILED the daemon does not answer: .*gesturectl start", "daemon"),
    Fault(
        "session", "a daemon that hangs", "doctor", "FAILED the daemon does not answer: .*gesturectl start", "daemon", daemon=True,
        after=(stopped,)),
    Fault(
        "session", "a daemon of an older version", "doctor", r"note   the daemon runs version 0\.0\.1, not .*", "daemon",
        before=(older_daemon,)),
    Fault(
        "session", "a locked session", "doctor", "note   the session is locked; only gestures with when = .* are recognized.*",
        "", daemon=True, after=(command("control", "context", "locked=yes"),)),
    Fault(
        "session", "a paused gesture", "doctor", "note   a command has paused: three: gesturectl control resume three", "", daemon=True,
        after=(command("control", "pause", "three"),)),
    Fault(
        "session", "no program for the focused window", "doctor",
        "note   nothing sets app here: three: .*", "app",
        SWIPE + 'when = { app = "firefox" }\n', daemon=True),
    Fault(
        "session", "the socket of a sway that has ended", "doctor",
        "note   the daemon follows no session: commands have the daemon's own variables, with another SWAYSOCK than .*", "SWAYSOCK",
        daemon=True, before=(listening("wayland-1", "sway.sock"),),
        daemon_variables={"WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "/none/sway.sock"},
        variables={"WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": "{run}/sway.sock", "XDG_CURRENT_DESKTOP": "sway"}),
    Fault(
        "session", "a daemon that is older than the session", "doctor",
        "note   the daemon follows no session: commands have the daemon's own variables, with another WAYLAND_DISPLAY than .*",
        "WAYLAND_DISPLAY", daemon=True,
        before=(listening("wayland-1"),), variables={"WAYLAND_DISPLAY": "wayland-1"}),

    failed(
        "a program that is not found", "FAILED three: `no-such-program-here x` failed with exit status 127: .*not found.*",
        'run = "no-such-program-here x"'),
    failed(
        "a program that cannot be started", "FAILED three: cannot start `no-such-program-here`: No such file or directory; .* ago: .*",
        'exec = ["no-such-program-here"]'),
    failed(
        "a program that fails", "FAILED three: .* failed with exit status 1: no such workspace; .* ago: .*",
        'run = "echo no such workspace >&2; exit 1"'),
    failed(
        "a program that is killed", r"FAILED three: .* failed with signal 9 \(Killed\); .* ago: .*", 'run = "kill -9 $$"'),
    failed(
        "a program that hangs", "FAILED three: `sleep 30` exceeded its timeout of 100 ms and is terminated; .* ago: .*",
        'run = "sleep 30"\ntimeout = "100ms"'),
    failed(
        "a socket that is gone", "FAILED three: `notify /none/gone.sock` is dropped: No such file or directory; .* ago: .*",
        'notify = { socket = "/none/gone.sock" }'),
    failed(
        "a pipe whose program ends", "FAILED three: `exit 3` failed with exit status 3.*", 'pipe = "exit 3"'),
    failed(
        "a pipe whose program does not read", "FAILED three: `sleep 1000` is dropped: it does not read its events, so the oldest one was lost.*",
        'pipe = "sleep 1000"', after=(lost_lines,)),
    failed(
        "one more than max_running", r"FAILED three: `sleep 1000` is dropped: 1 of its commands are running \(max_running\); .* ago: .*",
        'run = "sleep 1000"\nmax_running = 1', after=(command("control", "trigger", "three"), triggered)),
]


def pressed_pad():
    device = mocks.touchpad()
    device.axes |= PRESSURE
    return device


def light():
    """A touch with a hundredth of the pressure that a finger has."""
    touch = mocks.Hand(pressed_pad())
    for step in range(10):
        touch._add(mocks.ABS, 0x3A, 2)
        touch.frame({0: (40 + step, 30)})
    return touch.frame({0: None}).evemu()
