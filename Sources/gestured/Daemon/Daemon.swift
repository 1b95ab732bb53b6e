import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Recordings

/// The whole: devices on one side, actions and subscribers on the other, one configuration between them.
final class Daemon {
  static let version = "0.1.0"

  /// Ends the start: a line for standard error and the exit status (interface.md §1).
  struct StartFailure: Error {
    /// The thing asked about is wrong.
    static let wrong: Int32 = 1
    /// No permission, no device.
    static let unavailable: Int32 = 3
    let status: Int32
    let line: String
  }

  let loop = EventLoop()
  let log = Log()
  let options: Options
  let supervisor = ServiceSupervisor()
  let files: FileWatch
  let devices: DeviceSet
  private var signals: SignalSource?
  private var player: RecordingPlayer?

  var configuration = Configuration()
  /// nil: the built-in demonstration set.
  var configurationPath: String?
  /// As it was read last; a file that is touched and not changed is not read again.
  var configurationText: String?
  /// Of the last attempt to read it.
  var diagnostics: [Diagnostic] = []
  var loadedAt: Int64 = 0
  let startedAt: Int64
  var reloadTimer: TimerID?
  private(set) lazy var rareWork = RareWork(loop: loop)
  /// Where a configuration is looked out for.
  var watchedConfigurations: [String] = []

  /// What `enable` and `disable` said, by gesture; outlives a reload.
  var switched: [String: Bool] = [:]
  var context = ContextValues()
  /// Why touches that the configuration takes are left to the compositor.
  var consumeProblem: String?
  var replayed: DeviceSession?
  /// Made when systemd's variables are out of the environment, which commands inherit.
  lazy var dispatcher = Dispatcher(loop: loop, log: log)
  lazy var control = ControlServer(loop: loop, log: log, version: Daemon.version, delegate: self)
  var listening: ListeningSocket?
  /// What subscribers want besides the events.
  var reporting = (failures: false, touches: false)
  private let printer: EventPrinter?

  init(_ options: Options) {
    self.options = options
    files = FileWatch(loop: loop)
    devices = DeviceSet(loop: loop, log: log, files: files, named: options.devices)
    printer = options.prints ? EventPrinter() : nil
    startedAt = loop.now
  }

  /// The devices in use, a recording among them.
  var sessions: [DeviceSession] { devices.sessions + (replayed.map { [$0] } ?? []) }

  // MARK: Life

  func run() throws(StartFailure) -> Int32 {
    signals = SignalSource(loop: loop) { [unowned self] in received($0) }
    try openControlSocket()
    defer { listening?.remove() }
    // First watched and then read: a change in between is not missed.
    watchConfiguration()
    try loadAtStart()
    try startDevices()
    supervisor.ready(statusLine)
    keepWatchdogQuiet()
    rareWork.done()
    loop.run()
    shutDown()
    return 0
  }

  private func received(_ signal: Int32) {
    switch signal {
    case SIGHUP: reload()
    case SIGTERM, SIGINT: loop.stop()
    default: break
    }
  }

  private func shutDown() {
    supervisor.stopping()
    devices.closeAll()
    if let replayed { replayed.cancelAll(at: replayed.now) }
    dispatcher.shutDown()
    control.close()
  }

  private func keepWatchdogQuiet() {
    guard let interval = supervisor.watchdogInterval else { return }
    supervisor.alive()
    loop.schedule(after: interval) { [unowned self] in keepWatchdogQuiet() }
  }

  /// For `systemctl status`.
  var statusLine: String {
    let count = sessions.count
    let devices = count == 0 ? "no touch device" : count == 1 ? "1 device" : "\(count) devices"
    return "\(devices), \(configuration.gestures.count) gestures"
  }

  // MARK: Devices

  private func startDevices() throws(StartFailure) {
    if let path = options.replay { return try startReplay(path) }
    devices.makeSession = { [unowned self] in makeSession($0, $1) }
    devices.changed = { [unowned self] in
      supervisor.status(statusLine)
      rareWork.done()
    }
    devices.start()
    if !options.devices.isEmpty, devices.isEmpty, devices.refusals.values.allSatisfy(\.isFinal) {
      throw StartFailure(
        status: StartFailure.unavailable, line: "none of the named devices is a touch device")
    }
  }

  private func makeSession(_ device: TouchDevice, _ node: DeviceNode) -> DeviceSession? {
    let description = device.description
    let session = DeviceSession(
      name: node.kernelName,
      identity: DeviceIdentity(
        name: description.name, deviceClass: device.deviceClass, vendor: description.vendor,
        product: description.product, paths: [node.path] + node.links),
      description: description, deviceClass: device.deviceClass, loop: loop
    ) { [unowned self] in handle($0, $1, $2) }
    guard isWanted(session) else { return nil }
    session.touchSink = { [unowned self] in control.publish($0, $1, names: $2.names) }
    configure(session)
    return session
  }

  /// A device that the user named with --device is used whatever its class.
  func isWanted(_ session: DeviceSession) -> Bool {
    let isListed = configuration.deviceClasses.contains(session.deviceClass) || !options.devices.isEmpty
    return isListed && !configuration.settings(for: session.identity).ignore
  }

  private func startReplay(_ path: String) throws(StartFailure) {
    let recording: Recording
    do {
      recording = try Recording.read(path: path)
    } catch {
      throw StartFailure(status: StartFailure.wrong, line: error.description)
    }
    guard let deviceClass = recording.description.classInReplay else {
      throw StartFailure(status: StartFailure.wrong, line: "\(path): not of a touchpad or touchscreen")
    }
    for warning in recording.warnings { log.warning(warning) }
    if recording.events.isEmpty {
      throw StartFailure(status: StartFailure.wrong, line: "\(path): nothing to play")
    }
    let session = DeviceSession(
      name: recording.name,
      identity: DeviceIdentity(
        name: recording.description.name, deviceClass: deviceClass,
        vendor: recording.description.vendor, product: recording.description.product),
      description: recording.description, deviceClass: deviceClass, loop: loop
    ) { [unowned self] in handle($0, $1, $2) }
    replayed = session
    session.warningSink = { [unowned self] in log.warning("\(path): \($0)") }
    session.touchSink = { [unowned self] in control.publish($0, $1, names: $2.names) }
    configure(session)
    let player = RecordingPlayer(session: session, events: recording.events, speed: options.speed, loop: loop)
    player.ended = { [unowned self] in replayEnded() }
    self.player = player
    player.play()
  }

  /// When commands have ended and pipes have their events; a program that does not read is waited for no longer
  /// than 5 s.
  private func replayEnded() {
    guard options.exitsAtEnd else { return }
    var isPatient = true
    loop.schedule(after: 5_000_000) { isPatient = false }
    loop.beforeWait = { [unowned self] in
      if dispatcher.isIdle || (!isPatient && dispatcher.runner.runningCount == 0) { loop.stop() }
    }
  }

  // MARK: Events

  /// Everything that any device's gestures do comes by here.
  private func handle(_ event: GestureEvent, _ touches: ArraySlice<Point>, _ session: DeviceSession) {
    let message = dispatcher.handle(event, gesture: event.gesture, device: session.name)
    printer?.print(event, names: session.names)
    control.publish(event, names: session.names, touches: touches, message: message)
  }
}
