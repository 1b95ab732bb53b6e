"""X.Org with its libinput driver."""

import os
import shutil

from desktop import DESKTOPS, RUNTIME, Desktop, Program, claimed, plugged, restarted
from guest import until


class XServer(Desktop):
    def __init__(self, name):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.makedirs(RUNTIME, mode=0o700)
        self.others = []
        self.compositor = Program(name, ["Xorg", ":7", "-noreset", "-nolisten", "tcp", "vt1"], {})
        until(f"it has a socket: {self.compositor.output.read()[-5:]}", lambda: os.path.exists("/tmp/.X11-unix/X7"), 120)
        self.client = Program("client", ["python3", "x_client.py"], {"DISPLAY": ":7"})
        self.client.output.wait("^drawn")

    def own(self):
        return []


DESKTOPS["xorg"] = XServer

for a_way in ("plugin", "grab"):
    for an_order in ("device desktop daemon", "device daemon desktop"):
        claimed("xorg", a_way, an_order)
    plugged("xorg", a_way, 5)
    restarted("xorg", a_way)
