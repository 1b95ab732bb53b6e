"""`gesturectl setup`, `edit` and `log`, with programs of the system that only say that they were called."""

import os
import stat
import unittest

from harness import TOP, Place


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
        self.assertIn("three-finger swipe to the left: run swaymsg", result.stdout)
        self.assertIn("init --example sway", result.stdout)
        self.assertFalse(self.config.exists())
        self.assertNotIn("sudo", self.calls.read_text())

    def test_a_dry_run_shows_the_steps_that_its_example_needs(self):
        self.environment["XDG_CURRENT_DESKTOP"] = "KDE"
        needed = self.run_ctl("setup", "--dry-run").stdout
        # With a libinput that loads plugins, and with one that does not.
        self.assertRegex(needed, f"""plugin install|sed .*consume = "grab".* '?{self.config}""")
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
        self.assertEqual(self.config.read_text(), (TOP / "config/examples/sway.toml").read_text())
        self.assertIn(str(self.config), self.record.read_text())
        again = self.run_ctl("setup", "--yes")
        self.assertIn(f"{self.config} is your configuration", again.stdout)
        self.assertEqual(self.record.read_text().count(str(self.config)), 1)
        undone = self.run_ctl("setup", "--undo", "--yes")
        self.assertEqual((undone.returncode, undone.stderr), (0, ""))
        self.assertFalse(self.config.parent.exists())
        self.assertFalse(self.record.parent.exists())
        self.assertIn("nothing here", self.run_ctl("setup", "--undo").stdout)

    def test_a_step_that_cannot_be_taken_back_stays_remembered(self):
        self.record.parent.mkdir(parents=True)
        self.record.write_text("true\nfalse\n")
        self.run_ctl("setup", "--undo", "--yes")
        self.assertEqual(self.record.read_text(), "false\n")

    def test_a_file_of_the_user_is_never_replaced(self):
        self.config.parent.mkdir(parents=True)
        self.config.write_text("# mine\n")
        result = self.run_ctl("setup", "--yes", "--example", "media")
        self.assertEqual(result.returncode, 1)
        self.assertIn("exists already and was not changed", result.stderr)
        self.assertEqual(self.config.read_text(), "# mine\n")


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
        self.assertIn("written; the daemon does not run", result.stdout)
        self.assertEqual(self.config.read_text(), self.GOOD + "fingers = 2\n")
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

    def test_an_unchanged_text_is_said(self):
        self.assertIn("unchanged", self.edit("true").stdout)


class Log(Machine):
    def test_options_are_those_of_journalctl(self):
        self.assertEqual(self.run_ctl("log", "--since", "two words").returncode, 0)
        self.assertIn("journalctl --user --unit gestured --no-hostname --since two words", self.calls.read_text())


class OtherWords(Place):
    def test_earlier_names_work_and_are_not_listed(self):
        overview = self.run_ctl("--help").stdout
        for old, new in ((["report", "--help"], "bug-report"), (["enable", "--help"], "resume"),
                         (["disable", "--help"], "pause"), (["claim", "--help"], "plugin"), (["help", "claim"], "plugin")):
            result = self.run_ctl(*old)
            self.assertEqual(result.returncode, 0, old)
            self.assertIn(f"gesturectl {new}", result.stdout)
            self.assertNotRegex(overview, rf"(?m)^  {old[0]} ")
        self.assertEqual(self.run_ctl("version").stdout, self.run_ctl("--version").stdout)
        self.assertEqual(self.run_ctl("-V").stdout, self.run_ctl("--version").stdout)

    def test_help_has_subjects(self):
        self.assertEqual(self.run_ctl("help", "types").stdout, self.run_ctl("reference").stdout)
        self.assertEqual(self.run_ctl("help", "swipe", "fingers").returncode, 2, "a common key")
        self.assertIn("min_distance", self.run_ctl("help", "swipe", "min_distance").stdout)
        self.assertEqual(self.run_ctl("help", "keys", "volumeup").stdout, "volumeup\n")
        listed = self.run_ctl("help", "all").stdout
        for name in ("init", "reload", "trigger", "watch"):
            self.assertRegex(listed, rf"(?m)^{name} ")

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
