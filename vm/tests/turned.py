"""A screen that is turned, with Debian's iio-sensor-proxy and an accelerometer of uinput: each gesture's direction is compared with
where the compositor has moved the touch for its client."""

import glob
import json
import os
import re

from desktop import Program
from guest import Fingers, case, check, equal, run, until
from locked import context
from login import SEEN, Logins, display, sway
from login_rows import Row
from package import owned
from service import HOME, RUNTIME as USER_RUNTIME, as_tester, device, systemctl

CONFIGURATION = f"""
[[gesture]]
name = "one"
type = "swipe"
device = "touchscreen"
fingers = 1
direction = ["left", "right", "up", "down"]
run = "echo $GESTURED_DIRECTION >>{SEEN}"
"""
# As people have it in sway, which turns nothing by itself.
TURN = """#!/bin/sh
monitor-sensor --accel | while read -r line; do
  case $line in
    *left-up*) swaymsg output HEADLESS-1 transform 270 ;;
    *right-up*) swaymsg output HEADLESS-1 transform 90 ;;
    *bottom-up*) swaymsg output HEADLESS-1 transform 180 ;;
    *normal*) swaymsg output HEADLESS-1 transform normal ;;
  esac
done
"""
SWAY = f"include /etc/sway/config\ninput type:touch map_to_output HEADLESS-1\nexec {HOME}/turn\n"
# mutter turns only a laptop's own panel, and only while the machine is a tablet. The card of the guest has no such connector.
PANEL = "[Service]\nEnvironment=LD_PRELOAD=/usr/local/bin/panel\n"


class Sensor:
    """An accelerometer and the switch of a tablet."""

    def __init__(self):
        import evdev  # names.py imports this module on the host, which has none

        self.codes = e = evdev.ecodes
        axis = evdev.AbsInfo(0, -512, 512, 0, 0, 0)
        self.device = evdev.UInput({e.EV_ABS: [(code, axis) for code in (e.ABS_X, e.ABS_Y, e.ABS_Z)]}, name="test accelerometer",
                                   input_props=[e.INPUT_PROP_ACCELEROMETER])
        self.switch = evdev.UInput({e.EV_SW: [e.SW_TABLET_MODE]}, name="test switch")
        self.turn(0, -256)

    def turn(self, x, y):
        """Gravity along the axes; 256 is 1 g."""
        for code, value in ((self.codes.ABS_X, x), (self.codes.ABS_Y, y)):
            self.device.write(self.codes.EV_ABS, code, value)
        self.device.syn()
        # iio-sensor-proxy reads an input device at its uevents.
        run("udevadm", "trigger", "--action=change", "--settle", self.device.device.path)

    def fold(self):
        self.switch.write(self.codes.EV_SW, self.codes.SW_TABLET_MODE, 1)
        self.switch.syn()

    def close(self):
        self.device.close()
        self.switch.close()


def transform(name):
    """How the compositor has turned the picture, counterclockwise."""
    if name == "sway":
        turned = json.loads(sway("-rt", "get_outputs"))[0]["transform"]
        return -int(turned.replace("normal", "0")) % 360  # sway says it clockwise
    answer = as_tester("gdbus", "call", "--session", "--dest", "org.gnome.Mutter.DisplayConfig", "--object-path",
                       "/org/gnome/Mutter/DisplayConfig", "--method", "org.gnome.Mutter.DisplayConfig.GetCurrentState")[1]
    found = re.search(r"\(0, 0, 1\.0, uint32 (\d), true", answer)
    check(found, f"GetCurrentState: {answer}")
    return 90 * int(found[1])


def direction(x, y):
    return ("right" if x > 0 else "left") if abs(x) > abs(y) else "down" if y > 0 else "up"


def leave_overview():
    """Ends the overview with which a login to GNOME begins."""
    def overview(method, *value):
        status, text, _ = as_tester("gdbus", "call", "--session", "--dest", "org.gnome.Shell", "--object-path", "/org/gnome/Shell", "--method",
                                    f"org.freedesktop.DBus.Properties.{method}", "org.gnome.Shell", "OverviewActive", *value)
        return status == 0 and text

    def left():
        # While the shell still shows it, a request to hide it is lost, and it hides only what a request showed.
        overview("Set", "<true>")
        overview("Set", "<false>")
        return "false" in (overview("Get") or "")

    # A login that is still starting has no overview, and shows it later.
    until("the overview is shown", lambda: "true" in (overview("Get") or ""), 120)
    until("the overview is left", left, 60)


def source():
    """What sets the rotation, as `status` has it."""
    status, output, _ = as_tester("gesturectl", "status", "--json")
    sources = json.loads(output)["sources"] if status == 0 else []
    return next((each for each in sources if "rotation" in each["keys"]), {})


class Bench:
    def __init__(self, name, screen):
        self.name, self.screen = name, screen
        if name == "gnome":
            leave_overview()
        variables = [f"XDG_RUNTIME_DIR={USER_RUNTIME}", f"WAYLAND_DISPLAY={display()}"]
        self.client = Program("client", ["setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", *variables,
                                         "python3", "wayland_client.py"], {})
        self.client.output.wait("^drawn", within=120)
        if name == "gnome":  # it shows the window at the end of an animation
            until("the shell has the screen", lambda: any(
                os.path.realpath(path) == screen.node for number in run("pgrep", "-x", "gnome-shell")[1].split()
                for path in glob.glob(f"/proc/{number}/fd/*")), 60)
            screen.do("wait 4000")

    def directions(self, x=40, y=0):
        """Those of one swipe: as the client has it, and as the daemon does."""
        if os.path.exists(SEEN):
            os.remove(SEEN)
        since = len(self.client.output.read())
        self.screen.do("down 1", f"drag {x} {y} 300", "up", "wait 1500")
        until("the daemon has recognized it", lambda: os.path.exists(SEEN) and os.path.getsize(SEEN), 60)
        places = [[float(word) for word in line.split()[-2:]] for line in self.client.output.read()[since:]
                  if line.startswith(("touch down", "touch motion"))]
        check(len(places) > 1, f"the client's touch: {self.client.output.read()[since:]}")
        with open(SEEN) as file:
            (ours,) = file.read().split()
        return direction(places[-1][0] - places[0][0], places[-1][1] - places[0][1]), ours

    def expect_same(self, when):
        for motion in ((40, 0), (0, -40)):
            client, ours = self.directions(*motion)
            equal(ours, client, f"direction of {motion} {when}")

    def wait_for(self, turned):
        until(f"{self.name} has turned the picture by {turned}, not {transform(self.name)}",
              lambda: transform(self.name) == turned, 60)
        self.screen.do("wait 1000")


def turns(name):
    @case(f"turned: {name} turns the picture by the sensor: directions are the picture's, by the program that the daemon starts and by one of the user")
    def works():
        Logins.set_up()
        owned(f"{HOME}/.config/gestured/config.toml", CONFIGURATION)
        owned(f"{HOME}/turn", TURN)
        os.chmod(f"{HOME}/turn", 0o755)
        if name == "sway":
            owned(f"{HOME}/.config/sway/config", SWAY)
        else:
            owned("/etc/systemd/user/org.gnome.Shell@wayland.service.d/panel.conf", PANEL)
        sensor, it = Sensor(), Row(name)
        user = "turned.service"
        with Fingers("touchscreen") as screen:
            try:
                it.log_in()
                sensor.fold()
                Logins.wait_for_daemon()
                until("the daemon has the screen", lambda: device(screen.node), 60)
                bench = Bench(name, screen)
                bench.wait_for(0)
                bench.expect_same("of a screen as it is built in")
                sensor.turn(256, 0)
                bench.wait_for(90)
                for program in ("context/wayland", "context/iio-sensor-proxy"):
                    sensor.turn(256, 0)
                    bench.wait_for(90)
                    if program == "context/iio-sensor-proxy":
                        as_tester("systemd-run", "--user", f"--unit={user}", "/usr/share/gestured/" + program)
                        until(f"the daemon leaves it the key: {source()}", lambda: source().get("state") == "held", 60)
                    else:
                        equal((source()["program"], source()["state"]), (program, "running"), "what sets the rotation")
                    until(f"{program} has set it: {context()}", lambda: "rotation=90" in context(), 60)
                    bench.expect_same(f"with {program}")
                    sensor.turn(-256, 0)
                    bench.wait_for(270)
                    until(f"{program} follows: {context()}", lambda: "rotation=270" in context(), 60)
                    bench.expect_same(f"with {program}, turned to the other side")
                    sensor.turn(0, -256)
                    bench.wait_for(0)
                    until(f"{program} follows: {context()}", lambda: "rotation=0" in context(), 60)
                    bench.expect_same(f"with {program}, turned back")
            finally:
                as_tester("systemctl", "--user", "stop", user)  # which only a row that came so far has started
                it.log_out()
                systemctl("stop", "gestured.service")
                sensor.close()
