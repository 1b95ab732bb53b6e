"""gestured-typing as installed: its socket, its user, and only the active user's daemon gets its messages."""

import subprocess
import time

from guest import Failed, Fingers, Lines, case, check, equal, open_files, run, until
from service import Machine
from session import active, log_in_other, sessions_of

SOCKET = "/run/gestured-typing/socket"
CLIENT = f'''
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect("{SOCKET}")
connection.send(bytes([1]))  # the request for modifiers
print("connected", flush=True)
while byte := connection.recv(1):
    print(byte.hex(), flush=True)
'''


class Client:
    def __init__(self, user):
        self.process = subprocess.Popen(
            ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "python3", "-c", CLIENT], stdout=subprocess.PIPE)
        self.output = Lines(self.process.stdout)
        self.output.wait("^connected$")
        self.known = 1

    def __enter__(self):
        return self

    def new(self):
        """The messages after those that `gets` has read."""
        return self.output.read()[self.known:]

    def gets(self, *messages, what):
        """Checks that exactly these messages arrive. It waits for them, and half a second for others."""
        until(f"{what} (so far {self.new()})", lambda: len(self.new()) >= len(messages))
        time.sleep(0.5)
        equal(self.new(), list(messages), what)
        self.known += len(messages)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def pid():
    return int(run("systemctl", "show", "-p", "MainPID", "--value", "gestured-typing.service")[1])


def log():
    return run("journalctl", "-q", "-n", "12", "-o", "cat", "--no-pager", "-u", "gestured-typing.service")[1].replace("\n", " | ")


def wait_until_open(keyboard):
    try:
        until("the keyboard is open", lambda: keyboard.node in files())
    except Failed as failure:
        raise Failed(f"{failure}; log: {log()}") from None


def files():
    return set(open_files(pid()).values())


@case("typing unit: it is not enabled; started, it runs as its own user and opens keyboards only while one is connected")
def unit():
    Machine.set_up()
    equal(run("systemctl", "is-enabled", "gestured-typing.socket")[1].strip(), "disabled", "as installed")
    equal(run("systemd-sysusers")[0], 0, "systemd-sysusers")
    run("systemctl", "daemon-reload")
    status, _, errors = run("systemctl", "start", "gestured-typing.socket")
    equal(status, 0, f"the socket: {errors}")
    until("tester's session is active", lambda: active() == sessions_of("tester")[0])
    with Fingers("keyboard") as keyboard, Fingers() as pad:
        with Client("tester") as client:
            wait_until_open(keyboard)
            check(pad.node not in files(), "the touchpad is open")
            with open(f"/proc/{pid()}/status") as file:
                facts = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
            check(int(facts["Uid"].split()[0]) not in (0, 1000), f"it runs as {facts['Uid']}")
            equal((int(facts["CapEff"], 16), facts["NoNewPrivs"], facts["Seccomp"]), (0, "1", "2"), "privileges")
            keyboard.do("key 30")
            client.gets("80", what="what the user of the active session types")
        until("the keyboard is closed", lambda: keyboard.node not in files())


@case("typing unit: a user whose session is not active gets nothing of what another types")
def users():
    Machine.set_up()
    run("systemctl", "start", "gestured-typing.socket")
    first, second = sessions_of("tester")[0], log_in_other()
    run("loginctl", "activate", first)
    until("the first session is active", lambda: active() == first)
    with Fingers("keyboard") as keyboard, Client("tester") as one, Client("other") as other:
        wait_until_open(keyboard)
        keyboard.do("raw 1 125 1", "raw 0 0 0")
        one.gets("08", what="super is held in the first session")
        other.gets(what="in the second session of this")
        run("loginctl", "activate", second)
        until("the second session is active", lambda: active() == second)
        keyboard.do("raw 1 125 0", "raw 0 0 0")
        one.gets("00", what="super is released in the first session")
        # The keys are typed one after the other, because on a busy machine two keys may be one message.
        for key in (30, 31):
            keyboard.do(f"key {key}")
            other.gets("80", what="what the second user types")
        one.gets(what="in the first session of this")
