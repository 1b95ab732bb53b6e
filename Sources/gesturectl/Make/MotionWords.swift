import GestureConfig
import GestureCore

/// The words that draw fingers: `touchpad: swipe 3 left 20mm 0.2s; wait 0.5s; tap 1`.
struct MotionWords {
  /// One motion: the words between two semicolons.
  private struct Motion {
    var name: String
    var count = 1
    var way = ""
    var words: [String]
    /// mm; NaN unless stated.
    var length = Double.nan
    /// Seconds; NaN unless stated.
    var duration = Double.nan
    var center: Point?
    var tremor = 0.0
    /// Seconds after the motion before.
    var after: Double?
    var text: String
  }

  /// A motion that can be written: its name, its form, and the function that draws it.
  private struct Row: Sendable {
    var name: String
    var form: String
    /// The accepted directions; empty if there are none.
    var ways: [String] = []
    var duration: Double
    var length = 0.0
    /// The fewest fingers that can make it.
    var fewest = 1
    var draw: @Sendable (inout DrawnHand, Motion) -> Void
  }

  let pad: DrawnPad
  let hand: DrawnHand

  /// The motions that make gestures of other names.
  private static let motionsOfTypes = [
    "pan": "drag", "hold": "long-press", "edge-pan": "edge", "stroke": "figure", "transform": "twist",
    "rotate": "rotation", "spread": "pinch",
  ]

  /// Seconds between the lift of one motion and the landing of the next, unless stated.
  private static let pause = 0.15
  private static let sides = ["left", "right", "up", "down"]

  init(_ text: String, _ deviceClass: DeviceClass) throws(CommandFailure) {
    var (text, deviceClass) = (text, deviceClass)
    for named in DeviceClass.allCases where text.hasPrefix("\(named.rawValue):") {
      (text, deviceClass) = (String(text.dropFirst(named.rawValue.count + 1)), named)
    }
    pad = DrawnPad(deviceClass: deviceClass)
    var whole = DrawnHand(center: .zero)
    var (end, pause) = (0.0, 0.0)
    for part in Self.parts(text) {
      let motion = try Self.motion(part)
      if motion.name == "wait" {
        guard motion.duration.isFinite, motion.words.isEmpty else {
          throw Self.wrong(part, "write: wait 0.5s")
        }
        pause = motion.duration
        continue
      }
      let hand = try Self.hand(motion, pad)
      let begin = max(0, end + (motion.after ?? pause))
      whole.append(hand, at: begin)
      end = whole.fingers.map(\.end).reduce(end, max)
      pause = Self.pause
    }
    guard !whole.fingers.isEmpty else {
      throw .usage("no motion is given; for example: gesturectl record --drawn \"swipe 3 left\"")
    }
    guard end <= Self.longest else {
      throw .usage("a drawn recording lasts \(spelled(Self.longest)) s at most")
    }
    self.hand = whole
  }

  /// Seconds. Enough for any test, and short enough for a small recording.
  private static let longest = 600.0

  /// Splits a text at semicolons, and at commas before a space. `line 3 -20,-20` has a comma of its own.
  private static func parts(_ text: String) -> [String] {
    text.split(separator: ";").flatMap { part -> [String] in
      var parts = [""]
      for word in part.split(whereSeparator: \.isWhitespace) {
        let isLast = word.hasSuffix(",")
        parts[parts.count - 1] +=
          (parts[parts.count - 1].isEmpty ? "" : " ") + (isLast ? word.dropLast() : word)
        if isLast { parts.append("") }
      }
      return parts
    }.filter { !$0.isEmpty }
  }

  // MARK: One motion

  private static func motion(_ text: String) throws(CommandFailure) -> Motion {
    var words = text.split(separator: " ").map(String.init)
    var motion = Motion(name: words.removeFirst(), words: [], text: text)
    if let count = words.first.flatMap(Int.init) {
      guard (1...5).contains(count) else { throw wrong(text, "a hand has 1 to 5 fingers") }
      motion.count = count
      words.removeFirst()
    }
    var index = 0
    while index < words.count {
      var word = words[index]
      // "32 mm in 0.2 s" means the same as "32mm 0.2s".
      if Double(word) != nil, index + 1 < words.count, units.contains(where: { $0.name == words[index + 1] })
      {
        word += words[index + 1]
        index += 1
      }
      let before = motion.words.last
      if let (value, isTime) = quantity(word) {
        // A time before 0 lets two motions overlap.
        guard value > 0 || before == "after", value.isFinite else {
          throw wrong(text, "\"\(word)\" is not more than 0")
        }
        // "in" as the first word is a direction (`pinch 2 in 0.6s`), elsewhere a preposition.
        var isNamed = before == "in" && motion.words.count > 1
        switch (before, isTime) {
        case ("after", true): (motion.after, isNamed) = (value, true)
        case ("tremor", false): (motion.tremor, isNamed) = (value, true)
        case (_, true): motion.duration = value
        case (_, false): motion.length = value
        }
        if isNamed { motion.words.removeLast() }
      } else if before == "at", let center = point(word) {
        motion.center = center
        motion.words.removeLast()
      } else {
        motion.words.append(word)
      }
      index += 1
    }
    return motion
  }

  private static let units: [(name: String, factor: Double, isTime: Bool)] = [
    ("mm", 1.0, false), ("cm", 10, false), ("ms", 0.001, true), ("s", 1, true),
  ]

  /// A number with a unit, in millimetres or seconds; nil for other words.
  private static func quantity(_ word: String) -> (value: Double, isTime: Bool)? {
    for (unit, factor, isTime) in units {
      if word.hasSuffix(unit), let value = Double(word.dropLast(unit.count)) {
        return (value * factor, isTime)
      }
    }
    return nil
  }

  private static func point(_ word: String) -> Point? {
    let parts = word.split(separator: ",").map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
    return Point(x: x, y: y)
  }

  private static func wrong(_ text: String, _ reason: String) -> CommandFailure {
    .usage("\"\(text)\": \(reason)")
  }

  private static func hand(_ motion: Motion, _ pad: DrawnPad) throws(CommandFailure) -> DrawnHand {
    var motion = motion
    guard let row = rows.first(where: { $0.name == motion.name }) else {
      let help = "gesturectl help motions lists them"
      let hint =
        motionsOfTypes[motion.name].map { "; did you mean \"\($0)\"? \(help)" }
        ?? rows.map(\.name).hint(for: motion.name, then: help)
      throw wrong(motion.text, "no motion is called \(motion.name)\(hint)")
    }
    if let way = motion.words.first, row.ways.contains(way) || !row.ways.isEmpty && row.ways[0].isEmpty {
      motion.way = way
      motion.words.removeFirst()
    }
    guard motion.words.isEmpty, row.ways.isEmpty || !motion.way.isEmpty else {
      throw wrong(motion.text, "write: \(row.form)")
    }
    guard motion.count >= row.fewest else {
      throw wrong(motion.text, "a \(row.name) has \(row.fewest) to 5 fingers; write: \(row.form)")
    }
    let size = pad.size
    var hand = DrawnHand(center: motion.center ?? Point(x: size.width / 2, y: size.height / 2))
    hand.tremor = motion.tremor
    if motion.duration.isNaN { motion.duration = row.duration }
    if motion.length.isNaN { motion.length = row.length }
    if row.name == "edge" { edge(&hand, motion, pad) } else { row.draw(&hand, motion) }
    guard !hand.fingers.isEmpty else { throw wrong(motion.text, "write: \(row.form)") }
    guard (0...size.width).contains(hand.center.x), (0...size.height).contains(hand.center.y) else {
      throw wrong(
        motion.text,
        "its place is not on the pad of \(spelled(size.width)) × \(spelled(size.height)) mm")
    }
    guard let fitted = hand.fitted(to: size) else {
      throw wrong(
        motion.text, "is larger than the pad of \(spelled(size.width)) × \(spelled(size.height)) mm")
    }
    return fitted
  }

  /// Draws one finger from a side inward: from its middle, or beside the place of `at`.
  private static func edge(_ hand: inout DrawnHand, _ motion: Motion, _ pad: DrawnPad) {
    let (size, inset, center) = (pad.size, 0.5, hand.center)
    let (x, y, inward): (Double, Double, String) =
      switch motion.way {
      case "left": (inset, center.y, "right")
      case "right": (size.width - inset, center.y, "left")
      case "top": (center.x, inset, "down")
      default: (center.x, size.height - inset, "up")
      }
    let travel = unit(inward) * motion.length
    hand.add(0, motion.duration) { Point(x: x, y: y) + travel * DrawnHand.minimumJerk($0 / motion.duration) }
  }

  private static func unit(_ way: String) -> Point { Direction(rawValue: way)?.unit ?? .zero }

  // MARK: The motions

  /// All motions. `form` is the line in the help.
  private static let rows: [Row] = [
    Row(name: "tap", form: "tap 3 [0.1s]", duration: 0.1) { $0.rest($1.count, 0, $1.duration) },
    Row(name: "long-press", form: "long-press 2 [1s]", duration: 1) { $0.rest($1.count, 0, $1.duration) },
    Row(name: "swipe", form: "swipe 3 left [32mm] [0.2s]", ways: sides, duration: 0.2, length: 32) {
      $0.travel($1.count, unit($1.way) * $1.length, $1.duration)
    },
    Row(name: "drag", form: "drag 4 up [32mm] [1.5s]", ways: sides, duration: 1.5, length: 32) {
      $0.travel($1.count, unit($1.way) * $1.length, $1.duration)
    },
    Row(
      name: "line", form: "line 3 -20,20 [0.25s]: by 20 mm to the left and down", ways: [""], duration: 0.25
    ) {
      if let way = point($1.way) { $0.travel($1.count, way, $1.duration) }
    },
    Row(name: "pinch", form: "pinch 2 in|out [0.6s]", ways: ["in", "out"], duration: 0.6, fewest: 2) {
      $0.turn($1.count, radius: $1.way == "in" ? (26, 10) : (10, 26), by: 0, $1.duration)
    },
    Row(
      name: "rotation", form: "rotation 2 left|right [0.8s]", ways: ["left", "right"], duration: 0.8,
      fewest: 2
    ) {
      $0.turn($1.count, radius: (20, 20), by: ($1.way == "left" ? -50 : 50) * .pi / 180, $1.duration)
    },
    Row(name: "twist", form: "twist 2 [0.8s]: apart and to the right", duration: 0.8, fewest: 2) {
      $0.turn($1.count, radius: (12, 24), by: 50 * .pi / 180, $1.duration)
    },
    Row(
      name: "edge", form: "edge left|right|top|bottom [30mm] [0.4s]",
      ways: ["left", "right", "top", "bottom"], duration: 0.4, length: 30
    ) { _, _ in },
    Row(name: "circle", form: "circle 1 [15mm] [1.2s]: of that radius", duration: 1.2, length: 15) {
      $0.circle($1.count, radius: $1.length, $1.duration)
    },
    Row(name: "figure", form: "figure z [1.2s]", ways: ["z"], duration: 1.2) {
      $0.figure(
        $1.count, [(-12, -12), (12, -12), (-12, 12), (12, 12)].map { Point(x: $0.0, y: $0.1) }, $1.duration)
    },
    Row(
      name: "tip-tap", form: "tip-tap 1 left|right|up|down: one rests, another taps twice", ways: sides,
      duration: 0.1
    ) { $0.tipTap($1.count, unit($1.way), taps: 2, $1.duration) },
    Row(name: "click", form: "click 3: two presses of the pad", duration: 0.7) {
      $0.rest($1.count, 0, $1.duration)
      $0.presses = [(0.2, true), (0.3, false), (0.45, true), (0.55, false)]
    },
    Row(name: "force-press", form: "force-press 1: with 300 g, then 550 g", duration: 1.2) {
      $0.rest($1.count, 0, $1.duration)
      $0.push([300, 550])
    },
    Row(name: "hover", form: "hover: above the surface", duration: 0.6) { $0.hover($1.duration) },
  ]

  /// The forms of all motions, one per line, for the help.
  static let forms = rows.map { "  " + $0.form }.joined(separator: "\n")
}
