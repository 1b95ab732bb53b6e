"""The generated parts of the project's files: `reference.py --write` writes them, Tests/reference compares them.

Each comes from the program that uses the same tables, so that no file is a second list of the same facts."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import documents
import manual
import versions

TOP = pathlib.Path(__file__).resolve().parents[1]
#: The generated sections of config/config.toml: their markers, and the section of `gesturectl reference`.
SECTIONS = {"gesture types": "gestures", "actions": "actions", "lasting actions": "lasting"}


def program():
    return os.environ.get("GESTURECTL", str(TOP / ".build/debug/gesturectl"))


def gesturectl(*arguments):
    return subprocess.run([program(), *arguments], check=True, capture_output=True, text=True, timeout=60).stdout


def status(*arguments):
    return subprocess.run([program(), *arguments], capture_output=True, timeout=60).returncode


def reference_configuration():
    """config/config.toml with its generated sections. The rest is unchanged."""
    text = (TOP / "config/config.toml").read_text(encoding="utf-8")
    for marker, section in SECTIONS.items():
        head, rest = text.split(f"# BEGIN {marker}:", 1)
        line, rest = rest.split("\n", 1)
        tail = rest[rest.index(f"# END {marker}."):]
        text = f"{head}# BEGIN {marker}:{line}\n\n{gesturectl('reference', '--section', section)}\n{tail}"
    return text


@functools.cache
def documented():
    """The keys in config/config.toml: {table: {key: (default, comment)}}. Gesture types are tables, too."""
    tables, table, comment = {}, None, []
    for line in reference_configuration().splitlines():
        if line.startswith(("# BEGIN", "# END")):
            comment = []
            continue
        if line.startswith("# "):
            comment.append(line[2:])
            continue
        line = line.removeprefix("#")
        if header := re.match(r"\[+([a-z]+)[^]]*\]", line):
            table = tables.setdefault(header[1], {})
        elif (entry := re.match(r"(?:example: )?([a-z_]+) = (.*)", line)) and table is not None:
            # `type` begins the block of a type. The first one lists the keys that all types have.
            if entry[1] == "type" and "type" in tables.get("gesture", {}):
                table = tables.setdefault(json.loads(entry[2]), {})
            value = f"example: {entry[2]}" if line.startswith("example: ") else entry[2]
            table.setdefault(entry[1], (value, " ".join(comment)))
        comment = []
    return tables


def schema():
    """The JSON Schema, in which shared keys of gesture types are described as in config/config.toml."""
    root = json.loads(gesturectl("reference", "--section", "schema"))
    for table, definition in (("settings", "settings"), ("device", "device"), ("zone", "zone"), ("gesture", "common")):
        for key, value in root["$defs"][definition]["properties"].items():
            _, comment = documented()[table].get(key, ("", ""))
            if comment and "$ref" not in value:
                value["description"] = comment
    return json.dumps(root, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def help_of(name):
    """The output of --help of another program of the same build."""
    path = pathlib.Path(program()).with_name(name)
    return subprocess.run([path, "--help"], check=True, capture_output=True, text=True, timeout=60).stdout


def documents_alone():
    """The tables of docs: their paths from the top, and their texts. They need gesturectl alone."""
    return documents.generated(
        program(), reference_configuration(), documented(), gesturectl("reference", "--section", "events"))


def generated():
    """The generated files: their paths from the top, and their texts."""
    configuration = reference_configuration()
    interface = gesturectl("reference", "--section", "varlink")
    return {
        "config/config.toml": configuration,
        "config/gestured.schema.json": schema(),
        "config/org.gestured.Gestures.varlink": interface.rstrip("\n") + "\n",
        **manual.pages(
            versions.version(), versions.date(), help_of("gestured"), help_of("gestured-typing"),
            gesturectl("--experimental-dump-help"), configuration, interface),
        **versions.generated(),
        **documents_alone(),
    }


def main(arguments):
    stale = 0
    for path, text in (documents_alone() if "--documents" in arguments else generated()).items():
        file = TOP / path
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--write" in arguments:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
        else:
            print(f"{path} is not what the tables say; run: make reference", file=sys.stderr)
    return 0 if "--write" in arguments or not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
