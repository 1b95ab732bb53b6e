"""make site: one folder without a server, with working links and a search."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from html.parser import HTMLParser

from pages import TOP

CHROMIUM = shutil.which("chromium")
try:
    import axe_playwright_python
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None

#: What a window cuts off, and the words that are on two lines. A break after an underscore of a long name is between two texts.
NARROW = r"""() => {
  const width = document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("body, .table")].filter(part => part.scrollWidth > Math.min(width, part.clientWidth) + 1);
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement.closest("pre")) continue;
    for (const word of text.data.matchAll(/[\p{L}\p{N}_]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return { cut: cut.map(part => part.textContent.slice(0, 40)), broken };
}"""


def python():
    """A Python that has Python-Markdown."""
    for program in ("/usr/bin/python3", "python3"):
        if shutil.which(program) and subprocess.run([program, "-c", "import markdown"], capture_output=True).returncode == 0:
            return program
    raise AssertionError("Python-Markdown is not installed (apt install python3-markdown)")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.tags = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src"):
                self.links.append(value)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="gestured-")
        cls.addClassCleanup(place.cleanup)
        cls.folder = pathlib.Path(place.name) / "site"
        subprocess.run([python(), TOP / "scripts/site/site.py", cls.folder], check=True, timeout=120)
        cls.pages = {path.name: Page(path.read_text(encoding="utf-8")) for path in cls.folder.glob("*.html")}
        index = (cls.folder / "index.js").read_text(encoding="utf-8")
        cls.index = json.loads(index.removeprefix("const INDEX = ").rstrip().removesuffix(";"))

    def test_every_document_is_a_page(self):
        self.assertTrue({f"{path.stem}.html" for path in (TOP / "docs").glob("*.md")} <= set(self.pages))
        specification = {f"specification-{path.stem}.html" for path in (TOP / "docs/specification").glob("*.md")}
        self.assertEqual(len(specification), 2)
        self.assertTrue(specification <= set(self.pages))

    def test_links_lead_somewhere(self):
        for name, page in self.pages.items():
            for link in page.links:
                if re.match(r"(https?|mailto):", link):
                    continue
                path, _, anchor = link.partition("#")
                with self.subTest(name, link=link):
                    self.assertFalse(link.startswith("/"))
                    self.assertTrue((self.folder / (path or name)).exists())
                    if anchor:
                        self.assertIn(anchor, self.pages[path or name].ids)

    def test_nothing_comes_from_a_server(self):
        for name, page in self.pages.items():
            for tag, attributes in page.tags:
                if tag in ("script", "img", "link"):
                    self.assertNotIn("//", attributes.get("src", attributes.get("href", "")), name)

    def test_pages_fit_a_telephone(self):
        for name, page in self.pages.items():
            self.assertIn(("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}), page.tags, name)
        style = (self.folder / "style.css").read_text(encoding="utf-8")
        self.assertIn("max-width: 100%", style)
        self.assertIn("overflow-x: auto", style)

    @unittest.skipUnless(CHROMIUM and sync_playwright, "chromium, or playwright and axe-playwright-python of PyPI, are not installed: no page is opened")
    def test_a_narrow_window_cuts_nothing_and_breaks_no_word(self):
        axe = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 380, "height": 900})
            for name in sorted(self.pages):
                page.goto((self.folder / name).as_uri())
                with self.subTest(name):
                    self.assertEqual(page.evaluate(NARROW), {"cut": [], "broken": []})
            # One page with tables and one with code are enough for the rules that each page has by the same template.
            for name in ("comparison.html", "socket.html"):
                page.goto((self.folder / name).as_uri())
                page.evaluate(axe)
                found = page.evaluate("() => axe.run()")
                with self.subTest(name):
                    self.assertEqual([(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found["violations"]], [])

    def test_markdown_is_all_converted(self):
        for name in self.pages:
            text = re.sub(r"<(pre|code)\b.*?</\1>", "", (self.folder / name).read_text(encoding="utf-8"), flags=re.S)
            self.assertNotRegex(text, r"\n\|.*\|\n|\n```|\]\(|!\[", name)

    def test_entries_of_the_search_lead_to_sections(self):
        self.assertGreater(len(self.index), 150)
        for entry in self.index:
            page, _, anchor = entry["place"].partition("#")
            self.assertIn(anchor, self.pages[page].ids, entry)

    @unittest.skipUnless(shutil.which("node"), "Node.js is not installed: the search of the site is not run")
    def test_search(self):
        script = ("const { search } = require('./search.js'); const fs = require('fs');"
                  "eval(fs.readFileSync('./index.js', 'utf8').replace('const INDEX', 'INDEX'));"
                  "console.log(JSON.stringify(process.argv.slice(1).map((q) => search(INDEX, q).map((e) => e.place))))")
        queries = {"slop_scale": "configuration.html#slop_scale", "why not the input group": "permissions.html",
                   "kiosk": "kiosk.html", "socket go": "socket.html#go", "xyzzy": None}
        done = subprocess.run(["node", "-e", script, *queries], check=True, capture_output=True, text=True, cwd=self.folder, timeout=60)
        for (query, place), found in zip(queries.items(), json.loads(done.stdout)):
            with self.subTest(query):
                self.assertEqual(found, []) if place is None else self.assertTrue(any(f.startswith(place) for f in found[:4]), found)


if __name__ == "__main__":
    unittest.main()
