"""The process that supervises a grab, while the daemon's cgroup is frozen or it is stopped itself. A pipe takes the place of the
device."""

import os
import re
import signal
import subprocess
import tempfile
import unittest

from bench import TOP, wait_until

MAIN = """
#define _GNU_SOURCE
#include "CEvdev.h"
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char go;
  if (read(0, &go, 1) != 1 || pipe(ends) < 0 || write(ends[1], "x", 1) != 1) return 1;
  printf("%d\\n", gestured_start_supervisor(ends[0], gestured_shared_counter(), 1000000, -1, NULL));
  fflush(stdout);
  pause();
}
"""


def cgroups():
    """The mount point of the unified hierarchy, where this process may make a group; None elsewhere."""
    with open("/proc/self/mountinfo", encoding="utf-8") as mounts:
        for line in mounts:
            if " - cgroup2 " in line and os.access(point := line.split()[4], os.W_OK):
                return point
    return None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def build(directory):
    source, program = os.path.join(directory, "main.c"), os.path.join(directory, "main")
    with open(source, "w") as file:
        file.write(MAIN)
    flags = subprocess.run(["pkg-config", "--cflags", "libevdev", "libudev"], check=True, capture_output=True, text=True)
    own = os.path.join(TOP, "Sources/CEvdev")
    subprocess.run(
        ["cc", "-o", program, source, f"{own}/supervisor.c", f"-I{own}/include", *flags.stdout.split()], check=True)
    return program


class Stopped(unittest.TestCase):
    def test_a_stopped_supervisor_goes_on_when_the_daemon_ends(self):
        """`pkill -STOP gestured` stops both, because the names begin alike."""
        with tempfile.TemporaryDirectory() as directory:
            daemon = subprocess.Popen([build(directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.addCleanup(daemon.communicate)
            self.addCleanup(daemon.kill)
            daemon.stdin.write(b"g")
            daemon.stdin.flush()
            supervisor = int(daemon.stdout.readline())
            state = lambda: read(f"/proc/{supervisor}/stat").rpartition(")")[2].split()[0]
            # It has its name once all its preparations are done.
            wait_until(lambda: read(f"/proc/{supervisor}/comm") == "gestured-grab\n", "the supervisor to watch")
            os.kill(supervisor, signal.SIGSTOP)
            wait_until(lambda: state() == "T", "the supervisor to stop")
            daemon.kill()

            def has_ended():
                try:
                    return state() == "Z"
                except FileNotFoundError:
                    return True
            wait_until(has_ended, "the supervisor to end")


@unittest.skipIf(cgroups() is None, "there is no cgroup2 in which this user may make a group")
class Frozen(unittest.TestCase):
    def test_a_frozen_daemon_is_killed(self):
        outer = os.path.join(cgroups(), f"gestured-test-{os.getpid()}")
        group = os.path.join(outer, "unit")
        os.makedirs(group)
        self.addCleanup(self.remove, outer)
        with tempfile.TemporaryDirectory() as directory:
            daemon = subprocess.Popen([build(directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.addCleanup(daemon.communicate)
            self.addCleanup(daemon.kill)
            with open(f"{group}/cgroup.procs", "w") as processes:
                processes.write(str(daemon.pid))
            daemon.stdin.write(b"g")
            daemon.stdin.flush()
            supervisor = int(daemon.stdout.readline())
            own = lambda: re.search("^0::(.*)$", read(f"/proc/{supervisor}/cgroup"), re.M)[1]
            wait_until(lambda: own().endswith(f"/gestured-grab-{supervisor}"), "the supervisor to leave the group")
            with open(f"{group}/cgroup.freeze", "w") as freezer:
                freezer.write("1")
            self.assertEqual(daemon.wait(30), -9)

    def remove(self, outer):
        empty = lambda: all("populated 0" in read(f"{place}/cgroup.events") for place, _, _ in os.walk(outer))
        wait_until(empty, "the processes to be gone")
        for place, _, _ in os.walk(outer, topdown=False):
            os.rmdir(place)


if __name__ == "__main__":
    unittest.main()
