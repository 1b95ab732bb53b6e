"""The view "Tune": other limits, tried by the core on the kept touch sequences, and written as single lines."""

import json
import random
import re
import unittest

from studio import Browser, Studio  # The path of harness comes with it.
from harness import DEMO, TOP

CONFIG = """\
# My gestures.
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
direction = "left"
min_distance = "90mm"   # far

[[gesture]]
name = "drag"   # three fingers
type = "pan"
fingers = 3

[[gesture]]
name = "twice"
type = "tap"
taps = 2
"""


class Trial(Studio):
    def begin(self, config=CONFIG):
        self.config = self.file("config.toml", config)
        self.open_studio("--replay", DEMO, "--config", self.config)
        self.enter()
        self.keep_open()
        self.at_end()

    def limits(self, gesture):
        keys = json.loads(self.get(f"/tune?gesture={gesture}")[2])["keys"]
        return {key["key"]: key for key in keys if key}

    def try_values(self, gesture, **values):
        return self.posted("/tune/try", {"gesture": gesture, "values": values})

    def outcomes(self, config):
        path = self.file("other.toml", config)
        lines = self.run_ctl("replay", "--explain", "--config", path, DEMO).stdout.splitlines()
        # A gesture that goes on is not part of what is compared.
        return [line.rpartition(": ")[2].partition(";")[0] for line in lines if line.startswith("sequence ")]

    def test_the_sliders_are_the_measures_of_the_type(self):
        self.begin()
        distance = self.limits("next")["min_distance"]
        self.assertEqual((distance["value"], distance["unit"], distance["least"], distance["most"]), (90, "mm", 22.5, 360))
        self.assertEqual(self.limits("twice")["max_interval"]["unit"], "ms")
        self.assertEqual(self.limits("next")["angle"]["unit"], "\u00b0")

    def test_both_ends_of_a_pair_are_tried_and_a_key_has_a_title(self):
        self.begin()
        angle = self.limits("next")["angle"]
        self.assertEqual((angle["title"], angle["ends"]), ("Slant", [20, 35]))
        self.assertNotIn("ends", self.limits("next")["min_distance"])
        lines = self.try_values("next", angle=[15, 30])["difference"].splitlines()
        self.assertEqual([line for line in lines if line[0] == "+"], ['+angle = ["15deg", "30deg"]'])
        self.assertEqual(self.post("/tune/try", {"gesture": "next", "values": {"angle": [15, 900]}})[0], 422)

    def test_what_a_trial_states_is_what_replay_shows_with_the_file(self):
        self.begin()
        before = self.outcomes(CONFIG)
        for values, text in (({}, CONFIG), ({"min_distance": 20}, CONFIG.replace('"90mm"', '"20mm"')),
                             ({"min_distance": 100}, CONFIG.replace('"90mm"', '"100mm"'))):
            with self.subTest(values):
                trial = self.try_values("next", **values)
                after = self.outcomes(text)
                self.assertEqual([", ".join(each["after"]) or "nothing recognized" for each in trial["sequences"]], after)
                self.assertEqual([", ".join(each["before"]) or "nothing recognized" for each in trial["sequences"]], before)
                for each in trial["sequences"]:
                    self.assertEqual(each["gained"], [name for name in each["after"] if name not in each["before"]])
                    self.assertEqual(each["lost"], [name for name in each["before"] if name not in each["after"]])
        self.assertEqual(self.config.read_text(), CONFIG)
        # The motion of 70 mm is gained by one and lost by the other.
        changed = [each for each in self.try_values("next", min_distance=20)["sequences"] if each["gained"] or each["lost"]]
        self.assertEqual([(each["gained"], each["lost"]) for each in changed], [(["next"], ["drag"])])

    def test_a_chain_of_taps_is_replayed_as_one(self):
        self.begin()
        self.assertEqual([each["number"] for each in self.try_values("twice")["sequences"] if each["before"] == ["twice"]], [3])
        lost = [each["number"] for each in self.try_values("twice", max_interval=100)["sequences"] if each["lost"] == ["twice"]]
        self.assertEqual(lost, [3])

    def test_saving_changes_the_line_alone_and_undo_gives_it_back(self):
        self.begin()
        trial = self.try_values("next", min_distance=20)
        self.assertEqual([line for line in trial["difference"].splitlines() if line[0] != " "],
                         ['-min_distance = "90mm"   # far', '+min_distance = "20mm"   # far'])
        request = {"gesture": "next", "values": {"min_distance": 20}, "version": trial["version"]}
        self.assertEqual(self.posted("/tune/save", request), {"written": "next"})
        self.assertEqual(self.config.read_text(), CONFIG.replace('"90mm"', '"20mm"'))
        self.assertEqual(self.post("/tune/save", {**request, "values": {"min_distance": 30}})[0], 422)
        self.posted("/undo", {})
        self.assertEqual(self.config.read_text(), CONFIG)

    def test_what_cannot_be(self):
        self.begin()
        for body in ({"gesture": "other"}, {"gesture": "next", "values": {"min_distance": -1}}, {"gesture": "next", "values": {"min_distance": 1e9}}):
            self.assertEqual(self.post("/tune/try", body)[0], 422, body)
        self.assertEqual(self.post("/tune/save", {"gesture": "next", "values": {}, "version": "x"})[0], 422)
        self.config.unlink()
        status, _, text = self.get("/tune?gesture=next")
        self.assertEqual(status, 422)
        self.assertIn("no configuration to tune yet", text)

    def test_random_limits_of_the_shipped_configurations(self):
        """Everything but the edited values is the same bytes, the result passes check, undo gives the file back."""
        choice = random.Random(11)
        self.config = self.file("config.toml", "")
        self.open_studio("--replay", DEMO, "--config", self.config)
        self.enter()
        self.keep_open()
        edited = 0
        for path in [*sorted((TOP / "config/examples").glob("*.toml")), TOP / "config/config.toml"]:
            text = path.read_text()
            self.config.write_text(text)
            status = self.run_ctl("check", self.config).returncode
            with self.stream() as stream:
                names = [gesture["name"] for gesture in stream.until("state")["gestures"]]
            for name in choice.sample(names, min(3, len(names))):
                keys = list(self.limits(name).values())
                values = {key["key"]: round(choice.uniform(key["least"], key["most"]), 2) for key in choice.sample(keys, min(2, len(keys)))}
                trial = self.try_values(name, **values)
                if "problem" in trial:
                    continue
                answer = self.post("/tune/save", {"gesture": name, "values": values, "version": trial["version"]})
                if answer[0] == 422 and "no value is another" in answer[2]:
                    continue
                self.assertEqual(answer[0], 200, (answer, name, values))
                after = self.config.read_text()
                # Without the edited values, both files are the same.
                keys = "|".join(map(re.escape, values))
                def rest(text):
                    return re.sub(rf"(?m)^[ \t]*({keys}) = .*\n|, ({keys}) = (\"[^\"]*\"|\[[^]]*\]|[^,}} ]+)", "", text)
                self.assertEqual(rest(after), rest(text))
                self.assertEqual(len(after.splitlines()) - len(text.splitlines()) in range(0, 3), True)
                self.assertEqual(self.run_ctl("check", self.config).returncode, status)
                self.posted("/undo", {})
                self.assertEqual(self.config.read_text(), text)
                edited += 1
        self.assertGreater(edited, 20)


class Tune(Browser):
    def test_a_slider_shows_what_would_be_lost_and_writes_one_line(self):
        config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        page.get_by_role("link", name="Tune").click()
        self.wait("document.querySelector('#tune [role=status]').textContent === 'next: recognized in 0 of 19 kept touch sequences (currently 0).'")
        buttons = page.locator("#tune .buttons").get_by_role("button")
        self.assertEqual([each.is_visible() for each in buttons.all()], [])
        page.get_by_label("Distance, at least in mm").fill("20")
        page.keyboard.press("Tab")
        self.wait("document.querySelector('#tune [role=status]').textContent === 'next: recognized in 1 of 19 kept touch sequences (currently 0).'")
        self.assertIn("Sequence 6: next would be recognized. drag would be lost.", page.inner_text(".outcomes"))
        self.assertEqual([each.inner_text() for each in buttons.all()], ["Save", "Reset"])
        self.picture("tune-changed")
        self.assert_usable()
        page.locator("#tune").get_by_role("button", name="Save").click()
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: next')")
        self.assertEqual(config.read_text(), CONFIG.replace('"90mm"', '"20mm"'))
        self.wait("document.querySelector('#tune [role=status]').textContent === 'next: recognized in 1 of 19 kept touch sequences (currently 1).'")
        page.get_by_role("button", name="Undo: tune next").click()
        self.wait("document.querySelector('#notice').textContent === 'Undone: tune next.'")
        self.assertEqual(config.read_text(), CONFIG)
        # The slider is moved by keys, once the page has made it again for the unchanged file.
        self.wait("document.querySelector('#undo').hidden && document.querySelector('#tune input[type=number]')?.value === '90'")
        slider = page.get_by_label("Distance, at least", exact=True)
        slider.focus()
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        self.wait("document.querySelector('#tune .difference').textContent.includes('+min_distance = \"81.5mm\"')")
        self.assert_quiet()

    def test_a_pair_has_two_handles_and_what_was_moved_stays(self):
        config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()
        page.get_by_role("link", name="Tune").click()
        page.get_by_label("Slant, slow in °").fill("15")
        page.keyboard.press("Tab")
        self.wait("document.querySelector('#tune .difference').textContent.includes('+angle = [\"15deg\", \"35deg\"]')")
        # Another program edits the file: the moved handle stays where it is.
        config.write_text(CONFIG.replace("90mm", "80mm"))
        self.enter()
        self.posted("/replay", {"atOnce": True})
        self.wait("document.querySelector('#tune [aria-label=\"Distance, at least in mm\"]')?.value === '80'")
        self.assertEqual(page.get_by_label("Slant, slow in °").input_value(), "15")

    def test_narrow_wide_light_and_dark(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        for view in ("tune", "system"):
            for width in (380, 1400, 3840):
                for dark in (False, True):
                    with self.subTest(view=view, width=width, dark=dark):
                        page = self.open_page(width=width, dark=dark)
                        self.more("To the end")
                        page.get_by_role("link", name=view.capitalize()).click()
                        if view == "tune":
                            self.wait("document.querySelectorAll('#tune .slider').length > 5")
                        else:
                            self.wait("document.querySelectorAll('.findings li').length > 1")
                        self.picture(f"{view}-{width}-{'dark' if dark else 'light'}")
                        self.assert_usable()
                        self.assert_quiet()
                        page.context.close()


if __name__ == "__main__":
    unittest.main()
