import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Tries every gesture of a configuration: its own motion is replayed with the whole configuration.
struct GestureTrial {
  enum Moment: String { case lift, threshold, thresholdAtLift = "threshold, at the lift" }

  enum Outcome: Equatable {
    /// Recognized, µs after the lift or after its own threshold; with the gestures that it waited for.
    case recognized(after: Timestamp, Moment, waits: [Int])
    case never(String)
    /// No device of the class reports it.
    case impossible(String)
    case untried(String)

    var isRecognized: Bool { if case .recognized = self { true } else { false } }
  }

  struct Result {
    var gesture: Int
    var deviceClass: DeviceClass
    var outcome: Outcome
  }

  let configuration: Configuration
  /// By gesture, then by class of device.
  private(set) var results: [Result] = []
  /// The pairs of gestures in which the first waited for the second, or failed by it.
  private(set) var met: Set<[Int]> = []

  init(_ configuration: Configuration) {
    self.configuration = configuration
    var devices: [String: TrialDevice] = [:]
    for (gesture, binding) in configuration.gestures.enumerated() {
      for deviceClass in DeviceClass.allCases {
        guard let definition = binding.definitions[deviceClass] else { continue }
        if let lack = lack(definition, deviceClass) {
          results.append(Result(gesture: gesture, deviceClass: deviceClass, outcome: .impossible(lack)))
          continue
        }
        let device = TrialDevice(for: gesture, definition, configuration, deviceClass)
        devices[device.id, default: device].gestures.append(gesture)
      }
    }
    for var device in devices.values {
      device.run()
      met.formUnion(device.met)
      results += device.outcomes.map {
        Result(gesture: $0.key, deviceClass: device.identity.deviceClass, outcome: $0.value)
      }
    }
    results.sort { ($0.gesture, $0.deviceClass.rawValue) < ($1.gesture, $1.deviceClass.rawValue) }
  }

  /// Why no device of the class reports what the gesture reads; nil if one does.
  private func lack(_ definition: RecognizerDefinition, _ deviceClass: DeviceClass) -> String? {
    if !configuration.deviceClasses.contains(deviceClass) {
      return "`device_classes` does not list \(deviceClass.rawValue)s"
    }
    if deviceClass == .touchpad {
      return definition.type == .hover ? "a touchpad does not report fingers above it" : nil
    }
    if [definition].readsButtons { return "a touchscreen has no button" }
    return [definition].readsForce ? "a touchscreen does not measure force" : nil
  }
}

/// A drawn device, and the gestures that are tried on it.
struct TrialDevice {
  let identity: DeviceIdentity
  /// Differs for devices of other configurations, and for those that only one hand needs.
  let id: String
  var gestures: [Int] = []
  private(set) var outcomes: [Int: GestureTrial.Outcome] = [:]
  private(set) var met: Set<[Int]> = []
  private var configuration: Configuration
  private var pad: DrawnPad

  init(
    for gesture: Int, _ definition: RecognizerDefinition, _ configuration: Configuration,
    _ deviceClass: DeviceClass
  ) {
    let binding = configuration.gestures[gesture]
    func device(_ name: String?, _ path: String?, _ rule: DeviceRule = DeviceRule()) -> DeviceIdentity {
      DeviceIdentity(
        name: name.map(Self.instance) ?? "drawn", deviceClass: deviceClass, vendor: rule.vendor ?? 1,
        product: rule.product ?? 1, paths: path.map { [Self.instance($0)] } ?? [])
    }
    let rules = configuration.devices.filter { $0.kind == nil || $0.kind == deviceClass }
    let all =
      [device(nil, nil)] + rules.map { device($0.name, $0.path, $0) }
      + binding.deviceNames.map { device($0, $0) }
    let fitting = all.filter { binding.applies(to: configuration.named($0)) }
    identity = fitting.first { configuration.exclusion(of: $0) == nil } ?? fitting.first ?? all[0]
    pad = DrawnPad(deviceClass: deviceClass)
    let click = definition.parameters.as(ClickParameters.self)?.pressed
    if click == .right || click == .middle {
      pad.button = click == .right ? KeyCode.rightButton : KeyCode.middleButton
    }
    pad.reportsPens = configuration.gestures.contains { $0.definitions.values.contains { $0.touch == .pen } }
    let isAlone = [.hover, .click].contains(definition.type) || [definition].readsForce
    id = "\(identity) \(isAlone ? gesture : -1)"
    // The hand is drawn on the stage, so the panel is upright and as large.
    let settings = configuration.settings(for: identity)
    pad.size = settings.size ?? pad.size
    if settings.rotation % 180 != 0 { pad.size = Size(width: pad.size.height, height: pad.size.width) }
    self.configuration = configuration
    for index in configuration.devices.indices {
      self.configuration.devices[index].settings.rotation = 0
      self.configuration.devices[index].settings.size = nil
      self.configuration.devices[index].settings.range = nil
      self.configuration.devices[index].settings.calibration = nil
    }
  }

  /// A text that a glob without sets matches.
  private static func instance(_ glob: String) -> String {
    glob.replacing("*", with: "").replacing("?", with: "x")
  }

  /// The contexts in which a gesture takes part, with as few keys as possible: one, then those with other values of one key; empty
  /// if none is found.
  private func contexts(_ gesture: Int) -> [[String: String]] {
    let conditions = configuration.gestures[gesture].permission + configuration.settings(for: identity).when
    var context: [String: String] = [:]
    var others: [[String: String]] = []
    for key in Set(conditions.map(\.key)).sorted() {
      let own = conditions.filter { $0.key == key }
      if own.holds(in: [:]) { continue }
      let written = own.flatMap { $0.isNegated ? [] : $0.values.map(Self.instance) }
      let values = (written + ["other"]).filter { own.holds(in: [key: $0]) }
      guard let value = values.first else { return [] }
      context[key] = value
      others += values.dropFirst().map { [key: $0] }
    }
    return [context] + others.map { context.merging($0) { $1 } }
  }

  // MARK: The trial

  /// Longer than any gesture goes on, µs.
  private static let interval = 120 * Timestamp.second
  /// The most motions in other ways, so that a file in which nearly all gestures fail takes no more than a second or two.
  private static let mostAgain = 400

  /// One motion of a gesture, and what came of it.
  private struct Attempt {
    let gesture: Int
    let hand: DrawnHand
    let context: [String: String]
    var events: [GestureEvent] = []
    /// Without events.
    var sequences: [TouchSequence] = []
    var withheld: WithheldContact?

    var contextText: String {
      context.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
  }

  mutating func run() {
    var description = pad.recording(of: DrawnHand(center: .zero), name: "").description
    if let only = gestures.first, gestures.count == 1,
      let definition = configuration.gestures[only].definitions[pad.deviceClass],
      let hand = OwnMotion(definition: definition, stage: pad.size).hands?.first
    {
      description = pad.recording(of: hand, name: "").description
    }
    let device = ConfiguredDevice(description, identity, configuration)
    var others: [Int: [Attempt]] = [:]
    var usual: [Attempt] = []
    for gesture in gestures {
      let contexts = contexts(gesture).filter { $0[ContextKey.rotation.rawValue] == nil }
      outcomes[gesture] = .untried(
        configuration.gestures[gesture].type == .client
          ? "its program recognizes it" : "a drawn hand has five fingers and makes one gesture at a time")
      if let exclusion = device.exclusion {
        outcomes[gesture] = .never("the device is not used: \(exclusion.text)")
      } else if contexts.isEmpty {
        outcomes[gesture] = .untried("its `when` rotates the panel, or never matches")
      } else if let index = device.gestures.firstIndex(of: gesture),
        var hands = OwnMotion(definition: device.definitions[index], stage: device.stage).hands
      {
        for hand in hands.indices { hands[hand].tool = device.definitions[index].touch }
        let first = hands.prefix(1).flatMap { hand in
          contexts.map { Attempt(gesture: gesture, hand: hand, context: $0) }
        }
        usual += first.prefix(1)
        others[gesture] =
          first.dropFirst()
          + hands.dropFirst().map { Attempt(gesture: gesture, hand: $0, context: contexts[0]) }
        let place = configuration.gestures[gesture].zone.map { " in `\($0.name)`" } ?? ""
        outcomes[gesture] = .never(
          "its motion has no room\(place) on a \(pad.deviceClass.rawValue) of \(spelled(pad.size.width)) × \(spelled(pad.size.height)) mm"
        )
      }
    }
    for (gesture, outcome) in play(usual, device) { outcomes[gesture] = outcome }
    let failed = usual.map(\.gesture).filter { !(outcomes[$0]?.isRecognized ?? true) }
    let again = failed.flatMap { (others[$0] ?? []).prefix(max(2, Self.mostAgain / failed.count)) }
    for (gesture, outcome) in play(again, device) where outcome.isRecognized { outcomes[gesture] = outcome }
  }

  /// Replays motions one after another, as one recording.
  private mutating func play(_ trials: [Attempt], _ device: ConfiguredDevice) -> [(Int, GestureTrial.Outcome)]
  {
    // By their context, which then changes seldom.
    var attempts = trials.enumerated().sorted {
      ($0.element.contextText, $0.offset) < ($1.element.contextText, $1.offset)
    }.map(\.element)
    var events: [InputEvent] = []
    var commands: [TimedCommand] = []
    var context: [String: String] = [:]
    for (number, attempt) in attempts.enumerated() {
      let start = Timestamp(number) * Self.interval
      events += pad.recording(of: attempt.hand, name: "").events.map {
        InputEvent(time: $0.time + start, type: $0.type, code: $0.code, value: $0.value)
      }
      let wanted = context.mapValues { _ in "" }.merging(attempt.context) { $1 }
      var before = wanted.filter { $0.value != context[$0.key] ?? "" }.map {
        TimedCommand.Action.context(key: $0.key, value: $0.value)
      }
      context = attempt.context
      let name = configuration.gestures[attempt.gesture].name
      if device.definitions.contains(where: { $0.name == name && !$0.enabled }) {
        before.append(.setEnabled(gesture: name, true))
        let after = TimedCommand.Action.setEnabled(gesture: name, false)
        commands.append(TimedCommand(time: start + Self.interval - 2, actions: [after]))
      }
      if !before.isEmpty { commands.append(TimedCommand(time: start - 1, actions: before)) }
    }
    commands.sort { $0.time < $1.time }
    var runner = ReplayRunner(device, configuration, commands: commands)
    var collector = SequenceCollector()
    func keep(_ sequences: [TouchSequence]) {
      for sequence in sequences { attempts[Int(sequence.start / Self.interval)].sequences.append(sequence) }
    }
    runner.run(events) { step in
      switch step {
      case .frame(let frame, let touches): keep(collector.consume(frame, touches))
      case .event(let event, _):
        if let other = event.failure?.by { met.insert([event.gesture, other]) }
        let number = Int(event.time / Self.interval)
        if event.gesture == attempts[number].gesture { attempts[number].events.append(event) }
      case .withheld(let contact): attempts[Int(contact.time / Self.interval)].withheld = contact
      case .context, .roster, .surface, .waiting: break
      }
    }
    keep(collector.finish())
    let names = runner.names
    return attempts.map { ($0.gesture, Self.outcome($0, names)) }
  }

  private static func outcome(_ attempt: Attempt, _ names: EventNames) -> GestureTrial.Outcome {
    let own = attempt.events
    if let first = own.first(where: { $0.state == .recognized || $0.state == .began }) {
      let pending = own.prefix { $0.state == .possible || $0.state == .failed }.filter {
        $0.state == .possible
      }
      let waits = pending.compactMap { $0.failure?.by }
      let ready = pending.first?.time ?? first.time
      let sequence = attempt.sequences.last { $0.start <= first.time }
      if let sequence, sequence.isOver, sequence.end <= ready {
        return .recognized(after: first.time - sequence.end, .lift, waits: waits)
      }
      let isAtLift = sequence.map { $0.isOver && $0.end <= first.time } ?? false
      return .recognized(after: first.time - ready, isAtLift ? .thresholdAtLift : .threshold, waits: waits)
    }
    let all = own.compactMap { $0.state == .failed ? $0.failure : nil }
    // A finger that was kept from it is the reason only if there is no other.
    let failures = all.contains { !$0.reason.keepsTouches } ? all.filter { !$0.reason.keepsTouches } : all
    if let failure = failures.first(where: { $0.by != nil }) ?? failures.last {
      return .never(FailureText.detail(failure, of: attempt.gesture, names: names))
    }
    if let contact = attempt.withheld {
      return .never("a finger is withheld: \(WithheldText.detail(contact))")
    }
    return .never("no gesture received a touch")
  }
}
