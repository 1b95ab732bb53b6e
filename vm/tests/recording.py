"""A stream causes the same events live and in a replay of its recording."""

import os
import re
import signal
import subprocess

from guest import Daemon, Fingers, Lines, case, check, equal, open_files, run, until

CONFIGURATION = '''
[[gesture]]
name = "pan"
type = "pan"
fingers = 1
[[gesture]]
name = "swipe"
type = "swipe"
fingers = 3
direction = "right"
[[gesture]]
name = "pinch"
type = "pinch"
fingers = 2
'''
STREAM = ["down 1", "drag 15 5 120", "up", "wait 300", "down 3 35 30", "drag 25 0 120", "up", "wait 300", "down 2",
          "spread 1.8 200", "up"]
SEQUENCES = 3


def split(lines):
    """(times from the first event on in ms, the rest of each line)"""
    events = [line.split(" ", 1) for line in lines if re.match(r"[0-9]+\.[0-9]+ ", line)]
    first = float(events[0][0]) if events else 0
    return [round((float(t) - first) * 1000) for t, _ in events], [rest for _, rest in events]


def record(fingers, path, stream=STREAM, sequences=SEQUENCES):
    """The recording that gesturectl makes of a stream."""
    recorder = subprocess.Popen(
        ["gesturectl", "record", "--device", fingers.node, "--sequences", str(sequences), "-o", path],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = Lines(recorder.stdout)

    def listening():
        check(recorder.poll() is None, f"gesturectl record ended at once: {output.read()}")
        with open(f"/proc/{recorder.pid}/stat") as file:
            is_waiting = file.read().rsplit(")", 1)[1].split()[0] == "S"
        return fingers.node in open_files(recorder.pid).values() and is_waiting

    until("gesturectl record listens", listening)
    fingers.do(*stream)
    until("gesturectl record has its sequences", lambda: recorder.poll() is not None)
    check(recorder.returncode == 0, f"gesturectl record: status {recorder.returncode}: {output.read()}")


@case("recording: a recorded stream replayed gives the events that it gave live")
def same_events():
    with Fingers() as fingers, Daemon(CONFIGURATION) as daemon:
        daemon.wait_for_device(fingers)
        record(fingers, "/tmp/stream.evemu")
        daemon.wait(r"pinch pinch \d ended")
        live_times, live = split(daemon.output.read())
        equal(len(live), 5, f"live events of {live}")
        status, output, errors = run("gesturectl", "replay", "--config", daemon.configuration, "/tmp/stream.evemu")
        equal(status, 0, f"gesturectl replay: {errors}")
        replayed_times, replayed = split(output.splitlines())
        equal(replayed, live, "replayed events")
        for one, other in zip(live_times, replayed_times):
            check(abs(one - other) <= 2, f"times differ: live {live_times}, replayed {replayed_times} ms")


@case("recording: one that begins with fingers down replays what a daemon gives that begins with them down")
def fingers_down():
    for path, landed, stream in (
            ("/tmp/two-down.evemu", ["down 2 30 32", "drag 3 2 60"], ["spread 1.8 200", "up", "wait 300", *STREAM]),
            ("/tmp/one-down.evemu", ["down 1 50 30", "drag 2 9 60", "down 1 20 20", "up 1"],
             ["drag 12 4 120", "up", "wait 300", *STREAM])):
        with Fingers() as fingers:
            fingers.do(*landed)
            with Daemon(CONFIGURATION) as daemon:
                daemon.wait_for_device(fingers)
                record(fingers, path, stream, SEQUENCES + 1)
                daemon.wait(r"pinch pinch \d ended")
                live_times, live = split(daemon.output.read())
                equal(len(live), 5, f"events of {live}: fingers that were down before are no part of a gesture")
                status, output, errors = run("gesturectl", "replay", "--config", daemon.configuration, path)
                equal(status, 0, f"gesturectl replay: {errors}")
                replayed_times, replayed = split(output.splitlines())
                equal(replayed, live, f"replayed events of {landed}")
                for one, other in zip(live_times, replayed_times):
                    check(abs(one - other) <= 2, f"times differ: live {live_times}, replayed {replayed_times} ms")


@case("recording: the file names the machine as its firmware does")
def machine():
    with Fingers() as fingers:
        record(fingers, "/tmp/machine.evemu")
    with open("/tmp/machine.evemu") as file:
        named = [line.removeprefix("# DMI: ").strip() for line in file if line.startswith("# DMI: ")]
    modalias = "/sys/class/dmi/id/modalias"
    if os.path.exists(modalias):
        with open(modalias) as file:
            equal(named, [file.read().strip()], "the machine")
    else:
        equal(named, [], "a machine without a name")


@case("recording: evemu accepts the file, and its device plays the same gestures")
def evemu():
    with Fingers() as fingers:
        record(fingers, "/tmp/evemu.evemu")
    twin = subprocess.Popen(["evemu-device", "/tmp/evemu.evemu"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        line = Lines(twin.stdout).wait("/dev/input/event")
        node = re.search(r"/dev/input/event\d+", line).group(0)
        with Daemon(CONFIGURATION) as daemon:
            until("the twin is open", lambda: node in daemon.opened())
            with open("/tmp/evemu.evemu") as file:
                done = subprocess.run(["evemu-play", node], stdin=file, capture_output=True, text=True, timeout=60)
            equal(done.returncode, 0, f"evemu-play: {done.stderr}")
            daemon.wait(r"pinch pinch \d ended")
            states = [" ".join(e.split()[:1] + e.split()[3:4]) for e in daemon.events()]
            equal(states, ["pan began", "pan ended", "swipe recognized", "pinch began", "pinch ended"], "events")
    finally:
        twin.send_signal(signal.SIGTERM)
        twin.wait()
        twin.stdout.close()
