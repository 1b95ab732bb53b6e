import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Plays a recording with the daemon's own pipeline. Time is that of the recording.
struct ReplayRunner: ~Copyable {
  private(set) var device: ConfiguredDevice
  private(set) var names: EventNames
  private let commands: [TimedCommand]
  private(set) var pipeline: DevicePipeline
  private let configuration: Configuration
  private let reportsTouches: Bool
  private var state = RunningState()
  private var series: EventSeries
  /// The gestures admitted to the next touch sequence.
  private var nextRoster: [Int]?

  /// - Parameter commands: by time. Commands at one time keep their order.
  init(
    _ recording: Recording, _ configuration: Configuration, reportsTouches: Bool = false,
    commands: [TimedCommand] = []
  ) throws(CommandFailure) {
    let (name, description) = (recording.name, recording.description)
    guard let device = ConfiguredDevice(recorded: description, configuration) else {
      let reason =
        description.lacksTouch
        ? "has no key for touching (BTN_TOUCH), so no gesture can be recognized"
        : "is not a touch device: it has no touch axes; record from a touchpad or touchscreen"
      throw .wrong("\(name): \"\(description.name)\" \(reason)")
    }
    self.init(device, configuration, name: name, reportsTouches: reportsTouches, commands: commands)
  }

  /// - Parameter name: the device that events name.
  init(
    _ device: ConfiguredDevice, _ configuration: Configuration, name: String = "",
    reportsTouches: Bool = false, commands: [TimedCommand] = []
  ) {
    self.device = device
    names = EventNames(device: name, gestures: configuration.gestures.map(\.name))
    names.remarks = device.contextDifferences(in: [:])
    names.fingers = device.fingerCounts
    self.configuration = configuration
    self.reportsTouches = reportsTouches
    self.commands = commands
    names.surface = EventSurface(stage: device.stage, zones: device.zones, name: device.identity.givenName)
    names.roster = device.roster(in: [:])
    nextRoster = names.roster
    series = device.makeSeries()
    pipeline = Self.pipeline(of: device, reportsTouches: reportsTouches)
  }

  private static func pipeline(of device: ConfiguredDevice, reportsTouches: Bool) -> DevicePipeline {
    let pipeline = device.makePipeline()
    // Explanations are always on, because the summary counts near misses.
    pipeline.arena.reading = reportsTouches ? .all : [.usual, .explanations]
    pipeline.reportsWithheld = true
    pipeline.logsTouches = true
    return pipeline
  }

  var descriptions: [String: String] { configuration.descriptions }

  /// Warnings about the device, with the key that corrects each; complete after all events.
  var warnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }

  /// What happened at one time of the recording, in order.
  enum Output {
    /// The gestures whose `when` does not match, with the reason: at the start and after each change of the context.
    case context([Int: String])
    /// The admitted gestures from the next event on.
    case roster([Int]?)
    /// The panel was turned, and this is its surface from the next event on.
    case surface(EventSurface)
    /// A contact that reached no gesture.
    case withheld(WithheldContact)
    /// A frame, before its gesture events.
    case frame(RawTouchFrame, ArraySlice<RawTouch>)
    /// The last finger was lifted, and these gestures continue with the next one, such as a double tap after the first tap.
    case waiting([Int])
    /// An event, with the positions of its touches if requested, and the values of a sequence's steps.
    case event(GestureEvent, EventAttachments)

    /// The time of what happened on the device; nil for a change of the context or of the device.
    var time: Timestamp? {
      switch self {
      case .context, .roster, .surface, .waiting: nil
      case .withheld(let contact): contact.time
      case .frame(let frame, _): frame.time
      case .event(let event, _): event.time
      }
    }
  }

  /// Plays all events and all deadlines.
  mutating func run(_ events: [InputEvent], deliver: (Output) -> Void) {
    deliver(.context(names.remarks))
    var pending = commands[...]
    var rest = events[...]
    while let first = rest.first {
      while let command = pending.first, command.time <= first.time {
        apply(command, deliver: deliver)
        pending.removeFirst()
      }
      // One frame, or its part before the next command.
      let next = pending.first?.time ?? .never
      let end = rest.firstIndex { $0.isReport || $0.time >= next } ?? rest.endIndex - 1
      let count = max(end - rest.startIndex + (rest[end].time >= next ? 0 : 1), 1)
      let frame = rest.prefix(count)
      // As in the daemon, whose timer runs a deadline before the next frame is read.
      if pipeline.nextDeadline <= first.time {
        pipeline.advance(to: first.time)
        drain(deliver)
      }
      pipeline.consume(frame.span)
      rest = rest.dropFirst(count)
      drain(deliver)
    }
    // If the recording ends with fingers down, every `began` gets its end (recognizers.md §1.7). Without fingers, the remaining
    // deadlines of chains of taps are run.
    if pipeline.touchesDown > 0, let last = events.last {
      pipeline.cancelAll(at: last.time)
      drain(deliver)
    }
    pipeline.explainPresent()
    drain(deliver)
    for command in pending { apply(command, deliver: deliver) }
    pipeline.advance(to: .never)
    drain(deliver)
  }

  /// Plays all events, and returns those of gestures.
  mutating func gestureEvents(of events: [InputEvent]) -> [GestureEvent] {
    var found: [GestureEvent] = []
    run(events) { if case .event(let event, _) = $0 { found.append(event) } }
    return found
  }

  private mutating func apply(_ command: TimedCommand, deliver: (Output) -> Void) {
    pipeline.advance(to: command.time)
    pipeline.announceLifts()
    for action in command.actions {
      switch action {
      case .setEnabled(let name, let enabled):
        guard let gesture = names.gestures.firstIndex(of: name) else { continue }
        state.enabled[name] = enabled
        device.setEnabled(gesture, enabled, at: command.time, in: pipeline)
      case .context(let key, let value):
        state.context[key] = value.isEmpty ? nil : value
        device.apply(state.context, to: pipeline)
        nextRoster = device.roster(in: state.context)
      case .typing: pipeline.noteTyping(at: command.time)
      }
    }
    drain(deliver)
    if device.isMadeAnew(in: state.context) { remake(at: command.time, deliver) }
    names.remarks = device.contextDifferences(in: state.context)
    deliver(.context(names.remarks))
  }

  /// Applies a turn of the panel, or that the device is switched off or on. As in the daemon, the device is configured again and
  /// active gestures are cancelled.
  private mutating func remake(at time: Timestamp, _ deliver: (Output) -> Void) {
    pipeline.cancelAll(at: time)
    drain(deliver)
    device = ConfiguredDevice(device.description, device.identity, configuration, state)
    pipeline = Self.pipeline(of: device, reportsTouches: reportsTouches)
    series = device.makeSeries()
    nextRoster = device.roster(in: state.context)
    deliver(.surface(EventSurface(stage: device.stage, zones: device.zones, name: device.identity.givenName)))
  }

  /// The gestures that continue with the next touch. Valid while no finger is down.
  private var waiting: [Int] {
    device.gestures.indices.filter { pipeline.snapshot(of: $0, at: 0).since != nil }.map {
      device.gestures[$0]
    }
  }

  private mutating func drain(_ deliver: (Output) -> Void) {
    for contact in pipeline.withheld { deliver(.withheld(contact)) }
    pipeline.removeWithheld()
    var raw = RawTouches()
    pipeline.exchangeRawTouches(&raw)
    var frames = raw.frames[...]
    let touches = raw.touches
    for var event in pipeline.arena.events.all {
      while let frame = frames.first, frame.time <= event.time {
        deliver(.frame(frame, touches[frame.touches]))
        frames.removeFirst()
      }
      if device.complete(&event, in: &series) { deliver(.roster(nextRoster)) }
      let touches = reportsTouches ? pipeline.arena.touchPoints[event.touches] : nil
      let steps = pipeline.arena.stepValues[event.steps]
      deliver(.event(event, EventAttachments(touches: touches, steps: steps)))
    }
    for frame in frames { deliver(.frame(frame, touches[frame.touches])) }
    if raw.frames.last?.state == .ended { deliver(.waiting(waiting)) }
    pipeline.arena.removeEvents()
  }
}
