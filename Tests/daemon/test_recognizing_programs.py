"""Programs that recognize gestures of type `client`: Recognize and Propose, with mocked devices and another Varlink client."""

import json
import math
import os
import re
import select
import subprocess
import sys

import mocks
import varlink
from bench import GESTURECTL, TOP, DaemonCase, wait_until

LETTER = '[[gesture]]\nname = "letter"\ntype = "client"\npatience = "20s"\n'
TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\n'
WAITING_TAP = TAP + 'require_failure_of = "letter"\n'
INTERFACE = "org.gestured.Gestures"


class Program:
    """A program that recognizes a gesture, with raw Varlink."""

    def __init__(self, case, gesture="letter"):
        self.gesture = gesture
        self.frames, self.proposals = case.varlink(case.daemon), case.varlink(case.daemon)
        self.frames.send("Recognize", {"gesture": gesture}, more=True)
        reply = self.frames.reply()
        assert reply["continues"], reply
        self.started = reply["parameters"]["started"]

    def frame(self):
        return self.frames.reply()["parameters"]["frame"]

    def until(self, *phases):
        """Reads until a frame whose touches have these phases, or the end of the attempt, as `reset:failed`."""
        while True:
            frame = self.frame()
            found = [touch["phase"] for touch in frame["touches"]] or [f"reset:{frame['reset']}"]
            if found == list(phases):
                return frame

    def propose(self, frame, state, **more):
        call = {"gesture": self.gesture, "token": self.started["token"], "frame": frame["number"], "state": state}
        return self.proposals.call("Propose", call | more)["counted"]


class RecognizingPrograms(DaemonCase):
    def begin(self, text, *devices):
        devices = devices or (mocks.touchpad(1),)
        self.bed = self.mock(*devices)
        self.config = self.write("c.toml", text)
        self.daemon = self.start("--config", self.config, "--print", environment=self.bed.environment)
        self.control = self.varlink(self.daemon)
        self.control.call("Status")
        self.hands = [mocks.Hand(device) for device in devices]
        return self.hands[0]

    def play(self, hand):
        self.bed.write(hand.device, hand.evemu())
        hand.events = []

    def land(self, hand, x=50, y=30):
        self.play(hand.frame({0: (x, y)}))

    def lift(self, hand):
        self.play(hand.frame({0: None}))

    def permitted(self, gesture="letter"):
        return {g["permitted"] for g in self.control.call("ListGestures")["gestures"] if g["name"] == gesture}

    def refused(self, method, parameters, **flags):
        client = self.varlink(self.daemon)
        client.send(method, parameters, **flags)
        return client.reply()["error"].removeprefix(f"{INTERFACE}.")

    def explained(self):
        """A subscriber to explanations."""
        client = self.varlink(self.daemon)
        client.send("Subscribe", {"explain": True}, more=True)
        wait_until(lambda: self.control.call("Status")["subscribers"]["count"] == 1, "the subscription", self.daemon)
        return client

    @staticmethod
    def event(client, gesture, state):
        while True:
            event = client.reply()["parameters"]["event"]
            if (event["gesture"], event["state"]) == (gesture, state):
                return event

    # The other Varlink client

    def test_the_varlink_client_recognizes_a_gesture(self):
        out = self.path("out")
        hand = self.begin(LETTER + f'run = \'echo "$GESTURED_TEXT $GESTURED_NUMBER $GESTURED_DX" >"{out}"\'\n')
        with varlink.Client(address=f"unix:{self.daemon.wait_for_socket().socket}") as client:
            with client.open(INTERFACE) as frames, client.open(INTERFACE) as proposals:
                replies = frames.Recognize("letter", _more=True)
                started = next(replies)["started"]
                self.assertEqual(started["patience"], 20)
                self.play(hand.frame({0: (30, 30)}).frame({0: (40, 30)}).frame({0: None}))
                seen = [next(replies)["frame"] for _ in range(3)]
                self.assertEqual([f["number"] for f in seen], [1, 2, 3])
                self.assertEqual(
                    [(t["phase"], round(t["x"]), round(t["y"])) for f in seen for t in f["touches"]],
                    [("began", 30, 30), ("moved", 40, 30), ("ended", 40, 30)])
                self.assertEqual(len({t["id"] for f in seen for t in f["touches"]}), 1)
                self.assertEqual({f["device"] for f in seen}, {"event1"})
                values = {"text": "L", "number": 3, "translation": {"x": 7, "y": 0}}
                self.assertTrue(proposals.Propose("letter", started["token"], 3, "ended", values)["counted"])
                end = next(replies)["frame"]
                self.assertEqual((end["number"], end["reset"], end["touches"]), (3, "ended", []))
                # The attempt is over.
                self.assertFalse(proposals.Propose("letter", started["token"], 3, "ready")["counted"])
                frames._connection.close()
        text = self.daemon.out.wait_for("ended")
        self.assertEqual(re.findall(r"^\S+ (letter client 1 \w+) (.*)$", text, re.M), [
            ("letter client 1 began", 'by +7.0,+0.0 number 3.00 at 40.0,30.0 text "L"'),
            ("letter client 1 ended", 'by +7.0,+0.0 number 3.00 at 40.0,30.0 text "L"')])
        wait_until(lambda: self.read("out") == "L 3 7\n", "the command", self.daemon)

    def test_the_force_of_the_touches(self):
        pad = mocks.forcepad()
        hand = self.begin(LETTER + "reads_force = true\n", pad)
        program = Program(self)
        hand.frame({0: (30, 30)})
        hand.press(0, 300).frame({})
        hand.press(0, 400).frame({0: (40, 30)})
        self.play(hand.frame({0: None}))
        seen = [(t["phase"], t["force"], t["pressure"]) for _ in range(4) for t in program.frame()["touches"]]
        self.assertEqual(seen, [
            ("began", 0, 0), ("stationary", 300, 0.3), ("moved", 400, 0.4), ("ended", 400, 0.4)])

    def test_no_force_unless_it_is_asked_for(self):
        pad = mocks.forcepad()
        hand = self.begin(LETTER, pad)
        program = Program(self)
        hand.frame({0: (30, 30)})
        hand.press(0, 300).frame({})
        self.play(hand.frame({0: None}))
        seen = [(t["phase"], set(t)) for _ in range(2) for t in program.frame()["touches"]]
        self.assertEqual(seen, [(phase, {"id", "phase", "x", "y"}) for phase in ("began", "ended")])

    def test_the_size_of_the_touches(self):
        screen = mocks.touchscreen(1)
        screen.axes[mocks.MT_MAJOR] = (0, 255, 0, 0, 10)
        hand = self.begin(LETTER, screen)
        program = Program(self)
        hand.frame({0: (30, 30)})
        hand.size(0, 6).frame({0: (40, 30)})
        # A change of the size alone is no frame.
        hand.size(0, 7.5).frame({})
        self.play(hand.frame({0: None}))
        seen = [(t["phase"], t.get("size")) for _ in range(3) for t in program.frame()["touches"]]
        self.assertEqual(seen, [("began", None), ("moved", 6), ("ended", 7.5)])

    def test_ten_fingers(self):
        hand = self.begin(LETTER, mocks.touchscreen(1))
        program = Program(self)
        for finger in range(10):
            hand.frame({finger: (20 + 15 * finger, 40 + 5 * (finger % 3))})
        for finger in reversed(range(10)):
            hand.frame({finger: None})
        self.play(hand)
        counts = []
        while len(counts) < 20:
            frame = program.frame()
            counts.append([touch["phase"] for touch in frame["touches"]])
        self.assertEqual([len(phases) for phases in counts], [*range(1, 11), *range(10, 0, -1)])
        self.assertEqual({phases.count("began") for phases in counts[:10]}, {1})
        self.assertEqual({phases.count("ended") for phases in counts[10:]}, {1})
        self.assertTrue(program.propose(frame, "ended", values={"number": 10}))
        self.daemon.out.wait_for("letter client 10 ended")

    def test_a_replay_in_which_no_time_passes(self):
        config = self.write("c.toml", LETTER + WAITING_TAP)
        recording = self.write("tap.evemu", mocks.header(mocks.touchpad()) + mocks.Hand(mocks.touchpad()).tap().evemu())
        status, out, err = self.run_to_end(
            "--config", config, "--replay", recording, "--print", "--speed", "max", "--exit-at-end")
        self.assertEqual((status, out), (0, "0.051 tap tap 1 recognized at 50.0,30.0\n"))
        self.assertRegex(err, "`letter` is disabled, because with --speed max its program has no time to answer")

    # Who recognizes

    def test_one_program_for_a_gesture_and_its_token(self):
        hand = self.begin(LETTER + TAP)
        program = Program(self)
        self.assertEqual(self.refused("Recognize", {"gesture": "letter"}, more=True), "AlreadyRecognized")
        self.assertEqual(self.refused("Recognize", {"gesture": "tap"}, more=True), "NoSuchGesture")
        self.assertEqual(self.refused("Recognize", {"gesture": "none"}, more=True), "NoSuchGesture")
        self.assertEqual(self.refused("Recognize", {"gesture": "letter"}), "org.varlink.service.ExpectedMore")
        self.land(hand)
        call = {"gesture": "letter", "token": "0", "frame": program.frame()["number"], "state": "ready"}
        self.assertEqual(self.refused("Propose", call), "NotRecognizing")
        good = call | {"token": program.started["token"]}
        for wrong in ({"state": "possible"}, {"frame": 0}, {"frame": "1"}, {"values": {"scale": 0}}, {"values": {"text": "x" * 257}},
                      {"values": {"number": 1e300}}, {"values": {"other": 1}}, {"values": []}, {"values": {"location": {"x": 1}}},
                      {"reason": "x" * 257}, {"more": 1}):
            self.assertEqual(self.refused("Propose", good | wrong), "org.varlink.service.InvalidParameter", wrong)
        self.assertTrue(self.varlink(self.daemon).call("Propose", good)["counted"])
        self.daemon.out.wait_for("letter client 1 began")

    def test_without_a_program_it_is_out(self):
        hand = self.begin(LETTER + WAITING_TAP)
        self.assertEqual(self.permitted(), {False})
        (tap,) = [g for g in self.control.call("ListGestures")["gestures"] if g["name"] == "tap"]
        self.assertEqual(tap["waits_for"], [])
        subscriber = self.explained()
        self.play(hand.tap())
        self.daemon.out.wait_for("tap tap 1 recognized")
        failed = self.event(subscriber, "letter", "failed")
        self.assertEqual(failed["reason"], "context-differs")
        self.assertIn("no program recognizes it", failed["detail"])
        Program(self)
        self.assertEqual(self.permitted(), {True})
        done = subprocess.run(
            [GESTURECTL, "check", self.config], capture_output=True, text=True, timeout=60, check=True)
        self.assertIn("note: letter takes part while a program recognizes it", done.stdout)

    # Arbitration

    def test_another_waits_for_it_and_gets_its_reason(self):
        hand = self.begin(LETTER + WAITING_TAP)
        program, subscriber = Program(self), self.explained()
        self.play(hand.tap())
        lift = program.until("ended")
        self.assertEqual(self.event(subscriber, "tap", "possible")["by"], "letter")
        self.assertTrue(program.propose(lift, "failed", reason="looks like no letter"))
        failed = self.event(subscriber, "letter", "failed")
        self.assertEqual((failed["reason"], failed["detail"]), ("client-failed", "looks like no letter"))
        self.daemon.out.wait_for("tap tap 1 recognized")
        self.assertEqual(program.frame()["reset"], "failed")

    def test_a_silent_program_holds_another_up_for_no_longer_than_patience(self):
        hand = self.begin(LETTER.replace("20s", "100ms") + WAITING_TAP)
        program, subscriber = Program(self), self.explained()
        self.play(hand.tap())
        failed = self.event(subscriber, "letter", "failed")
        self.assertEqual((failed["reason"], failed["key"], failed["limit"]), ("no-answer", "patience", 0.1))
        self.daemon.out.wait_for("tap tap 1 recognized")
        self.assertEqual(program.until("reset:failed")["reset"], "failed")

    def test_it_prevents_and_is_prevented(self):
        hand = self.begin(LETTER + '[[gesture]]\nname = "drag"\ntype = "pan"\nfingers = 1\n')
        program = Program(self)
        self.land(hand)
        self.assertTrue(program.propose(program.frame(), "ready"))
        self.play(hand.frame({0: (70, 30)}).frame({0: None}))
        self.assertTrue(program.propose(program.until("ended"), "ended"))
        self.daemon.out.wait_for("letter client 1 ended")
        self.assertNotIn("drag", self.daemon.out.text)
        self.assertEqual(program.frame()["reset"], "ended")
        self.play(hand.pause(1).frame({0: (30, 30)}).frame({0: (34, 30)}).frame({0: (38, 30)}))
        began = program.until("began")
        self.daemon.out.wait_for("drag pan 1 began")
        self.assertEqual(program.until("reset:failed")["reset"], "failed")
        self.assertFalse(program.propose(began, "ready"))

    def test_its_end_in_mid_gesture_cancels_and_it_is_out_again(self):
        hand = self.begin(LETTER + WAITING_TAP)
        program = Program(self)
        self.land(hand)
        self.assertTrue(program.propose(program.frame(), "ready"))
        self.daemon.out.wait_for("letter client 1 began")
        program.frames.close()
        self.daemon.out.wait_for("letter client 1 cancelled")
        self.assertEqual(self.permitted(), {False})
        self.lift(hand)
        self.play(hand.pause(1).tap())
        self.daemon.out.wait_for("tap tap 1 recognized")
        # Another may recognize it now.
        program = Program(self)
        self.land(hand)
        self.assertTrue(program.propose(program.frame(), "ready"))

    def test_touches_that_it_has_not_seen(self):
        hand = self.begin(LETTER)
        program = Program(self)
        self.play(hand.tap().pause(0.01).frame({0: (70, 30)}))
        lift, second = program.until("ended"), program.until("began")
        self.assertTrue(program.propose(lift, "ended"))
        self.assertEqual(program.until("reset:ended")["reset"], "ended")
        again = program.until("began")
        self.assertEqual(again["touches"][0]["id"], second["touches"][0]["id"])
        self.assertTrue(program.propose(again, "ready"))

    # Devices and configurations

    def test_two_devices(self):
        self.begin(LETTER, mocks.touchpad(1), mocks.touchscreen(2))
        program = Program(self)
        for hand in self.hands:
            self.land(hand)
        frames = {frame["device"]: frame for frame in (program.frame(), program.frame())}
        self.assertEqual(sorted(frames), ["event1", "event2"])
        self.assertEqual(len({frame["number"] for frame in frames.values()}), 2)
        self.assertTrue(program.propose(frames["event2"], "ready"))
        self.assertTrue(program.propose(frames["event1"], "failed"))
        states = {s["device"]: s["state"] for s in self.control.call("GetState")["states"]}
        self.assertEqual(states, {"event1": "failed", "event2": "began"})

    def test_a_reload_keeps_the_program_and_drops_the_attempt(self):
        hand = self.begin(LETTER)
        program = Program(self)
        self.land(hand)
        before = program.frame()
        self.assertTrue(program.propose(before, "ready"))
        self.write("c.toml", LETTER + "# changed\n")
        self.control.call("Reload")
        self.daemon.out.wait_for("letter client 1 cancelled")
        self.assertEqual(program.until("reset:cancelled")["reset"], "cancelled")
        self.lift(hand)
        self.play(hand.pause(1).frame({0: (50, 30)}))
        after = program.until("began")
        self.assertFalse(program.propose(before, "ready"))
        self.assertTrue(program.propose(after, "ready"))

    def test_a_configuration_without_it_ends_the_connection(self):
        self.begin(LETTER)
        program = Program(self)
        self.write("c.toml", TAP)
        self.control.call("Reload")
        self.assertEqual(program.frames.reply()["error"], f"{INTERFACE}.NoSuchGesture")
        self.assertEqual(program.frames.socket.recv(1), b"")

    def test_an_unplugged_device(self):
        hand = self.begin(LETTER)
        program = Program(self)
        self.land(hand)
        self.assertTrue(program.propose(program.frame(), "ready"))
        self.bed.remove(hand.device)
        self.daemon.out.wait_for("letter client 1 cancelled")
        self.assertEqual(program.until("reset:cancelled")["reset"], "cancelled")

    def test_a_locked_session(self):
        hand = self.begin(LETTER + WAITING_TAP + 'when = { locked = "yes" }\n')
        program = Program(self)
        self.control.call("SetContext", {"values": {"locked": "yes"}})
        self.assertEqual(self.permitted(), {False})
        self.play(hand.tap())
        self.daemon.out.wait_for("tap tap 1 recognized")
        self.assertEqual(select.select([program.frames.socket], [], [], 0)[0], [])
        self.control.call("SetContext", {"values": {"locked": "no"}})
        self.assertEqual(self.permitted(), {True})

    # Programs that misbehave

    def test_a_program_that_does_not_read_loses_motion_and_no_landing(self):
        hand = self.begin(LETTER.replace("20s", "0s"))
        program = Program(self)
        for round in range(60):
            hand.frame({0: (30, 30)}, wait=0.005)
            for step in range(200):
                hand.frame({0: (30 + step % 40 + 1, 30)}, wait=0.005)
            hand.frame({0: None}).pause(0.2)
            self.play(hand)
        self.control.call("Status")
        landings, motion = [], 0
        while len(landings) < 60:
            frame = program.frame()
            phases = [touch["phase"] for touch in frame["touches"]]
            landings += phases.count("began") * [frame["number"]]
            motion += phases == ["moved"]
        self.assertEqual(len(landings), 60)
        self.assertLess(motion, 60 * 200)

    def test_a_program_that_proposes_without_end_delays_no_other(self):
        hand = self.begin(LETTER + TAP)
        program = Program(self)
        flood = self.varlink(self.daemon)
        call = {"gesture": "letter", "token": program.started["token"], "frame": 1, "state": "changed"}
        message = json.dumps({"method": f"{INTERFACE}.Propose", "parameters": call}).encode() + b"\0"
        flood.socket.setblocking(False)
        try:
            while True:
                flood.socket.send(message * 100)
        except BlockingIOError:
            pass
        self.play(hand.tap())
        self.daemon.out.wait_for("tap tap 1 recognized")
        self.control.call("Status")


EXAMPLES = os.path.join(TOP, "config/examples")


class ExamplePrograms(DaemonCase):
    """The programs of config/examples, while the daemon plays drawn figures again and again."""

    def lines(self, name, hand, *command):
        """The daemon's lines, with the program beside it."""
        recording = self.write(f"{name}.evemu", mocks.header(hand.device) + hand.evemu())
        daemon = self.start(
            "--config", os.path.join(EXAMPLES, f"{name}.toml"), "--replay", recording, "--loop", "--print")
        daemon.wait_for_socket()
        environment = os.environ | {"XDG_RUNTIME_DIR": self.path("run")}
        program = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        return daemon.out

    @staticmethod
    def drawn(strokes):
        """Strokes in a square of 40 mm, 300 ms each, with a pause of 200 ms."""
        hand = mocks.Hand(mocks.touchscreen(2))
        for stroke in strokes:
            for (ax, ay), (bx, by) in zip(stroke, stroke[1:]):
                for step in range(15):
                    hand.frame({0: (60 + 40 * (ax + (bx - ax) * step / 15), 40 + 40 * (ay + (by - ay) * step / 15))})
            hand.frame({0: (60 + 40 * stroke[-1][0], 40 + 40 * stroke[-1][1])})
            hand.frame({0: None}, wait=0.2)
        return hand

    def letter(self, strokes):
        return self.lines("letters", self.drawn(strokes), sys.executable, os.path.join(EXAMPLES, "letters.py"))

    def test_a_letter_of_two_strokes(self):
        out = self.letter([[(0.5, 1), (0.5, 0)], [(0, 0.02), (1, 0)]])
        self.assertRegex(out.wait_for(" ended "), r' letter client 1 began number [01]\.\d\d at [0-9.,]+ zone [0-9.,]+ text "T"')

    def test_a_letter_of_one_stroke(self):
        out = self.letter([[(0, 0), (0, 1), (0.6, 1)]])
        self.assertRegex(out.wait_for(" ended "), r' letter client 1 began number [01]\.\d\d at [0-9.,]+ zone [0-9.,]+ text "L"')

    def test_a_dial(self):
        hand = mocks.Hand(mocks.touchpad(1))
        for degrees in range(0, 121, 5):
            angle = math.radians(degrees)
            hand.frame({0: (80 + 8 * math.cos(angle), 35 + 8 * math.sin(angle))})
        hand.frame({0: None})
        out = self.lines("dial", hand, os.path.join(EXAMPLES, "dial.sh"), "80", "35")
        text = out.wait_for(" ended ")
        self.assertRegex(text, r" dial client 1 began rotation \+1\d\.\d° at ")
        self.assertRegex(text, r" dial client 1 ended rotation \+1[12]\d\.\d° at ")
