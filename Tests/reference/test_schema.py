"""config/gestured.schema.json and `gesturectl check` agree on every configuration of the tests, except for the listed cases."""

import json
import pathlib
import re
import sys
import tempfile
import unittest

import jsonschema

try:
    import tomllib
except ImportError:  # Python before 3.11
    import tomli as tomllib

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import reference  # noqa: E402

CASES = TOP / "Tests/GestureConfigTests/Cases"
#: Rules that no schema can state, by the messages of `check`. Each must be broken by a case that the schema accepts.
BEYOND = {
    "the shortest time": r"is out of range: \d+ms is not from \d+ms to 3600s",
    "a step of a duration has one way": r"time does not go back",
    "the range of a quantity": r"is out of range: [0-9.]+(mm|mm/s|s|deg|%|N) is not from|is not from 1ms to 100ms",
    "names of keys": r"unknown key \"",
    "names that must exist, once": r"the name `.*` is already used|unknown zone|unknown gesture|refers to itself|twice",
    "the order of two values": r"must end after it starts|ends before it starts|must be more than the first|takes the least and the largest value",
    "names of devices": r"the name of a device must",
    "paths": r"`socket` is (not an absolute|longer)",
    "what gestures are to each other": r"requirement cycle|cannot both wait",
    "combinations of values": r"`(min_interval|max_taps|max_tap_distance|min_distance|slow_speed|angle|edges|steps)` |none of the .* axis|meets both limits|exclude each other|holds lifts on touchscreens only|takes both stages",
}


def cases():
    for path in sorted(CASES.glob("*.cases")):
        for part in path.read_text(encoding="utf-8").split("== ")[1:]:
            text, _, said = part.partition("\n--\n")
            name, _, text = text.partition("\n")
            yield path.stem, name, text + "\n", said.strip().splitlines()


def uncommented(text):
    """The reference with its keys uncommented."""
    return re.sub(r"^#(?:example: )?(?=[a-z\[])", "", text, flags=re.M)


class SchemaAndCheck(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        schema = json.loads((TOP / "config/gestured.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        cls.validator = jsonschema.Draft7Validator(schema)

    def accepts(self, text):
        return self.validator.is_valid(json.loads(json.dumps(tomllib.loads(text), default=str)))

    def check(self, text):
        """Whether `gesturectl check` has no problem with it."""
        with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            return reference.status("check", file.name) == 0

    def test_good_files(self):
        files = [TOP / "config/config.toml", *sorted((TOP / "config/examples").glob("*.toml"))]
        texts = {str(path.name): path.read_text(encoding="utf-8") for path in files}
        texts["every key"] = uncommented(texts["config.toml"])
        texts |= {f"{file}: {name}": text for file, name, text, _ in cases() if file == "warnings"}
        self.assertGreater(len(texts), 40)
        for name, text in texts.items():
            with self.subTest(name):
                self.assertTrue(self.check(text), "check")
                self.assertTrue(self.accepts(text), [e.message for e in self.validator.iter_errors(tomllib.loads(text))])

    def test_bad_files(self):
        compared, met = 0, set()
        for file, name, text, said in cases():
            if file in ("toml", "warnings"):  # no TOML at all, and no problem
                continue
            with self.subTest(f"{file}: {name}"):
                # GestureConfigTests compares these lines with what the reader says.
                problems = [line for line in said if ": warning: " not in line]
                self.assertTrue(problems)
                if not self.accepts(text):
                    compared += 1
                    continue
                reasons = {why for why, words in BEYOND.items() for line in problems if re.search(words, line)}
                self.assertTrue(reasons, "\n".join(["the schema accepts", text, *problems]))
                met |= reasons
        self.assertGreater(compared, 120)
        self.assertEqual(met, set(BEYOND))


if __name__ == "__main__":
    unittest.main()
