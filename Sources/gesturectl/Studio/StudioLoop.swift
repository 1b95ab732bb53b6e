import CEvdev
import ControlProtocol
import Glibc

/// Waits for touches, browsers, helpers and signals; sends a picture when something has changed, at most 60 times a second.
final class StudioLoop {
  private let listener: LoopbackListener
  private let admission: Admission
  private var state: StudioState
  private var connections: [HTTPConnection] = []
  private var doctors: [(program: RunningProgram, connection: HTTPConnection)] = []
  private var linger: Linger
  private var sent = SentMarks()

  /// µs between two pictures.
  private static let interval: Int64 = 16_667
  private static let mostConnections = 32
  /// A request has to come whole within this; µs.
  private static let patience: Int64 = 30_000_000

  /// What every page has been sent.
  private struct SentMarks {
    var notes = 0
    var sequences = ""
    var report: [UInt8] = []
    var picture: [UInt8] = []
    var at: Int64 = 0
  }

  /// Ctrl-C, and the ways in which a session ends.
  private let signals = gestured_signalfd([SIGINT, SIGTERM, SIGHUP], 3)

  init(_ state: StudioState, listener: LoopbackListener, admission: Admission, linger: Linger) {
    self.state = state
    self.listener = listener
    self.admission = admission
    self.linger = linger
  }

  deinit { close(signals) }

  /// Until a signal, or until the last page has been closed for a while.
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
      }
      finishDoctors()
      sweep()
    }
  }

  private var pages: [HTTPConnection] { connections.filter { $0.isStream && !$0.isGone } }

  private func wait(isDirty: Bool) -> (fixed: [pollfd], connections: [pollfd]) {
    let fixed =
      [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener.fd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: state.descriptor, events: Int16(POLLIN), revents: 0),
      ] + doctors.map { pollfd(fd: $0.program.output, events: Int16(POLLIN), revents: 0) }
    var all = fixed + connections.map { pollfd(fd: $0.fd, events: $0.interest, revents: 0) }
    var waits = [state.timeout(), linger.timeout(now: gestured_now())].filter { $0 >= 0 }
    if isDirty { waits.append(Int32(max(1, (Self.interval - (gestured_now() - sent.at)) / 1_000))) }
    if !connections.isEmpty { waits.append(Int32(Self.patience / 1_000)) }
    _ = poll(&all, nfds_t(all.count), waits.min() ?? -1)
    return (Array(all[..<fixed.count]), Array(all[fixed.count...]))
  }

  // MARK: Connections

  private func accept() {
    while let connection = listener.accept() {
      // Browsers keep a few open; the oldest without a page makes room.
      if connections.count >= Self.mostConnections {
        guard let idle = connections.firstIndex(where: { !$0.isStream }) else { continue }
        connections.remove(at: idle)
      }
      connections.append(connection)
    }
  }

  /// - Returns: whether something was changed.
  private func serve(_ connection: HTTPConnection) -> Bool {
    connection.flush()
    connection.receive()
    var hasChanged = false
    connection.answerEach { request in
      guard connection.isOwnUser else { return connection.send(.forbidden, isLast: true) }
      switch admission.verdict(request) {
      case .refused: connection.send(.forbidden, isLast: true)
      case .first: connection.send(StudioRoutes.page(admission))
      case .admitted: hasChanged = answer(request, connection) || hasChanged
      }
    }
    return hasChanged
  }

  private func answer(_ request: HTTPRequest, _ connection: HTTPConnection) -> Bool {
    switch (request.method, request.path) {
    case ("GET", "/"): connection.send(StudioRoutes.page(admission))
    case ("GET", "/events"):
      // What others have not got yet goes out first, so that each gets everything once.
      publish()
      connection.beginStream()
      linger.opened()
      greet(connection)
    case ("GET", "/doctor"):
      guard let program = state.doctor() else {
        connection.send(.text(.unprocessable, "the checks of doctor cannot be started"))
        break
      }
      doctors.append((program, connection))
    default:
      connection.send(StudioRoutes.answer(request, &state))
      return request.method == "POST"
    }
    return false
  }

  private func finishDoctors() {
    for doctor in doctors where doctor.program.read() {
      // The exit status of doctor is its verdict; what it printed is the list.
      doctor.connection.send(.json(doctor.program.text))
    }
    doctors.removeAll { $0.program.isOver || $0.connection.isGone }
  }

  private func sweep() {
    let now = gestured_now()
    connections.removeAll { connection in
      let isWaiting = connection.isStream || doctors.contains { $0.connection === connection }
      return connection.isGone || (!isWaiting && now - connection.lastActive > Self.patience)
    }
  }

  // MARK: What pages get

  /// A page that has just come gets all of it.
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
    if report != sent.report {
      sent.report = report
      for page in pages { page.send(event: "state", report) }
    }
    let outcome = sequencesMark
    if outcome != sent.sequences {
      sent.sequences = outcome
      let list = sequences
      for page in pages { page.send(event: "sequences", list) }
    }
    if state.model.noteCount != sent.notes {
      // Less than before: the recording began again.
      let notes = notes(since: state.model.noteCount < sent.notes ? 0 : sent.notes)
      sent.notes = state.model.noteCount
      for page in pages { page.send(event: "notes", notes) }
    }
    if let picture, picture != sent.picture {
      sent.picture = picture
      // A browser that is behind gets the next one.
      for page in pages where page.isIdle { page.send(event: "picture", picture) }
    }
  }

  private var report: [UInt8] { Self.json { StudioReport(state: state).state(to: &$0) } }
  private var sequences: [UInt8] { Self.json { StudioReport(state: state).sequences(to: &$0) } }
  private var picture: [UInt8]? {
    SequencePicture(state, number: state.model.count).map { picture in Self.json { picture.write(to: &$0) } }
  }

  /// Changes when the list does: with a new sequence, and with what became of the last.
  private var sequencesMark: String {
    let last = state.model.entries.suffix(2).map {
      $0.sequence.summary.map { "\($0.recognized)\($0.cancelled.count)" } ?? "-"
    }
    return "\(state.generation) \(state.model.count) \(last)"
  }

  private func notes(since count: Int) -> [UInt8] {
    let lines = state.model.recent.suffix(max(0, state.model.noteCount - count))
    return Self.json { json in
      json.beginArray()
      for line in lines { json.string(line) }
      json.endArray()
    }
  }

  static func json(_ write: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var json = JSONWriter()
    try write(&json)
    return json.bytes
  }
}
