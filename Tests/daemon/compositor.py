"""Compositors that only listen on their sockets."""

import os
import subprocess
import sys

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
