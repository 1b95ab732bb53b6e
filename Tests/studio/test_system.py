"""The view "System": devices, waits and the checks of doctor."""

import json
import unittest

from studio import Browser, Studio  # The path of harness comes with it.
from harness import DEMO

CONFIG = """\
[[device]]
match = { kind = "touchscreen" }
slop_scale = 1.5

[[gesture]]
name = "once"
type = "tap"

[[gesture]]
name = "twice"
type = "tap"
taps = 2

[[gesture]]
name = "<b>thrice</b>"
type = "tap"
taps = 3
"""


class System(Studio):
    def test_waits_and_devices(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        self.enter()
        report = json.loads(self.get("/system")[2])
        self.assertEqual([wait["device"] for wait in report["waits"]], ["gestured demonstration touchscreen"])
        self.assertEqual(report["waits"][0]["lines"], [
            "once waits for twice up to 350 ms, as the types require",
            "once waits for <b>thrice</b> up to 350 ms, as the types require",
            "twice waits for <b>thrice</b> up to 350 ms, as the types require"])
        drawing = report["waits"][0]["drawing"]
        self.assertEqual((drawing.count("<rect"), drawing.count('class="wait"'), drawing.count("350 ms")), (3, 3, 3))
        self.assertIn("&lt;b&gt;thrice&lt;/b&gt;", drawing)
        self.assertNotIn("<b>", drawing)
        device, = report["devices"]
        self.assertEqual(device["cells"][0], "gestured demonstration touchscreen")
        self.assertIn("slop_scale 1.5", device["remarks"])

    def test_the_same_waits_as_the_daemon_reports(self):
        config = self.file("config.toml", CONFIG)
        self.start("--config", config, "--replay", DEMO, "--loop")
        self.open_studio()
        self.enter()
        lines = json.loads(self.get("/system")[2])["waits"][0]["lines"]
        gestures = json.loads(self.run_ctl("status", "gestures", "--json").stdout)
        reported = [f"{gesture['name']} waits for {other}" for gesture in gestures for other in gesture["waits_for"]]
        self.assertEqual(sorted(line.partition(" up to")[0] for line in lines), sorted(reported))
        # The daemon keeps its gestures while the file has a problem, so the page shows those.
        self.file("config.toml", "[[gesture]]\nname =\n")
        self.assertEqual(json.loads(self.get("/system")[2])["waits"][0]["lines"], lines)

    def test_the_checks_of_doctor(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        self.enter()
        findings = json.loads(self.get("/doctor")[2])
        expected = json.loads(self.run_ctl("doctor", "--json", "--config", self.directory / "config.toml").stdout)
        self.assertEqual(findings, expected)
        self.assertTrue(any(finding.get("remedy") for finding in findings))


class Shown(Browser):
    def test_names_of_others_are_no_markup(self):
        self.open_studio("--replay", DEMO, "--config", self.file("config.toml", CONFIG))
        page = self.open_page()
        page.get_by_role("link", name="System").click()
        self.wait("document.querySelectorAll('svg.waits rect').length === 3")
        self.wait("document.querySelectorAll('.findings li').length > 1")
        self.assertEqual(page.locator("#system b").count(), 0)
        self.assertIn("<b>thrice</b>", page.locator("svg.waits").text_content())
        self.assert_usable()
        self.assert_quiet()


if __name__ == "__main__":
    unittest.main()
