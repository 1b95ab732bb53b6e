"""The manual pages, made from what the programs print: `--help`, the interface description and config/config.toml.

`reference.py` writes and compares them; the prose that no program prints (NAME, FILES, SEE ALSO) is here."""

import importlib.machinery
import importlib.util
import json
import pathlib
import re
import sys
import textwrap

PAGES = {
    "gestured.1": "touch gestures for Linux: recognizes them and runs commands",
    "gesturectl.1": "control gestured, and try out gestures without it",
    "gestured-bridge.1": "pass gestures on by MQTT, TUIO and OSC",
    "gestured-typing.8": "report key presses to gestured, without their codes",
    "gestured.toml.5": "configuration of gestured",
    "gestured-varlink.7": "Varlink interface of gestured's control socket",
}

#: Columns of a line of code.
WIDTH = 72

FILES = [
    ("~/.config/gestured/config.toml", "The user's configuration, see gestured.toml(5)."),
    ("/etc/xdg/gestured/config.toml", "The configuration of users who have none."),
    ("$XDG_RUNTIME_DIR/gestured/control.sock", "The control socket, see gestured-varlink(7)."),
]
ENVIRONMENT = [
    ("GESTURED_CONFIG", "Path of the configuration; `--config` comes before it."),
    ("XDG_CONFIG_HOME, XDG_CONFIG_DIRS", "Where gestured/config.toml is looked for otherwise."),
    ("XDG_RUNTIME_DIR", "Directory of the control socket; `--socket` comes before it."),
]


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text):
    """A paragraph: `words` become bold, and hyphens stay hyphens."""
    parts = re.split(r"`([^`]*)`", text)
    out = "".join(f"\\fB{escaped(p)}\\fP" if n % 2 else escaped(p).replace("\\-", "-") for n, p in enumerate(parts))
    return "\\&" + out if out[:1] in (".", "'") else out


def example(text):
    return f".PP\n.nf\n{escaped(text)}\n.fi\n"


def entry(term, text):
    return f".TP\n\\fB{escaped(term)}\\fP\n{prose(text) or chr(92) + '&'}\n"


def page(name, version, date, body):
    title, section = name.rsplit(".", 1)
    head = f'.\\" Written by `make reference`; do not edit.\n.TH {title.upper()} {section} {date} "gestured {version}"\n.nh\n.ad l\n'
    return head + f".SH NAME\n{title} \\- {escaped(PAGES[name])}\n" + body + see_also(name)


def see_also(name):
    others = [n.rsplit(".", 1) for n in PAGES if n != name]
    return ".SH SEE ALSO\n" + "".join(
        f".BR {title} ({section}){',' if (title, section) != tuple(others[-1]) else ''}\n" for title, section in others)


def entries(title, rows):
    return f".SH {title}\n" + "".join(entry(term, text) for term, text in rows)


def daemon(help_text):
    """gestured(1): the parts of `gestured --help`."""
    usage, description, options, rest = help_text.strip("\n").split("\n\n")
    body = ".SH SYNOPSIS\n\\fBgestured\\fP [\\fIoptions\\fP]\n" + f".SH DESCRIPTION\n{prose(description)}\n"
    body += ".SH OPTIONS\n"
    for text in re.split(r"\n  (?=--)", "\n" + options)[1:]:
        name, text = re.match(r"(--\S+(?: [A-Z]+)?)\s+(.*)", text, re.S).groups()
        body += entry(name, " ".join(text.split()))
    shown, status = re.match(r"example: (.*)\nexit status: (.*)", rest, re.S).groups()
    body += entries("ENVIRONMENT", ENVIRONMENT) + entries("FILES", FILES)
    return body + f".SH EXIT STATUS\n{prose(' '.join(status.split()))}.\n.SH EXAMPLES\n{example(shown)[4:]}"


def typing(help_text):
    """gestured-typing(8): the parts of `gestured-typing --help`."""
    summary, usage, options, more = help_text.strip("\n").split("\n\n")
    words = usage.removeprefix("Usage: gestured-typing ")
    body = f".SH SYNOPSIS\n\\fBgestured-typing\\fP {escaped(words)}\n.SH DESCRIPTION\n{prose(summary)}\n.PP\n{prose(more)}\n"
    body += ".SH OPTIONS\n"
    for text in options.split("\n"):
        name, text = re.match(r"\s*(--\S+(?: [A-Z]+)?)\s+(.*)", text).groups()
        body += entry(name, text)
    return body + entries("FILES", [("/run/gestured-typing/socket", "Where the daemon connects to it.")])


def bridge():
    """gestured-bridge(1): its arguments, from the program itself."""
    path = str(pathlib.Path(__file__).resolve().parent.parent / "config/bridge/gestured-bridge")
    loader = importlib.machinery.SourceFileLoader("gestured_bridge", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gestured_bridge", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    parser = module.arguments()
    rows = [(" ".join(filter(None, (action.option_strings[-1], action.metavar))), action.help) for action in parser._actions]
    return (f".SH SYNOPSIS\n\\fBgestured-bridge\\fP [\\fIoptions\\fP]\n.SH DESCRIPTION\n{prose(' '.join(parser.description.split()))}\n.PP\n"
            + prose("At least one receiver has to be given. See docs/bridge.md.") + "\n" + entries("OPTIONS", rows)
            + entries("FILES", [("~/.config/gestured/bridge", "OPTIONS=..., the arguments of the user unit gestured-bridge.service."), FILES[2]]))


def spelled(argument):
    if argument["kind"] == "positional":
        return argument["valueName"].upper()
    names = ", ".join(("--" if n["kind"] == "long" else "-") + n["name"] for n in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} <{argument['valueName']}>"


def synopsis(command, name):
    words = [f"\\fBgesturectl {name}\\fP"]
    for argument in own(command):
        word = escaped(spelled(argument).split(", ")[-1])
        if argument["isRepeating"]:
            word += " ..."
        words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def own(command):
    """The arguments without `--version` and `--help`, which every command has."""
    return [a for a in command.get("arguments", []) if a["shouldDisplay"] and a["valueName"] not in ("help", "version")]


def discussion(text):
    """Paragraphs; indented lines are examples."""
    out = ""
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        plain = " ".join(line for line in lines if not line.startswith("  "))
        code = "\n".join(line for line in lines if line.startswith("  "))
        out += (f".PP\n{prose(plain)}\n" if plain else "") + (example(narrow(code, end=" \\")) if code else "")
    return out


def subcommands(command, above=""):
    """The section of each subcommand, and those of its own subcommands below it."""
    body = ""
    for each in command.get("subcommands", []):
        if each["commandName"] == "help" or not each["shouldDisplay"]:
            continue
        name = f"{above}{each['commandName']}"
        body += f".SS {name}\n{synopsis(each, name)}\n.PP\n{prose(each['abstract'])}\n"
        body += "".join(entry(spelled(a), a.get("abstract", "")) for a in own(each))
        body += discussion(each.get("discussion", "")) + subcommands(each, f"{name} ")
    return body


def control(dump):
    """gesturectl(1): `gesturectl --experimental-dump-help`."""
    root = json.loads(dump)["command"]
    body = ".SH SYNOPSIS\n\\fBgesturectl\\fP \\fIsubcommand\\fP [\\fIarguments\\fP]\n"
    text, status = root["discussion"].split("Exit status: ")
    body += f".SH DESCRIPTION\n{prose(root['abstract'])}\n{discussion(text)}.SH SUBCOMMANDS\n"
    body += subcommands(root)
    body += ".SH OPTIONS\n" + "".join(
        entry(spelled(a), a["abstract"]) for a in root["arguments"] if a["shouldDisplay"])
    body += entries("ENVIRONMENT", ENVIRONMENT) + entries("FILES", FILES)
    return body + f".SH EXIT STATUS\n{prose(status.strip())}\n"


def comments(lines):
    """Comment lines as text; indented lines are unchanged."""
    out, plain = "", []

    def flush():
        nonlocal out
        if plain:
            out += prose(" ".join(plain)) + "\n"
            plain.clear()

    code = []
    for line in [*lines, ""]:
        if line.startswith("  "):
            flush()
            code.append(line)
            continue
        if code:
            out += f".nf\n{escaped(chr(10).join(code))}\n.fi\n"
            code = []
        if line:
            plain.append(line)
    flush()
    return out


def configuration(text):
    """gestured.toml(5): config/config.toml, whose rulers begin sections."""
    body, comment = ".SH DESCRIPTION\n", []
    opens = False  # the next comment begins a section
    for line in text.splitlines():
        if line.startswith("#:") or line.startswith(("# BEGIN", "# END")):
            continue
        if line.startswith("# -----"):
            opens = True
        elif line.startswith("# "):
            comment.append(line[2:])
        elif line in ("", "#"):
            if comment and opens:
                title, _, rest = " ".join(comment).partition(". ")
                title, _, more = title.partition(": ")
                title, opens = title.upper(), False
                comment = [f"{more[:1].upper()}{more[1:]}. {rest}" if more else rest]
                body += f".SH {title}\n" + comments(comment)
            elif comment:
                body += ".PP\n" + comments(comment)
            comment = []
        else:
            line = line.removeprefix("#")
            if line.startswith("["):
                if kind := re.match(r"([a-z-]+): (.*)", comment[0] if comment else ""):
                    body += f".SS {kind[1]}\n" + comments([kind[2], *comment[1:]])
                else:
                    body += (".PP\n" + comments(comment) if comment else "") + entry(line, "")
            elif comment or not line.startswith("type ="):
                body += entry(line, "").replace("\n\\&\n", "\n") + (comments(comment) or "\\&\n")
            comment = []
    body += ".PP\n" + comments(comment) if comment else ""
    return re.sub(r"^(\.S[HS] .*\n)\.PP\n", r"\1", body, flags=re.M)


def joined(text):
    """The lines of a text, with those of a comment as one."""
    lines = []
    for line in text.split("\n"):
        if line.lstrip().startswith("# ") and lines and lines[-1].lstrip().startswith("# "):
            lines[-1] += line.lstrip().removeprefix("#")
        else:
            lines.append(line)
    return lines


def narrow(text, indent="    ", end=""):
    """Lines that fit a terminal of 80 columns, of which `man` indents them by 7. Comments stay comments."""
    lines = []
    for line in joined(text):
        start = re.match(r"\s*(# )?", line)[0]
        is_comment = "#" in start
        # The name and the type of a member stay on one line.
        parts = [part.replace("\0", " ") for part in textwrap.wrap(
            line if is_comment else line.replace(": ", ":\0"), WIDTH - len(end), subsequent_indent=start + ("" if is_comment else indent),
            break_long_words=False, break_on_hyphens=False)]
        lines += [part + end for part in parts[:-1]] + (parts[-1:] or [line])
    return "\n".join(lines)


def varlink(description):
    name = re.search(r"^interface (\S+)", description, re.M)[1]
    body = (".SH DESCRIPTION\n" + prose(
        "The daemon serves the Varlink interface below on its control socket. A message is one JSON object and a NUL "
        "byte. A call with `\"more\": true` gets one reply for each event. Every program of the same user may connect.")
        + "\n")
    body += entries("FILES", FILES[2:]) + f".SH INTERFACE\n.nf\n{escaped(narrow(description.strip()))}\n.fi\n.SH EXAMPLES\n"
    call = json.dumps({"method": f"{name}.Subscribe", "parameters": {"types": ["swipe"]}, "more": True}).replace(" \"param", "\n  \"param")
    return body + ".nf\n" + escaped(
        f"printf '%s\\0' '{call}' |\n  nc -U \"$XDG_RUNTIME_DIR/gestured/control.sock\" | tr '\\0' '\\n'") + "\n.fi\n"


def pages(version, date, daemon_help, typing_help, control_dump, config_text, description):
    """The file name and text of each page."""
    bodies = {
        "gestured.1": daemon(daemon_help), "gesturectl.1": control(control_dump),
        "gestured-bridge.1": bridge(), "gestured-typing.8": typing(typing_help),
        "gestured.toml.5": configuration(config_text), "gestured-varlink.7": varlink(description)}
    return {f"man/{name}": page(name, version, date, body) for name, body in bodies.items()}
