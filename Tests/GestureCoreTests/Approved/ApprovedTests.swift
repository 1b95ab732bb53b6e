import GestureTesting
import Testing

@testable import GestureCore

/// What the core makes of fixed random input, compared with what it made when the lines were approved. It notices a change of
/// behaviour that no row describes; whether the change is right, the person who approves it decides.
@Suite struct `approved output` {
  private static let arenas = UInt64(1)...2000

  @Test func `random recognizers on random and shaped streams`() {
    let lines = Self.arenas.lazy.map { seed in
      let text = Self.trace(Self.sample(seed))
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: ";") }) \(digest(text))"
    }
    ApprovedFile("streams.txt").compare(lines) { index in
      let sample = Self.sample(UInt64(index + 1))
      return "  \(sample)\n  \(Self.trace(sample))"
    }
  }

  @Test func `recognizers and streams on a grid, where measures equal limits`() {
    let lines = (UInt64(1)...8000).lazy.map { seed in
      let text = GridStream(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("grid.txt").compare(lines) { GridStream(seed: UInt64($0 + 1)).trace }
  }

  @Test func `buttons, typing, conditions and sectors on the grid`() {
    let lines = (UInt64(1)...6000).lazy.map { seed in
      let text = ButtonStream(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("buttons.txt").compare(lines) { ButtonStream(seed: UInt64($0 + 1)).trace }
  }

  @Test func `sequences on the grid`() {
    let lines = (UInt64(1)...4000).lazy.map { seed in
      let text = GridStream.ofSequences(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("sequences.txt").compare(lines) { GridStream.ofSequences(seed: UInt64($0 + 1)).trace }
  }

  @Test func `force presses on the grid`() {
    let lines = (UInt64(1)...3000).lazy.map { seed in
      let text = ForceStream(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("forces.txt").compare(lines) { ForceStream(seed: UInt64($0 + 1)).trace }
  }

  private static func sample(_ seed: UInt64) -> StreamCase {
    var generator = StreamGenerator(seed: seed << 20)
    var sample = generator.sample()
    if generator.random.oneIn(2) { sample.stream = generator.shapedStream() }
    for index in sample.set.recognizers.indices where generator.random.oneIn(3) {
      sample.set.recognizers[index] = sample.set.recognizers[index].varied(&generator.random)
    }
    sample.set.isSemiMT = generator.random.oneIn(10)
    return sample
  }

  private static func trace(_ sample: StreamCase) -> String {
    let names = sample.set.recognizers.map(\.name)
    return sample.set.run(sample.stream.script, explains: true).map { $0.notation(names) + ";" }.joined(
      separator: "\n")
  }

  @Test func `random contacts on every kind of device`() {
    let count = UInt64(RandomEventTests.devices.count)
    let lines = (0..<count * 60).lazy.map { number in
      let text = DeviceTrace(seed: number, device: RandomEventTests.devices[Int(number % count)]).text
      return "\(number) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("devices.txt").compare(lines) { number in
      DeviceTrace(seed: UInt64(number), device: RandomEventTests.devices[number % Int(count)]).text
    }
  }

  @Test func `whole devices on a grid, with claims and twins`() {
    let devices = RandomEventTests.devices
    let lines = (0..<devices.count * 100).lazy.map { number in
      let text = PipelineTrace(seed: UInt64(number), device: devices[number % devices.count]).text
      return "\(number) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("pipelines.txt").compare(lines) { number in
      PipelineTrace(seed: UInt64(number), device: devices[number % devices.count]).text
    }
  }

  @Test func `any contacts on any device`() {
    let lines = (UInt64(1)...2000).lazy.map { seed in
      let text = ContactTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("contacts.txt").compare(lines) { ContactTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `thumbs and palms of a touchpad`() {
    let lines = (UInt64(1)...1500).lazy.map { seed in
      let text = PalmTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("palms.txt").compare(lines) { PalmTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `any device as a whole, with claims and twins`() {
    let lines = (UInt64(1)...400).lazy.map { seed in
      let text = PipelineTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("machines.txt").compare(lines) { PipelineTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `any pad that senses force as a whole`() {
    let lines = (UInt64(1)...800).lazy.map { seed in
      let text = PipelineTrace(pressing: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("presses.txt").compare(lines) { PipelineTrace(pressing: UInt64($0 + 1)).text }
  }

  @Test func `virtual devices that follow random gestures`() {
    let lines = (UInt64(1)...1000).lazy.map { seed in
      let text = VirtualTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("virtual.txt").compare(lines) { VirtualTrace(seed: UInt64($0 + 1)).text }
  }

  /// The defaults of recognizers.md §4, as the parameters have them.
  @Test func `the presets of every type and class`() {
    var lines: [String] = []
    for type in GestureType.allCases {
      for deviceClass in DeviceClass.allCases {
        let parameters = type.defaults(deviceClass)
        for key in type.keys {
          lines.append(
            "\(type.rawValue) \(deviceClass.rawValue) \(key.name.rawValue) \(key.preset(of: parameters))")
        }
        let traits = type.traits
        lines.append("\(type.rawValue) \(deviceClass.rawValue) traits \(traits)")
        lines.append(
          "\(type.rawValue) \(deviceClass.rawValue) states \(traits.states.map(\.rawValue).joined(separator: " "))"
        )
        let isGuarded = (1...4).map { fingers in
          RecognizerDefinition("x", type, deviceClass, fingers: fingers...fingers).isOfTypingHand ? "1" : "0"
        }
        lines.append("\(type.rawValue) \(deviceClass.rawValue) typing \(isGuarded.joined())")
        lines.append(
          "\(type.rawValue) \(deviceClass.rawValue) waits \(String(describing: parameters.longestWait)) \(String(describing: parameters.decisionWait)) \(parameters.tapCount) \(String(describing: parameters.leastExtent))"
        )
      }
    }
    ApprovedFile("presets.txt").compare(lines)
  }

  /// Which pairs wait for each other, or pre-empt each other, without a word in the configuration.
  @Test func `the implicit requirements of every pair`() {
    var lines: [String] = []
    let all = Self.definitions
    for one in all {
      for other in all {
        let graph = FailureGraph([one, other], implicitRequirements: true)
        guard !graph.edges.isEmpty else { continue }
        let edges = graph.edges.map { "\($0.waiter) waits for \($0.requirement)" }
        lines.append("\(one.name) \(other.name) \(edges.joined(separator: ", "))")
      }
    }
    ApprovedFile("requirements.txt").compare(lines)
  }

  /// For pairs of random definitions: which waits, and which takes the touches from the other.
  @Test func `waits and pre-emption of random pairs`() {
    let lines = (UInt64(1)...2500).lazy.map { seed in
      var random = SplitMix64(seed: seed << 16)
      let one = random.pick(Self.definitions)
      let other = random.oneIn(3) ? one : random.pick(Self.definitions)
      var pair = [one, other]
      for index in pair.indices {
        pair[index].name = index == 0 ? "first" : "second"
        for _ in 0..<random.int(0...2) { pair[index] = pair[index].varied(&random) }
        if random.oneIn(8) { pair[index].priority = 1 }
        if random.oneIn(10) { pair[index].region = Region(left: 0, right: 50, top: 0, bottom: 50) }
        if random.oneIn(10) { pair[index].region = Region(left: 50, right: 90, top: 10, bottom: 50) }
      }
      let graph = FailureGraph(pair, implicitRequirements: true)
      let edges = graph.edges.map { "\($0.waiter)>\($0.requirement)" }.joined(separator: " ")
      let taken = [(0, 1), (1, 0)].map { winner, loser in
        Rivalry(winner: pair[winner], loser: pair[loser], isFirst: winner == 0).isDecided ? "\(winner)" : "-"
      }
      return "\(seed) \(one.type.rawValue) \(other.type.rawValue) \(edges) \(taken.joined())"
    }
    ApprovedFile("pairs.txt").compare(lines)
  }

  /// Of pairs that differ in one or two keys, with round values that are often equal: which waits, which takes the touches,
  /// and what contradicts itself.
  @Test func `pairs of alike definitions`() {
    let types = GestureType.allCases.filter { $0 != .hover }
    let lines = (UInt64(1)...4000).lazy.map { seed in
      var random = SplitMix64(seed: seed << 18 | 3)
      let deviceClass = random.pick(DeviceClass.allCases)
      let fingers = random.pick([nil, 1...1, 2...2, 2...3, 1...Int.max])
      let one = RecognizerDefinition("first", random.pick(types), deviceClass, fingers: fingers).onGrid(seed)
      var other = random.oneIn(6) ? RecognizerDefinition("x", random.pick(types), deviceClass) : one
      other.name = "second"
      if random.oneIn(4) { other.fingers = random.pick([1...1, 2...2, 3...3, 1...2]) }
      for _ in 0..<random.int(0...2) {
        if let key = other.type.keys.isEmpty ? nil : random.pick(other.type.keys) {
          key.setRound(&other.parameters, &random)
        }
      }
      let graph = FailureGraph([one, other], implicitRequirements: true)
      let edges = graph.edges.map { "\($0.waiter)>\($0.requirement)" }.joined(separator: " ")
      let taken = [
        Rivalry(winner: one, loser: other, isFirst: true), Rivalry(winner: other, loser: one, isFirst: false),
        Rivalry(winner: other, loser: one, isFirst: true),
      ].map { $0.isDecided ? "1" : "0" }.joined()
      let contradictions = other.parameters.contradictions.map { "\($0.keys.map(\.rawValue)) \($0.message)" }
      let parameters = other.parameters
      let waits = [parameters.longestWait, parameters.decisionWait].map { $0.map { "\($0)" } ?? "-" }
      return
        "\(seed) \(one.type.rawValue) \(other.type.rawValue) \(edges) \(taken) \(waits.joined(separator: " "))"
        + " \(parameters.leastExtent.map { Notation.short($0) } ?? "-") \(digest(contradictions.joined()))"
    }
    ApprovedFile("alike.txt").compare(lines)
  }

  @Test func `the table of known devices`() {
    ApprovedFile("known-devices.txt").compare(DeviceKnowledge.table.map { "\($0)" })
  }

  private static var definitions: [RecognizerDefinition] {
    var all: [RecognizerDefinition] = []
    for type in GestureType.allCases where type != .sequence {
      let usual = RecognizerDefinition("x", type, .touchpad).fingers
      for fingers in Set([usual, 1...1, 2...2, 3...Int.max]).sorted(by: {
        ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
      }) {
        let ends =
          fingers.upperBound == .max
          ? "\(fingers.lowerBound).." : "\(fingers.lowerBound)..\(fingers.upperBound)"
        all.append(RecognizerDefinition("\(type.rawValue)-\(ends)", type, .touchpad, fingers: fingers))
      }
    }
    return all
  }
}

extension ParameterKey {
  fileprivate func preset(of parameters: AnyParameters) -> String {
    switch kind {
    case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
      Notation.short(access.get(parameters), 6)
    case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
      "\(Notation.short(slow.get(parameters), 6)) \(Notation.short(fast.get(parameters), 6))"
    case .duration(let access, _): "\(access.get(parameters))"
    case .count(let access, _), .countOrNone(let access, _): "\(access.get(parameters))"
    case .countOrAny(let access, _): "\(String(describing: access.get(parameters)))"
    case .flag(let access): "\(access.get(parameters))"
    case .choice(let access, _): access.get(parameters)
    case .words(let access, _): "\(access.get(parameters))"
    case .spread(let absolute, let relative):
      "\(Notation.short(absolute.get(parameters), 6)) \(String(describing: relative.get(parameters)))"
    case .forces(let access):
      "\(access.get(parameters).first) \(String(describing: access.get(parameters).second))"
    case .template(let access): "\(access.get(parameters).count)"
    case .steps(let access): "\(access.get(parameters).count)"
    }
  }
}
