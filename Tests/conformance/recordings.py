"""The recordings of real hardware beside the project, and the output of `gesturectl replay` for them."""

import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
#: The program that replays: with GESTURED_TESTS=whole the release build.
GESTURECTL = (
    os.environ.get("GESTURED_REPLAY") or os.environ.get("GESTURECTL") or os.path.join(HERE, "../../.build/debug/gesturectl"))

# Every type, for one to four fingers if possible; more than usual configurations contain.
RICH = os.path.join(HERE, "rich.toml")


def files():
    """All recordings, or none if the shared directory is absent."""
    folder = HERE
    while folder != "/":
        folder = os.path.dirname(folder)
        shared = os.path.join(folder, "shared", "recordings")
        if os.path.isdir(shared):
            return sorted(os.path.join(shared, name) for name in os.listdir(shared) if name.endswith(".evemu"))
    return []


#: Whether slow tests are run in full: .ci/run sets GESTURED_TESTS=whole.
IS_WHOLE = os.environ.get("GESTURED_TESTS") == "whole"


def some():
    """Every fourth recording, or all of them in the whole tests."""
    return files() if IS_WHOLE else files()[::4]


def refuse(word):
    raise ValueError("%s is not a number" % word)


def replay(paths, configuration=None, commands=(), options=()):
    """The events of each recording, by its name; `commands` are those of `--do`."""
    command = [GESTURECTL, "replay", "--json", *options] + (["--config", configuration] if configuration else [])
    command += [word for line in commands for word in ("--do", line)]
    environment = dict(os.environ, HOME="/nonexistent", XDG_CONFIG_HOME="/nonexistent", XDG_CONFIG_DIRS="/nonexistent")
    environment.pop("GESTURED_CONFIG", None)
    done = subprocess.run(command + paths, capture_output=True, text=True, timeout=600, env=environment)
    if done.returncode != 0:
        # Warnings about devices without a resolution are not errors; the last line is the error.
        raise AssertionError("\n".join(line for line in done.stderr.splitlines() if "gives no resolution" not in line))
    events = {os.path.basename(path)[: -len(".evemu")]: [] for path in paths}
    for line in done.stdout.splitlines():
        event = json.loads(line, parse_constant=refuse)
        events[event["device"]].append(event)
    return events
