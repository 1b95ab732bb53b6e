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

  let device: ConfiguredDevice
  let names: EventNames
  private let commands: [TimedCommand]
  private var pipeline: DevicePipeline
  private var context: [String: String] = [:]

  /// - Parameter name: what events say in `device`.
  /// - Throws: `CommandFailure` where the recording is of no touch device.
  init(
    device description: DeviceDescription, name: String, configuration: Configuration, options: Options
  ) throws(CommandFailure) {
    guard let device = ConfiguredDevice(recorded: description, configuration) else {
      throw CommandFailure(
        .wrong,
        "\(name): \"\(description.name)\" is not a touch device: it has no touch axes; record from a touchpad or touchscreen"
      )
    }
    self.device = device
    names = EventNames(device: name, gestures: configuration.gestures.map(\.name))
    commands = options.commands
    pipeline = device.makePipeline()
    pipeline.arena.explains = options.explains
    pipeline.reportsWithheld = options.explains
    pipeline.arena.reportsTouches = options.reportsTouches
  }

  /// Warnings about the device, each with the configuration key that corrects it; complete when all events are played.
  var warnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }

  /// Plays all events and lets every deadline run; `deliver` gets what each step produced.
  ///
  /// What was withheld from the gestures in a step comes before the step's events, and only if the options ask why.
  mutating func run(
    _ events: [InputEvent], withheld: (WithheldContact) -> Void = { _ in },
    deliver: (_ events: [GestureEvent], _ touches: [Point]) -> Void
  ) {
    var pending = commands[...]
    for event in events {
      while let command = pending.first, command.time <= event.time {
        apply(command, deliver: deliver)
        pending.removeFirst()
      }
      pipeline.consume(event)
      drain(withheld)
      drain(deliver)
    }
    // A recording that stops with fingers down: every `began` gets its end (recognizers.md §1.7). Without fingers the
    // chains that wait for another tap get their time instead.
    if pipeline.touchesDown > 0, let last = events.last {
      pipeline.cancelAll(at: last.time)
      drain(withheld)
      drain(deliver)
    }
    pipeline.explainPresent()
    drain(withheld)
    for command in pending { apply(command, deliver: deliver) }
    pipeline.arena.advance(to: .never)
    drain(deliver)
  }

  private mutating func apply(_ command: TimedCommand, deliver: ([GestureEvent], [Point]) -> Void) {
    pipeline.arena.advance(to: command.time)
    for action in command.actions {
      switch action {
      case .setEnabled(let name, let enabled):
        guard let gesture = names.gestures.firstIndex(of: name) else { continue }
        device.setEnabled(gesture, enabled, at: command.time, in: &pipeline)
      case .context(let key, let value):
        context[key] = value.isEmpty ? nil : value
        device.apply(context, to: &pipeline)
      }
    }
    drain(deliver)
  }

  private mutating func drain(_ withheld: (WithheldContact) -> Void) {
    for contact in pipeline.withheld { withheld(contact) }
    if !pipeline.withheld.isEmpty { pipeline.withheld.removeAll() }
  }

  private mutating func drain(_ deliver: ([GestureEvent], [Point]) -> Void) {
    guard !pipeline.arena.events.isEmpty else { return }
    var events = pipeline.arena.events.all
    for index in events.indices { events[index].renumber(by: device.gestures) }
    deliver(events, pipeline.arena.touchPoints)
    pipeline.arena.events.removeAll()
    pipeline.arena.touchPoints.removeAll(keepingCapacity: true)
  }
}
