"""Resident memory, with the configuration that comes with the project."""

import contextlib
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


@case("memory: 120 devices that came and went leave at most 0.5 MB")
def gone():
    kept = 512  # kB of pages that are used in part
    with open("config/config.toml") as file:
        reference = file.read()
    with Daemon(reference) as daemon, contextlib.ExitStack() as stack:
        def come_and_go(count):
            with contextlib.ExitStack() as batch:
                pads = [batch.enter_context(Fingers("touchpad", name=f"pad {number}")) for number in range(count)]
                for pad in pads:
                    daemon.wait_for_device(pad)
                    pad.do("down 3 120 60", "drag 30 0 20", "up")
                most = daemon.memory("Anonymous")
            until("they have gone", lambda: not daemon.status()["devices"])
            return most

        come_and_go(1)
        before = daemon.memory("Anonymous")
        check(max(come_and_go(40) for _ in range(3)) > before + 2 * kept, "40 devices need more memory than may stay")
        # The daemon returns free memory a second after a device has come.
        last = stack.enter_context(Fingers("touchpad"))
        daemon.wait_for_device(last)
        until(f"at most {before + kept} kB (now {daemon.memory('Anonymous')})",
              lambda: daemon.memory("Anonymous") <= before + kept)
