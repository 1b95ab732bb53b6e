"""The events that a compositor's client receives from actions of a touchscreen, and the ends of its touches."""

from compositor import MOVE
from desktop import Bench
from guest import Fingers, case, check, until

HEAD = '[[gesture]]\nname = "g"\ndevice = "touchscreen"\ncancels_touches = true\n'
PAN = 'type = "pan"\nfingers = 2\n'
DRAG = ["down 2", "drag 40 0 400", "up", "wait 400"]
# The gesture, its touches, and what the client must get in this order.
ACTIONS = {
    "click": ('type = "long-press"\nclick = { button = "right", at = "touch" }\n', ["down 1", "wait 900", "up", "wait 400"],
              ["button pressed", "button released"]),
    "button": (PAN + 'button = "left"\n', DRAG, ["button pressed", "button released"]),
    "move": (PAN + "move = true\n", DRAG, ["pointer motion"]),
    "scroll": (PAN + 'axis = "vertical"\nscroll = true\n', ["down 2", "drag 0 40 400", "up", "wait 400"], ["axis"]),
    "touchpad": ('type = "pinch"\nfingers = 2\ntouchpad = { fingers = 2 }\n', ["down 2", "spread 2 500", "up", "wait 700"],
                 ["pinch begin", "pinch update", "pinch end"]),
    "keys": (PAN + 'keys = "a"\n', DRAG, ["key pressed", "key released"]),
}


def in_order(wanted, names):
    rest = iter(names)
    return all(name in rest for name in wanted)


def touches_left(lines):
    """The touches that have not ended for the client."""
    down = set()
    for words in (line.split() for line in lines):
        if words[:2] == ["touch", "down"]:
            down.add(words[2])
        elif words[:2] == ["touch", "up"]:
            down.discard(words[2])
        elif words[:2] == ["touch", "cancel"]:
            down.clear()
    return down


def action_works(compositor, way, action):
    @case(f"{compositor}: with the {way} `{action}` of a touchscreen works, its touches are cancelled, and the next touch is one")
    def works():
        expect_action(compositor, way, action)


def expect_action(compositor, way, action):
    gesture, motion, wanted = ACTIONS[action]
    with Bench(HEAD + gesture, "touchscreen", name=compositor, way=way) as bench:
        bench.do(*motion)
        names = bench.desktop.names()
        until(f"the client gets {wanted}; it got {names}; log: {bench.daemon.log()[-300:]}",
              lambda: in_order(wanted, bench.desktop.names()), 5)
        left = touches_left(bench.desktop.lines())
        check(not left, f"touches {left} never end for the client: {bench.desktop.names()}")
        since = len(bench.desktop.lines())
        bench.do("down 1 20 20", "drag 5 0 60", "up", "wait 100")
        until(f"the next touch is whole: {bench.desktop.lines()[since:]}",
              lambda: in_order(["touch down", "touch up"], bench.desktop.names(since)), 5)


# The same for a compositor that does not pass TOUCH_CANCEL on. Under a claim of two fingers and more, the client receives no
# touch.
CLAIMED = {
    **ACTIONS,
    "click": ('type = "long-press"\nfingers = 2\nclick = { button = "right", at = "touch" }\n',
              ["down 2", "wait 900", "up", "wait 400"], ["button pressed", "button released"]),
}
CLAIM = '[[device]]\nmatch = { name = "*" }\nclaim = "2.."\n'


def claimed_action_works(compositor, way, action):
    @case(f"{compositor}: with the {way} `{action}` of a touchscreen works under a claim, and the client gets none of its touches")
    def works():
        gesture, motion, wanted = CLAIMED[action]
        head = HEAD.replace("cancels_touches = true\n", "")
        with Bench(CLAIM + head + gesture, "touchscreen", name=compositor, way=way) as bench, Fingers() as pad:
            # weston gives buttons and scrolls to the window that the pointer was moved to.
            bench.daemon.wait_for_device(pad)
            bench.wait_for_desktop(pad)
            pad.do(*MOVE)
            until(f"the pointer is on the window: {bench.desktop.names()}", lambda: "pointer enter" in bench.desktop.names())
            bench.do(*motion)
            until(f"the client gets {wanted}; it got {bench.desktop.names()}; log: {bench.daemon.log()[-300:]}",
                  lambda: in_order(wanted, bench.desktop.names()), 5)
            touches = [name for name in bench.desktop.names() if name.startswith("touch")]
            check(not touches, f"the client got touches: {bench.desktop.names()}")
            since = len(bench.desktop.lines())
            bench.do("down 1 20 20", "drag 5 0 60", "up", "wait 100")
            until(f"the next touch is whole: {bench.desktop.lines()[since:]}",
                  lambda: in_order(["touch down", "touch up"], bench.desktop.names(since)), 5)


# The gestures of config/examples/touchscreen.toml: their touches, and what the client or the compositor's own binding gets.
EXAMPLE = {
    "right-click": (["down 1", "wait 900", "up"], ["button pressed", "button released"], None),
    "workspaces": (["down 1 1 60", "drag 80 0 400", "up"], None, "right"),
    "overview": (["down 4", "drag 80 0 400", "up"], None, "four"),
    "zoom": (["down 3", "spread 2 500", "up"], ["pinch begin", "pinch update", "pinch end"], None),
}


def expect_example(way):
    """Each gesture of the shipped file does what it says in sway."""
    with open("config/examples/touchscreen.toml") as file:
        text = file.read()
    with Bench(text, "touchscreen", way=way) as bench:
        for name, (motion, wanted, own) in EXAMPLE.items():
            since, count = len(bench.desktop.lines()), len(bench.desktop.own())
            bench.do(*motion, "wait 700")
            got = f"{name}: the client got {bench.desktop.names(since)}, sway {bench.desktop.own()[count:]}"
            if wanted:
                check(in_order(wanted, bench.desktop.names(since)), got)
            check(bench.desktop.own()[count:] == ([own] if own else []), got)
            check(not touches_left(bench.desktop.lines()), f"a touch never ends: {got}")
