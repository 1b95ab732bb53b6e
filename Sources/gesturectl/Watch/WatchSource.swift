import CEvdev
import ControlProtocol
import GestureCore

/// The source of frames and events for `watch`.
protocol WatchSource: AnyObject {
  /// The descriptor for poll(2); −1 if only time brings the next event.
  var descriptor: Int32 { get }
  /// Milliseconds until `take` has a change, if the descriptor does not become readable before; −1 for never.
  func timeout() -> Int32
  /// Updates the model.
  ///
  /// - Returns: whether anything changed.
  func take(into model: inout WatchModel) throws(CommandFailure) -> Bool
  /// Pauses a recording. With a daemon only the view pauses.
  func setPaused(_ isPaused: Bool)
}

/// Plays a recording in real time.
final class RecordedSource: WatchSource {
  let descriptor: Int32 = -1
  private var steps: ArraySlice<(time: Timestamp, step: ReplayRunner.Output)>
  private let device: String
  /// The time in the recording when the clock was last started.
  private var base: Timestamp
  private var startedAt: Timestamp?

  init(_ steps: [(time: Timestamp, step: ReplayRunner.Output)], device: String) {
    self.steps = steps[...]
    self.device = device
    base = steps.first?.time ?? 0
    startedAt = gestured_now()
  }

  private var position: Timestamp { base + (startedAt.map { gestured_now() - $0 } ?? 0) }

  func timeout() -> Int32 {
    guard startedAt != nil, let next = steps.first else { return -1 }
    // The difference may overflow, because a broken recording may have any times.
    let (left, isFar) = next.time.subtractingReportingOverflow(position)
    return isFar ? .max : milliseconds(left)
  }

  func take(into model: inout WatchModel) -> Bool {
    guard startedAt != nil else { return false }
    let now = position
    var hasChanged = false
    while let next = steps.first, next.time <= now {
      steps.removeFirst()
      hasChanged = true
      switch next.step {
      case .context, .roster, .surface, .waiting: break
      case .withheld(let contact): model.consume(contact, device: device)
      case .frame(let frame, let touches): model.consume(frame, touches, device: device)
      case .event(let event, _): model.consume(event, EventAttachments(), device: device)
      }
    }
    if steps.isEmpty && model.notice.isEmpty {
      model.notice = "end of the recording"
      hasChanged = true
    }
    return hasChanged
  }

  var isOver: Bool { steps.isEmpty }

  /// Makes all remaining events due.
  func skipToEnd() {
    base = steps.last?.time ?? base
    startedAt = gestured_now()
  }

  func setPaused(_ isPaused: Bool) {
    if isPaused, startedAt != nil {
      base = position
      startedAt = nil
    } else if !isPaused, startedAt == nil {
      startedAt = gestured_now()
    }
  }
}

/// Receives the touches and events of a running daemon.
final class LiveSource: WatchSource {
  private let connection: DaemonConnection
  /// The gestures that were in progress before the first event.
  private var begun: [JSONValue]
  /// Reads the daemon's status after a change; nil if the caller does.
  private let status: (() -> JSONValue?)?
  var descriptor: Int32 { connection.descriptor }

  init(_ connection: DaemonConnection, status: (() -> JSONValue?)? = nil) throws(CommandFailure) {
    self.connection = connection
    self.status = status
    let states = try connection.call("GetState")["states"]?.array ?? []
    begun = states.filter { $0["state"]?.string == "began" || $0["state"]?.string == "changed" }
    try connection.beginSubscription {
      $0.member("touches", true)
      $0.member("explain", true)
      // Commands that failed, reloads and devices.
      $0.member("log", true)
      $0.member("actions", true)
    }
  }

  func timeout() -> Int32 { -1 }
  func setPaused(_ isPaused: Bool) {}

  func take(into model: inout WatchModel) throws(CommandFailure) -> Bool {
    var (hasChanged, isOutdated) = (false, false)
    for (json, _) in try connection.availableEvents() {
      hasChanged = true
      let device = json["device"]?.string ?? ""
      if let touches = MonitoredTouches(json) {
        model.consume(touches.frame, touches.touches, device: device)
        // Gestures in progress come with the first touches, and belong to an earlier sequence than one that begins now.
        for json in begun where json["device"]?.string == device && touches.frame.state != .began {
          guard let state = MonitoredEvent(json, &model.names) else { continue }
          model.consume(state.event, state.attachments, device: device)
        }
        begun.removeAll { $0["device"]?.string == device }
      } else if let event = MonitoredEvent(json, &model.names) {
        model.consume(event.event, event.attachments, device: device)
      } else if let contact = WithheldContact(json) {
        model.consume(contact, device: device)
      } else if let outcome = ActionOutcome(json["outcome"]) {
        model.consume(outcome, of: json["gesture"]?.string ?? "")
      } else if let line = MonitoredLine(json) {
        model.note(line.text, isFailure: line.isFailure)
        isOutdated = isOutdated || line.subject == nil
      }
    }
    if isOutdated, let watched = status?().map(WatchedDevices.init) {
      model.use(watched.devices, gestures: watched.gestures)
    }
    return hasChanged
  }
}
