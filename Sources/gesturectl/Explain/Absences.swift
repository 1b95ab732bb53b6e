import ControlProtocol
import GestureConfig
import GestureCore

/// Why touches were kept from gestures in a touch sequence (interface.md §3.1), for every view of sequences. The reasons follow from
/// the configuration and from where the touches landed. They are found after the sequence, so that a frame costs nothing.
struct Absences {
  private let configuration: Configuration
  private let identity: DeviceIdentity
  private var exclusion: Configuration.Exclusion?
  private let surface: EventSurface
  private var commands: [TimedCommand] = []
  /// Whether each gesture that applies to the device is enabled, by name.
  private let enabled: [String: Bool]
  /// The gestures to name. The outcomes of the others are unknown.
  var isChosen: (GestureBinding) -> Bool = { _ in true }

  init(_ device: ConfiguredDevice, _ configuration: Configuration, commands: [TimedCommand] = []) {
    self.init(
      device.identity, EventSurface(stage: device.stage, zones: device.zones),
      enabled: Dictionary(device.definitions.map { ($0.name, $0.enabled) }) { first, _ in first },
      configuration)
    (exclusion, self.commands) = (device.exclusion, commands)
  }

  /// The device of a running daemon.
  ///
  /// - Parameter enabled: the gestures that the daemon has for it, and whether each is enabled.
  init(
    _ identity: DeviceIdentity, _ surface: EventSurface, enabled: [String: Bool],
    _ configuration: Configuration
  ) {
    self.configuration = configuration
    self.identity = identity
    self.surface = surface
    self.enabled = enabled
  }

  struct Absence: Equatable {
    /// The index in the names of events.
    var gesture: Int
    var why: String
    /// mm from the gesture's zone.
    var distance = 0.0
  }

  /// If nothing was recognized: the gestures for as many fingers from which touches were kept, the nearest zones first. Otherwise
  /// the recognized ones that were over when another touch landed.
  func list(_ sequence: TouchSequence, _ names: EventNames) -> [Absence] {
    let all = configuration.gestures.enumerated().compactMap { place, binding -> (Absence, fits: Bool)? in
      guard isChosen(binding), let gesture = Self.index(of: binding.name, place, names),
        sequence.recognized.isEmpty || sequence.fired(gesture),
        let absence = absence(gesture, binding, sequence, names)
      else { return nil }
      return (absence, definition(of: binding)?.fingers.contains(sequence.fingers) ?? true)
    }.sorted { ($0.0.distance, $0.0.gesture) < ($1.0.distance, $1.0.gesture) }
    let fitting = all.filter(\.fits)
    return (fitting.isEmpty && sequence.isEmpty ? all : fitting).map(\.0)
  }

  /// Why touches were kept from one gesture; nil if none was, or the reason is one of its events.
  func reason(of name: String, _ sequence: TouchSequence, _ names: EventNames) -> String? {
    guard let place = configuration.gestures.firstIndex(where: { $0.name == name }),
      let gesture = Self.index(of: name, place, names)
    else { return nil }
    return absence(gesture, configuration.gestures[place], sequence, names)?.why
  }

  /// The gesture as it is on the device, or as it would be on one of another class.
  func definition(of name: String) -> RecognizerDefinition? {
    configuration.gestures.first { $0.name == name }.flatMap(definition)
  }
  private func definition(of binding: GestureBinding) -> RecognizerDefinition? {
    binding.definitions[identity.deviceClass] ?? binding.definitions.values.first
  }

  /// Names are usually in the configuration's order.
  private static func index(of name: String, _ place: Int, _ names: EventNames) -> Int? {
    let all = names.gestures
    return all.indices.contains(place) && all[place] == name ? place : all.firstIndex(of: name)
  }

  private func absence(
    _ gesture: Int, _ binding: GestureBinding, _ sequence: TouchSequence, _ names: EventNames
  ) -> Absence? {
    func absence(_ why: String) -> Absence { Absence(gesture: gesture, why: why) }
    if sequence.fired(gesture) {
      return sequence.late(for: gesture, binding, definition(of: binding)?.fingers).map(absence)
    }
    let surface = names.surface ?? surface
    // A gesture that got some of the touches reports only how many.
    if let last = sequence.states[gesture], last.failure?.unit != .fingers { return nil }
    if let exclusion { return absence("the device is not used: \(exclusion.text)") }
    guard binding.definitions[identity.deviceClass] != nil else {
      let classes = binding.definitions.keys.map { $0.rawValue + "s" }.sorted().joined(separator: " and ")
      return absence("for \(classes); this is a \(identity.deviceClass.rawValue)")
    }
    guard let usual = enabled[binding.name] else {
      // A gesture that the daemon does not have for another reason is not in its configuration yet.
      if binding.deviceNames.isEmpty { return nil }
      let names = binding.deviceNames.map { "\"\($0)\"" }.joined(separator: ", ")
      return absence("`device` is \(names); this is \"\(identity.name)\"")
    }
    guard isEnabled(binding.name, usual, at: sequence.start) else { return absence("disabled") }
    return landing(gesture, binding, sequence, surface)
  }

  /// Whether a gesture was enabled when a sequence began, after the commands before it.
  private func isEnabled(_ name: String, _ usual: Bool, at start: Timestamp) -> Bool {
    var isEnabled = usual
    for action in commands.filter({ $0.time <= start }).flatMap(\.actions) {
      if case .setEnabled(name, let value) = action { isEnabled = value }
    }
    return isEnabled
  }

  // MARK: Where touches landed

  /// Why every touch was kept from a gesture: that of the touch nearest to its zone. If enough fingers were down and it got too few
  /// of them, why one of the others was kept from it.
  private func landing(
    _ gesture: Int, _ binding: GestureBinding, _ sequence: TouchSequence, _ surface: EventSurface
  ) -> Absence? {
    let all = sequence.trails.map { obstacle(binding, $0, surface) }
    let kept = all.enumerated().compactMap { touch, obstacle in obstacle.map { (touch, obstacle: $0) } }
    guard let nearest = kept.min(by: { $0.obstacle.distance < $1.obstacle.distance }) else { return nil }
    let (why, distance) = nearest.obstacle
    if kept.count == all.count { return Absence(gesture: gesture, why: why, distance: distance) }
    guard let counts = definition(of: binding)?.fingers, counts.contains(sequence.fingers),
      all.count - kept.count < counts.lowerBound
    else { return nil }
    return Absence(gesture: gesture, why: "touch \(nearest.0 + 1) \(why)", distance: distance)
  }

  /// The zone that kept a touch from a gesture. A sequence of gestures begins where its first step does.
  private func obstacle(_ binding: GestureBinding, _ trail: TouchTrail, _ surface: EventSurface)
    -> (why: String, distance: Double)?
  {
    guard let landing = trail.landing else { return nil }
    let own = (binding.zone.map { [$0] } ?? []) + (binding.steps.first?.zones ?? [])
    func region(_ zone: ZoneSelection) -> Region? { surface.zones.first { $0.name == zone.name }?.region }
    for zone in own {
      guard let region = region(zone), !region.contains(landing) else { continue }
      let distance = region.distance(to: landing)
      // A touch that is outside by less than 0.1 mm is not 0 mm outside.
      let shown = max((distance * 10).rounded() / 10, 0.1)
      return ("landed \(shown.svg) mm outside `\(zone.name)`", distance)
    }
    for zone in configuration.zones where zone.mask.hidesTouches(isOwn: own.contains { $0.name == zone.name })
    {
      if region(zone)?.contains(landing) == true { return (Self.text(zone), 0) }
    }
    return nil
  }

  private static func text(_ zone: ZoneSelection) -> String {
    switch zone.mask {
    case .none: "landed in the dead zone `\(zone.name)`"
    case .own: "landed in `\(zone.name)`, whose touches belong to its own gestures"
    case .outer, .all: "landed in `\(zone.name)`, whose touches belong to the gestures without this zone"
    }
  }
}

extension TouchSequence {
  /// Why a gesture that is over did not take a touch that made up its fingers again; nil if there was none. A motion that ended
  /// begins again when its fingers are complete (recognizers.md §3.6).
  fileprivate func late(for gesture: Int, _ binding: GestureBinding, _ counts: ClosedRange<Int>?) -> String? {
    let traits = binding.type.traits
    guard isOver, fired(gesture), !traits.repeats, let last = events.last(where: { $0.gesture == gesture }),
      [.recognized, .ended, .cancelled].contains(last.state), last.state != .ended || !traits.beginsAgain
    else { return nil }
    for (number, trail) in trails.enumerated() where trail.landing != nil && trail.start > last.time {
      let down = trails.count { $0.start <= trail.start && ($0.isDown || $0.end > trail.start) }
      guard counts?.contains(down) ?? true else { continue }
      let place = binding.zone.map { " in `\($0.name)`" } ?? ""
      return
        "over from \(last.time.seconds) s until all fingers\(place) have lifted; touch \(number + 1) landed at \(trail.start.seconds) s"
    }
    return nil
  }
}
