"""A real SYN_DROPPED: the daemon is stopped while the fingers fill the queue of the kernel."""

import os
import re
import struct

from guest import Daemon, Fingers, case, check, equal, until

CONFIGURATION = '''
[[gesture]]
name = "pan"
type = "pan"
fingers = 1
[[gesture]]
name = "pair"
type = "pan"
fingers = 2
[[gesture]]
name = "swipe"
type = "swipe"
fingers = 3
direction = "right"
'''
EVENT = struct.Struct("llHHi")
FRAMES = 300  # 3 events each with one finger; the kernel keeps about 500 events of ten slots


class Bystander:
    """A second reader, which shows how the kernel treats a reader that does not read."""

    def __init__(self, fingers):
        self.fd = os.open(fingers.node, os.O_RDONLY | os.O_NONBLOCK)

    def dropped(self):
        count = 0
        while True:
            try:
                data = os.read(self.fd, EVENT.size * 256)
            except BlockingIOError:
                return count
            count += sum(1 for _, _, kind, code, _ in EVENT.iter_unpack(data) if (kind, code) == (0, 3))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)


def overrun(daemon, fingers, bystander, *then):
    """Makes the daemon miss events, and then moves the fingers."""
    bystander.dropped()
    daemon.freeze()
    fingers.do(f"burst {FRAMES}", *then)
    check(bystander.dropped() > 0, "the kernel's queue did not overrun")
    daemon.thaw()


def next_gesture_is_right(daemon, fingers):
    since = daemon.mark()
    fingers.do("down 3 35 30", "drag 25 0 120", "up")
    daemon.wait("swipe swipe 3 recognized right", since)
    fingers.do("down 1", "drag 15 0 120", "up")
    daemon.wait("pan pan 1 began", since)
    daemon.wait(r"pan pan \d ended", since)


def moved(line):
    """The motion to the right in mm."""
    return float(re.search(r"by ([+-][0-9.]+),", line).group(1))


@case("overrun: touches that vanished meanwhile are cancelled, and the next gesture is right")
def vanished():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, Bystander(fingers) as bystander:
        daemon.wait_for_device(fingers)
        fingers.do("down 2", "drag 10 0 80")
        daemon.wait("pair pan 2 began")
        overrun(daemon, fingers, bystander, "up")
        daemon.wait(r"pair pan \d (cancelled|ended)")
        equal([e.split()[3] for e in daemon.events()], ["began", "cancelled"], "states")
        next_gesture_is_right(daemon, fingers)


@case("overrun: touches that stayed are re-anchored without a jump")
def stayed():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, Bystander(fingers) as bystander:
        daemon.wait_for_device(fingers)
        fingers.do("down 1 20 30", "drag 10 0 80")
        daemon.wait("pan pan 1 began")
        overrun(daemon, fingers, bystander, "jump 50 0")
        daemon.status()
        fingers.do("drag 5 0 80", "up")
        line = daemon.wait(r"pan pan \d (ended|cancelled)")
        check(" ended " in line, f"the pan did not continue: {line}")
        check(9 < moved(line) < 17, f"the pan moved {moved(line)} mm; the fingers were followed for 15")
        next_gesture_is_right(daemon, fingers)


@case("overrun: a touch replaced in its slot meanwhile makes no jump")
def replaced():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, Bystander(fingers) as bystander:
        daemon.wait_for_device(fingers)
        fingers.do("down 1 20 30", "drag 10 0 80")
        daemon.wait("pan pan 1 began")
        overrun(daemon, fingers, bystander, "replace 0 80 50")
        daemon.status()
        fingers.do("drag 5 0 80", "up")
        line = daemon.wait(r"pan pan \d (ended|cancelled)")
        check(" cancelled " in line or moved(line) < 17, f"the new touch moved the old one's pan: {line}")
        next_gesture_is_right(daemon, fingers)


@case("overrun: 1000 in a row leave neither a descriptor nor memory nor a wrong gesture")
def thousand():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon, Bystander(fingers) as bystander:
        daemon.wait_for_device(fingers)
        descriptors = memory = None
        for number in range(1000):
            if number == 100:
                descriptors, memory = daemon.descriptors(), daemon.memory("Anonymous")
            fingers.do("down 1")
            overrun(daemon, fingers, bystander, "up")
        until(f"{descriptors} descriptors, as after 100 overruns", lambda: daemon.descriptors() == descriptors)
        after = daemon.memory("Anonymous")
        check(after <= memory + 32, f"{memory} kB after 100 overruns, {after} after 1000")
        next_gesture_is_right(daemon, fingers)
