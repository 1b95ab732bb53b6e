"""Another session on the seat: the pointer works in the other one, too."""

from compositor import CLAIM, LIMITS, MOVE, Bench, pointer_works
from guest import case, check, run, until
from service import Machine, access

OTHER = "other"
# This machine runs in the host's time; harm.py has the limits themselves, in a machine whose time is its own.
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


for a_way in LIMITS:
    switched(a_way)
