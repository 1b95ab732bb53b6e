import ControlProtocol
import GestureCore

/// A touchscreen of 200 × 120 mm, or a touchpad of 100 × 70, with recognizers, for tests that describe the motion of fingers:
///
///     let pad = TestPad(pan("scroll", fingers: 2), swipe("next", fingers: 3, .right))
///     #expect(pad.trace { down(2); drag(x: 4, over: 40); down(1); drag(x: 16, over: 80); up() } == """
///       …
///       """)
package struct TestPad: Sendable {
  private var set = RecognizerSet()

  package init(_ recognizers: RecognizerDefinition...) { set.recognizers = recognizers }

  /// The recognizers in the row notation.
  package init(_ notation: String) throws { set = try RecognizerSet(notation) }

  /// All events, as `gesturectl replay` prints them: one line for each, without changed.
  package func trace(changed: Bool = false, @HandBuilder _ hand: () -> [HandStep]) -> String {
    let names = EventNames(device: "pad", gestures: set.recognizers.map(\.name))
    let lines = events(hand).filter { changed || $0.state != .changed }.map { event in
      var line: [UInt8] = []
      EventText.write(event, names: names, to: &line)
      return String(decoding: line, as: UTF8.self)
    }
    return lines.joined(separator: "\n")
  }

  package func events(@HandBuilder _ hand: () -> [HandStep]) -> [GestureEvent] { set.run(script(hand)) }

  /// The steps as frames.
  package func script(@HandBuilder _ hand: () -> [HandStep]) -> TouchScript {
    var writer = HandWriter()
    for step in hand() { writer.write(step) }
    return TouchScript(steps: writer.steps)
  }
}

/// Motions of fingers; lengths in mm, times in ms.
package enum HandStep: Sendable {
  case down(Int, at: Point?, after: Int)
  case up(Int?, after: Int)
  case palm(Int, after: Int)
  case drag(x: Double, y: Double, over: Int)
  case spread(Double, over: Int)
  case turn(Double, over: Int)
  case wait(Int)
  case toggle(String, Bool)
}

@resultBuilder
package enum HandBuilder {
  package static func buildBlock(_ steps: HandStep...) -> [HandStep] { steps }
}

/// That many fingers land together, 20 mm from one to the next; the first ones of a hand at (60, 60), further ones on
/// their right.
package func down(_ count: Int = 1, at place: Point? = nil, after: Int = 10) -> HandStep {
  .down(count, at: place, after: after)
}
/// The fingers that landed last lift; all of them without a number.
package func up(_ count: Int? = nil, after: Int = 10) -> HandStep { .up(count, after: after) }
/// The finger that landed last becomes a palm.
package func palm(_ count: Int = 1, after: Int = 10) -> HandStep { .palm(count, after: after) }
/// All fingers move together.
package func drag(x: Double = 0, y: Double = 0, over: Int) -> HandStep { .drag(x: x, y: y, over: over) }
/// The distances of the fingers from their centre grow by the factor.
package func spread(_ factor: Double, over: Int) -> HandStep { .spread(factor, over: over) }
/// The fingers turn around their centre, degrees clockwise.
package func turn(_ degrees: Double, over: Int) -> HandStep { .turn(degrees, over: over) }
/// Nothing moves.
package func wait(_ milliseconds: Int) -> HandStep { .wait(milliseconds) }
package func disable(_ name: String) -> HandStep { .toggle(name, false) }
package func enable(_ name: String) -> HandStep { .toggle(name, true) }

/// Makes frames of motions.
private struct HandWriter {
  var steps: [ScriptStep] = []
  private var time: Timestamp = 0
  private var fingers: [(id: Int64, position: Point)] = []
  private var nextID: Int64 = 1

  mutating func write(_ step: HandStep) {
    switch step {
    case .down(let count, let place, let after): land(count, place, after)
    case .up(let count, let after): leave(count ?? fingers.count, .ended, after)
    case .palm(let count, let after): leave(count, .cancelled, after)
    case .drag(let x, let y, let over): move(over) { point, _, share in point + Point(x, y) * share }
    case .spread(let factor, let over):
      move(over) { point, middle, share in middle + (point - middle) * (1 + (factor - 1) * share) }
    case .turn(let degrees, let over):
      move(over) { point, middle, share in point.turned(about: middle, by: degrees * share) }
    case .wait(let milliseconds):
      time += Timestamp(milliseconds) * .millisecond
      steps.append(.advance(time))
    case .toggle(let name, let enabled): steps.append(.enable(name, enabled, time))
    }
  }

  private mutating func land(_ count: Int, _ place: Point?, _ after: Int) {
    if !steps.isEmpty { time += Timestamp(after) * .millisecond }
    let right = fingers.map(\.position.x).max().map { $0 + 20 } ?? 60
    let first = place ?? Point(right, fingers.first?.position.y ?? 60)
    var frame = TouchFrame(time: time, changes: [])
    for finger in 0..<count {
      let position = first + Point(20 * Double(finger), 0)
      frame.changes.append(TouchChange(id: nextID, phase: .began, position: position))
      fingers.append((nextID, position))
      nextID += 1
    }
    steps.append(.frame(frame))
  }

  private mutating func leave(_ count: Int, _ phase: TouchPhase, _ after: Int) {
    time += Timestamp(after) * .millisecond
    let leaving = fingers.suffix(count)
    fingers.removeLast(leaving.count)
    steps.append(
      .frame(
        TouchFrame(
          time: time, changes: leaving.map { TouchChange(id: $0.id, phase: phase, position: $0.position) })))
  }

  /// Frames every 10 ms; `path` gives the position of a finger at a fraction of the duration.
  private mutating func move(_ milliseconds: Int, _ path: (Point, Point, Double) -> Point) {
    let start = fingers
    let middle = start.map(\.position).reduce(.zero, +) * (1 / Double(max(1, start.count)))
    let begin = time
    let duration = Timestamp(milliseconds) * .millisecond
    while time < begin + duration {
      time = min(time + 10 * .millisecond, begin + duration)
      let share = Double(time - begin) / Double(duration)
      for index in fingers.indices { fingers[index].position = path(start[index].position, middle, share) }
      let changes = fingers.map { TouchChange(id: $0.id, phase: .moved, position: $0.position) }
      steps.append(.frame(TouchFrame(time: time, changes: changes)))
    }
  }
}

extension Point {
  fileprivate func turned(about middle: Point, by degrees: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees * .pi / 180)
    let arm = self - middle
    return Point(middle.x + arm.x * cosine - arm.y * sine, middle.y + arm.x * sine + arm.y * cosine)
  }
}
