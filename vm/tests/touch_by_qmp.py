"""The part of virtio.py on the host: when the guest requests it, three fingers land, move and lift, by QMP."""

import json
import os
import socket
import sys
import time

FINGERS = range(3)


class Machine:
    def __init__(self, path):
        connection = socket.socket(socket.AF_UNIX)
        # The path exists before QEMU listens.
        while connection.connect_ex(path) != 0:
            time.sleep(0.05)
        self.stream = connection.makefile("rw")
        self.stream.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        self.stream.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.stream.flush()
        while True:
            answer = json.loads(self.stream.readline())
            if "error" in answer:
                sys.exit(f"QMP {command}: {answer['error']}")
            if "return" in answer:
                return

    def touch(self, kind, x=None):
        """Sends the touches of all fingers at once; x is in the device's units, 0 to 32767."""
        events = []
        for slot in FINGERS:
            identity = -1 if kind == "end" else 100 + slot
            def data(kind, axis="x", value=0):
                return {"type": "mtt", "data": {"type": kind, "slot": slot, "tracking-id": identity, "axis": axis,
                                                "value": value}}
            events.append(data(kind))
            if x is not None:
                events += [data("data", "x", x + slot * 3000), data("data", "y", 12000)]
        self.execute("input-send-event", events=events)

    def button(self, is_down):
        event = {"type": "btn", "data": {"button": "touch", "down": is_down}}
        self.execute("input-send-event", events=[event])


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.05)


wait_for(os.environ["VM_QMP"])
machine = Machine(os.environ["VM_QMP"])
wait_for(os.environ["VM_SHARE"] + "/touch")
machine.touch("begin", 6000)
machine.button(True)
for step in range(1, 21):
    machine.touch("update", 6000 + step * 500)
    time.sleep(0.01)
machine.touch("end")
machine.button(False)
