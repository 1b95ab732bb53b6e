"""The user is never locked out. Whatever happens to the daemon or the device in a claimed swipe, the pointer works again within
0.3 s with the libinput plugin, and within 3 s with the grab."""

import contextlib
import ctypes
import fcntl
import glob
import json
import os
import signal
import socket

from compositor import CLAIM, LIMITS, MOVE, Bench, pointer_works, twin_of
from guest import Fingers, case, check, open_files, until
from precision_touchpad import PrecisionTouchpad

PIDFD_OPEN, PIDFD_GETFD, UI_DEV_DESTROY = 434, 438, 0x5502

def kill(bench, number):
    bench.daemon.process.send_signal(number)
    bench.daemon.process.wait()


def run_out_of_memory(bench):
    with open(f"/proc/{bench.daemon.pid}/oom_score_adj", "w") as file:
        file.write("1000")
    with open("/proc/sysrq-trigger", "w") as file:
        file.write("f")
    until("the kernel has killed the daemon", lambda: bench.daemon.process.poll() is not None)


def all_stopped_then_killed(bench):
    """`pkill -STOP gestured` matches the process that watches over the grab, too; then the daemon is killed."""
    with open(f"/proc/{bench.daemon.pid}/task/{bench.daemon.pid}/children") as file:
        children = [int(word) for word in file.read().split()]
    for number in [*children, bench.daemon.pid]:
        os.kill(number, signal.SIGSTOP)
    kill(bench, signal.SIGKILL)


def wrong_reload(bench):
    with open(bench.daemon.configuration, "a") as file:
        file.write("claim = nonsense\n")
    until("the log says so", lambda: "previous configuration stays in use" in bench.daemon.log())


def uinput_gone(bench):
    """The kernel destroys the twin, as when its module goes; the plugin needs no uinput."""
    libc = ctypes.CDLL(None, use_errno=True)
    process = libc.syscall(PIDFD_OPEN, bench.daemon.pid, 0)
    for number, path in open_files(bench.daemon.pid).items():
        if path == "/dev/uinput":
            copy = libc.syscall(PIDFD_GETFD, process, number, 0)
            fcntl.ioctl(copy, UI_DEV_DESTROY)
            os.close(copy)
    os.close(process)
    check(not twin_of(bench.fingers), "there still is a twin")


HARMS = {
    "SIGKILL": lambda bench: kill(bench, signal.SIGKILL),
    "SIGSTOP": lambda bench: bench.daemon.freeze(),
    "SIGSTOP of all its processes and SIGKILL": all_stopped_then_killed,
    "a crash": lambda bench: kill(bench, signal.SIGSEGV),
    "the end of memory": run_out_of_memory,
    "a wrong reload": wrong_reload,
    "uinput that goes": uinput_gone,
}


def harmed(way, name, harm):
    @case(f"harm: with the {way} the pointer works within {LIMITS[way]} s of {name}")
    def works():
        with Bench(CLAIM, way=way) as bench:
            bench.do("down 3", "drag 10 0 150")
            harm(bench)
            bench.do("up", "wait 10")
            pointer_works(bench, way, lambda: bench.do(*MOVE))


def replugged(way):
    @case(f"harm: with the {way} the pointer works within {LIMITS[way]} s of unplugging the device and plugging another in")
    def works():
        with Bench(CLAIM, way=way) as bench:
            bench.do("down 3", "drag 10 0 150")
            bench.fingers.unplug()
            with Fingers(name="another") as other:
                bench.compositor.output.wait(rf"{other.event}\s+DEVICE_ADDED")
                pointer_works(bench, way, lambda: other.do(*MOVE))
                bench.daemon.wait_for_device(other)
                if way == "grab":
                    until("it is grabbed", lambda: bench.daemon.device(other)["claims"]["grabbed"])
                    pointer_works(bench, way, lambda: other.do(*MOVE))


def suspended(way):
    @case(f"harm: with the {way} the pointer works within {LIMITS[way]} s of a suspend, imitated by unbinding the driver")
    def works():
        with Bench(CLAIM, way=way) as bench, PrecisionTouchpad() as pad:
            bench.daemon.wait_for_device(pad)
            if way == "grab":
                until("it is grabbed", lambda: bench.daemon.device(pad)["claims"]["grabbed"])
            for step in range(15):
                pad.report([(i, 1000 + i * 500 + step * 60, 1200, True) for i in range(3)])
            device = os.path.basename(glob.glob("/sys/bus/hid/devices/*06CB:7A99*")[0])
            for action in ("unbind", "bind"):
                with open(f"/sys/bus/hid/drivers/hid-multitouch/{action}", "w") as file:
                    file.write(device)
            pad.node = until("the node is back", pad.find_node)
            bench.compositor.output.wait(rf"{os.path.basename(pad.node)}\s+DEVICE_ADDED")
            pointer_works(bench, way, lambda: pad.swipe(fingers=1, frames=6, step=30))


def flooded(way):
    @case(f"harm: with the {way} a swipe is recognized within {LIMITS[way]} s beside sixty clients with a call of 1 MB each")
    def works():
        call = json.dumps({"method": "org.gestured.Gestures.GetState", "parameters": {f"k{n}": 0 for n in range(100_000)}})
        with Bench(CLAIM, way=way) as bench, contextlib.ExitStack() as stack:
            clients = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(60)]
            for client in clients:
                client.connect(bench.daemon.socket)
                client.setblocking(False)
            since = bench.daemon.mark()
            for line in ("down 3", "drag 30 0 120", "up"):
                for client in clients:
                    # The buffer is full, or the daemon has closed the connection.
                    with contextlib.suppress(OSError):
                        client.send(call.encode())
                bench.do(line)
            bench.daemon.wait("recognized", since, within=LIMITS[way])
            pointer_works(bench, way, lambda: bench.do(*MOVE))


for a_way in LIMITS:
    flooded(a_way)
    for a_name, a_harm in HARMS.items():
        harmed(a_way, a_name, a_harm)
    replugged(a_way)
    suspended(a_way)
