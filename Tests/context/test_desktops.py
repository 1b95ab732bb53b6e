"""The context programs of KDE and GNOME: `kde` on a real session bus with a stand-in for KWin, the scripts under Node.js."""
import importlib.machinery
import importlib.util
import json
import os
import shutil
import struct
import subprocess
import sys
import threading
import unittest

from test_context import DEADLINE, PROGRAMS, Session

EXTENSIONS = PROGRAMS / "gnome"
sys.path.insert(0, str(PROGRAMS))
LOADER = importlib.machinery.SourceFileLoader("kde", str(PROGRAMS / "kde"))
kde = importlib.util.module_from_spec(importlib.util.spec_from_loader("kde", LOADER))
LOADER.exec_module(kde)


class StandInBus(kde.Bus):
    """A bus that also sends variants: a bool, or a list of names."""

    @staticmethod
    def marshalled(values):
        if not values or isinstance(values[0], (str, int)) and not isinstance(values[0], bool):
            return kde.Bus.marshalled(values)
        if isinstance(values[0], bool):
            return b"\1b\0\0" + struct.pack("<I", values[0]), "v"
        names, _ = kde.Bus.marshalled(values[0])
        return b"\2as\0" + struct.pack("<I", len(names)) + names, "v"


class KWin(threading.Thread):
    """Answers as KWin does: scripts are loaded by a path and have a number; devices have properties."""

    def __init__(self, number, script_path):
        super().__init__(daemon=True)
        self.bus, self.number, self.script_path = StandInBus(), number, script_path
        #: By the name of the node: whether it is a touchpad, and whether it is on. None under X11, where KWin has no devices.
        self.devices = None
        self.calls, self.loaded = [], threading.Event()
        assert self.bus.bus("RequestName", "org.kde.KWin", 4) == 1
        self.start()

    def run(self):
        try:
            while True:
                message = self.bus.next()
                if message.kind == kde.CALL:
                    self.answer(message)
        except (EOFError, OSError):
            pass

    def answer(self, message):
        fields = [(5, "u", message.serial), (6, "s", message.sender)]
        if message.member == "Get":
            interface, name = message.body
            if self.devices is None:
                return self.bus.send(kde.ERROR, [(4, "s", "org.freedesktop.DBus.Error.UnknownObject"), *fields])
            own = interface == "org.kde.KWin.InputDeviceManager" and message.path == kde.DEVICES
            return self.bus.send(kde.REPLY, fields, [
                sorted(self.devices) if own else self.devices[message.path.rsplit("/", 1)[1]][name == "enabled"]])
        self.calls.append((message.path, message.member, *message.body))
        if message.member == "run" and message.path != self.script_path:
            return self.bus.send(kde.ERROR, [(4, "s", "org.freedesktop.DBus.Error.UnknownObject"), *fields])
        self.bus.send(kde.REPLY, fields, [self.number] if message.member == "loadScript" else [])
        if message.member == "run":
            self.loaded.set()

    def report(self, app, title):
        self.bus.send(kde.CALL, [(1, "o", "/"), (2, "s", kde.SERVICE), (3, "s", "Report"), (6, "s", kde.SERVICE)], [app, title])

    def announce(self, member, name):
        self.bus.send(kde.SIGNAL, [(1, "o", kde.DEVICES), (2, "s", "org.kde.KWin.InputDeviceManager"), (3, "s", member)], [name])

    def leave(self):
        try:
            self.bus.socket.shutdown(2)
        except OSError:
            pass
        self.join(DEADLINE)
        self.bus.socket.close()


@unittest.skipUnless(shutil.which("dbus-daemon"), "dbus-daemon is not installed: no session bus")
class Kde(Session):
    def setUp(self):
        super().setUp()
        daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={self.directory}/bus"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(daemon.communicate, timeout=DEADLINE)
        self.addCleanup(daemon.terminate)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
        self.settings = self.directory / "settings"
        self.settings.mkdir()
        self.environment["XDG_CONFIG_HOME"] = str(self.settings)
        before = os.environ.get("DBUS_SESSION_BUS_ADDRESS")
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.addCleanup(lambda: os.environ.update(DBUS_SESSION_BUS_ADDRESS=before) if before else
                        os.environ.pop("DBUS_SESSION_BUS_ADDRESS"))

    def begin(self, number=7, path="/Scripting/Script7", devices=None):
        kwin = KWin(number, path)
        kwin.devices = devices
        self.addCleanup(kwin.leave)
        self.start("kde")
        self.assertTrue(kwin.loaded.wait(DEADLINE), kwin.calls)
        return kwin

    def test_the_script_is_loaded_and_what_it_reports_becomes_context(self):
        kwin = self.begin()
        self.assertEqual(kwin.calls, [
            ("/Scripting", "unloadScript", "gestured-context"),
            ("/Scripting", "loadScript", str(PROGRAMS / "kwin.js"), "gestured-context"), ("/Scripting/Script7", "run")])
        kwin.report("firefox", "M\u00fcnchen \u2013 Firefox")
        self.assert_told("firefox", "M\u00fcnchen \u2013 Firefox")
        kwin.report("firefox", "M\u00fcnchen \u2013 Firefox")
        kwin.report("", "")
        self.assert_told("", "")

    def test_kwin_5_has_other_paths(self):
        kwin = self.begin(3, "/3")
        self.assertEqual([call for call in kwin.calls if call[1] == "run"], [("/Scripting/Script3", "run"), ("/3", "run")])

    def test_after_a_restart_of_kwin_the_script_is_loaded_again(self):
        kwin = self.begin()
        kwin.report("kate", "x")
        self.assert_told("kate", "x")
        kwin.leave()
        self.assert_told("", "")
        again = KWin(8, "/Scripting/Script8")
        self.addCleanup(again.leave)
        self.assertTrue(again.loaded.wait(DEADLINE))
        again.report("kate", "y")
        self.assert_told("kate", "y")

    def test_it_runs_once_and_unloads_the_script_at_its_end(self):
        kwin = self.begin()
        kwin.report("kate", "x")
        self.assert_told("kate", "x")
        first = self.process
        second = self.start("kde")
        _, errors = second.communicate(timeout=DEADLINE)
        self.assertEqual((second.returncode, errors), (1, "gestured context kde: it is already running\n"))
        first.terminate()
        first.communicate(timeout=DEADLINE)
        self.assertEqual(first.returncode, 0)
        self.assertEqual(kwin.calls[-1], ("/Scripting", "unloadScript", "gestured-context"))
        self.assert_told("", "")

    def test_touchpads_that_are_off(self):
        kwin = self.begin(devices={"event3": (True, True), "event4": (False, True), "event5": (True, False)})

        def save(name):
            # As KConfig does: a file beside it that takes its place.
            (self.settings / f"{name}.new").write_text("[Libinput]\n")
            (self.settings / f"{name}.new").rename(self.settings / name)

        def expect(touchpad, app="", title=""):
            self.assertEqual(self.next_context(), {"app": app, "title": title, "touchpad": touchpad})

        expect("on")
        kwin.report("kate", "x")
        expect("on", "kate", "x")
        kwin.devices["event3"] = (True, False)
        save("kwinrc")
        save("kcminputrc")
        expect("off", "kate", "x")
        kwin.devices["event9"] = (True, True)
        kwin.announce("deviceAdded", "event9")
        expect("on", "kate", "x")
        del kwin.devices["event9"]
        kwin.announce("deviceRemoved", "event9")
        expect("off", "kate", "x")
        kwin.devices = {"event4": (False, True)}
        kwin.announce("deviceRemoved", "event3")
        expect("", "kate", "x")
        kwin.leave()
        expect("")

    def test_without_a_bus_it_says_so(self):
        del self.environment["DBUS_SESSION_BUS_ADDRESS"]
        _, errors = self.start("kde").communicate(timeout=DEADLINE)
        self.assertIn("$DBUS_SESSION_BUS_ADDRESS names no socket", errors)


#: An object of GObject or Qt: signals, connected and disconnected.
SIGNALS = """
const handlers = new Map();
let next = 1;
function signal() {
  const own = new Set();
  return { connect: each => own.add(each), disconnect: each => own.delete(each), emit: (...all) => own.forEach(each => each(...all)), own };
}
const log = [];
"""
KWIN = SIGNALS + """
function callDBus(...all) { log.push(all); }
function window(resourceClass, caption) { return { resourceClass, caption, captionChanged: signal() }; }
const first = window("firefox", "one"), second = window("kate", "two");
const workspace = NEW ? { windowActivated: signal(), activeWindow: first } : { clientActivated: signal(), activeClient: first };
SCRIPT
const activated = workspace.windowActivated || workspace.clientActivated;
activated.emit(second);
second.caption = "three";
second.captionChanged.emit();
first.captionChanged.emit();
activated.emit(null);
console.log(JSON.stringify([log, first.captionChanged.own.size, second.captionChanged.own.size]));
"""
GNOME = SIGNALS + """
class Extension {}
let failures = 0;
const Gio = { SubprocessFlags: { STDIN_PIPE: 1, STDOUT_SILENCE: 4, STDERR_SILENCE: 16 }, Subprocess: { new: words => {
  log.push(words);
  const pipe = { write_all: bytes => {
    if (failures-- > 0) throw new Error("broken pipe");
    log.push(JSON.parse(new TextDecoder().decode(bytes)));
  }, close: () => log.push("closed") };
  return { get_stdin_pipe: () => pipe };
} }, Settings: class {
  constructor(what) { pads.push(what.schema_id); }
  connect(name, handler) { pads.push(name); this.handler = handler; pads.changed = handler; return 7; }
  disconnect(id) { pads.push(id); }
  get_string() { return pads.events; }
} };
const pads = [];
pads.events = "enabled";
class Window {
  constructor(name, title) { Object.assign(this, { name, title, handlers: new Map() }); }
  get_wm_class() { return this.name; }
  get_title() { return this.title; }
  connect(name, handler) { this.handlers.set(next, handler); return next++; }
  disconnect(id) { this.handlers.delete(id); }
  emit() { this.handlers.forEach(each => each()); }
}
globalThis.global = { display: new Window() };
const first = new Window("firefox", "one"), second = new Window("kate", "two");
global.display.focus_window = first;
SCRIPT
const extension = new GesturedContext();
extension.enable();
global.display.focus_window = second;
global.display.emit();
second.title = "three";
second.emit();
first.emit();
second.title = "\\u00e9".repeat(300) + "\\0";
second.emit();
second.title = "\\u{1f600}".repeat(300).slice(1);
failures = 1;
second.emit();
second.title = "a" + "\\u{1f600}".repeat(300);
second.emit();
pads.events = "disabled";
pads.changed();
extension.disable();
console.log(JSON.stringify([log, pads, first.handlers.size, second.handlers.size, global.display.handlers.size]));
"""
SWIPES = """
class Extension {}
const tracker = enabled => ({ enabled });
const a = tracker(true), b = tracker(true), c = tracker(false);
const Main = { overview: { _swipeTracker: a, _overview: { _controls: { _appDisplay: { _swipeTracker: c } } } }, wm: { _workspaceAnimation: { _swipeTracker: b } } };
SCRIPT
const extension = new GesturedSwipes();
const seen = [];
const look = () => seen.push([a.enabled, b.enabled, c.enabled]);
extension.enable(); look(); extension.disable(); look();
console.log(JSON.stringify(seen));
"""


@unittest.skipUnless(shutil.which("node"), "Node.js is not installed: the scripts are not run")
class Scripts(unittest.TestCase):
    def run_script(self, program, path):
        lines = path.read_text().replace("export default ", "").splitlines()
        script = "\n".join(line for line in lines if not line.startswith(("import ", '"use strict"')))
        result = subprocess.run(["node", "--input-type=module"], input=program.replace("SCRIPT", script), capture_output=True, text=True,
                                timeout=DEADLINE)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_kwin_reports_the_active_window_and_its_title(self):
        for new in ("true", "false"):
            with self.subTest(new):
                calls, first, second = self.run_script(KWIN.replace("NEW", new), PROGRAMS / "kwin.js")
                call = ["org.gestured.Context", "/", "org.gestured.Context", "Report"]
                self.assertEqual(calls, [[*call, *values] for values in (
                    ("firefox", "one"), ("kate", "two"), ("kate", "three"), ("", ""))])
                self.assertEqual((first, second), (0, 0))

    def test_gnome_has_one_process_that_holds_the_values_and_a_new_one_when_it_has_ended(self):
        calls, pads, *connected = self.run_script(GNOME, EXTENSIONS / "gestured-context@gestured.org/extension.js")
        holder = ["gesturectl", "control", "context", "--hold"]
        last = {"app": "kate", "title": "a" + "\U0001f600" * 63}
        windows = [{"app": "firefox", "title": "one"}, {"app": "kate", "title": "two"}, {"app": "kate", "title": "three"},
                   {"app": "kate", "title": "\u00e9" * 128}, last]
        values = [{**window, "touchpad": "on"} for window in windows]
        self.assertEqual(calls, [holder, *values[:4], holder, values[4], {**last, "touchpad": "off"}, "closed"])
        self.assertEqual(pads, ["org.gnome.desktop.peripherals.touchpad", "changed::send-events", 7])
        self.assertEqual(connected, [0, 0, 0])

    def test_the_shells_swipes_are_off_while_the_extension_is_on(self):
        seen = self.run_script(SWIPES, EXTENSIONS / "gestured-swipes@gestured.org/extension.js")
        self.assertEqual(seen, [[False, False, False], [True, True, False]])

    def test_the_extensions_have_their_names(self):
        for path in EXTENSIONS.iterdir():
            facts = json.loads((path / "metadata.json").read_text())
            self.assertEqual(facts["uuid"], path.name)
            self.assertIn("46", facts["shell-version"])


del Session
if __name__ == "__main__":
    unittest.main()
