import ControlProtocol
import GestureCore
import Glibc

import struct GestureTesting.SplitMix64

@testable import Evdev
@testable import gestured

/// A whole daemon with its devices, clients and programs, in one thread, with a clock that moves only from one thing that happens to the
/// next.
///
/// Time passes in `run`. Everything from outside (an event of a device, a call, the end of a program, a plug) is a step at its time; the
/// daemon runs after each, unless the seed delays it. Steps touch descriptors and files alone, never the daemon's objects, so they may
/// also happen while it runs: at a look at its clock.
final class SimulatedWorld {
  /// What is there before the daemon starts.
  struct Surroundings {
    /// Whether the machine has sessions, which the daemon follows. Its socket is then the usual one.
    var hasSessions = false
    /// Further options of the daemon.
    var options: (inout Options) -> Void = { _ in }
    var prepare: (SimulatedWorld) -> Void = { _ in }
  }

  private struct Step {
    let time: Int64
    let number: Int
    let act: () -> Void
  }

  let machine: SimulatedMachine
  private let monitor = SimulatedMonitor()
  let directory: String
  /// nil on a machine without sessions.
  let login: SimulatedLogin?
  private let options: Options
  private(set) var daemon: Daemon!
  private var socket: ListeningSocket?
  private(set) var clients: [SimulatedClient] = []
  private var random: SplitMix64
  private var agenda: [Step] = []
  private var stepCount = 0
  /// Until then the daemon does not run.
  private var wakes: Int64 = 0
  /// What a run must not do, in the order in which it did it.
  private(set) var faults: [String] = []
  /// Puts a fault into the daemon, which the properties must find: called when it has started, and whenever it has come to rest.
  private let plant: (Daemon) -> Void

  /// The most turns of the loop until the daemon rests. A client's hundred calls need less than that many.
  private static let mostTurns = 5_000

  /// Makes a daemon with a configuration and starts it. The body gets a world that ends with it.
  static func with<Result>(
    seed: UInt64, _ disturbances: Disturbances, _ configuration: String, nodes: [SimulatedNode] = [],
    in surroundings: Surroundings = Surroundings(),
    planted plant: @escaping (Daemon) -> Void = { _ in }, _ body: (SimulatedWorld) throws -> Result
  ) throws -> Result {
    let machine = SimulatedMachine(seed: seed, disturbances)
    return try FaultInjection.simulating(machine) {
      let world = try SimulatedWorld(machine, seed: seed, configuration, nodes, surroundings, plant)
      defer { world.end() }
      return try body(world)
    }
  }

  private init(
    _ machine: SimulatedMachine, seed: UInt64, _ configuration: String, _ nodes: [SimulatedNode],
    _ surroundings: Surroundings, _ plant: @escaping (Daemon) -> Void
  ) throws {
    self.machine = machine
    self.plant = plant
    Self.raiseLimit()
    random = SplitMix64(seed: seed &* 31)
    var template = Array("/tmp/gestured-world-XXXXXX\0".utf8CString.dropLast())
    directory = String(cString: mkdtemp(&template))
    // libinput's files and gestured-typing are the machine's.
    for name in ["LIBINPUT_QUIRKS_DIR", "GESTURED_TYPING_SOCKET"] { setenv(name, "\(directory)/none", 1) }
    for name in ["HOME", "DIRS"] { setenv("XDG_CONFIG_\(name)", "\(directory)/\(name)", 1) }
    login = surroundings.hasSessions ? SimulatedLogin(directory) : nil
    machine.login = login
    var options = Options()
    options.configuration = "\(directory)/config.toml"
    if login == nil { options.socket = "\(directory)/socket" }
    surroundings.options(&options)
    self.options = options
    write(configuration)
    surroundings.prepare(self)
    daemon = makeDaemon()
    for node in nodes {
      machine.plug(node)
      monitor.add(node.node)
    }
    machine.pass = { [unowned self] in deliver(until: $0) }
    try start()
  }

  /// A daemon that has ended keeps a few descriptors until its process ends, too.
  private static func raiseLimit() {
    var limit = rlimit()
    precondition(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    limit.rlim_cur = limit.rlim_max
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  }

  private func makeDaemon() -> Daemon {
    let log = open("\(directory)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(log >= 0, "\(errno)")
    return Daemon(options, log: Log(descriptor: log), monitor: monitor, followsSession: login != nil)
  }

  private var socketPath: String { options.socket ?? "\(login?.runtime ?? "")/gestured/control.sock" }

  private func start() throws {
    socket = try daemon.openControlSocket()
    try daemon.start()
    plant(daemon)
    settle()
  }

  private func stop() {
    daemon.shutDown()
    socket?.remove()
    machine.runOthers()
    closeFiles()
  }

  /// A process that ends closes what its daemon still has open: the watch of the configuration, of which a user has few, and the log.
  private func closeFiles() {
    for entry in DispatchBench.descriptors()
    where entry.hasSuffix(":inotify") || entry.hasSuffix("\(directory)/log") {
      if let fd = Int32(entry.prefix { $0 != " " }) { close(fd) }
    }
  }

  private func end() {
    machine.pass = { _ in }
    for client in clients { client.end() }
    stop()
    monitor.end()
    removeDirectory(directory)
  }

  /// Ends the daemon and starts another one.
  ///
  /// - Parameters:
  ///   - isKilled: whether the first one writes nothing at its end.
  ///   - between: what happens while there is no daemon.
  func restart(isKilled: Bool = false, between: () -> Void = {}) throws {
    let context = readFile("\(socketPath).context")
    for client in clients { client.end() }
    clients = []
    stop()
    if isKilled { writeFile("\(socketPath).context", context) }
    between()
    daemon = makeDaemon()
    wakes = 0
    try start()
  }

  var log: String { readFile("\(directory)/log") }
  var loop: EventLoop { daemon.loop }
  var now: Int64 { machine.time }

  // MARK: From outside

  /// - Parameter name: of the file in the world's directory.
  func write(_ configuration: String, to name: String = "config.toml") {
    let new = "\(directory)/\(name).new"
    writeFile(new, configuration)
    precondition(rename(new, "\(directory)/\(name)") == 0)
  }

  /// Makes a directory and those in which it is.
  func make(_ path: String) {
    var whole = directory
    for name in path.split(separator: "/") {
      whole += "/\(name)"
      mkdir(whole, 0o700)
    }
  }

  /// - Parameter process: the client's; nil for that of the test.
  func connect(as process: pid_t? = nil) -> SimulatedClient {
    let client = SimulatedClient(socketPath, as: process)
    clients.append(client)
    return client
  }

  func plug(_ node: SimulatedNode) {
    machine.plug(node)
    monitor.add(node.node)
  }
  /// udev says that something of the device has changed.
  func change(_ node: SimulatedNode) { monitor.change(node.node) }
  func unplug(_ node: SimulatedNode) {
    machine.unplug(node)
    monitor.remove(node.path)
  }

  /// Plays frames on a device, each at its time.
  func play(_ frames: [SimulatedPad.Frame], on pad: SimulatedPad) {
    for frame in frames { at(frame.time) { pad.send(frame.events) } }
  }

  // MARK: Time

  /// Does something from outside at a time.
  func at(_ time: Int64, _ act: @escaping () -> Void) {
    let step = Step(time: time, number: stepCount, act: act)
    stepCount += 1
    let place = agenda.lastIndex { ($0.time, $0.number) < (step.time, step.number) }.map { $0 + 1 } ?? 0
    agenda.insert(step, at: place)
  }

  private func deliver(until time: Int64) {
    while let step = agenda.first, step.time <= time {
      agenda.removeFirst()
      step.act()
    }
  }

  func run(until end: Int64) {
    if now >= wakes { settle() }
    while true {
      let timer = loop.nextTime == .max ? .max : max(loop.nextTime, wakes)
      let isDue = wakes > now
      let next = min(agenda.first?.time ?? .max, machine.nextEnd, timer, isDue ? wakes : .max)
      guard next <= end else { break }
      machine.time = max(now, next)
      if let step = agenda.first, step.time <= now {
        agenda.removeFirst()
        step.act()
      }
      machine.runOthers()
      guard now >= wakes else { continue }
      settle()
      if machine.disturbances.contains(.delays), random.oneIn(12) {
        wakes = now + random.pick(SimulatedMachine.stops)
      }
    }
    machine.time = max(now, end)
    if now >= wakes { settle() }
  }

  func run(for time: Int64) { run(until: now + time) }

  /// Runs the daemon until it rests.
  private func settle() {
    var turns = 0
    repeat {
      loop.turn()
      machine.runOthers()
      for client in clients { client.read() }
      turns += 1
    } while (machine.ready > 0 || machine.login?.bus.hasAnswered == true || loop.nextTime <= now || hasMore)
      && turns < Self.mostTurns
    if turns == Self.mostTurns { faults.append("the loop does not rest at \(now)") }
    plant(daemon)
  }

  /// Whether a signal has interrupted the wait of the last turn.
  private var hasMore: Bool { loop.isReady }
}
