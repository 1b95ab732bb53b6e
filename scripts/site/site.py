"""make site: the documents as one static folder that needs no server: `site.py FOLDER`.

Pages are made by Python-Markdown. The search reads an index that is a script, so that it works from file:// too."""

import html
import json
import pathlib
import re
import shutil
import sys

import markdown

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
#: Page and its source, in the order of the menu.
PAGES = {
    "index.html": "docs/index.md", "readme.html": "README.md",
    **{f"{name}.html": f"docs/{name}.md" for name in (
        "configuration", "recognizers", "arbitration", "events", "socket", "pointer", "typing",
        "studio", "sway", "gnome", "kde", "recipes", "kiosk", "phone", "bridge", "accessibility",
        "testing")},
    "migration.html": "config/MIGRATION.md", "context.html": "config/context/README.md",
    **{f"{name}.html": f"docs/{name}.md" for name in (
        "troubleshooting", "reporting", "permissions", "filtering",
        "taking-touches-away", "comparison")},
    **{f"specification-{name}.html": f"docs/specification/{name}.md" for name in ("recognizers", "interface")},
    "security.html": "SECURITY.md", "changes.html": "CHANGELOG.md",
}
SOURCES = {source: page for page, source in PAGES.items()}
TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – gestured</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header><a href="index.html">gestured</a><input id="search" type="search" placeholder="Search" aria-label="Search"></header>
<ul id="found"></ul>
<div class="columns">
<nav><ul>{menu}</ul></nav>
<main>
{body}
</main>
</div>
<script src="index.js"></script>
<script src="search.js"></script>
</body>
</html>
"""


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.files = set()
        self.entries = []

    def write(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        titles = {page: self.source(source).split("\n", 1)[0].lstrip("# ") for page, source in PAGES.items()}
        for page, source in PAGES.items():
            self.page(page, source, titles)
        index = json.dumps(self.entries, ensure_ascii=False, indent=0)
        (self.folder / "index.js").write_text(f"const INDEX = {index};\n", encoding="utf-8")
        for name in ("style.css", "search.js"):
            shutil.copyfile(HERE / name, self.folder / name)
        for path in self.files:
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(TOP / path, target)

    @staticmethod
    def source(path):
        return (TOP / path).read_text(encoding="utf-8")

    def page(self, page, source, titles):
        converter = markdown.Markdown(extensions=["fenced_code", "tables", "toc", "sane_lists"], extension_configs={
            "toc": {"slugify": slug}})
        body = converter.convert(self.source(source))
        body = re.sub(r'<a href="([^"#]+\.md)(?:#[^"]*)?">(.*?)</a>', lambda found: self.to_page(found, source), body, flags=re.S)
        body = re.sub(r'(href|src)="([^"]+)"', lambda found: self.link(found, source), body)
        body = re.sub(r"<table>.*?</table>", lambda found: table(found[0]), body, flags=re.S)
        body = re.sub(r"(?<!<pre>)<code>(.*?)</code>", lambda found: f"<code>{breaks(found[1])}</code>", body, flags=re.S)
        # A keyboard scrolls what is wider than a telephone.
        body = re.sub(r"<pre>(?=(.*?)</pre>)", lambda found: scrolled(found[0], found[1]), body, flags=re.S)
        menu = "".join(
            f'<li class="here">{html.escape(title)}{sections(converter.toc_tokens)}</li>' if name == page else
            f'<li><a href="{name}">{html.escape(title)}</a></li>' for name, title in titles.items())
        text = TEMPLATE.format(title=html.escape(titles[page]), menu=menu, body=body)
        (self.folder / page).write_text(text, encoding="utf-8")
        self.entries += entries(page, titles[page], body)

    @staticmethod
    def to_page(found, source):
        """A link to a document that is no page, because it is for those who change the program, becomes its text."""
        path = (TOP / source).parent.joinpath(found[1]).resolve()
        return found[0] if str(path.relative_to(TOP)) in SOURCES else found[2]

    def link(self, found, source):
        """Links between documents become links between pages; other files of the project are copied."""
        target, mark, anchor = found[2].partition("#")
        if re.match(r"[a-z]+:", target) or not target:
            return found[0]
        path = (TOP / source).parent.joinpath(target).resolve().relative_to(TOP)
        if str(path) in SOURCES:
            return f'{found[1]}="{SOURCES[str(path)]}{mark}{anchor}"'
        if (TOP / path).is_dir():
            self.files |= {str(file.relative_to(TOP)) for file in (TOP / path).iterdir() if file.is_file()}
            self.listing(path)
            return f'{found[1]}="{path}/index.html"'
        self.files.add(str(path))
        return f'{found[1]}="{path}"'

    def listing(self, path):
        names = sorted(file.name for file in (TOP / path).iterdir() if file.is_file())
        target = self.folder / path / "index.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        rows = "".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
        target.write_text(f'<!DOCTYPE html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
                          f"<title>{path}</title>\n<ul>{rows}</ul>\n", encoding="utf-8")


def slug(text, separator="-"):
    """The anchor of a heading, as code hosts make it, so that a link works in both places."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", separator)


def table(text):
    """A table whose cells name their column, for screens that are too narrow for columns."""
    heads = [plain(head) for head in re.findall(r"<th\b[^>]*>(.*?)</th>", text, flags=re.S)]
    text = re.sub(r"<th\b[^>]*></th>", "<td></td>", text)
    text = text.replace("<table>", '<table role="table">').replace("<tr>", '<tr role="row">').replace("<th", '<th role="columnheader"')
    text = text.replace('<th role="columnheader"ead>', '<thead role="rowgroup">').replace("<tbody>", '<tbody role="rowgroup">')
    count = -len(re.findall(r"<td></td>", text.partition("</thead>")[0]))

    def cell(found):
        nonlocal count
        count += 1
        head = heads[(count - 1) % len(heads)] if count > 0 else ""
        return f'<td role="cell" data-head="{html.escape(head)}"' if head else '<td role="cell"'

    return '<div class="table">' + re.sub(r"<td", cell, text) + "</div>"


def breaks(code):
    """Code in a sentence breaks after a separator, and a long word also after an underscore."""
    code = re.sub(r"(?<=[/.,=:)\]])(?=[\w$~*{\[(])", "<wbr>", code)
    return re.sub(r"\w{25,}", lambda found: found[0].replace("_", "_<wbr>"), code)


def scrolled(tag, code):
    return '<pre tabindex="0">' if max(map(len, plain_lines(code))) > 36 else tag


def plain_lines(code):
    return html.unescape(re.sub(r"<[^>]*>", "", code)).split("\n")


def sections(tokens):
    rows = [part for token in tokens for part in (token["children"] if token["level"] == 1 else [token])]
    return "<ul>" + "".join(f'<li><a href="#{row["id"]}">{row["name"]}</a></li>' for row in rows) + "</ul>" if rows else ""


def entries(page, title, body):
    """The entries of the search: each section with its text."""
    parts = re.split(r'<h[1-4] id="([^"]*)">(.*?)</h[1-4]>', body, flags=re.S)
    for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        heading = plain(heading)
        name = title if heading == title else f"{title}: {heading}"
        yield {"place": f"{page}#{anchor}", "title": name, "text": plain(text)}


def plain(text):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


if __name__ == "__main__":
    Site(pathlib.Path(sys.argv[1])).write()
