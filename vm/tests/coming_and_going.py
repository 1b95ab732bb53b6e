"""Devices that are plugged, unplugged, revoked, grabbed or unreadable."""

import ctypes
import fcntl
import glob
import os
import subprocess

from guest import Daemon, Failed, Fingers, case, check, equal, open_files, run, until
from precision_touchpad import PrecisionTouchpad

PAN = '[[gesture]]\nname = "pan"\ntype = "pan"\n'
EVIOCGRAB, EVIOCREVOKE = 0x40044590, 0x40044591
PIDFD_OPEN, PIDFD_GETFD = 434, 438


def ended_by(daemon, since):
    """How the last pan ended: the state of its last event."""
    return daemon.wait(r"pan pan \d+ (ended|cancelled)", since).split()[4]


def pan_works(daemon, fingers):
    since = daemon.mark()
    fingers.do("down 1", "drag 15 0 120", "up")
    equal(ended_by(daemon, since), "ended", "a whole pan")


@case("coming and going: unplugged during a gesture, the gesture is cancelled, not ended")
def unplug():
    with Daemon(PAN) as daemon:
        for kind in ("touchpad", "touchscreen"):
            with Fingers(kind) as fingers:
                daemon.wait_for_device(fingers)
                since = daemon.mark()
                fingers.do("down 1", "drag 15 0 120")
                daemon.wait("pan pan 1 began", since)
                fingers.unplug()
                equal(ended_by(daemon, since), "cancelled", f"unplugged {kind}")
                daemon.wait_without_device(fingers)
        with Fingers() as again:
            daemon.wait_for_device(again)
            pan_works(daemon, again)


@case("coming and going: 500 plug and unplug cycles leak no descriptor and no memory")
def cycles():
    with Daemon(PAN) as daemon:
        def cycle(number):
            fingers = Fingers()
            until("the daemon opens it", lambda: fingers.node in daemon.opened())
            if number % 2:
                fingers.do("down 2", "drag 10 0 16")
            fingers.unplug()
            until("the daemon closes it", lambda: fingers.node not in daemon.opened())

        # Every other cycle makes a touch sequence, of which the daemon keeps the last fifty.
        for number in range(120):
            cycle(number)
        descriptors, memory = daemon.descriptors(), daemon.memory("Anonymous")
        for number in range(380):
            cycle(number)
        until(f"{descriptors} descriptors, as after 120 cycles", lambda: daemon.descriptors() == descriptors)
        after = daemon.memory("Anonymous")
        check(after <= memory + 32, f"{memory} kB after 120 cycles, {after} after 500")  # 90 bytes a cycle would be seen
        equal(daemon.status()["devices"], [], "devices left in status")


@case("coming and going: forty devices at once give their memory back when they go, each time")
def forty():
    with Daemon(PAN) as daemon:
        def together():
            """The daemon's memory with forty devices, and when it has given back what it can after they went."""
            many = [Fingers("touchscreen" if number % 2 else "touchpad") for number in range(40)]
            until("the daemon opens all", lambda: {fingers.node for fingers in many} <= daemon.opened())
            most = daemon.memory("Anonymous")
            for fingers in many:
                fingers.unplug()
            until("the daemon closes all", lambda: not daemon.opened() & {fingers.node for fingers in many})
            until("memory is given back", lambda: daemon.memory("Anonymous") < most - 1000)
            return most, daemon.memory("Anonymous")

        rounds = [together() for _ in range(4)]
        print(f"# kB with forty devices, and without: {rounds}", flush=True)
        equal(daemon.status()["devices"], [], "devices left in status")
        # Small blocks that stay keep pages of the heap that forty devices had filled: 60 kB more in a round, 1.5 MB after twenty.
        check(rounds[-1][1] <= 0.4 * rounds[0][0], f"kB with forty devices, and without: {rounds}")


@case("coming and going: two devices at once do not affect each other")
def two_devices():
    with Fingers("touchpad") as pad, Fingers("touchscreen") as screen, Daemon(PAN) as daemon:
        daemon.wait_for_device(pad)
        daemon.wait_for_device(screen)
        pad.do("down 1", "drag 10 0 80")
        screen.do("down 2", "drag 10 0 80")
        until("both began", lambda: len([e for e in daemon.events() if " began" in e]) == 2)
        since = daemon.mark()
        pad.unplug()
        equal(ended_by(daemon, since), "cancelled", "the unplugged one's pan")
        since = daemon.mark()
        screen.do("drag 10 0 80", "up")
        equal(ended_by(daemon, since), "ended", "the other one's pan")


def trigger_change(sysname):
    subprocess.run(["udevadm", "trigger", "--action=change", f"--sysname-match={sysname}"], check=True)


def late_rights(how, give):
    """A udev rule that gives access causes an event; an ACL of a session or chmod does not."""

    @case(f"coming and going: a device that gets its rights a second after it appeared is opened then, {how}")
    def opened():
        with Daemon(PAN, user="tester") as daemon, Fingers() as fingers:
            until("the log says which node cannot be opened", lambda: fingers.node in daemon.log())
            report = until("status lists it", lambda: daemon.device(fingers))
            check("ermission" in report.get("problem", ""), f"status does not say that rights are missing: {report}")
            equal(daemon.log().count(fingers.node), 1, "lines about the node")
            fingers.do("wait 1000")
            give(fingers)
            daemon.wait_for_device(fingers)
            pan_works(daemon, fingers)


def by_rule(fingers):
    run("setfacl", "-m", "u:tester:r", fingers.node)
    trigger_change(fingers.event)


late_rights("after a udev event", by_rule)
late_rights("without an event", lambda fingers: run("setfacl", "-m", "u:tester:r", fingers.node))


def descriptor_of(daemon, node):
    """A descriptor in this process for the same open file that the daemon reads."""
    for number, path in open_files(daemon.pid).items():
        if path == node:
            libc = ctypes.CDLL(None, use_errno=True)
            process = libc.syscall(PIDFD_OPEN, daemon.pid, 0)
            copy = libc.syscall(PIDFD_GETFD, process, number, 0)
            os.close(process)
            check(copy >= 0, f"pidfd_getfd: {os.strerror(ctypes.get_errno())}")
            return copy
    raise Failed(f"the daemon has no descriptor of {node}")


@case("coming and going: a revoked descriptor is closed, its gesture cancelled, and the device opened again")
def revoke():
    with Fingers() as fingers, Daemon(PAN) as daemon:
        daemon.wait_for_device(fingers)
        since = daemon.mark()
        fingers.do("down 1", "drag 15 0 120")
        daemon.wait("pan pan 1 began", since)
        copy = descriptor_of(daemon, fingers.node)
        fcntl.ioctl(copy, EVIOCREVOKE, 0)
        os.close(copy)
        equal(ended_by(daemon, since), "cancelled", "the pan of the revoked device")
        until("the revoked descriptor is closed", lambda: fingers.node not in daemon.opened())
        fingers.do("up")
        trigger_change(fingers.event)
        daemon.wait_for_device(fingers)
        pan_works(daemon, fingers)


@case("coming and going: a touchpad lost in suspend and found again works as before")
def suspend():
    with PrecisionTouchpad() as pad, Daemon(PAN) as daemon:
        daemon.wait_for_device(pad)
        since = daemon.mark()
        pad.report([(0, 1000, 1000, True)])
        for step in range(20):
            pad.report([(0, 1000 + step * 40, 1000, True)])
        daemon.wait("pan pan 1 began", since)
        device = os.path.basename(glob.glob("/sys/bus/hid/devices/*06CB:7A99*")[0])
        for action in ("unbind", "bind"):
            with open(f"/sys/bus/hid/drivers/hid-multitouch/{action}", "w") as file:
                file.write(device)
        equal(ended_by(daemon, since), "cancelled", "the pan of the lost touchpad")
        pad.node = until("the node is back", pad.find_node)
        daemon.wait_for_device(pad)
        since = daemon.mark()
        pad.swipe(fingers=2)
        equal(ended_by(daemon, since), "ended", "a pan after the return")


@case("coming and going: a device that another program has grabbed is named in status and seen again when released")
def grabbed():
    with Fingers() as fingers, Daemon(PAN) as daemon:
        daemon.wait_for_device(fingers)
        other = os.open(fingers.node, os.O_RDONLY)
        fcntl.ioctl(other, EVIOCGRAB, 1)
        said = lambda: "grab" in str(daemon.device(fingers))
        until("status says that it is grabbed", said)
        # The other program keeps the device open, so only the next event shows that it is free.
        fcntl.ioctl(other, EVIOCGRAB, 0)
        pan_works(daemon, fingers)
        check(not said(), f"status says that it is grabbed: {daemon.device(fingers)}")
        os.close(other)


@case("coming and going: a device that was grabbed before the daemon started is seen when released")
def grabbed_before():
    with Fingers() as fingers:
        other = os.open(fingers.node, os.O_RDONLY)
        fcntl.ioctl(other, EVIOCGRAB, 1)
        with Daemon(PAN) as daemon:
            until("status says that it is grabbed", lambda: "grab" in str(daemon.device(fingers)))
            until("the log says it once", lambda: daemon.log().count("grabbed") == 1)
            # The daemon checks the device again when a program closes it. No finger has to touch it.
            os.close(other)
            until("status says it no more", lambda: "grab" not in str(daemon.device(fingers)))
            pan_works(daemon, fingers)
