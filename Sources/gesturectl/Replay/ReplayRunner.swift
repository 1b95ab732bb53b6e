import ControlProtocol
import GestureConfig
import GestureCore

/// A recording through a configuration: the daemon's own pipeline, with the recording's clock instead of epoll's.
struct ReplayRunner: ~Copyable {
  struct Options {
    var explains = false
    var reportsTouches = false
    /// By time; those of one time in the order given.
    var commands: [TimedCommand] = []
  }

  let configuration: Configuration
  let names: EventNames
  let definitions: [RecognizerDefinition]
  let stage: Size
  /// The way from events to touches, made anew for whoever wants to see the touches themselves.
  let makeInput: () -> TouchInput
  /// By index into `definitions`: the gesture's place in `configuration.gestures`.
  private let bindings: [Int]
  private let commands: [TimedCommand]
  private var pipeline: DevicePipeline
  private var context: [String: String] = [:]

  /// - Parameter name: what events say in `device`.
  /// - Throws: `CommandFailure` where the recording is of no touch device.
  init(
    device: DeviceDescription, name: String, configuration: Configuration, options: Options
  ) throws(CommandFailure) {
    guard let deviceClass = device.classInReplay else {
      throw CommandFailure(
        .wrong,
        "\(name): \"\(device.name)\" is not a touch device: it has no touch axes; record from a touchpad or touchscreen"
      )
    }
    let identity = DeviceIdentity(
      name: device.name, deviceClass: deviceClass, vendor: device.vendor, product: device.product)
    let settings = configuration.settings(for: identity)
    stage = TouchInput(device: device, settings: settings).stage
    let recognizers = configuration.recognizers(for: identity, deviceClass: deviceClass, stage: stage)
    let edges = recognizers.definitions.reduce(into: EdgeSet()) { $0.formUnion($1.edges) }
    makeInput = {
      TouchInput(
        device: device, settings: settings, hasSideEdgePan: !edges.isDisjoint(with: [.left, .right]),
        hasBottomEdgePan: edges.contains(.bottom))
    }
    let arena = Arena(
      ArenaDefinition(
        recognizers: recognizers.definitions, stage: stage, deviceClass: deviceClass,
        implicitRequirements: configuration.implicitRequirements, isSemiMT: device.isSemiMT))
    self.configuration = configuration
    definitions = recognizers.definitions
    bindings = recognizers.gestures
    names = EventNames(device: name, gestures: recognizers.definitions.map(\.name))
    commands = options.commands
    pipeline = DevicePipeline(input: makeInput(), arena: arena)
    pipeline.arena.explains = options.explains
    pipeline.arena.reportsTouches = options.reportsTouches
    applyContext()
  }

  /// Warnings about the device, each with the configuration key that corrects it; complete when all events are played.
  var warnings: [String] { pipeline.input.warnings }

  /// Plays all events and lets every deadline run; `deliver` gets what each step produced.
  mutating func run(_ events: [InputEvent], deliver: (_ events: [GestureEvent], _ touches: [Point]) -> Void) {
    var pending = commands[...]
    for event in events {
      while let command = pending.first, command.time <= event.time {
        apply(command, deliver: deliver)
        pending.removeFirst()
      }
      pipeline.consume(event)
      drain(deliver)
    }
    // A recording that stops with fingers down: every `began` gets its end (recognizers.md §1.7). Without fingers the
    // chains that wait for another tap get their time instead.
    if pipeline.touchesDown > 0, let last = events.last {
      pipeline.cancelAll(at: last.time)
      drain(deliver)
    }
    for command in pending { apply(command, deliver: deliver) }
    pipeline.arena.advance(to: .never)
    drain(deliver)
  }

  private mutating func apply(_ command: TimedCommand, deliver: ([GestureEvent], [Point]) -> Void) {
    pipeline.arena.advance(to: command.time)
    for action in command.actions {
      switch action {
      case .setEnabled(let name, let enabled):
        for (index, definition) in definitions.enumerated() where definition.name == name {
          pipeline.arena.setEnabled(index, enabled, at: command.time)
        }
      case .context(let key, let value):
        context[key] = value.isEmpty ? nil : value
        applyContext()
      }
    }
    drain(deliver)
  }

  private mutating func applyContext() {
    for (index, binding) in bindings.enumerated() {
      let conditions = configuration.gestures[binding].when
      guard !conditions.isEmpty else { continue }
      pipeline.arena.setPermitted(index, conditions.allSatisfy { $0.holds(in: context) })
    }
  }

  private mutating func drain(_ deliver: ([GestureEvent], [Point]) -> Void) {
    guard !pipeline.arena.events.isEmpty else { return }
    deliver(pipeline.arena.events.all, pipeline.arena.touchPoints)
    pipeline.arena.events.removeAll()
    pipeline.arena.touchPoints.removeAll(keepingCapacity: true)
  }
}

extension RecognizerDefinition {
  /// The edges that it starts from; empty unless it is an edge-pan or has one as a step.
  fileprivate var edges: EdgeSet {
    switch parameters {
    case .edgePan(let parameters): parameters.edges
    case .sequence(let parameters): parameters.steps.reduce(into: EdgeSet()) { $0.formUnion($1.edges) }
    case .tap, .longPress, .pan, .swipe, .pinch, .rotation, .hold, .tapDrag, .transform, .circle, .stroke,
      .hover:
      []
    }
  }
}
