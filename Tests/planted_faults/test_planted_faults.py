"""Planted faults of configuration, device, rights, session and command. Each is named by one command of README's table, in the
line that faults.py gives; the same command without the fault has no such line, and nothing says "ok" of what is wrong.

The faults that need logind or a compositor are in vm/tests/planted_faults.py."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "Tests/daemon"))

import bench
import mocks
from bench import DaemonCase
from faults import FAULTS, SWIPE, hand

PLUGIN = "50-gestured.lua"


class PlantedFaults(DaemonCase):
    def setUp(self):
        super().setUp()
        self.variables = {}
        for name in ("config-home/gestured", "run"):
            os.makedirs(self.path(name), mode=0o700)

    def place(self, devices, configuration):
        """The machine: its devices and the file."""
        self.devices = [device() for device in devices]
        self.bed = self.mock(*self.devices)
        self.write("config-home/gestured/config.toml", configuration)

    def start_daemon(self, variables):
        self.daemon = self.start(environment=self.bed.environment | variables)
        self.control = self.varlink(self.daemon)

    def status(self):
        return self.control.call("Status")

    def gesturectl(self, *words):
        """What a command says. Root may read and write everything, so it runs without that."""
        if os.geteuid() == 0 and not shutil.which("setpriv"):
            self.skipTest("setpriv (util-linux) is not there, and root may read everything")
        privilege = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": self.directory, "XDG_RUNTIME_DIR": self.path("run"),
            "XDG_CONFIG_HOME": self.path("config-home"), "XDG_CONFIG_DIRS": self.path("none")} | self.bed.environment
        environment |= {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "LLVM_PROFILE_FILE") if name in os.environ}
        for name, value in self.variables.items():
            environment.pop(name, None)
            if value is not None:
                environment[name] = value.format(run=self.path("run"))
        result = subprocess.run(
            [*privilege, bench.GESTURECTL, *words], capture_output=True, text=True, env=environment, cwd=self.directory,
            stdin=subprocess.DEVNULL, timeout=bench.PATIENCE)
        return result.stdout + result.stderr

    def plant(self, fault):
        self.place(fault.devices, fault.config)
        for step in fault.before:
            step(self)
        if fault.daemon:
            self.start_daemon(fault.daemon_variables)
        self.variables = fault.variables
        for step in fault.after:
            step(self)

    def examine(self, fault):
        if fault.name == "a claim that hides nothing" and any(
                pathlib.Path(place, "libinput/plugins", PLUGIN).exists() for place in ("/etc", "/usr/lib", "/usr/lib64")):
            self.skipTest("this machine has the plugin installed")
        self.plant(fault)
        said = self.gesturectl(*fault.command.split())
        self.assertRegex(said, f"(?m)^{fault.says}$")
        if not fault.not_ok:
            return
        doctor = said if fault.command == "doctor" else self.gesturectl("doctor")
        for line in doctor.splitlines():
            if line.startswith("ok "):
                self.assertNotRegex(line, fault.not_ok, f"a false ok; {fault.command} says:\n{said}")

    def test_without_a_fault_no_command_has_such_a_line(self):
        self.place((mocks.touchpad,), SWIPE + 'run = "true"\n')
        self.start_daemon({})
        hand("swipe 3 right")(self)
        for command in sorted({fault.command for fault in FAULTS}):
            said = self.gesturectl(*command.split())
            for fault in FAULTS:
                if fault.command == command:
                    self.assertNotRegex(said, f"(?m)^{fault.says}$", fault.name)

    def test_there_are_forty(self):
        names = [fault.name for fault in FAULTS]
        self.assertEqual(len(set(names)), len(names))
        self.assertGreaterEqual(len(names), 40)


def test_of(fault):
    return lambda self: self.examine(fault)


for a_fault in FAULTS:
    name = "_".join(re.findall("[a-z0-9]+", f"{a_fault.kind} {a_fault.name}".lower()))
    setattr(PlantedFaults, f"test_{name}", test_of(a_fault))


if __name__ == "__main__":
    unittest.main()
