"""What packages repeat: the version (VERSION), its date (CHANGELOG.md) and the licences of what is linked in (components.tsv).

`reference.py` writes and compares the files; scripts/release makes the SBOM of a release with `versions.py sbom`."""

import datetime
import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[1]
MAINTAINER = re.compile(r"^Maintainer: (.*)$", re.MULTILINE)


def read(path):
    return (TOP / path).read_text(encoding="utf-8")


def version():
    return read("VERSION").strip()


def date():
    """The day of the version, from the heading of CHANGELOG.md: `## 1.0.0, 2026-11-29`."""
    return datetime.date.fromisoformat(re.search(rf"^## {re.escape(version())}, (\S+)$", read("CHANGELOG.md"), re.MULTILINE)[1])


def components():
    """Each as (name, licence, copyright, source, programs, kind)."""
    rows = [line.split("\t") for line in read("packaging/components.tsv").splitlines() if line and not line.startswith("#")]
    return [(*row[:4], row[4].split(), row[5]) for row in rows]


def changelog():
    """Debian's changelog: one entry, because CHANGELOG.md is installed."""
    when = date().strftime("%a, %d %b %Y 00:00:00 +0000")
    maintainer = MAINTAINER.search(read("packaging/debian/control"))[1]
    return f"gestured ({version()}-1) unstable; urgency=medium\n\n  * Version {version()}: see changelog.gz.\n\n -- {maintainer}  {when}\n"


def copyright_file():
    """debian/copyright, with the licence of the project as in LICENSE."""
    own = read("LICENSE").split("\n\nThe programs of a release")[0].strip()
    text = "\n".join(f" {line}" if line else " ." for line in own.split("\n", 2)[2].strip().splitlines()[2:])
    head = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: gestured\n"
    comment = "Comment: The programs also contain:\n" + "".join(
        f" {name} ({licence}), Copyright {holder}, {source}\n" for name, licence, holder, source, _, _ in components())
    files = "Files: *\nCopyright: 2026 the gestured developers\nLicense: MIT\n"
    page = "Files: packaging/desktop/org.gestured.Studio.metainfo.xml\nCopyright: 2026 the gestured developers\nLicense: CC0-1.0\n"
    cc0 = "License: CC0-1.0\n The text is in /usr/share/common-licenses/CC0-1.0.\n"
    return f"{head}{comment}\n{files}\n{page}\nLicense: MIT\n{text}\n\n{cc0}"


def licence():
    """LICENSE: the project's own, and what the programs of a release contain besides."""
    own = read("LICENSE").split("\n\nThe programs of a release")[0].rstrip()
    lines = "".join(
        f"\n- {name}: {identifier}\n  Copyright (c) {holder}\n  {source}\n" for name, identifier, holder, source, _, _ in components())
    return (f"{own}\n\nThe programs of a release also contain parts of these, under their own licences. The text of the MIT licence is the\n"
            f"one above. The exceptions named after WITH permit programs to contain the library without further conditions.\n{lines}")


def replaced(path, *pairs):
    """The file with the only match of each pattern replaced."""
    text = read(path)
    for pattern, new in pairs:
        text, count = re.subn(pattern, lambda match: new, text, flags=re.MULTILINE)
        if count != 1:
            raise SystemExit(f"{path}: {count} matches of {pattern}, not one")
    return text


def generated():
    """The files that repeat VERSION or components.tsv: their paths from the top, and their texts."""
    number, day = version(), date()
    maintainer = MAINTAINER.search(read("packaging/debian/control"))[1]
    shell = "config/context/gnome/gestured-{}@gestured.org/metadata.json"
    return {
        "LICENSE": licence(),
        "packaging/debian/changelog": changelog(),
        "packaging/debian/copyright": copyright_file(),
        "packaging/arch/PKGBUILD": replaced("packaging/arch/PKGBUILD", (r"^pkgver=.*$", f"pkgver={number}")),
        "packaging/rpm/gestured.spec": replaced(
            "packaging/rpm/gestured.spec", (r"^Version: .*$", f"Version:        {number}"),
            (r"^\* .* - \S+$", f"* {day.strftime('%a %b %d %Y')} {maintainer} - {number}-1"),
            (r"^- (First|V)ersion.*$|^- First version\.$", f"- Version {number}: see CHANGELOG.md.")),
        "packaging/nix/flake.nix": replaced("packaging/nix/flake.nix", (r'version = ".*";', f'version = "{number}";')),
        "packaging/desktop/org.gestured.Studio.metainfo.xml": replaced(
            "packaging/desktop/org.gestured.Studio.metainfo.xml",
            (r"<release version=.*/>", f'<release version="{number}" date="{day}"/>')),
        **{shell.format(name): replaced(shell.format(name), (r'"version-name": ".*"', f'"version-name": "{number}"'))
           for name in ("context", "swipes")},
    }


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=TOP, timeout=60).stdout


VERSIONS = {
    "swift": lambda: re.search(r"Swift version (\S+)", output("swift", "--version"))[1],
    "argument-parser": lambda: re.search(r'swift-argument-parser", exact: "(.*)"', read("Package.swift"))[1],
    "toml++": lambda: output("pkg-config", "--modversion", "tomlplusplus").strip(),
    "gcc": lambda: output("gcc", "-dumpfullversion").strip(),
}


def sbom():
    """What the programs contain, as an SPDX 2.3 document. The same tree and tools give the same bytes."""
    def package(identifier, name, number, text, holder, source):
        return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": number, "licenseConcluded": text,
                "licenseDeclared": text, "copyrightText": f"Copyright {holder}", "downloadLocation": source, "filesAnalyzed": False}

    programs = ["gestured", "gesturectl", "gestured-typing"]
    packages = [package(name, name, version(), "MIT", "2026 the gestured developers", "NOASSERTION") for name in programs]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", f"SPDXRef-{name}") for name in programs]
    for number, (name, text, holder, source, users, kind) in enumerate(components(), 1):
        packages.append(package(f"component-{number}", name, VERSIONS[kind](), text, holder, source))
        relations += [(f"SPDXRef-{user}", "STATIC_LINK", f"SPDXRef-component-{number}") for user in users]
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"gestured-{version()}",
        "documentNamespace": f"urn:gestured:sbom:{version()}",
        "creationInfo": {"created": f"{date()}T00:00:00Z", "creators": ["Organization: the gestured developers"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": of, "relationshipType": kind, "relatedSpdxElement": to} for of, kind, to in relations],
    }, indent=1) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["sbom"]:
        raise SystemExit("usage: versions.py sbom")
    sys.stdout.write(sbom())
