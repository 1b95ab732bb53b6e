"""Keys, members, variables, paths and lists in the documents are those of the program."""

import json
import os
import re
import subprocess
import sys
import unittest
from xml.etree import ElementTree

import pages
from pages import TOP
from sandbox import GESTURECTL

SCHEMA = json.loads(pages.text("config/gestured.schema.json"))


def keys(schema):
    """Every property name of the schema, and every word that it lists."""
    found = set()
    if isinstance(schema, dict):
        found |= set(schema.get("properties", {})) | {word for word in schema.get("enum", []) if isinstance(word, str)}
        schema = schema.values()
    for part in schema if not isinstance(schema, str) and hasattr(schema, "__iter__") else []:
        found |= keys(part)
    return found


def event_members():
    interface = pages.text("config/org.gestured.Gestures.varlink")
    return set(re.findall(r"^  (\w+):", interface.split("type Event (")[1].split("\n)")[0], re.M))


class Words(unittest.TestCase):
    def test_words_with_an_underscore_are_keys(self):
        known = keys(SCHEMA) | event_members()
        for page in pages.PAGES:
            for code in pages.inline(page):
                if code.startswith("struct "):  # of the kernel
                    continue
                for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", re.sub(r"[^ ]*[/.][^ ]*", "", code)):
                    with self.subTest(page.name, code=code):
                        self.assertIn(word, known)

    def test_paths_of_the_project_exist(self):
        checked = 0
        for page in pages.PAGES:
            for code in pages.inline(page):
                if re.fullmatch(r"(config|docs|systemd|scripts|Sources|Tests|plugin|packaging|vm)/[\w./-]+", code):
                    checked += 1
                    self.assertTrue((TOP / code).exists(), f"{page.name}: {code}")
        self.assertGreaterEqual(checked, 3)

    def test_every_reason_is_described(self):
        source = pages.text("Sources/GestureCore/Definitions/Failure.swift").split("\n}\n")[0]
        self.assertEqual(pages.cells("docs/events.md", "Reasons"), set(re.findall(r'case \w+ = "([\w-]+)"', source)))

    def test_every_filter_is_described(self):
        rules = pages.text("docs/filtering.md").split("\n| line | key |")[0]  # without the table of libinput's lines
        described = {line.split("|")[1].strip() for line in rules.splitlines() if line.startswith("| ") and "---" not in line}
        source = next(path for path in (TOP / "Sources/GestureCore").rglob("*.swift") if "case palmByEdge = " in path.read_text())
        body = source.read_text(encoding="utf-8").split("case palmByEdge = ")[1].split("\n    }\n")[0]
        words = {"palm-edge"} | set(re.findall(r'case \w+ = "([\w-]+)"', body)) | set(re.findall(r"^ +case (\w+)$", body, re.M))
        words = {word for word in words if word not in ("mm", "s")}
        self.assertEqual(described - {"rule"}, words)

    def test_every_type_has_a_section_with_a_drawing_and_keys(self):
        text = pages.text("docs/recognizers.md")
        sections = {part.split("\n")[0]: part for part in text.split("\n## ")[1:]}
        self.assertEqual(set(sections), set(self.types()))
        for name, part in sections.items():
            # A replay, which draws the pictures, has no program that recognizes a gesture.
            self.assertEqual(f"pictures/{name}.svg" in part, name != "client")
            self.assertIn(f"<!-- keys {name} -->", part)

    @staticmethod
    def types():
        return re.findall(r'^#type = "([\w-]+)"', pages.text("config/config.toml").split("# BEGIN gesture types")[1], re.M)

    def test_every_page_is_in_the_index(self):
        linked = set(re.findall(r"\]\(([\w./-]+)\)", pages.text("docs/index.md")))
        self.assertEqual({path.name for path in (TOP / "docs").glob("*.md")} - {"index.md"}, {link for link in linked if "/" not in link})

    def test_the_picture_of_watch_is_current(self):
        shown = subprocess.run(
            [sys.executable, TOP / "scripts/watch_picture.py"], check=True, capture_output=True, text=True, timeout=120,
            env=dict(os.environ, GESTURECTL=GESTURECTL)).stdout
        self.assertEqual(
            pages.text("docs/pictures/watch.svg"), shown, "docs/pictures/watch.svg is stale; run: scripts/watch_picture.py --write")

    def test_the_film_of_watch_shows_a_near_miss(self):
        """Its frames come in real time, so the picture itself is not compared; scripts/watch_film.py --write makes it."""
        text = pages.text("docs/pictures/watch-live.svg")
        root = ElementTree.fromstring(text)
        words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        for word in ("nearly", "recognized", "/ 12 mm", "30 / 12 mm"):
            self.assertTrue(any(word in text for text in words), word)
        lengths = {element.get("dur") for element in root.iter("{http://www.w3.org/2000/svg}animate")}
        self.assertEqual(lengths, {"12s"})
        self.assertIn("@media (prefers-color-scheme: dark)", text)
        self.assertIn("docs/pictures/watch-live.svg", pages.text("README.md"))

    def test_anchors_of_links_exist(self):
        for page in pages.PAGES:
            for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text(encoding="utf-8")):
                text = (page.parent / target).read_text(encoding="utf-8") if target else page.read_text(encoding="utf-8")
                headings = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.M)}
                self.assertIn(anchor, headings | set(re.findall(r'<a id="([\w-]+)">', text)), page.name)


if __name__ == "__main__":
    unittest.main()
