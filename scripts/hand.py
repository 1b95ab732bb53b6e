"""A synthetic hand: the fingers of one gesture, each with its own landing, path and lift.

Figures, with their sources:

- time on the surface, mean (standard deviation), log-normal: a tap 133 (83) ms, a slide 421 (181) ms (Asakawa,
  Crocker, Schmaltz and Jindrich 2017, J. Electromyography and Kinesiology 34, 6-13); a pinch 765 (277) ms, a stretch
  843 (317) ms (Asakawa, Dennerlein and Jindrich 2017, Applied Ergonomics 58, 176-181). The slide's time is a pan's; a
  flick is faster and a slow motion slower by figures of our own;
- speed along a straight way: the minimum-jerk profile 10 t^3 - 15 t^4 + 6 t^5 (Flash and Hogan 1985, J. Neuroscience
  5, 1688-1703);
- speed along a bent way: in proportion to the cube root of the radius of curvature (Lacquaniti, Terzuolo and Viviani
  1983, Acta Psychologica 54, 115-130);
- end points: a standard deviation in proportion to the distance (Harris and Wolpert 1998, Nature 394, 780-784); that
  it is a tenth for the hand and a twentieth between its fingers is our own figure;
- fingers that land together: within about 30 ms, as the notes of a chord (Goebl 2001, J. Acoustical Society of
  America 110, 563-572); each finger is late by the absolute value of a normal distribution of 12 ms;
- two taps in a row: 180 to 280 ms from landing to landing, below the fastest six taps a second of a finger (Aoki,
  Furuya and Kinoshita 2005, Motor Control 9, 23-39);
- tremor of 8 to 12 Hz (Elble and Koller 1990, Tremor, Johns Hopkins University Press); its 0.1 mm is our own figure, and
  so are its directions; of a hand that is not steady 4 to 12 Hz (essential and parkinsonian tremor);
- a slow motion of three fingers is even: our own figure;
- drift of a finger at rest: about 0.2 to 1 mm/s, as in the holds of the shared recordings of hardware;
- curvature of 4 % of the length, the shape of the hand and all else: our own figures.
"""

import math

# Width and height of the pads, mm.
DEVICES = {"touchpad": (120, 75), "touchscreen": (220, 140)}
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# Finger tips of a relaxed hand from their centre, mm.
TIPS = {1: [(0, 0)], 2: [(-10, 3), (10, -3)], 3: [(-19, 4), (0, -4), (19, 0)],
        4: [(-27, 6), (-9, -5), (9, -6), (27, 5)],
        5: [(-38, 24), (-27, 4), (-9, -7), (9, -8), (27, 3)]}
TREMOR = 0.1  # mm
DRIFT = 0.5  # mm/s, each way
STAGGER = 0.012  # s
LEAST_TAP = 0.03  # s
ABOVE = 8  # mm over the surface, of a finger that hovers


def minimum_jerk(part):
    """The share of the way at a share of the time."""
    part = min(1, max(0, part))
    return part**3 * (10 - 15 * part + 6 * part**2)


def even(part):
    """The share of the way at a share of the time, for a slow motion: even except at its beginning and end."""
    part = min(1, max(0, part))
    ramp = 0.05
    if part < ramp:
        return part**2 / (2 * ramp * (1 - ramp))
    return 1 - even(1 - part) if part > 1 - ramp else (part - ramp / 2) / (1 - ramp)


def by_curvature(points):
    """A path through points, by the share of the time, at the speed of the two-thirds power law."""
    times = [0]
    for i in range(1, len(points)):
        a, b, c = points[max(i - 2, 0)], points[i - 1], points[i]
        turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]) if i > 1 else 0
        turn = abs((turn + math.pi) % math.tau - math.pi)
        length = math.dist(b, c)
        radius = length / max(turn, 0.01)
        times.append(times[-1] + length / radius ** (1 / 3))

    def place(part):
        time = min(1, max(0, part)) * times[-1]
        i = max(1, next((k for k, t in enumerate(times) if t >= time), len(times) - 1))
        share = (time - times[i - 1]) / max(times[i] - times[i - 1], 1e-9)
        return tuple(p + share * (q - p) for p, q in zip(points[i - 1], points[i]))

    return place


class Finger:
    """One finger from its landing to its lift: a path in mm with tremor, by time."""

    def __init__(self, chance, start, end, path, above=None):
        self.start, self.end, self.path, self.above = start, end, path, above
        # The force in grams, by time.
        self.push = None
        self.rate, self.phase = chance.uniform(8, 12), chance.uniform(0, math.tau)
        # The tremor along and across a direction in mm, and the direction.
        self.tremor, self.heading = (TREMOR, TREMOR), 0

    def place(self, time):
        x, y = self.path(time)
        tremor = math.tau * self.rate * time + self.phase
        along, across = self.tremor[0] * math.sin(tremor), self.tremor[1] * math.cos(1.3 * tremor)
        c, s = math.cos(self.heading), math.sin(self.heading)
        return x + c * along - s * across, y + s * along + c * across

    def force(self, time):
        """The force in grams."""
        return 0 if self.push is None else self.push(time)

    def distance(self, time):
        """The height above the surface in mm; 0 for a touch."""
        return 0 if self.above is None else self.above(time)


class Hand:
    """The fingers of one gesture on a pad, with their own stagger and spread."""

    def __init__(self, chance, kind):
        self.chance, self.kind, self.fingers = chance, kind, []
        # The pad's button: a time, and whether it is pressed or released.
        self.presses = []
        width, height = DEVICES[kind]
        self.center = width / 2 + chance.gauss(0, 4), height / 2 + chance.gauss(0, 3)

    def tremble(self, size, together):
        """Adds the tremor of an unsteady hand: 4 to 12 Hz along one direction, for all fingers together or each by itself."""
        chance = self.chance
        for number, finger in enumerate(self.fingers):
            if number == 0 or not together:
                rate, phase, heading = chance.uniform(4, 12), chance.uniform(0, math.tau), chance.uniform(0, math.pi)
            finger.rate, finger.phase, finger.heading = rate, phase, heading
            finger.tremor = size, size / 10

    def time(self, mean, deviation):
        """Draws a log-normal time in seconds."""
        variance = math.log(1 + (deviation / mean) ** 2)
        return self.chance.lognormvariate(math.log(mean) - variance / 2, math.sqrt(variance))

    def tap_time(self):
        return max(LEAST_TAP, self.time(0.133, 0.083))

    def tips(self, count):
        scale, turn = self.chance.gauss(1, 0.08), self.chance.gauss(0, 0.12)
        c, s = scale * math.cos(turn), scale * math.sin(turn)
        return [(c * x - s * y + self.chance.gauss(0, 1), s * x + c * y + self.chance.gauss(0, 1))
                for x, y in TIPS[count]]

    def add(self, start, duration, path):
        """Adds a finger that lands about `start` and lifts about `duration` later."""
        landing = max(0, start + abs(self.chance.gauss(0, STAGGER)))
        lift = max(landing + LEAST_TAP, start + duration + self.chance.gauss(0, STAGGER))
        self.fingers.append(Finger(self.chance, landing, lift, path))

    def rest(self, count, start, duration):
        for tip in self.tips(count):
            place = self.center[0] + tip[0], self.center[1] + tip[1]
            drift = self.chance.gauss(0, DRIFT), self.chance.gauss(0, DRIFT)

            def path(t, place=place, drift=drift):
                return place[0] + drift[0] * (t - start), place[1] + drift[1] * (t - start)
            self.add(start, duration, path)

    def tip_tap(self, count, way, taps, duration):
        """Rests fingers, and taps with one more beside them."""
        self.rest(count, 0, 0.3 + 0.35 * taps)
        reach = max(way[0] * x + way[1] * y for x, y in TIPS[count]) + 20
        place = self.center[0] + way[0] * reach, self.center[1] + way[1] * reach
        for tap in range(taps):
            self.add(0.3 + 0.35 * tap, duration, lambda _: place)

    def travel(self, count, way, length, duration, start=0, profile=minimum_jerk):
        """Moves the fingers together on a slightly bent way. They arrive with a spread."""
        length *= self.chance.gauss(1, 0.1)
        angle = math.atan2(way[1], way[0]) + self.chance.gauss(0, 0.12)
        bend = self.chance.gauss(0, 0.04) * length
        for tip in self.tips(count):
            own = length * self.chance.gauss(1, 0.05)

            def path(t, tip=tip, own=own):
                done = profile((t - start) / duration)
                along, beside = own * (done - 0.5), bend * math.sin(math.pi * done)
                return (self.center[0] + tip[0] + along * math.cos(angle) - beside * math.sin(angle),
                        self.center[1] + tip[1] + along * math.sin(angle) + beside * math.cos(angle))
            self.add(start, duration, path)

    def come_in(self, edge, length, duration):
        """Moves one finger from an edge inward. It lands 1 to 3 mm from the edge."""
        inward = {"left": (1, 0), "right": (-1, 0), "top": (0, 1), "bottom": (0, -1)}[edge]
        depth = self.chance.uniform(1, 3)
        beside = self.chance.gauss(0, 0.12)
        way = inward[0] - beside * inward[1], inward[1] + beside * inward[0]
        width, height = DEVICES[self.kind]
        x = {"left": depth, "right": width - depth}.get(edge, self.center[0])
        y = {"top": depth, "bottom": height - depth}.get(edge, self.center[1])
        length *= self.chance.gauss(1, 0.1)

        def path(t):
            done = minimum_jerk(t / duration) * length
            return x + done * way[0], y + done * way[1]
        self.fingers.append(Finger(self.chance, 0, duration, path))

    def turn_and_spread(self, first, last, angle, duration, count=2):
        """Moves the fingers about their centre: from the radius `first` to `last` in mm, turned by `angle`."""
        begin = self.chance.gauss(-0.5, 0.2) - (angle / 2 if angle else 0)
        angle *= self.chance.gauss(1, 0.1)
        last *= self.chance.gauss(1, 0.06)
        for finger in range(count):
            share = self.chance.gauss(1, 0.1)

            def path(t, place=math.tau * finger / count, share=share):
                done = minimum_jerk(t / duration)
                radius, turned = first + share * (last - first) * done, begin + place + angle * done
                return self.center[0] + radius * math.cos(turned), self.center[1] + radius * math.sin(turned)
            self.add(0, duration, path)

    def transform(self, count, duration):
        """Spreads, turns and moves all fingers at once."""
        tips, way = self.tips(count), self.chance.uniform(0, math.tau)
        spread, turn, length = self.chance.gauss(1.3, 0.1), self.chance.gauss(0.3, 0.1), self.chance.gauss(10, 3)
        for tip in tips:
            def path(t, tip=tip):
                done = minimum_jerk(t / duration)
                scale, angle = 1 + (spread - 1) * done, turn * done
                x, y = tip[0] * scale, tip[1] * scale
                return (self.center[0] + x * math.cos(angle) - y * math.sin(angle) + length * done * math.cos(way),
                        self.center[1] + x * math.sin(angle) + y * math.cos(angle) + length * done * math.sin(way))
            self.add(0, duration, path)

    def draw(self, points, size, duration):
        """Moves one finger along a figure of unit size, which is turned and stretched at random."""
        turn, narrow = self.chance.gauss(0, 0.1), self.chance.gauss(1, 0.1)
        size *= self.chance.gauss(1, 0.12)
        points = [(x + self.chance.gauss(0, 0.02), y + self.chance.gauss(0, 0.02)) for x, y in points]
        walk = by_curvature(points)

        def path(t):
            x, y = walk(minimum_jerk(t / duration) * 0.3 + min(1, max(0, t / duration)) * 0.7)
            x, y = size * x, size * y * narrow
            return (self.center[0] + x * math.cos(turn) - y * math.sin(turn),
                    self.center[1] + x * math.sin(turn) + y * math.cos(turn))
        self.fingers.append(Finger(self.chance, 0, duration, path))

    def hover(self, duration):
        """Moves one finger over the surface: it comes near, moves and leaves without a touch."""
        start = self.center[0] - 15, self.center[1]

        def above(t):
            return 2 + ABOVE * (2 * t / duration - 1) ** 2
        self.fingers.append(Finger(
            self.chance, 0, duration, lambda t: (start[0] + 30 * minimum_jerk(t / duration), start[1]), above))
