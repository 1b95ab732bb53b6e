"""The view "Bind", and how the file is written: from a made gesture to a line of TOML, and back."""

import json
import pathlib
import random
import sys
import unittest

from studio import Browser, Studio  # The path of harness comes with it.
from harness import DEMO, TOP

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import motions  # noqa: E402

CONFIG = """\
# My gestures.
[zone.left]   # the left half
x = ["0%", "50%"]
y = ["0%", "100%"]

[[gesture]]
name = "tap-tap"
type = "tap"   # twice
taps = 2
run = "true"

# the end
"""


class Writing(Studio):
    """Tests by requests alone, as the page sends them."""

    def begin(self, config=CONFIG, *arguments):
        self.config = self.file("config.toml", config)
        self.open_studio("--replay", DEMO, "--config", self.config, *arguments)
        self.enter()
        self.keep_open()
        self.at_end()

    def made(self, **more):
        return {"numbers": [6], "type": "swipe", "way": "left", "fingers": 3, "action": {"kind": "run", "value": "firefox"}, **more}

    def saved(self, **more):
        request = self.made(**more)
        preview = self.posted("/bind/preview", request)
        self.posted("/bind/save", {**request, "version": preview["version"]})
        return preview

    def test_a_made_gesture_is_read(self):
        self.begin()
        made = self.posted("/bind/read", {"numbers": [6]})
        self.assertEqual((made["fingers"], made["taps"]), (3, 1))
        self.assertEqual([reading["text"] for reading in made["readings"]], ["swipe left", "pan horizontal", "transform"])

    def test_the_table_is_added_at_the_end_and_the_rest_keeps_its_bytes(self):
        self.begin()
        preview = self.saved()
        table = '\n[[gesture]]\nname = "swipe-left-3"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nrun = "firefox"\n'
        self.assertEqual(self.config.read_text(), CONFIG + table)
        self.assertEqual((self.directory / "config.toml.bak").read_text(), CONFIG)
        lines = preview["difference"].splitlines()
        self.assertEqual([line[1:] for line in lines], self.config.read_text().splitlines())
        self.assertEqual(sorted(line[1:] for line in lines if line[0] == "+"), sorted(table.splitlines()))
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["config.toml", "config.toml.bak"])
        self.assertEqual(self.config.stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.run_ctl("check", self.config).returncode, 0)

    def test_undo_gives_the_same_bytes_back(self):
        self.begin()
        self.saved()
        self.saved(name="other", fingers=4)
        self.assertEqual(self.posted("/undo", {}), {"undone": "bind other"})
        self.assertEqual(self.posted("/undo", {}), {"undone": "bind swipe-left-3"})
        self.assertEqual(self.config.read_text(), CONFIG)
        status, _, text = self.post("/undo", {})
        self.assertEqual((status, text), (422, "there is nothing to undo\n"))

    def test_a_file_that_another_program_changed_is_left_alone(self):
        self.begin()
        preview = self.posted("/bind/preview", self.made())
        self.config.write_text(CONFIG + "# edited\n")
        status, _, text = self.post("/bind/save", {**self.made(), "version": preview["version"]})
        self.assertEqual(status, 422)
        self.assertIn("was changed meanwhile; nothing was written", text)
        self.assertEqual(self.config.read_text(), CONFIG + "# edited\n")
        self.saved()
        after = self.config.read_text()
        self.config.write_text(after + "# later\n")
        status, _, text = self.post("/undo", {})
        self.assertEqual(status, 422)
        self.assertIn("was changed later, and undo would lose this change", text)
        self.assertEqual(self.config.read_text(), after + "# later\n")

    def test_a_new_file_is_begun_where_the_daemon_looks_and_undo_removes_it(self):
        self.open_studio("--replay", DEMO)
        self.enter()
        self.at_end()
        preview = self.saved()
        config = self.directory / ".config/gestured/config.toml"
        self.assertEqual(config.read_text(), preview["table"])
        self.posted("/undo", {})
        self.assertFalse(config.exists())
        # Another program begins it meanwhile.
        preview = self.posted("/bind/preview", self.made())
        config.write_text(CONFIG)
        self.assertEqual(self.post("/bind/save", {**self.made(), "version": preview["version"]})[0], 422)
        self.assertEqual(config.read_text(), CONFIG)

    def test_where_no_backup_can_be_kept_the_file_is_left_alone(self):
        self.begin()
        (self.directory / "config.toml.bak").mkdir()
        preview = self.posted("/bind/preview", self.made())
        status, _, text = self.post("/bind/save", {**self.made(), "version": preview["version"]})
        self.assertEqual(status, 422)
        self.assertIn("config.toml.bak: cannot be written", text)
        self.assertEqual(self.config.read_text(), CONFIG)
        self.assertEqual(sorted(path.name for path in self.directory.iterdir()), ["config.toml", "config.toml.bak"])
        self.assertEqual(self.post("/undo", {})[0], 422)

    def test_a_link_stays_a_link(self):
        self.file("real/config.toml", CONFIG)
        link = self.directory / "config.toml"
        link.symlink_to("real/config.toml")
        self.open_studio("--replay", DEMO, "--config", link)
        self.enter()
        self.at_end()
        self.saved()
        self.assertTrue(link.is_symlink())
        self.assertIn("swipe-left-3", (self.directory / "real/config.toml").read_text())

    def test_alternatives(self):
        self.begin()
        for more, line in (
            ({"way": "any"}, 'direction = ["left", "right", "up", "down"]\n'), ({"fingers": 2}, "fingers = 2\n"),
            ({"zone": "left"}, 'zone = "left"\n'), ({"application": 'fire"fox'}, 'when = { app = "fire\\"fox" }\n'),
            ({"zone": "my corner", "rectangle": [50, 100, 0, 25]}, '[zone."my corner"]\nx = ["50%", "100%"]\ny = ["0%", "25%"]\n\n'),
            ({"type": "pan", "way": "horizontal"}, 'axis = "horizontal"\n'), ({"type": "tap", "way": "", "taps": 2}, "taps = 2\n"),
            ({"type": "edge-pan", "way": "left", "fingers": 1}, 'edges = ["left"]\n'),
            ({"type": "tip-tap", "way": "right", "fingers": 3}, 'resting = 2\nside = "right"\n'),
            ({"action": {"kind": "keys", "value": "super+left"}}, 'keys = "super+left"\n'),
            ({"action": {"kind": "run", "value": 'echo "a\\b"\t'}}, 'run = "echo \\"a\\\\b\\""\n'),
            ({"type": "pan", "way": "vertical", "action": {"kind": "steps", "value": "volumeup"}},
             'step = { every = "8mm", forward = { keys = "volumedown" }, backward = { keys = "volumeup" } }\n'),
            ({"type": "pinch", "way": "", "action": {"kind": "steps", "value": "brightnessup"}},
             'step = { every = 1.1, forward = { keys = "brightnessup" }, backward = { keys = "brightnessdown" } }\n'),
            ({"action": {"kind": "none"}}, '# run = "a command"\n'),
        ):
            with self.subTest(more):
                preview = self.posted("/bind/preview", self.made(**more))
                self.assertIn(line, preview["table"])
                self.assertNotIn("problem", preview)

    def test_what_would_be_an_error_is_stated_and_not_written(self):
        self.begin()
        for more, text in (({"name": "tap-tap"}, "tap-tap"), ({"action": {"kind": "keys", "value": "super+nokey"}}, "nokey"),
                           ({"zone": "nowhere"}, "nowhere")):
            with self.subTest(more):
                preview = self.posted("/bind/preview", self.made(**more))
                self.assertIn(text, preview["problem"])
                self.assertEqual(self.post("/bind/save", {**self.made(**more), "version": preview["version"]})[0], 422)
                self.assertEqual(self.config.read_text(), CONFIG)
        for body in ({}, {"type": "nothing"}, {"type": "swipe", "fingers": 99}, {"type": "swipe", "numbers": [99]}):
            with self.subTest(body):
                self.assertEqual(self.post("/bind/preview", body)[0], 422)

    def test_clashes_and_delays_are_stated(self):
        self.begin()
        self.assertIn("tap-1 waits for tap-tap up to 0.30 s",
                      " ".join(self.posted("/bind/preview", {"type": "tap", "fingers": 1})["notes"]).replace("0.3 s", "0.30 s"))
        for device, expected in (
                ("", ["tap-1 waits for tap-tap up to 0.30 s on touchpads", "tap-1 waits for tap-tap up to 0.35 s on touchscreens"]),
                ("max_interval = \"0.4s\"", ["tap-1 waits for tap-tap up to 0.40 s"]),
                ("device = \"touchpad\"", ["tap-1 waits for tap-tap up to 0.30 s on touchpads"])):
            with self.subTest(device):
                self.config.write_text(CONFIG.replace("taps = 2", "taps = 2\n" + device))
                notes = self.posted("/bind/preview", {"type": "tap", "fingers": 1})["notes"]
                self.assertEqual([note for note in notes if note.startswith("tap-1 waits")], expected)
        self.config.write_text(CONFIG)
        self.saved()
        notes = self.posted("/bind/preview", self.made(name="again"))["notes"]
        self.assertTrue(any("swipe-left-3" in note for note in notes), notes)

    def test_a_tap_drag_from_the_list_is_a_tap_drag(self):
        self.begin()
        choices = json.loads(self.get("/bind/choices")[2])
        prompt = next(each for each in choices["prompts"] if each["label"] == "tap-drag-1")
        self.assertEqual((prompt["type"], prompt.get("way")), ("tap-drag", None))
        preview = self.posted("/bind/preview", {key: prompt[key] for key in ("type", "taps", "fingers")})
        self.assertIn('name = "tap-drag-1"\ntype = "tap-drag"\n# run', preview["table"])
        self.assertNotIn("problem", preview)
        self.assertEqual([t for t in ("stroke", "hover") if t in [each["type"] for each in choices["types"]]], [])

    def test_actions_of_the_examples(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "sway"
        self.begin()
        choices = json.loads(self.get("/bind/choices")[2])
        groups = [group["group"] for group in choices["verbs"]]
        self.assertEqual(groups[:3], ["sway", "sway-windows", "media"])
        written = {path.stem for path in (TOP / "config/examples").glob("*.toml")}
        self.assertEqual(set(groups), written)
        preview = self.posted("/bind/preview", self.made(action={"kind": "verb", "group": "sway", "value": "next-workspace"}))
        self.assertIn('run = "swaymsg workspace number ', preview["table"])
        # Each action of each example stands in a file alone.
        for group in choices["verbs"]:
            for verb in group["verbs"]:
                kind = {"type": "pan", "way": "vertical"} if verb["stepped"] else {"type": "long-press", "way": ""}
                preview = self.posted("/bind/preview", self.made(
                    numbers=[], fingers=2, name="x", action={"kind": "verb", "group": group["group"], "value": verb["name"]}, **kind))
                self.assertIn(verb["line"] + "\n", preview["table"])

    def test_pressed_keys_have_the_names_of_the_kernel(self):
        self.begin()
        for codes, keys in ((["MetaLeft", "ArrowLeft"], "super+left"), (["KeyA", "ControlLeft", "ShiftLeft"], "ctrl+shift+a"),
                            (["AudioVolumeUp"], "volumeup"), (["F5"], "f5"), (["Digit1", "AltLeft"], "alt+1"),
                            (["PageDown"], "pagedown"), (["MediaPlayPause"], "playpause"), (["Backquote"], "grave"),
                            (["Numpad7"], "kp7"), (["IntlBackslash"], "102nd"), (["Enter"], "enter"), (["Space"], "space")):
            with self.subTest(codes):
                self.assertEqual(self.posted("/keys", {"codes": codes}), {"keys": keys})
                preview = self.posted("/bind/preview", self.made(action={"kind": "keys", "value": keys}))
                self.assertNotIn("problem", preview)
        self.assertEqual(self.post("/keys", {"codes": ["Hyper"]})[0], 422)
        self.assertEqual(self.post("/keys", {"codes": []})[0], 422)

    def test_random_gestures_for_the_shipped_configurations(self):
        """All other bytes of the file are unchanged, the result passes check, and undo restores the file."""
        choice = random.Random(7)
        files = sorted((TOP / "config/examples").glob("*.toml")) + [TOP / "config/config.toml"]
        texts = [path.read_text() for path in files]
        texts += [text.replace("\n", "\r\n") for text in texts[:2]] + [texts[0].rstrip("\n"), "\ufeff" + texts[1]]
        self.config = self.file("config.toml", texts[0])
        self.open_studio("--replay", DEMO, "--config", self.config)
        self.enter()
        self.keep_open()
        self.at_end()
        types = json.loads(self.get("/bind/choices")[2])["types"]
        for text in texts:
            self.config.write_bytes(text.encode())
            before = self.run_ctl("check", "--json", self.config)
            for _ in range(4):
                kind = choice.choice(types)
                request = {
                    "type": kind["type"], "way": choice.choice(kind["ways"] or [""]), "taps": choice.choice([1, 2]),
                    "fingers": choice.randint(kind["least"], kind["most"]), "numbers": choice.choice([[], [5], [9]]),
                    "application": choice.choice(["", "fire fox", "\u00e9\"\\"]), "name": f"new-{choice.random()}",
                    "action": {"kind": choice.choice(["run", "none"]), "value": choice.choice(["true", "echo '$x' \"y\" \\z"])}}
                present = self.config.read_bytes()
                status, _, answer = self.post("/bind/preview", request)
                self.assertEqual(status, 200, answer)
                preview = json.loads(answer)
                if "problem" in preview:
                    continue
                self.posted("/bind/save", {**request, "version": preview["version"]})
                after = self.config.read_bytes()
                self.assertEqual(after[:len(present)], present)
                end = "\r\n" if b"\r\n" in present else "\n"
                self.assertTrue(after.decode().endswith(preview["table"].replace("\n", end)))
                self.assertEqual(self.run_ctl("check", self.config).returncode, before.returncode, preview["table"])
                if choice.random() < 0.5:
                    self.posted("/undo", {})
                    self.assertEqual(self.config.read_bytes(), present)


class Live(Studio):
    def test_a_saved_gesture_works_at_once(self):
        config = self.file("config.toml", CONFIG)
        self.start("--config", config, "--replay", DEMO, "--loop", "--speed", "4")
        self.open_studio()
        self.enter()
        request = {"type": "swipe", "way": "left", "fingers": 3, "action": {"kind": "run", "value": "true"}}
        with self.stream() as stream:
            stream.until("state", lambda state: state.get("path") == str(config))
            version = self.posted("/bind/preview", request)["version"]
            self.posted("/bind/save", {**request, "version": version})
            stream.until("sequences", lambda list: any("swipe-left-3" in each.get("outcome", "") for each in list))
            stream.until("state", lambda state: state.get("actions", {}).get("started", 0) > 0)
            stream.until("state", lambda state: "swipe-left-3" in [gesture["name"] for gesture in state["gestures"]])


class Bind(Browser):
    def choose_action(self, *words):
        """Filters the list of actions by words, and takes the first that is left."""
        search = self.page.get_by_label("Action", exact=True)
        search.fill(" ".join(words))
        search.press("Enter")

    def shown_actions(self):
        return self.page.locator("#actions [role=option] span").all_inner_texts()

    def test_actions_are_those_of_this_desktop_once_each_and_others_behind_one_line(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "sway"
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelector('.difference').textContent.includes('pinch-in-5')")
        shown = self.shown_actions()
        self.assertEqual(shown[:4], ["Your own command", "Keys of your choice", "None yet: events only", "Next workspace"])
        self.assertEqual([each for each in set(shown) if shown.count(each) > 1], [])
        self.assertLess(len(shown), 50)
        search = page.get_by_label("Action", exact=True)
        search.fill("WORK next")
        self.assertEqual(self.shown_actions(), ["Next workspace", "Your own command"])
        search.fill("work")
        search.press("ArrowDown")
        search.press("ArrowDown")
        at = search.get_attribute("aria-activedescendant")
        self.assertEqual(page.locator(f"#{at} span").inner_text(), "Previous workspace")
        # The other desktops are behind their line, and filtered by the same words.
        others = page.get_by_role("button", name="Other desktops and uses")
        before = len(self.shown_actions())
        others.click()
        self.assertGreater(len(self.shown_actions()), before)
        self.assertIn("hyprland", page.inner_text("#actions"))
        others.click()
        search.fill("work prev")
        search.press("Enter")
        self.wait("document.querySelector('.difference').textContent.includes('swaymsg workspace')")
        self.assertEqual(page.inner_text(".chosen"), "Chosen: Previous workspace")
        # Words without a match are a command.
        search.fill("xdg-open ~")
        search.press("Enter")
        self.wait("document.querySelector('.difference').textContent.includes('xdg-open ~')")
        self.assert_usable()
        self.assert_quiet()

    def test_nothing_moves_when_a_tab_is_chosen_or_a_gesture_is_saved(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        places = lambda of: page.evaluate("of => [...document.querySelectorAll(of)].map(each => { const box = each.getBoundingClientRect(); "
                                          "return [box.left, box.top + scrollY, box.width] })", of)
        tabs = places("nav a")
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelector('.difference').textContent.includes('pinch-in-5')")
        self.assertEqual(places("nav a"), tabs)
        # The tabs are in sight, and Save is not: the gesture was made before this view was opened.
        self.assertEqual(page.evaluate("() => scrollY"), 0)
        self.assertFalse(page.locator("#bind .main").is_visible())
        page.get_by_label("Choose from the list").select_option("swipe-left-3")
        self.wait("document.querySelector('.difference').textContent.includes('swipe-left-3')")
        before = places("header *, #bind h3, #bind .main")
        page.get_by_role("button", name="Save").click()
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: swipe-left-3.')")
        self.assertEqual(places("header *, #bind h3, #bind .main"), before)
        self.assertEqual(page.locator("#notice").get_attribute("class"), "made")
        # It keeps the focus until another part has it.
        self.assertTrue(page.locator("#bind .main").is_visible())
        page.get_by_label("Name", exact=True).focus()
        self.assertFalse(page.locator("#bind .main").is_visible())

    def test_five_sizes_of_text(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        page = self.open_page()
        found = set()
        for view in ("See", "Bind", "Tune", "System"):
            page.get_by_role("link", name=view).click()
            self.wait("document.querySelector('section:not([hidden])') !== null")
            found |= set(page.evaluate("() => [...document.querySelectorAll('body *')].filter(each => each.getClientRects().length && "
                                       "!each.closest('svg') && [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))"
                                       ".map(each => getComputedStyle(each).fontSize)"))
        self.assertLessEqual(found, {"12px", "14px", "16px", "20px", "40px"})

    def test_from_a_made_swipe_to_a_command_and_back(self):
        config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        self.enter()
        page.get_by_role("link", name="Bind").click()
        # The last sequence is read; the list has every gesture with its drawing.
        self.wait("document.querySelector('.difference').textContent.includes('pinch-in-5')")
        page.get_by_label("Choose from the list").select_option("swipe-left-3")
        self.assertIn("Flick to the left with 3 fingers, then lift.", page.inner_text("#bind"))
        self.choose_action("own command")
        page.get_by_label("Command", exact=True).fill("notify-send hello")
        self.wait("document.querySelector('.difference').textContent.includes('notify-send hello')")
        self.picture("bind-1400")
        self.assert_usable()
        page.get_by_role("button", name="Save").click()
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: swipe-left-3.')")
        table = '\n[[gesture]]\nname = "swipe-left-3"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nrun = "notify-send hello"\n'
        self.assertEqual(config.read_text(), CONFIG + table)
        # It works at once: the recording was played with it.
        page.get_by_role("link", name="See").click()
        self.wait("[...document.querySelectorAll('.sequences li')].some(each => each.textContent.includes('swipe-left-3'))")
        page.get_by_role("button", name="Undo: bind swipe-left-3").click()
        self.wait("document.querySelector('#notice').textContent === 'Undone: bind swipe-left-3.'")
        self.assertEqual(config.read_text(), CONFIG)
        self.assert_quiet()

    def test_a_zone_is_drawn_and_keys_are_pressed(self):
        config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()
        self.more("To the end")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelector('.difference').textContent.includes('[[gesture]]')")
        page.get_by_label("Zone", exact=True).select_option("new:")
        stage = page.locator("#bind .stage").bounding_box()
        page.mouse.move(stage["x"] + stage["width"] * .5, stage["y"] + stage["height"] * .25)
        page.mouse.down()
        page.mouse.move(stage["x"] + stage["width"] - 1, stage["y"] + 1)
        page.mouse.up()
        page.get_by_label("Name of the new zone").fill("upper")
        self.choose_action("keys of your")
        page.get_by_role("button", name="Press keys").click()
        page.keyboard.press("Control+Shift+ArrowLeft")
        self.wait("document.querySelector('.difference').textContent.includes('ctrl+shift+left')")
        text = page.inner_text(".difference")
        self.assertIn('[zone.upper]', text)
        self.assertRegex(text, r'x = \["50%", "(99|100)%"\]')
        self.assertRegex(text, r'y = \["[01]%", "25%"\]')
        self.assertEqual(self.logged, [])

    def test_touches_of_one_finger_are_read_only_when_they_are_meant(self):
        """With the touchpad as the pointer, or on a touchscreen, the page itself is used by touches."""
        recording = self.file("hand.evemu", motions.recording(", ".join(["tap 1"] * 4 + ["swipe 3 left"]), "touchscreen"))
        self.start("--config", self.file("config.toml", CONFIG), "--replay", recording, "--loop")
        self.open_studio()
        page = self.open_page()
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelector('#bind figcaption').textContent.startsWith('Touch sequence ')")
        self.assertEqual(page.get_by_label("Fingers").input_value(), "3")
        # After the button, the next gesture is read, which may be the swipe again.
        for _ in range(20):
            page.get_by_role("button", name="Make it now").click()
            self.wait("document.querySelector('#bind figcaption').textContent.startsWith('Touch sequence ')")
            if page.get_by_label("Fingers").input_value() == "1":
                break
        self.assertEqual(page.get_by_label("Fingers").input_value(), "1")
        self.assertEqual(self.logged, [])

    def test_the_lists_are_words_and_never_empty(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        page = self.open_page()
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelectorAll('#bind select')[0].options.length > 20")
        phrases = page.get_by_label("Choose from the list").locator("option").all_inner_texts()
        for phrase in ("two-finger turn to the left", "one-finger double tap", "three-finger swipe to the left",
                       "one-finger pan from the left edge", "two-finger pinch in"):
            self.assertIn(phrase, phrases)
        for chosen in phrases[1:]:
            page.get_by_label("Choose from the list").select_option(label=chosen)
            empty = page.evaluate("() => [...document.querySelectorAll('#bind select')].filter(each => each.getClientRects().length && "
                                  "each.selectedIndex < 0).map(each => each.labels[0].textContent)")
            self.assertEqual(empty, [], chosen)
        # An action of a pan follows the motion: one direction is louder, the other quieter.
        page.get_by_label("Choose from the list").select_option(label="three-finger pan up")
        self.choose_action("volume up and down")
        self.wait("document.querySelector('.difference').textContent.includes('backward = { keys = \"volumeup\" }')")
        self.assert_quiet()

    def test_a_form_that_was_touched_is_not_overwritten(self):
        recording = self.file("hand.evemu", motions.recording("swipe 3 left, swipe 4 up", "touchscreen"))
        self.start("--config", self.file("config.toml", CONFIG), "--replay", recording, "--loop")
        self.open_studio()
        page = self.open_page()
        page.get_by_role("link", name="Bind").click()
        self.wait("document.querySelector('#bind figcaption').textContent.startsWith('Touch sequence ')")
        name = page.get_by_label("Name", exact=True)
        name.fill("mine")
        fingers = page.get_by_label("Fingers").input_value()
        # Other gestures are made and offered. The form and the focus stay.
        self.wait("document.querySelector('#bind').textContent.includes(' instead')")
        first = page.get_by_role("button", name=" instead").inner_text()
        self.wait(f"![...document.querySelectorAll('#bind button')].some(each => each.textContent === '{first}')")
        self.assertEqual((name.input_value(), page.get_by_label("Fingers").input_value()), ("mine", fingers))
        self.assertEqual(page.evaluate("() => document.activeElement.labels?.[0].textContent"), "Name")
        page.evaluate("() => [...document.querySelectorAll('#bind button')].find(each => each.textContent.endsWith(' instead')).click()")
        self.wait("document.querySelector('#bind').textContent.includes('the gesture that I make')")
        self.assertEqual(self.logged, [])

    def test_by_the_keyboard_alone(self):
        config = self.file("config.toml", CONFIG)
        self.open_studio("--replay", DEMO, "--config", config)
        page = self.open_page()

        def reach(name):
            for _ in range(200):
                page.keyboard.press("Tab")
                at = page.evaluate("() => { const a = document.activeElement; return (a.labels?.[0]?.textContent ?? a.textContent).trim() }")
                if at == name:
                    return
            self.fail(f"Tab does not reach {name}")
        reach("More")
        page.keyboard.press("Enter")
        reach("To the end")
        page.keyboard.press("Enter")
        self.wait("document.querySelectorAll('.sequences li').length === 19")
        reach("Bind")
        page.keyboard.press("Enter")
        self.wait("document.querySelector('.difference').textContent.includes('pinch-in-5')")
        reach("Choose from the list")
        page.keyboard.type("three-finger swipe up")
        reach("Action")
        page.keyboard.type("own command")
        page.keyboard.press("Enter")
        reach("Command")
        page.keyboard.type("true")
        self.wait("document.querySelector('.difference').textContent.includes('run = \"true\"')")
        reach("Save")
        page.keyboard.press("Enter")
        self.wait("document.querySelector('#notice').textContent.startsWith('Written: swipe-up-3.')")
        self.assertIn('direction = "up"\nrun = "true"\n', config.read_text())
        self.assertEqual(self.logged, [])

    def test_narrow_wide_light_and_dark(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        for width in (380, 1400, 3840):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    page = self.open_page(width=width, dark=dark)
                    self.more("To the end")
                    self.wait("document.querySelectorAll('.sequences li').length === 19")
                    page.get_by_role("link", name="Bind").click()
                    self.wait("document.querySelector('.difference').textContent.includes('[[gesture]]')")
                    self.picture(f"bind-{width}-{'dark' if dark else 'light'}")
                    self.assert_usable()
                    self.assert_quiet()
                    page.context.close()


if __name__ == "__main__":
    unittest.main()
