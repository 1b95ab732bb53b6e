#!/usr/bin/env python3
"""Recognizes letters of one or several strokes for gestured, by $P (Vatavu, Anthony and Wobbrock 2012): a figure is a cloud of points,
whatever the order and direction of its strokes. It needs the Varlink client of PyPI (pip install varlink).

    letters.py [GESTURE]    the gesture of type "client"; default: letter
"""

import math
import os
import sys
import threading

import varlink

INTERFACE = "org.gestured.Gestures"
POINTS = 32  # of a cloud
PAUSE = 0.5  # s: a figure is complete when no stroke follows for this long
LEAST = 10  # mm: a smaller figure is no letter
SCORE = 0.8  # the least likeness, 0 to 1

# Letters as strokes in a square, y downwards.
LETTERS = {
    "A": [[(0, 1), (0.5, 0), (1, 1)], [(0.2, 0.6), (0.8, 0.6)]],
    "H": [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0.5), (1, 0.5)]],
    "L": [[(0, 0), (0, 1), (0.6, 1)]],
    "N": [[(0, 1), (0, 0), (1, 1), (1, 0)]],
    "T": [[(0, 0), (1, 0)], [(0.5, 0), (0.5, 1)]],
    "V": [[(0, 0), (0.5, 1), (1, 0)]],
    "X": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
    "Z": [[(0, 0), (1, 0), (0, 1), (1, 1)]],
}


def resampled(strokes):
    """Points at equal distances along all strokes."""
    step = sum(math.dist(a, b) for stroke in strokes for a, b in zip(stroke, stroke[1:])) / (POINTS - 1)
    points, way = [strokes[0][0]], 0.0
    for stroke in strokes:
        for (ax, ay), (bx, by) in zip(stroke, stroke[1:]):
            length, done = math.dist((ax, ay), (bx, by)), 0.0
            while length - done + way >= step and len(points) < POINTS:
                done += step - way
                points.append((ax + (bx - ax) * done / length, ay + (by - ay) * done / length))
                way = 0.0
            way += length - done
    return points + [strokes[-1][-1]] * (POINTS - len(points))


def cloud(strokes):
    """The points, scaled to a square and moved to their centre."""
    points = resampled(strokes)
    xs, ys = zip(*points)
    size = max(max(xs) - min(xs), max(ys) - min(ys))
    x, y = sum(xs) / POINTS, sum(ys) / POINTS
    return [((px - x) / size, (py - y) / size) for px, py in points]


def distance(one, other, start):
    """The sum of weighted distances when each point of a cloud takes the nearest that is left in the other."""
    free, total = list(other), 0.0
    for number in range(POINTS):
        point = one[(start + number) % POINTS]
        nearest = min(free, key=lambda candidate: math.dist(point, candidate))
        free.remove(nearest)
        total += (1 - number / POINTS) * math.dist(point, nearest)
    return total


def likeness(one, other):
    starts = range(0, POINTS, int(POINTS**0.5))
    least = min(min(distance(one, other, start), distance(other, one, start)) for start in starts)
    return max(0.0, 1 - least / 10)


CLOUDS = {letter: cloud(strokes) for letter, strokes in LETTERS.items()}


def read(strokes):
    """The letter and its likeness; no letter for a figure that is too small or like none."""
    strokes = [stroke for stroke in strokes if len(stroke) > 1]
    points = [point for stroke in strokes for point in stroke]
    if not points or max(max(axis) - min(axis) for axis in zip(*points)) < LEAST:
        return None, 0
    figure = cloud(strokes)
    score, letter = max((likeness(figure, other), letter) for letter, other in CLOUDS.items())
    return (letter, score) if score >= SCORE else (None, score)


def main(gesture):
    address = f"unix:{os.environ['XDG_RUNTIME_DIR']}/gestured/control.sock"
    with varlink.Client(address=address) as client, client.open(INTERFACE) as frames, client.open(INTERFACE) as proposals:
        replies = frames.Recognize(gesture, _more=True)
        token = next(replies)["started"]["token"]
        strokes, pause = [], None

        def judge(number, strokes):
            letter, score = read(strokes)
            if letter:
                proposals.Propose(gesture, token, number, "ended", {"text": letter, "number": score})
            else:
                proposals.Propose(gesture, token, number, "failed", None, f"is like no letter (score {score:.2f})")

        for reply in replies:
            frame = reply["frame"]
            if pause:
                pause.cancel()
                pause = None
            if frame.get("reset"):
                strokes = []
            for touch in frame["touches"]:
                if touch["phase"] == "began":
                    strokes.append([])
                if strokes:
                    strokes[-1].append((touch["x"], touch["y"]))
                if touch["phase"] == "ended":
                    pause = threading.Timer(PAUSE, judge, (frame["number"], strokes))
                    pause.start()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "letter")
