import GestureTesting

@testable import GestureCore

/// The frames that any contacts make on any device, what was withheld, and the faults that were noticed.
struct ContactTrace {
  var text: String { lines.joined(separator: "\n") }
  private var lines: [String] = []

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed << 24 | 13)
    var any = AnyDevice(SplitMix64(seed: random.next()))
    let device = any.description
    let edges = random.oneIn(4) ? EdgeSet(rawValue: UInt8(random.int(1...15))) : []
    var input = TouchInput(
      device: device, settings: any.settings(), edgePans: edges, readsButtons: random.oneIn(2),
      readsForce: random.oneIn(2))
    input.withholding.isOn = random.oneIn(2)
    lines.append("\(input.stage) \(input.deviceClass) \(input.warnings)")
    var hand = AnyHand(device)
    for _ in 0..<random.int(20...120) {
      take(hand.frame(&random), &input, &random)
      if random.oneIn(100) { input.reset() }
    }
    input.explainPresent()
    noteWithheld(&input)
    lines.append("\(input.warnings)")
  }

  private mutating func take(
    _ events: [InputEvent], _ input: inout TouchInput, _ random: inout SplitMix64
  ) {
    if random.oneIn(50) {
      input.beginResync()
      for event in events where input.consume(event) { note(&input) }
      if input.endResync(at: events.last?.time ?? 0) { note(&input) }
    } else if random.oneIn(2) {
      for event in events where input.consume(event) { note(&input) }
    } else {
      var next = 0
      while input.consume(events.span, from: &next) { note(&input) }
    }
    noteWithheld(&input)
    let contacts = input.contacts
    lines.append("\(contacts.fingers) \(contacts.slots) \(input.touchesDown) \(input.faults.rawValue)")
  }

  private mutating func note(_ input: inout TouchInput) {
    if input.built.parts.contains(.forces) {
      let forces = input.changedForces
      for place in forces.indices { lines.append("\(forces[place])") }
    }
    for frame in input.takeFrames() {
      lines.append("\(EventScript.text(frame)) \(frame.head.flags.rawValue)")
    }
  }

  private mutating func noteWithheld(_ input: inout TouchInput) {
    lines += input.withholding.contacts.map { "\($0)" }
    input.withholding.contacts.removeAll()
  }
}
