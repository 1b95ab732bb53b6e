"""The virtio multitouch screen, touched from outside the guest (see touch_by_qmp.py)."""

import glob

from guest import Daemon, case, check, equal, until

PAN = '[[gesture]]\nname = "pan"\ntype = "pan"\nfingers = 3\n'


class Screen:
    name = "virtio multitouch"

    def __init__(self):
        self.node = until("virtio-multitouch has a node", self.find)

    @staticmethod
    def find():
        for path in glob.glob("/sys/class/input/event*/device/name"):
            with open(path) as file:
                if "MultiTouch" in file.read():
                    return "/dev/input/" + path.split("/")[4]
        return None


@case("devices: a virtio multitouch screen touched by QMP is found, warns of its unknown size, and pans")
def touched_from_outside():
    screen = Screen()
    with Daemon(PAN) as daemon:
        report = daemon.wait_for_device(screen)
        equal(report.get("kind"), "touchscreen", "kind")
        check(report.get("slots", 0) >= 10, f"slots {report.get('slots')}")
        size = f"{report['width']:.0f} × {report['height']:.0f} mm"
        check(any("no resolution" in w and size in w for w in report["warnings"]),
              f"no warning that {size} are assumed: {report['warnings']}")
        with open("/host/touch", "w"):
            pass
        daemon.wait("pan pan 3 began")
        daemon.wait(r"pan pan \d ended")
        equal(len([e for e in daemon.events() if " began" in e]), 1, "pans")
