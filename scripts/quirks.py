#!/usr/bin/env python3
"""Writes the built-in table of quirks, Sources/GestureCore/Devices/KnownDevices.swift, from libinput's files.

    scripts/quirks.py DIRECTORY VERSION

DIRECTORY is libinput's `quirks/`, or /usr/share/libinput; VERSION is what the table's comment says. Of each section for touch
devices the table keeps the Match lines and the settings that gestured reads (Sources/GestureCore/Devices/QuirkSetting.swift)."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
TABLE = TOP / "Sources/GestureCore/Devices/KnownDevices.swift"
SETTINGS = TOP / "Sources/GestureCore/Devices/QuirkSetting.swift"

HEAD = """// swift-format-ignore-file
// Written by scripts/quirks.py from libinput's quirks (quirks/*.quirks, MIT licence). Do not edit: what libinput does not have stands
// in KnownDevices+Beside.swift.

/// The quirks for recordings that have none of their own, and for systems without libinput's files.
package enum KnownDevices {{
  /// The version of libinput.
  package static let version = "{version}"

  static let table: [StaticString] = [
"""


def keys():
    """The settings that gestured reads."""
    return set(re.findall(r'"((?:Attr|Model)[A-Za-z0-9]+)"', SETTINGS.read_text(encoding="utf-8")))


def order(path):
    """As versionsort(3): runs of digits are numbers."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]


def sections(text):
    section = []
    for line in text.splitlines():
        line = re.sub(r"\s*#.*", "", line)
        if line.startswith("["):
            if section:
                yield section
            section = []
        if line:
            section.append(line)
    if section:
        yield section


def is_code_of_touch(item):
    return re.match(r"[+-]?(ABS_|EV_ABS|BTN_TOUCH|BTN_TOOL_)", item)


def kept(section, wanted):
    """The lines of a section that concern touch; None without such settings."""
    if any(line.startswith("MatchUdevType=") and line != "MatchUdevType=touchpad" for line in section):
        return None
    lines, has_setting = [section[0]], False
    for line in section[1:]:
        key, value = line.split("=", 1)
        if key.startswith("Match"):
            lines.append(line)
        elif key in wanted:
            if key.startswith("AttrEventCode") and not any(map(is_code_of_touch, value.split(";"))):
                continue
            lines.append(line)
            has_setting = True
    return lines if has_setting else None


def main(directory, version):
    wanted = keys()
    files = sorted(pathlib.Path(directory).glob("*.quirks"), key=order)
    if not files:
        sys.exit(f"no *.quirks in {directory}")
    text = HEAD.format(version=version)
    for file in files:
        for section in sections(file.read_text(encoding="utf-8")):
            if lines := kept(section, wanted):
                text += '    "' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '",\n'
    TABLE.write_text(text + "  ]\n}\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
