import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Output
import Recordings

/// The daemon: devices, actions, subscribers, and the configuration that connects them.
final class Daemon {
  let loop = EventLoop()
  let log: Log
  let options: Options
  let process: DaemonProcess
  let source: ConfigurationSource
  let devices: DeviceSet
  /// Plays a recording in place of devices.
  private var player: RecordingPlayer?
  /// Values set by clients and by the machine. A reload keeps them.
  var running = RunningValues()
  let typing: TypingSource
  /// Follows the session that has the touch devices; nil for a recording.
  let follower: SeatFollower?
  /// The programs that set the context of the session that is followed.
  lazy var contextPrograms = ContextPrograms(loop: loop, log: log, environment: dispatcher.runner.environment)
  /// The seat whose devices are used.
  private(set) var seat = Seat.own(environment: environmentValue)
  /// The dispatcher is made after systemd's variables were removed from the environment, which commands inherit.
  lazy var dispatcher = Dispatcher(loop: loop, log: log, daemon: functions, session: follower)
  lazy var control = ControlServer(loop: loop, log: log, delegate: self)
  let printer: EventPrinter?
  /// The last touch sequences, for `gesturectl why`.
  var history = SequenceHistory()
  /// Keeps the context over a restart; nil without a path for a socket.
  var contextFile: ContextFile?
  /// Whether touches are hidden from subscribers: the session is locked, or it is another user's.
  var isLocked = false
  /// The series of frames that the last recognizer got; −1 before the first.
  var lastSeries = -1

  /// - Parameters:
  ///   - monitor: the list of devices; nil if udev cannot be read.
  ///   - followsSession: false for a machine without sessions.
  init(
    _ options: Options, log: Log, monitor: DeviceMonitor? = DeviceMonitor(watches: true),
    followsSession: Bool = true
  ) {
    self.options = options
    self.log = log
    log.attach(to: loop)
    process = DaemonProcess(loop: loop)
    follower = options.replay == nil && followsSession ? SeatFollower(loop: loop) : nil
    let files = FileWatch(loop: loop)
    source = ConfigurationSource(loop: loop, log: log, files: files, explicit: options.configuration)
    typing = TypingSource(loop: loop, log: log, files: files)
    devices = DeviceSet(loop: loop, log: log, files: files, named: options.devices, monitor: monitor)
    contextFile = ControlSocket.path(explicit: options.socket, environment: environmentValue)
      .map { ContextFile(socket: $0) }
    printer = options.prints ? EventPrinter(loop: loop, isFinite: options.replay != nil) : nil
  }

  var configuration: Configuration { source.configuration }
  /// The recording's session.
  var replayed: DeviceSession? { player?.session }
  /// The devices in use, including a recording.
  var sessions: [DeviceSession] { devices.sessions + (replayed.map { [$0] } ?? []) }

  // MARK: Life

  func run() throws(StartFailure) -> Int32 {
    let signals = SignalSource(loop: loop) { [self] in received($0) }
    defer { signals.end() }
    let socket = try openControlSocket()
    defer { socket?.remove() }
    do {
      try start()
    } catch {
      socket?.refuseWaiting()
      throw error
    }
    loop.run()
    shutDown()
    return 0
  }

  func start() throws(StartFailure) {
    restoreContext()
    try source.loadAtStart(facts)
    source.changed = { [self] in configurationFileChanged() }
    followSeat()
    dispatcher.configure(configuration)
    // The first device may need the switches.
    devices.switches.changed = { [self] in setHinge($0) }
    devices.pens.changed = { [self] in setPens($0) }
    try startDevices()
    followContextSources()
    process.ready(statusLine)
    process.keepWatchdogQuiet()
  }

  private func received(_ signal: Int32) {
    switch signal {
    case SIGHUP: reload()
    case SIGTERM, SIGINT: loop.stop()
    default: break
    }
  }

  func shutDown() {
    process.stopping()
    follower?.shutDown()
    contextPrograms.shutDown()
    devices.closeAll()
    replayed?.cancelAll()
    dispatcher.shutDown()
    control.close()
    printer?.finish()
  }

  /// The line in `systemctl status`.
  var statusLine: String {
    let count = sessions.count
    let devices = count == 0 ? "no touch device" : count == 1 ? "1 device" : "\(count) devices"
    return "\(devices), \(configuration.gestures.count) gestures"
  }

  // MARK: Devices

  private func startDevices() throws(StartFailure) {
    if let path = options.replay { return try startReplay(path) }
    devices.isOfUsedSeat = { [self] in isOfUsedSeat($0) }
    devices.makeSession = { [self] in makeSession($0, $1) }
    devices.changed = { [self] in
      process.status(statusLine)
      updateScreens()
      followSwitches()
      runContextPrograms()
    }
    devices.start()
    if !options.devices.isEmpty, devices.isEmpty, devices.refusals.values.allSatisfy({ $0.isFinal }) {
      throw .unavailable("no device given with --device is a touchpad or touchscreen")
    }
  }

  private func makeSession(_ device: TouchDevice, _ node: DeviceNode) -> DeviceSession? {
    var identity = DeviceIdentity(
      device.description, device.deviceClass, paths: [node.path] + node.links)
    identity.seat = node.seat
    identity.ownSeat = seat
    identity.isLeftOut = node.isLeftOut
    // Each open device has the present configuration.
    let configured = ConfiguredDevice(
      device.description, identity, configuration, running.state, beside: sessions.last?.device)
    return isWanted(configured) ? makeSession(node.kernelName, configured, device) : nil
  }

  private func makeSession(
    _ name: String, _ device: ConfiguredDevice, _ source: TouchDevice? = nil
  ) -> DeviceSession {
    let receiver = DeviceReceiver(
      event: { [self] in handle($0, $1, $2) },
      touches: { [self] in control.publish($0, $1, names: $2.names) },
      withheld: { [self] in
        history.take($0, of: $1, at: loop.now)
        control.publish($0, names: $1.names)
      },
      frame: { [self] in publish($0, $1, $2, $3) },
      disclosureChanged: { [self] in setReporting(of: $0) })
    let session = DeviceSession(name: name, device: device, source: source, loop: loop, receiver: receiver)
    if session.deviceClass == .touchscreen {
      session.words.hid = { [dispatcher] in dispatcher.delayOutput() }
    }
    inform(session)
    return session
  }

  /// Uses the devices of a seat in place of those of the one before.
  func use(seat new: String) {
    guard new != seat else { return }
    seat = new
    reconfigure([])
  }

  /// Whether a device may be opened: it belongs to this seat, to one that the configuration names, or the user has named it.
  private func isOfUsedSeat(_ node: DeviceNode) -> Bool {
    node.seat == seat || !options.devices.isEmpty || configuration.usesSeat(node.seat)
  }

  /// Whether the configuration uses the device. One named with --device is used whatever its class and seat.
  func isWanted(_ device: ConfiguredDevice) -> Bool {
    switch device.exclusion {
    case nil: true
    case .unlisted, .leftOut, .otherSeat: !options.devices.isEmpty
    case .ignored: false
    }
  }

  func updateScreens() {
    dispatcher.screens = sessions.compactMap { session in
      session.device.screenPointer.map { MouseOutput.Screen(device: session.name, pointer: $0) }
    }
  }

  private func startReplay(_ path: String) throws(StartFailure) {
    let recording: Recording
    do {
      recording = try Recording.read(path: path)
    } catch {
      throw .wrong(error.description)
    }
    guard let device = ConfiguredDevice(recorded: recording.description, configuration, running.state) else {
      throw .wrong("\(path): the recording is not of a touchpad or touchscreen")
    }
    for warning in recording.warnings { log.warning(warning) }
    if recording.events.isEmpty { throw .wrong("\(path): the recording has no events") }
    if !hasTimeForPrograms {
      for gesture in configuration.gestures where gesture.type == .client {
        log.warning(
          "`\(gesture.name)` is disabled, because with --speed max its program has no time to answer")
      }
    }
    let session = makeSession(recording.name, device)
    let player = RecordingPlayer(
      session: session, events: recording.events, speed: options.speed, repeats: options.loops, loop: loop)
    player.ended = { [self] in replayEnded() }
    self.player = player
    updateScreens()
    session.reportWarnings { [self] in log.warning("\(path): \($0)") }
    player.play()
  }

  /// Ends the daemon when commands have ended and all output is written. It waits at most 5 s for programs that do not read.
  private func replayEnded() {
    guard options.exitsAtEnd else { return }
    var isPatient = true
    loop.schedule(after: 5_000_000) { isPatient = false }
    loop.beforeWait = { [self] in
      let isIdle = dispatcher.isIdle && printer?.isDrained != false
      if isIdle || (!isPatient && dispatcher.runner.runningCount == 0) { loop.stop() }
    }
  }

  // MARK: Actions

  /// What actions use of the rest of the daemon.
  private var functions: DaemonFunctions {
    DaemonFunctions(
      touches: { [self] in
        sessions.reduce((0, 0)) { ($0.0 &+ $1.touchCounts.begun, $0.1 + $1.touchCounts.down) }
      },
      receive: { [self] in
        if !isLocked { history.take($0, of: $1) }
        control.publish($0, of: $1, on: $2)
      })
  }

  // MARK: Events

  private func handle(_ event: GestureEvent, _ outgoing: OutgoingEvent, _ session: DeviceSession) {
    // What became of its actions is added to the event.
    if session.disclosure.isOpen { history.take(event, of: session, at: loop.now) }
    dispatcher.handle(event, as: outgoing) { control.publish(outgoing, message: $0) }
    printer?.print(outgoing)
  }
}
