"""Every command and every client program of the documents is run."""

import itertools
import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import unittest

import pages
from sandbox import GESTURECTL, TOP, Session

sys.path.insert(0, str(TOP / "scripts"))
import motions  # noqa: E402

SWIPES = [("3-left", "left"), ("3-right", "right"), ("3-up", "up"), ("3-down", "down")]
#: Commands that end with 3 without a device. Any other status, such as 2, is a wrong command line.
NEEDS_DEVICE = ("gesturectl record", "gesturectl doctor")
#: Commands with commands below them, which have a help of their own.
GROUPS = ("control", "status")


class Sandboxed(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        self.addCleanup(self.session.close)


class Commands(Sandboxed):
    def test_what_a_console_shows_is_printed(self):
        found = pages.every_block("console")
        self.assertGreater(len(found), 0)
        for page, block in found:
            command, _, expected = block.removeprefix("$ ").partition("\n")
            with self.subTest(page, command=command):
                done = subprocess.run(
                    ["bash", "-c", command], env=self.session.environment, cwd=self.session.home, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.stdout, expected, done.stderr)

    def test_every_block_of_commands_runs(self):
        """Runs every block. Commands that continue until Ctrl-C are ended after 3 s."""
        found = pages.every_block("sh")
        self.assertGreaterEqual(len(found), 5)
        self.session.daemon(TOP / "config/demo.evemu")
        for page, block in found:
            for command in re.sub(r"\|\n", "| ", block).strip().splitlines() if "while" not in block else [block]:
                with self.subTest(page, command=command):
                    status, output = self.session.in_terminal(command, 10 if "init" in command else 3)
                    allowed = (0, 3) if command.startswith(NEEDS_DEVICE) else (0, None)
                    self.assertIn(status, allowed, output)
                    self.assertNotIn("command not found", output)

    def test_inline_commands_exist_with_their_options(self):
        checked = 0
        for page in pages.PAGES:
            for code in pages.inline(page):
                words = code.split(" | ")[0].split()
                if len(words) < 2 or words[0] != "gesturectl":
                    continue
                options = [word.split("=")[0] for word in words if word.startswith("--")]
                count = 2 if words[1] in GROUPS else 1
                subcommand = list(itertools.takewhile(lambda word: not word.startswith("--"), words[1:1 + count]))
                with self.subTest(page.name, command=code):
                    # `SUBCOMMAND --help` would print the program's own help for a word that is no subcommand.
                    done = subprocess.run([GESTURECTL, "help", *subcommand], capture_output=True, text=True, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for option in options:
                        self.assertRegex(done.stdout, rf"{option}\b")
                checked += 1
        self.assertGreater(checked, 20)


class Clients(Sandboxed):
    """The clients of docs/socket.md while the daemon plays the demonstration."""

    def swipes(self, *command):
        """The output of a client for the four swipes of the demonstration, beginning with any of them."""
        self.session.daemon(TOP / "config/demo.evemu", "--speed", "4", "--loop")
        client = self.session.start(*command, stdout=subprocess.PIPE)
        return self.session.lines(client, 4)

    def block(self, language, heading):
        section = pages.text("docs/socket.md").split(f"\n## {heading}")[1].split("\n## ")[0]
        return re.search(rf"^```{language}\n(.*?)^```", section, re.S | re.M)[1]

    def assertWays(self, found):
        ways = [way for _, way in SWIPES]
        self.assertIn(found, [ways[n:] + ways[:n] for n in range(len(ways))])

    def assertSwipes(self, lines):
        self.assertWays([line.split()[-1] for line in lines])

    def test_shell(self):
        self.assertIsNotNone(shutil.which("nc"), "netcat-openbsd is not installed")
        lines = self.swipes("bash", "-c", self.block("sh", "Shell"))
        self.assertWays([re.search(r'"direction":"(\w+)"', line)[1] for line in lines])

    def test_python(self):
        self.assertSwipes(self.swipes("python3", self.session.file("client.py", self.block("python", "Python"))))

    @unittest.skipUnless(shutil.which("node"), "Node.js is not installed: the JavaScript client of docs/socket.md is not run")
    def test_javascript(self):
        self.assertSwipes(self.swipes("node", self.session.file("client.js", self.block("javascript", "JavaScript"))))

    @unittest.skipUnless(shutil.which("go"), "Go is not installed: the Go client of docs/socket.md is not run")
    def test_go(self):
        source = self.session.file("client.go", self.block("go", "Go"))
        program = self.session.home / "client"
        subprocess.run(
            ["go", "build", "-o", program, source], check=True, timeout=300, cwd=self.session.home,
            env=self.session.environment | {"GOFLAGS": "-mod=mod", "GO111MODULE": "off"})
        self.assertSwipes(self.swipes(program))

    def test_a_client_is_short(self):
        for language, heading in (("sh", "Shell"), ("python", "Python"), ("javascript", "JavaScript"), ("go", "Go")):
            self.assertLessEqual(len(self.block(language, heading).strip().splitlines()), 15, heading)

    def test_a_recognizer_of_ones_own(self):
        section = "A recognizer of your own"
        log = self.session.home / "triggered"
        self.session.program("notify-send", f'echo "$@" >>{log}')
        self.session.configure(self.block("toml", section))
        # A finger rests from 3 s on, and another taps beside it. A tap alone before that triggers no gesture.
        words = "tap 1, long-press 1 2 s at 60,70 after 3 s, tap 1 at 160,70 after -1 s"
        daemon = self.session.daemon(
            self.session.file("anchored.evemu", motions.recording(words, "touchscreen")), "--exit-at-end")
        self.session.start("python3", self.session.file("client.py", self.block("python", section)))
        daemon.wait(60)
        self.assertEqual(log.read_text(encoding="utf-8"), "anchored\n")

    def test_a_socket_of_notify(self):
        section = "`notify` with a socket"
        self.session.configure(self.block("toml", section))
        panel = self.session.start(
            "python3", self.session.file("panel.py", self.block("python", section)), stdout=subprocess.PIPE)
        self.session.wait_for_socket("panel.sock", panel, socket.SOCK_DGRAM)
        self.session.daemon(self.session.file("tap.evemu", motions.recording("tap 1", "touchscreen")))
        self.assertIn("open tap", self.session.lines(panel, 1))

    def test_a_page_that_shows_gestures(self):
        """The program of docs/kiosk.md, on a port that is free."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        (program,) = pages.blocks("python", "docs/kiosk.md")
        self.session.daemon(TOP / "config/demo.evemu", "--speed", "4", "--loop")
        self.session.start("python3", self.session.file("kiosk.py", program.replace("8731", str(port))), stderr=subprocess.DEVNULL)
        with self.session.page(f"http://127.0.0.1:{port}/events") as stream:
            self.assertEqual(stream.headers["Content-Type"], "text/event-stream")
            event = json.loads(stream.readline().removeprefix(b"data: "))["parameters"]["event"]
            self.assertEqual(stream.readline(), b"\n")
        self.assertIn("gesture", event)


class Recipes(Sandboxed):
    def test_the_udev_rule_is_one_that_udev_reads(self):
        (rule,) = pages.blocks("udev", "docs/recipes.md")
        for part in shlex.split(rule.replace(",", " ")):
            self.assertRegex(part, r'^[A-Z]+(\{[A-Z_]+\})?(==|=)[^=]+$')


if __name__ == "__main__":
    unittest.main()
