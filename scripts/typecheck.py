#!/usr/bin/env python3
"""typecheck.py TREE MODULE…: the compiler checks the modules of a changed copy of this tree in this order, and makes no code.

It takes the options of each module from the debug build (`.build/debug.yaml`), and the modules that are not named. The checked modules
are written to TREE/.modules, so that a module is checked against those before it. Of a module with tests, it checks the files that
the copy has changed."""

import filecmp
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
# What makes code, or other files than the module, alone and with a value.
ALONE = {"-O", "-c", "-emit-dependencies", "-emit-module", "-emit-objc-header", "-enable-batch-mode", "-incremental",
         "-parseable-output", "-serialize-diagnostics"}
WITH_VALUE = {"-emit-module-path", "-emit-objc-header-path", "-index-store-path", "-output-file-map"}


def commands():
    """The compiler's arguments by module."""
    text = (TOP / ".build/debug.yaml").read_text(encoding="utf-8")
    lists = (json.loads(line) for line in re.findall(r"^    args: (\[.*swiftc.*\])$", text, re.M))
    return {words[words.index("-module-name") + 1]: words for words in lists if "-module-name" in words and "-c" in words}


def split(words):
    """The arguments without those that make code, and the source files."""
    kept, sources = [], []
    rest = iter(words[1:])
    for word in rest:
        if word in WITH_VALUE:
            next(rest)
        elif word.startswith("@"):
            sources = [pathlib.Path(line.strip("'\"")) for line in pathlib.Path(word[1:]).read_text(encoding="utf-8").split()]
        elif word not in ALONE:
            kept.append(word)
    return kept, sources


def is_changed(copy, tree):
    original = TOP / copy.relative_to(tree)
    return not original.exists() or not filecmp.cmp(copy, original, shallow=False)


def only(files, command):
    """The driver's command, as that of the compiler for some of its files."""
    jobs = subprocess.run([*command, "-typecheck", "-###"], check=True, capture_output=True, text=True).stdout
    words = [word for word in shlex.split(jobs.splitlines()[0]) if word != "-primary-file"]
    return [part for word in words for part in (["-primary-file", word] if word in files else [word])]


def check(words, tree):
    """Checks one module; false if it does not compile."""
    kept, sources = split(words)
    # Resources as code are made by the build.
    made = [source for source in sources if ".build" in source.parts]
    folder = pathlib.Path(os.path.commonpath([source.parent for source in sources if source not in made]))
    copies = sorted((tree / folder.relative_to(TOP)).rglob("*.swift"))
    modules = tree / ".modules"
    modules.mkdir(exist_ok=True)
    name = words[words.index("-module-name") + 1]
    command = [words[0], "-I", str(modules), *kept, *map(str, copies + made)]
    if name.endswith("Tests"):
        changed = [str(copy) for copy in copies if is_changed(copy, tree)]
        command = only(changed, command)
    else:
        command += ["-whole-module-optimization", "-emit-module", "-emit-module-path", str(modules / f"{name}.swiftmodule")]
    return subprocess.run(command, check=False).returncode == 0


def main():
    tree, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    known = commands()
    for name in names:
        if not check(known[name], tree):
            sys.exit(f"{name} does not compile.")


main()
