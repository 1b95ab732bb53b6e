"""sway: each gesture of the shipped files for touchpads, judged by sway's state and by all that its client gets."""

import glob
import json
import os
import stat

from desktop import RUNTIME, Bench
from guest import case, equal, run, until

STUBS = f"{RUNTIME}-programs"
CALLS = f"{STUBS}/calls"
# wpctl and playerctl need a sound server, so that their arguments are judged.
STUB = f'#!/bin/sh\necho "${{0##*/}} $*" >>{CALLS}\n'
MOUSE = {"left": 272, "right": 273, "middle": 274}
KEYS = {"alt": 56, "left": 105, "right": 106, "leftmeta": 125, "super": 125, "pagedown": 109, "pageup": 104}


def sway(*arguments):
    sockets = glob.glob(f"{RUNTIME}/sway-ipc.*.sock")
    status, output, errors = run("swaymsg", "--socket", sockets[0], "-r", *arguments)
    equal(status, 0, f"swaymsg {arguments}: {output} {errors}")
    return json.loads(output)


def windows(node=None):
    node = node or sway("-t", "get_tree")
    inner = [window for child in node["nodes"] + node["floating_nodes"] for window in windows(child)]
    return inner + ([node] if node.get("pid") else [])


def workspace():
    return next(found["num"] for found in sway("-t", "get_workspaces") if found["focused"])


def is_full():
    return windows()[0]["fullscreen_mode"] == 1


def is_visible():
    return windows()[0]["visible"]


def calls():
    if not os.path.exists(CALLS):
        return []
    with open(CALLS) as file:
        return file.read().splitlines()


def pressed(button):
    return [f"button {MOUSE[button]} pressed", f"button {MOUSE[button]} released"]


def typed(chord):
    codes = [KEYS[key] for key in chord.split("+")]
    return [f"key {code} pressed" for code in codes] + [f"key {code} released" for code in reversed(codes)]


def swipe(fingers, x, y, time=250):
    return [f"down {fingers}", f"drag {x} {y} {time}", "up"]


def pinch(fingers, factor):
    return [f"down {fingers}", f"spread {factor} 500", "up"]


# For each file: each gesture's hand, what sway or a program says after it, and what the client gets besides motion.
# A file without a claim leaves gestures to the client, which are not listed.
FILES = {
    "sway": [
        ("full-screen", pinch(3, 0.5), is_full, False, []),
        ("full-screen", pinch(3, 0.5), is_full, True, []),
        ("next-workspace", swipe(3, -40, 0), workspace, 2, []),
        ("previous-workspace", swipe(3, 40, 0), workspace, 1, []),
        ("volume", swipe(4, 0, -30, 1000), lambda: {line[-1] for line in calls() if line.startswith("wpctl set-volume @DEFAULT_SINK@ ")},
         {"+"}, []),
    ],
    "sway-windows": [
        ("full-screen", swipe(3, 0, -30), is_full, False, []),
        ("move-left", swipe(3, -40, 0), is_visible, True, []),
        ("move-right", swipe(3, 40, 0), is_visible, True, []),
        ("next-workspace", swipe(4, 0, -30), workspace, 2, []),
        ("previous-workspace", swipe(4, 0, 30), workspace, 1, []),
        ("hide", swipe(3, 0, 30), is_visible, False, []),
        ("show-hidden", pinch(4, 1.8), is_visible, True, []),
        ("close", pinch(3, 0.5), windows, [], ["closed"]),
    ],
    "media": [
        ("pause", ["down 4", "wait 50", "up"], calls, ["playerctl play-pause"], []),
        ("track", swipe(4, 40, 0, 600), lambda: calls()[1:], ["playerctl next"], []),
    ],
    "pointer": [
        ("drag", swipe(3, 20, 0, 500), None, None, pressed("left")),
        ("middle-drag", ["down 3", "wait 50", "up", "wait 100", *swipe(3, 20, 0, 500)], None, None, pressed("middle")),
        ("turn-scroll", ["down 3", "turn 60 800", "up"], None, None, ["axis 0"]),
        ("circle-scroll", ["down 4", "circle 10 720 1500", "up"], None, None, ["axis 0"]),
        ("right-click", ["down 3", "wait 1200", "up"], None, None, pressed("right")),
    ],
    "three-finger-drag": [
        ("drag", [*swipe(3, 20, 0, 500), "wait 200", *swipe(3, 20, 0, 500), "wait 800"], None, None, pressed("left")),
        ("next-workspace", swipe(3, -50, 0, 150), None, None, typed("super+pagedown")),
        ("previous-workspace", swipe(3, 50, 0, 150), None, None, typed("super+pageup")),
    ],
    "accessibility": [
        ("right-click", ["down 3", "wait 1600", "up"], None, None, pressed("right")),
        ("overview", ["down 3", "wait 300", "up"], None, None, typed("leftmeta")),
        ("back", swipe(3, -30, 0, 800), None, None, typed("alt+left")),
        ("forward", swipe(3, 30, 0, 800), None, None, typed("alt+right")),
        ("drag", [*swipe(4, 30, 0, 900), "wait 1300"], None, None, pressed("left")),
    ],
}


def received(lines):
    """All but the motion of the pointer, the size of the window and the focus; the steps of a wheel as one."""
    found = []
    for line in lines:
        words = line.split()
        if words[0] in ("pointer", "drawn", "keyboard") or line == "axis stop":
            continue
        what = " ".join(words[:2]) if words[0] == "axis" else line
        if what.startswith("axis") and found[-1:] == [what]:
            continue
        found.append(what)
    return found


def shipped(name):
    """The text of a shipped file, with stubs for the programs that its gestures start."""
    os.makedirs(STUBS, exist_ok=True)
    if os.path.exists(CALLS):
        os.remove(CALLS)
    for program in ("wpctl", "playerctl"):
        with open(f"{STUBS}/{program}", "w") as file:
            file.write(STUB)
        os.chmod(file.name, stat.S_IRWXU)
    os.environ["PATH"] = f"{STUBS}:{os.environ['PATH']}"
    with open(f"config/examples/{name}.toml") as file:
        return file.read()


def expect(daemon, do, lines, steps, is_claimed):
    """Does the hand of each step, and checks what its judge says and what the client gets."""
    do("down 1", "drag 10 5 200", "up", "wait 500")
    for gesture, hand, judge, wanted, events in steps:
        since = len(lines())
        do(*hand, "wait 700")
        what = f"{gesture}; the daemon: {daemon.events()[-3:]}, {daemon.log()[-200:]}"
        if judge:
            until(f"{what}: {wanted}, not {judge()}; {lines()[since:]}", lambda: judge() == wanted, 10)
        got = received(lines()[since:])
        if not is_claimed:
            got = [line for line in got if line.split()[0] not in ("swipe", "pinch", "hold")]
        equal(got, events, f"{what}: what the client got")


def example(name, steps):
    @case(f"sway: each gesture of {name}.toml does what its file says, and its client gets nothing besides")
    def works():
        text = shipped(name)
        with Bench(text) as bench:
            os.environ["SWAYSOCK"] = glob.glob(f"{RUNTIME}/sway-ipc.*.sock")[0]
            sway("input", "type:touchpad", "tap", "enabled")
            bench.restart_daemon()
            expect(bench.daemon, bench.do, bench.desktop.lines, steps, "\nclaim = " in text)


for a_name, some_steps in FILES.items():
    example(a_name, some_steps)
