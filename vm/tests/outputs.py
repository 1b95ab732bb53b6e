"""Two touchscreens in sway, of which one picture is turned: each follows the output that udev or its [[device]] names."""

import os
import subprocess

from desktop import RUNTIME, Bench, Program
from examples import sway
from guest import Fingers, case, equal, until

# As a rule for a screen that is built into a desk: libinput gives sway the name, and sway maps the touchscreen to that output.
RULE = 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="second screen", ENV{WL_OUTPUT}="HEADLESS-2"\n'
RULES = "/run/udev/rules.d/99-output.rules"
CONFIGURATION = """
[[device]]
match = { name = "test touchscreen" }
output = "HEADLESS-1"

[[gesture]]
name = "one"
type = "swipe"
fingers = 1
direction = ["left", "right", "up", "down"]
"""
# Where a swipe to the right of the panel goes when the panel is turned clockwise.
DIRECTIONS = {"90": "down", "270": "up"}


@case("sway: of two touchscreens each follows the picture on its own output, which udev and its [[device]] name")
def turned():
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    with open(RULES, "w") as file:
        file.write(RULE)
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    with Bench(CONFIGURATION, "touchscreen") as bench, Fingers("touchscreen", name="second screen") as second:
        sway("create_output")
        bench.daemon.wait_for_device(second)
        session = f"{bench.daemon.directory}/session"
        os.makedirs(f"{session}/gestured")
        os.symlink(bench.daemon.socket, f"{session}/gestured/control.sock")
        context = Program("context", [f"{os.getcwd()}/config/context/wayland"], {
            "XDG_RUNTIME_DIR": session, "WAYLAND_DISPLAY": f"{RUNTIME}/{bench.desktop.display()}"})

        def value(key):
            return bench.daemon.status()["context"].get(key)

        try:
            until("both outputs are known", lambda: value("rotation.HEADLESS-1") == value("rotation.HEADLESS-2") == "0", 60)
            sway("output", "HEADLESS-2", "transform", "90")
            until("the second one is turned", lambda: value("rotation.HEADLESS-2") in DIRECTIONS, 60)
            rotation = value("rotation.HEADLESS-2")
            equal({name: (bench.daemon.device(fingers)["output"], bench.daemon.device(fingers)["rotation"])
                   for name, fingers in (("first", bench.fingers), ("second", second))},
                  {"first": ("HEADLESS-1", 0), "second": ("HEADLESS-2", int(rotation))}, "outputs and rotations")
            for fingers, direction in ((bench.fingers, "right"), (second, DIRECTIONS[rotation])):
                fingers.do("down 1", "drag 30 0 200", "up", "wait 500")
                bench.daemon.wait(f"one swipe 1 recognized {direction}")
        finally:
            context.stop()
            os.unlink(RULES)
            subprocess.run(["udevadm", "control", "--reload"], check=True)
