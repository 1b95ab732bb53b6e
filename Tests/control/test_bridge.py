"""gestured-bridge: a real broker (mosquitto) and its client, and python-osc as the reader of OSC and TUIO."""

import importlib.machinery
import importlib.util
import json
import select
import shutil
import socket
import struct
import subprocess
import sys
import time
import unittest

from pythonosc.osc_bundle import OscBundle
from pythonosc.osc_message import OscMessage

from harness import DEADLINE, TOP, Client, Place
from test_gesturectl import DEVICE, down, frame, moved, up

BRIDGE = TOP / "config/bridge/gestured-bridge"
LOADER = importlib.machinery.SourceFileLoader("gestured_bridge", str(BRIDGE))
sys.dont_write_bytecode = True
bridge = importlib.util.module_from_spec(importlib.util.spec_from_loader("gestured_bridge", LOADER))
LOADER.exec_module(bridge)

TAPS = DEVICE + "".join(down(0.5 * tap, 50, 50, number=tap) + up(0.5 * tap + 0.1) for tap in range(1, 5))
#: A finger that moves to and fro for two minutes.
MOVING = DEVICE + down(0.1, 50, 50) + "".join(moved(0.1 + s / 10, 50 + s % 20, 50) for s in range(1, 1200)) + up(600)
#: Ten fingers that move 40 mm to the right.
TEN = DEVICE + "".join(
    frame(0.5 + step / 20, *(
        event for slot in range(10) for event in (
            (3, 0x2F, slot), *([(3, 0x39, slot + 1)] if step == 0 else []), (3, 0x35, 200 + 100 * slot + 20 * step), (3, 0x36, 600))),
        (1, 0x14A, 1))
    for step in range(21)) + frame(1.6, *(event for slot in range(10) for event in ((3, 0x2F, slot), (3, 0x39, -1))), (1, 0x14A, 0))
CONFIGURATION = """
[[gesture]]
name = "one tap"
type = "tap"
when = { locked = ["yes", "no"] }

[[gesture]]
name = "next"
type = "swipe"
fingers = 3
"""


class Receiver:
    """A socket for OSC over UDP."""

    def __init__(self, test):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        test.addCleanup(self.socket.close)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(DEADLINE)
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]

    def message(self):
        message = OscMessage(self.socket.recv(65536))
        return message.address, message.params

    def frame(self):
        return frame_of(self.socket.recv(65536))

    def is_silent(self, seconds):
        return not select.select([self.socket], [], [], seconds)[0]


def frame_of(data):
    """A bundle of TUIO: the source, the sessions that are alive, the cursors by their session, and the number of the frame."""
    found, cursors = {}, {}
    for message in OscBundle(data):
        assert message.address == "/tuio/2Dcur", message.address
        word, *values = message.params
        if word == "set":
            cursors[values[0]] = values[1:]
        else:
            found[word] = values
    return found["source"][0], found["alive"], cursors, found["fseq"][0]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Bridge(Place):
    def setUp(self):
        super().setUp()
        self.configuration = self.file("config.toml", CONFIGURATION)

    def play(self, recording, *options):
        path = self.file("recording.evemu", recording)
        return self.start("--replay", path, "--config", self.configuration, *options)

    def bridge(self, *options):
        process = subprocess.Popen(
            [BRIDGE, "--name", "kiosk 1", *options], env=self.environment, stderr=subprocess.PIPE, text=True)

        def stop():
            process.kill()
            process.communicate()

        self.addCleanup(stop)
        return process

    def subscribers(self):
        with Client(self.socket_path) as client:
            return client.call("Status")["parameters"]["subscribers"]

    def wait_for(self, condition):
        end = time.monotonic() + DEADLINE
        while not condition():
            self.assertLess(time.monotonic(), end)


@unittest.skipUnless(shutil.which("mosquitto") and shutil.which("mosquitto_sub"), "mosquitto and mosquitto-clients are not installed")
class Broker(Bridge):
    def broker(self, port, text="allow_anonymous true\n"):
        configuration = self.file("mosquitto.conf", f"listener {port} 127.0.0.1\npersistence false\nuser root\n{text}")
        process = subprocess.Popen(["mosquitto", "-c", configuration], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def answers():
            try:
                socket.create_connection(("127.0.0.1", port), DEADLINE).close()
                return True
            except OSError:
                return False

        self.wait_for(answers)
        return process

    def reader(self, port, *options):
        """mosquitto_sub, whose lines are: whether it was retained, the topic, the payload."""
        process = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-t", "#", "-F", "%r %t %p", *options],
            # A line in a buffer would be hidden from select().
            stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def until(self, reader, *wanted):
        """The payloads of these topics; a topic may come several times, and the last one counts."""
        found = {}
        end = time.monotonic() + DEADLINE
        while not set(wanted) <= set(found):
            self.assertTrue(select.select([reader.stdout], [], [], max(0, end - time.monotonic()))[0], f"{wanted}, not {found}")
            _, topic, payload = reader.stdout.readline().decode().rstrip("\n").split(" ", 2)
            found[topic] = payload
        return found

    def test_home_assistant_finds_a_device_with_a_trigger_for_each_gesture(self):
        port = free_port()
        self.broker(port)
        self.play(TAPS, "--loop")
        running = self.bridge("--mqtt", f"127.0.0.1:{port}")
        triggers = {name: f"homeassistant/device_automation/gestured_kiosk_1/{word}/config" for name, word in (("one tap", "one_tap"), ("next", "next"))}
        sensor = "homeassistant/binary_sensor/gestured_kiosk_1/status/config"
        base = "gestured/kiosk_1"
        found = self.until(self.reader(port), *triggers.values(), sensor, f"{base}/status", f"{base}/gesture", f"{base}/event")
        device = {"identifiers": ["gestured_kiosk_1"], "name": "kiosk 1", "manufacturer": "gestured", "model": "touch gestures"}
        for name, topic in triggers.items():
            self.assertEqual(json.loads(found[topic]), {
                "automation_type": "trigger", "type": "gesture", "subtype": name, "topic": f"{base}/gesture", "payload": name, "device": device})
        self.assertEqual(json.loads(found[sensor])["state_topic"], f"{base}/status")
        self.assertEqual((found[f"{base}/status"], found[f"{base}/gesture"]), ("online", "one tap"))
        event = json.loads(found[f"{base}/event"])
        self.assertEqual((event["gesture"], event["type"], event["state"]), ("one tap", "tap", "recognized"))
        # Another configuration: a trigger that is gone is removed.
        reader = self.reader(port, "-R")
        self.configuration.write_text(CONFIGURATION.replace('"next"', '"forward"'))
        gone = self.until(reader, triggers["next"], "homeassistant/device_automation/gestured_kiosk_1/forward/config")
        self.assertEqual(gone[triggers["next"]], "")
        # The bridge's end, however it comes, is said by the broker.
        running.kill()
        self.wait_for(lambda: self.until(reader, f"{base}/status")[f"{base}/status"] == "offline")

    def test_a_broker_that_comes_late_and_goes(self):
        port = free_port()
        self.play(TAPS, "--loop")
        running = self.bridge("--mqtt", f"127.0.0.1:{port}")
        self.assertEqual(running.stderr.readline(), f"gestured-bridge: mqtt 127.0.0.1:{port}: Connection refused\n")
        for _ in range(2):
            broker = self.broker(port)
            self.until(self.reader(port), "gestured/kiosk_1/status", "gestured/kiosk_1/gesture")
            broker.kill()
            broker.wait()
        self.assertIsNone(running.poll())

    def test_a_broker_that_wants_a_password(self):
        port = free_port()
        passwords = self.file("passwords", "")
        subprocess.run(["mosquitto_passwd", "-b", passwords, "panel", "secret"], check=True)
        self.broker(port, f"allow_anonymous false\npassword_file {passwords}\n")
        self.play(TAPS, "--loop")
        refused = self.bridge("--mqtt", f"127.0.0.1:{port}")
        self.assertRegex(refused.stderr.readline(), "the broker refuses the connection: reason 5")
        self.bridge("--mqtt", f"127.0.0.1:{port}", "--mqtt-user", "panel", "--mqtt-password-file", self.file("secret", "secret\n"))
        self.until(self.reader(port, "-u", "panel", "-P", "secret"), "gestured/kiosk_1/gesture")


class Receivers(Bridge):
    def test_a_broker_that_reads_nothing_delays_neither_osc_nor_the_daemon(self):
        with socket.create_server(("127.0.0.1", 0)) as broker:
            broker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            receiver = Receiver(self)
            self.play(TAPS, "--loop", "--speed", "50")
            self.bridge("--mqtt", "127.0.0.1:%d" % broker.getsockname()[1], "--osc", receiver.address)
            connection, _ = broker.accept()
            self.addCleanup(connection.close)
            connection.recv(1000)
            connection.sendall(b"\x20\x02\0\0")
            for _ in range(2000):
                self.assertEqual(receiver.message()[0], "/gestured/one_tap")
            self.assertEqual(self.subscribers()["dropped"], 0)

    def test_osc(self):
        receiver = Receiver(self)
        self.play(TAPS, "--loop")
        self.bridge("--osc", receiver.address)
        address, (state, fingers, x, y, dx, dy, scale, rotation) = receiver.message()
        self.assertEqual((address, state, fingers, dx, dy, scale, rotation), ("/gestured/one_tap", "recognized", 1, 0, 0, 1, 0))
        self.assertEqual((round(x), round(y)), (50, 50))

    def test_ten_fingers_over_udp_and_tcp(self):
        receiver, port = Receiver(self), free_port()
        self.bridge("--tuio", receiver.address, "--tuio-tcp", f"127.0.0.1:{port}")
        self.assertEqual(receiver.frame()[1:3], ([], {}), "without a daemon there are no cursors")
        client = socket.create_connection(("127.0.0.1", port), DEADLINE)
        self.addCleanup(client.close)
        client.settimeout(DEADLINE)
        stream = client.makefile("rb")
        self.play(TEN, "--loop")

        def over_tcp():
            length, = struct.unpack(">i", stream.read(4))
            return frame_of(stream.read(length))

        for read in (receiver.frame, over_tcp):
            most, number, sessions, right, alive = 0, 0, set(), 0, []
            while not (most == 10 and not alive):
                source, alive, cursors, count = read()
                self.assertEqual(source, f"kiosk 1@{socket.gethostname()}")
                self.assertGreater(count, number)
                number, most = count, max(most, len(alive))
                self.assertEqual(set(alive), set(cursors))
                for x, y, vx, _, _ in cursors.values():
                    self.assertTrue(0 <= x <= 1 and 0 <= y <= 1, cursors)
                    right += vx > 0
                sessions |= set(alive)
            self.assertGreaterEqual(len(sessions), 10)
            self.assertGreater(right, 100, "they move to the right")

    def test_a_client_over_tcp_that_reads_nothing_keeps_no_other_waiting(self):
        receiver, port = Receiver(self), free_port()
        self.bridge("--tuio", receiver.address, "--tuio-tcp", f"127.0.0.1:{port}")
        receiver.frame()
        client = socket.create_connection(("127.0.0.1", port), DEADLINE)
        self.addCleanup(client.close)
        self.play(TAPS, "--loop", "--speed", "50")
        for _ in range(3000):
            receiver.frame()
        self.assertEqual(self.subscribers()["dropped"], 0)

    def test_a_daemon_that_ends_leaves_no_finger_down_and_comes_back(self):
        receiver = Receiver(self)
        daemon = self.play(MOVING)
        self.bridge("--tuio", receiver.address)
        self.wait_for(lambda: receiver.frame()[1])
        daemon.kill()
        daemon.wait()
        self.wait_for(lambda: not receiver.frame()[1])
        self.play(MOVING)
        self.wait_for(lambda: receiver.frame()[1])

    def test_no_position_leaves_while_the_session_is_locked(self):
        touches, gestures = Receiver(self), Receiver(self)
        self.play(TAPS, "--loop", "--speed", "5")
        self.bridge("--tuio", touches.address, "--osc", gestures.address)
        self.wait_for(lambda: touches.frame()[1])
        self.assertEqual(len(gestures.message()[1]), 8)
        with Client(self.socket_path) as control:
            control.call("SetContext", {"values": {"locked": "yes"}})
        # What was sent before the answer is read first; then nothing but states and counts comes.
        self.wait_for(lambda: len(gestures.message()[1]) == 2)
        for _ in range(20):
            self.assertEqual(gestures.message()[1], ["recognized", 1])
        while not touches.is_silent(0):
            last = touches.frame()
        self.assertEqual(last[1:3], ([], {}), "no finger stays down")
        self.assertEqual(touches.frame()[1:3], ([], {}), "the repeated frame")
        with Client(self.socket_path) as control:
            control.call("SetContext", {"values": {"locked": "no"}})
        self.wait_for(lambda: touches.frame()[1])


class Queue(unittest.TestCase):
    def test_the_oldest_are_dropped_and_what_has_begun_is_completed(self):
        one, other = socket.socketpair()
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        one.setblocking(False)
        out = bridge.Outbox()
        pieces = [b"%08d" % number + b"." * 9992 for number in range(1000)]
        for piece in pieces:
            out.waiting.append(piece)
            out.send(one)
        self.assertEqual(len(out.waiting), bridge.LONGEST_QUEUE)
        other.setblocking(False)
        read = b""
        while out:
            while True:
                try:
                    read += other.recv(1 << 20)
                except BlockingIOError:
                    break
            out.send(one)
        while select.select([other], [], [], 0)[0]:
            read += other.recv(1 << 20)
        whole = [read[at:at + 10000] for at in range(0, len(read), 10000)]
        self.assertLess(len(whole), len(pieces))
        self.assertTrue(set(whole) <= set(pieces), "no piece is cut")
        self.assertEqual(whole, sorted(whole))
        self.assertEqual(whole[-bridge.LONGEST_QUEUE:], pieces[-bridge.LONGEST_QUEUE:])


class Cursors(unittest.TestCase):
    def test_a_device_that_is_unplugged_takes_its_fingers_along_and_no_others(self):
        class Moments:
            def at(self, seconds, function):
                pass

        sent = []

        class Last:
            def write(self, packet):
                sent.append(frame_of(packet))

        tuio = bridge.Tuio(Moments(), "table", [Last()])
        tuio.devices([{"node": "/dev/input/event1", "width": 200, "height": 100}, {"node": "/dev/input/event2", "label": "wall", "width": 10, "height": 10}])

        def touches(device, phase, *numbers):
            tuio.touches({"device": device, "time": 1.0, "touches": [{"id": n, "x": 50, "y": 50, "phase": phase} for n in numbers]})

        touches("/dev/input/event3", "began", 1)
        self.assertEqual(sent, [], "a device that is in no list so far")
        touches("/dev/input/event1", "began", 1, 2)
        touches("wall", "began", 1)
        self.assertEqual(sent[-1][1], [1, 2, 3])
        self.assertEqual([cursor[:2] for cursor in sent[-1][2].values()], [[0.25, 0.5], [0.25, 0.5], [1.0, 1.0]])
        touches("/dev/input/event1", "cancelled", 1, 2)
        self.assertEqual(sent[-1][1], [3])
        # A number of the kernel that comes again is another cursor.
        touches("/dev/input/event1", "began", 1)
        self.assertEqual(sent[-1][1], [3, 4])
        tuio.end()
        self.assertEqual(sent[-1][1:3], ([], {}))


class CommandLine(unittest.TestCase):
    def test_what_cannot_be_used_is_said(self):
        for arguments, said in (([], "say where gestures go"), (["--osc", "a:b"], "a:b is not HOST:PORT"),
                                (["--tuio", "a:65536"], "a:65536: a port is a number from 1 to 65535"),
                                (["--mqtt", "h", "--mqtt-password-file", "/nowhere"], "/nowhere: No such file or directory")):
            with self.subTest(arguments):
                done = subprocess.run([BRIDGE, *arguments], capture_output=True, text=True, timeout=DEADLINE)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stderr)

    def test_addresses(self):
        read = bridge.address(1883)
        self.assertEqual([read(text) for text in ("host", "host:1", ":2", "[::1]:3", "[::1]")], [
            ("host", 1883), ("host", 1), ("localhost", 2), ("::1", 3), ("::1", 1883)])


if __name__ == "__main__":
    unittest.main()
