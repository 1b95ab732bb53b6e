"""Hours of touches under the grab, with harm in each minute. SOAK_HOURS of the guest's clock (8).

After each harm the pointer works, one finger is one finger, and nothing is left behind. A daemon that goes on does not grow."""

import glob
import os
import signal
import time

from compositor import CLAIM, GRAB, MOVE, SWIPE, Bench, pointer_works, settled
from guest import Daemon, Fingers, case, check, equal, open_files, until

HOURS = float(os.environ.get("SOAK_HOURS") or 8)
# The part of the hours in which the daemon is killed, too. After it the daemon runs to the end, so that growth is seen.
KILLED = 0.25
SUPERVISED = 3  # s, within which the supervisor kills a daemon that does not read
GROWTH = 256  # kB of anonymous memory


def processes():
    """The process ids of daemons and supervisors, including ended ones whose status was not read."""
    found = []
    for path in glob.glob("/proc/[0-9]*/comm"):
        try:
            with open(path) as file:
                if file.read().startswith("gestured"):
                    found.append(int(path.split("/")[2]))
        except OSError:  # it has ended
            pass
    return found


def start(bench):
    bench.daemon.process.wait()
    bench.daemon.process.stdout.close()
    bench.daemon = Daemon(GRAB + CLAIM)
    bench.daemon.wait_for_device(bench.fingers)
    until("the device is grabbed", bench.is_grabbed)


def reload(bench):
    count = bench.daemon.log().count("reloaded")
    os.kill(bench.daemon.pid, signal.SIGHUP)
    until("the configuration is read again", lambda: bench.daemon.log().count("reloaded") > count)


def reload_wrong(bench):
    with open(bench.daemon.configuration) as file:
        good = file.read()
    count = bench.daemon.log().count("previous configuration stays in use")
    with open(bench.daemon.configuration, "w") as file:
        file.write(good + "claim = nonsense\n")
    until("the log says so", lambda: bench.daemon.log().count("previous configuration stays in use") > count)
    count = bench.daemon.log().count("reloaded")
    with open(bench.daemon.configuration, "w") as file:
        file.write(good)
    until("the configuration is read again", lambda: bench.daemon.log().count("reloaded") > count)


def visit(bench):
    """Claims another touchpad and removes it in the middle of its swipe."""
    with Fingers(name="visitor") as visitor:
        bench.daemon.wait_for_device(visitor)
        until("it is grabbed", lambda: bench.daemon.device(visitor)["claims"]["grabbed"])
        visitor.do("down 3", "drag 10 0 100")
    bench.daemon.wait_without_device(visitor)


def stop_shortly(bench):
    bench.daemon.freeze()
    bench.do("drag 1 0 20")
    bench.daemon.thaw()


def stop(bench):
    """Stops the daemon, which the supervisor kills once there are events that it does not read."""
    def is_killed():
        bench.do("drag 1 0 50", "drag -1 0 50")
        return bench.daemon.process.poll() is not None

    bench.daemon.freeze()
    until("the supervisor has killed the daemon that is stopped", is_killed, 2 * SUPERVISED)


def kill(bench):
    bench.daemon.process.kill()
    bench.daemon.process.wait()


HARMS = [reload, reload_wrong, visit, stop_shortly]
DEADLY = [kill, stop]


def minute(bench, number, deadly):
    began = time.monotonic()
    harms = HARMS + DEADLY if deadly else HARMS
    harm = harms[number % len(harms)]
    mark = bench.daemon.mark()
    bench.do(*SWIPE)
    bench.daemon.wait("three swipe 3 recognized right", mark)
    settled(bench.fingers)
    bench.do("down 3", "drag 10 0 150")
    harm(bench)
    bench.do("up", "wait 10")
    pointer_works(bench, "grab", lambda: bench.do(*MOVE), slower=2)
    if bench.daemon.process.poll() is not None:
        start(bench)
    bench.follow_twin()
    settled(bench.fingers)
    before = len(bench.compositor.events())
    bench.do("down 1", "drag 12 0 150", "up")
    until("one finger is a pointer", lambda: bench.compositor.names(before) == ["POINTER_MOTION"])
    settled(bench.fingers)
    left = 60 - (time.monotonic() - began)
    if left > 0:
        bench.do(f"wait {int(left * 1000)}")


@case("soak: hours under the grab, with harm in each minute, leave nothing stuck, and nothing grows")
def soak():
    with Bench(CLAIM, way="grab") as bench:
        nodes = len(glob.glob("/dev/input/event*"))
        used = []
        minutes = int(HOURS * 60)
        for number in range(minutes):
            deadly = number < KILLED * minutes
            minute(bench, number, deadly)
            equal(len(processes()), 2, f"minute {number}: the daemon and its supervisor")
            equal(len(glob.glob("/dev/input/event*")), nodes, f"minute {number}: device nodes")
            if not deadly:
                used.append((bench.daemon.memory("Anonymous"), len(open_files(bench.daemon.pid))))
            if number % 15 == 14:
                print(f"minute {number + 1}: {used[-1:] or 'the daemon is killed'}", flush=True)
        # The first minutes reach the sizes of the steady state.
        settled_use = used[min(8, len(used) - 1)]
        check(used[-1][0] <= settled_use[0] + GROWTH, f"memory grows: {used}")
        check(used[-1][1] <= settled_use[1], f"descriptors grow: {used}")
