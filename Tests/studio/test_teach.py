"""The view "Teach", and how the file is written: from examples to lines of TOML, and back."""

import pathlib
import sys
import unittest

from studio import Browser, Studio  # The path of harness comes with it.

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import motions  # noqa: E402

CONFIG = """\
# My gestures.
[[gesture]]
name = "next"
type = "swipe"
fingers = 3
direction = "left"
min_distance = "60mm"   # far

[[gesture]]
name = "drag"   # three fingers
type = "pan"
fingers = 3

# the end
"""
#: Three swipes of four fingers, one that is shorter, a slow motion of three, and a swipe of three.
HAND = "; wait 2s; ".join([
    "swipe 4 up 30mm 0.2s", "swipe 4 up 24mm 0.15s", "swipe 4 up 36mm 0.2s", "swipe 4 up 14mm 0.2s", "drag 3 left 30mm 1s", "swipe 3 left 30mm 0.2s"])


class Writing(Studio):
    """Tests by requests alone, as the page sends them."""

    def begin(self, config=CONFIG):
        self.config = self.file("config.toml", config)
        self.hand = self.file("hand.evemu", motions.recording(HAND, "touchpad"))
        self.open_studio("--replay", self.hand, "--config", self.config)
        self.enter()
        self.keep_open()
        self.at_end()

    @staticmethod
    def made(**more):
        return {"name": "up", "examples": [[1], [2], [3]], "against": [], "action": {"kind": "run", "value": "firefox"}, **more}

    def saved(self, **more):
        request = self.made(**more)
        lesson = self.posted("/teach/try", request)
        self.posted("/teach/save", {**request, "version": lesson["version"]})
        return lesson

    def test_what_is_shown_is_written_and_undo_gives_the_same_bytes_back(self):
        self.begin()
        lesson = self.saved()
        self.assertEqual(lesson["seen"], ["four-finger swipe up"] * 3)
        self.assertEqual([row["makes"] for row in lesson["examples"]], [["up"]] * 3)
        self.assertTrue(lesson["table"].startswith('[[gesture]]\nname = "up"\ntype = "swipe"\nfingers = 4\ndirection = "up"\n'))
        self.assertEqual(self.config.read_text(), CONFIG + "\n" + lesson["table"])
        self.assertEqual([line[1:] for line in lesson["difference"].splitlines()], self.config.read_text().splitlines())
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        self.assertEqual(self.config.stat().st_mode & 0o777, 0o600)
        # The examples are kept and judge the file.
        kept = self.directory / ".local/share/gestured/examples/up"
        self.assertEqual(self.run_ctl("test", "--config", self.config, kept).stdout, "3 passed, 0 failed\n")
        self.assertEqual(self.posted("/undo", {}), {"undone": "teach up"})
        self.assertEqual(self.config.read_text(), CONFIG)
        self.assertEqual(self.post("/undo", {})[0], 422)

    def test_a_gesture_of_the_file_gets_one_other_line(self):
        self.begin()
        lesson = self.saved(name="next", examples=[[6]])
        self.assertTrue(lesson["known"])
        changed = [line for line in lesson["difference"].splitlines() if line[0] != " "]
        self.assertEqual(changed[0], '-min_distance = "60mm"   # far')
        self.assertRegex(changed[1], r'^\+min_distance = "[\d.]+mm"   # far$')
        self.assertEqual(len(changed), 2)
        self.assertEqual(self.config.read_text(), CONFIG.replace(changed[0][1:], changed[1][1:]))

    def test_what_is_not_it_and_what_comes_in_its_place(self):
        self.begin()
        lesson = self.posted("/teach/try", self.made(against=[[4]]))
        self.assertIn("so that what is not the gesture does not make it", " ".join(lesson["notes"]))
        self.assertEqual([(row["not_it"], row["makes"]) for row in lesson["examples"]][-1], (True, []))
        slow = self.made(name="slow", examples=[[5]], type="pan")
        lesson = self.posted("/teach/try", slow)
        self.assertIn("`drag` is recognized in place of `slow`", lesson["notes"])
        status, _, text = self.post("/teach/save", {**slow, "version": lesson["version"]})
        self.assertEqual((status, text), (422, "nothing was written, because the motion does not make the gesture there\n"))
        lesson = self.saved(**{**slow, "first": True})
        self.assertIn('required_to_fail_by = ["drag"]\n', lesson["table"])

    def test_a_file_that_another_program_changed_is_left_alone(self):
        self.begin()
        lesson = self.posted("/teach/try", self.made())
        self.config.write_text(CONFIG + "# edited\n")
        status, _, text = self.post("/teach/save", {**self.made(), "version": lesson["version"]})
        self.assertEqual(status, 422)
        self.assertIn("was changed meanwhile; nothing was written", text)
        self.saved()
        after = self.config.read_text()
        self.config.write_text(after + "# later\n")
        status, _, text = self.post("/undo", {})
        self.assertEqual(status, 422)
        self.assertIn("was changed later, and undo would lose this change", text)
        self.assertEqual(self.config.read_text(), after + "# later\n")

    def test_a_new_file_is_begun_where_the_daemon_looks_and_undo_removes_it(self):
        self.open_studio("--replay", self.file("hand.evemu", motions.recording(HAND, "touchpad")))
        self.enter()
        self.at_end()
        lesson = self.saved()
        config = self.directory / ".config/gestured/config.toml"
        self.assertEqual(config.read_text(), lesson["table"])
        self.posted("/undo", {})
        self.assertFalse(config.exists())

    def test_where_no_backup_can_be_kept_the_file_is_left_alone_and_a_link_stays(self):
        self.begin()
        (self.directory / "config.toml.bak").mkdir()
        lesson = self.posted("/teach/try", self.made())
        status, _, text = self.post("/teach/save", {**self.made(), "version": lesson["version"]})
        self.assertEqual(status, 422)
        self.assertIn("config.toml.bak: cannot be written", text)
        self.assertEqual(self.config.read_text(), CONFIG)
        (self.directory / "config.toml.bak").rmdir()
        (self.directory / "real").mkdir()
        self.config.rename(self.directory / "real/config.toml")
        self.config.symlink_to("real/config.toml")
        self.saved()
        self.assertTrue(self.config.is_symlink())
        self.assertIn('name = "up"', self.config.read_text())

    def test_what_would_be_an_error_is_stated_and_not_written(self):
        self.begin()
        for more, text in (
                ({"action": {"kind": "keys", "value": "super+nokey"}}, "nokey"), ({"examples": [[1], [6]]}, "different gestures"),
                ({"examples": [[99]]}, "no longer stored"), ({"examples": []}, "there is no example"),
                ({"action": {"kind": "verb", "group": "sway", "value": "nothing"}}, "there is no action")):
            with self.subTest(more):
                for path in ("/teach/try", "/teach/save"):
                    status, _, said = self.post(path, {**self.made(**more), "version": "x"})
                    self.assertEqual(status, 422)
                    self.assertIn(text, said)
                self.assertEqual(self.config.read_text(), CONFIG)


class Teach(Browser):
    def begin(self, **more):
        self.config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", self.file("hand.evemu", motions.recording(HAND, "touchpad")), "--config", self.config)
        return self.opened(**more)

    def opened(self, **more):
        page = self.open_page(**more)
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 6")
        page.get_by_role("link", name="Teach").click()
        self.wait("document.querySelectorAll('#teach .motions li').length === 6 && document.querySelector('#teach select').options.length > 3")
        return page

    def mark(self, *numbers, what="it"):
        for number in numbers:
            self.page.get_by_role("button", name=f"Motion {number} is {what}", exact=True).click()

    def test_from_three_examples_to_a_command_and_back(self):
        page = self.begin()
        self.assertFalse(page.locator("#teach .main").is_visible())
        self.mark(1, 2, 3)
        self.wait("document.querySelector('#teach .motions').textContent.includes('3: four-finger swipe up')")
        self.mark(4, what="not it")
        self.wait("document.querySelector('#teach table').textContent.includes('(not it)')")
        # The last one is taken back.
        page.get_by_role("button", name="Take the last one back").click()
        self.wait("!document.querySelector('#teach table').textContent.includes('(not it)')")
        page.get_by_label("Name", exact=True).fill("up")
        page.get_by_label("Command or keys").fill("notify-send hello")
        self.wait("document.querySelector('.difference').textContent.includes('notify-send hello')")
        self.wait("document.querySelector('.difference').textContent.includes('\"up\"')")
        self.assertEqual(page.locator("#teach table th[scope=col]").all_inner_texts(), ["up"])
        self.assert_usable()
        page.get_by_role("button", name="Save").click()
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: up.')")
        self.assertEqual(page.locator("#notice").get_attribute("class"), "made")
        self.assertIn('run = "notify-send hello"\n', self.config.read_text())
        # It works at once: the recording was played with it.
        page.get_by_role("link", name="See").click()
        self.wait("[...document.querySelectorAll('.sequences li')].filter(each => each.textContent.includes('up')).length >= 3")
        page.get_by_role("button", name="Undo: teach up").click()
        self.wait("document.querySelector('#notice').textContent === 'Undone: teach up.'")
        self.assertEqual(self.config.read_text(), CONFIG)
        self.assert_quiet()

    def test_a_gesture_of_the_file_by_the_keyboard_alone(self):
        page = self.begin()

        def reach(name):
            for _ in range(200):
                page.keyboard.press("Tab")
                at = page.evaluate("() => { const a = document.activeElement; return (a.ariaLabel ?? a.labels?.[0]?.textContent ?? a.textContent).trim() }")
                if at == name:
                    return
            self.fail(f"Tab does not reach {name}")
        reach("Name")
        page.keyboard.type("next")
        reach("Motion 6 is it")
        page.keyboard.press("Enter")
        self.wait("document.querySelector('#teach .notes').textContent.includes('your motion is shorter')")
        # What it does is a matter of a new gesture.
        self.assertFalse(page.get_by_label("Action", exact=True).is_visible())
        self.wait("document.querySelector('.difference').textContent.includes('# far')")
        self.assertEqual(page.evaluate("() => document.activeElement.dataset.mark"), "6 true")
        reach("Save")
        page.keyboard.press("Enter")
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: next.')")
        self.assertNotIn("60mm", self.config.read_text())
        self.assertEqual(self.logged, [])

    def test_motions_that_are_made_now_are_examples_until_five_or_until_it_is_ended(self):
        """With the touchpad as the pointer, the page itself is used by touches: only what is meant counts."""
        recording = self.file("hand.evemu", motions.recording("swipe 4 up; wait 1s; tap 1; wait 0.1s; tap 1; wait 1s", "touchpad"))
        self.start("--config", self.file("config.toml", CONFIG), "--replay", recording, "--loop")
        self.open_studio()
        page = self.open_page()
        page.get_by_role("link", name="Teach").click()
        self.wait("document.querySelectorAll('#teach .motions li').length > 1")
        self.assertEqual(page.locator("#teach .motions [aria-pressed=true]").count(), 0)
        page.get_by_role("button", name="Show it").click()
        self.wait("document.querySelectorAll('#teach .motions [aria-pressed=true]').length === 5")
        self.assertEqual(page.get_by_role("button", name="Show it").get_attribute("aria-pressed"), "false")
        # Examples of two gestures are refused in words.
        self.wait("document.querySelector('#teach .notes .problem')?.textContent.includes('examples are different gestures')")
        self.assertEqual([line for line in self.logged if "status of 422" not in line], [])

    def test_narrow_wide_light_and_dark(self):
        self.config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", self.file("hand.evemu", motions.recording(HAND, "touchpad")), "--config", self.config)
        for width, dark in ((380, False), (1400, True), (3840, False)):
            with self.subTest(width=width, dark=dark):
                page = self.opened(width=width, dark=dark)
                self.mark(1, 2, 3)
                self.wait("document.querySelectorAll('#teach table tr').length === 4")
                self.picture(f"teach-{width}-{'dark' if dark else 'light'}")
                self.assert_usable()
                self.assert_quiet()
                # The tabs stay in sight.
                self.assertEqual(page.evaluate("() => scrollX"), 0)
                found = set(page.evaluate("() => [...document.querySelectorAll('body *')].filter(each => each.getClientRects().length && "
                                          "!each.closest('svg') && [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))"
                                          ".map(each => parseFloat(getComputedStyle(each).fontSize) / parseFloat(getComputedStyle(document.documentElement).fontSize))"))
                self.assertLessEqual(found, {0.75, 0.875, 1, 1.25, 2.5})
                page.context.close()


if __name__ == "__main__":
    unittest.main()
