"""`import`: configurations of other programs, written here in their syntax, with the features of their own default files."""

import pathlib
import re
import shlex
import tomllib
import unittest

from harness import DEMO, Place

FOREIGN = pathlib.Path(__file__).parent / "foreign"
FILES = {
    "touchegg.conf": "touchegg", "libinput-gestures.conf": "libinput-gestures", "fusuma.yml": "fusuma",
    "lisgd.sh": "lisgd", "lisgd.h": "lisgd"}


class Import(Place):
    maxDiff = None

    def translate(self, program, text, status=0):
        result = self.run_ctl("import", program, self.file("theirs", text))
        self.assertEqual(result.returncode, status, result.stderr + result.stdout)
        return result.stdout

    def tables(self, *arguments, **more):
        """The translated tables, without comments."""
        text = self.translate(*arguments, **more)
        return "\n".join(line for line in text.splitlines() if line and not line.startswith("#"))

    def test_each_program_s_features(self):
        for name, program in FILES.items():
            with self.subTest(name):
                result = self.run_ctl("import", program, FOREIGN / name)
                self.assertEqual(result.stdout, (FOREIGN / f"{name}.toml").read_text())
                # Each file has a part without a counterpart.
                self.assertEqual(result.returncode, 1)
                count = len({line for line in result.stdout.splitlines() if ": not translated: " in line})
                numbers = re.findall(r"(\d+) (?:gesture|setting)s?", result.stderr.partition(f"{name}: ")[2])
                self.assertEqual(sum(map(int, numbers)), count, result.stderr)

    def test_every_translation_passes_check(self):
        for name in FILES:
            with self.subTest(name):
                result = self.run_ctl("check", FOREIGN / f"{name}.toml")
                self.assertEqual(result.returncode, 0, result.stderr)
                # The templates to fill in are right, too.
                text = (FOREIGN / f"{name}.toml").read_text()
                filled = "\n".join(line[1:] if line[:2].strip("# ") and line.startswith("#") else line for line in text.splitlines())
                result = self.run_ctl("check", self.file("filled.toml", filled))
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_translation_recognizes_the_gesture(self):
        result = self.run_ctl("import", "touchegg", FOREIGN / "touchegg.conf")
        config = self.file("config.toml", result.stdout)
        events = self.run_ctl("replay", "--config", config, "--do", "0 context app=firefox", DEMO).stdout
        for line in (" swipe-left-3 swipe 3 recognized left", " swipe-right-3 swipe 3 recognized right", " pinch-out-2 pinch 2 began"):
            self.assertIn(line, events)

    def test_status_0_where_all_is_translated(self):
        self.assertEqual(
            self.tables("libinput-gestures", "gesture swipe left 3 foo bar\n"),
            '[[gesture]]\nname = "swipe-left-3"\ntype = "swipe"\nfingers = 3\ndirection = "left"\nrun = "foo bar"')
        self.assertEqual(self.translate("libinput-gestures", "# nothing\n").count("[[gesture]]"), 0)

    def test_a_gesture_of_an_application_goes_before_the_one_of_all(self):
        gesture = '<gesture type="SWIPE" fingers="3" direction="LEFT"><action type="RUN_COMMAND">' \
            "<command>%s</command><on>begin</on></action></gesture>"
        text = f'<touchégg><application name="All">{gesture % "all"}</application>' \
            f'<application name="Firefox">{gesture % "own"}</application></touchégg>'
        config = self.file("config.toml", self.translate("touchegg", text))
        swipes = [line.split()[1] for line in self.run_ctl(
            "replay", "--config", config, "--do", "0 context app=firefox", DEMO).stdout.splitlines()]
        self.assertEqual(swipes, ["swipe-left-3-2"])
        swipes = [line.split()[1] for line in self.run_ctl("replay", "--config", config, DEMO).stdout.splitlines()]
        self.assertEqual(swipes, ["swipe-left-3"])

    def test_commands_keep_their_meaning(self):
        # libinput-gestures starts commands without a shell.
        # libinput-gestures splits by Python's shlex, in which a backslash in quotes escapes only itself and the quote.
        for command in (r'echo "a\$b" "c\`d"', r'echo "a\"b" "c\\d"', r"echo 'a\$b' c\$d", r'echo "a\nb" \"c'):
            line = self.tables("libinput-gestures", f"gesture pinch in 2 {command}\n")
            self.assertIn(shlex.split(command), [g.get("exec") for g in tomllib.loads(line)["gesture"]], command)
        self.assertIn('exec = ["echo", "a $b", "c d"]', self.tables("libinput-gestures", "gesture pinch in 2 echo 'a $b' c\\ d\n"))
        self.assertIn('run = "a | b"', self.tables("fusuma", 'pinch: { 2: { in: { command: "a | b" } } }\n'))
        # lisgd ends a command at a comma, but not one of its config.h.
        self.assertIn("lisgd ends a command at a comma, here after `echo 1`",
                      self.translate("lisgd", "lisgd -g 2,LR,*,*,R,'echo 1,2'\n", status=1))
        self.assertIn('run = "echo 1,2"', self.tables(
            "lisgd", 'Gesture gestures[] = {\n{ 2, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, "echo 1,2" },\n};\n'))

    def test_files_that_cannot_be_read(self):
        for program, text, message in [
            ("touchegg", "<touchégg>\n<settings>\n</touchégg>", "theirs:3: not a file of touchegg: mismatched tag"),
            ("touchegg", "<other/>", "theirs:1: not a file of touchegg: the document is <other>"),
            ("touchegg", "", "no element found"),
            ("fusuma", "swipe:\n  3: [\n", "theirs:3: not a file of fusuma"),
            ("fusuma", "- a\n", "the document is not a map"),
            ("fusuma", "a: &a { b: *a }\n", 'there is no anchor "a" before it'),
            ("fusuma", "[" * 60_000, "nested more than 64 deep"),
            ("touchegg", "<touchegg>" + "<a>" * 100_000, "nested more than 64 deep"),
            ("lisgd", "#" * (1 << 20) + "\n", "is larger than 1 MiB"),
            ("lisgd", "echo hello\n", ""),
        ]:
            with self.subTest(text):
                result = self.run_ctl("import", program, self.file("theirs", text))
                self.assertEqual(result.returncode, 1)
                self.assertIn(message, result.stderr)
        result = self.run_ctl("import", "touchegg", self.directory / "missing")
        self.assertEqual(result.returncode, 1)
        self.assertIn("missing: cannot be read: No such file or directory", result.stderr)
        self.assertEqual(self.run_ctl("import", "other", DEMO).returncode, 2)

    def test_the_older_format_of_touchegg(self):
        out = self.tables("touchegg", """<touchégg><application name="All">
<gesture type="TAP" fingers="2"><action type="MOUSE_CLICK">BUTTON=3</action></gesture>
<gesture type="DRAG" fingers="3" direction="UP"><action type="RUN_COMMAND">xdotool key super</action></gesture>
<gesture type="TAP" fingers="4"><action type="SEND_KEYS">Alt+F4</action></gesture>
<gesture type="DOUBLE_TAP" fingers="3"><action type="MOUSE_CLICK">BUTTON=2</action></gesture>
<gesture type="ROTATE" fingers="2" direction="LEFT"><action type="SEND_KEYS">Control+Z</action></gesture>
</application></touchégg>""")
        for line in ('click = "right"', 'run = "xdotool key super"', 'keys = "alt+f4"', 'click = "middle"', "taps = 2",
                     'direction = "counterclockwise"', 'keys = "ctrl+z"'):
            self.assertIn(line, out)

    def test_keys_and_directions_of_touchegg(self):
        gesture = '<gesture type="%s" fingers="4" direction="%s"><action type="SEND_KEYS">%s</action></gesture>'
        theirs = '<touchégg><application name="Brave,brave">' + "\n".join(gesture % words for words in (
            ("SWIPE", "UP", "<modifiers>Super_L</modifiers><on>begin</on>"),
            ("SWIPE", "LEFT", "<modifiers>Alt_L</modifiers><keys>KP_Left</keys><on>end</on>"),
            ("PINCH", "ALL", "Alt+F1"), ("DRAG", "ALL", "Super+A"))) + "</application></touchégg>"
        out = self.tables("touchegg", theirs)
        self.assertIn('direction = "up"\nwhen = { app = ["Brave*", "brave*"] }\npriority = 1\nkeys = "super"\n', out)
        self.assertIn('fire_on = "release"\nmin_velocity = 0\nmax_duration = "none"\nkeys = "alt+left"', out)
        self.assertRegex(out, r'name = "pinch-4"\ntype = "pinch"\nfingers = 4\nwhen = .*\npriority = 1\nended = { keys = "alt\+f1" }')
        self.assertIn('direction = ["left", "right", "up", "down"]', out)
        theirs = f'<touchégg><application name="All">{gesture % ("TAP", "", "Super+Nokey")}</application></touchégg>'
        self.assertIn("SEND_KEYS: `Nokey` has no evdev name\n", self.translate("touchegg", theirs, status=1))

    def test_when_touchegg_acts(self):
        gesture = '<gesture type="%s" fingers="3" direction="%s"><action type="%s">%s</action></gesture>'
        theirs = '<touchégg><application name="All">' + "\n".join(gesture % words for words in (
            ("SWIPE", "UP", "RUN_COMMAND", "<command>first</command>"), ("PINCH", "IN", "RUN_COMMAND", "<command>last</command><on>end</on>"),
            ("SWIPE", "DOWN", "MOUSE_CLICK", "<button>2</button><on>begin-and-end</on>"),
            ("PINCH", "OUT", "RUN_COMMAND", "<command>twice</command><on>begin-and-end</on>"))) + "</application></touchégg>"
        out = self.tables("touchegg", theirs)
        self.assertIn('direction = "up"\nrun = "first"', out)
        self.assertIn('ended = { run = "last" }', out)
        self.assertIn('type = "pan"\nfingers = 3\ndirection = "down"\nbutton = "middle"', out)
        self.assertIn('began = { run = "twice" }\nended = { run = "twice" }', out)

    def test_a_switcher_that_touchegg_holds_open(self):
        theirs = '''<touchégg><application name="All">
<gesture type="SWIPE" fingers="3" direction="RIGHT"><action type="SEND_KEYS"><repeat>true</repeat>
<modifiers>Alt_L</modifiers><keys>Tab</keys><decreaseKeys>Shift_L+Tab</decreaseKeys></action></gesture>
<gesture type="PINCH" fingers="2" direction="OUT"><action type="SEND_KEYS"><repeat>true</repeat><times>5</times>
<modifiers>Control_L</modifiers><keys>KP_Add</keys><decreaseKeys>KP_Subtract</decreaseKeys></action></gesture></application></touchégg>'''
        out = self.translate("touchegg", theirs, status=1)
        self.assertIn(
            'hold_keys = "alt"\nstep = { every = "10mm", forward = { keys = "tab" }, backward = { keys = "shift+tab" } }', out)
        self.assertEqual(out.count("\n[[gesture]]"), 2, "the switcher and the zoom")
        self.assertIn("# line 4: not translated: PINCH 2 OUT SEND_KEYS times 5: a step is a length", out)
        self.assertEqual(self.refused("touchegg", theirs), "1 setting was")

    def test_variables_of_a_script_that_starts_lisgd(self):
        script = """WAY=up  # where
export CTL="swaymsg -q"
MODE=a
MODE=b
NEXT=$(next)
TURN=${TURN:-1}
lisgd -o "$TURN" -g "1,UD,*,*,R,$CTL workspace ${WAY}" -g "2,UD,*,*,R,echo $MODE" -g "3,UD,*,*,R,$NEXT" \\
  -g "4,UD,*,*,R,for x in $HOME; do ls $x \\$y; done" -g '1,LR,*,*,R,awk {print $1} ${Z:-z}'
"""
        out = self.translate("lisgd", script, status=1)
        self.assertIn('\nrun = "swaymsg -q workspace up"', out)
        self.assertIn("-g 2,UD,*,*,R,echo $MODE: the file does not set $MODE to a plain value", out)
        self.assertIn('#run = "echo $MODE"', out)
        self.assertIn("the file does not set $NEXT to a plain value", out)
        self.assertIn("line 7: not translated: -o $TURN", out)
        self.assertIn("\nrun = \"awk {print $1} ${Z:-z}\"", out)
        self.assertEqual(self.refused("lisgd", script), "3 gestures and 1 setting were")

    def test_window_actions_of_a_desktop(self):
        file = self.file("theirs", """<touchégg><application name="All">
<gesture type="SWIPE" fingers="3" direction="UP"><action type="MAXIMIZE_RESTORE_WINDOW"/></gesture>
<gesture type="PINCH" fingers="3" direction="IN"><action type="CLOSE_WINDOW"/></gesture>
<gesture type="SWIPE" fingers="4" direction="LEFT"><action type="CHANGE_DESKTOP"><direction>auto</direction></action></gesture>
</application></touchégg>""")
        for desktop in ("sway", "hyprland", "kde", "gnome", "niri"):
            with self.subTest(desktop):
                result = self.run_ctl("import", "--desktop", desktop, "touchegg", file)
                self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        self.assertEqual(self.run_ctl("import", "--desktop", "amiga", "touchegg", file).returncode, 2)
        file = self.file("theirs", "swipe: { 3: { left: { window: close }, up: { window: next } } }")
        out = self.run_ctl("import", "--desktop", "sway", "fusuma", file).stdout
        self.assertIn('run = "swaymsg kill"', out)
        self.assertIn("wmctrl; use a command or keys of the desktop\n", out)

    def refused(self, program, text, *options):
        """The counts in the last line."""
        result = self.run_ctl("import", *options, program, self.file("theirs", text))
        return result.stderr.partition("theirs: ")[2].partition(" not translated")[0]

    def test_what_was_not_translated_is_counted_as_gestures(self):
        head, end = '<touchégg><application name="All">', "</application></touchégg>"
        gesture = '<gesture type="SWIPE" fingers="3" direction="UP"><action type="MAXIMIZE_RESTORE_WINDOW"/></gesture>'
        setting = '<settings><property name="color">auto</property></settings>'
        self.assertEqual(self.refused("touchegg", head + gesture + end), "1 gesture was")
        self.assertEqual(self.refused("touchegg", head.replace("<app", setting + "<app") + gesture + "\n" + gesture.replace("UP", "DOWN") + end),
                         "2 gestures and 1 setting were")
        # Two gestures on one line count as two.
        self.assertEqual(self.refused("lisgd", "lisgd -g 1,LR,*,L,R,a -g 1,RL,*,M,R,b -d /dev/input/event1\n"), "2 gestures and 1 setting were")
        self.assertEqual(self.refused("fusuma", "interval:\n  swipe: 2\nswipe:\n  3:\n    left: { command: a }\n"), "1 setting was")
        self.assertEqual(self.refused("libinput-gestures", "gesture swipe up _internal ws_up\nswipe_threshold 100\n"),
                         "1 gesture and 1 setting were")

    def test_the_next_and_the_previous_desktop(self):
        out = self.tables("touchegg", """<touchegg><application name="All">
<gesture type="DRAG" fingers="3" direction="RIGHT"><action type="MOUSE_CLICK">BUTTON=1</action></gesture></application></touchegg>""")
        self.assertIn('click = "left"', out)
        theirs = """<touchegg><application name="All">
<gesture type="DRAG" fingers="3" direction="RIGHT"><action type="CHANGE_DESKTOP">NEXT</action></gesture>
<gesture type="DRAG" fingers="4" direction="RIGHT"><action type="CHANGE_DESKTOP">PREVIOUS</action></gesture></application></touchegg>"""
        out = self.run_ctl("import", "--desktop", "sway", "touchegg", self.file("theirs", theirs)).stdout
        self.assertRegex(out, r'fingers = 3\n(.*\n)*run = "swaymsg workspace number .*\$2 \+ 1.*"\n(.*\n)*fingers = 4\n(.*\n)*run = "swaymsg workspace number .*\$2 - 1.*"')
        # The desktop on the right is the next one, whatever the motion.
        out = self.run_ctl("import", "--desktop", "sway", "touchegg", self.file("theirs", """<touchegg><application name="All">
<gesture type="SWIPE" fingers="3" direction="LEFT"><action type="CHANGE_DESKTOP"><direction>right</direction></action></gesture>
<gesture type="SWIPE" fingers="4" direction="LEFT"><action type="CHANGE_DESKTOP"><direction>left</direction></action></gesture></application></touchegg>""")).stdout
        self.assertRegex(out, r'fingers = 3\n(.*\n)*run = "swaymsg workspace number .*\$2 \+ 1.*"\n(.*\n)*fingers = 4\n(.*\n)*run = "swaymsg workspace number .*\$2 - 1.*"')
        theirs = "gesture swipe up 3 _internal ws_up\ngesture swipe down 3 _internal -w ws_down\n"
        result = self.run_ctl("import", "--desktop", "sway", "libinput-gestures", self.file("theirs", theirs))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r'"up"\nrun = "swaymsg workspace number .*\$2 \+ 1.*"\n(.*\n)*direction = "down"\nrun = "swaymsg workspace number .*\$2 - 1.*"')

    def test_a_window_action_has_the_words_of_the_example(self):
        theirs = """<touchegg><application name="All">
<gesture type="SWIPE" fingers="3" direction="UP"><action type="MINIMIZE_WINDOW"/></gesture>
<gesture type="SWIPE" fingers="4" direction="LEFT"><action type="CHANGE_DESKTOP"><direction>auto</direction></action></gesture>
<gesture type="SWIPE" fingers="4" direction="RIGHT"><action type="CHANGE_DESKTOP"><direction>auto</direction></action></gesture> <!-- back -->
<gesture type="SWIPE" fingers="4" direction="UP"><action type="RUN_COMMAND"><command>true</command></action></gesture>
</application></touchegg>"""
        for program, text, words in (
                ("touchegg", theirs, ["hide the window", "next workspace", "back"]),
                ("fusuma", "swipe:\n  3:\n    left: { workspace: next }\n    up: { window: close }\n", ["next workspace", "close the window"]),
                ("libinput-gestures", "gesture swipe up 3 _internal ws_up\n", ["next workspace"])):
            with self.subTest(program):
                out = self.run_ctl("import", "--desktop", "sway", program, self.file("theirs", text)).stdout
                self.assertEqual(re.findall('^description = "(.*)"$', out, re.M), words)

    def test_the_plugin_wmctrl_of_fusuma(self):
        theirs = ("swipe:\n  3:\n    left: { workspace: next }\n    right: { workspace: 'prev' }\n"
                  "    up: { window: fullscreen }\n    down: { window: { fullscreen: add } }\n")
        result = self.run_ctl("import", "--desktop", "sway", "fusuma", self.file("theirs", theirs))
        self.assertRegex(result.stdout, r'"left"\nrun = "swaymsg workspace number .*\$2 \+ 1.*"\n(.*\n)*direction = "right"\nrun = "swaymsg workspace number .*\$2 - 1.*"')
        self.assertIn('direction = "up"\nrun = "swaymsg fullscreen toggle"', result.stdout)
        self.assertIn("swipe 3 down window fullscreen add: it belongs to the plugin wmctrl", result.stdout)
        self.assertIn("1 gesture was not translated", result.stderr)

    def test_diagonals_and_where_a_swipe_ends(self):
        out = self.tables("libinput-gestures", "gesture swipe left_up 3 a\ngesture swipe right_down 4 b\n")
        self.assertIn('direction = "up-left"\nrun = "a"', out)
        self.assertIn('direction = "down-right"\nrun = "b"', out)
        out = self.tables("lisgd", "lisgd -g 1,DLUR,*,*,P,a -g 1,LR,L,*,R,b -g 2,UD,*,*,R,c\n", status=1)
        self.assertIn('direction = "up-right"\nmax_duration = "800ms"\nrun = "a"', out)
        # Mode R acts when the finger has left. It may have stopped before.
        self.assertIn('edges = ["left"]\nended = { run = "b" }', out)
        self.assertIn('max_duration = "800ms"\nfire_on = "release"\nmin_velocity = 0\nrun = "c"', out)

    def test_a_swipe_that_rests_before_the_lift(self):
        hand = self.directory / "hand.evemu"
        self.run_ctl("record", "--drawn", "touchscreen: swipe 2 down", "-o", hand)
        end = '<touchegg><application name="All"><gesture type="SWIPE" fingers="2" direction="DOWN"><action type="RUN_COMMAND">' \
            "<command>c</command><on>end</on></action></gesture></application></touchegg>"
        for program, text in (("lisgd", "lisgd -g 2,UD,*,*,R,c\n"), ("touchegg", end)):
            config = self.file("config.toml", self.translate(program, text))
            self.assertIn("swipe-down-2 swipe 2 recognized", self.run_ctl("replay", "--config", config, hand).stdout)

    def test_the_left_and_the_right_of_two_keys_are_one_gesture(self):
        out = self.translate("fusuma", "rotate: { 3: { clockwise: { keypress: { LEFTCTRL: { command: b }, RIGHTCTRL: { command: b } } } } }\n")
        self.assertEqual(out.count("[[gesture]]"), 1)
        self.assertIn("RIGHTCTRL: the same as a gesture above", out)

    def test_fusuma_s_threshold_and_keys(self):
        out = self.tables("fusuma", "threshold:\n  swipe: 2\n---\ncontext: { application: Code }\nswipe:\n  3:\n    left:\n"
                          "      command: a\n      keypress:\n        LEFTCTRL+LEFTSHIFT: { command: b }\n")
        self.assertEqual(out.count("min_distance = "), 2, "the factor holds in the documents that follow")
        self.assertIn('app = ["Code*", "code*"]', out)
        # fusuma takes what a document without a context has first.
        self.assertIn('when = { modifiers = "ctrl+shift", app = ["Code*", "code*"] }\npriority = -1\n', out)
        self.assertIn('when = { app = ["Code*", "code*"] }\npriority = -2\n', out)

    def test_motions_of_fusuma_go_on_both_ways(self):
        out = self.tables("fusuma", """swipe:
  3:
    up: { update: { command: louder, keypress: { LEFTCTRL: { command: much }, LEFTSHIFT: { command: more } } }, end: { command: own } }
    down: { update: { command: quieter, keypress: { RIGHTCTRL: { command: little } } } }
    left: { command: back }
    end: { command: all }
""")
        step = 'step = { every = "10mm", forward = { run = "quieter" }, backward = { run = "louder" } }\n'
        self.assertIn(f'direction = "up"\n{step}ended = {{ run = "own" }}\n', out)
        self.assertIn(f'direction = "down"\n{step}ended = {{ run = "all" }}\n', out)
        # A motion that turns back while keys are held: fusuma takes what has these keys, and else what has none.
        both = 'step = { every = "10mm", forward = { run = "little" }, backward = { run = "much" } }'
        for direction in ("up", "down"):
            self.assertIn(f'direction = "{direction}"\nwhen = {{ modifiers = "ctrl" }}\npriority = 2\n{both}', out)
        self.assertIn('when = { modifiers = "shift" }\npriority = 2\n'
                      'step = { every = "10mm", forward = { run = "quieter" }, backward = { run = "more" } }', out)
        self.assertIn('type = "swipe"\nfingers = 3\ndirection = "left"\nrun = "back"', out)
        # A pan in every direction would take the motion from the others.
        self.assertIn('type = "pan"\nfingers = 3\ndirection = ["left", "right"]\nended = { run = "all" }', out)
        # fusuma does both, `left` and the `end` of any motion.
        self.assertIn('cancelled = { run = "all" }\nsimultaneous_with = ["swipe-left-3"]', out)
        # fusuma runs `end` for a motion that is cancelled, too.
        self.assertEqual(out.count('ended = { run = "all" }\ncancelled = { run = "all" }'), 2)

    def test_a_small_threshold_of_fusuma_is_not_below_libinput_s(self):
        out = self.tables("fusuma", "threshold: { swipe: 0.1, pinch: 0.1 }\nswipe: { 3: { left: { command: a } } }\n"
                          "pinch: { 2: { in: { command: b } } }\n")
        self.assertIn('min_distance = ["1mm", "1.5mm"]', out)
        self.assertIn('min_spread = "1.5mm"', out)

    def test_a_setting_with_its_default_is_translated(self):
        self.assertIn("gesture]]", self.tables("libinput-gestures", "swipe_threshold 0\ngesture swipe left 3 a\n"))

    def test_a_distance_that_lisgd_does_not_have(self):
        self.assertEqual(self.refused("lisgd", "lisgd -g '3,LR,*,0.08,next'\n"), "1 gesture was")
        self.assertIn('run = "echo 1"', self.tables("lisgd", "lisgd -g '3,LR,echo 1'\n"))

    def test_line_ends_and_a_byte_order_mark(self):
        for name, program in FILES.items():
            with self.subTest(name):
                plain = (FOREIGN / name).read_text()
                path = self.directory / name
                path.write_bytes(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode())
                self.assertEqual(self.run_ctl("import", program, path).stdout, (FOREIGN / f"{name}.toml").read_text())

    def test_three_fingers_that_drag(self):
        for press, move, release, button in (
                ("xdotool mousedown 1", "xdotool mousemove_relative -- $move_x, $move_y", "xdotool mouseup 1", "left"),
                ("ydotool click 0x41", "ydotool mousemove -- $move_x $move_y", "ydotool click 0x81", "right")):
            theirs = f"swipe: {{ 3: {{ begin: {{ command: '{press}' }}, end: {{ command: '{release}', interval: 0 }},\n" \
                f"update: {{ command: '{move}', interval: 0.01, accel: 1.5 }} }} }}\n"
            self.assertIn(f'type = "pan"\nfingers = 3\nbutton = "{button}"\nmove = 1.5', self.tables("fusuma", theirs))
        # A release of another button is a command like others.
        out = self.tables("fusuma", "swipe: { 4: { begin: { command: xdotool mousedown 1 }, end: { command: xdotool mouseup 3 },\n"
                          "update: { command: 'xdotool mousemove_relative $move_x $move_y' } } }\n")
        self.assertIn('began = { run = "xdotool mousedown 1" }', out)
        self.assertIn("move = true", out)

    def test_variables_of_fusuma(self):
        for command in ("echo $zoom", "a ${rotate}", "b $move_x", "c $unaccelerated_y"):
            out = self.translate("fusuma", f"pinch: {{ 2: {{ update: {{ command: '{command}', accel: 2 }} }} }}\n", status=1)
            self.assertIn("not translated: pinch 2 update command", out)
            self.assertIn("not translated: pinch 2 update accel", out)
            self.assertNotIn("\n[[gesture]]", out)
        self.assertIn("$move_xx", self.tables("fusuma", "pinch: { 2: { update: { command: 'echo $move_xx' } } }\n"))

    def test_what_fusuma_refuses(self):
        result = self.run_ctl("import", "fusuma", self.file("theirs", "swipe:\n  3: { left: { command: a } }\n  3: { up: { command: b } }\n"))
        self.assertIn("theirs:3: not a file of fusuma: `3` appears twice, so fusuma refuses the file", result.stderr)
        self.assertIn("not translated: swipe 3 up: fusuma reads a map of settings here",
                      self.translate("fusuma", "swipe:\n  3:\n    up:\n      a command\n", status=1))

    def test_of_two_lines_for_one_gesture(self):
        out = self.translate("libinput-gestures", "gesture swipe left 3 one\ngesture swipe left 3 two\n")
        self.assertIn("# line 1: swipe left 3 one: not run: libinput-gestures runs the last line for a gesture, line 2", out)
        self.assertEqual(out.count("\n[[gesture]]"), 1)
        gesture = '<gesture type="SWIPE" fingers="3" direction="UP"><action type="RUN_COMMAND"><command>%s</command></action></gesture>\n'
        out = self.translate("touchegg", '<touchégg><application name="A,B">' + gesture % "one" + '</application><application name="b">'
                             + gesture % "two" + "</application></touchégg>")
        self.assertIn('when = { app = ["A*", "a*"] }\npriority = 1\nrun = "one"', out)
        self.assertIn('when = { app = ["b*"] }\npriority = 1\nrun = "two"', out)
        out = self.translate("lisgd", "lisgd -g 1,LR,*,*,R,a -g 1,LR,L,*,R,b -g 2,LR,*,*,R,c\n")
        self.assertIn("-g 1,LR,L,*,R,b: not run: lisgd runs the first that fits, `-g 1,LR,*,*,R,a`", out)

    def test_a_command_without_a_shell(self):
        out = self.translate("libinput-gestures", "gesture swipe left 3 a | b\n")
        self.assertIn('exec = ["a", "|", "b"]', out)
        self.assertIn("runs it without a shell, so `|` is an argument of the command", out)
        # It expands `~` and variables in the program's name.
        self.assertIn("run = \"~/bin/x 'a b' c\"", self.tables("libinput-gestures", "gesture swipe left 3 ~/bin/x 'a b' c\n"))
        self.assertIn('run = "\\"$HOME/x\\" c"', self.tables("libinput-gestures", "gesture swipe left 3 $HOME/x c\n"))
        self.assertIn("a quote is not closed", self.translate("libinput-gestures", "gesture swipe left 3 echo 'a\n", status=1))

    def test_p_of_lisgd_repeats(self):
        out = self.tables("lisgd", "lisgd -g 1,DU,R,*,P,up -g 1,UD,R,*,P,down -g 1,LR,L,*,P,once\n")
        self.assertIn('type = "pan"\nfingers = 1\ndirection = "up"\nimmediate = true\nzone = "edge-right"\n'
                      'step = { every = "6mm", forward = { run = "down" }, backward = { run = "up" } }', out)
        self.assertIn('type = "edge-pan"\nfingers = 1\nedges = ["left"]\nrun = "once"', out)

    def test_fields_that_lisgd_does_not_have(self):
        for value, reason in (("1,LR,X,*,R,a", "lisgd has no edge `X`"), ("1,LR,,*,R,a", "lisgd skips an empty field"),
                              ("1,LR,L,*,R", "it has no command")):
            self.assertIn(reason, self.translate("lisgd", f"lisgd -g '{value}'\n", status=1))
        self.assertIn('where = { ends_in = "edge-bottom" }', self.tables("lisgd", "lisgd -g 1,UD,B,*,a\n"))

    def test_an_expression_of_nix(self):
        for program, text, place in (
                ("fusuma", "{ config, pkgs, ... }:\n{\n  services.fusuma = { enable = true; };\n}\n", ".config/fusuma/config.yml"),
                ("lisgd", "# mine\n{\n  lib,\n  ...\n}: {\n  x = ''lisgd -g \"1,LR,L,*,R,a\"'';\n}\n", "systemctl --user cat lisgd")):
            result = self.run_ctl("import", program, self.file("theirs.nix", text))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("a Nix expression", result.stderr)
            self.assertIn(place, result.stderr)

    def test_the_guide_s_examples_are_translated(self):
        """The blocks of MIGRATION.md in the syntax of the programs."""
        guide = (pathlib.Path(__file__).parents[2] / "config/MIGRATION.md").read_text()
        blocks = {}
        for block in guide.split("```")[1::2]:
            language, _, text = block.partition("\n")
            blocks.setdefault(language, []).append(text)
        xml = "<touchégg>" + "".join(
            text if "<application" in text else f'<application name="All">{text}</application>' for text in blocks["xml"])
        out = self.translate("touchegg", xml + "</touchégg>", status=1)
        self.assertIn('when = { app = ["Firefox*", "firefox*"] }', out)
        self.assertIn('click = "middle"', out)
        self.assertIn("backward = { keys = \"ctrl+kpminus\" }", out)
        self.assertIn('keys = "leftctrl+r"', self.translate("fusuma", blocks["yaml"][0], status=1))


if __name__ == "__main__":
    unittest.main()
