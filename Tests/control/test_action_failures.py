"""What an action did stands where its gesture stands: in status, doctor, the log and a bug report. Which command names which fault is
in Tests/planted_faults."""

import json
import unittest

from harness import DEMO, Place

TAP = '[[gesture]]\nname = "tap"\ntype = "tap"\n'


class ActionFailures(Place):
    def config(self, text):
        return self.file("config.toml", text)

    def said(self, *arguments):
        result = self.run_ctl(*arguments)
        return result.stdout + result.stderr

    def fired(self, action):
        """A daemon that has run the action of a gesture."""
        path = self.config(TAP + "fingers = 5\n" + action + "\n")
        self.start("--config", path, "--replay", DEMO)
        self.run_ctl("control", "trigger", "tap")
        return path

    def wait_for_failure(self):
        """The failures of `status`, once there is one: the log says so when the command has ended."""
        for _ in range(2000):
            failures = json.loads(self.run_ctl("status", "--json").stdout)["actions"]["failures"]
            if failures:
                return failures
        self.fail("no command failed")

    def test_a_missing_program(self):
        self.fired('run = "no-such-program-here next"')
        [failure] = self.wait_for_failure()
        self.assertEqual((failure["gesture"], failure["count"]), ("tap", 1))
        self.assertRegex(failure["text"], "^`no-such-program-here next` failed with exit status 127: .*not found")
        self.assertRegex(self.said("status"), r"(?m)^FAILED tap: `no-such-program-here next` failed with exit status 127: .* ago: correct it in ")
        self.assertRegex(self.said("doctor"), "(?m)^FAILED tap: `no-such-program-here next` failed with exit status 127.*gesturectl control trigger tap")
        self.assertIn("tap: `no-such-program-here next` failed", self.said("bug-report"))

    def test_a_program_that_fails_says_its_last_line(self):
        self.fired("""run = 'echo first; echo "no such workspace" >&2; exit 3'""")
        [failure] = self.wait_for_failure()
        self.assertTrue(failure["text"].endswith("failed with exit status 3: no such workspace"), failure)
        log = self.log.read_text()
        self.assertEqual(log.count("no such workspace"), 2, log)  # In the command and as its last line, in one line.
        self.assertEqual(sum("tap" in line for line in log.splitlines()), 1, log)

    def test_a_command_that_works_is_no_failure(self):
        path = self.fired('run = "echo fine"')
        self.assertNotIn("fine", self.log.read_text())
        self.assertEqual(json.loads(self.run_ctl("status", "--json").stdout)["actions"]["failures"], [])
        self.assertNotRegex(self.said("doctor", "--config", path), "(?m)^FAILED tap")

    def test_a_reload_forgets_failures(self):
        path = self.fired('run = "exit 4"')
        self.wait_for_failure()
        path.write_text(TAP + 'run = "true"\n')
        self.run_ctl("control", "reload")
        self.assertEqual(json.loads(self.run_ctl("status", "--json").stdout)["actions"]["failures"], [])

    def test_the_daemons_path_decides(self):
        """A program that only the terminal finds is missing for the daemon."""
        own = self.directory / "bin"
        program = self.file("bin/only-here", "#!/bin/sh\n")
        program.chmod(0o755)
        path = self.config(TAP + 'run = "only-here"\n')
        self.start("--config", path, "--replay", DEMO)
        self.environment["PATH"] += f":{own}"
        self.assertRegex(self.said("doctor", "--config", path), r"(?m)^note   \S*config.toml: 1 gesture, no problems, 1 warning: ")


if __name__ == "__main__":
    unittest.main()
