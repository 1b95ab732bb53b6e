"""What others may cost: calls of many clients beside a swipe, devices that come and go, files without an end."""

import contextlib
import json
import os
import socket
import subprocess
import threading
import unittest

import mocks
from bench import GESTURECTL, DaemonCase, wait_until

SWIPE = '[[gesture]]\nname = "next"\ntype = "swipe"\nfingers = 3\ndirection = "right"\n'
TICK = os.sysconf("SC_CLK_TCK")


class Clients(DaemonCase):
    CLIENTS = 60
    # Seconds of the daemon's processor time. A debug build needs 30 ms; a daemon that parses the calls needs tens of seconds.
    MOST = 1.0

    @staticmethod
    def processor_time(daemon):
        with open(f"/proc/{daemon.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @staticmethod
    def send(client, call, over):
        """Sends the call again and again, as far as the daemon reads it."""
        with contextlib.suppress(OSError):
            while not over.is_set():
                client.sendall(call)

    def test_a_swipe_is_recognized_while_sixty_clients_send_large_calls(self):
        pad = mocks.touchpad()
        bed = self.mock(pad)
        daemon = self.start("--config", self.write("config.toml", SWIPE), environment=bed.environment)
        subscriber = self.varlink(daemon)
        subscriber.send("Subscribe", more=True)
        self.varlink(daemon).call("Status")  # The reply comes after the call of the other client was read.
        members = {f"k{number}": 0 for number in range(100_000)}
        call = json.dumps({"method": "org.gestured.Gestures.GetState", "parameters": members}).encode() + b"\0"
        self.assertGreater(len(call), 1_000_000)
        over = threading.Event()
        with contextlib.ExitStack() as stack:
            clients = []
            for _ in range(self.CLIENTS):
                client = stack.enter_context(socket.socket(socket.AF_UNIX))
                client.settimeout(5)
                client.connect(daemon.socket)
                clients.append(client)
            threads = [threading.Thread(target=self.send, args=(client, call, over)) for client in clients]
            before = self.processor_time(daemon)
            for thread in threads:
                thread.start()
            try:
                bed.write(pad, mocks.Hand(pad).swipe(3, dx=25).evemu())
                event = subscriber.reply()["parameters"]["event"]
                spent = self.processor_time(daemon) - before
            finally:
                over.set()
                for thread in threads:
                    thread.join()
            self.assertEqual((event["gesture"], event["state"]), ("next", "recognized"))
            self.assertLess(spent, self.MOST)
        # Such a client is refused, and the others are not.
        self.assertEqual(self.varlink(daemon).call("Status")["subscribers"]["count"], 1)
        self.assertEqual(daemon.end(), 0, daemon.err.text)


class Devices(DaemonCase):
    # At once, and how often: umockdev's library in the daemon has room for 50.
    COUNT, ROUNDS = 40, 3
    # kB that may stay of partly used pages.
    KEPT = 512

    @staticmethod
    def memory(daemon):
        """The daemon's memory without a file, in kB."""
        with open(f"/proc/{daemon.pid}/smaps_rollup", encoding="utf-8") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Anonymous"))

    def test_a_hundred_and_twenty_devices_that_have_gone_keep_no_memory(self):
        bed = self.mock()
        daemon = self.start("--config", self.write("config.toml", SWIPE), environment=bed.environment)
        subscriber = self.varlink(daemon)
        subscriber.send("Subscribe", more=True)
        self.varlink(daemon).call("Status")  # The reply comes after the call of the other client was read.

        def come(pads):
            for pad in pads:
                bed.add(pad)
                bed.uevent(pad, "add")
                bed.write(pad, mocks.Hand(pad).swipe(3, dx=25).evemu())
                self.assertEqual(subscriber.reply()["parameters"]["event"]["device"], os.path.basename(pad.node))

        def go(pads):
            for pad in pads:
                descriptors = daemon.descriptors()
                bed.remove(pad)
                wait_until(lambda: daemon.descriptors() < descriptors, "the end of a device", daemon)

        first = [mocks.touchpad(1)]
        descriptors = daemon.descriptors()
        come(first)
        go(first)
        wait_until(lambda: daemon.descriptors() == descriptors, "the descriptors of the first device to be closed", daemon)
        before = self.memory(daemon)
        for number in range(self.ROUNDS):
            pads = [mocks.touchpad(2 + number * self.COUNT + pad) for pad in range(self.COUNT)]
            come(pads)
            # The devices that are there need memory, so the test can fail.
            self.assertGreater(self.memory(daemon), before + 2 * self.KEPT)
            go(pads)
        # The daemon returns free memory a second after a device has come, and the others may have been there for longer.
        last = [mocks.touchpad(2 + self.ROUNDS * self.COUNT)]
        come(last)
        wait_until(lambda: self.memory(daemon) < before + self.KEPT, f"less than {before} kB and {self.KEPT} kB", daemon)
        go(last)
        wait_until(lambda: daemon.descriptors() == descriptors, f"{descriptors} descriptors", daemon)
        self.assertEqual(daemon.end(), 0, daemon.err.text)


class Files(DaemonCase):
    MEBIBYTE = 1 << 20

    def replay(self, *arguments):
        """Replays a pipe without an end. Returns the status, the error, and the MiB that were read."""
        path = self.path("pipe")
        os.mkfifo(path)
        with subprocess.Popen(
                [GESTURECTL, "replay", "--config", self.write("config.toml", SWIPE), *arguments, path],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
            written = 0
            with contextlib.suppress(BrokenPipeError), open(path, "wb", buffering=0) as pipe:
                while written < 1 << 30:
                    written += pipe.write(b"\0" * self.MEBIBYTE)
            error = program.stderr.read()
        os.unlink(path)
        return program.returncode, error, written / self.MEBIBYTE

    def test_a_file_without_an_end_is_read_up_to_the_limit(self):
        for arguments, limit in ((), 64), (("--limit", "3"), 3):
            with self.subTest(limit=limit):
                status, error, read = self.replay(*arguments)
                self.assertEqual(status, 1, error)
                self.assertIn(f"larger than {limit} MiB (`gesturectl replay --limit` reads more)", error)
                self.assertGreater(read, limit - 1)
                # The pipe holds one more.
                self.assertLess(read, limit + 2)

    def test_zeros_are_no_recording(self):
        done = subprocess.run(
            [GESTURECTL, "replay", "--config", self.write("config.toml", SWIPE), "/dev/zero"], capture_output=True, text=True,
            timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/dev/zero: larger than 64 MiB", done.stderr)


if __name__ == "__main__":
    unittest.main()
