"""The reports of daemon, status and doctor about touches that are hidden from the compositor."""

import os
import shutil
import unittest

from harness import DEMO, TOP, Place

CLAIM = '[[device]]\nmatch = { name = "*" }\nclaim = "3.."\n'
SWIPE = '[[gesture]]\nname = "three"\ntype = "swipe"\nfingers = 3\n'
TWO = '[[gesture]]\nname = "two"\ntype = "pinch"\nfingers = 2\n'
PLUGIN = "50-gestured.lua"
SYSTEM = any(os.path.exists(f"{place}/libinput/plugins/{PLUGIN}") for place in (
    "/etc", "/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"))


class Claims(Place):
    def install(self):
        place = self.directory / ".config/libinput/plugins"
        place.mkdir(parents=True)
        shutil.copy(TOP / "plugin" / PLUGIN, place)
        return place / PLUGIN

    def gestures(self, text):
        self.start("--replay", DEMO, "--config", self.file("config.toml", text))
        return self.run_ctl("status", "gestures").stdout

    def doctor(self, text, desktop):
        self.environment["XDG_CURRENT_DESKTOP"] = desktop
        return self.run_ctl("doctor", "--config", self.file("config.toml", text)).stdout

    @unittest.skipIf(SYSTEM, "this machine has the plugin installed")
    def test_without_the_plugin_each_reading_says_so_once_and_nothing_is_taken(self):
        gestures = self.gestures(CLAIM + SWIPE + TWO)
        line = "not hidden: the libinput plugin 50-gestured.lua is not installed"
        self.assertRegex(gestures, f"three    swipe 3 right  min_distance 8 to 12 mm  touches {line}")
        self.assertNotRegex(gestures, "two .*compositor")
        self.assertEqual(self.run_ctl("control", "reload").returncode, 0)
        log = self.log.read_text()
        self.assertEqual(log.count("no touches are hidden from the compositor"), 2, log)
        self.assertIn("sudo gesturectl plugin install", log)
        self.file("config.toml", '[settings]\nconsume = "off"\n' + CLAIM + SWIPE)
        self.assertEqual(self.run_ctl("control", "reload").returncode, 0)
        self.assertIn('touches not hidden: consume = "off"', self.run_ctl("status", "gestures").stdout)

    def test_with_the_plugin_nothing_is_said(self):
        self.install()
        gestures = self.gestures(CLAIM + SWIPE)
        self.assertIn("not hidden: this is a recording", gestures)
        self.assertNotIn("hidden from the compositor", self.log.read_text())

    def test_consume_off_is_the_reason(self):
        gestures = self.gestures('[settings]\nconsume = "off"\n' + SWIPE + "cancels_touches = true\n")
        self.assertIn('not hidden: consume = "off"', gestures)

    def test_doctor_says_nothing_where_nothing_is_taken(self):
        self.assertNotRegex(self.doctor(SWIPE, "KDE"), "plugin|libinput")

    @unittest.skipIf(SYSTEM, "this machine has the plugin installed")
    def test_doctor_has_the_command_for_a_plugin_that_is_missing(self):
        self.assertRegex(self.doctor(CLAIM + SWIPE, "KDE"), "(?m)^FAILED .*(50-gestured.lua.*: sudo \\S*gesturectl plugin install|no plugin can hide .*: set consume = \"grab\" in .*)$")

    def test_doctor_finds_the_plugin_of_the_user(self):
        path = self.install()
        if not SYSTEM:
            self.assertIn(f"ok     the libinput plugin is installed: {path}", self.doctor(CLAIM + SWIPE, "niri"))

    def test_doctor_judges_no_desktop_by_its_name(self):
        self.install()
        self.assertEqual(*(
            [line for line in self.doctor(CLAIM + SWIPE, name).splitlines() if "plugin" in line] for name in ("sway", "foo")))

    def test_a_claimed_swipe_does_not_clash_with_the_desktop(self):
        swipe = SWIPE + 'direction = "right"\n'
        self.assertRegex(self.doctor(swipe, "GNOME"), "(?m)^note .*acts on the same touches as three")
        self.assertRegex(self.doctor(CLAIM + swipe, "GNOME"), "(?m)^note .*acts on the same touches as three")
        self.install()
        self.assertRegex(self.doctor(CLAIM + swipe, "GNOME"), "(?m)^ok .*no gesture clashes")
        off = '[settings]\nconsume = "off"\n'
        self.assertRegex(self.doctor(off + CLAIM + swipe, "GNOME"), "(?m)^note .*acts on the same touches as three")

    def test_claim_needs_root_and_says_what_to_type(self):
        if os.geteuid() == 0:
            self.skipTest("as root it would change this machine")
        done = self.run_ctl("plugin", "install")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"run it as: sudo \S*gesturectl plugin install")

    def test_doctor_examines_uinput_for_a_grab_and_no_plugin(self):
        found = self.doctor('[settings]\nconsume = "grab"\n' + CLAIM + SWIPE, "sway")
        self.assertRegex(found, "(?m)^(ok     /dev/uinput can be written: devices|FAILED consume = \"grab\" needs /dev/uinput)")
        self.assertNotIn("plugin", found)


if __name__ == "__main__":
    unittest.main()
