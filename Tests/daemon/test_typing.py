"""gestured-typing with mocked keyboards: what goes over its socket; and the daemon at such a socket."""

import contextlib
import os
import select
import socket
import subprocess
import unittest

import mocks
from bench import GESTURED, PATIENCE, DaemonCase, wait_until

HELPER = os.environ.get("GESTURED_TYPING") or os.path.join(os.path.dirname(GESTURED), "gestured-typing")
TYPED, CTRL, ALT, SHIFT, SUPER = 0x80, 1, 2, 4, 8
LEFTCTRL, LEFTSHIFT, LEFTMETA, ESC, S, F5 = 29, 42, 125, 1, 31, 63
# Codes of the letters of two words of eight letters.
PASSWORD, OTHER = [25, 30, 31, 31, 17, 24, 19, 32], [45, 21, 38, 24, 25, 35, 24, 49]


def keys(*presses):
    """E lines of keys as (code, seconds of the press, of the release), each with its scan code as keyboards send it."""
    changes = sorted((time, code, value) for code, press, release in presses for time, value in ((press, 1), (release, 0)))
    events = []
    for time, code, value in changes:
        events += [(time, 4, 4, 0x70000 + code), (time, mocks.KEY, code, value), (time, 0, 0, 0)]
    return mocks.evemu(events)


def text(codes, capitals=()):
    """A key each 0.15 s; Shift for some."""
    presses = [(code, 0.2 + 0.15 * n, 0.26 + 0.15 * n) for n, code in enumerate(codes)]
    return keys(*presses, *((LEFTSHIFT, 0.11 + 0.15 * n, 0.27 + 0.15 * n) for n in capitals))


class Helper(DaemonCase):
    def run_helper(self, *devices, user=None):
        if not os.access(HELPER, os.X_OK):
            self.fail(f"{HELPER} is not built (swift build)")
        bed = self.mock(*devices)
        self.socket_path = self.path("typing.sock")
        if os.path.exists(self.socket_path):
            os.unlink(self.socket_path)
        self.process = subprocess.Popen(
            [HELPER, "--socket", self.socket_path, "--user", str(os.getuid() if user is None else user)],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=os.environ | bed.environment)
        self.addCleanup(self.end)
        return bed

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        self.addCleanup(client.close)
        client.settimeout(PATIENCE)

        def connected():
            try:
                client.connect(self.socket_path)
                return True
            except OSError:
                self.assertIsNone(self.process.poll())
                return False

        wait_until(connected, "gestured-typing to listen")
        return client

    def opened(self):
        """Mocked nodes that it has open: pseudo terminals."""
        place, count = f"/proc/{self.process.pid}/fd", 0
        for number in os.listdir(place):
            # It may be closed in between.
            with contextlib.suppress(FileNotFoundError):
                count += "/dev/pts/" in os.readlink(f"{place}/{number}")
        return count

    def sent(self, events, last, keyboard=None):
        """The bytes for what is typed, up to the one with which `last` is true of all of them."""
        keyboard = keyboard or mocks.keyboard(3)
        bed = self.run_helper(mocks.touchpad(1), keyboard)
        client = self.connect()
        wait_until(lambda: self.opened() == 1, "the keyboard to be opened")
        bed.play(keyboard, events)
        got = b""
        while not last(got):
            byte = client.recv(1)
            self.assertTrue(byte, "gestured-typing ended")
            got += byte
        self.assertFalse(select.select([client], [], [], 0.3)[0], "one more message")
        self.end()
        return list(got)

    def test_two_texts_of_one_rhythm_send_the_same(self):
        # A key that is Escape at the end, which is sent as nothing, and a shortcut, whose end is the end of the test.
        end = keys((ESC, 1.5, 1.55), (LEFTCTRL, 1.6, 1.9), (S, 1.7, 1.75))
        found = [
            self.sent(text(word, capitals) + end, lambda got: got[-1:] == b"\0")
            for word, capitals in ((PASSWORD, ()), (OTHER, ()), (OTHER, (0, 3)))]
        for sent in found:
            self.assertEqual(sent[-2:], [CTRL, 0])
            self.assertEqual(set(sent[:-2]), {TYPED})
            # One for each key; a busy machine may put two into one.
            self.assertIn(len(sent) - 2, range(4, 9))

    def test_modifiers_alone_and_shortcuts(self):
        sent = self.sent(
            keys((LEFTMETA, 0.1, 0.8), (S, 0.3, 0.35), (F5, 0.9, 0.95), (LEFTCTRL, 1.1, 1.9), (LEFTSHIFT, 1.3, 1.7)),
            lambda got: len(got) == 6)
        self.assertEqual(sent, [SUPER, 0, CTRL, CTRL | SHIFT, CTRL, 0])

    def test_another_user_gets_nothing(self):
        keyboard = mocks.keyboard(3)
        bed = self.run_helper(keyboard, user=os.getuid() + 1)
        client = self.connect()
        wait_until(lambda: self.opened() == 1, "the keyboard to be opened")
        bed.play(keyboard, keys((S, 0.1, 0.15), (LEFTMETA, 0.3, 0.8)))
        self.assertFalse(select.select([client], [], [], 1.2)[0])

    def test_keyboards_are_open_only_while_a_client_is_connected(self):
        own = mocks.keyboard(6)
        own.name = "gestured virtual keyboard"
        bed = self.run_helper(mocks.touchpad(1), mocks.keyboard(3), mocks.tablet(4), own)
        self.connect().close()
        wait_until(lambda: self.opened() == 0, "the keyboard to be closed")
        client = self.connect()
        wait_until(lambda: self.opened() == 1, "the keyboard, and neither touchpad nor tablet, to be opened")
        later = mocks.keyboard(5)
        bed.add(later)
        bed.uevent(later, "add")
        wait_until(lambda: self.opened() == 2, "the keyboard that came to be opened")
        bed.remove(later)
        wait_until(lambda: self.opened() == 1, "the keyboard that went to be closed")
        # What a client sends means nothing, and ends its connection.
        client.send(b"?")
        # The byte is not read before the end: the kernel may report that as a reset.
        with contextlib.suppress(ConnectionResetError):
            self.assertEqual(client.recv(1), b"")
        wait_until(lambda: self.opened() == 0, "the keyboard to be closed")

    def test_connections_are_bounded(self):
        self.run_helper(mocks.keyboard(3))
        clients = [self.connect() for _ in range(5)]
        self.assertEqual(clients[4].recv(1), b"", "the fifth of one user")
        self.assertFalse(select.select(clients[:4], [], [], 0)[0])


TAPS = """
[[gesture]]
name = "guarded"
type = "tap"
typing_guard = "8s"
simultaneous_with = ["free"]
[[gesture]]
name = "free"
type = "tap"
typing_guard = "0ms"
"""
WARNING = "`typing_guard` and `modifiers` are without effect, they need gestured-typing: it does not run"


class AtTheSocket(DaemonCase):
    def listen(self):
        path = self.path("typing.sock")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(path)
        server.listen()
        server.settimeout(PATIENCE)
        return server

    def accept(self, server):
        connection, _ = server.accept()
        self.addCleanup(connection.close)
        return connection

    def start_daemon(self, configuration, *devices):
        bed = self.mock(*devices)
        environment = bed.environment | {"GESTURED_TYPING_SOCKET": self.path("typing.sock")}
        daemon = self.start("--config", self.write("config.toml", configuration), "--print", environment=environment)
        return bed, daemon, self.varlink(daemon)

    def test_a_tap_after_a_key_is_no_tap(self):
        server, pad = self.listen(), mocks.touchpad(1)
        bed, daemon, control = self.start_daemon(TAPS, pad)
        helper = self.accept(server)
        monitor = self.varlink(daemon)
        monitor.send("Subscribe", {"states": ["failed"], "explain": True}, more=True)
        control.call("Status")
        # The first tap also relates the mocked device's clock to the daemon's.
        bed.play(pad, mocks.Hand(pad).tap().pause(2).tap().pause(0.5).evemu())
        daemon.out.wait(lambda text: text.count("recognized") == 2, "the tap before the key")
        helper.send(bytes([TYPED]))
        daemon.out.wait(lambda text: text.count("recognized") == 3, "the tap after the key")
        self.assertEqual([line.split()[1] for line in sorted(daemon.out.text.splitlines()[:2])], ["free", "guarded"])
        self.assertEqual(daemon.out.text.splitlines()[2].split()[1], "free")
        event = monitor.reply()["parameters"]["event"]
        self.assertEqual((event["gesture"], event["reason"], event["key"], event["limit"]), ("guarded", "typed", "typing_guard", 8))
        self.assertLess(event["measured"], 3)

    def test_modifiers_are_context_and_go_with_the_connection(self):
        server = self.listen()
        configuration = '[[gesture]]\nname = "t"\ntype = "tap"\nwhen = { modifiers = "shift+ctrl" }\n'
        _, daemon, control = self.start_daemon(configuration, mocks.touchpad(1))
        helper = self.accept(server)
        modifiers = lambda: control.call("Status")["context"].get("modifiers")
        for byte, word in ((CTRL | SHIFT, "ctrl+shift"), (SUPER | TYPED, "super"), (0, "none")):
            helper.send(bytes([byte]))
            wait_until(lambda: modifiers() == word, word, daemon)
            self.assertEqual(control.call("ListGestures")["gestures"][0]["permitted"], word == "ctrl+shift")
        helper.send(bytes([ALT]))
        wait_until(lambda: modifiers() == "alt", "alt", daemon)
        helper.close()
        wait_until(lambda: modifiers() == "", "the key to go", daemon)
        self.accept(server)

    def test_without_it_one_warning_and_it_is_used_when_it_comes(self):
        _, daemon, control = self.start_daemon(TAPS, mocks.touchpad(1))
        daemon.err.wait_for(WARNING)
        control.call("Reload")
        self.accept(self.listen())
        daemon.end()
        self.assertEqual(daemon.err.text.count(WARNING), 1)

    def test_a_path_that_does_not_listen_yet_is_attempted_again(self):
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(self.path("typing.sock"))
        server.settimeout(PATIENCE)
        _, daemon, _ = self.start_daemon(TAPS, mocks.touchpad(1))
        daemon.err.wait_for(WARNING)
        # No inotify event comes of this.
        server.listen()
        self.accept(server)
        daemon.end()
        self.assertEqual(daemon.err.text.count(WARNING), 1)

    def test_what_is_not_written_needs_no_warning_and_is_used_where_it_is(self):
        taps = TAPS.replace('typing_guard = "8s"\n', "")
        _, daemon, control = self.start_daemon(taps, mocks.touchpad(1))
        control.call("Status")
        server = self.listen()
        control.call("Reload")
        self.accept(server)
        daemon.end()
        self.assertNotIn("gestured-typing", daemon.err.text)


if __name__ == "__main__":
    unittest.main()
