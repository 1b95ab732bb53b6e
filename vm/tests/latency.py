"""What the bench and its guard share: a gesture with a command, the time of a start, and from a lift to a message."""

import os
import subprocess

from guest import Fingers, until
from reader import Reader

SWIPES, FINGERS = 200, 3
SWIPE = "96 0 120 125 200"  # mm, mm, ms, Hz, ms after it
REST = 1500  # ms: longer than gestured waits before it releases pages
STAMPS, LIFTS, MESSAGES = "/tmp/stamps", "/tmp/lifts", "/tmp/messages"
SOCKET = "/run/gestured-bench/control.sock"
SUBSCRIBE = ('{"method": "org.gestured.Gestures.Subscribe", "more": true, '
             '"parameters": {"states": ["recognized"]}}')
CONFIGURATION = f'''
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
direction = "right"
fire_on = "release"
exec = ["/usr/local/bin/stamp", "{STAMPS}"]
'''


def numbers(path):
    try:
        with open(path) as file:
            return [int(line) for line in file if line.endswith("\n")]
    except OSError:
        return []


def percentiles(path):
    """us from the lift, p50, p99 and the longest."""
    latencies = sorted((s - l) / 1e3 for s, l in zip(numbers(path)[5:], numbers(LIFTS)[5:]))
    return [latencies[int(len(latencies) * q)] for q in (0.5, 0.99, 0.9999)]


def start_time(count, command):
    """The medians of the time to READY=1 and of the processor time for it, in us."""
    done = subprocess.run(["start", str(count), *command], capture_output=True, text=True, check=True, timeout=300)
    return [int(word) / 1e3 for word in done.stdout.split()]


def of_messages(name, command, request, swipes, swipe=SWIPE):
    """us from the lift to the message, p50, p99 and the longest."""
    for path in (STAMPS, LIFTS, MESSAGES):
        if os.path.exists(path):
            os.remove(path)
    with Fingers("touchscreen", "-l", LIFTS) as fingers:
        reader = Reader(name, command(fingers.node), fingers.node)
        until("the socket is there", lambda: os.path.exists(SOCKET))
        subscriber = subprocess.Popen(["subscribe", SOCKET, MESSAGES, *request])
        fingers.do(f"wait {REST}", f"swipes 5 {FINGERS} {swipe}")
        until("the first messages came", lambda: len(numbers(MESSAGES)) == 5)
        fingers.do(f"swipes {swipes} {FINGERS} {swipe}")
        until("all messages came", lambda: len(numbers(MESSAGES)) >= 5 + swipes)
        subscriber.kill()
        subscriber.wait()
        reader.stop()
    return percentiles(MESSAGES)
