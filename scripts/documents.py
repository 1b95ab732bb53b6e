"""The generated parts of docs/: the configuration reference, the keys of each gesture type, the drawings."""

import pathlib
import re

import drawings

TOP = pathlib.Path(__file__).resolve().parents[1]
KEYS = re.compile(r"(<!-- keys ([\w-]+) -->\n).*?(<!-- end -->)", re.S)
EVENTS = re.compile(r"(<!-- events -->\n).*?(<!-- end -->)", re.S)
TYPES = re.compile(r"(<!-- types -->\n).*?(<!-- end -->)", re.S)
HEAD = """# Configuration reference

Written by `make reference` from config/config.toml, which is installed too; do not edit. The keys of one gesture type
are with its [recognizer](recognizers.md).

"""


def pages():
    paths = [*sorted((TOP / "docs").glob("*.md")), TOP / "docs/specification/interface.md"]
    return {str(path.relative_to(TOP)): path.read_text(encoding="utf-8") for path in paths}


def cell(text):
    return text.replace("|", "\\|")


def key_table(keys):
    """`keys`: {key: (default, comment)}."""
    rows = [f"| `{key}` | `{cell(default)}` | {cell(comment)} |" for key, (default, comment) in keys.items()]
    return "\n".join(["| key | default | meaning |", "|---|---|---|", *rows]) + "\n" if rows else "It has no keys of its own.\n"


def with_keys(text, documented):
    """The page, with a table of keys for each of its types."""
    def table(found):
        keys = {key: value for key, value in documented[found[2]].items() if key not in ("type", "name")}
        return f"{found[1]}\n{key_table(keys)}\n{found[3]}"
    return KEYS.sub(table, text)


def with_events(text, table):
    """The page, with the table of events."""
    return EVENTS.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", text)


def with_types(text, configuration_text):
    """The page, with the table of types: their keys, and the states that they report."""
    rows = []
    for block in configuration_text.split("# BEGIN gesture types")[1].split("# END gesture types")[0].split("#[[gesture]]")[1:]:
        name = re.search(r'^#type = "(.*)"$', block, re.M)[1]
        keys = [f"`{key}`" for key in re.findall(r"^#(?:example: )?(\w+) = ", block, re.M) if key not in ("type", "fingers")]
        said = re.search(rf"^# {name}: .*?\n# States(?: and `step`)?: (.*?)\.(?: |$)", configuration_text, re.S | re.M)[1]
        states = "those of its last step" if "last step" in said else said.replace("\n# ", " ")
        rows.append(f"| `{name}` | {', '.join(keys) or 'none'} | {states} |")
    table = "\n".join(["| `type` | keys | states |", "|---|---|---|", *rows])
    return TYPES.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)


def paragraphs(comment):
    """Comment lines as Markdown; indented lines are unchanged."""
    out = ""
    for line in comment:
        if line.startswith("  "):
            out = out.rstrip("\n") + ("\n" if out.endswith("```\n\n") else "\n\n```text\n") + line + "\n```\n\n"
            out = out.replace("```\n" + line, line)
        else:
            out += line + " " if line else "\n\n"
    return out.strip() + "\n\n"


class ConfigurationPage:
    """docs/configuration.md: a section for each ruler, a heading for each key with its default and the comment before it."""

    def __init__(self, text):
        self.out, self.comment, self.table, self.seen, self.isSection = [HEAD], [], None, set(), False
        types, after = text.index("# BEGIN gesture types"), text.index("# END gesture types")
        for line in text[text.index("# Quantities"):types].splitlines() + text[after:].splitlines()[1:] + [""]:
            self.read(line)

    def read(self, line):
        if line.startswith(("# BEGIN", "# END")):
            return
        if line.startswith("# ---"):
            self.isSection = True
        elif line == "#" or line.startswith("# "):
            if self.isSection:
                title = re.match(r"\w+", line[2:])[0]
                self.out.append(f'<a id="{title.lower().removesuffix("s")}"></a>\n\n## {title}\n\n')
                self.isSection = False
            self.comment.append(line[2:])
        else:
            self.key(line.removeprefix("#"))
            if self.comment:
                self.out.append(paragraphs(self.comment))
            self.comment = []

    def key(self, line):
        if header := re.match(r"\[+([a-z]+)[^]]*\]", line):
            if header[1] == "settings":
                self.out += [paragraphs(self.comment), '<a id="setting"></a>\n\n## Settings\n\n']
                self.comment = []
            self.table = header[1]
        elif (entry := re.match(r"(example: )?([a-z_]+) = (.*)", line)) and (self.table, entry[2]) not in self.seen:
            self.seen.add((self.table, entry[2]))
            kind = "Example" if entry[1] else "Default"
            self.out.append(f"### `{entry[2]}`\n\n{kind}: `{entry[2]} = {entry[3]}`\n\n")

    def text(self):
        text = re.sub(r" +\n", "\n", "".join(self.out))
        return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n") + "\n"


def generated(gesturectl, configuration_text, documented, events):
    """The generated files: their paths from the top, and their texts."""
    files = {"docs/configuration.md": ConfigurationPage(configuration_text).text()}
    for path, text in pages().items():
        if path == "docs/configuration.md":
            continue
        files[path] = text = with_types(with_events(with_keys(text, documented), events), configuration_text)
        files |= {f"docs/{name}": picture for name, picture in drawings.of_page(gesturectl, text)}
    return files
