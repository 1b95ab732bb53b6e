import GestureTesting

@testable import GestureCore

/// A set of recognizers and a script whose places, times and limits are multiples of a few steps: what is measured then
/// often equals a limit, which random numbers never do. The script has what a device sends besides motion, too: clicks,
/// resyncs, dropped jumps, phantom touches, contacts that were held back, hover, `when` and switching off.
struct GridStream {
  private(set) var set: RecognizerSet
  private(set) var steps: [ScriptStep] = []
  private var random: SplitMix64
  private var time: Timestamp = 0
  private let tick: Timestamp
  /// mm.
  private let pitch: Double
  private var places: [Int64: Point] = [:]
  private var speeds: [Int64: Point] = [:]
  private var phantoms: Set<Int64> = []
  private var hovering: (id: Int64, height: Int)?
  private var nextID: Int64
  /// The device goes, with what is down.
  private var isCancelled = false

  /// - Parameters:
  ///   - types: of the recognizers.
  ///   - first: of the first one.
  init(seed: UInt64, types: [GestureType] = GestureType.allCases, first: GestureType? = nil) {
    self.init(seed: seed) { generator in
      generator.types = types
      generator.first = first
      return generator.recognizers()
    }
  }

  /// - Parameter draw: what the recognizers are drawn by.
  init(seed: UInt64, draw: (inout StreamGenerator) -> RecognizerSet) {
    var generator = StreamGenerator(seed: seed << 22 | 5)
    set = draw(&generator)
    random = generator.random
    // Touches have the lanes of their numbers modulo 64.
    nextID = Int64(random.pick([1, 1, 63, 64, 126]))
    tick = Timestamp(random.pick([10, 10, 20, 25, 50])) * .millisecond
    pitch = random.pick([0.5, 1, 1, 2, 5])
    if random.oneIn(6) { set.recognizers.append(RecognizerDefinition("hover", .hover, set.deviceClass)) }
    set.isSemiMT = random.oneIn(12)
    if random.oneIn(4) { set.stage = Size(width: 100, height: 50) }
    set.recognizers = set.recognizers.map { varied($0, seed) }
    for index in set.recognizers.indices.dropFirst() where random.oneIn(4) {
      set.recognizers[index].requireFailureOf.append(random.pick(Array(set.recognizers[..<index])).name)
    }
    for _ in 0..<random.int(1...3) { addSequence() }
  }

  private mutating func varied(_ definition: RecognizerDefinition, _ seed: UInt64) -> RecognizerDefinition {
    var definition = definition.onGrid(seed)
    if random.oneIn(20) { definition.off = .disabled }
    if random.oneIn(10) {
      definition.region = Region(left: 20, right: 60, top: 10, bottom: 40)
    }
    let steps = definition.parameters.steps.map { step in
      var step = step.onGrid(seed)
      if random.oneIn(6) { step.region = Region(left: 0, right: 50, top: 0, bottom: 50) }
      return step
    }
    if !steps.isEmpty { definition.parameters.steps = steps }
    return definition
  }

  /// All events and the reasons of failures, where the touches are, and after each step when the arena must be called next
  /// and whether it reads motion.
  var trace: String {
    let names = set.recognizers.map(\.name)
    let arena = Arena(set.definition)
    arena.reading = .all
    var lines: [String] = []
    func note(_ arena: Arena) {
      for event in arena.events.all {
        let touches = arena.touchPoints[event.touches].map {
          "\(Notation.short($0.x)),\(Notation.short($0.y))"
        }
        lines.append("\(event.notation(names)) \(event.fingers) \(touches)")
      }
      arena.removeEvents()
      lines.append("\(arena.nextDeadline) \(arena.needsMotion)")
    }
    for step in steps {
      arena.take(step, index)
      note(arena)
    }
    if isCancelled { arena.cancelAll(at: time) }
    note(arena)
    arena.advance(to: .never)
    note(arena)
    return lines.joined(separator: "\n")
  }

  private func index(of name: String) -> Int { set.recognizers.firstIndex { $0.name == name } ?? 0 }

  // MARK: Motion

  private mutating func addSequence() {
    let fingers = random.pick([1, 1, 1, 2, 2, 3, 4])
    land(fingers)
    for _ in 0..<random.int(0...4) {
      steer()
      for _ in 0..<random.pick([1, 2, 4, 8]) { move() }
      switch random.int(0...9) {
      case 0...2: pause()
      case 3: land(1)
      case 4 where places.count > 1: leave(1)
      case 5: special()
      case 6: toggle()
      case 7: hover()
      default: break
      }
    }
    isCancelled = random.oneIn(6)
    if isCancelled && random.oneIn(2) { return }
    while !places.isEmpty { leave(random.oneIn(3) ? 1 : places.count) }
    pause()
  }

  private mutating func pause() {
    time += tick * Timestamp(random.pick([1, 2, 4, 5, 10, 20, 30]))
    if random.oneIn(2) { steps.append(.advance(time)) }
  }

  private mutating func land(_ count: Int) {
    // Together, or one after the other.
    let together = random.oneIn(2)
    var frame = next()
    let first = Point(grid(0, set.stage.width), grid(0, set.stage.height))
    for finger in 0..<count {
      let place = inside(first + Point(Double(finger % 2) * 20, Double(finger / 2) * 15))
      let isPhantom = places.count > 1 && random.oneIn(12)
      var change = TouchChange(id: nextID, phase: .began, position: place, isPhantom: isPhantom)
      if !isPhantom && random.oneIn(12) {
        let landing = ContactLanding(
          position: inside(place + direction() * Double(random.int(0...4))),
          time: max(0, frame.time - tick * Timestamp(random.int(0...10))))
        change = TouchChange(id: nextID, phase: .began, position: place, landing: landing)
      }
      if isPhantom { phantoms.insert(nextID) }
      places[nextID] = place
      frame.changes.append(change)
      nextID += 1
      if !together && finger + 1 < count {
        steps.append(.frame(frame))
        frame = next()
      }
    }
    steps.append(.frame(frame))
  }

  private mutating func leave(_ count: Int) {
    var frame = next()
    for id in places.keys.sorted().prefix(count) {
      let phase: TouchPhase = random.oneIn(20) ? .cancelled : .ended
      frame.changes.append(TouchChange(id: id, phase: phase, position: places[id] ?? .zero))
      places[id] = nil
    }
    steps.append(.frame(frame))
    // A finger that lands in the frame of a lift.
    if random.oneIn(10), case .frame(var last)? = steps.popLast() {
      let place = Point(grid(0, set.stage.width), grid(0, set.stage.height))
      last.changes.append(TouchChange(id: nextID, phase: .began, position: place))
      places[nextID] = place
      nextID += 1
      steps.append(.frame(last))
    }
  }

  /// Which way the fingers go from here: together, apart, around, or one alone.
  private mutating func steer() {
    speeds = [:]
    let ids = places.keys.sorted()
    let common = direction() * Double(random.pick([0, 1, 1, 2, 3]))
    let centre = ids.compactMap { places[$0] }.reduce(.zero, +) * (1 / Double(max(ids.count, 1)))
    let kind = random.int(0...5)
    for (index, id) in ids.enumerated() {
      let arm = (places[id] ?? .zero) - centre
      let outward = Point(sign(arm.x), sign(arm.y))
      speeds[id] =
        switch kind {
        case 0: outward
        case 1: outward * -1
        case 2: Point(-outward.y, outward.x) * Double(random.int(1...2))
        case 3 where index > 0: .zero
        default: common
        }
    }
  }

  private mutating func move() {
    var frame = next()
    for id in places.keys.sorted() where !phantoms.contains(id) {
      guard let old = places[id], let speed = speeds[id], speed != .zero else { continue }
      let place = inside(old + speed * pitch)
      places[id] = place
      frame.changes.append(TouchChange(id: id, phase: .moved, position: place))
    }
    if random.oneIn(40) { frame.head.flags.insert(.click) }
    if !frame.changes.isEmpty || !frame.head.flags.isEmpty { steps.append(.frame(frame)) }
  }

  // MARK: What is no motion

  /// A resync, a dropped jump, a new count of fingers, a click.
  private mutating func special() {
    var frame = next()
    let kind = random.int(0...3)
    let flags: [FrameHead.Flags] = [.resync, [], .reanchorsReferences, .click]
    frame.head.flags = flags[kind]
    for id in places.keys.sorted() where kind < 2 && !phantoms.contains(id) && !random.oneIn(3) {
      let place = inside((places[id] ?? .zero) + direction() * Double(random.int(0...12)))
      places[id] = place
      frame.changes.append(TouchChange(id: id, phase: .reanchored, position: place, isJump: kind == 1))
    }
    if !frame.changes.isEmpty || !frame.head.flags.isEmpty { steps.append(.frame(frame)) }
  }

  private mutating func toggle() {
    let definition = random.pick(set.recognizers)
    let isOn = random.oneIn(2)
    time += tick
    steps.append(
      random.oneIn(2) ? .enable(definition.name, isOn, time) : .permit(definition.name, isOn, time))
  }

  private mutating func hover() {
    var frame = next()
    let place = Point(grid(0, set.stage.width), grid(0, set.stage.height))
    func change(_ phase: HoverChange.Phase, _ id: Int64, _ height: Int) -> HoverChange {
      HoverChange(
        id: id, phase: phase, position: place, distance: Double(height), z: Double(height) / 10)
    }
    if let above = hovering, random.oneIn(2) {
      frame.hover = [change(random.oneIn(3) ? .cancelled : .ended, above.id, above.height)]
      hovering = nil
    } else if let above = hovering {
      frame.hover = [change(.moved, above.id, random.int(0...10))]
    } else {
      hovering = (nextID, random.int(0...10))
      frame.hover = [change(.began, nextID, hovering?.height ?? 0)]
      nextID += 1
    }
    steps.append(.frame(frame))
  }

  // MARK: The grid

  private mutating func next() -> TouchFrame {
    time += tick
    return TouchFrame(time: time, changes: [])
  }

  private mutating func grid(_ low: Double, _ high: Double) -> Double {
    let count = Int((high - low) / 10)
    // The borders and what is near them are drawn more often.
    let index = random.oneIn(4) ? random.pick([0, count]) : random.int(0...count)
    return low + Double(index) * 10
  }

  private mutating func direction() -> Point {
    random.pick([
      Point(1, 0), Point(-1, 0), Point(0, 1), Point(0, -1), Point(1, 1), Point(-1, 1), Point(1, -1),
      Point(2, 1), Point(1, 3),
    ])
  }

  private func inside(_ place: Point) -> Point {
    Point(min(max(place.x, 0), set.stage.width), min(max(place.y, 0), set.stage.height))
  }

  private func sign(_ value: Double) -> Double { value > 0 ? 1 : value < 0 ? -1 : 0 }
}

extension Arena {
  /// - Parameter index: of a recognizer by its name.
  func take(_ step: ScriptStep, _ index: (String) -> Int) {
    switch step {
    case .frame(let frame): feed(frame)
    case .advance(let time): advance(to: time)
    case .enable(let name, let isEnabled, let time): setEnabled(index(name), isEnabled, at: time)
    case .typing(let time): noteTyping(at: time)
    case .client(let name, let isPresent, let time):
      setClient(index(name), isPresent: isPresent, at: time)
    case .propose(let name, let proposal, let seen, let time):
      propose(proposal, of: index(name), seen: seen, at: time)
    case .permit(let name, let isPermitted, let time):
      advance(to: time)
      setPermitted(index(name), isPermitted)
    }
  }
}
