"""The programs of config/context against mocked sockets with the real protocols of the compositors.

Each test is one session: what the compositor sends, and what gestured receives.
"""
import json
import os
import sys
import shutil
import pathlib
import select
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "config" / "context"
# Seconds; longer than the start of Python and a shell on a loaded machine.
DEADLINE = 60


class Session(unittest.TestCase):
    """A directory with a gesturectl in PATH that writes what it reads into a FIFO, and then `end`."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        (self.directory / "bin").mkdir()
        fifo = self.directory / "received"
        os.mkfifo(fifo)
        self.received = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, self.received)
        self.pending = b""
        self.program("gesturectl", f'[ "$*" = "control context --hold" ] && cat > {fifo} && echo end > {fifo}\n')
        self.environment = {
            "PATH": f"{self.directory}/bin:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(self.directory),
            "LC_ALL": "C.UTF-8",
        }

    def program(self, name, text):
        path = self.directory / "bin" / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)

    def listen(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(path))
        server.listen()
        server.settimeout(DEADLINE)
        return server

    def accept(self, server):
        connection, _ = server.accept()
        connection.settimeout(DEADLINE)
        self.addCleanup(connection.close)
        return connection

    def start(self, name, patience=0):
        arguments = [] if name == "x11" else [str(patience)]
        process = subprocess.Popen([PROGRAMS / name, *arguments], env=self.environment, stderr=subprocess.PIPE, text=True)

        def stop():
            if process.poll() is None:
                process.kill()
            process.communicate(timeout=DEADLINE)

        self.addCleanup(stop)
        self.process = process
        return process

    def next_context(self):
        """The next values that gestured receives; None at the end of the connection that holds them."""
        end = time.monotonic() + DEADLINE
        while b"\n" not in self.pending:
            ready, _, _ = select.select([self.received], [], [], max(0, end - time.monotonic()))
            self.assertTrue(ready, "nothing was received in time")
            self.pending += os.read(self.received, 65536)
        line, _, self.pending = self.pending.partition(b"\n")
        return None if line == b"end" else json.loads(line)

    def assert_told(self, app, title):
        self.assertEqual(self.next_context(), {"app": app, "title": title})

    def kill_holder(self):
        """Kills the process that holds the values, which the program has started."""
        for child in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            if "gesturectl" in pathlib.Path(f"/proc/{child}/cmdline").read_text():
                return os.kill(int(child), signal.SIGKILL)
        self.fail("no process holds the values")

    def assert_released(self):
        """The values end with the program, however it ends."""
        self.assertIsNone(self.next_context())

    def stop_by(self, number):
        """The program is stopped, and gestured loses what it has set."""
        self.process.send_signal(number)
        self.assert_told("", "")
        self.assert_ends()

    def assert_ends(self, status=0, error=""):
        _, printed = self.process.communicate(timeout=DEADLINE)
        self.assertEqual((self.process.returncode, printed), (status, error))
        # The end of the connection that held the values may be read already.
        self.assertIn(self.pending, (b"", b"end\n"))


HUGE = "ä" + "x" * 140_000
# The longest text that a program sends: 256 bytes.
CUT = "ä" + "x" * 254


class Sway(Session):
    SUBSCRIBE, GET_TREE, WORKSPACE, WINDOW = 2, 4, 0x80000000, 0x80000003
    INPUTS, INPUT = 100, 0x80000015

    def connect(self, tree, patience=0):
        path = self.directory / "sway.sock"
        self.server = self.listen(path)
        self.environment["SWAYSOCK"] = str(path)
        self.start("sway", patience)
        self.converse(tree)

    def converse(self, tree):
        self.connection = self.accept(self.server)
        self.stream = self.connection.makefile("rb")
        kind, payload = self.request()
        self.assertEqual((kind, json.loads(payload)), (self.SUBSCRIBE, ["window", "workspace"]))
        self.say(self.SUBSCRIBE, {"success": True})
        self.assertEqual(self.request(), (self.GET_TREE, b""))
        self.say(self.GET_TREE, tree)

    def request(self):
        magic, length, kind = struct.unpack("=6sII", self.stream.read(14))
        self.assertEqual(magic, b"i3-ipc")
        return kind, self.stream.read(length)

    def say(self, kind, message):
        payload = json.dumps(message).encode()
        # The message is sent in two parts, as a stream may deliver it.
        data = b"i3-ipc" + struct.pack("=II", len(payload), kind) + payload
        self.connection.sendall(data[:9])
        self.connection.sendall(data[9:])

    @staticmethod
    def window(number, app, title, focused=False):
        return {"id": number, "type": "con", "app_id": app, "name": title, "focused": focused, "nodes": [], "floating_nodes": []}

    def tree(self, *windows, floating=()):
        workspace = {"id": 3, "type": "workspace", "nodes": list(windows), "floating_nodes": list(floating), "focused": not windows}
        output = {"id": 2, "type": "output", "nodes": [workspace], "floating_nodes": [], "focused": False}
        return {"id": 1, "type": "root", "nodes": [output], "floating_nodes": [], "focused": False}

    def test_focus_title_and_close(self):
        self.connect(self.tree(self.window(7, "foot", "~"), self.window(8, "firefox", "News = old", focused=True)))
        self.assert_told("firefox", "News = old")
        self.say(self.WINDOW, {"change": "title", "container": self.window(7, "foot", "vi")})
        self.say(self.WINDOW, {"change": "title", "container": self.window(8, "firefox", "Größe = 2", focused=True)})
        self.assert_told("firefox", "Größe = 2")
        self.say(self.WINDOW, {"change": "focus", "container": self.window(7, "foot", "vi", focused=True)})
        self.assert_told("foot", "vi")
        self.say(self.WINDOW, {"change": "close", "container": self.window(8, "firefox", "x")})
        self.say(self.WINDOW, {"change": "close", "container": self.window(7, "foot", "vi")})
        self.assert_told("", "")
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_ends()

    def test_touchpads_that_are_off_in_sway(self):
        self.connect(self.tree(self.window(8, "foot", "~", focused=True)))
        self.assert_told("foot", "~")
        self.assertEqual([self.request() for _ in range(2)], [(self.SUBSCRIBE, b'["input"]'), (self.INPUTS, b"")])

        def pad(name, events, kind="touchpad"):
            return {"identifier": name, "type": kind, "libinput": {"send_events": events}}

        def expect(touchpad):
            self.assertEqual(self.next_context(), {"app": "foot", "title": "~", "touchpad": touchpad})

        self.say(self.INPUTS, [pad("a", "enabled"), pad("b", "disabled"), pad("k", "disabled", "keyboard")])
        expect("on")
        self.say(self.INPUT, {"change": "libinput_config", "input": pad("a", "disabled")})
        expect("off")
        self.say(self.INPUT, {"change": "added", "input": pad("c", "enabled")})
        expect("on")
        self.say(self.INPUT, {"change": "removed", "input": pad("c", "enabled")})
        expect("off")
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_ends()

    def test_nul_and_a_huge_title(self):
        self.connect(self.tree(self.window(7, "fo\0ot", "a\0b", focused=True)))
        self.assert_told("foot", "ab")
        self.say(self.WINDOW, {"change": "title", "container": self.window(7, HUGE, HUGE, focused=True)})
        self.assert_told(CUT, CUT)

    def test_a_compositor_that_restarts(self):
        self.connect(self.tree(self.window(7, "foot", "vi", focused=True)), patience=DEADLINE)
        self.assert_told("foot", "vi")
        # The connection ends in the middle of a message.
        self.connection.sendall(b"i3-ipc" + struct.pack("=II", 100, self.WINDOW) + b'{"change"')
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_told("", "")
        self.converse(self.tree(self.window(7, "foot", "vi", focused=True)))
        self.assert_told("foot", "vi")

    def test_x11_windows_and_empty_workspaces(self):
        window = self.window(9, None, "GIMP", focused=True)
        window["type"] = "floating_con"
        window["window_properties"] = {"class": "Gimp", "title": "GIMP"}
        self.connect(self.tree(floating=[window]))
        self.assert_told("Gimp", "GIMP")
        self.say(self.WORKSPACE, {"change": "focus", "current": {"id": 4, "nodes": [window], "floating_nodes": []}})
        self.say(self.WORKSPACE, {"change": "focus", "current": {"id": 5, "nodes": [], "floating_nodes": []}})
        self.assert_told("", "")
        self.say(self.WINDOW, {"change": "focus", "container": window})
        self.assert_told("Gimp", "GIMP")
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_told("", "")
        self.assert_ends()

    def test_an_empty_session(self):
        self.connect(self.tree())
        self.assert_told("", "")

    def test_a_program_that_is_killed_holds_nothing_any_more(self):
        self.connect(self.tree(self.window(7, "foot", "vi", focused=True)))
        self.assert_told("foot", "vi")
        self.process.kill()
        self.assert_released()

    def test_it_ends_with_the_process_that_holds_the_values(self):
        self.connect(self.tree(self.window(7, "foot", "vi", focused=True)))
        self.assert_told("foot", "vi")
        self.kill_holder()
        self.assert_ends(1, "gestured context sway: gesturectl control context --hold has ended\n")

    def test_without_a_socket(self):
        self.environment["SWAYSOCK"] = str(self.directory / "nowhere")
        self.start("sway")
        self.assert_ends(1, "gestured context sway: No such file or directory: the compositor's socket; is this its session?\n")


    def test_when_it_is_stopped_gestured_loses_what_it_has_set(self):
        self.connect({"id": 1, "type": "con", "focused": True, "app_id": "foot", "name": "~"})
        self.assert_told("foot", "~")
        self.stop_by(signal.SIGHUP)


class Hyprland(Session):
    def connect(self, answer, patience=0):
        self.environment["HYPRLAND_INSTANCE_SIGNATURE"] = "v0_1"
        self.event_server = self.listen(self.directory / "hypr/v0_1/.socket2.sock")
        self.request_server = self.listen(self.directory / "hypr/v0_1/.socket.sock")
        self.start("hyprland", patience)
        self.converse(answer)

    def converse(self, answer):
        self.events = self.accept(self.event_server)
        request = self.accept(self.request_server)
        self.assertEqual(request.recv(100), b"j/activewindow")
        request.sendall(json.dumps(answer).encode())
        request.close()

    def test_focus_and_titles(self):
        self.connect({"address": "0x55a1", "class": "kitty", "title": "~"})
        self.assert_told("kitty", "~")
        self.events.sendall("windowtitle>>55a1\nwindowtitlev2>>55a1,vi a,b.txt\n".encode())
        self.assert_told("kitty", "vi a,b.txt")
        self.events.sendall(b"windowtitlev2>>77,other\nworkspace>>2\nactivewindow>>firefox,News, old\n")
        self.assert_told("firefox", "News, old")
        self.events.sendall(b"activewindowv2>>77\nwindowtitlev2>>55a1,no\nwindowtitlev2>>77,N")
        self.events.sendall("äws\n".encode())
        self.assert_told("firefox", "Näws")
        self.events.sendall(b"activewindow>>,\nactivewindowv2>>\n")
        self.assert_told("", "")
        self.events.shutdown(socket.SHUT_RDWR)
        self.assert_ends()

    def test_nul_a_huge_title_half_a_line_and_a_restart(self):
        self.connect({"address": "0x55a1", "class": "kit\0ty", "title": HUGE}, patience=DEADLINE)
        self.assert_told("kitty", CUT)
        self.events.sendall(b"activewindow>>fire")
        self.events.shutdown(socket.SHUT_RDWR)
        self.assert_told("", "")
        self.converse({"address": "0x55a1", "class": "kitty", "title": "~"})
        self.assert_told("kitty", "~")

    def test_an_empty_session(self):
        self.connect({})
        self.assert_told("", "")

    def test_outside_of_hyprland(self):
        self.start("hyprland")
        self.assert_ends(
            1, "gestured context hyprland: $HYPRLAND_INSTANCE_SIGNATURE is not set; start this program from hyprland.conf\n")


    def test_when_it_is_stopped_gestured_loses_what_it_has_set(self):
        self.connect({"address": "0x1", "class": "foot", "title": "~"})
        self.assert_told("foot", "~")
        self.stop_by(signal.SIGTERM)


class Niri(Session):
    def connect(self, patience=0):
        path = self.directory / "niri.sock"
        self.server = self.listen(path)
        self.environment["NIRI_SOCKET"] = str(path)
        self.start("niri", patience)
        self.converse()

    def converse(self):
        self.connection = self.accept(self.server)
        with self.connection.makefile("rb") as stream:
            self.assertEqual(json.loads(stream.readline()), "EventStream")

    def say(self, *messages):
        self.connection.sendall("".join(json.dumps(message) + "\n" for message in messages).encode())

    @staticmethod
    def window(number, app, title, focused=False):
        return {"id": number, "app_id": app, "title": title, "pid": 1, "workspace_id": 1, "is_focused": focused}

    def test_the_event_stream(self):
        self.connect()
        foot, firefox = self.window(1, "foot", "~"), self.window(2, "firefox", "News", focused=True)
        self.say({"Ok": "Handled"}, {"WorkspacesChanged": {"workspaces": []}}, {"WindowsChanged": {"windows": [foot, firefox]}})
        self.assert_told("firefox", "News")
        self.say({"WindowOpenedOrChanged": {"window": self.window(1, "foot", "vi")}}, {"WindowFocusChanged": {"id": 1}})
        self.assert_told("foot", "vi")
        self.say({"WindowOpenedOrChanged": {"window": self.window(3, "mpv", "film", focused=True)}})
        self.assert_told("mpv", "film")
        self.say({"WindowClosed": {"id": 3}})
        self.assert_told("", "")
        self.say({"WindowFocusChanged": {"id": None}}, {"WindowFocusChanged": {"id": 2}})
        self.assert_told("firefox", "News")
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_told("", "")
        self.assert_ends()

    def test_nul_a_huge_title_half_a_line_and_a_restart(self):
        self.connect(patience=DEADLINE)
        self.say({"WindowsChanged": {"windows": [self.window(2, "fire\0fox", HUGE, focused=True)]}})
        self.assert_told("firefox", CUT)
        self.connection.sendall(b'{"WindowsChanged": {"win')
        self.connection.shutdown(socket.SHUT_RDWR)
        self.assert_told("", "")
        self.converse()
        self.say({"WindowsChanged": {"windows": [self.window(2, "firefox", "News", focused=True)]}})
        self.assert_told("firefox", "News")

    def test_a_niri_without_events(self):
        self.connect()
        self.say({"Err": "error parsing request"})
        self.assert_ends(
            1, "gestured context niri: niri reports: error parsing request; events need niri 0.1.9 or later\n")


    def test_when_it_is_stopped_gestured_loses_what_it_has_set(self):
        self.connect()
        self.say({"WindowsChanged": {"windows": [self.window(1, "foot", "~", focused=True)]}})
        self.assert_told("foot", "~")
        self.stop_by(signal.SIGINT)

    def test_before_it_has_set_anything_it_ends_without_a_word(self):
        self.connect()
        self.process.send_signal(signal.SIGTERM)
        self.assert_ends()


class X11(Session):
    """xprop is replaced: its output is the protocol here. Each call reads what to print from a FIFO."""

    def setUp(self):
        super().setUp()
        for name in ("root", "0x3a00003", "0x4000001"):
            os.mkfifo(self.directory / name)
        self.program("xprop", f"""
for word; do case $word in -root) name=root;; 0x*) name=$word;; esac; done
exec cat {self.directory}/$name
""")
        self.pipes = {}

    def say(self, name, text):
        if name not in self.pipes:
            # Opening waits for the reader, the xprop of the program.
            self.pipes[name] = open(self.directory / name, "wb", buffering=0)
            self.addCleanup(self.pipes[name].close)
        self.pipes[name].write(text.encode())

    def test_focus_and_titles(self):
        self.start("x11")
        self.say("root", "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00003\n")
        self.say("0x3a00003", 'WM_CLASS(STRING) = "Navigator", "firefox"\n_NET_WM_NAME(UTF8_STRING) = "Say \\"hé\\""\n')
        self.assert_told("firefox", 'Say "hé"')
        self.say("0x3a00003", '_NET_WM_NAME(UTF8_STRING) = "News"\n')
        self.assert_told("firefox", "News")
        self.say("root", "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x4000001\n")
        self.say("0x4000001", "WM_CLASS:  not found.\n_NET_WM_NAME:  not found.\n")
        self.assert_told("", "")
        self.say("0x4000001", '_NET_WM_NAME(UTF8_STRING) = "a"\n')
        self.assert_told("", "a")
        self.say("root", "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0\n")
        self.assert_told("", "")
        self.pipes["root"].close()
        self.assert_ends()

    def test_a_title_of_the_old_kind(self):
        self.start("x11")
        self.say("root", "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00003\n")
        self.say("0x3a00003", 'WM_CLASS(STRING) = "x", "XTerm"\nWM_NAME(STRING) = "old"\n_NET_WM_NAME:  not found.\n')
        self.assert_told("XTerm", "old")
        self.say("0x3a00003", 'WM_NAME(STRING) = "older"\n')
        self.assert_told("XTerm", "older")
        self.say("0x3a00003", '_NET_WM_NAME(UTF8_STRING) = "new"\nWM_NAME(STRING) = "oldest"\n')
        self.assert_told("XTerm", "new")
        self.stop_by(signal.SIGTERM)

    def test_a_huge_title(self):
        self.start("x11")
        self.say("root", "_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00003\n")
        self.say("0x3a00003", f'WM_CLASS(STRING) = "a", "b"\n_NET_WM_NAME(UTF8_STRING) = "{HUGE}"\n')
        self.assert_told("b", CUT)

    def test_without_xprop(self):
        (self.directory / "bin/xprop").unlink()
        # The programs themselves: PATH may contain scripts that need more than these two.
        os.symlink(os.path.realpath(sys.executable), self.directory / "bin/python3")
        os.symlink(shutil.which("env"), self.directory / "bin/env")
        self.environment["PATH"] = f"{self.directory}/bin"
        self.start("x11")
        self.assert_ends(1, "gestured context x11: xprop not found in PATH; install it: sudo apt-get install x11-utils\n")


if __name__ == "__main__":
    unittest.main()
