"""Forms of public configurations: a hand makes each gesture, and the translation runs what the other program would run."""

import json
import pathlib
import tomllib
import unittest

from harness import Place

CORPUS = pathlib.Path(__file__).parent / "foreign/corpus.txt"
KINDS = ("run", "exec", "keys", "click")


def forms():
    """(program, number of public files, what, text, claims) of each form."""
    for part in CORPUS.read_text().split("\n== ")[1:]:
        head, _, body = part.partition("\n")
        names, _, what = head.partition(": ")
        program, files = names.split()
        lines = body.splitlines()
        claims = [line for line in lines if line.startswith(("-- ", "!! "))]
        yield program, int(files), what, "\n".join(line for line in lines if line not in claims) + "\n", claims


def actions(table):
    return ["|".join(table[kind]) if kind == "exec" else table[kind] for kind in KINDS if kind in table]


def steps(table, event):
    """The actions of `step` in a whole motion: with one step or more, as one repeated action."""
    every = table["every"]
    if "scale" in event:
        return []
    length = next((part for part in event.get("translation", {}).values() if abs(part) > 1), 0)
    side = table.get("forward" if length > 0 else "backward", {})
    return [f"{action}…" for action in actions(side)] if abs(length) >= 2 * float(every.removesuffix("mm")) else []


def ran(config, events):
    """What the actions of a configuration do, from the events of a replay."""
    tables = {table["name"]: table for table in config.get("gesture", [])}
    done = []
    for event in events:
        table, state = tables[event["gesture"]], event["state"]
        if state == "changed":
            continue
        done += actions(table) if state in ("recognized", "began") else []
        done += actions(table.get(state, {}))
        if state == "began":
            done += [f"press {table['button']}"] if "button" in table else []
            done += [f"move {table['move']}"] if "move" in table else []
        elif state == "ended" and "step" in table:
            done = done + steps(table["step"], event)
        if state in ("ended", "cancelled") and "button" in table:
            done.append(f"release {table['button']}")
    return done


class Corpus(Place):
    maxDiff = None

    def replayed(self, config, hand):
        context, _, motion = hand.rpartition(" touch")
        recording = self.directory / "hand.evemu"
        made = self.run_ctl("record", "--force", "--drawn", f"touch{motion}" if context else hand, "-o", recording)
        self.assertEqual(made.returncode, 0, made.stderr)
        before = ["--do", f"0 context {context}"] if context else []
        result = self.run_ctl("replay", "--json", "--config", config, *before, recording)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def test_what_runs(self):
        hands, wrong = 0, []
        for program, _, what, text, claims in forms():
            result = self.run_ctl("import", program, self.file("theirs", text))
            config = self.file("config.toml", result.stdout)
            tables = tomllib.loads(result.stdout)
            for claim in claims:
                hand, _, expected = claim[3:].partition("=> ")
                hand = hand.strip()
                if claim.startswith("!! "):
                    got, expected = claim[3:] if claim[3:] in result.stderr else result.stderr, claim[3:]
                elif expected.startswith("lost: "):
                    named = [line for line in result.stdout.splitlines() if ": not translated: " in line]
                    got = expected if any(expected[6:] in line for line in named) else "not named"
                    self.assertEqual(result.returncode, 1, what)
                else:
                    hands += 1
                    got = " + ".join(ran(tables, self.replayed(config, hand))) or "nothing"
                if got != expected:
                    wrong.append(f"{program}: {what}: {hand or expected}: {got!r}, not {expected!r}")
        self.assertEqual(wrong, [])
        self.assertGreater(hands, 75)

    def test_the_figure_of_the_guide(self):
        files = sum(files for _, files, *_ in forms())
        hands = sum(1 for *_, claims in forms() for claim in claims if claim.startswith("-- ") and not claim.startswith("-- =>"))
        self.assertGreaterEqual(files, 60)
        guide = (pathlib.Path(__file__).parents[2] / "config/MIGRATION.md").read_text()
        self.assertIn(f"{files} public files", " ".join(guide.split()))
        self.assertIn(f"{hands} hands", " ".join(guide.split()))


if __name__ == "__main__":
    unittest.main()
