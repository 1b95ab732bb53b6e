"""The Debian package in a system without a toolchain: installed, used, upgraded, removed and purged, in this order."""

import glob
import os
import subprocess
import time

from guest import Fingers, case, check, equal, run, until
from service import HOME, RUNTIME, Machine, as_tester, device, is_active, journal, pid, read, systemctl, unit

CONFIGURATION = f"{HOME}/.config/gestured/config.toml"
LOG = "/tmp/wpctl-was-started"
# What stands for the programs of the example `media`.
STAND_INS = {"/usr/local/bin/wpctl": f'#!/bin/sh\necho "$@" >>{LOG}\n', "/usr/local/bin/playerctl": "#!/bin/sh\n"}
# Like a desktop, a unit of the session that starts graphical-session.target.
DESKTOP = "[Unit]\nBindsTo=graphical-session.target\n[Service]\nExecStart=/usr/bin/sleep infinity\n"
# These change with every package, or while the system runs.
MOVING = ("/proc", "/sys", "/run", "/dev", "/tmp", "/host", "/home", "/var/log", "/var/lib/dpkg", "/var/cache", "/var/lib/systemd",
          "/var/tmp", "/root", "/etc/.pwd.lock", "/mnt", "/var/lib/private")


def files():
    found = set()
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in MOVING]
        found |= {os.path.join(folder, name) for name in names if "__pycache__" not in folder}
    return found


def dpkg(*arguments):
    begin = time.monotonic()
    status, output, errors = run("dpkg", *arguments, within=600)  # the clock jumps while the disk is waited for
    equal(status, 0, f"dpkg {' '.join(arguments)}: {output} {errors}")
    return time.monotonic() - begin


def owned(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    subprocess.run(["chown", "-R", "tester:tester", HOME], check=True)


def makes_a_gesture():
    """Makes a swipe of four fingers up, and returns the output of the first configuration's command."""
    if os.path.exists(LOG):
        os.unlink(LOG)
    with Fingers("touchpad") as pad:
        until("the daemon has opened the touchpad", lambda: device(pad.node), 60)
        pad.do("down 4", "drag 0 -30 400", "up")
        return until("the command of the gesture has run", lambda: read(LOG))


class State:
    before: set = set()


@case("package: 1 there is no toolchain, and dpkg installs it for a user with a desktop, who needs no further step")
def install():
    equal(run("sh", "-c", "command -v swift clang gcc")[1], "", "toolchains")
    State.before = files()
    Machine.log_in()
    owned(f"{HOME}/.config/systemd/user/desktop.service", DESKTOP)
    systemctl("daemon-reload")
    systemctl("start", "desktop.service")
    took = dpkg("-i", *glob.glob("gestured_0.0.*.deb"))
    until("the service runs", is_active, 60)
    equal(as_tester("gesturectl", "status", "--json")[0], 0, "gesturectl status")
    print(f"# installed and running after {took:.1f} s of the guest", flush=True)


@case("package: 2 gesturectl setup --only-configuration writes a first configuration, and a touch runs its command")
def first_gesture():
    # The first configuration is `media` where both of its programs are there.
    for path, text in STAND_INS.items():
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)
    begin = time.monotonic()
    status, output, errors = as_tester("gesturectl", "setup", "--only-configuration")
    equal(status, 0, f"gesturectl setup --only-configuration: {errors}")
    check(os.path.exists(CONFIGURATION), f"no {CONFIGURATION}: {output}")
    check("%+" in makes_a_gesture(), "the volume was not raised")
    print(f"# from init to the command {time.monotonic() - begin:.1f} s of the guest", flush=True)


@case("package: 3 the package has its manual pages, completions, examples and schema")
def found():
    listed = run("dpkg", "-L", "gestured")[1].split()
    for path in ("man/man1/gestured.1.gz", "man/man1/gesturectl.1.gz", "man/man5/gestured.toml.5.gz",
                 "man/man7/gestured-varlink.7.gz", "man/man8/gestured-typing.8.gz",
                 "bash-completion/completions/gesturectl", "gestured/examples/sway.toml", "gestured/gestured.schema.json",
                 "gestured/org.gestured.Gestures.varlink", "doc/gestured/copyright"):
        check(f"/usr/share/{path}" in listed, path)


@case("package: 4 an upgrade keeps the configuration, and the new daemon runs in place of the old one")
def upgrade():
    owned(CONFIGURATION, read(CONFIGURATION) + "# mine\n")
    before, first = read(CONFIGURATION), pid()
    took = dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
    equal(read(CONFIGURATION), before, "the configuration")
    until("another daemon runs", lambda: is_active() and pid() not in (0, first), 60)
    makes_a_gesture()
    print(f"# upgraded after {took:.1f} s of the guest", flush=True)


@case("package: 5 what a user has stopped stays stopped after an upgrade")
def stopped():
    systemctl("stop", "gestured.service")
    dpkg("-i", *glob.glob("gestured_[!0]*.deb"), *glob.glob("gestured_0.[!0]*.deb"))
    check(not is_active(), "the service runs again")


@case("package: 6 the next login starts the daemon by itself")
def next_login():
    run("systemctl", "stop", "seat.service")
    run("loginctl", "terminate-user", "tester")
    until("the user's systemd has ended", lambda: not os.path.exists(f"{RUNTIME}/systemd"), 120)
    run("systemctl", "reset-failed", "seat.service")
    Machine.log_in()
    until("the service runs", is_active, 120)


@case("package: 7 removal stops the daemon and its socket")
def remove():
    first = pid()
    dpkg("-r", "gestured")
    until("the daemon has ended", lambda: not os.path.exists(f"/proc/{first}"))
    check(not os.path.exists(f"{RUNTIME}/gestured/control.sock"), "the socket is still there")
    systemctl("daemon-reload")
    equal(unit("LoadState"), "not-found", "the unit")
    check(os.path.exists(CONFIGURATION), "the user's configuration is gone")


@case("package: 8 purge leaves nothing of the package")
def purge():
    dpkg("-P", "gestured")
    left = sorted(path for path in files() - State.before if path not in STAND_INS)
    equal(left, [], "files that are left")
    left = [path for path in glob.glob("/var/lib/systemd/**", recursive=True) if "gestured" in path]
    equal(left, [], "state of systemd that is left")
    check("gestured" not in run("dpkg", "-l")[1], f"dpkg lists it: {journal()}")
