"""Faults that need a separate machine: the clock is set, the disk is full, memory runs out."""

import os
import subprocess
import time

from guest import Daemon, Fingers, case, check, equal, open_files, until

GESTURES = '''
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
direction = "right"
[[gesture]]
name = "press"
type = "long-press"
'''


def swipes(fingers, between=lambda: None):
    """Makes three swipes and a press, and calls `between` in the middle of each."""
    for _ in range(3):
        fingers.do("down 3", "drag 10 0 40")
        between()
        fingers.do("drag 20 0 60", "up", "wait 400")
    fingers.do("down 1")
    between()
    fingers.do("wait 700", "up", "wait 400")


def kinds(daemon):
    return [event.split()[:4] for event in daemon.events()]


@case("faults: the clock is set forwards and back in the middle of gestures, and nothing changes")
def clock_steps():
    with Fingers("touchscreen") as fingers, Daemon(GESTURES) as daemon:
        daemon.wait_for_device(fingers)
        swipes(fingers)
        until("all events", lambda: "ended" in str(kinds(daemon)))
        quiet = kinds(daemon)
        check(len(quiet) == 5, f"three swipes and a press: {quiet}")
        real = time.time()
        steps = iter([86_400, -86_400 * 2, 10, -3] * 2)
        try:
            swipes(fingers, lambda: time.clock_settime(time.CLOCK_REALTIME, time.time() + next(steps)))
            until("as many events again", lambda: len(kinds(daemon)) == 2 * len(quiet))
        finally:
            time.clock_settime(time.CLOCK_REALTIME, real)
        equal(kinds(daemon)[len(quiet):], quiet, "the events while the clock was set")


@case("faults: a full disk ends a recording with an error, and the daemon's gestures go on")
def full_disk():
    os.makedirs("/tmp/small", exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "small", "/tmp/small"], check=True)
    try:
        with Fingers("touchscreen") as fingers, Daemon(GESTURES) as daemon:
            daemon.wait_for_device(fingers)
            recorder = subprocess.Popen(
                ["gesturectl", "record", "--device", fingers.node, "-o", "/tmp/small/x.evemu"], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            until("the recorder has the device", lambda: fingers.node in open_files(recorder.pid).values())
            swipes(fingers)
            swipes(fingers)
            _, errors = recorder.communicate(timeout=30)
            equal(recorder.returncode, 1, "the recorder's status")
            check("No space left on device" in errors, errors)
            until("all events of the daemon", lambda: len(kinds(daemon)) == 10)
    finally:
        subprocess.run(["umount", "/tmp/small"], check=True)


@case("faults: a command that uses up the memory of the group is killed, and the daemon is not")
def out_of_memory():
    group = "/sys/fs/cgroup/small"
    with open("/sys/fs/cgroup/cgroup.subtree_control", "w") as file:
        file.write("+memory")
    os.makedirs(group)
    with open(f"{group}/memory.max", "w") as file:
        file.write(str(96 << 20))
    with open(f"{group}/memory.swap.max", "w") as file:
        file.write("0")
    hungry = GESTURES + '''exec = ["python3", "-c", "x = bytearray(400 << 20)"]\n'''
    with Fingers("touchscreen") as fingers, Daemon(hungry) as daemon:
        with open(f"{group}/cgroup.procs", "w") as file:
            file.write(str(daemon.pid))
        daemon.wait_for_device(fingers)
        descriptors = daemon.descriptors()
        for number in range(1, 4):
            fingers.do("down 1", "wait 700", "up", "wait 400")
            until("the command was killed", lambda: daemon.status()["actions"]["failed"] == number)
        check("oom_kill 3" in open(f"{group}/memory.events").read(), open(f"{group}/memory.events").read())
        until("its descriptors are closed", lambda: daemon.descriptors() <= descriptors)
        equal(len(kinds(daemon)), 6, "a press has begun and ended three times")
