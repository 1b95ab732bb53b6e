import GestureCore

/// One step of a touch script.
package enum ScriptStep: Sendable {
  case frame(TouchFrame)
  /// Time passes without a frame: deadlines are reached.
  case advance(Timestamp)
  case enable(String, Bool, Timestamp)
  /// Whether the gesture's `when` holds.
  case permit(String, Bool, Timestamp)
  /// A key of a keyboard is pressed.
  case typing(Timestamp)
  /// The program that recognizes a gesture comes or goes.
  case client(String, Bool, Timestamp)
  /// It proposes, having seen so many frames of the gesture; nil for all.
  case propose(String, ClientProposal, seen: Int?, Timestamp)

  package var time: Timestamp {
    switch self {
    case .frame(let frame): frame.time
    case .advance(let time), .typing(let time): time
    case .enable(_, _, let time), .permit(_, _, let time), .client(_, _, let time): time
    case .propose(_, _, _, let time): time
    }
  }
}

/// A touch sequence in the row notation, in ms and mm:
///
///     0 d1 50,50 | 60> m1 56,50 | 80 u1
///
/// `d` down, `m` move, `u` up, `c` cancelled, `r` re-anchored by a resync, `j` by a dropped jump, `p` a phantom touch down, `t` a pen down; several in one
/// entry are one frame. `T>` moves in frames every 10 ms up to T, `a1 cx,cy,deg` on a circle (clockwise positive).
/// `f1 250` is the force of touch 1 in grams; `k` is BTN_LEFT going down, `-k` going up, `kr` and `-kr` BTN_RIGHT; `!name`, `+name` disable and enable, with `~name` and `=name` its
/// `when` stops matching and matches again; `%name` and `%-name` its program comes and goes, `%name:ready@2,number=4` it proposes,
/// having seen two frames; `*` is a key that is pressed; an entry of a time alone lets time pass;
/// `every 20 until 520: … / …` alternates its entries.
package struct TouchScript: Sendable {
  package private(set) var steps: [ScriptStep] = []

  package init(_ text: String) throws {
    var reader = TouchScriptReader()
    for entry in Notation.parts(text, "|") { try reader.read(entry) }
    steps = reader.steps
  }

  package init(steps: [ScriptStep]) { self.steps = steps }
}

/// Reads the entries and keeps the position of each finger.
private struct TouchScriptReader {
  var steps: [ScriptStep] = []
  private var time: Timestamp = 0
  private var fingers: [Int: Finger] = [:]
  private var nextID: Int64 = 1
  private var buttons: ButtonSet = []

  /// The end of the range of the pressure axis, g.
  private static let strongest = 1000.0

  private struct Finger {
    var id: Int64
    var position: Point
  }

  /// The path of a finger during one `T>` entry.
  private enum Path {
    case line(to: Point)
    case arc(center: Point, radians: Double)

    func position(from start: Point, at fraction: Double) -> Point {
      switch self {
      case .line(let end):
        return fraction >= 1 ? end : start + (end - start) * fraction
      case .arc(let center, let radians):
        let (sine, cosine) = sineAndCosine(radians * fraction)
        let arm = start - center
        return Point(center.x + arm.x * cosine - arm.y * sine, center.y + arm.x * sine + arm.y * cosine)
      }
    }
  }

  mutating func read(_ entry: String) throws {
    if entry.hasPrefix("every ") { return try readRepetition(entry) }
    var words = Notation.parts(entry, " ")
    let clock = words.removeFirst()
    let isMotion = clock.hasSuffix(">")
    let end = try milliseconds(isMotion ? String(clock.dropLast()) : clock)
    guard end >= time else { throw NotationError("time runs backwards", in: entry) }
    if isMotion {
      try readMotion(words, until: end, in: entry)
    } else {
      try readFrame(words, at: end, in: entry)
    }
    time = end
  }

  private mutating func readRepetition(_ entry: String) throws {
    let halves = entry.split(separator: ":", maxSplits: 1)
    let head = Notation.parts(halves[0], " ")
    guard halves.count == 2, head.count == 4, head[2] == "until" else {
      throw NotationError("“every N until T: …” expected", in: entry)
    }
    let interval = try milliseconds(head[1])
    let end = try milliseconds(head[3])
    let alternatives = Notation.parts(halves[1], "/")
    var turn = 0
    while time + interval <= end {
      time += interval
      try readFrame(Notation.parts(alternatives[turn % alternatives.count], " "), at: time, in: entry)
      turn += 1
    }
  }

  private mutating func readFrame(_ words: [String], at time: Timestamp, in entry: String) throws {
    var frame = TouchFrame(time: time, changes: [])
    var index = 0
    var onlyToggles = true
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.first! {
      case "!", "+":
        steps.append(.enable(String(word.dropFirst()), word.first == "+", time))
        continue
      case "~", "=":
        steps.append(.permit(String(word.dropFirst()), word.first == "=", time))
        continue
      case "%":
        steps.append(try client(word.dropFirst(), at: time, in: entry))
        continue
      case "*" where word == "*":
        steps.append(.typing(time))
        continue
      case "k" where word == "k" || word == "kr", "-" where word == "-k" || word == "-kr":
        let button = word.hasSuffix("r") ? ButtonSet.right : .left
        if word == "k" { frame.head.flags.insert(.click) }
        if word.hasPrefix("k") { buttons.insert(button) } else { buttons.remove(button) }
        frame.head.flags.report(buttons)
      case "u", "c":
        let number = try Notation.integer(word.dropFirst())
        guard let finger = fingers.removeValue(forKey: number) else {
          throw NotationError("no touch \(number)", in: entry)
        }
        frame.changes.append(
          TouchChange(
            id: finger.id, phase: word.first == "u" ? .ended : .cancelled, position: finger.position))
      case "f":
        let number = try Notation.integer(word.dropFirst())
        guard index < words.count, let finger = fingers[number] else {
          throw NotationError("no touch \(number), or no force", in: entry)
        }
        let grams = try Notation.number(words[index])
        index += 1
        frame.forces.append(
          TouchForce(id: finger.id, force: Force(grams: grams, share: grams / Self.strongest)))
      case "d", "m", "r", "j", "p", "t":
        guard index < words.count else { throw NotationError("no place for \(word)", in: entry) }
        let at = try Notation.numbers(words[index], count: 2)
        index += 1
        try place(word, Point(at[0], at[1]), in: &frame, entry)
      default: throw NotationError("unknown command \(word)", in: entry)
      }
      onlyToggles = false
    }
    if words.isEmpty { steps.append(.advance(time)) } else if !onlyToggles { steps.append(.frame(frame)) }
  }

  private func client(_ word: Substring, at time: Timestamp, in entry: String) throws -> ScriptStep {
    guard let colon = word.firstIndex(of: ":") else {
      let isLeaving = word.hasPrefix("-")
      return .client(String(isLeaving ? word.dropFirst() : word), !isLeaving, time)
    }
    var parts = Notation.parts(word[word.index(after: colon)...], ",")
    let head = Notation.parts(parts.removeFirst(), "@")
    guard let state = ClientProposal.State(rawValue: head[0]) else {
      throw NotationError("unknown state", in: entry)
    }
    var measures = ClientMeasures()
    for part in parts {
      let pair = Notation.parts(part, "=")
      let value = try Notation.number(pair[1])
      switch pair[0] {
      case "number": measures.number = value
      case "rotation": measures.rotation = value * .pi / 180
      case "scale": measures.scale = value
      case "dx": measures.translation = Point(value, 0)
      default: throw NotationError("unknown measure", in: entry)
      }
    }
    return .propose(
      String(word[..<colon]), ClientProposal(state, parts.isEmpty ? nil : measures),
      seen: head.count > 1 ? try Notation.integer(head[1]) : nil, time)
  }

  private mutating func place(_ word: String, _ point: Point, in frame: inout TouchFrame, _ entry: String)
    throws
  {
    let number = try Notation.integer(word.dropFirst())
    switch word.first! {
    case "d", "p", "t":
      guard fingers[number] == nil else { throw NotationError("touch \(number) is down already", in: entry) }
      fingers[number] = Finger(id: nextID, position: point)
      frame.changes.append(
        TouchChange(
          id: nextID, phase: .began, position: point, isPhantom: word.first == "p", isPen: word.first == "t"))
      nextID += 1
    default:
      guard let finger = fingers[number] else { throw NotationError("no touch \(number)", in: entry) }
      fingers[number]!.position = point
      if word.first == "r" { frame.head.flags.insert(.resync) }
      frame.changes.append(
        TouchChange(
          id: finger.id, phase: word.first == "m" ? .moved : .reanchored, position: point,
          isJump: word.first == "j"))
    }
  }

  private mutating func readMotion(_ words: [String], until end: Timestamp, in entry: String) throws {
    var paths: [(number: Int, start: Point, path: Path)] = []
    guard words.count.isMultiple(of: 2) else { throw NotationError("a command lacks its place", in: entry) }
    for index in stride(from: 0, to: words.count, by: 2) {
      let number = try Notation.integer(words[index].dropFirst())
      guard let finger = fingers[number] else { throw NotationError("no touch \(number)", in: entry) }
      switch words[index].first! {
      case "m":
        let place = try Notation.numbers(words[index + 1], count: 2)
        paths.append((number, finger.position, .line(to: Point(place[0], place[1]))))
      case "a":
        let arc = try Notation.numbers(words[index + 1], count: 3)
        paths.append(
          (number, finger.position, .arc(center: Point(arc[0], arc[1]), radians: arc[2] * .pi / 180)))
      default: throw NotationError("unknown motion \(words[index])", in: entry)
      }
    }
    move(along: paths, until: end)
  }

  /// Frames every 10 ms; the last stands at the end exactly.
  private mutating func move(along paths: [(number: Int, start: Point, path: Path)], until end: Timestamp) {
    let begin = time
    var now = begin
    while now < end {
      now = min(now + 10 * .millisecond, end)
      let fraction = Double(now - begin) / Double(end - begin)
      var frame = TouchFrame(time: now, changes: [])
      for (number, start, path) in paths {
        let position = path.position(from: start, at: fraction)
        fingers[number]!.position = position
        frame.changes.append(TouchChange(id: fingers[number]!.id, phase: .moved, position: position))
      }
      steps.append(.frame(frame))
    }
  }

  private func milliseconds(_ text: String) throws -> Timestamp {
    Timestamp((try Notation.number(text) * 1000).rounded())
  }
}
