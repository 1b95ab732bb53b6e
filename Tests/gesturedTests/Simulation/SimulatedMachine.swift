import CEvdev
import GestureCore
import GestureTesting
import Glibc

@testable import Evdev

/// What a seed does to a daemon that nothing should depend on.
struct Disturbances: OptionSet {
  let rawValue: Int
  /// Calls are interrupted by signals.
  static let signals = Disturbances(rawValue: 1)
  /// Sockets take and give a part of the bytes.
  static let cuts = Disturbances(rawValue: 2)
  /// What is ready at the same time is handled in any order.
  static let order = Disturbances(rawValue: 4)
  /// The daemon does not run for a while, and each look at the clock takes some time.
  static let delays = Disturbances(rawValue: 8)
  static let all: Disturbances = [.signals, .cuts, .order, .delays]
}

/// The machine of a simulated daemon: time, nodes, virtual devices and programs.
///
/// What must hold: nothing here depends on the clock, on other processes or on addresses, so that a seed gives the same run.
final class SimulatedMachine: SimulatedSystem {
  private var random: SplitMix64
  let disturbances: Disturbances
  /// How many descriptors the last turn of the loop has handled.
  private(set) var ready = 0
  /// What happens outside of the daemon until a time, when a look at the clock has passed it.
  var pass: (_ time: Int64) -> Void = { _ in }
  /// The errno with which files are not written; nil if they are.
  var diskError: Int32?

  init(seed: UInt64, _ disturbances: Disturbances) {
    random = SplitMix64(seed: seed)
    self.disturbances = disturbances
    super.init(time: 100 * .second)
    if disturbances.contains(.delays) { priceOfLook = Int64(random.pick([0, 1, 20])) }
  }

  override func now() -> Int64 {
    if disturbances.contains(.delays), random.oneIn(looksPerStop) {
      time += random.pick(Array(stopLengths))
    }
    let time = super.now()
    pass(time)
    return time
  }

  /// In the middle of its work, the daemon is stopped at one of so many looks at the clock, for one of these times in µs: a busy machine,
  /// a page from a disk, a stopped process, a suspend.
  private var looksPerStop = 100
  private var stopLengths = stops[...]

  /// From now on the daemon is stopped so often, for less than a second, that a call and a lift often come in the same stop.
  func stopOften() {
    looksPerStop = 15
    stopLengths = Self.stops.dropLast()
  }
  static let stops: [Int64] = [1, 4, 15, 60, 150, 400, 3_000].map { $0 * .millisecond }

  // MARK: Calls

  /// How many calls there were of each kind.
  private(set) var attempts: [SystemCall: Int] = [:]
  private var lastCall = SystemCall.clock

  override func answer(to call: SystemCall, on fd: Int32) -> Int32? {
    attempts[call, default: 0] += 1
    lastCall = call
    switch call {
    case .read where !gone.isEmpty && gone.contains(Self.inode(fd)): return ENODEV
    case .read, .write:
      if let diskError, call == .write, isKind(fd, S_IFREG) { return diskError }
      return isInterrupted ? EINTR : nil
    case .epollWait, .accept: return isInterrupted ? EINTR : nil
    // The supervisor of what is held, the look for grabs and checks are processes of the daemon itself.
    case .fork: return EAGAIN
    case .timer, .clock: return 0
    case .ioctl, .open, .connect, .inotify, .pipe, .spawn, .pidfd: return nil
    }
  }

  private var isInterrupted: Bool { disturbances.contains(.signals) && random.oneIn(8) }

  override func length(_ count: Int, on fd: Int32) -> Int {
    guard disturbances.contains(.cuts), count > 1, isKind(fd, S_IFSOCK), !near.contains(Self.inode(fd)),
      random.oneIn(3)
    else { return count }
    // The daemon leaves a bus that takes a part of a message, because its buffer holds hundreds of them.
    if lastCall == .write, let bus = login?.bus, SimulatedClient.peerName(of: fd) == bus.path { return count }
    return random.int(1...min(count, 200))
  }

  private func isKind(_ fd: Int32, _ kind: mode_t) -> Bool {
    var facts = stat()
    return fstat(fd, &facts) == 0 && facts.st_mode & S_IFMT == kind
  }

  override func order(_ count: Int) -> [Int] {
    ready = count
    let order = Array(0..<count)
    return disturbances.contains(.order) ? order.shuffled(using: &random) : order
  }

  // MARK: Devices

  /// The daemon's ends of devices: each call takes whole events. They have the numbers of their inodes here, because those of
  /// descriptors are used again.
  private var near: Set<ino_t> = []
  private var gone: Set<ino_t> = []
  private var nodes: [String: SimulatedNode] = [:]
  private var opened: [ino_t: SimulatedNode] = [:]
  /// By libevdev's device, which is not freed before the daemon has closed the node.
  private var read: [OpaquePointer: SimulatedNode] = [:]

  private static func inode(_ fd: Int32) -> ino_t {
    var facts = stat()
    return fstat(fd, &facts) == 0 ? facts.st_ino : 0
  }
  private(set) var virtual: [SimulatedOutput] = []

  func plug(_ node: SimulatedNode) { nodes[node.path] = node }
  /// From now on reads fail with ENODEV.
  func unplug(_ node: SimulatedNode) {
    nodes[node.path] = nil
    for (number, other) in opened where other === node { gone.insert(number) }
    node.unplug()
  }

  /// The errno with which nodes are not opened.
  var refused: [String: Int32] = [:]

  override func open(_ path: String) -> Int32? {
    if let error = refused[path] { return -error }
    if let node = nodes[path] {
      let fd = node.open()
      near.insert(Self.inode(fd))
      opened[Self.inode(fd)] = node
      return fd
    }
    return path.hasPrefix(SimulatedNode.directory) ? -ENODEV : nil
  }

  override func device(of fd: Int32) -> OpaquePointer? {
    guard let node = opened[Self.inode(fd)] else { return nil }
    let device = node.makeFacts()
    node.initialize(device)
    read[device] = node
    return device
  }

  override func next(of device: OpaquePointer, _ flag: UInt32, _ event: inout input_event) -> Int32? {
    read[device]?.next(flag, &event, of: device)
  }

  override func setMask(of fd: Int32, _ type: Int32, _ codes: [UInt64]) -> Int32? {
    guard let node = opened[Self.inode(fd)] else { return nil }
    node.setMask(of: fd, type, codes)
    return 0
  }
  override func values(of axis: UInt16, on fd: Int32) -> [Int32]? { opened[Self.inode(fd)]?.values(of: axis) }

  override func makeDevice(_ name: String) -> Int32? {
    let output = SimulatedOutput(name)
    virtual.append(output)
    near.insert(Self.inode(output.writer))
    return output.writer
  }

  // MARK: Programs

  /// The end of the pidfd of the program that was just started.
  private var starting: Int32?
  private(set) var programs: [SimulatedProgram] = []
  /// µs for which a command runs. A program that reads events runs until its input ends, and one of the context until it is ended.
  var duration: (_ line: String) -> Int64 = { _ in 0 }
  /// Whether programs read their events.
  var programsRead = true

  /// The sessions of the machine; nil if it has none.
  var login: SimulatedLogin?

  override func place(of path: String) -> String { login?.place(of: path) ?? path }
  override func listener(at path: String) -> Int32 { login?.listener(at: path) ?? -ECONNREFUSED }
  override func peer(of socket: Int32) -> pid_t { SimulatedClient.process(at: socket) }
  override func pidfd(of process: pid_t) -> Int32 { login?.pidfd(of: process) ?? starting ?? -ESRCH }
  override func status(of pidfd: Int32) -> Int32? {
    let number = Self.inode(pidfd)
    guard let program = programs.first(where: { $0.number == number }) else { return 0 }
    return program.isRunning ? nil : program.status
  }

  override func start(_ program: Start) -> pid_t {
    if let login, let file = program.words.first, file.hasPrefix(login.directory), !fileExists(file) {
      return -ENOENT
    }
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    starting = ends[0]
    let line = program.words.last ?? ""
    let isLasting = program.input >= 0 || login.map { line.hasPrefix($0.directory) } == true
    let end = isLasting ? Int64.max : time + duration(line)
    // Above every number that the kernel gives.
    let new = SimulatedProgram(
      pid: 1 << 30 + pid_t(programs.count), program, line, ends[1], Self.inode(ends[0]), start: time, end)
    programs.append(new)
    login?.begin(new.pid, name: "program")
    return new.pid
  }

  override func signal(group: pid_t, _ number: Int32) -> Bool {
    guard let program = programs.first(where: { $0.pid == group }), program.isRunning else { return false }
    if number != 0 { program.signals.append(number) }
    if number == SIGKILL || number == SIGTERM && !program.ignoresTerm { end(program, number) }
    return true
  }

  /// Ends a program.
  ///
  /// - Parameter status: as from waitpid(2).
  func end(_ program: SimulatedProgram, _ status: Int32) {
    login?.end(program.pid)
    program.finish(status)
  }

  /// When the next program ends by itself.
  var nextEnd: Int64 { programs.lazy.filter(\.isRunning).map(\.end).min() ?? .max }

  /// Programs read their events and end; virtual devices take what was written.
  func runOthers() {
    login?.bus.run()
    for output in virtual { output.read() }
    for program in programs where program.isRunning {
      if programsRead { program.read() }
      if program.end <= time || program.hasReadAll { end(program, 0) }
    }
  }
}

/// A program that the daemon has started.
final class SimulatedProgram {
  let pid: pid_t
  let line: String
  let start: Int64
  let end: Int64
  let environment: [String]
  /// The variables with the gesture's event.
  var variables: [String] { environment.filter { $0.hasPrefix("GESTURED_") } }
  /// That of its pidfd.
  fileprivate let number: ino_t
  /// How it has ended, as from waitpid(2).
  private(set) var status: Int32 = 0
  fileprivate(set) var isRunning = true
  /// What it has read, to the last line end.
  private(set) var text = ""
  fileprivate(set) var hasReadAll = false
  fileprivate(set) var signals: [Int32] = []
  var ignoresTerm = false
  private let lifeline: Int32
  private let input: Int32
  private let output: Int32

  fileprivate init(
    pid: pid_t, _ program: SimulatedSystem.Start, _ line: String, _ lifeline: Int32, _ number: ino_t,
    start: Int64, _ end: Int64
  ) {
    (self.pid, self.line, self.lifeline, self.start, self.end) = (pid, line, lifeline, start, end)
    self.number = number
    environment = program.environment ?? []
    input = program.input < 0 ? -1 : fcntl(program.input, F_DUPFD_CLOEXEC, 0)
    output = fcntl(program.output, F_DUPFD_CLOEXEC, 0)
  }

  deinit { finish(0) }

  /// The value of a variable.
  func variable(_ name: String) -> String? {
    environment.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Writes to standard error.
  func write(_ text: String) { precondition(Glibc.write(output, text, text.utf8.count) == text.utf8.count) }

  fileprivate func read() {
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    while input >= 0, poll(input) {
      let count = Glibc.read(input, &chunk, chunk.count)
      if count <= 0 { return hasReadAll = true }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  private func poll(_ fd: Int32) -> Bool {
    var waiting = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&waiting, 1, 0) > 0
  }

  fileprivate func finish(_ status: Int32) {
    guard isRunning else { return }
    isRunning = false
    self.status = status
    for fd in [lifeline, input, output] where fd >= 0 { close(fd) }
  }

  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A virtual device that the daemon has made: what it got, and what is down on it.
final class SimulatedOutput {
  let name: String
  let writer: Int32
  private let reader: Int32
  private(set) var down: Set<UInt16> = []
  /// The contacts of a touchpad, by slot.
  private(set) var touching: Set<Int32> = []
  /// Keys and buttons, as `code:value`.
  private(set) var keys: [String] = []
  private(set) var isGone = false
  private var slot: Int32 = 0

  init(_ name: String) {
    self.name = name
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit { if !isGone { close(reader) } }

  func read() {
    var event = input_event()
    while !isGone {
      let count = Glibc.read(reader, &event, MemoryLayout<input_event>.stride)
      if count == 0 {
        // The kernel releases what is down on a device that goes.
        isGone = true
        close(reader)
        down = []
        touching = []
      }
      guard count == MemoryLayout<input_event>.stride else { return }
      take(event)
    }
  }

  private func take(_ event: input_event) {
    switch (event.type, event.code) {
    case (EventType.key, let code):
      keys.append("\(code):\(event.value)")
      if event.value == 0 { down.remove(code) } else { down.insert(code) }
    case (EventType.absolute, AbsoluteCode.slot): slot = event.value
    case (EventType.absolute, AbsoluteCode.trackingID):
      if event.value < 0 { touching.remove(slot) } else { touching.insert(slot) }
    default: break
    }
  }
}
