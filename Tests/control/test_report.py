"""The report page as a browser draws it: Chromium without a window (Debian's package `chromium`)."""

import html
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import DEMO, TOP, Place

CHROMIUM = shutil.which("chromium")
try:
    import axe_playwright_python
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None
RECORDINGS = pathlib.Path(os.environ.get("GESTURED_RECORDINGS") or TOP / "../shared/recordings")

#: A page that loads the report at a width and puts its faults into its own title.
WRAPPER = """<!doctype html><meta charset="utf-8"><iframe src="page.html" width="%d" height="900" style="border:0"></iframe>
<script>
/// Texts that differ too little from what is behind them: WCAG's 4.5, for 3 where the letters are large.
function faint(page) {
  const level = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = new Set();
  const view = page.defaultView;
  for (const part of page.querySelectorAll("h1, h2, p, li, td, .name, .why, summary, .legend, output, button, pre")) {
    if (!part.getClientRects().length) continue;
    let behind = part;
    while (behind && /rgba\\(.*, 0\\)|transparent/.test(view.getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    const a = level(view.getComputedStyle(part).color);
    const b = level(behind ? view.getComputedStyle(behind).backgroundColor : "rgb(255, 255, 255)");
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3) found.add(part.className || part.tagName);
  }
  return [...found];
}
const frame = document.querySelector("iframe");
const errors = [];
frame.addEventListener("load", () => {
  const page = frame.contentDocument, wide = [], over = [];
  for (const details of page.querySelectorAll("details")) details.open = true;
  const width = page.documentElement.clientWidth;
  for (const part of page.querySelectorAll("body *")) {
    if (part.closest("svg, pre, script, style")) continue;
    const box = part.getBoundingClientRect();
    if (box.right > width + 0.5 || box.left < -0.5) wide.push(part.className || part.tagName);
  }
  const labels = [...page.querySelectorAll(".name, .why, .ends span, h1, h2, summary, .legend, output, button, svg text")]
    .map(part => [part.textContent, part.getBoundingClientRect(), part]).filter(([, box]) => box.width * box.height);
  for (let a = 0; a < labels.length; a++) for (let b = a + 1; b < labels.length; b++) {
    if (labels[a][2].contains(labels[b][2])) continue;
    const [x, y] = [labels[a][1], labels[b][1]];
    if (x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 1 && y.top < x.bottom - 1)
      over.push([labels[a][0], labels[b][0]]);
  }
  const slider = page.querySelector("input"), line = page.querySelector("polyline");
  const all = line.getAttribute("points");
  slider.value = slider.min;
  slider.dispatchEvent(new Event("input"));
  const cut = line.getAttribute("points");
  document.title = JSON.stringify({
    dark: matchMedia("(prefers-color-scheme: dark)").matches, faint: faint(page),
    width, scroll: page.documentElement.scrollWidth, wide, over, labels: labels.length,
    panels: page.querySelectorAll(".seq").length, players: page.querySelectorAll(".player:not([hidden])").length,
    links: [...page.querySelectorAll(".overview a")].every(a => page.querySelector(a.getAttribute("href"))),
    plays: cut.length < all.length });
});
</script>
"""


@unittest.skipUnless(CHROMIUM, "chromium is not installed: the report page is not drawn")
class Report(Place):
    def page(self, *recordings):
        self.run_ctl("replay", "--html", self.directory / "page.html", *recordings)
        return (self.directory / "page.html").read_text()

    def chromium(self, path, *options):
        return subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
             "--enable-logging=stderr", f"--user-data-dir={self.directory / 'profile'}", "--window-size=1500,1000",
             *options, "--virtual-time-budget=5000", "--dump-dom", path.as_uri()],
            capture_output=True, text=True, timeout=120, env=self.environment)

    def measured(self, width, is_dark=False):
        wrapper = self.file(f"at-{width}.html", WRAPPER % width)
        # Blink: 0 is dark, 1 light.
        result = self.chromium(wrapper, f"--blink-settings=preferredColorScheme={0 if is_dark else 1}")
        self.assertNotIn("CONSOLE", result.stderr)
        title = result.stdout.partition("<title>")[2].partition("</title>")[0]
        self.assertTrue(title, result.stdout[:500] + result.stderr[-500:])
        return json.loads(html.unescape(title))

    def test_nothing_overflows_and_no_labels_overlap(self):
        self.page(DEMO)
        for width in (420, 1400):
            for is_dark in (False, True):
                with self.subTest(width=width, is_dark=is_dark):
                    found = self.measured(width, is_dark)
                    self.assertEqual(found["dark"], is_dark)
                    self.assertEqual((found["wide"], found["over"], found["faint"]), ([], [], []))
                    self.assertLessEqual(found["scroll"], width)
                    self.assertGreater(found["labels"], 100)
                    self.assertEqual((found["panels"], found["players"]), (19, 19))
                    self.assertTrue(found["links"] and found["plays"])

    @unittest.skipUnless(sync_playwright, "playwright and axe-playwright-python of PyPI are not installed: axe does not check the report")
    def test_axe_has_no_finding(self):
        self.page(DEMO)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for width, colours in ((380, "light"), (1400, "dark")):
                with self.subTest(width):
                    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=colours)
                    page.goto((self.directory / "page.html").as_uri())
                    page.evaluate((pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
                    found = page.evaluate("() => axe.run()")
                    self.assertEqual([(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found["violations"]], [])

    def test_a_screen_with_ten_fingers(self):
        path = RECORDINGS / "touchscreen-3m-microtouch-usb-controller-60-slots-1-to-10-fingers.evemu"
        if not path.exists():
            self.skipTest(f"no recording {path}: the page of many touches is not drawn")
        self.page(path)
        for width in (420, 1400):
            with self.subTest(width=width):
                found = self.measured(width)
                self.assertEqual((found["wide"], found["over"], found["faint"]), ([], [], []))
                self.assertLessEqual(found["scroll"], width)

    def test_palm_strips_and_withheld_contacts(self):
        path = RECORDINGS / "touchpad-cypress-apa-trackpad-cyapa-chromebook-lumpy-drag-edge-thumb-diagonal.evemu"
        if not path.exists():
            self.skipTest(f"no recording {path}: palm strips are not drawn")
        text = self.page(path)
        # Both sides of a pad of 107 mm, on each of its panels.
        panels = text.count('<details class="seq"')
        self.assertEqual(text.count('<rect class="strip" x="0" width="5" '), panels)
        self.assertEqual(text.count('<rect class="strip" x="101.67" width="5" '), panels)
        self.assertEqual(text.count('<path class="withheld"'), text.count(" contact withheld ") // 2)
        self.assertIn("Grey strips are palm strips. A hatched square", text)

    def test_what_was_recognized_is_folded(self):
        body = self.page(DEMO).partition("</style>")[2]
        self.assertEqual(body.count('<details class="seq" open>'), body.count('<span class="near">') + body.count('<span class="none">'))
        self.assertGreater(body.count('<details class="seq">'), 5)

    def test_without_scripts_all_is_there(self):
        text = self.page(DEMO)
        body = text.partition("</style>")[2].partition("<script>")[0]
        self.assertEqual(body.count('class="seq"'), 19)
        self.assertEqual(body.count("<polyline"), text.count("<polyline"))
        self.assertEqual(body.count('class="player" hidden'), 19)


if __name__ == "__main__":
    unittest.main()
