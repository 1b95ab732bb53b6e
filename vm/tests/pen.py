"""A pen beside a touchscreen: no gestures while it is near, and no wake-ups by its motion."""

from devices import Rule
from guest import Daemon, Fingers, case, check, equal, until
from masking import wake_ups

PAN = '[[gesture]]\nname = "pan"\ntype = "pan"\n'
GROUP = 'ENV{LIBINPUT_DEVICE_GROUP}="test group"'
NEAR, AWAY = ["raw 1 320 1", "raw 0 0 0"], ["raw 1 320 0", "raw 0 0 0"]  # EV_KEY BTN_TOOL_PEN


def is_off(daemon, screen):
    return any("its pen is near" in warning for warning in daemon.device(screen)["warnings"])


def pan(screen):
    screen.do("down 1", "drag 20 0 160", "up")


@case("pen: a screen makes no gesture while its pen is near, and again after it")
def guarded():
    with Rule("test pair*", GROUP), Fingers("touchscreen", name="test pair screen") as screen, \
            Fingers("pen", name="test pair pen") as pen, Fingers("touchscreen", name="test other") as other, \
            Daemon(PAN) as daemon:
        daemon.wait_for_device(screen)
        daemon.wait_for_device(other)
        check(pen.node in daemon.opened(), "the pen is not open")
        screen.do("down 1", "drag 20 0 160")
        daemon.wait("pan pan 1 began")
        pen.do(*NEAR)
        daemon.wait("pan pan 1 cancelled")
        until("the screen is off", lambda: is_off(daemon, screen))
        check(not is_off(daemon, other), "another screen is off")
        screen.do("drag 20 0 160", "up")
        pan(screen)
        since = daemon.mark()
        pan(other)
        daemon.wait("pan pan 1 ended", since)
        equal(sum("began" in event for event in daemon.events()), 2, "pans that began")
        pen.do(*AWAY)
        until("the screen is on", lambda: not is_off(daemon, screen))
        since = daemon.mark()
        pan(screen)
        daemon.wait("pan pan 1 ended", since)


@case("pen: its motion does not wake the daemon")
def silent():
    with Rule("test pair*", GROUP), Fingers("touchscreen", name="test pair screen") as screen, \
            Fingers("pen", name="test pair pen") as pen, Daemon(PAN) as daemon:
        daemon.wait_for_device(screen)
        pen.do(*NEAR)
        until("the screen is off", lambda: is_off(daemon, screen))
        pen.do("wait 1500")
        before, written = wake_ups(daemon), pen.written
        pen.do("draw 3000 500", "raw 1 330 1", "raw 0 0 0", "draw 1000 500", "raw 1 330 0", "raw 0 0 0")  # BTN_TOUCH
        check(pen.written - written > 4000, "too few events")
        equal(wake_ups(daemon) - before, 0, "wake-ups while the pen moves and draws")
        pen.do(*AWAY)
        until("the screen is on", lambda: not is_off(daemon, screen))
