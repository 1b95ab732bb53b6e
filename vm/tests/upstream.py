"""The reproductions of docs/dev/upstream.md do what the page says: the page's own lines, without the daemon."""

import re
import subprocess

from actions import touches_left
from compositor import Compositor
from desktop import Desktop, install
from guest import Fingers, case, check, equal, run, until

MOUSE = """for value in (1, 0):
    mouse.write(e.EV_KEY, e.BTN_LEFT, value)
    mouse.syn()
    time.sleep(0.2)
"""


def lines(number):
    """The number-th script of the page."""
    with open("upstream.md") as file:
        return [text for text in re.findall(r"```text\n(.*?)```", file.read(), re.S) if text.startswith("from evdev")][number]


def play(script):
    status, _, errors = run("python3", "-c", script, within=600)
    equal(status, 0, f"the script: {errors}")


@case("upstream: three palms in one frame end a swipe that libinput does not call cancelled")
def palms():
    with Fingers() as fingers, Compositor(fingers, plugins=False) as compositor:
        play(lines(0))
        compositor.output.wait(r"GESTURE_SWIPE_END\s+\S+\s+3\s*$")


@case("upstream: in sway a touch never ends for the client after a button, and does without one")
def button():
    for script, ends in ((lines(1), False), (lines(1).replace(MOUSE, ""), True)):
        check(ends == (MOUSE not in script), "the lines of the mouse are not in the script")
        install(plugin=False)
        desktop = Desktop()
        try:
            play(script)
            desktop.client.output.wait("^touch down")
            if ends:
                desktop.client.output.wait("^touch up")
            equal(bool(touches_left(desktop.lines())), not ends, f"touches that are left: {desktop.names()}")
        finally:
            desktop.stop()


@case("upstream: in sway a swipe is lost while a touch is down, and is not without one")
def gesture():
    install(plugin=False)
    touching = lines(1).replace(MOUSE, "time.sleep(5)\n")
    for touches in (False, True):
        desktop = Desktop()
        try:
            screen = subprocess.Popen(["python3", "-c", touching]) if touches else None
            if touches:
                desktop.client.output.wait("^touch down")
            play(lines(0))
            if touches:
                check(screen.poll() is None, "the touch has ended before the swipe")
                screen.wait()
                equal(desktop.own(), [], "sway's own gestures")
            else:
                until("sway's own gesture", lambda: desktop.own() == ["right"])
        finally:
            desktop.stop()
