"""Hours of touches: two touchscreens and a touchpad, reloads, clients, commands. SOAK_HOURS of the guest's clock (8).

The recording of each device, replayed offline, has the same gestures; memory and descriptors do not grow."""

import collections
import json
import os
import re
import signal
import socket
import subprocess
import time

from guest import Daemon, Fingers, case, check, equal, open_files, run, until

HOURS = float(os.environ.get("SOAK_HOURS") or 8)
TYPES = ["swipe", "pan", "pinch", "long-press", "tap"]
EXTRA = {"swipe": 'fingers = 3\ndirection = "right"\nexec = ["true"]\n', "pan": "fingers = 2\n", "tap": "taps = 2\n"}
CONFIGURATION = "".join(
    f'[[gesture]]\nname = "{kind}-{name}"\ntype = "{name}"\ndevice = "{kind}"\n{EXTRA.get(name, "")}'
    for kind in ("touchscreen", "touchpad") for name in TYPES)
ROUND = [
    "down 3", "drag 25 0 120", "up", "wait 500", "down 2", "spread 1.8 200", "up", "wait 500", "down 1", "wait 700", "up",
    "wait 600", "down 1", "wait 60", "up", "wait 100", "down 1", "wait 60", "up", "wait 600", "down 2", "drag 0 20 300", "up",
    "wait 500"]
ROUNDS = 20  # each quarter of an hour and device
QUARTER = 900


def recorder(fingers, path):
    process = subprocess.Popen(
        ["gesturectl", "record", "--device", fingers.node, "-o", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    until("the recorder has the device", lambda: fingers.node in open_files(process.pid).values())
    return process


def disturb(daemon, quarter):
    """Disturbs the daemon: a reload, clients and a device that come and go, a context."""
    log = daemon.log().count("reloaded")
    os.kill(daemon.pid, signal.SIGHUP)
    until(f"the configuration is read again: {daemon.log()[-400:]}", lambda: daemon.log().count("reloaded") > log)
    for _ in range(20):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(daemon.socket)
            call = {"method": "org.gestured.Gestures.Subscribe", "more": True, "parameters": {"touches": quarter % 2 == 0}}
            client.sendall(json.dumps(call).encode() + b"\0")
        daemon.status()
    with Fingers("touchscreen", name=f"visitor {quarter}") as visitor:
        daemon.wait_for_device(visitor)
        visitor.do("down 1")
    daemon.wait_without_device(visitor)


@case("soak: hours of touches lose no gesture, and memory and descriptors do not grow")
def soak():
    began = time.monotonic()
    with Fingers("touchscreen") as screen, Fingers("touchpad") as pad, Daemon(CONFIGURATION) as daemon:
        devices = {"touchscreen": screen, "touchpad": pad}
        for fingers in devices.values():
            daemon.wait_for_device(fingers)
        recorders = {kind: recorder(fingers, f"/tmp/{kind}.evemu") for kind, fingers in devices.items()}
        used = []
        visits = 0
        for quarter in range(int(HOURS * 4)):
            start = time.monotonic()
            for _ in range(ROUNDS):
                for fingers in devices.values():
                    fingers.do(*ROUND)
            disturb(daemon, quarter)
            visits += 1
            left = QUARTER - (time.monotonic() - start)
            if left > 0:
                screen.do(f"wait {int(left * 1000)}")
            used.append((daemon.memory("Anonymous"), daemon.descriptors()))
            print(f"quarter {quarter + 1}: {used[-1][0]} kB, {used[-1][1]} descriptors, {len(daemon.events())} events", flush=True)
        for process in recorders.values():
            process.send_signal(signal.SIGINT)
            equal(process.wait(60), 0, "the recorder's status")
        compare(daemon, devices, visits)
        settled = used[min(3, len(used) - 1)]
        check(used[-1][0] <= settled[0] + 256, f"memory grows: {used}")
        check(used[-1][1] <= settled[1], f"descriptors grow: {used}")
        print(f"soak: {(time.monotonic() - began) / 3600:.1f} hours, {len(daemon.events())} events", flush=True)


def compare(daemon, devices, visits):
    for kind in devices:
        status, output, errors = run("gesturectl", "replay", "--limit", "1024", "--config", daemon.configuration, f"/tmp/{kind}.evemu", within=600)
        equal(status, 0, f"gesturectl replay: {errors}")
        offline = [line.split(" ", 1)[1] for line in output.splitlines() if re.match(r"[0-9.]+ ", line)]
        check(len(offline) >= ROUNDS * len(TYPES) * HOURS * 4, f"{len(offline)} events offline")
        live = [line for line in daemon.events() if line.startswith(kind)]
        # Touches of the visiting device belong to the touchscreen's gestures and are not in its recording. They are cancelled.
        extra = collections.Counter(live) - collections.Counter(offline)
        missing = collections.Counter(offline) - collections.Counter(live)
        equal(sum(missing.values()), 0, f"{kind}: gestures that are missing: {missing.most_common(3)}")
        equal(sum(extra.values()), 0, f"{kind}: gestures that are not in the recording: {extra.most_common(3)}")
    started = daemon.status()["actions"]["started"]
    swipes = sum(" swipe " in f" {line} " and "recognized" in line for line in daemon.events())
    equal(started, swipes, "commands started")
