"""The context keys with fixed values, locked and rotation, in a replay and in the running daemon."""

import json
import unittest

from harness import Client, Place
from test_gesturectl import DEVICE, GOOD, TAP, down, moved, up

LOCK_SCREEN = '[[gesture]]\nname = "lamp"\ntype = "tap"\nwhen = { locked = "yes" }\n'
EDGE = '[[gesture]]\nname = "edge"\ntype = "edge-pan"\nedges = ["left"]\n'
SWIPE = '[[gesture]]\nname = "up"\ntype = "swipe"\nfingers = 1\ndirection = "up"\n'


def stroke(places, start=0.0):
    """A finger that goes from place to place (mm of the panel), a frame each 10 ms."""
    text = down(start, *places[0])
    for number, place in enumerate(places[1:], 1):
        text += moved(start + number / 100, *place)
    return text + up(start + len(places) / 100)


class InReplay(Place):
    def replay(self, recording, configuration, *arguments, status=0):
        result = self.run_ctl(
            "replay", "--config", self.file("config.toml", configuration), *arguments, self.file("hand.evemu", DEVICE + recording))
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stdout if status == 0 else result.stderr

    def test_gestures_are_off_while_the_session_is_locked(self):
        recording = TAP.removeprefix(DEVICE) + "".join(down(t, 50, 50) + up(t + 0.08) for t in (1, 2))
        commands = ("--do", "0.5 context locked=yes", "--do", "1.5 context locked=no")
        lines = self.replay(recording, GOOD + LOCK_SCREEN, *commands).splitlines()
        self.assertEqual([line.split()[:2] for line in lines], [["0.080", "t"], ["1.080", "lamp"], ["2.080", "t"]])
        explained = self.replay(recording, GOOD, *commands, "--explain")
        self.assertIn(
            '  t: the session is locked; only gestures with when = { locked = "yes" } are recognized\n', explained)

    def test_edges_and_directions_follow_a_panel_that_is_turned(self):
        # Up the panel from its lower edge (200 × 120 mm): on a panel turned clockwise by 90° that is from left to right.
        upwards = [(100, 119 - 6 * n) for n in range(10)]
        configuration = EDGE + SWIPE
        self.assertRegex(self.replay(stroke(upwards), configuration), r"^[0-9.]+ up swipe 1 recognized up ")
        turned = self.replay(stroke(upwards), configuration, "--do", "0 context rotation=90")
        self.assertRegex(turned, r"^[0-9.]+ edge edge-pan 1 began ")
        self.assertNotIn("swipe", turned)
        # The panel is turned back for the second stroke.
        both = self.replay(
            stroke(upwards) + stroke(upwards, 1), configuration, "--do", "0 context rotation=90", "--do", "0.5 context rotation=")
        self.assertRegex(both.splitlines()[-1], r"^1\.[0-9]+ up swipe 1 recognized up ")

    def test_zones_follow_a_panel_that_is_turned(self):
        # A tap in the lower right quarter of the panel; on a panel turned clockwise by 90° that is the lower left one.
        tap = down(0, 150, 90) + up(0.05)
        configuration = '[zone.right]\nx = ["50%", "100%"]\n[[gesture]]\nname = "t"\ntype = "tap"\n'
        zones = []
        for turned in ("", "90", "180", "270"):
            line = self.replay(tap, configuration, "--do", "0 context rotation=" + turned, "--json")
            zones.append(json.loads(line).get("zone"))
        self.assertEqual(zones, [["right"], None, None, ["right"]])

    def test_a_gesture_in_progress_is_cancelled_when_the_panel_is_turned(self):
        places = [(50 + 3 * n, 60) for n in range(20)]
        lines = self.replay(
            stroke(places) + stroke(places, 1), '[[gesture]]\nname = "drag"\ntype = "pan"\n', "--do", "0.095 context rotation=180",
        ).splitlines()
        self.assertEqual(
            [(line.split()[0], line.split()[4]) for line in lines[:2]], [("0.010", "began"), ("0.095", "cancelled")])
        # The touch that was down does not count until it lifts. The next one moves the other way.
        self.assertEqual([line.split()[4] for line in lines[2:]], ["began", "ended"])
        self.assertRegex(lines[2], r"^1\.010 drag pan 1 began by -3\.0,")

    def test_a_value_that_the_key_never_has_is_refused(self):
        error = self.replay(stroke([(50, 50)]), GOOD, "--do", "0 context rotation=45", status=2)
        self.assertIn('--do "0 context rotation=45": `rotation` is 0, 90, 180 or 270, not "45"', error)


class Typing(Place):
    GUARDED = GOOD + 'typing_guard = "500ms"\n'
    PAD = DEVICE.replace("P: 02", "P: 01").replace("B: 01 00 04 ", "B: 01 20 04 ")

    def replay(self, configuration, *arguments, device=DEVICE):
        hand = self.file("hand.evemu", device + TAP.removeprefix(DEVICE))
        result = self.run_ctl("replay", "--config", self.file("config.toml", configuration), *arguments, hand)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_a_key_before_the_landing(self):
        self.assertEqual(self.replay(self.GUARDED).count("\n"), 1)
        self.assertEqual(self.replay(self.GUARDED, "--do", "-0.499 typing"), "")
        self.assertEqual(self.replay(self.GUARDED, "--do", "-0.5 typing").count("\n"), 1)
        self.assertEqual(self.replay(self.GUARDED, "--do", "0.01 typing").count("\n"), 1)
        self.assertIn(
            "t: typed 0.12 s before; `typing_guard` is 0.5 s\n", self.replay(self.GUARDED, "--do", "-0.12 typing", "--explain"))

    def test_the_default_is_for_touchpads_and_settings_change_it(self):
        typing = ("--do", "-0.3 typing")
        self.assertEqual(self.replay(GOOD, *typing).count("\n"), 1, "a touchscreen")
        self.assertEqual(self.replay(GOOD, *typing, device=self.PAD), "")
        for settings, count in (("300ms", 1), ("301ms", 0), ("0ms", 1)):
            text = f'[settings]\ntyping_guard = "{settings}"\n'
            self.assertEqual(self.replay(text + GOOD, *typing, device=self.PAD).count("\n"), count)
            self.assertEqual(self.replay(text + self.GUARDED, *typing, device=self.PAD), "")
        self.assertEqual(self.replay(GOOD + 'typing_guard = "0ms"\n', *typing, device=self.PAD).count("\n"), 1)

    def test_modifiers_in_any_order(self):
        when = GOOD + 'when = { modifiers = "shift+ctrl" }\n'
        for held, count in (("ctrl+shift", 1), ("shift+ctrl", 1), ("ctrl", 0), ("none", 0)):
            self.assertEqual(self.replay(when, "--do", f"0 context modifiers={held}").count("\n"), count)
        self.assertEqual(self.replay(GOOD + 'when = { modifiers = "none" }\n').count("\n"), 1)

    def test_doctor_names_what_is_missing(self):
        path = self.file("config.toml", self.GUARDED)
        self.environment["GESTURED_TYPING_SOCKET"] = str(self.directory / "typing.sock")
        said = self.run_ctl("doctor", "--config", path).stdout
        self.assertIn("FAILED `typing_guard` and `modifiers` need gestured-typing, which does not run", said)
        self.assertIn("sudo systemctl enable --now gestured-typing.socket", said)
        self.assertNotIn("gestured-typing", self.run_ctl("doctor", "--config", self.file("config.toml", GOOD)).stdout)


class InTheDaemon(Place):
    def test_it_is_set_and_refused(self):
        recording = self.file("hand.evemu", TAP)
        self.start("--config", self.file("config.toml", GOOD + LOCK_SCREEN), "--replay", recording)
        result = self.run_ctl("control", "context", "app=x", "locked=1")
        self.assertEqual(result.returncode, 1)
        self.assertIn('`locked` is yes or no, not "1"', result.stderr)
        self.assertEqual(self.run_ctl("status", "context").stdout, "", "nothing of it was set")
        with Client(self.socket_path) as client:
            for value, permitted in (("yes", ["lamp"]), ("no", ["t"]), ("", ["lamp"])):
                client.call("SetContext", {"values": {"locked": value}})
                gestures = client.call("ListGestures")["parameters"]["gestures"]
                self.assertEqual([g["name"] for g in gestures if g["permitted"]], permitted)

    def test_a_touchscreen_is_turned_while_the_daemon_runs(self):
        recording = self.file("hand.evemu", TAP)
        self.start("--config", self.file("config.toml", GOOD), "--replay", recording)
        with Client(self.socket_path) as client:
            size = lambda: [client.call("ListDevices")["parameters"]["devices"][0][key] for key in ("width", "height")]
            self.assertEqual(size(), [200, 120])
            for turned, expected in (("90", [120, 200]), ("180", [200, 120]), ("270", [120, 200]), ("", [200, 120])):
                self.assertEqual(client.call("SetContext", {"values": {"rotation": turned}}), {"parameters": {}})
                self.assertEqual(size(), expected)


if __name__ == "__main__":
    unittest.main()
