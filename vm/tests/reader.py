"""One of the programs that the bench compares, running on a device, and the counters of the kernel for it."""

import re
import subprocess
import sys

from guest import open_files, until

EVENT_SIZE = 24  # struct input_event


class Reader:
    def __init__(self, name, command, node):
        self.log_path = "/tmp/reader.log"
        self.log = open(self.log_path, "w")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.path = f"/proc/{self.process.pid}"
        until(f"{name} has opened the device", lambda: self.has_opened(node))
        self.wait()

    def has_opened(self, node):
        if self.process.poll() is not None:
            sys.exit(f"{self.process.args} ended at once: {self.text()}")
        return node in open_files(self.process.pid).values()

    def text(self):
        with open(self.log_path) as file:
            return file.read()

    def read(self, name):
        with open(f"{self.path}/{name}") as file:
            return file.read()

    def wait(self):
        """Waits until the program sleeps, because it has no more work."""
        until(f"{self.process.args[0]} waits", lambda: self.read("stat").rsplit(")", 1)[1].split()[0] == "S")

    def counts(self):
        """The program's processor time in ns, how often it went to sleep, and the number of events that it has read."""
        return {
            "ns": int(self.read("schedstat").split()[0]),
            "wake-ups": int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", self.read("status"), re.M).group(1)),
            "events": int(re.search(r"^rchar: (\d+)", self.read("io"), re.M).group(1)) // EVENT_SIZE,
        }

    def since(self, before):
        self.wait()
        now = self.counts()
        return {key: now[key] - before[key] for key in now}

    def memory(self):
        """(RSS, PSS) in kB."""
        text = self.read("smaps_rollup")
        return tuple(int(re.search(rf"^{key}:\s+(\d+)", text, re.M).group(1)) for key in ("Rss", "Pss"))

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.log.close()
