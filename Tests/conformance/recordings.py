"""The recordings of real hardware beside the project, and what `gesturectl replay` makes of them."""

import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
GESTURECTL = os.environ.get("GESTURECTL", os.path.join(HERE, "../../.build/debug/gesturectl"))

# Every type, for one to four fingers where that is possible; what people have in their configurations, and more.
RICH = os.path.join(HERE, "rich.toml")


def files():
    """All recordings, or none where the shared folder is absent."""
    folder = HERE
    while folder != "/":
        folder = os.path.dirname(folder)
        shared = os.path.join(folder, "shared", "recordings")
        if os.path.isdir(shared):
            return sorted(os.path.join(shared, name) for name in os.listdir(shared) if name.endswith(".evemu"))
    return []


def refuse(word):
    raise ValueError("%s is no number" % word)


def replay(paths, configuration=None):
    """The events of each recording, by its name."""
    command = [GESTURECTL, "replay", "--json"] + (["--config", configuration] if configuration else [])
    environment = dict(os.environ, HOME="/nonexistent", XDG_CONFIG_HOME="/nonexistent", XDG_CONFIG_DIRS="/nonexistent")
    environment.pop("GESTURED_CONFIG", None)
    done = subprocess.run(command + paths, capture_output=True, text=True, timeout=600, env=environment)
    if done.returncode != 0:
        # Warnings of devices without a resolution are no errors; the last line says what is wrong.
        raise AssertionError("\n".join(line for line in done.stderr.splitlines() if "gives no resolution" not in line))
    events = {os.path.basename(path)[: -len(".evemu")]: [] for path in paths}
    for line in done.stdout.splitlines():
        event = json.loads(line, parse_constant=refuse)
        events[event["device"]].append(event)
    return events
