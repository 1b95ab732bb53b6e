"""The programs that recognize gestures of type "client", config/examples/letters.py and dial.sh, beside the daemon."""

import os
import re
import stat
import subprocess

from examples import STUB, STUBS, shipped
from guest import Daemon, Fingers, case, check, equal, until

NOTIFIED = f"{STUBS}/notified"
# From the corner at the top, in mm: strokes of a hand on a screen of 240 x 135 mm.
LETTERS = {
    "L": ["down 1 100 40", "drag 0 40 400", "drag 24 0 300", "up"],
    "T": ["down 1 100 40", "drag 40 0 300", "up", "wait 200", "down 1 120 40", "drag 0 40 300", "up"],
    "X": ["down 1 100 40", "drag 40 40 400", "up", "wait 250", "down 1 140 40", "drag -40 40 400", "up"],
}
KNOB = ("80", "35")  # in mm, of a pad of 100 x 70 mm
TURN = ["down 1 70 35", "circle 10 360 1500", "up"]


class Client:
    """A program of config/examples, with the daemon's socket where it looks for it."""

    def __init__(self, daemon, program, *arguments):
        os.makedirs(f"{daemon.directory}/gestured", exist_ok=True)
        os.symlink(daemon.socket, f"{daemon.directory}/gestured/control.sock")
        self.log = open(f"{daemon.directory}/client", "w")
        self.process = subprocess.Popen(
            [f"config/examples/{program}", *arguments], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**os.environ, "XDG_RUNTIME_DIR": daemon.directory, "PYTHONPATH": "/srv/suite/varlink"}, start_new_session=True)
        until(f"the program recognizes the gesture; {self.said()}", lambda: self.is_ready(daemon), 60)

    @staticmethod
    def is_ready(daemon):
        return all(gesture.get("program", True) for gesture in daemon.status()["gestures"])

    def said(self):
        with open(self.log.name) as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, 15)
        self.process.wait()
        self.log.close()


def example(name):
    """The text of an example, with stubs for what its gestures run."""
    text = shipped(name)
    with open(f"{STUBS}/notify-send", "w") as file:
        file.write(STUB)
    os.chmod(file.name, stat.S_IRWXU)
    return text


def calls():
    path = f"{STUBS}/calls"
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return file.read().splitlines()


def expect_letters(daemon, do):
    with Client(daemon, "letters.py") as program:
        for number, (letter, hand) in enumerate(LETTERS.items(), 1):
            do(*hand, "wait 1500")
            until(f"{letter} is drawn: {calls()}; {daemon.events()[-4:]} {program.said()}", lambda: len(calls()) >= number, 60)
            equal(calls()[number - 1:], [f"notify-send letter {letter}"], f"after the strokes of {letter}")


def volume():
    """The sum of the changes, in percent."""
    words = re.findall(r"wpctl set-volume .* (\d+)%([+-])", "\n".join(calls()))
    return sum(int(percent) * (1 if sign == "+" else -1) for percent, sign in words)


def expect_dial(daemon, do):
    with Client(daemon, "dial.sh", *KNOB) as program:
        do(*TURN, "wait 700")
        # 24 steps of 15°, without the first 0.1 rad, which begin it.
        until(f"a whole turn is 2 % a step: {calls()}; {daemon.events()[-4:]} {program.said()}", lambda: 44 <= volume() <= 48, 60)
        turned = volume()
        do("down 1 20 20", "drag 20 20 300", "up", "wait 700")
        equal(volume(), turned, "the volume after a touch outside of the zone")
        do("down 1 70 35", "circle 10 -180 800", "up", "wait 700")
        until(f"half a turn back: {turned}, {calls()}", lambda: 20 <= turned - volume() <= 24, 60)


@case("clients: letters.py beside the daemon reads the letters that a finger draws, those of two strokes among them")
def letters():
    with Fingers("touchscreen") as screen, Daemon(example("letters")) as daemon:
        daemon.wait_for_device(screen)
        expect_letters(daemon, screen.do)


@case("clients: without its program a letter does nothing, and a tap of one finger that waits for it is one")
def without():
    tap = '[[gesture]]\nname = "tap"\ntype = "tap"\nfingers = 1\nrequire_failure_of = ["letter"]\n'
    with Fingers("touchscreen") as screen, Daemon(example("letters") + tap) as daemon:
        daemon.wait_for_device(screen)
        screen.do(*LETTERS["L"], "wait 1500", "down 1 100 40", "wait 50", "up", "wait 500")
        daemon.wait("tap tap 1 recognized")
        check(not calls(), f"commands: {calls()}")


@case("clients: dial.sh beside the daemon turns the volume with the finger, to and fro")
def dial():
    with Fingers() as pad, Daemon(example("dial")) as daemon:
        daemon.wait_for_device(pad)
        expect_dial(daemon, pad.do)
