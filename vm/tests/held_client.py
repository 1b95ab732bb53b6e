"""What `delays_touches` holds and no gesture uses, as the client of a compositor gets it. The hands are those of held.py."""

from desktop import Bench
from guest import Failed, case, equal
from held import DOUBLE, LIFTS, PAD, REST, SCREEN, TOUCHES


def facts(lines):
    """Touches with their places, buttons, axes and gestures in the order of the client, and whether the pointer moves."""
    found, moved = [], 0
    for words in map(str.split, lines):
        if words[0] == "pointer":
            moved += words[1] == "motion"
        elif words[:2] == ["touch", "motion"] or words[0] in ("hold", "drawn") or words[-1] == "update":
            continue
        elif words[0] == "axis":
            found += [words[:2]] if found[-1:] != [words[:2]] and words[1] != "stop" else []
        else:
            found.append(words)
    return [" ".join(words) for words in found], moved > 3


def play(bench, hands):
    found = {}
    for name, hand in hands.items():
        since = len(bench.desktop.lines())
        bench.do(*hand, *REST)
        found[name] = facts(bench.desktop.lines()[since:])
    return found


def whole(compositor, kind, ways=("plugin", "grab"), delays=None):
    @case(f"{compositor}: its client gets the touches of a {kind} that are held and not used as without gestured")
    def works():
        hands = SCREEN if kind == "touchscreen" else PAD
        plain, problems = None, []
        for way in ways:
            with Bench("", kind, name=compositor, way=way) as bench:
                if not plain:
                    bench.daemon.stop()
                    plain = play(bench, hands)
                    equal([name for name, (what, moves) in plain.items() if not what and not moves
                           and name != "two fingers rest for a second"], [], "nothing without gestured")
                for delay in delays or (TOUCHES + (LIFTS,) if kind == "touchscreen" else TOUCHES):
                    bench.configuration = "".join(
                        DOUBLE.format(fingers=count, delay=delay) for count in ((1,) if kind == "touchscreen" else (1, 2)))
                    bench.restart_daemon()
                    for name, what in play(bench, hands).items():
                        if what != plain[name]:
                            problems.append(f"{name}, {way}, {delay}: {what} instead of {plain[name]}")
                    equal([event for event in bench.daemon.events() if "recognized" in event], [], f"gestures, {way}, {delay}")
        if problems:
            raise Failed("\n".join(problems))
