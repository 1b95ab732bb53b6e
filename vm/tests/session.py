"""Another session on the seat: the pointer works in the other one, too."""

from compositor import CLAIM, LIMITS, MOVE, SWIPE, Bench, pointer_works, twin_of
from guest import Daemon, case, check, equal, run, until
from service import Machine, access

OTHER = "other"
TWO_SIDES = '[[gesture]]\nname = "both"\ntype = "swipe"\nfingers = 3\n'
# A factor on the limits, because this machine runs in the host's time. harm.py checks the limits themselves in guest time.
SLOWER = 10


def active():
    return run("loginctl", "show-seat", "seat0", "-p", "ActiveSession", "--value")[1].strip()


def sessions_of(user):
    return [line.split()[0] for line in run("loginctl", "list-sessions", "--no-legend")[1].splitlines() if user in line.split()]


def log_in_other():
    if run("id", OTHER)[0] != 0:
        check(run("useradd", "-m", OTHER)[0] == 0, "no second user")
        status, _, errors = run(
            "systemd-run", "--unit=seat-two", "-p", f"User={OTHER}", "-p", "PAMName=login", "-p", "TTYPath=/dev/tty2",
            "-p", "StandardInput=tty", "-p", "TTYReset=yes", "sleep", "infinity")
        check(status == 0, f"a second session on the seat: {errors}")
    return until("the seat has a second session", lambda: sessions_of(OTHER), 120)[0]


def switched(way):
    @case(f"session: with the {way} the pointer works again after a switch to another user's session")
    def works():
        Machine.set_up()
        first, second = sessions_of("tester")[0], log_in_other()
        run("setfacl", "-m", "u:tester:rw", "/dev/uinput")
        run("loginctl", "activate", first)
        until("the first session is active", lambda: active() == first)
        with Bench(CLAIM, user="tester", way=way, owns=False) as bench:
            bench.do("down 3", "drag 10 0 150")
            run("loginctl", "activate", second)
            until("the second session is active", lambda: active() == second)
            until("the node is not the first user's any more", lambda: not access(bench.fingers.node))
            bench.do("up", "wait 10")
            pointer_works(bench, way, lambda: bench.do(*MOVE), SLOWER)
            run("loginctl", "activate", first)
            until("the first session is active again", lambda: active() == first)
            pointer_works(bench, way, lambda: bench.do(*MOVE), SLOWER)


def activate(session, user, node):
    """Activates a session, and waits until its user may read the node."""
    # A device that udev has just found would stay with the user of the session before.
    run("udevadm", "settle")
    run("loginctl", "activate", session)
    until("the session is active", lambda: active() == session)
    until(f"the node is of {user}", lambda: access(node, user))


def both(way):
    @case(f"session: with the {way} and a daemon for each of two users, the one whose session is not active hides and hears nothing")
    def works():
        Machine.set_up()
        first, second = sessions_of("tester")[0], log_in_other()
        run("setfacl", "-m", f"u:tester:rw,u:{OTHER}:rw", "/dev/uinput")
        with Bench(CLAIM, user="tester", way=way, owns=False) as bench, Daemon(TWO_SIDES, user=OTHER) as other:
            for _ in range(2):
                activate(second, OTHER, bench.fingers.node)
                until("the first daemon has left the device", lambda: bench.daemon.device(bench.fingers).get("problem"))
                until("there is no twin", lambda: not twin_of(bench.fingers))
                other.wait_for_device(bench.fingers)
                bench.compositor.sysname = bench.fingers.event
                ours, theirs, since = bench.daemon.mark(), other.mark(), len(bench.compositor.events())
                bench.do(*SWIPE, "wait 500")
                other.wait("both swipe 3 recognized", theirs)
                check("GESTURE_SWIPE_BEGIN" in bench.compositor.names(since), f"hidden: {bench.compositor.names(since)}")
                equal(bench.daemon.output.read()[ours:], [], "events of the first daemon")
                activate(first, "tester", bench.fingers.node)
                bench.daemon.wait_for_device(bench.fingers)
                if way == "grab":
                    bench.follow_twin()
                theirs, since = other.mark(), len(bench.compositor.events())
                bench.do(*SWIPE, "wait 500")
                bench.daemon.wait("three swipe 3 recognized", ours)
                equal(bench.compositor.events()[since:], [], "libinput's events under the claim")
                equal(other.output.read()[theirs:], [], "events of the second daemon")


for a_way in LIMITS:
    switched(a_way)
    both(a_way)
