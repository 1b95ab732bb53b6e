import GestureCore
import GestureTesting

/// A row with a device: evdev events through the whole pipeline.
struct DeviceRow {
  let row: Row
  private var words: [String] { row.columns[3].split(separator: " ").map(String.init) }

  /// nil if the output is the expected one, else what is wrong.
  func failure() -> String? {
    do {
      var set = try RecognizerSet(row.recognizers)
      let device = try description()
      let settings = try settings()
      let stage = TouchInput.surface(
        of: device, deviceClass: device.deviceClass ?? .touchscreen, settings: settings
      ).stage
      let input = TouchInput(
        device: device, settings: settings, edgePans: set.recognizers.watchedEdges(on: stage),
        readsButtons: set.recognizers.readsButtons, readsForce: set.recognizers.readsForce,
        takesPens: set.recognizers.takesPens)
      set.forceUnits = device.forceUnits
      set.stage = input.stage
      set.deviceClass = input.deviceClass
      set.isSemiMT = words.contains("semi-mt")
      if set.deviceClass == .touchpad {
        set.recognizers = try RecognizerSet(row.recognizers + "; @touchpad").recognizers
      }
      var definition = set.definition
      definition.deadZone = settings.deadZone
      let pipeline = DevicePipeline(input: input, arena: Arena(definition))
      for event in try DeviceEvents(row.script).events { pipeline.consume(event) }
      // A recording that ends with a lift ends the wait for its finger.
      pipeline.announceLifts()
      pipeline.advance(to: .never)
      let names = set.recognizers.map(\.name)
      guard let what = try ExpectedTrace(row.expected).mismatch(pipeline.arena.events.all, names: names)
      else {
        return nil
      }
      return
        "\(row.id): \(what)\n  \(row.script)\n  whole output: \(notation(pipeline.arena.events.all, names))"
    } catch {
      return "\(row.id): \(error)"
    }
  }

  /// What the row sets of `[[device]]`.
  private func settings() throws -> DeviceSettings {
    var settings = DeviceSettings()
    for word in words where word.hasPrefix("hysteresis=") {
      settings.hysteresis = .radius(try quantity(String(word.dropFirst("hysteresis=".count)), .length))
    }
    return settings
  }

  private func description() throws -> DeviceDescription {
    var device = DeviceDescription(name: "conformance row")
    device.properties = [words[0] == "touchpad" ? 0 : PropertyCode.direct]
    device.keys = [KeyCode.touch]
    if words[0] == "touchpad" { device.keys.insert(KeyCode.toolFinger) }
    device.axes[AbsoluteCode.slot] = AxisRange(minimum: 0, maximum: 9)
    device.axes[AbsoluteCode.trackingID] = AxisRange(minimum: 0, maximum: 65535)
    for word in words.dropFirst() { try apply(word, to: &device) }
    for (pointer, contact) in [
      (AbsoluteCode.x, AbsoluteCode.positionX), (AbsoluteCode.y, AbsoluteCode.positionY),
    ] {
      let resolution = device.axes[pointer]?.resolution
      device.axes[pointer] = device.axes[contact]
      if let resolution { device.axes[pointer]!.resolution = resolution }
    }
    return device
  }

  private func apply(_ word: String, to device: inout DeviceDescription) throws {
    let pair = word.split(separator: "=").map(String.init)
    switch pair[0] {
    case "x": device.axes[AbsoluteCode.positionX] = try axis(pair[1])
    case "y": device.axes[AbsoluteCode.positionY] = try axis(pair[1])
    case "abs":
      let resolutions = pair[1].split(separator: ",").compactMap { Int32($0) }
      for (code, resolution) in zip([AbsoluteCode.x, AbsoluteCode.y], resolutions) {
        device.axes[code] = AxisRange(minimum: 0, maximum: 0, resolution: resolution)
      }
    case "slots": device.axes[AbsoluteCode.slot] = AxisRange(minimum: 0, maximum: Int32(pair[1])! - 1)
    case "quirk":
      device.quirks = device.quirks ?? DeviceQuirks()
      device.quirks?.note(String(word.dropFirst("quirk=".count)))
    case "hysteresis": break
    case "pressurepad": device.properties.insert(PropertyCode.pressurePad)
    case "semi-mt": device.properties.insert(PropertyCode.semiMultitouch)
    case "timestamp": device.otherCodes[EventType.miscellaneous] = [MiscellaneousCode.timestamp]
    case "tooltype": device.axes[AbsoluteCode.toolType] = AxisRange(minimum: 0, maximum: 2)
    case "buttonpad": device.properties.insert(PropertyCode.buttonPad)
    case "pressure":
      // "255", or "4095/12" with a resolution.
      let numbers = pair[1].split(separator: "/").map { Int32($0)! }
      device.axes[AbsoluteCode.contactPressure] = AxisRange(
        minimum: 0, maximum: numbers[0], resolution: numbers.count > 1 ? numbers[1] : 0)
    case "doubletap": device.keys.insert(KeyCode.toolDoubleTap)
    case "tripletap": device.keys.insert(KeyCode.toolTripleTap)
    case "click": device.keys.insert(KeyCode.leftButton)
    case "distance":
      let numbers = pair[1].split(separator: "/").map { Int32($0)! }
      device.axes[AbsoluteCode.contactDistance] = AxisRange(
        minimum: 0, maximum: numbers[0], resolution: numbers.count > 1 ? numbers[1] : 0)
    default: throw NotationError("unknown word \(word)", in: row.columns[3])
    }
  }

  /// "min..max/resolution".
  private func axis(_ text: String) throws -> AxisRange {
    let halves = text.split(separator: "/")
    let dots = halves[0].split(separator: ".")
    guard halves.count == 2, dots.count == 2, let low = Int32(dots[0]), let high = Int32(dots[1]),
      let resolution = Int32(halves[1])
    else { throw NotationError("min..max/resolution expected", in: text) }
    return AxisRange(minimum: low, maximum: high, resolution: resolution)
  }
}

/// The events of a device row.
struct DeviceEvents {
  private(set) var events: [InputEvent] = []
  private var time: Timestamp = 0
  private var slot: Int32 = 0
  /// The last value by slot and letter, from which a motion starts.
  private var values: [String: Int32] = [:]

  init(_ script: String) throws {
    for entry in script.split(separator: "|") { try read(entry.split(separator: " ").map(String.init)) }
  }

  private mutating func read(_ words: [String]) throws {
    if words[0] == "every" { return try repeats(words) }
    let isMotion = words[0].hasSuffix(">")
    guard let clock = Timestamp(isMotion ? String(words[0].dropLast()) : words[0]) else {
      throw NotationError("no time", in: words[0])
    }
    let end = clock * .millisecond
    guard isMotion else {
      time = end
      return try frame(Array(words.dropFirst()))
    }
    let begin = time
    let start = values
    while time < end {
      time = min(time + 10 * .millisecond, end)
      try frame(
        try words.dropFirst().map { try between($0, start, Double(time - begin) / Double(end - begin)) })
    }
  }

  /// "every 10 until 690: x2002 / x1998"
  private mutating func repeats(_ words: [String]) throws {
    guard let interval = Timestamp(words[1]), let end = Timestamp(words[3].dropLast()) else {
      throw NotationError("“every N until T:” expected", in: words.joined(separator: " "))
    }
    let alternatives = words.dropFirst(4).split(separator: "/").map(Array.init)
    var turn = 0
    while time + interval * .millisecond <= end * .millisecond {
      time += interval * .millisecond
      try frame(alternatives[turn % alternatives.count])
      turn += 1
    }
  }

  /// A word of a motion at a fraction of its duration; only positions change.
  private mutating func between(_ word: String, _ start: [String: Int32], _ share: Double) throws -> String {
    guard let letter = word.first, let goal = Int32(word.dropFirst()) else {
      throw NotationError("no value", in: word)
    }
    if letter == "s" { slot = goal }
    guard letter == "x" || letter == "y", let from = start["\(slot)\(letter)"] else { return word }
    return "\(letter)\(from + Int32((Double(goal - from) * share).rounded()))"
  }

  private mutating func frame(_ words: [String]) throws {
    for word in words { try event(word) }
    append(EventType.synchronization, SynchronizationCode.report, 0)
  }

  private mutating func event(_ word: String) throws {
    if word == "D" { return append(EventType.synchronization, SynchronizationCode.dropped, 0) }
    guard let letter = word.first, let value = Int32(word.dropFirst()) else {
      throw NotationError("no value", in: word)
    }
    if letter == "s" { slot = value }
    values["\(slot)\(letter)"] = value
    switch letter {
    case "s": append(EventType.absolute, AbsoluteCode.slot, value)
    case "i": append(EventType.absolute, AbsoluteCode.trackingID, value)
    case "x": append(EventType.absolute, AbsoluteCode.positionX, value)
    case "y": append(EventType.absolute, AbsoluteCode.positionY, value)
    case "t": append(EventType.absolute, AbsoluteCode.toolType, value)
    case "z": append(EventType.absolute, AbsoluteCode.contactDistance, value)
    case "p": append(EventType.absolute, AbsoluteCode.contactPressure, value)
    case "K": append(EventType.key, KeyCode.touch, value)
    case "B": append(EventType.key, KeyCode.toolDoubleTap, value)
    case "T": append(EventType.key, KeyCode.toolTripleTap, value)
    case "M": append(EventType.miscellaneous, MiscellaneousCode.timestamp, value)
    case "L": append(EventType.key, KeyCode.leftButton, value)
    default: throw NotationError("unknown event", in: word)
    }
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
