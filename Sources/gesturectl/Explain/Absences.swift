import ControlProtocol
import GestureConfig
import GestureCore

/// Why gestures received no touch of a touch sequence (interface.md §3.1). The reasons follow from the configuration and from
/// where the touches landed. They are found after the sequence, so that a frame costs nothing.
struct Absences {
  private let configuration: Configuration
  private let identity: DeviceIdentity
  private let exclusion: Configuration.Exclusion?
  private let commands: [TimedCommand]
  /// The gestures to name; empty for all. The outcomes of the others are unknown.
  var chosen: [String] = []

  init(_ device: ConfiguredDevice, _ configuration: Configuration, commands: [TimedCommand]) {
    self.configuration = configuration
    identity = device.identity
    exclusion = device.exclusion
    self.commands = commands
  }

  struct Absence: Equatable {
    var gesture: Int
    var why: String
    /// mm from the gesture's zone.
    var distance = 0.0
  }

  /// The gestures for as many fingers that received no touch, if nothing was recognized; the nearest zones first.
  func list(_ sequence: TouchSequence, on surface: EventSurface?) -> [Absence] {
    guard sequence.recognized.isEmpty else { return [] }
    let all = configuration.gestures.indices.compactMap { index -> Absence? in
      let gesture = configuration.gestures[index]
      guard sequence.states[index] == nil, chosen.isEmpty || chosen.contains(gesture.name) else { return nil }
      return absence(index, gesture, sequence, surface)
    }.sorted { ($0.distance, $0.gesture) < ($1.distance, $1.gesture) }
    let fitting = all.filter { fingers(of: $0.gesture)?.contains(sequence.fingers) ?? true }
    return fitting.isEmpty && sequence.isEmpty ? all : fitting
  }

  /// Why one gesture received no touch; nil if none of the reasons applies.
  func reason(_ gesture: Int, _ sequence: TouchSequence, on surface: EventSurface?) -> String? {
    absence(gesture, configuration.gestures[gesture], sequence, surface)?.why
  }

  private func fingers(of gesture: Int) -> ClosedRange<Int>? {
    let definitions = configuration.gestures[gesture].definitions
    return (definitions[identity.deviceClass] ?? definitions.values.first)?.fingers
  }

  private func absence(
    _ index: Int, _ gesture: GestureBinding, _ sequence: TouchSequence, _ surface: EventSurface?
  ) -> Absence? {
    if let exclusion { return Absence(gesture: index, why: "the device is not used: \(exclusion.text)") }
    guard let definition = gesture.definitions[identity.deviceClass] else {
      let classes = gesture.definitions.keys.map { $0.rawValue + "s" }.sorted().joined(separator: " and ")
      return Absence(gesture: index, why: "for \(classes); this is a \(identity.deviceClass.rawValue)")
    }
    guard gesture.applies(to: identity) else {
      let names = gesture.deviceNames.map { "\"\($0)\"" }.joined(separator: ", ")
      return Absence(gesture: index, why: "`device` is \(names); this is \"\(identity.name)\"")
    }
    guard isEnabled(gesture.name, definition.enabled, at: sequence.start) else {
      return Absence(gesture: index, why: "disabled")
    }
    return surface.flatMap { landing(index, gesture, sequence, $0) }
  }

  /// Whether a gesture was enabled when a sequence began, after the commands before it.
  private func isEnabled(_ name: String, _ usual: Bool, at start: Timestamp) -> Bool {
    var isEnabled = usual
    for action in commands.filter({ $0.time <= start }).flatMap(\.actions) {
      if case .setEnabled(name, let value) = action { isEnabled = value }
    }
    return isEnabled
  }

  /// Why no touch landed where the gesture receives touches. A sequence of gestures begins where its first step does.
  private func landing(
    _ index: Int, _ gesture: GestureBinding, _ sequence: TouchSequence, _ surface: EventSurface
  ) -> Absence? {
    let landings = sequence.trails.map { $0.points[0].position }
    guard !landings.isEmpty else { return nil }
    let own = (gesture.zone.map { [$0] } ?? []) + (gesture.steps.first?.zones ?? [])
    func region(_ zone: ZoneSelection) -> Region? { surface.zones.first { $0.name == zone.name }?.region }
    for zone in own {
      guard let region = region(zone), !landings.contains(where: region.contains) else { continue }
      let distance = landings.map(region.distance).min() ?? 0
      // A touch that is outside by less than 0.1 mm is not 0 mm outside.
      let shown = max((distance * 10).rounded() / 10, 0.1)
      return Absence(
        gesture: index, why: "landed \(shown.svg) mm outside `\(zone.name)`", distance: distance)
    }
    for zone in configuration.zones where zone.mask.hidesTouches(isOwn: own.contains { $0.name == zone.name })
    {
      guard let region = region(zone), landings.allSatisfy(region.contains) else { continue }
      return Absence(gesture: index, why: Self.text(zone))
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
