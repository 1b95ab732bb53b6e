"""`gesturectl claim` and `doctor` beside sway, as root."""

import os
import subprocess

from compositor import CLAIM, PLUGIN, SWIPE
from desktop import LIBRARY, Bench, Desktop, install
from guest import Daemon, Fingers, case, check, equal, run

PLACE = f"/etc/libinput/plugins/{PLUGIN}"


def install_programs():
    subprocess.run(["cp", "-a", "install/.", "/"], check=True)
    for name in ("gestured", "gesturectl"):  # vm/run put them elsewhere
        if not os.path.lexists(f"/usr/bin/{name}"):
            os.symlink(f"/usr/local/bin/{name}", f"/usr/bin/{name}")


def without_plugin():
    """Installs the programs' files and a libinput that loads plugins, without the plugin."""
    install_programs()
    install(plugin=False)


def claim(choice):
    status, output, errors = run("/usr/bin/gesturectl", "claim", choice)
    return status, output + errors


@case("claim: with Debian's own libinput `claim on` writes nothing, and says why and what else there is")
def refused():
    install_programs()
    run("dpkg", "-S", LIBRARY, within=600)  # the clock jumps while the guest waits for its disk
    status, text = claim("on")
    check(status != 0 and "has no plugins" in text and 'consume = "grab"' in text, f"{status}: {text}")
    check(not os.path.exists(PLACE), "the plugin is in place")


@case("claim: `claim on` beside sway puts the plugin in place and says how to get back; from the next start on it works; `off`")
def on_and_off():
    without_plugin()
    desktop = Desktop()
    try:
        status, text = claim("on")
        equal(status, 0, f"the status; {text}")
        equal(text.count("one Lua"), 1, f"lines of sway in: {text}")
        for wanted in ("libinput 1.31.3, without known faults", "sway: one Lua", "written", "sudo gesturectl plugin remove",
                       "KWIN_LIBINPUT_NO_PLUGINS=1", "AQ_LIBINPUT_NO_PLUGINS=1"):
            check(wanted in text, f"{wanted!r} is not in: {text}")
    finally:
        desktop.stop()
    with Fingers() as fingers, Daemon(CLAIM) as daemon:
        daemon.wait_for_device(fingers)
        for hides in (True, False):
            desktop = Desktop()
            try:
                desktop.wait_for(fingers.event)
                fingers.do(*SWIPE, "wait 500")
                equal(desktop.own(), [] if hides else ["right"], f"sway's own gestures, {'on' if hides else 'off'}")
            finally:
                desktop.stop()
            if hides:
                status, text = claim("off")
                check(status == 0 and "removed" in text, f"{status}: {text}")
        equal(claim("off")[0], 0, "the status of another off")


def doctor(daemon):
    return run("gesturectl", "doctor", "--socket", daemon.socket, "--config", daemon.configuration)[1]


@case("claim: doctor proves by an answer that sway has loaded the plugin, and says so of one that was started before")
def doctor_proves():
    with Bench() as bench:
        text = doctor(bench.daemon)
        check("sway has loaded the plugin" in text, f"doctor: {text}")
        bench.do(*SWIPE, "wait 500")
        equal(bench.desktop.own(), [], "sway's own gestures beside doctor")
    without_plugin()
    desktop = Desktop()
    try:
        with Fingers() as fingers:
            fingers.do("wait 2000")  # the start of a process and the time of a file are compared in seconds
        equal(claim("on")[0], 0, "the status")
        with Fingers() as fingers, Daemon(CLAIM) as daemon:
            daemon.wait_for_device(fingers)
            text = doctor(daemon)
            check("log out and in once" in text, f"doctor beside an older sway: {text}")
            claim("off")
    finally:
        desktop.stop()
