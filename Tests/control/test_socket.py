"""The control socket of the daemon: the varlink client of PyPI, and clients that do not follow the protocol."""

import concurrent.futures
import json
import math
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

    def test_unknown_names_have_typed_errors(self):
        self.start("--replay", DEMO)
        cases = [
            ("org.gestured.Gestures.Dance", {}, "org.varlink.service.MethodNotFound", {"method": "org.gestured.Gestures.Dance"}),
            ("org.example.Other.Call", {}, "org.varlink.service.InterfaceNotFound", {"interface": "org.example.Other"}),
            ("org.varlink.service.GetInterfaceDescription", {"interface": "x.y"}, "org.varlink.service.InterfaceNotFound", {"interface": "x.y"}),
            ("SetEnabled", {"gesture": "nothing", "enabled": True}, "org.gestured.Gestures.NoSuchGesture", {"name": "nothing"}),
            ("Trigger", {"gesture": "nothing"}, "org.gestured.Gestures.NoSuchGesture", {"name": "nothing"}),
            ("Trigger", {"gesture": "tap", "state": "ended"}, "org.gestured.Gestures.NoSuchState", {"gesture": "tap", "state": "ended"}),
            ("Trigger", {"gesture": "tap", "state": "dancing"}, "org.varlink.service.InvalidParameter", {"parameter": "state"}),
            ("SetEnabled", {"gesture": "tap"}, "org.varlink.service.InvalidParameter", {"parameter": "enabled"}),
            ("SetEnabled", {"device": "nothing", "enabled": True}, "org.gestured.Gestures.NoSuchDevice", {"name": "nothing"}),
            ("SetEnabled", {"gesture": "tap", "device": "x", "enabled": True}, "org.varlink.service.InvalidParameter", {"parameter": "gesture"}),
            ("SetEnabled", {"gesture": 5, "enabled": True}, "org.varlink.service.InvalidParameter", {"parameter": "gesture"}),
            ("SetContext", {"values": {"app": 1}}, "org.varlink.service.InvalidParameter", {"parameter": "values"}),
            ("CheckConfiguration", {}, "org.varlink.service.InvalidParameter", {"parameter": "path"}),
            ("Subscribe", {}, "org.varlink.service.ExpectedMore", {}),
            ("Subscribe", {"types": ["tipp"]}, "org.varlink.service.InvalidParameter", {"parameter": "types"}),
        ]
        with Client(self.socket_path) as client:
            for method, parameters, error, details in cases:
                with self.subTest(method=method, parameters=parameters):
                    self.assertEqual(client.call(method, parameters), {"error": error, "parameters": details})


class Calls(Place):
    def setUp(self):
        super().setUp()
        self.configuration = self.file("config.toml", CONFIGURATION)
        self.daemon = self.start("--replay", DEMO, "--config", self.configuration)

    def test_status_and_lists_agree(self):
        with Client(self.socket_path) as client:
            status = client.call("Status")["parameters"]
            self.assertEqual(status["configuration"], str(self.configuration))
            self.assertEqual(status["problems"], [])
            names = [gesture["name"] for gesture in status["gestures"]]
            self.assertEqual(names, ["tap", "drag", "turn"])
            self.assertEqual([g["enabled"] for g in status["gestures"]], [True, True, False])
            self.assertEqual([g["permitted"] for g in status["gestures"]], [True, False, True])
            self.assertEqual(client.call("ListDevices")["parameters"]["devices"], status["devices"])
            listed = client.call("ListGestures")["parameters"]["gestures"]
            self.assertEqual([g["name"] for g in listed], names)

    def gesture(self, client, name):
        return next(g for g in client.call("ListGestures")["parameters"]["gestures"] if g["name"] == name)

    def test_switches_and_context(self):
        with Client(self.socket_path) as client:
            self.assertEqual(client.call("SetEnabled", {"gesture": "turn", "enabled": True}), {"parameters": {}})
            self.assertTrue(self.gesture(client, "turn")["enabled"])
            self.assertEqual(client.call("SetContext", {"values": {"app": "firefox"}}), {"parameters": {}})
            self.assertTrue(self.gesture(client, "drag")["permitted"])
            client.call("SetContext", {"values": {"app": ""}})
            self.assertFalse(self.gesture(client, "drag")["permitted"])

    def test_reload_reports_errors_and_keeps_the_last_valid_one(self):
        with Client(self.socket_path) as client:
            self.assertEqual(client.call("Reload"), {"parameters": {"problems": []}})
            self.configuration.write_text('[[gesture]]\ntype = "swype"\n')
            problems = client.call("Reload")["parameters"]["problems"]
            self.assertEqual([(p["severity"], p["line"], p["column"]) for p in problems], [("problem", 2, 8)])
            self.assertIn('did you mean "swipe"', problems[0]["message"])
            status = client.call("Status")["parameters"]
            self.assertEqual(status["problems"], problems)
            self.assertEqual(len(status["gestures"]), 3)

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
                for number in (signal.SIGCONT, signal.SIGSTOP):
                    os.kill(worker, number)
            self.assertEqual(facts(worker)["NoNewPrivs"], "1")
            os.kill(worker, signal.SIGCONT)
            # It reads the configuration as before, and sees which programs are there.
            self.assertIn("problems", client.receive()["parameters"])
            for command, is_missing in (("true", False), ("no-such-program-here", True)):
                reply = client.call("CheckConfiguration", {"text": TAP + f'run = "{command}"\n'})["parameters"]
                self.assertEqual("not found in PATH" in str(reply["problems"]), is_missing, reply)

    def test_so_many_checks_and_no_more(self):
        clients = [Client(self.socket_path) for _ in range(5)]
        for client in clients:
            self.addCleanup(client.close)
        for client in clients[:4]:
            self.check_that_stands_still(client)
        clients[4].send("CheckConfiguration", {"text": TAP})
        error = clients[4].receive()
        self.assertEqual(error["error"], f"{INTERFACE}.CheckFailed")
        self.assertIn("4 checks are running", error["parameters"]["reason"])

    def test_context_is_bounded(self):
        with Client(self.socket_path) as client:
            def refused(values):
                reply = client.call("SetContext", {"values": values})
                self.assertEqual(reply.get("error"), "org.varlink.service.InvalidParameter", reply)
                return reply["parameters"]["parameter"]

            self.assertEqual(refused({"app": "x" * 1025}), "values: the value of `app` has more than 1024 bytes")
            self.assertEqual(refused({"k" * 65: "x"}), "values: a key has at most 64 bytes")
            self.assertEqual(client.call("Status")["parameters"]["context"], {}, "nothing of it was set")
            self.assertEqual(client.call("SetContext", {"values": {f"k{n}": "x" for n in range(64)}}), {"parameters": {}})
            self.assertEqual(refused({"k64": "x"}), "values: at most 64 keys can be set")
            self.assertEqual(client.call("SetContext", {"values": {f"k{n}": "" for n in range(64)}}), {"parameters": {}})
            for number in range(300):
                self.assertEqual(client.call("SetContext", {"values": {f"k{number}": "x" * 1000}}), {"parameters": {}})
                self.assertEqual(client.call("SetContext", {"values": {f"k{number}": ""}}), {"parameters": {}})
            self.assertLessEqual(len(client.call("Status")["parameters"]["context"]), 64)
            self.assertEqual(client.call("SetContext", {"values": {f"k{n}": "x" for n in range(64)}}), {"parameters": {}})

    def test_lists_of_a_subscription_are_bounded(self):
        for parameters, name in (
                ({"gestures": ["t"] * 257}, "gestures: at most 256 names of 256 bytes"), ({"gestures": ["t" * 257]}, "gestures: at most 256 names of 256 bytes"),
                ({"types": ["tap"] * 100}, "types"), ({"states": ["began"] * 100}, "states")):
            with Client(self.socket_path) as client:
                client.send("Subscribe", parameters, more=True)
                self.assertEqual(client.receive(), {"error": "org.varlink.service.InvalidParameter", "parameters": {"parameter": name}})

    def test_oneway_gets_no_reply_and_calls_are_answered_in_order(self):
        with Client(self.socket_path) as client:
            client.send("SetEnabled", {"gesture": "turn", "enabled": True}, oneway=True)
            client.send("ListDevices")
            client.send("org.varlink.service.GetInfo")
            self.assertIn("devices", client.receive()["parameters"])
            about = client.receive()["parameters"]
            self.assertEqual((about["product"], about["version"]), ("gestured", self.run_ctl("--version").stdout.split()[-1]))
            self.assertTrue(self.gesture(client, "turn")["enabled"])


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

    def test_a_notification_for_subscribers_is_the_event_s_message(self):
        ((_, events),) = self.subscribed({"gestures": ["tap"]}, configuration=CONFIGURATION)
        self.assertTrue(events)
        self.assertEqual({e["message"] for e in events}, {"tapped"})


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

    def test_status_counts_them_by_rule_without_a_subscriber(self):
        self.start("--replay", self.recording, "--speed", "20", "--config", self.config)
        deadline = time.monotonic() + DEADLINE
        with Client(self.socket_path) as client:
            count = 0
            while count < 20:
                self.assertLess(time.monotonic(), deadline, f"{count} of 20 contacts were counted")
                (device,) = client.call("Status")["parameters"]["devices"]
                self.assertLessEqual(set(device["withheld"]), {"palm-edge"})
                count = device["withheld"].get("palm-edge", 0)
        self.assertIn("  contacts withheld: 20 palm-edge\n", self.run_ctl("status").stdout)


class RawTouches(Subscribing):
    """Subscribe with touches: every frame of the recording, also without a gesture."""

    NOTHING = '[[gesture]]\ntype = "tap"\nfingers = 10\n'

    def subscribed_to_touches(self, **parameters):
        ((_, events),) = self.subscribed({"touches": True, **parameters}, configuration=self.NOTHING)
        return events

    def test_touches_are_sent_without_a_gesture_and_only_on_request(self):
        ((_, touches),) = self.subscribed({"touches": True}, configuration=self.NOTHING, silent=[{}])
        self.assertEqual({(e["device"], e["gesture"], e["type"]) for e in touches}, {("demo", "", "touches")})
        self.assertEqual(touches[-1]["state"], "ended")

    def test_each_frame_follows_from_the_one_before(self):
        down = {}
        for event in self.subscribed_to_touches():
            listed = {touch["id"]: touch for touch in event["touches"]}
            self.assertEqual(len(listed), len(event["touches"]))
            self.assertEqual(set(down) - set(listed), set(), "every frame lists all touches that are down")
            for number, touch in listed.items():
                self.assertEqual(touch["phase"] == "began", number not in down, event)
                if touch["phase"] == "stationary":
                    self.assertEqual((touch["x"], touch["y"]), down[number])
            before = len(down)
            down = {
                number: (touch["x"], touch["y"]) for number, touch in listed.items()
                if touch["phase"] not in ("ended", "cancelled")}
            self.assertEqual(event["fingers"], max(before, len(down)))
            state = "began" if before == 0 else "changed" if down else "ended"
            self.assertEqual(event["state"], state)
            for axis, size in (("x", 256), ("y", 144)):
                places = [touch[axis] for touch in event["touches"]]
                self.assertTrue(all(0 <= place <= size for place in places))
                self.assertAlmostEqual(event["location"][axis], sum(places) / len(places), places=3)
        self.assertEqual(down, {})

    def test_limits_to_gestures_and_types_leave_them_and_states_limit_them(self):
        touches = self.subscribed_to_touches(gestures=["no-such-gesture"], types=["swipe"], states=["began", "ended"])
        self.assertEqual([e["state"] for e in touches[:4]], ["began", "ended"] * 2)

    def test_touches_are_sent_before_the_events_of_gestures(self):
        ((_, events),) = self.subscribed({"touches": True}, configuration='[[gesture]]\nname = "t"\ntype = "tap"\n')
        made = [index for index, event in enumerate(events) if event["gesture"] == "t"]
        self.assertTrue(made)
        for index in made:
            self.assertEqual((events[index - 1]["type"], events[index - 1]["state"]), ("touches", "ended"))
            self.assertEqual(events[index - 1]["time"], events[index]["time"])
        self.assertEqual([e["time"] for e in events], sorted(e["time"] for e in events))

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

    def test_state_fingers_measures_and_age_without_an_event(self):
        client, states = self.held()
        self.assertEqual(list(states), ["tap", "drag", "turn"])
        drag = states["drag"]
        self.assertEqual((drag["device"], drag["type"], drag["state"], drag["fingers"]), ("held", "pan", "changed", 1))
        self.assertEqual((drag["location"], drag["start"]), ({"x": 56, "y": 50}, {"x": 50, "y": 50}))
        self.assertEqual(drag["since"], 0.02)
        self.assertGreaterEqual(drag["time"], 0.06)
        self.assertEqual((states["tap"]["state"], states["tap"]["since"]), ("failed", 0.02))
        self.assertNotIn("translation", states["tap"])
        turn = states["turn"]
        self.assertEqual((turn["state"], turn["fingers"]), ("possible", 0))
        self.assertFalse({"since", "location", "rotation"} & set(turn))
        # The velocity of a resting finger becomes 0, because time passes without a frame.
        deadline = time.monotonic() + DEADLINE
        while (now := client.call("GetState", {"gestures": ["drag"]})["parameters"]["states"])[0]["velocity"]["x"]:
            self.assertLess(time.monotonic(), deadline, now)
        self.assertEqual([(s["gesture"], s["since"], s["translation"]["x"]) for s in now], [("drag", 0.02, 6)])
        self.assertGreater(now[0]["time"], drag["time"])

    def test_the_varlink_client_gets_it_with_its_types(self):
        self.held()
        with varlink.Client(address=f"unix:{self.socket_path}") as client, client.open(INTERFACE) as gestures:
            states = gestures.GetState(["drag", "turn"])["states"]
            self.assertEqual([(s["gesture"], s["state"]) for s in states], [("drag", "changed"), ("turn", "possible")])
            self.assertEqual(states[0]["translation"], {"x": 6, "y": 0})
            with self.assertRaises(varlink.VarlinkError) as caught:
                gestures.GetState(["nothing"])
            self.assertEqual(caught.exception.error(), f"{INTERFACE}.NoSuchGesture")

    def test_a_subscriber_in_the_middle_of_a_gesture_gets_the_whole_motion(self):
        self.held()
        late = self.subscribe({"gestures": ["drag"]})
        with Client(self.socket_path) as client:
            client.call("SetEnabled", {"gesture": "drag", "enabled": False})
        event = late.receive()["parameters"]["event"]
        self.assertEqual((event["state"], event["delta"]), ("cancelled", {"x": 6, "y": 0}))
        self.assertNotIn("dropped", event)

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


class SlowReader(Subscribing):
    def test_increments_sum_up_to_the_total_and_what_was_dropped_is_counted(self):
        """A pan of more events than the socket and the queue of a client hold, and a client that reads later."""
        recording = self.file("long.evemu", DEVICE + down(0, 50, 50) + "".join(
            moved(s / 1000, 50 + 40 * math.sin(s / 97), 50) for s in range(1, 6_001)) + up(6.5))
        config = self.file("config.toml", '[[gesture]]\nname = "drag"\ntype = "pan"\n')
        self.start("--replay", recording, "--config", config, "--speed", "200", "--loop")
        slow, quick = self.subscribe({"states": ["began", "changed", "ended"]}), self.subscribe({"states": ["ended"]})
        for _ in range(2):
            self.assertEqual(quick.receive()["parameters"]["event"]["state"], "ended")
        total = dropped = 0
        for event in self.events(slow):
            total += event["delta"]["x"]
            dropped += event.get("dropped", 0)
            if event["state"] == "ended":
                self.assertAlmostEqual(total, event["translation"]["x"], delta=0.2)
                if dropped:
                    break
                total = 0
        self.assertGreater(dropped, 100)
        with Client(self.socket_path) as client:
            self.assertGreaterEqual(client.call("Status")["parameters"]["subscribers"]["dropped"], dropped)
            # The count of a client that has gone stays.
            slow.close()
            while (subscribers := client.call("Status")["parameters"]["subscribers"])["count"] != 1:
                pass
            self.assertGreaterEqual(subscribers["dropped"], dropped)


class BadClients(Place):
    def setUp(self):
        super().setUp()
        self.daemon = self.start("--replay", DEMO)

    def assert_alive(self):
        # A closed connection counts until the daemon has read the end of it.
        deadline = time.monotonic() + DEADLINE
        while True:
            with Client(self.socket_path) as client:
                reply = client.call("Status")
            if reply.get("error") != "org.gestured.Gestures.TooManyConnections" or time.monotonic() > deadline:
                break
        self.assertIn("version", reply["parameters"])
        self.assertIsNone(self.daemon.poll())

    def test_an_invalid_call_gets_an_error_and_closes_only_its_connection(self):
        messages = [
            b"{", b"nonsense", b"[]", b'"text"', b"{}", b'{"method": 5}', b'{"method": "a.b", "parameters": []}',
            b'{"method": "a.b", "method": "a.c"}', b'{"method": "a.b", "more": "yes"}', b'{"method": "a.b", "x": 1}',
            b"", b"\xff\xfe", b'{"method": "a\\u0000b"}', b"[" * 5000 + b"]" * 5000,
            b'{"method": "a.b", "parameters": {"x": ' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}}",
        ]
        for message in messages:
            with self.subTest(message=message[:40]), Client(self.socket_path) as client:
                client.socket.sendall(message + b"\0")
                self.assertEqual(client.receive()["error"], "org.varlink.service.InvalidParameter")
                self.assertIsNone(client.receive())
        self.assert_alive()

    def test_a_message_over_one_mebibyte(self):
        with Client(self.socket_path) as client:
            try:
                for _ in range(40):
                    client.socket.sendall(b"x" * 65536)
            except (BrokenPipeError, ConnectionResetError):
                pass
            reply = client.receive()
            if reply is not None:
                self.assertEqual(reply["error"], "org.varlink.service.InvalidParameter")
        self.assert_alive()

    def test_the_limit_of_connections(self):
        clients = []
        for _ in range(128):
            client = Client(self.socket_path)
            self.addCleanup(client.close)
            clients.append(client)
            # Replies are in order, so the daemon has then read the end of closed connections.
            self.assertIn("parameters", client.call("org.varlink.service.GetInfo"))
        refused = {"error": "org.gestured.Gestures.TooManyConnections", "parameters": {"limit": 128}}
        with Client(self.socket_path) as one_more:
            self.assertEqual(one_more.call("Status"), refused)
            self.assertIsNone(one_more.receive())
        # The places for the lock are no others: those who take them and say nothing make room for the next.
        silent = [Client(self.socket_path) for _ in range(8)]
        for client in silent:
            self.addCleanup(client.close)
        for client in silent[:4]:
            self.assertEqual(client.receive(), refused)
        with Client(self.socket_path) as lock:
            self.assertEqual(lock.call("SetContext", {"values": {"app": "a"}}), refused)
        with Client(self.socket_path) as lock:
            self.assertEqual(lock.call("SetContext", {"values": {"locked": "yes"}}), {"parameters": {}})
        self.assertEqual(clients[0].call("Status")["parameters"]["context"], {"locked": "yes"})
        clients.pop().close()
        self.assert_alive()


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
