"""The control socket of the daemon: the varlink client of PyPI, processes that check, and who may connect. What the methods mean, and
clients that do not follow the protocol, are tested in Tests/gesturedTests/Simulation/SimulatedSocketTests."""

import concurrent.futures
import json
import os
import pathlib
import signal
import socket
import stat
import subprocess
import time
import unittest

import varlink

from harness import DEADLINE, DEMO, GESTURECTL, GESTURED, INTERFACE, Client, Place
from passes import Passes, TimeOfLine, lines, time_of_event
from test_gesturectl import DEVICE, down, moved, up

CONFIGURATION = """
[[gesture]]
name = "tap"
type = "tap"
notify = "tapped"

[[gesture]]
name = "drag"
type = "pan"
fingers = 1
when = { app = "firefox" }

[[gesture]]
name = "turn"
type = "rotation"
enabled = false
"""
TAP = '[[gesture]]\ntype = "tap"\n'


class Introspection(Place):
    def test_varlink_client_reads_the_interfaces(self):
        self.start("--replay", DEMO)
        with varlink.Client(address=f"unix:{self.socket_path}") as client:
            self.assertIn("Subscribe", client.get_interface(INTERFACE).members)
            with client.open(INTERFACE) as gestures:
                status = gestures.Status()
                self.assertEqual(status["devices"][0]["kind"], "touchscreen")
                counts = dict.fromkeys(("running", "started", "failed", "timed_out", "refused", "dropped", "let_go"), 0)
                self.assertEqual(status["actions"], {**counts, "programs": [], "failures": []})
                self.assertEqual(status["holders"], [])

    def test_every_declared_method_exists(self):
        self.start("--replay", DEMO)
        with Client(self.socket_path) as client:
            reply = client.call("org.varlink.service.GetInterfaceDescription", {"interface": INTERFACE})
            interface = varlink.Interface(reply["parameters"]["description"])
            methods = [name for name, member in interface.members.items() if type(member).__name__ == "_Method"]
            self.assertIn("Subscribe", methods)
            for method in methods:
                error = client.call(method, {"no_such_parameter": 1}).get("error")
                self.assertEqual(error, "org.varlink.service.InvalidParameter", method)


class Calls(Place):
    def setUp(self):
        super().setUp()
        self.configuration = self.file("config.toml", CONFIGURATION)
        self.daemon = self.start("--replay", DEMO, "--config", self.configuration)

    def test_check_changes_nothing(self):
        with Client(self.socket_path) as client:
            reply = client.call("CheckConfiguration", {"text": '[[gesture]]\ntype = "tipp"\n'})
            self.assertEqual(len(reply["parameters"]["problems"]), 1)
            reply = client.call("CheckConfiguration", {"path": str(self.configuration)})
            self.assertEqual([p for p in reply["parameters"]["problems"] if p["severity"] == "problem"], [])
            self.assertEqual(client.call("Status")["parameters"]["problems"], [])

    def check_that_stands_still(self, client):
        """Its process is stopped as soon as it is there: it has a quarter of a second of work before it, of 20 s. A busy
        machine gives it a fortieth of its time, because it is nice."""
        text = "".join(
            f'[[gesture]]\nname = "g{n}"\ntype = "tap"\nfingers = {n % 4 + 1}\ntaps = {n % 3 + 1}\n' for n in range(96))
        before = self.workers()
        client.send("CheckConfiguration", {"text": text})
        deadline = time.monotonic() + DEADLINE
        while not (new := self.workers() - before):
            self.assertLess(time.monotonic(), deadline)
            # On a busy machine it may have ended before it was seen.
            if not client.is_silent(0):
                self.assertIn("problems", client.receive()["parameters"])
                client.send("CheckConfiguration", {"text": text})
        (worker,) = new
        os.kill(worker, signal.SIGSTOP)
        return worker

    def workers(self):
        children = pathlib.Path(f"/proc/{self.daemon.pid}/task/{self.daemon.pid}/children")
        return set(map(int, children.read_text().split()))

    def test_a_long_check_delays_nothing_but_its_own_connection(self):
        with Client(self.socket_path) as checking, Client(self.socket_path) as other:
            worker = self.check_that_stands_still(checking)
            checking.send("org.varlink.service.GetInfo")
            self.assertIn("version", other.call("Status")["parameters"])
            self.assertTrue(checking.is_silent(0))
            os.kill(worker, signal.SIGCONT)
            self.assertIn("problems", checking.receive()["parameters"])
            self.assertEqual(checking.receive()["parameters"]["product"], "gestured")

    def test_a_check_can_only_read_write_and_exit(self):
        """Its process runs in small steps until it has taken everything else from itself, which it does before it looks at the text."""
        def facts(worker):
            lines = pathlib.Path(f"/proc/{worker}/status").read_text(encoding="utf-8").splitlines()
            return dict(line.split(":\t", 1) for line in lines if ":\t" in line)

        with Client(self.socket_path) as client:
            worker = self.check_that_stands_still(client)
            while facts(worker)["Seccomp"] != "2":
                os.kill(worker, signal.SIGCONT)
                # A step lasts as long as this: two signals at once let it take none.
                facts(worker)
                os.kill(worker, signal.SIGSTOP)
            self.assertEqual(facts(worker)["NoNewPrivs"], "1")
            os.kill(worker, signal.SIGCONT)
            # It reads the configuration as before, and sees which programs are there.
            self.assertIn("problems", client.receive()["parameters"])
            for command, is_missing in (("true", False), ("no-such-program-here", True)):
                reply = client.call("CheckConfiguration", {"text": TAP + f'run = "{command}"\n'})["parameters"]
                self.assertEqual("not found in PATH" in str(reply["problems"]), is_missing, reply)


class Subscribing(Place):
    def events(self, client):
        """The events as they arrive, until the end of the daemon."""
        while (reply := client.receive()) is not None:
            self.assertTrue(reply["continues"])
            yield reply["parameters"]["event"]

    def subscribe(self, parameters):
        client = Client(self.socket_path)
        self.addCleanup(client.close)
        client.send("Subscribe", parameters, more=True)
        return client

    def subscribed(self, *subscriptions, recording=DEMO, configuration=None, silent=()):
        """For each subscriber, the number of a pass of the recording and all its events. Subscribers in `silent` receive none."""
        passes = Passes(recording)
        arguments = ["--replay", recording, "--speed", "8", "--loop"]
        if configuration:
            arguments += ["--config", self.file("config.toml", configuration)]
        self.start(*arguments)
        idle = [self.subscribe(parameters) for parameters in silent]
        clients = [self.subscribe(parameters) for parameters in subscriptions]
        with concurrent.futures.ThreadPoolExecutor(len(clients)) as pool:
            found = list(pool.map(lambda client: passes.whole(self.events(client), time_of_event), clients))
        for client in idle:
            self.assertTrue(client.is_silent(0), "what it gets is sent with what the others get")
        return found

    def replayed(self, number, *more, recording=DEMO):
        """The events that `gesturectl replay` prints for one of the passes."""
        passes = Passes(recording)
        path = self.file(f"passes/{recording.name}", passes.text(number + 1))
        result = self.run_ctl("replay", "--json", *more, path)
        self.assertEqual(result.returncode, 0, result.stderr)
        return passes.of_pass(number, map(json.loads, result.stdout.splitlines()), time_of_event)


class Subscriptions(Subscribing):
    def test_the_same_events_as_replay_with_filters(self):
        (number, all_of_it), pinches, began, (_, touches), (_, explained) = self.subscribed(
            {}, {"gestures": ["pinch"]}, {"types": ["edge-pan", "pinch"], "states": ["began"]}, {"touches": True},
            {"explain": True, "states": ["recognized"]})
        self.assertGreater(len(all_of_it), 50)
        self.assertEqual(all_of_it, self.replayed(number))
        number, events = pinches
        self.assertEqual(events, [e for e in self.replayed(number) if e["gesture"] == "pinch"])
        number, events = began
        self.assertEqual(
            events, [e for e in self.replayed(number) if e["type"] in ("edge-pan", "pinch") and e["state"] == "began"])
        self.assertTrue(all("touches" in e and len(e["touches"]) >= 1 for e in touches if e["state"] == "changed"))
        self.assertEqual({e["state"] for e in explained}, {"recognized", "failed"})
        self.assertTrue(all(e["reason"] and e["detail"] for e in explained if e["state"] == "failed"))

    def test_the_velocity_of_a_lift_does_not_depend_on_readers_of_the_changes_before_it(self):
        states = ["began", "ended"]
        ((number, events),) = self.subscribed({"states": states})
        own = ("delta", "scale_factor", "rotation_delta")  # These count from the last event that this subscriber received.
        whole = [e for e in self.replayed(number) if e["state"] in states]
        self.assertEqual(*([{k: v for k, v in e.items() if k not in own} for e in list] for list in (events, whole)))
        for began, ended in zip(events, events[1:]):
            if "translation" in ended and ended["state"] == "ended":
                for axis in "xy":
                    self.assertAlmostEqual(
                        began["delta"][axis] + ended["delta"][axis], ended["translation"][axis], places=3)
        self.assertTrue(any(any(e["velocity"].values()) for e in events if e["state"] == "ended" and "velocity" in e))


class Withheld(Subscribing):
    """Contacts that the filter withheld: with `explain`, in `monitor --explain`, and counted in Status."""

    def setUp(self):
        super().setUp()
        pad = DEVICE.replace("P: 02", "P: 00").replace("B: 01 00 04", "B: 01 20 04")
        taps = "".join(down(0.2 * tap, 2, 50, number=tap) + up(0.2 * tap + 0.1) for tap in range(1, 21))
        self.recording = self.file("strip.evemu", pad + taps)
        self.config = self.file("config.toml", TAP)

    def test_they_are_sent_with_explain_only_and_as_replay_prints_them(self):
        ((number, found),) = self.subscribed(
            {"explain": True, "types": ["swipe"]}, recording=self.recording, configuration=TAP, silent=[{}])
        self.assertEqual([event["state"] for event in found], ["withheld"] * 20)
        self.assertEqual(found, self.replayed(number, "--explain", "--config", self.config, recording=self.recording))
        monitor = subprocess.Popen(
            [GESTURECTL, "monitor", "--explain"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment)
        self.addCleanup(monitor.wait)
        self.addCleanup(monitor.stdout.close)
        self.addCleanup(monitor.kill)
        passes, timed = Passes(self.recording), (line for line in lines(monitor) if line[:1].isdigit())
        number, shown = passes.whole(timed, TimeOfLine())
        self.assertEqual(len(shown), 20)
        self.assertEqual(
            passes.shifted(shown[-1], number),
            "4.100 contact withheld palm-edge: landed from the side by 2 mm, within 5 mm (palm_edge) at 2.0,50.0")


class RawTouches(Subscribing):
    def test_the_varlink_client_gets_them_with_their_types(self):
        self.start("--replay", DEMO, "--speed", "5", "--loop")
        with varlink.Client(address=f"unix:{self.socket_path}") as client, client.open(INTERFACE) as gestures:
            for reply in gestures.Subscribe(touches=True, _more=True):
                event = reply["event"]
                if event["type"] == "touches" and event["state"] == "changed":
                    self.assertEqual(set(event["touches"][0]), {"x", "y", "id", "phase"})
                    break


#: A finger that moves by 6 mm and stays.
HELD = DEVICE + down(0, 50, 50) + "".join(moved(s / 50, 50 + 2 * s, 50) for s in range(1, 4)) + up(600)


class States(Subscribing):
    def held(self):
        """The daemon, with a pan that has changed, and a client."""
        self.start("--replay", self.file("held.evemu", HELD), "--config", self.file("config.toml", CONFIGURATION.replace(
            'when = { app = "firefox" }', "")))
        client = Client(self.socket_path)
        self.addCleanup(client.close)
        deadline = time.monotonic() + DEADLINE
        while True:
            states = {s["gesture"]: s for s in client.call("GetState")["parameters"]["states"]}
            if states["drag"].get("translation", {}).get("x") == 6:
                return client, states
            self.assertLess(time.monotonic(), deadline, states)

    def test_the_varlink_client_gets_it_with_its_types(self):
        self.held()
        with varlink.Client(address=f"unix:{self.socket_path}") as client, client.open(INTERFACE) as gestures:
            states = gestures.GetState(["drag", "turn"])["states"]
            self.assertEqual([(s["gesture"], s["state"]) for s in states], [("drag", "changed"), ("turn", "possible")])
            self.assertEqual(states[0]["translation"], {"x": 6, "y": 0})
            with self.assertRaises(varlink.VarlinkError) as caught:
                gestures.GetState(["nothing"])
            self.assertEqual(caught.exception.error(), f"{INTERFACE}.NoSuchGesture")

    def test_gesturectl_prints_it(self):
        self.held()
        lines = self.run_ctl("status", "gestures", "--now").stdout.splitlines()[1:]
        self.assertEqual([line.split()[:4] for line in lines], [
            ["held", "tap", "tap", "failed"], ["held", "drag", "pan", "changed"], ["held", "turn", "rotation", "possible"]])
        self.assertRegex(lines[1], r"changed 1 by \+6\.0,\+0\.0 \(.* mm/s\) at 56\.0,50\.0 +for \d")
        states = json.loads(self.run_ctl("status", "gestures", "--now", "--json").stdout)
        self.assertEqual([s["state"] for s in states], ["failed", "changed", "possible"])


class WithoutAConfiguration(Place):
    def test_a_reload_keeps_the_demonstration_gestures(self):
        self.start("--replay", DEMO, "--speed", "1", "--loop")
        with Client(self.socket_path) as client:
            before = [gesture["name"] for gesture in client.call("Status")["parameters"]["gestures"]]
            problems = client.call("Reload")["parameters"]["problems"]
            self.assertEqual([p["message"] for p in problems], ["no configuration found: nothing to reload"])
            after = [gesture["name"] for gesture in client.call("Status")["parameters"]["gestures"]]
        self.assertTrue(before)
        self.assertEqual(after, before)
        self.assertIn("gestured: no configuration found: nothing to reload\n", self.log.read_text())


class TheSocketItself(Place):
    def test_only_the_owner_can_connect(self):
        self.start("--replay", DEMO)
        path = pathlib.Path(self.socket_path)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(path.parent.stat().st_mode), 0o700)

    @unittest.skipUnless(os.getuid() == 0, "only root can change its user")
    def test_another_user_is_refused_even_if_the_mode_allows_it(self):
        self.start("--replay", DEMO)
        for path in (self.directory, pathlib.Path(self.socket_path).parent, pathlib.Path(self.socket_path)):
            path.chmod(0o777)
        child = os.fork()
        if child == 0:
            os.setuid(65534)
            try:
                with Client(self.socket_path) as client:
                    client.send("org.varlink.service.GetInfo")
                    os._exit(0 if client.receive() is None else 1)
            except (BrokenPipeError, ConnectionResetError):
                os._exit(0)
            except BaseException:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    @unittest.skipUnless(os.getuid() == 0, "only root can change its user")
    def test_notify_sends_nothing_to_another_user(self):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with self.subTest(kind=kind):
                place = self.directory / f"place{kind}"
                place.mkdir()
                for path in (self.directory, place):
                    path.chmod(0o777)
                ready, started = os.pipe()
                child = os.fork()
                if child == 0:
                    os.setuid(65534)
                    server = socket.socket(socket.AF_UNIX, kind)
                    server.bind(str(place / "socket"))
                    os.chmod(place / "socket", 0o777)
                    if kind == socket.SOCK_STREAM:
                        server.listen()
                    os.write(started, b"x")
                    server.settimeout(DEADLINE)
                    try:
                        reader = server.accept()[0] if kind == socket.SOCK_STREAM else server
                        os._exit(1 if reader.recv(100) else 0)
                    finally:
                        os._exit(0)
                os.read(ready, 1)
                config = self.file("config.toml", f'[[gesture]]\ntype = "tap"\nnotify = {{ socket = "{place}/socket" }}\n')
                daemon = self.start("--replay", DEMO, "--speed", "8", "--loop", "--config", config)
                deadline = time.monotonic() + DEADLINE
                while "belongs to another user; an event is lost" not in self.log.read_text():
                    self.assertLess(time.monotonic(), deadline, self.log.read_text())
                os.kill(child, signal.SIGKILL)
                status = os.waitpid(child, 0)[1]
                self.assertIn(status, (0, signal.SIGKILL))
                self.stop(daemon)

    def test_a_second_daemon_finds_the_socket_busy(self):
        self.start("--replay", DEMO)
        second = subprocess.run(
            [GESTURED, "--replay", str(DEMO)], capture_output=True, text=True, timeout=DEADLINE, env=self.environment)
        self.assertEqual(second.returncode, 1)
        self.assertIn(self.socket_path, second.stderr)

    def test_a_dead_socket_file_is_replaced(self):
        path = self.directory / "gestured/control.sock"
        path.parent.mkdir(mode=0o700)
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(str(path))
        self.start("--replay", DEMO)
        with Client(self.socket_path) as client:
            self.assertIn("parameters", client.call("Status"))

    def test_it_is_removed_when_the_daemon_ends(self):
        daemon = self.start("--replay", DEMO)
        daemon.terminate()
        self.assertEqual(daemon.wait(DEADLINE), 0)
        self.assertFalse(pathlib.Path(self.socket_path).exists())


if __name__ == "__main__":
    unittest.main()
