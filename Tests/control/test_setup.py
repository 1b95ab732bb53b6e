"""`gesturectl setup`, `edit` and `log`, with programs of the system that only say that they were called."""

import os
import pathlib
import re
import stat
import subprocess
import unittest

from harness import GESTURECTL, TOP, Place


class Machine(Place):
    """A home directory, and programs that write their arguments down."""

    def setUp(self):
        super().setUp()
        self.bin = self.directory / "bin"
        self.calls = self.directory / "calls"
        self.calls.write_text("")
        for name in ("sudo", "systemctl", "journalctl"):
            self.program(name, f'echo "{name} $*" >>{self.calls}')
        self.environment["PATH"] = f"{self.bin}:{os.environ['PATH']}"
        self.environment["XDG_CURRENT_DESKTOP"] = "sway"
        self.config = self.directory / ".config/gestured/config.toml"
        self.record = self.directory / ".local/state/gestured/setup"

    def program(self, name, text):
        path = self.file(f"bin/{name}", f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


class SetUp(Machine):
    def test_a_dry_run_shows_each_step_and_runs_none(self):
        result = self.run_ctl("setup", "--dry-run")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("three-finger swipe to the left: next workspace", result.stdout)
        self.assertRegex(result.stdout, rf"write \d+ lines to {re.escape(str(self.config))}\n")
        self.assertNotIn("gestured-setup-", result.stdout, "the copy that it has judged")
        self.assertFalse(self.config.exists())
        self.assertNotIn("sudo", self.calls.read_text())

    def test_a_dry_run_shows_the_steps_that_its_example_needs(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "KDE"
        needed = self.run_ctl("setup", "--dry-run").stdout
        # With a libinput that loads plugins, and with one that does not.
        self.assertRegex(needed, f"""plugin install|in {self.config}: consume = "auto" becomes consume = "grab"\n""")
        self.environment["XDG_CURRENT_DESKTOP"] = "sway"
        self.assertNotRegex(self.run_ctl("setup", "--dry-run").stdout, "plugin|consume")

    def test_without_an_answer_nothing_is_done(self):
        result = self.run_ctl("setup")
        self.assertEqual(result.returncode, 3)
        self.assertFalse(self.config.exists())
        self.assertNotIn("sudo", self.calls.read_text())

    def test_what_was_done_can_be_taken_back(self):
        done = self.run_ctl("setup", "--yes")
        # There is no touch device here, so the setup is not complete and says so.
        self.assertEqual(done.returncode, 3)
        self.assertIn("FAILED", done.stdout)
        self.assertEqual(self.config.read_text().split("\n", 1)[1], (TOP / "config/examples/sway.toml").read_text())
        self.assertIn(str(self.config), self.record.read_text())
        again = self.run_ctl("setup", "--yes")
        self.assertIn(f"{self.config} is your configuration", again.stdout)
        self.assertEqual(self.record.read_text().count(str(self.config)), 1)
        undone = self.run_ctl("setup", "--undo", "--yes")
        self.assertEqual((undone.returncode, undone.stderr), (0, ""))
        self.assertFalse(self.config.parent.exists())
        self.assertFalse(self.record.parent.exists())
        self.assertIn("nothing here", self.run_ctl("setup", "--undo").stdout)

    def test_what_was_bound_since_stays(self):
        self.run_ctl("setup", "--yes")
        added = '\n[[gesture]]\nname = "mine"\ntype = "tap"\n'
        self.config.write_text(self.config.read_text() + added)
        undone = self.run_ctl("setup", "--undo", "--yes")
        self.assertEqual((undone.returncode, undone.stderr), (0, ""))
        self.assertIn("restored, with later additions", undone.stdout)
        self.assertEqual(self.config.read_text(), added)

    def test_what_was_changed_since_is_refused_and_stays_remembered(self):
        self.run_ctl("setup", "--yes")
        changed = self.config.read_text().replace("swaymsg", "mine")
        self.config.write_text(changed)
        record = self.record.read_text().splitlines()
        undone = self.run_ctl("setup", "--undo", "--yes")
        self.assertEqual(undone.returncode, 1)
        self.assertIn("have been changed, so they stay", undone.stdout)
        self.assertIn("1 step could not be undone", undone.stderr)
        self.assertEqual(self.config.read_text(), changed)
        # The step of the configuration is the first one.
        self.assertEqual(self.record.read_text().splitlines(), record[:1])

    def test_a_record_is_never_run(self):
        marker = self.directory / "marker"
        self.record.parent.mkdir(parents=True)
        for text, mode in ((f"touch {marker}\n", 0o600), ('{"system": "service"}\n', 0o666)):
            self.record.write_text(text)
            self.record.chmod(mode)
            undone = self.run_ctl("setup", "--undo", "--yes")
            self.assertEqual(undone.returncode, 1)
            self.assertIn(f"{self.record}:", undone.stderr)
            self.assertEqual(self.record.read_text(), text)
        self.assertFalse(marker.exists())
        self.assertEqual(self.calls.read_text(), "")
        self.record.chmod(0o600)
        self.assertEqual(self.run_ctl("setup", "--undo", "--yes").returncode, 0)
        self.assertEqual(self.calls.read_text(), "systemctl --user disable --now gestured\n")

    def test_a_step_that_fails_stays_remembered(self):
        self.record.parent.mkdir(parents=True)
        self.file(".local/state/gestured/setup", '{"system": "service"}\n')
        self.program("systemctl", "exit 3")
        self.assertEqual(self.run_ctl("setup", "--undo", "--yes").returncode, 1)
        self.assertEqual(self.record.read_text(), '{"system":"service"}\n')

    def test_a_file_of_the_user_is_never_replaced(self):
        self.config.parent.mkdir(parents=True)
        self.config.write_text("# mine\n")
        result = self.run_ctl("setup", "--yes", "--example", "media")
        self.assertEqual(result.returncode, 1)
        self.assertIn("already exists and was not changed", result.stderr)
        self.assertEqual(self.config.read_text(), "# mine\n")


class Compositors(Machine):
    """The file that a compositor reads at its start, where no user manager of systemd starts the daemon."""

    FILES = {
        "sway": "sway/config", "i3": "i3/config", "labwc": "labwc/autostart", "openbox": "openbox/autostart",
        "Hyprland": "hypr/hyprland.conf", "niri": "niri/config.kdl", "XFCE": "autostart/gestured.desktop",
        "LXQt": "autostart/gestured.desktop", "MATE": "autostart/gestured.desktop"}

    def setUp(self):
        super().setUp()
        self.program("systemctl", "exit 1")
        self.environment["WAYLAND_DISPLAY"] = "wayland-none"
        # It and the running daemon have no step, so that the compositor's is the only one.
        self.file(".config/gestured/config.toml", '[[gesture]]\nname = "t"\ntype = "tap"\n')
        self.start("--config", self.config)

    def step(self, desktop, *more):
        self.environment["XDG_CURRENT_DESKTOP"] = desktop
        return self.run_ctl("setup", "--yes", *more)

    def test_what_was_there_is_there_again(self):
        for desktop, name in self.FILES.items():
            with self.subTest(desktop=desktop):
                file = self.directory / ".config" / name
                dotfile = self.directory / "dotfiles" / desktop
                is_entry = name.startswith("autostart")
                if not is_entry:
                    dotfile.parent.mkdir(exist_ok=True)
                    dotfile.write_text("exec foot")
                    file.parent.mkdir(exist_ok=True)
                    file.symlink_to(dotfile)
                done = self.step(desktop)
                lines = file.read_text().splitlines()
                self.assertRegex(lines[-1], "gesturectl.* \"?start", done.stdout)
                self.assertEqual(lines[0], "[Desktop Entry]" if is_entry else "exec foot")
                self.assertIn(f"{file} starts the daemon with the session", self.run_ctl("doctor").stdout)
                self.assertEqual(self.step(desktop).stdout.count("add the line") + len(lines), len(file.read_text().splitlines()))
                if not is_entry:
                    dotfile.write_text("# mine\n" + dotfile.read_text())
                undone = self.step(desktop, "--undo")
                self.assertEqual((undone.returncode, undone.stderr), (0, ""), undone.stdout)
                if is_entry:
                    self.assertFalse(file.parent.exists())
                else:
                    self.assertEqual(dotfile.read_text(), "# mine\nexec foot")
                    self.assertTrue(file.is_symlink())

    def test_a_line_whose_program_is_gone(self):
        for desktop, name, line in (("sway", "sway/config", "exec {} start"), ("niri", "niri/config.kdl", 'spawn-at-startup "{}" "start"'),
                                    ("XFCE", "autostart/gestured.desktop", "Exec={} start"), ("river", "river/init", "{} start &"),
                                    ("bspwm", "bspwm/bspwmrc", "'{}' start &")):
            with self.subTest(desktop):
                self.environment["XDG_CURRENT_DESKTOP"] = desktop
                gone = self.directory / "old/gesturectl"
                file = self.file(f".config/{name}", line.format(gone) + "\n")
                self.assertIn(
                    f"note   {file} starts the daemon at the next login with {gone}, which does not exist: correct its path there\n",
                    self.run_ctl("doctor").stdout)
                file.write_text(line.format(GESTURECTL) + "\n")
                self.assertIn(f"ok     {file} starts the daemon with the session\n", self.run_ctl("doctor").stdout)

    def test_an_entry_that_is_there_stays(self):
        """A settings program writes it when the user switches the entry off."""
        text = "[Desktop Entry]\nExec=gesturectl start\nHidden=true\n"
        entry = self.file(".config/autostart/gestured.desktop", text)
        done = self.step("XFCE")
        self.assertEqual(entry.read_text(), text)
        self.assertNotIn("add the line", done.stdout)

    def test_a_home_with_a_blank_and_a_newline(self):
        home = self.directory / "a b\nc"
        home.mkdir()
        self.environment["HOME"] = str(home)
        self.step("labwc")
        self.assertIn("start &", (home / ".config/labwc/autostart").read_text())
        self.assertEqual(self.step("labwc", "--undo").returncode, 0)
        self.assertEqual([path for path in home.rglob("*") if path.is_file()], [])


class Edit(Machine):
    GOOD = '[[gesture]]\nname = "t"\ntype = "tap"\n'

    def setUp(self):
        super().setUp()
        self.config.parent.mkdir(parents=True)
        self.config.write_text(self.GOOD)
        self.environment["TMPDIR"] = str(self.directory)

    def edit(self, command):
        self.environment["VISUAL"] = str(self.program("editor", command))
        return self.run_ctl("edit")

    def test_a_good_text_replaces_the_file(self):
        result = self.edit('echo "fingers = 2" >>"$1"')
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn(f"written; the previous version is {self.config}.bak; the daemon does not run", result.stdout)
        self.assertEqual(self.config.read_text(), self.GOOD + "fingers = 2\n")
        self.assertEqual((self.config.parent / "config.toml.bak").read_text(), self.GOOD)
        self.assertEqual(list(self.directory.glob("gestured-*")), [])

    def test_the_daemon_loads_it(self):
        self.start("--config", self.config)
        result = self.edit('sed -i s/tap/hold/ "$1"')
        self.assertIn("written and loaded", result.stdout)
        self.assertIn("reloaded", self.log.read_text())

    def test_a_text_with_a_problem_is_kept_beside_the_unchanged_file(self):
        result = self.edit('echo "fingrs = 2" >>"$1"')
        self.assertEqual(result.returncode, 1)
        self.assertIn("fingrs", result.stderr)
        self.assertEqual(self.config.read_text(), self.GOOD)
        [kept] = self.directory.glob("gestured-*.toml")
        self.assertIn("fingrs", kept.read_text())
        self.assertIn(str(kept), result.stderr)

    def test_an_editor_that_fails_changes_nothing(self):
        result = self.edit("exit 3")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the editor failed (status 3)", result.stderr)
        self.assertEqual(self.config.read_text(), self.GOOD)

    def test_an_editor_that_returns_at_once_keeps_its_file(self):
        """One with a window of its own has passed the file on; no answer comes here, so the file stays for it."""
        result = self.edit("true")
        [kept] = self.directory.glob("gestured-*.toml")
        self.assertIn(f"unchanged; the editor may still have {kept} open", result.stdout)

    def test_what_a_window_saves_later_is_written(self):
        self.environment["VISUAL"] = str(self.program("editor", f'echo "$1" >{self.directory}/opened'))
        with subprocess.Popen([GESTURECTL, "edit"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env=self.environment) as edit:
            shown = ""
            while not shown.endswith("[y/N] "):
                shown += edit.stdout.read(1)
            self.assertIn("Is the editor still open?", shown)
            copy = pathlib.Path((self.directory / "opened").read_text().strip())
            copy.write_text(self.GOOD + "fingers = 2\n")
            output, _ = edit.communicate("y\n", timeout=60)
        self.assertIn("written", output)
        self.assertEqual(self.config.read_text(), self.GOOD + "fingers = 2\n")
        self.assertFalse(copy.exists())

    def test_what_another_program_wrote_meanwhile_stays_and_so_does_the_text(self):
        other = self.GOOD + "fingers = 3\n"
        self.file("other", other)
        result = self.edit(f'cp {self.directory}/other {self.config}; echo "fingers = 2" >>"$1"')
        self.assertEqual(result.returncode, 1)
        [kept] = self.directory.glob("gestured-*.toml")
        self.assertIn(f"was changed meanwhile; nothing was written; your text is in {kept}", result.stderr)
        self.assertEqual((self.config.read_text(), kept.read_text()), (other, self.GOOD + "fingers = 2\n"))

    def test_a_link_and_a_mode_stay(self):
        real = self.file("dotfiles/config.toml", self.GOOD)
        real.chmod(0o640)
        self.config.unlink()
        self.config.symlink_to(real)
        self.assertEqual(self.edit('echo "fingers = 2" >>"$1"').returncode, 0)
        self.assertTrue(self.config.is_symlink())
        self.assertEqual((real.read_text(), real.stat().st_mode & 0o777), (self.GOOD + "fingers = 2\n", 0o640))
        real.chmod(0o440)
        refused = self.edit('sed -i s/2/3/ "$1"')
        self.assertIn("is read-only; nothing was written", refused.stderr)
        self.assertIn("your text is in", refused.stderr)


class Log(Machine):
    def test_options_are_those_of_journalctl(self):
        self.assertEqual(self.run_ctl("status", "log", "--since", "two words").returncode, 0)
        self.assertIn("journalctl --user --unit gestured --no-hostname --since two words", self.calls.read_text())


class OtherWords(Place):
    def test_earlier_names_work_and_are_not_listed(self):
        overview = self.run_ctl("--help").stdout
        for old, new in (("report", "bug-report"), ("enable", "control resume"), ("disable", "control pause"), ("claim", "plugin"),
                         ("gestures", "status gestures"), ("devices", "status devices"), ("pause", "control pause"),
                         ("resume", "control resume"), ("trigger", "control trigger"), ("reload", "control reload"),
                         ("locked", "control locked"), ("make", "record --drawn"), ("init", "setup --only-configuration"),
                         ("demo", "watch --demo"), ("context", "status context")):
            result = self.run_ctl(old, *([] if old == "demo" else ["--help"]))
            self.assertEqual(result.returncode, 0, old)
            self.assertIn(f"gesturectl: `gesturectl {old}` is now `gesturectl {new}`;", result.stderr)
            if old != "demo":
                self.assertIn(f"gesturectl {new.split(' --')[0]}", result.stdout)
            self.assertNotRegex(overview, rf"(?m)^  {old} ")
        self.assertIn("gesturectl plugin", self.run_ctl("help", "claim").stdout)
        self.assertIn("gesturectl control pause", self.run_ctl("help", "pause").stdout)
        self.assertEqual(self.run_ctl("init", "--list").stdout, self.run_ctl("setup", "--list").stdout)
        self.assertEqual(self.run_ctl("make", "-o", "/dev/null", "tap 1").stderr.splitlines()[1:],
                         self.run_ctl("record", "-o", "/dev/null", "--drawn", "tap 1").stderr.splitlines())
        self.assertEqual(self.run_ctl("log", "--help").stdout, self.run_ctl("status", "log", "--help").stdout)
        self.assertEqual(self.run_ctl("version").stdout, self.run_ctl("--version").stdout)
        self.assertEqual(self.run_ctl("-V").stdout, self.run_ctl("--version").stdout)

    def test_help_has_subjects(self):
        self.assertEqual(self.run_ctl("help", "types").stdout, self.run_ctl("reference").stdout)
        self.assertEqual(self.run_ctl("help", "swipe", "fingers").returncode, 2, "a common key")
        self.assertIn("min_distance", self.run_ctl("help", "swipe", "min_distance").stdout)
        self.assertEqual(self.run_ctl("help", "keys", "volumeup").stdout, "volumeup\n")
        listed = self.run_ctl("help", "all").stdout
        for name in ("setup", "control reload", "control trigger", "watch", "status log"):
            self.assertRegex(listed, rf"(?m)^{name} ")
        commands = [line.split("  ")[0] for line in listed.splitlines() if " " not in line.split("  ")[0]]
        self.assertEqual(len(commands), 17)
        overview = self.run_ctl("--help").stdout
        for name in commands:
            self.assertRegex(overview, rf"(?m)^  {name} ")

    def test_a_mistyped_command_gets_a_hint(self):
        result = self.run_ctl("staus")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(
            result.stderr, 'gesturectl: there is no command "staus"; did you mean "status"? `gesturectl --help` lists them\n')

    def test_every_error_begins_alike(self):
        for words in (["replay", "--nope"], ["check", "a", "b", "c"], ["trigger"], ["help", "repot"]):
            result = self.run_ctl(*words)
            self.assertEqual(result.returncode, 2, words)
            self.assertTrue(result.stderr.startswith("gesturectl: "), result.stderr)


if __name__ == "__main__":
    unittest.main()
