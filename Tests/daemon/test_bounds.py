"""What others may cost: calls of many clients beside a swipe, files without an end."""

import contextlib
import json
import os
import socket
import subprocess
import threading
import unittest

import mocks
from bench import GESTURECTL, DaemonCase

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


class Files(DaemonCase):
    MEBIBYTE = 1 << 20

    def replay(self, *arguments):
        """Replays a pipe without an end. Returns the status, the error, and the MiB that were read."""
        ours, theirs = os.pipe()
        with subprocess.Popen(
                [GESTURECTL, "replay", "--config", self.write("config.toml", SWIPE), *arguments, "/dev/stdin"],
                stdin=ours, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as program:
            os.close(ours)
            written = 0
            with contextlib.suppress(BrokenPipeError), open(theirs, "wb", buffering=0) as pipe:
                while written < 1 << 30:
                    written += pipe.write(b"\0" * self.MEBIBYTE)
            error = program.stderr.read()
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

    def test_what_has_no_end_or_no_writer_is_refused_at_once(self):
        """Each command that reads a file, with a device, a pipe without a writer, and a folder in its place."""
        config = self.write("config.toml", SWIPE)
        os.mkfifo(self.path("pipe"))
        commands = (
            ["replay", "--config", config, "{}"], ["replay", "--config", "{}", config], ["studio", "--replay", "{}"], ["check", "{}"],
            ["edit", "--config", "{}"], ["import", "fusuma", "{}"], ["test", "--config", "{}", config],
            ["teach", "--config", config, "next", "{}"], ["teach", "--config", config, "new", "{}"],
            ["bug-report", "--config", "{}"], ["bug-report", "--config", config, "--recording", "{}"])
        for command in commands:
            for path in ("/dev/zero", self.path("pipe"), self.path("")):
                with self.subTest(command=command, path=path):
                    words = [word.format(path) for word in command]
                    # The editor would end at once; a file that cannot be read never reaches it.
                    done = subprocess.run(
                        [GESTURECTL, *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                        env={**os.environ, "VISUAL": "true", "HOME": self.path(""), "XDG_RUNTIME_DIR": self.path("")})
                    # A report has what is wrong in its text.
                    is_report = command[:2] == ["bug-report", "--config"] and "--recording" not in command
                    self.assertEqual(done.returncode, 0 if is_report else 1, done)
                    self.assertRegex(done.stdout + done.stderr, "not a regular file|[Ii]s a directory", done)


if __name__ == "__main__":
    unittest.main()
