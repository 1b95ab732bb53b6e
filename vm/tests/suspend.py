"""A suspend of the whole machine, as far as the kernel's test of it goes: processes frozen, all devices suspended and resumed."""

import os
import subprocess

from compositor import CLAIM
from desktop import SWIPES, Bench
from guest import case, check, equal

WAYS = ("plugin", "grab")
DRIVER = "/sys/bus/virtio/drivers/9pnet_virtio"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def suspend():
    """Suspends the machine without the shared file system, whose driver cannot resume."""
    before = suspends()
    subprocess.run(["umount", "/host"], check=True)
    (device,) = [name for name in os.listdir(DRIVER) if name.startswith("virtio")]
    write(f"{DRIVER}/unbind", device)
    try:
        write("/sys/module/suspend/parameters/pm_test_delay", "0")
        write("/sys/power/pm_test", "devices")
        write("/sys/power/state", "mem")
    finally:
        write(f"{DRIVER}/bind", device)
        subprocess.run(["mount", "-t", "9p", "-o", "trans=virtio,version=9p2000.L,msize=262144,cache=mmap", "host", "/host"],
                       check=True)
    equal(suspends(), before + 1, "suspends")


def suspends():
    with open("/sys/power/suspend_stats/success") as file:
        return int(file.read())


def suspended(way):
    @case(f"suspend: with the {way} a suspend in a claimed swipe leaves the pointer, the scroll and the claim")
    def works():
        with Bench(CLAIM, way=way) as bench:
            bench.do("down 3", "drag 10 0 150")
            suspend()
            bench.do("up", "wait 500")
            equal(bench.desktop.reactions(), [], "reactions to the swipe that the suspend came into")
            since = len(bench.desktop.lines())
            bench.do("down 1", "drag -20 0 200", "up", "wait 300")
            check("pointer motion" in bench.desktop.names(since), f"the pointer: {bench.desktop.names(since)}")
            bench.do("down 2", "drag 0 15 200", "up", "wait 300")
            check("axis" in bench.desktop.names(since), f"the scroll: {bench.desktop.names(since)}")
            ours = bench.daemon.mark()
            bench.do(*SWIPES)
            bench.daemon.wait("three swipe 3 recognized right", ours)
            equal(bench.desktop.reactions(), [], "reactions")


for a_way in WAYS:
    suspended(a_way)
