"""X.Org with its libinput driver, and i3 on it."""

import json
import os
import re
import shutil

from desktop import DESKTOPS, RUNTIME, Bench, Desktop, Program, claimed, plugged, restarted
from examples import calls, expect, pinch, shipped, swipe
from guest import case, equal, run, until


class XServer(Desktop):
    client_options = ()

    def __init__(self, name):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.makedirs(RUNTIME, mode=0o700)
        self.others = []
        self.compositor = Program(name, ["Xorg", ":7", "-noreset", "-nolisten", "tcp", "vt1"], {})
        until(f"it has a socket: {self.compositor.output.read()[-5:]}", lambda: os.path.exists("/tmp/.X11-unix/X7"), 120)
        self.client = Program("client", ["python3", "x_client.py", *self.client_options], {"DISPLAY": ":7"})
        self.client.output.wait("^drawn", within=120)  # the clock jumps while the server loads its modules

    def own(self):
        return []


DESKTOPS["xorg"] = XServer

for a_way in ("plugin", "grab"):
    for an_order in ("device desktop daemon", "device daemon desktop"):
        claimed("xorg", a_way, an_order)
    plugged("xorg", a_way, 5)
    restarted("xorg", a_way)


class I3(XServer):
    client_options = ("--window",)

    def __init__(self, name):
        super().__init__("xorg")
        os.makedirs(f"{RUNTIME}/.config/i3")
        shutil.copy("/etc/i3/config", f"{RUNTIME}/.config/i3/config")  # with none, i3 shows the window of an assistant
        self.others = [Program("i3", ["i3"], {"DISPLAY": ":7", "HOME": RUNTIME})]
        until(f"i3 answers: {self.others[0].output.read()[-3:]}", lambda: i3("-t", "get_workspaces"), 60)
        until("i3 has the window", lambda: windows(i3("-t", "get_tree")))


def i3(*arguments):
    output = run("i3-msg", *arguments, env={**os.environ, "DISPLAY": ":7"})[1]
    return json.loads(output) if output else None


def windows(node):
    if node["type"] == "dockarea":  # which has i3bar
        return []
    inner = [window for child in node["nodes"] + node["floating_nodes"] for window in windows(child)]
    return inner + ([node] if node.get("window") else [])


def is_full():
    return [window["fullscreen_mode"] for window in windows(i3("-t", "get_tree"))] == [1]


def workspace():
    return next(found["num"] for found in i3("-t", "get_workspaces") if found["focused"])


@case("i3: each gesture of sway.toml, changed as its file says, does what it says, and clients get nothing besides")
def example():
    os.environ["DISPLAY"] = ":7"
    text = shipped("sway")
    for name, word in (("next-workspace", "next"), ("previous-workspace", "prev")):
        text = re.sub(f'(name = "{name}".*?)run = ".*?"\n', rf'\1run = "i3-msg workspace {word}"\n', text, count=1, flags=re.S)
    with Bench(text.replace("swaymsg", "i3-msg"), name="i3") as bench:
        # `next` and `prev` know only workspaces with something on them.
        for command in ("workspace 2", "open", "workspace 1"):
            equal(i3(command)[0]["success"], True, command)
        expect(bench.daemon, bench.do, bench.desktop.lines, [
            ("full-screen", pinch(3, 0.5), is_full, True, []),
            ("full-screen", pinch(3, 0.5), is_full, False, []),
            ("next-workspace", swipe(3, -40, 0), workspace, 2, []),
            ("previous-workspace", swipe(3, 40, 0), workspace, 1, []),
            ("volume", swipe(4, 0, -30, 1000), lambda: {line[-1] for line in calls()}, {"+"}, []),
        ], False)


DESKTOPS["i3"] = I3
