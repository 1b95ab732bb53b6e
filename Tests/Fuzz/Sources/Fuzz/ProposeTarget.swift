import ControlProtocol
import GestureCore
import GestureTesting

@testable import gestured

/// What a program says of its gesture, among any touches. A line that begins with `{` has the parameters of a call of Propose; the
/// bytes of another line are touches.
///
/// What is taken from a call is bounded, and the events of each gesture are well formed.
func testPropose(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: bytes, count: length)
  var steps: [ScriptStep] = [.client("letter", true, 0)]
  var hand = FuzzHand()
  for line in input.split(separator: UInt8(ascii: "\n")) {
    if line.first == UInt8(ascii: "{") {
      guard let call = proposal(Array(line)) else { continue }
      let seen = FrameNumber(call.frame).frame(upTo: hand.frames)
      steps.append(.propose("letter", call.proposal, seen: seen, hand.time))
    } else {
      Array(line).withUnsafeBufferPointer { hand.move(ByteSource($0.baseAddress, $0.count), &steps) }
    }
  }
  hand.lift(&steps)
  let set = ProposeSet.one
  let arena = Arena(set.definition)
  arena.reading.insert(.explanations)
  var events = set.play(steps, on: arena)
  arena.advance(to: .never)
  events += arena.events.all
  check(events, count: set.recognizers.count)
  return 0
}

private enum ProposeSet {
  /// Two gestures beside the program's: one that waits for it, and one that goes on with it.
  static let one: RecognizerSet = {
    let text =
      "letter: client fingers=1..3; tap require_failure_of=letter; pan fingers=1..2 simultaneous_with=letter"
    guard let set = try? RecognizerSet(text) else { preconditionFailure("not a set of recognizers") }
    return set
  }()
}

private func proposal(_ parameters: [UInt8]) -> ProposeCall? {
  let call =
    Array("{\"method\":\"\(GestureInterface.name).Propose\",\"parameters\":".utf8) + parameters + [0x7D]
  guard let call = try? VarlinkCall(call), let proposal = try? ProposeCall(call) else { return nil }
  precondition(proposal.frame > 0)
  if case .replace(let words?) = proposal.remark {
    precondition(words.utf8.count <= 256 && !words.utf8.contains(0), "\(words.utf8.count) bytes of words")
  }
  if let measures = proposal.proposal.measures {
    let places = [measures.location, measures.translation].compactMap(\.self).flatMap { [$0.x, $0.y] }
    for number in places { precondition(number.magnitude <= 1e9, "\(number)") }
    for number in [measures.scale, measures.rotation, measures.number] {
      precondition(number.isNaN || number.magnitude <= 1e9, "\(number)")
    }
  }
  return proposal
}

/// Up to four touches, which bytes move.
private struct FuzzHand {
  private(set) var time: Timestamp = 1_000
  /// At most as many frames as the program has read.
  private(set) var frames = 0
  /// The touches that are down, by place; nil for one that is up.
  private var ids: [Int64?] = [nil, nil, nil, nil]
  private var points = [Point](repeating: Point(0, 0), count: 4)
  private var lastID: Int64 = 0

  mutating func move(_ source: ByteSource, _ steps: inout [ScriptStep]) {
    var source = source
    while !source.isEmpty {
      time += Timestamp(source.byte()) * 500 + 1
      let finger = source.below(4)
      let kind = source.below(4)
      let point = Point(Double(source.byte()) * 0.75, Double(source.byte()) * 0.4)
      feed(finger, kind, point, &steps)
    }
  }

  /// Every finger leaves.
  mutating func lift(_ steps: inout [ScriptStep]) {
    time += 1_000
    for finger in ids.indices where ids[finger] != nil {
      feed(finger, 0, points[finger], &steps)
      time += 1
    }
  }

  private mutating func feed(_ finger: Int, _ kind: Int, _ point: Point, _ steps: inout [ScriptStep]) {
    var change: TouchChange
    if let id = ids[finger] {
      let phase: TouchPhase = kind == 0 ? .ended : kind == 1 ? .cancelled : .moved
      change = TouchChange(id: id, phase: phase, position: phase == .moved ? point : points[finger])
      if phase != .moved { ids[finger] = nil }
    } else {
      lastID += 1
      ids[finger] = lastID
      change = TouchChange(id: lastID, phase: .began, position: point)
    }
    points[finger] = change.position
    frames += 1
    steps.append(.frame(TouchFrame(time: time, changes: [change])))
  }
}

private func check(_ events: [GestureEvent], count: Int) {
  var active = Array(repeating: false, count: count)
  var last = Timestamp.min
  for event in events {
    precondition(event.time >= last, "time goes back")
    last = event.time
    switch event.state {
    case .began:
      precondition(!active[event.gesture], "began twice")
      active[event.gesture] = true
    case .ended, .cancelled:
      precondition(active[event.gesture], "ended, and not active")
      active[event.gesture] = false
    case .changed: precondition(active[event.gesture], "changed, and not active")
    case .recognized: precondition(!active[event.gesture], "recognized while active")
    case .possible, .failed, .step: break
    }
    let text = JSONWriter.bytes { json in
      EventJSON.write(event, names: EventNames(device: "pad", gestures: ["letter", "tap", "pan"]), to: &json)
    }
    precondition((try? JSONValue(parsing: text)) != nil, "no JSON: \(String(decoding: text, as: UTF8.self))")
  }
  precondition(active.allSatisfy { !$0 }, "a gesture never ends")
}
