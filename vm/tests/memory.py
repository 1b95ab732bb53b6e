"""Resident memory, with the configuration that comes with the project."""

import os
import signal

from guest import Daemon, Fingers, case, check, until

MOST = 6_000_000 // 1024  # kB; goal 5: 6 MB


def gestures(fingers):
    fingers.do("down 3 120 60", "drag 30 0 120", "up", "wait 300", "down 2", "spread 1.6 150", "up", "wait 300",
               "down 1", "drag 30 20 500", "up", "wait 300")


@case("memory: at most 6 MB are resident, and pages that only a reload or a new device needed are released")
def resident():
    with open("config/config.toml") as file:
        reference = file.read()
    with Fingers("touchscreen") as fingers, Daemon(reference) as daemon:
        def is_given_back(what):
            until(f"after {what} no more is resident than {used} kB (now {daemon.memory('Rss')})",
                  lambda: daemon.memory("Rss") <= used)

        daemon.wait_for_device(fingers)
        gestures(fingers)
        used = daemon.memory("Rss")
        check(used <= MOST, f"{used} kB after the start and some gestures")
        since = daemon.log().count("reloaded")
        os.kill(daemon.pid, signal.SIGHUP)
        until("the configuration is read again", lambda: daemon.log().count("reloaded") > since)
        is_given_back("a reload")
        with Fingers("touchpad") as other:
            until("another device is open", lambda: other.node in daemon.opened())
            is_given_back("a device that came")
        gestures(fingers)
        daemon.status()
        check(daemon.memory("Rss") <= MOST, f"{daemon.memory('Rss')} kB after all that and a status")
