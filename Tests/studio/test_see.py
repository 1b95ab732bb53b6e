"""The view "See": a recording and a daemon's touches on the page."""

import pathlib
import sys
import unittest

from studio import Browser, Studio  # The path of harness comes with it.
from harness import DEMO

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import hands  # noqa: E402
import motions  # noqa: E402


class Kept(Studio):
    def test_a_saved_sequence_is_recognized_as_before(self):
        self.open_studio("--replay", DEMO)
        self.enter()
        self.keep_open()
        self.at_end()
        with self.stream() as stream:
            sequences = stream.until("sequences")
        self.assertEqual(len(sequences), 19)
        for sequence in sequences:
            status, headers, text = self.get(f"/recording?number={sequence['number']}")
            self.assertEqual(status, 200)
            self.assertIn(f"sequence-{sequence['number']}.evemu", headers["Content-Disposition"])
            if "," in sequence["outcome"] or sequence["outcome"] == "double-tap":
                continue
            path = self.file("saved.evemu", text)
            lines = self.run_ctl("replay", "--explain", path).stdout.splitlines()
            outcome = [line.rpartition(": ")[2] for line in lines if line.startswith("sequence ")]
            self.assertEqual(outcome, [sequence["outcome"]], sequence)

    def test_touches_of_the_daemon_are_a_recording_that_gives_the_same_events(self):
        self.start("--replay", DEMO, "--speed", "4", "--loop")
        self.open_studio()
        self.enter()
        self.keep_open()
        with self.stream() as stream:
            self.assertEqual(stream.until("state", lambda s: s["feed"] == "daemon")["devices"][0]["id"], "demo")
            sequences = stream.until("sequences", lambda s: len(s) > 12 and all("outcome" in each for each in s[:12]))
        # The first one may have been under way already. The studio keeps the last 50, and more are made meanwhile.
        saved = [(sequence, self.get(f"/recording?number={sequence['number']}")[2]) for sequence in sequences[1:12]]
        compared = 0
        for sequence, text in saved:
            path = self.file("saved.evemu", text)
            lines = self.run_ctl("replay", "--explain", path).stdout.splitlines()
            outcome = [line.rpartition(": ")[2] for line in lines if line.startswith("sequence ")]
            if sequence["outcome"] in ("tap", "double-tap"):
                continue
            self.assertEqual(outcome, [sequence["outcome"]], sequence)
            compared += 1
        self.assertGreater(compared, 5)


class Feed(Studio):
    def test_without_a_daemon_it_waits_for_one_and_outlives_it(self):
        self.open_studio("--config", self.file("none.toml", ""))
        self.enter()
        with self.stream() as stream:
            self.assertIn("no daemon is running", stream.until("state")["feedText"])
            daemon = self.start("--replay", DEMO, "--loop")
            stream.until("state", lambda state: state["feed"] == "daemon" and state["devices"])
            stream.until("picture")
            self.stop(daemon)
            stream.until("state", lambda state: state["feed"] == "none")
            self.start("--replay", DEMO, "--loop")
            stream.until("state", lambda state: state["feed"] == "daemon" and state["devices"])


class See(Browser):
    def test_a_button_starts_the_daemon(self):
        calls, works = self.directory / "calls", self.directory / "works"
        (self.directory / "bin").mkdir()
        program = self.file("bin/systemctl", f'#!/bin/sh\n[ -e {works} ] && echo "$*" >>{calls}\n')
        program.chmod(0o755)
        self.environment["PATH"] = f"{self.directory}/bin:{self.environment['PATH']}"
        self.open_studio("--config", self.file("none.toml", ""))
        page = self.open_page()
        button = page.get_by_role("button", name="Start the daemon")
        button.click()
        self.wait("document.querySelector('#notice').textContent.includes('gestured.service cannot be started here')")
        self.assertRegex(self.logged.pop(), "status of 422")
        works.touch()
        with page.expect_response("**/start") as answer:
            button.click()
        self.assertEqual(answer.value.status, 204)
        self.wait("document.querySelector('#notice').hidden")
        self.assertEqual(calls.read_text(), "--user start --no-block gestured.service\n")
        # What the service then starts.
        self.start("--replay", DEMO, "--loop")
        self.wait("document.querySelector('svg.pad .finger') !== null")
        self.assertFalse(button.is_visible())
        self.assert_quiet()

    def test_a_replayed_recording(self):
        self.open_studio("--replay", DEMO)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        self.assertTrue(page.inner_text("#feed").startswith("Recording demo, "), page.inner_text("#feed"))
        # An earlier sequence is chosen: its trails and the rows of its gestures.
        page.locator(".sequences button[data-number='5']").click()
        self.wait("document.querySelector('figcaption').textContent.startsWith('Sequence 5,')")
        outcome = page.inner_text("figcaption").rpartition(": ")[2]
        self.assertIn(outcome, page.inner_text(".gestures .made .name"))
        self.assertEqual(page.locator("#see svg.pad .trail").count(), 3)
        self.assertRegex(page.inner_text("figcaption"), "^Sequence 5, 3 fingers, 0[.]..? s: ")
        self.assertGreater(page.locator(".log li").count(), 19)
        page.keyboard.press("ArrowRight")
        self.wait("document.querySelector('figcaption').textContent.startsWith('Sequence 6,')")
        self.picture("see-1400")
        with page.expect_download() as download:
            self.more("Save as a recording")
        self.assertEqual(download.value.suggested_filename, "sequence-6.evemu")
        self.assert_usable()
        self.assert_quiet()

    def test_the_wrong_number_of_fingers_is_never_reached(self):
        config = self.file("config.toml", '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\ndirection = "left"\n')
        recording = self.file("hand.evemu", motions.recording("swipe 2 left", "touchscreen"))
        self.start("--config", config, "--replay", recording, "--loop")
        self.open_studio()
        page = self.open_page()
        self.wait("document.querySelector('svg.pad .finger') !== null")
        page.evaluate("""() => {
          window.seen = new Set();
          const look = () => {
            for (const track of document.querySelectorAll('#see .bar:not(.empty) .track')) window.seen.add(track.className);
            window.seen.add(document.querySelector('#see .lead').className);
            requestAnimationFrame(look);
          };
          look();
        }""")
        before = page.locator(".sequences li").count()
        self.wait(f"document.querySelectorAll('.sequences li').length > {before + 2}")
        self.assertEqual(page.evaluate("() => [...window.seen]"), ["lead none"])
        self.assertEqual(page.locator(".lead .name").inner_text() in ("Nothing recognized", "2 fingers down", "1 finger down"), True)
        self.assertIn("1 gesture needs another number of fingers", page.inner_text("#see .gestures + details summary"))

    def test_the_box_says_what_kept_the_touches_from_a_gesture(self):
        config = self.file("config.toml", '[[gesture]]\nname = "off"\ntype = "swipe"\nfingers = 2\nenabled = false\n')
        recording = self.file("hand.evemu", motions.recording("swipe 2 left", "touchscreen"))
        self.open_studio("--replay", recording, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelector('.lead .name').textContent === 'Nothing recognized'")
        self.assertEqual(page.inner_text(".lead .words"), "off: disabled.")

    def test_a_bar_says_in_a_word_what_it_shows(self):
        config = self.file("config.toml", '[[gesture]]\nname = "far"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nmin_distance = "90mm"\n')
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        page.locator(".sequences button[data-number='6']").click()
        self.wait("document.querySelector('.lead .name').textContent === 'far'")
        self.assertEqual(page.inner_text(".lead .words"), "three-finger swipe to the left")
        self.assertRegex(page.inner_text(".lead .measure"), r"^○ not reached, .*\s/\s90\smm$")
        self.assertRegex(page.inner_text(".lead .state"), "^Nearly: ")
        # It is the largest text of the page.
        largest = page.evaluate("() => [...document.querySelectorAll('#see *, header *')].reduce((a, b) => "
                                "parseFloat(getComputedStyle(a).fontSize) >= parseFloat(getComputedStyle(b).fontSize) ? a : b).className")
        self.assertEqual(largest, "title")

    def colours(self, selector):
        """The colours of the texts of elements, and the names of the page's colours."""
        return self.page.evaluate("""selector => {
          const probe = document.body.appendChild(document.createElement("p"));
          const names = Object.fromEntries(["ink", "none", "made", "near", "missed"].map(name => {
            probe.style.color = `var(--${name})`;
            return [getComputedStyle(probe).color, name];
          }));
          probe.remove();
          return [...document.querySelectorAll(selector)].map(each => names[getComputedStyle(each).color]);
        }""", selector)

    def test_a_near_miss_has_its_colour_in_both_lists(self):
        config = self.file("config.toml", "".join(
            f'[[gesture]]\nname = "{way}"\ntype = "swipe"\nfingers = 3\ndirection = "{way}"\n' for way in ("left", "right")))
        recording = self.file("hand.evemu", motions.recording("swipe 3 left 6 mm", "touchpad"))
        self.open_studio("--replay", recording, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelector('.sequences .near') !== null")
        self.assertRegex(page.inner_text(".sequences .near"), "^1: 3 fingers, .*, nearly left$")
        self.assertEqual(self.colours(".sequences .near button, .gestures .nearest .name"), ["near", "near"])
        self.assertEqual(self.colours(".gestures .missed:not(.nearest) .name"), ["none"])
        self.assertEqual(self.colours(".gestures .missed .measure"), ["ink", "ink"])
        self.assert_usable()

    def test_a_failed_action_is_red(self):
        config = self.file("config.toml", '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nrun = "exit 3"\n')
        recording = self.file("hand.evemu", motions.recording("swipe 3 left", "touchpad"))
        self.start("--config", config, "--replay", recording, "--loop")
        self.open_studio()
        self.open_page()
        self.wait("document.querySelector('.sequences .failed') !== null && document.querySelector('.log .missed') !== null")
        colours = self.colours(".sequences .failed button, .log .missed")
        self.assertEqual(set(colours), {"missed"})
        self.wait("document.querySelector('.gestures .failed') !== null && document.querySelector('.lead.failed') !== null")

    def test_a_row_has_three_buttons_and_a_menu(self):
        self.open_studio("--replay", DEMO)
        for width in (380, 1400):
            with self.subTest(width):
                page = self.open_page(width=width)
                row = page.get_by_role("group", name="Touch sequences")
                tops = row.evaluate("row => [...row.children].map(each => Math.round(each.getBoundingClientRect().top))")
                self.assertEqual((len(tops), len(set(tops))), (4, 1))
                summary = page.locator("summary", has_text="More")
                summary.click()
                self.picture(f"menu-{width}")
                self.assert_usable()
                page.get_by_role("button", name="Play again").focus()
                page.keyboard.press("Escape")
                self.assertFalse(page.get_by_role("button", name="Play again").is_visible())
                self.assertEqual(page.evaluate("() => document.activeElement.textContent"), "More")

    def test_touches_are_drawn_as_they_happen(self):
        self.open_studio("--replay", DEMO)
        self.open_page()
        self.more("Play again")
        self.wait("document.querySelector('svg.pad .finger') !== null")
        self.wait("document.querySelector('.gestures .active') !== null")
        self.assert_quiet()

    def test_withheld_contacts_are_hatched_with_their_rule(self):
        # A palm: it lands in the strip of a touchpad and stays there.
        def contact(start, x):
            return (f"E: {start:.6f} 0003 0039 {int(start) + 1}\nE: {start:.6f} 0003 0035 {x}\nE: {start:.6f} 0003 0036 {40 * hands.RESOLUTION}\n"
                    f"E: {start:.6f} 0001 014a 1\nE: {start:.6f} 0000 0000 0\nE: {start + .1:.6f} 0003 0039 -1\n"
                    f"E: {start + .1:.6f} 0001 014a 0\nE: {start + .1:.6f} 0000 0000 0\n")
        pad = hands.header("touchpad", "palm") + contact(0, 60 * hands.RESOLUTION) + contact(1, hands.RESOLUTION)
        self.open_studio("--replay", self.file("palm.evemu", pad))
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelector('.log').textContent.includes('palm-edge')")
        self.wait("document.querySelectorAll('#see svg.pad path.withheld').length === 1")
        self.assertEqual(page.locator("#see svg.pad .strip").count(), 2)
        self.assertIn("palm-edge: landed from the side by 1 mm, within 5 mm", page.inner_text("ul.withheld"))

    def test_narrow_wide_light_and_dark(self):
        self.open_studio("--replay", DEMO)
        for width in (380, 1400, 3840):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    page = self.open_page(width=width, height=900, dark=dark)
                    self.more("To the end")
                    self.wait("document.querySelectorAll('.sequences li').length === 19")
                    self.picture(f"see-{width}-{'dark' if dark else 'light'}")
                    self.assert_usable()
                    self.assert_quiet()
                    page.context.close()


if __name__ == "__main__":
    unittest.main()
