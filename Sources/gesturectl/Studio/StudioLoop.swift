import CEvdev
import ControlProtocol
import Glibc

/// Waits for touches, browsers, child processes and signals. Sends a picture after a change, at most 60 times a second.
final class StudioLoop {
  private let listener: LoopbackListener
  private let admission: Admission
  private var state: StudioState
  private var connections: [HTTPConnection] = []
  /// The running `gesturectl doctor`. All requests until its end get its result.
  private var doctor: RunningProgram?
  /// The last result of doctor, and its time in µs.
  private var examined: (result: [UInt8], at: Int64)?
  private var linger: Linger
  private var sent = SentMarks()

  /// µs between two pictures.
  private static let interval: Int64 = 16_667
  private static let mostConnections = 32
  /// µs within which a request must be complete.
  private static let patience: Int64 = 30_000_000
  /// µs for which a result of doctor is used again.
  private static let freshness: Int64 = 1_000_000

  /// The last state that all pages have received, by part.
  private struct SentMarks {
    var notes = 0
    var sequences = ""
    var report: [UInt8] = []
    var picture: [UInt8] = []
    var at: Int64 = 0
  }

  /// A descriptor for Ctrl-C and the signals at the end of a session.
  private let signals = signalDescriptor([SIGINT, SIGTERM, SIGHUP])

  init(_ state: StudioState, listener: LoopbackListener, admission: Admission, linger: Linger) {
    self.state = state
    self.listener = listener
    self.admission = admission
    self.linger = linger
  }

  deinit { close(signals) }

  /// Returns after a signal, or some time after the last page was closed.
  func run() {
    var isDirty = true
    while true {
      if state.take() { isDirty = true }
      if let at = state.refreshAt, at <= gestured_now() {
        state.refresh()
        isDirty = true
      }
      let now = gestured_now()
      if isDirty && now - sent.at >= Self.interval {
        publish()
        isDirty = false
        sent.at = gestured_now()
      }
      if linger.isOver(pages: pages.count, now: gestured_now()) { return }
      let (fixed, waiting) = wait(isDirty: isDirty)
      if fixed[0].revents != 0, gestured_signalfd_read(signals) != 0 { return }
      if fixed[1].revents != 0 { accept() }
      for (connection, poll) in zip(connections, waiting) where poll.revents != 0 {
        if serve(connection) { isDirty = true }
        if Int32(poll.revents) & (POLLERR | POLLHUP) != 0 { connection.hangUp() }
      }
      if finishDoctor() { isDirty = true }
      sweep()
    }
  }

  private var pages: [HTTPConnection] { connections.filter { $0.isStream && !$0.isGone } }

  private func wait(isDirty: Bool) -> (fixed: [pollfd], connections: [pollfd]) {
    let fixed = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener.fd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: doctor?.output ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    var all = fixed + connections.map { pollfd(fd: $0.fd, events: $0.interest, revents: 0) }
    var waits = [state.timeout(), linger.timeout(now: gestured_now())].filter { $0 >= 0 }
    if isDirty { waits.append(milliseconds(Self.interval - (gestured_now() - sent.at))) }
    if !connections.isEmpty { waits.append(Int32(Self.patience / 1_000)) }
    _ = waitFor(&all, milliseconds: waits.min() ?? -1)
    return (Array(all[..<fixed.count]), Array(all[fixed.count...]))
  }

  // MARK: Connections

  private func accept() {
    while let connection = listener.accept() {
      // Browsers keep a few connections open. If there are too many, the oldest without the key is closed, else the oldest that
      // receives no events.
      if connections.count >= Self.mostConnections {
        let idle = connections.firstIndex { !$0.isAdmitted } ?? connections.firstIndex { !$0.isStream }
        guard let idle else { continue }
        connections.remove(at: idle)
      }
      connections.append(connection)
    }
  }

  /// - Returns: whether a request changed something.
  private func serve(_ connection: HTTPConnection) -> Bool {
    connection.flush()
    connection.receive()
    var hasChanged = false
    connection.answerEach { request in
      guard admission.admits(request), connection.isOwnUser else {
        return connection.send(.forbidden, isLast: true)
      }
      connection.isAdmitted = true
      if answer(request, connection) { hasChanged = true }
    }
    return hasChanged
  }

  private func answer(_ request: HTTPRequest, _ connection: HTTPConnection) -> Bool {
    switch (request.method, request.path) {
    case ("GET", "/"): connection.send(StudioRoutes.page(admission))
    case ("GET", "/events"):
      // The other pages get pending changes first, so that no page gets them twice.
      publish()
      connection.beginStream()
      linger.opened()
      greet(connection)
    case ("GET", "/doctor"):
      if let examined, gestured_now() - examined.at < Self.freshness {
        connection.send(.json(examined.result))
        break
      }
      if doctor == nil { doctor = state.doctor() }
      guard doctor != nil else {
        connection.send(.text(.unprocessable, "the checks of doctor cannot be started"))
        break
      }
      connection.isWaiting = true
    default:
      connection.send(StudioRoutes.answer(request, &state))
      return request.method == "POST"
    }
    return false
  }

  /// Answers the requests that wait for doctor, once it has ended.
  ///
  /// - Returns: whether one of their later requests changed something.
  private func finishDoctor() -> Bool {
    guard let program = doctor, program.read() else { return false }
    doctor = nil
    examined = (program.text, gestured_now())
    var hasChanged = false
    for connection in connections where connection.isWaiting {
      connection.isWaiting = false
      // The output is sent whatever the exit status, which says how grave the findings are.
      connection.send(.json(program.text))
      hasChanged = serve(connection) || hasChanged
    }
    return hasChanged
  }

  private func sweep() {
    let now = gestured_now()
    connections.removeAll { $0.isGone || $0.isIdle(for: Self.patience, at: now) }
    // doctor is ended if no connection waits for it any more.
    if !connections.contains(where: \.isWaiting) { doctor = nil }
  }

  // MARK: What pages get

  private func greet(_ connection: HTTPConnection) {
    sent.report = report
    connection.send(event: "state", sent.report)
    connection.send(event: "sequences", sequences)
    connection.send(event: "notes", notes(since: 0))
    if let picture { connection.send(event: "picture", picture) }
  }

  private func publish() {
    let pages = pages
    guard !pages.isEmpty else {
      sent.sequences = sequencesMark
      sent.notes = state.model.noteCount
      return
    }
    let report = report
    publish("state", report, \.report, to: pages) { _ in report }
    publish("sequences", sequencesMark, \.sequences, to: pages) { _ in sequences }
    let count = state.model.noteCount
    // A lower count means that the recording has started again.
    publish("notes", count, \.notes, to: pages) { last in notes(since: count < last ? 0 : last) }
    // A slow browser skips this picture.
    if let picture { publish("picture", picture, \.picture, to: pages.filter(\.isIdle)) { _ in picture } }
  }

  /// Sends an event to the pages if its mark has changed.
  ///
  /// - Parameter data: makes the event's data; it gets the mark that was sent last.
  private func publish<Mark: Equatable>(
    _ event: String, _ mark: Mark, _ last: WritableKeyPath<SentMarks, Mark>, to pages: [HTTPConnection],
    data: (Mark) -> [UInt8]
  ) {
    let old = sent[keyPath: last]
    if mark == old { return }
    sent[keyPath: last] = mark
    let data = data(old)
    for page in pages { page.send(event: event, data) }
  }

  private var report: [UInt8] { JSONWriter.bytes { StudioReport(state: state).state(to: &$0) } }
  private var sequences: [UInt8] { JSONWriter.bytes { StudioReport(state: state).sequences(to: &$0) } }
  private var picture: [UInt8]? {
    SequencePicture(state, number: state.model.count).map { picture in
      JSONWriter.bytes { picture.write(to: &$0) }
    }
  }

  /// A text that changes with each new sequence and with the outcome of the last.
  private var sequencesMark: String {
    let last = state.model.sequences.suffix(2).map {
      $0.isOver ? "\($0.recognized)\($0.cancelled.count)\($0.hasFailedAction)" : "-"
    }
    return "\(state.generation) \(state.model.count) \(last)"
  }

  private func notes(since count: Int) -> [UInt8] {
    let notes = state.model.notes.suffix(max(0, state.model.noteCount - count))
    return JSONWriter.bytes {
      $0.list(notes) { note, json in
        json.beginObject()
        json.member("text", note.line)
        json.member("failed", note.isFailure)
        json.endObject()
      }
    }
  }
}
