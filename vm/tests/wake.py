"""The first touch of a screen that is off wakes it and reaches no client, and the next one does: config/examples/wake.toml with the
program `screen`, in compositors that speak wlr-output-power-management."""

import os

from desktop import RUNTIME, Bench, Program
from guest import case, check, equal, run, until

TOP = os.getcwd()
SCREEN = f"{TOP}/config/context/screen"
# Screens that go off, each with a first and a second tap.
TIMES = 100
TAP = ("down 1 60 60", "wait 60", "up", "wait 100")


def configuration():
    with open("config/examples/wake.toml") as file:
        text = file.read()
    run_line = 'run = "/usr/share/gestured/context/screen on"'
    check(run_line in text, "the example's command")
    # The key would need a virtual keyboard, and the compositor has no idle timer here.
    return text.replace(
        run_line,
        f'run = "XDG_RUNTIME_DIR={RUNTIME} WAYLAND_DISPLAY=$(basename {RUNTIME}/wayland-?) {SCREEN} on"').replace('keys = "wakeup"\n', "")


def wakes(name, way):
    @case(f"{name}: with the {way} the first touch of a screen that is off wakes it and is hidden, and the next one is not, {TIMES} times")
    def row():
        with Bench(configuration(), "touchscreen", way=way, name=name,
                   order="desktop device daemon") as bench:
            display = f"{RUNTIME}/{bench.desktop.display()}"
            # What gesturectl finds there is the daemon's socket.
            session = f"{bench.daemon.directory}/session"
            os.makedirs(f"{session}/gestured")
            os.symlink(bench.daemon.socket, f"{session}/gestured/control.sock")
            context = Program("context", [SCREEN], {"XDG_RUNTIME_DIR": session, "WAYLAND_DISPLAY": display})

            def expect_screen(word):
                until(f"the screen is {word}; {context.output.read()[-3:]} {bench.daemon.log()[-300:]}",
                      lambda: bench.daemon.status()["context"].get("screen") == word, 30)

            try:
                expect_screen("on")
                seen = [0, 0]
                for _ in range(TIMES):
                    status, _, errors = run(SCREEN, "off", env={**os.environ, "WAYLAND_DISPLAY": display})
                    equal(status, 0, errors)
                    expect_screen("off")
                    for which in range(2):
                        since = len(bench.desktop.lines())
                        bench.do(*TAP)
                        seen[which] += any(line.startswith("touch down") for line in bench.desktop.lines()[since:])
                        expect_screen("on")
                equal(seen, [0, TIMES], "the first and the second taps that the client got")
            finally:
                context.stop()


for a_name in ("sway", "labwc"):
    for a_way in ("plugin", "grab"):
        wakes(a_name, a_way)
