"""The system bus and logind as far as the daemon uses them, and compositors that only listen on their sockets."""

import os
import socket
import struct
import subprocess
import sys
import threading

BUS, LOGIND = "org.freedesktop.DBus", "org.freedesktop.login1"
SESSION = "org.freedesktop.login1.Session"
LISTEN = """
import os, socket, sys
listeners = []
for path in sys.argv[1:]:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(2)
    listeners.append(listener)
print("ready", flush=True)
sys.stdin.read()
"""


class Compositor:
    """A process that listens on sockets until `end`. Its sockets stay, as after SIGKILL."""

    def __init__(self, *paths, environment=None, program=LISTEN):
        self.paths = paths
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *paths], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | (environment or {}))
        assert self.process.stdout.readline() == "ready\n"
        self.pid = self.process.pid

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Bus:
    """A bus with one client at a time, and logind on it."""

    def __init__(self, path):
        self.processes = {}  # of names on the bus
        self.hints = {}  # LockedHint by session path
        self.is_silent = False
        self.calls = []
        self.lock = threading.Lock()
        self.connection = None
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(5)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.connection = connection
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.drop()

    def drop(self):
        """Ends the connection of the daemon."""
        with self.lock:
            if self.connection:
                try:
                    self.connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def talk(self, connection):
        stream = connection.makefile("rb")
        line = stream.readline()
        assert line == b"\0AUTH EXTERNAL " + str(os.geteuid()).encode().hex().encode() + b"\r\n", line
        connection.sendall(b"OK 1234deadbeef\r\n")
        assert stream.readline() == b"BEGIN\r\n"
        try:
            while head := stream.read(16):
                body, serial, fields = struct.unpack_from("<4xIII", head)
                rest = stream.read((fields + 7) // 8 * 8 + body)
                self.answer(connection, serial, *self.parse(head + rest, fields, body))
        except OSError:
            pass
        connection.close()

    @staticmethod
    def parse(data, fields, body):
        found, at = {}, 16
        while at < 16 + fields:
            at = (at + 7) // 8 * 8
            code, kind = data[at], chr(data[at + 2])
            at += 4
            if kind == "g":
                size, start = data[at], at + 1
            else:
                size, start = struct.unpack_from("<I", data, at)[0], at + 4
            found[code] = data[start:start + size].decode()
            at = start + size + 1
        strings, at, data = [], 0, data[len(data) - body:] if body else b""
        while at < len(data):
            at = (at + 3) // 4 * 4
            size = struct.unpack_from("<I", data, at)[0]
            strings.append(data[at + 4:at + 4 + size].decode())
            at += 5 + size
        return found[3], found[1], strings

    def answer(self, connection, serial, member, path, strings):
        self.calls.append((member, *strings))
        if self.is_silent:
            return
        if member == "GetConnectionUnixProcessID":
            number = self.processes.get(strings[0])
            self.reply(connection, serial, BUS, "u" if number else None, struct.pack("<I", number or 0))
        elif member == "Get":
            hint = self.hints.get(path)
            self.reply(connection, serial, ":1.2", None if hint is None else "v", b"\x01b\0\0" + struct.pack("<I", bool(hint)))
        elif member in ("Hello", "GetNameOwner"):
            self.reply(connection, serial, BUS, "s", self.string(":1.77" if member == "Hello" else ":1.2"))
        else:
            self.reply(connection, serial, BUS, "", b"")

    @staticmethod
    def string(text):
        return struct.pack("<I", len(text)) + text.encode() + b"\0"

    def field(self, code, kind, value):
        if kind == "u":
            return bytes((code, 1)) + b"u\0" + struct.pack("<I", value)
        if kind == "g":
            text = bytes((len(value),)) + value.encode() + b"\0"
        else:
            text = self.string(value)
        return bytes((code, 1)) + kind.encode() + b"\0" + text

    def send(self, connection, kind, fields, body):
        data = b""
        for field in fields:
            data += b"\0" * (-len(data) % 8) + self.field(*field)
        head = struct.pack("<BBBBIII", ord("l"), kind, 1, 1, len(body), 99, len(data))
        connection.sendall(head + data + b"\0" * (-len(data) % 8) + body)

    def reply(self, connection, serial, sender, signature, body):
        if signature is None:
            return self.send(connection, 3, [(5, "u", serial), (7, "s", sender), (4, "s", "org.test.Error")], b"")
        fields = [(5, "u", serial), (7, "s", sender)] + ([(8, "g", signature)] if signature else [])
        return self.send(connection, 2, fields, body)

    def signal(self, path, member, interface=SESSION, sender=":1.2", strings=()):
        """A signal of logind, or of another process."""
        body = b""
        for text in strings:
            body += b"\0" * (-len(body) % 4) + self.string(text)
        fields = [(1, "o", path), (2, "s", interface), (3, "s", member), (7, "s", sender)]
        with self.lock:
            self.send(self.connection, 4, fields + ([(8, "g", "s" * len(strings))] if strings else []), body)
