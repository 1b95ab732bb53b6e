"""docs/kiosk.md, from the bare system to the events of a page: each command of the page, in its order."""

import json
import os
import re
import subprocess
import urllib.request

from guest import Fingers, case, check, equal, run, until
from service import Machine

HOME, RULE, PAGE = "/home/kiosk", "/etc/udev/rules.d/71-kiosk.rules", "http://127.0.0.1:8731"


def blocks():
    with open("kiosk.md", encoding="utf-8") as page:
        return re.findall(r"^```(\w+)\n(.*?)^```", page.read(), re.M | re.S)


def shell(block):
    """Runs each command of a block as root, except the installation of the package."""
    for line in block.splitlines():
        if line.startswith("apt "):
            continue
        status, output, errors = run("sh", "-c", line, within=120)
        check(status == 0, f"{line}: {errors or output}")


def write(path, text, owner=None):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if owner:
        subprocess.run(["chown", "-R", owner, os.path.dirname(path)], check=True)


def as_kiosk(*command):
    uid = run("id", "-u", "kiosk")[1].strip()
    return ["runuser", "-u", "kiosk", "--", "env", f"HOME={HOME}", f"XDG_RUNTIME_DIR=/run/user/{uid}", *command]


@case("kiosk: the commands of docs/kiosk.md make a daemon without a seat, and its events reach a page")
def page():
    if Machine.state == "new":
        Machine.install()
    # No other user has a session here: under another user's session the daemon would make no gestures.
    for session in run("loginctl", "list-sessions", "--no-legend")[1].splitlines():
        run("loginctl", "terminate-session", session.split()[0])
    until("the seat is free", lambda: not run("loginctl", "show-seat", "seat0", "-p", "ActiveSession", "--value")[1].strip(), 60)
    users, rule, reload, configuration, service, confined, _, _, program, html, _ = blocks()
    shell(users[1])
    write(RULE, rule[1])
    shell(reload[1])
    os.makedirs(f"{HOME}/.config/gestured")
    write(f"{HOME}/.config/gestured/config.toml", configuration[1])
    subprocess.run(["chown", "-R", "kiosk:kiosk", f"{HOME}/.config"], check=True)
    shell("\n".join(line for line in service[1].splitlines() if " status " not in line))
    shell(confined[1])
    with Fingers("touchscreen") as fingers:
        devices = lambda: run(*as_kiosk("gesturectl", "status", "--json"))[1]
        until("the daemon has the panel", lambda: any(
            device["node"] == fingers.node and not device.get("problem") for device in json.loads(devices() or "{}").get("devices", [])), 60)
        status, said, _ = run(*as_kiosk("gesturectl", "doctor"))
        check(status == 0, f"doctor: {said}")
        os.makedirs(f"{HOME}/page")
        write(f"{HOME}/page/index.html", html[1])
        write(f"{HOME}/page/serve.py", program[1], "kiosk:kiosk")
        served = subprocess.Popen(as_kiosk("python3", "serve.py"), cwd=f"{HOME}/page", stderr=subprocess.DEVNULL)
        try:
            until("the page is served", lambda: "Touch the screen" in run("python3", "-c", (
                f"import urllib.request; print(urllib.request.urlopen('{PAGE}/').read().decode())"))[1], 60)
            with urllib.request.urlopen(f"{PAGE}/events", timeout=60) as events:
                until("the subscription", lambda: '"count":1' in devices().split('"subscribers":', 1)[-1], 60)
                fingers.do("down 1", "drag -40 0 300", "up")
                line = events.readline().decode()
            event = json.loads(line.removeprefix("data: "))["parameters"]["event"]
            equal((event["gesture"], event["state"]), ("next", "recognized"), "the page's event")
        finally:
            served.kill()
            served.wait()
