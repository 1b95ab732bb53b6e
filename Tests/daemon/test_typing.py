"""gestured-typing with mocked keyboards and the messages on its socket. The daemon at such a socket is tested in
Tests/gesturedTests/Simulation/SimulatedTypingTests and TypingSourceTests."""

import contextlib
import os
import select
import socket
import subprocess
import unittest

import mocks
from bench import GESTURED, PATIENCE, DaemonCase, wait_until

HELPER = os.environ.get("GESTURED_TYPING") or os.path.join(os.path.dirname(GESTURED), "gestured-typing")
TYPED, CTRL, SHIFT, SUPER = 0x80, 1, 4, 8
LEFTCTRL, LEFTSHIFT, LEFTMETA, ESC, S, F5 = 29, 42, 125, 1, 31, 63
# Codes of the letters of two words of four letters.
PASSWORD, OTHER = [25, 30, 31, 31], [45, 21, 38, 24]
MODIFIERS = b"\1"  # The request for the modifiers.


def down(*codes):
    return [(code, 1) for code in codes]


def up(*codes):
    return [(code, 0) for code in codes]


def text(codes, capitals=()):
    """The key events and the message for each key; some with Shift."""
    for number, code in enumerate(codes):
        shift = [LEFTSHIFT] * (number in capitals)
        yield down(*shift, code) + up(code, *shift), TYPED


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
        """The mocked nodes (pseudo terminals) that it has open."""
        place, count = f"/proc/{self.process.pid}/fd", 0
        for number in os.listdir(place):
            # The descriptor may be closed in between.
            with contextlib.suppress(FileNotFoundError):
                count += "/dev/pts/" in os.readlink(f"{place}/{number}")
        return count

    def begin(self, held=(), **options):
        """An open keyboard, and the client for which it is open, which has requested the modifiers."""
        self.keyboard = mocks.keyboard(3)
        self.keyboard.held = held
        self.bed = self.run_helper(mocks.touchpad(1), self.keyboard, **options)
        client = self.connect()
        client.send(MODIFIERS)
        wait_until(lambda: self.opened() == 1, "the keyboard to be opened")
        return client

    def type(self, changes):
        """Types keys given as (code, value), each with its scan code as keyboards send it."""
        events = []
        for code, value in changes:
            events += [(0, 4, 4, 0x70000 + code), (0, mocks.KEY, code, value), (0, 0, 0, 0)]
        self.bed.write(self.keyboard, mocks.evemu(events))

    def check(self, steps):
        """Types each step when the message of the one before has arrived, so that each has a message even on a busy machine."""
        client = self.begin()
        for changes, expected in steps:
            self.type(changes)
            self.assertEqual(list(client.recv(1)), [expected], changes)
        self.assertFalse(select.select([client], [], [], 0.7)[0], "one more message")
        self.end()

    def test_two_texts_of_one_rhythm_send_the_same(self):
        # Escape at the end causes no message; the shortcut after it does.
        end = [(down(ESC) + up(ESC) + down(LEFTCTRL), CTRL), (down(S) + up(S, LEFTCTRL), 0)]
        for word, capitals in ((PASSWORD, ()), (OTHER, ()), (OTHER, (0, 3))):
            self.check([*text(word, capitals), *end])

    def test_modifiers_alone_and_shortcuts(self):
        self.check([
            (down(LEFTMETA), SUPER), (down(S) + up(S, LEFTMETA), 0), (down(F5) + up(F5) + down(LEFTCTRL), CTRL),
            (down(LEFTSHIFT), CTRL | SHIFT), (up(LEFTSHIFT), CTRL), (up(LEFTCTRL), 0)])

    def test_modifiers_are_sent_only_to_a_client_that_asks(self):
        client = self.begin()
        plain = self.connect()
        self.type(down(LEFTMETA))
        self.assertEqual(list(client.recv(1)), [SUPER])
        self.type(up(LEFTMETA) + down(S) + up(S))
        self.assertEqual(list(plain.recv(1)), [TYPED], "nothing before the key")

    def test_an_overrun_forgets_no_modifier(self):
        client = self.begin(held=[LEFTCTRL])
        self.assertFalse(select.select([client], [], [], 0.7)[0], "a key may have been pressed with it before")
        self.bed.write(self.keyboard, mocks.evemu([(0, 0, 3, 0), (0, 0, 0, 0)]))
        self.type(down(S) + up(S))
        self.assertFalse(select.select([client], [], [], 0.7)[0], "a shortcut with Ctrl is no typing")
        # Its release is not a message either; the next press of Ctrl is.
        self.type(up(LEFTCTRL))
        self.type(down(LEFTCTRL))
        self.assertEqual(list(client.recv(1)), [CTRL])

    def test_for_a_user_who_is_not_at_the_seat_no_keyboard_is_opened(self):
        self.run_helper(mocks.keyboard(3), user=os.getuid() + 1)
        client = self.connect()
        # Connections are accepted in their order, and this one ends when its byte was read.
        other = self.connect()
        other.send(b"?")
        with contextlib.suppress(ConnectionResetError):
            self.assertEqual(other.recv(1), b"")
        self.assertEqual(self.opened(), 0)
        self.assertFalse(select.select([client], [], [], 0)[0])

    @unittest.skipIf(os.getuid() != 0, "needs the right to connect as other users")
    def test_other_users_cannot_take_all_connections(self):
        self.run_helper(mocks.keyboard(3))
        self.connect().close()
        os.chmod(self.socket_path, 0o777)
        directory = os.path.dirname(self.socket_path)
        while directory != "/":
            os.chmod(directory, os.stat(directory).st_mode | 0o011)
            directory = os.path.dirname(directory)
        others = []
        for user in range(20_000, 20_016):
            os.seteuid(user)
            try:
                others += [self.connect() for _ in range(4)]
            finally:
                os.seteuid(0)
        self.connect()
        wait_until(lambda: self.opened() == 1, "the keyboard to be opened")

    def test_keyboards_are_open_only_while_a_client_is_connected(self):
        own = mocks.keyboard(6)
        own.phys = "gestured"
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
        # The byte is not read before the end, which the kernel may report as a reset.
        with contextlib.suppress(ConnectionResetError):
            self.assertEqual(client.recv(1), b"")
        wait_until(lambda: self.opened() == 0, "the keyboard to be closed")

    def test_connections_are_bounded(self):
        self.run_helper(mocks.keyboard(3))
        clients = [self.connect() for _ in range(5)]
        self.assertEqual(clients[4].recv(1), b"", "the fifth of one user")
        self.assertFalse(select.select(clients[:4], [], [], 0)[0])


if __name__ == "__main__":
    unittest.main()
