"""The unit with the drop-in for kiosks: gestures are recognized, and nothing else can be done."""

import ctypes
import errno
import json
import os
import shutil
import subprocess

from guest import Fingers, Lines, case, check, equal, run, until
from service import DROP_INS, HOME, Machine, as_tester, device, is_active, journal, pid, read, systemctl

DROP_IN = f"{DROP_INS}/confined.conf"


def confined():
    """The daemon under the drop-in; its pid."""
    Machine.set_up()
    if not os.path.exists(DROP_IN):
        shutil.copy("/usr/share/gestured/confined.conf", DROP_IN)
        shutil.chown(DROP_IN, "tester", "tester")
        systemctl("daemon-reload")
        systemctl("restart", "gestured.socket", "gestured.service")
    until(f"the confined daemon runs ({journal()})", is_active, 60)
    return pid()


@case("confined: a device that comes is opened, and its gestures are recognized")
def recognizes():
    confined()
    with Fingers("touchscreen") as fingers:
        until("the daemon opened the device", lambda: device(fingers.node))
        subscriber = subprocess.Popen(
            ["setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", "XDG_RUNTIME_DIR=/run/user/1000",
             "gesturectl", "monitor", "--json"], stdout=subprocess.PIPE)
        output = Lines(subscriber.stdout)
        try:
            until("the subscription", lambda: '"count":1' in (run(
                "setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env",
                "XDG_RUNTIME_DIR=/run/user/1000", "gesturectl", "status", "--json")[1].split('"subscribers":', 1)[-1]))
            fingers.do("down 1", "wait 60", "up")
            output.wait('"tap"')
        finally:
            subscriber.kill()
            subscriber.wait()


@case("confined: a locked session stays locked over a restart")
def stays_locked():
    confined()
    equal(as_tester("gesturectl", "control", "context", "locked=yes")[0], 0, "the status of gesturectl context")
    try:
        systemctl("restart", "gestured.service")
        until(f"the daemon runs again ({journal()})", is_active, 60)
        check('"locked":"yes"' in as_tester("gesturectl", "status", "--json")[1].replace(" ", ""), "locked is not kept")
    finally:
        as_tester("gesturectl", "control", "context", "locked=no")


# Only the user's own programs may connect.
CHECK = """
import json, socket
client = socket.socket(socket.AF_UNIX)
client.settimeout(60)
client.connect("/run/user/1000/gestured/control.sock")
text = "[[gesture]]\\ntype = 1\\n"
client.sendall(json.dumps({"method": "org.gestured.Gestures.CheckConfiguration", "parameters": {"text": text}}).encode() + bytes(1))
answer = b""
while not answer.endswith(bytes(1)):
    answer += client.recv(65536)
print(answer[:-1].decode())
"""


@case("confined: a client's configuration is checked")
def checks():
    confined()
    status, said, errors = as_tester("python3", "-c", CHECK)
    equal(status, 0, f"the client: {errors}")
    answer = json.loads(said)
    check("error" not in answer and answer["parameters"]["problems"], f"the answer: {answer}")


@case("confined: no command is executed")
def runs_nothing():
    first = confined()
    for path in (f"{HOME}/environment", "/var/tmp/written"):
        if os.path.exists(path):
            os.unlink(path)
    with Fingers("touchscreen") as fingers:
        until("the daemon opened the device", lambda: device(fingers.node))
        fingers.do("down 1", "wait 60", "up")
        until("the refusal is logged", lambda: "Permission denied" in run(
            "journalctl", "-q", "-o", "cat", "--no-pager", f"_PID={first}")[1])
        check(read(f"{HOME}/environment") is None and read("/var/tmp/written") is None, "the command was executed")
    equal(pid(), first, "the daemon's pid")


@case("confined: no privileges, filtered system calls, and nothing of the user can be written")
def restricted():
    daemon = confined()
    status = dict(line.split(":\t", 1) for line in read(f"/proc/{daemon}/status").splitlines() if ":\t" in line)
    equal(status["NoNewPrivs"], "1", "NoNewPrivs")
    equal(status["Seccomp"], "2", "Seccomp")
    equal(int(status["CapEff"], 16), 0, "CapEff")
    for path in (HOME, "/run/user/1000", "/etc"):
        equal(write_as_daemon(daemon, f"{path}/from-the-daemon"), errno.EROFS, f"writing below {path}")
    equal(write_as_daemon(daemon, "/run/user/1000/gestured/from-the-daemon"), 0, "writing beside its socket")
    os.unlink("/run/user/1000/gestured/from-the-daemon")
    equal(write_as_daemon(daemon, "/var/tmp/from-the-daemon"), 0, "writing below its own /var/tmp")
    check(not os.path.exists("/var/tmp/from-the-daemon"), "PrivateTmp= has no effect")


def write_as_daemon(daemon, path):
    """The error of making a file in the daemon's view of the file system. It is tried as root, so it would fail for every
    user."""
    child = os.fork()
    if child == 0:
        namespace = os.open(f"/proc/{daemon}/ns/mnt", os.O_RDONLY)
        if ctypes.CDLL(None, use_errno=True).setns(namespace, 0) != 0:
            os._exit(255)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        except OSError as error:
            os._exit(error.errno)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
