"""Plays gestures of every type. The members of their events, and their meanings, are those of the table in docs/events.md."""

import math
import os
import re
import tempfile
import unittest

import rows
from test_replay_rows import replay

PAGE = os.path.join(rows.HERE, "../../docs/events.md")
INTERFACE = os.path.join(rows.HERE, "../../config/org.gestured.Gestures.varlink")
DECELERATION = 0.998


def table():
    """{member: of} of the page."""
    with open(PAGE, encoding="utf-8") as page:
        text = page.read().split("<!-- events -->")[1].split("<!-- end -->")[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")]
    return {cell[0].strip("`"): cell[2] for cell in cells}


def interface_type(name):
    """{member: type} of a type of the Varlink interface."""
    with open(INTERFACE, encoding="utf-8") as interface:
        body = re.search(r"^type %s \((.*?)^\)" % name, interface.read(), re.MULTILINE | re.DOTALL)[1]
    return dict(line.strip().rstrip(",").split(": ") for line in body.strip().splitlines())


TABLE = table()
# A replay has no program for a client's gesture. Tests/daemon/test_recognizing_programs.py has its members.
TYPES = sorted(
    {item.split(":")[-1].split()[0] for row in rows.load_all() for item in row.recognizers.split(";") if "@" not in item} - {"client"})
# The number of rows of a type that are played. All members of the type are in them.
ROWS_OF_TYPE = 12


def types_of(member):
    """The types that have the member; None if it depends on something else."""
    words = set(TABLE[member].split(", ")) - {"client"}
    return words if words and words <= set(TYPES) else None


def chosen():
    found = {}
    for kind in TYPES:
        of_type = [row for row in rows.load_all() if re.search(r"(^|[;:] *)%s\b" % kind, row.recognizers)]
        usable = [row for row in of_type if row.what_replay_cannot_do is None and row.expected != "-" and not row.expects_explanations]
        found.update((row.id, row) for row in usable[:ROWS_OF_TYPE])
    return found.values()


class EventFields(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.events = []
        for row in chosen():
            with tempfile.TemporaryDirectory() as folder:
                cls.events.append((row, replay(row, folder, "--touches", zones=True)))

    def test_steps_have_the_values_of_the_sequence(self):
        """`steps` of an event: the completed steps and the present one, each with its type's members."""
        row = next(row for row in rows.load_all() if row.id == "X-steps-simultaneous-last")
        with tempfile.TemporaryDirectory() as folder:
            events = replay(row, folder, "--touches", zones=True)
        last = events[-1]
        self.assertEqual([(step["step"], step["type"]) for step in last["steps"]], [(1, "tap"), (2, "pinch"), (2, "rotation")])
        tap, pinch, rotation = last["steps"]
        self.assertEqual((tap["taps"], tap["fingers"], tap["time"]), (1, 1, 0.06))
        self.assertEqual((pinch["scale"], rotation["rotation"]), (last["scale"], last["rotation"]))
        self.assertEqual([step["step"] for step in events[0]["steps"]], [1])

    def test_members_have_one_type_everywhere(self):
        """The values of steps and of `State` are members of an event, so one client code reads all three."""
        event = interface_type("Event")
        for name in ("StepValue", "State"):
            members = interface_type(name)
            self.assertGreater(len(members), 15)
            for member in members.keys() & event.keys():
                self.assertEqual(members[member].lstrip("?"), event[member].lstrip("?"), "%s: %s" % (name, member))
        for row, events in self.events:
            for event in events:
                for step in event.get("steps", []):
                    self.assertLessEqual(step.keys(), interface_type("StepValue").keys(), row.id)

    def test_every_type_is_played(self):
        played = {event["type"] for _, events in self.events for event in events}
        self.assertEqual(played, set(TYPES))

    def test_members_are_those_of_the_table(self):
        found = {}
        for row, events in self.events:
            for event in events:
                found.setdefault(event["type"], set()).update(event)
                for member in event:
                    types = types_of(member)
                    if types is not None and event["type"] != "sequence":
                        self.assertIn(event["type"], types, "%s: %s" % (row.id, member))
        for member in TABLE:
            for kind in types_of(member) or []:
                self.assertIn(member, found[kind], kind)
        for kind, members in found.items():
            everywhere = {member for member, of in TABLE.items() if of == "all"} | {"touches", "start", "stage", "zone"}
            self.assertLessEqual(everywhere, members, kind)

    def test_members_are_in_the_order_of_the_table(self):
        order = {member: place for place, member in enumerate(TABLE)}
        for row, events in self.events:
            for event in events:
                self.assertEqual(list(event), sorted(event, key=order.__getitem__), row.id)

    def test_increments_add_up_to_the_sums(self):
        for row, events in self.events:
            sums = {}
            for event in events:
                if event["state"] in ("began", "recognized"):
                    sums[event["gesture"]] = [0, 0, 1, 0]
                total = sums.get(event["gesture"])
                if "delta" in event:
                    total[0] += event["delta"]["x"]
                    total[1] += event["delta"]["y"]
                    self.near(total[0], event["translation"]["x"], row)
                    self.near(total[1], event["translation"]["y"], row)
                if "scale" in event:
                    total[2] *= event["scale_factor"]
                    self.near(total[2], event["scale"], row)
                if "rotation" in event:
                    total[3] += event["rotation_delta"]
                    self.near(total[3], event["rotation"], row)

    def near(self, a, b, row):
        # Each increment is rounded to four decimals.
        self.assertAlmostEqual(a, b, delta=0.02, msg=row.id)

    def test_the_predicted_end_is_where_a_scroll_view_would_stop(self):
        seen = 0
        for row, events in self.events:
            for event in (event for event in events if "predicted_end" in event):
                seen += 1
                for axis in "xy":
                    end, speed = event["translation"][axis], event["velocity"][axis] / 1000
                    for _ in range(20_000):
                        speed *= DECELERATION
                        end += speed
                    self.assertAlmostEqual(event["predicted_end"][axis], end, delta=0.01 + abs(end) * 1e-4, msg=row.id)
                if seen > 40:
                    return
        self.fail("only %d events have it" % seen)

    def test_touches_are_as_many_as_fingers_and_around_the_location(self):
        checked = 0
        for row, events in self.events:
            if isinstance(row, rows.DeviceRow):  # fingers without a place of their own
                continue
            for event in (event for event in events if event["state"] != "step"):
                places = event["touches"]
                self.assertEqual(len(places), event["fingers"], row.id)
                if event["type"] in ("circle", "stroke", "hold", "sequence", "tip-tap"):  # the location is that of the landing, or of one finger
                    continue
                checked += 1
                for axis in "xy":
                    centre = sum(place[axis] for place in places) / len(places)
                    self.assertAlmostEqual(centre, event["location"][axis], delta=0.001, msg=row.id)
        self.assertGreater(checked, 60)

    def test_touches_at_a_lift_are_those_before_it(self):
        """A finger that lifts ends a gesture of two: `location` and `touches` do not follow the other one any more."""
        lift = "0 d1 20,50 d2 40,50 | 60 u1 u2 | 150 d3 20,50 d4 40,50 | 750 | 800> m3 30,50 m4 50,50 | 810 u3 m4 70,60 | 830 u4"
        landing = "0 d1 20,50 d2 40,50 | 60 u1 u2 | 150 d3 20,50 d4 40,50 | 750 | 800> m3 30,50 m4 50,50 | 810 d5 90,50 m4 70,60 | 1200 u5 u3 u4"
        jump = ("jump\tpan fingers=2\t0 s0 i1 x600 y1500 s1 i2 x1200 y1500 | 50> s0 x900 s1 x1500 | 60 s0 i-1 s1 x2700 | 70 s1 i-1\t-\t"
                "touchpad x=0..3000/30 y=0..3000/30")
        cases = [rows.Row("lift\t%s\t%s\t-" % (gesture, script)) for gesture, script in (
            ("pan fingers=2", lift), ("pan fingers=2 release=all", lift), ("pan fingers=2 drag_lock=300ms", lift),
            ("transform fingers=2", lift), ("tap-drag fingers=2", lift), ("long-press fingers=2 taps=1", lift),
            ("pan fingers=2", landing), ("transform fingers=2", landing))]
        for row in [*cases, rows.DeviceRow(jump)]:
            with self.subTest(row.recognizers + row.id), tempfile.TemporaryDirectory() as folder:
                changed, last = [event for event in replay(row, folder, "--touches") if event["state"] != "possible"][-2:]
                self.assertIn(last["state"], ("ended", "cancelled"))
                self.assertEqual(last["touches"], changed["touches"])
                self.assertEqual(last["location"], changed["location"])

    def test_zones_contain_the_start(self):
        for row, events in self.events:
            for event in (event for event in events if "start" in event):
                width, height = event["stage"]["width"], event["stage"]["height"]
                expected = ["everywhere"] + ["left-half"] * (event["start"]["x"] <= width / 2 + 1e-9)
                self.assertEqual([name for name in event["zone"] if not name.startswith("zone")], expected, row.id)
                self.assertTrue(0 <= event["start"]["y"] <= height and math.isfinite(width))

    def test_events_have_the_gestures_that_are_in(self):
        """`~pan` ends its `when` in the middle of a touch sequence: it counts from the next one on."""
        row = rows.Row("in\ttap; pan\t0 d1 20,20 | 40> m1 28,20 | 50 ~pan | 60 u1 | 200 d2 50,50 | 260 u2 | 300 =pan | 400 d3 50,50 | 460 u3\t-")
        with tempfile.TemporaryDirectory() as folder:
            events = replay(row, folder)
        seen = [(event["gesture"], event["state"], event["in"]) for event in events if event["state"] != "changed"]
        both = ["tap", "pan"]
        self.assertEqual(seen, [
            ("pan", "began", both), ("pan", "ended", both), ("tap", "recognized", ["tap"]), ("tap", "recognized", both)])

    def test_without_a_condition_no_event_says_so(self):
        row = rows.Row("all\ttap\t0 d1 20,20 | 60 u1\t-")
        with tempfile.TemporaryDirectory() as folder:
            self.assertNotIn("in", replay(row, folder)[0])


if __name__ == "__main__":
    unittest.main()
