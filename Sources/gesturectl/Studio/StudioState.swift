import CEvdev
import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The page's model: touches of the daemon's devices or of a recording, and the configuration for them.
struct StudioState {
  enum Feed {
    case recording(Recording, RecordedSource)
    case daemon(LiveSource)
    /// No daemon runs. The program tries to connect again.
    case none(reason: String)
  }

  private(set) var feed: Feed
  private(set) var model = WatchModel()
  let file: EditedFile
  private(set) var status: JSONValue?
  /// The time at which to read the daemon's status or to connect again, in µs.
  private(set) var refreshAt: Int64?
  let socket: String?

  static let mostSequences = 50
  private static let pause: Int64 = 1_000_000
  /// µs after a log line or a request. Several often come together.
  private static let shortPause: Int64 = 200_000

  /// - Parameter facts: reads what the checks need of this machine.
  init(
    replay: String?, config: String?, socket: String?, facts: @escaping () -> LintFacts = { LintFacts() }
  ) throws(CommandFailure) {
    self.socket = socket
    feed = .none(reason: "")
    file = EditedFile(path: ConfigurationChoice.find(explicit: config), facts: facts)
    if let replay { try play(RecordingFile.read(replay)) } else { connect() }
  }

  // MARK: A recording

  private var source: (any WatchSource)? {
    switch feed {
    case .recording(_, let source): source
    case .daemon(let source): source
    case .none: nil
    }
  }
  var recording: Recording? { if case .recording(let recording, _) = feed { recording } else { nil } }

  /// Plays from the beginning, with the current configuration.
  mutating func play(_ recording: Recording) throws(CommandFailure) {
    let played = try PlayedRecording(recording, file.read().configuration)
    adopt(played.model)
    feed = .recording(recording, RecordedSource(played.steps, device: recording.name))
  }

  /// The number of restarts of the recording.
  private(set) var generation = 0

  private mutating func adopt(_ model: WatchModel) {
    generation += 1
    self.model = model
    self.model.collector.mostKept = Self.mostSequences
    self.model.collector.keepsFrames = true
  }

  /// Plays the same recording again; `atOnce` skips to its end.
  mutating func replay(atOnce: Bool) throws(CommandFailure) {
    guard let recording else { return }
    try play(recording)
    if atOnce, case .recording(_, let source) = feed { source.skipToEnd() }
  }

  // MARK: The daemon

  private mutating func connect() {
    do {
      let status = try request("Status")
      feed = .daemon(try LiveSource(try DaemonConnection(socket: socket)))
      adopt(WatchModel())
      take(status)
    } catch { lose(error) }
  }

  private mutating func lose(_ error: CommandFailure) {
    feed = .none(reason: error.message)
    status = nil
    refreshAt = gestured_now() + Self.pause
  }

  private mutating func take(_ status: JSONValue) {
    self.status = status
    file.dropFacts()
    let path = status["configuration"]?.string
    if path != nil || file.path == nil { file.follow(path) }
    let watched = WatchedDevices(status: status)
    model.use(watched.devices, gestures: watched.gestures)
  }

  /// Reads the daemon's status or connects again. Call it at `refreshAt`.
  mutating func refresh() {
    refreshAt = nil
    switch feed {
    case .recording: break
    case .none: connect()
    case .daemon:
      if let status = try? request("Status") { return take(status) }
      feed = .none(reason: "the daemon does not answer")
      refreshAt = gestured_now() + Self.pause
    }
  }

  /// Schedules a reading of the daemon's status, which a log line or a request may have changed.
  mutating func expectChange() {
    if case .daemon = feed, refreshAt == nil { refreshAt = gestured_now() + Self.shortPause }
  }

  @discardableResult
  func request(
    _ method: String, _ writeParameters: (inout JSONWriter) -> Void = { _ in }
  ) throws(CommandFailure) -> JSONValue {
    try DaemonConnection(socket: socket, patience: DaemonConnection.shortPatience).call(
      method, writeParameters)
  }

  // MARK: Touches

  var descriptor: Int32 { source?.descriptor ?? -1 }

  /// Milliseconds until `take` or `refresh` is due; −1 for never.
  func timeout() -> Int32 {
    let refresh = refreshAt.map { milliseconds($0 - gestured_now()) } ?? -1
    return [source?.timeout() ?? -1, refresh].filter { $0 >= 0 }.min() ?? -1
  }

  /// - Returns: whether anything changed.
  mutating func take() -> Bool {
    guard let source else { return false }
    let notes = model.noteCount
    do throws(CommandFailure) {
      let hasChanged = try source.take(into: &model)
      if model.noteCount != notes { expectChange() }
      return hasChanged
    } catch {
      lose(error)
      return true
    }
  }
}

extension StudioState {
  /// Starts `gesturectl doctor` as a child process, because it may take seconds.
  func doctor() -> RunningProgram? {
    let options = (file.path.map { ["--config", $0] } ?? []) + (socket.map { ["--socket", $0] } ?? [])
    return RunningProgram("/proc/self/exe", ["gesturectl", "doctor", "--json"] + options)
  }
}
