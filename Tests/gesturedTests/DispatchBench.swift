import ControlProtocol
import GestureConfig
import GestureCore
import Glibc

@testable import gestured

/// A real loop, a dispatcher and a temporary directory; the log is a file there.
final class DispatchBench {
  let loop = EventLoop()
  let dispatcher: Dispatcher
  let directory: String
  private let logFile: Int32
  /// Holds commands that wait for `gate` until `openGate`; −1 when it is open.
  private var gateFile: Int32 = -1

  /// From SIGTERM to SIGKILL here, in µs: long enough to distinguish the two on a busy machine.
  static let grace: Int64 = 1_000_000

  /// - Parameters:
  ///   - daemon: what actions use of the rest of the daemon.
  ///   - patience: µs after which a command is let go.
  init(daemon: DaemonFunctions = DaemonFunctions(), patience: Int64 = CommandRunner.standardPatience) {
    var template = Array("/tmp/gestured-dispatch-XXXXXX\0".utf8CString.dropLast())
    directory = String(cString: mkdtemp(&template))
    logFile = Glibc.open("\(directory)/log", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    dispatcher = Dispatcher(
      loop: loop, log: Log(descriptor: logFile), daemon: daemon, grace: DispatchBench.grace,
      patience: patience)
  }

  deinit {
    openGate()
    close(logFile)
    if let listing = opendir(directory) {
      while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(directory)/\(name)")
      }
      closedir(listing)
    }
    rmdir(directory)
  }

  var log: String { text("log") }

  /// A file of the directory; "" if there is none.
  func text(_ name: String) -> String { readFile("\(directory)/\(name)") }
  func lines(_ name: String) -> [String] { text(name).split(separator: "\n").map(String.init) }

  // MARK: Configurations

  /// Gestures "g0", "g1", … of a type, with these actions.
  func configure(
    _ type: GestureType = .swipe, _ actions: GestureActions..., description: String? = nil
  ) {
    configure(type, actions, description: description)
  }
  func configure(_ type: GestureType, _ actions: [GestureActions], description: String? = nil) {
    var configuration = Configuration()
    for (index, actions) in actions.enumerated() {
      var gesture = GestureBinding(name: "g\(index)", type: type, line: 0)
      gesture.actions = actions
      gesture.description = description
      configuration.gestures.append(gesture)
    }
    dispatcher.configure(configuration)
  }

  static func direct(_ own: Action..., limits: (inout ActionSet) -> Void = { _ in }) -> GestureActions {
    var actions = GestureActions()
    var set = ActionSet()
    set.actions = own
    limits(&set)
    actions.direct = set
    return actions
  }

  static func set(_ own: Action..., limits: (inout ActionSet) -> Void = { _ in }) -> ActionSet {
    var set = ActionSet()
    set.actions = own
    limits(&set)
    return set
  }

  /// An event of the first gesture.
  func fire(
    _ state: GestureState = .recognized, fingers: Int = 3, on device: String = "event7",
    _ fill: (inout GestureEvent) -> Void = { _ in }
  ) {
    var event = GestureEvent()
    event.state = state
    event.type = state == .recognized ? .swipe : .pan
    event.fingers = fingers
    fill(&event)
    dispatcher.handle(event, as: Self.outgoing(event, on: device))
  }

  static func outgoing(
    _ event: GestureEvent, on device: String = "event7", touches: ArraySlice<Point>? = nil
  ) -> OutgoingEvent {
    OutgoingEvent(
      event, names: EventNames(device: device, gestures: (0..<8).map { "g\($0)" }), touches: touches)
  }

  // MARK: A gate instead of a pause

  /// A command that contains this waits until the gate is open.
  var gate: String { gateWords.joined(separator: " ") }
  var gateWords: [String] { ["flock", "-s", "\(directory)/gate", "true"] }

  func closeGate() {
    gateFile = Glibc.open("\(directory)/gate", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    precondition(flock(gateFile, LOCK_EX) == 0)
  }

  func openGate() {
    if gateFile >= 0 { close(gateFile) }
    gateFile = -1
  }

  /// A command that is in it waits until the FIFO is opened for it, once for each `open`.
  func wait(for fifo: String) -> String {
    makeFIFO(fifo)
    return ": < \(directory)/\(fifo);"
  }
  func makeFIFO(_ name: String) { mkfifo("\(directory)/\(name)", 0o600) }

  /// Lets the command go on that waits for the FIFO, or is about to.
  func open(_ fifo: String) -> Bool {
    var file: Int32 = -1
    defer { close(file) }
    return run {
      file = Glibc.open("\(self.directory)/\(fifo)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return file >= 0
    }
  }

  // MARK: Time

  /// Lets the loop run until a condition holds; false if it does not within the given seconds.
  func run(within seconds: Int64 = 60, until condition: @escaping () -> Bool) -> Bool {
    let end = loop.now + seconds * 1_000_000
    var isMet = false
    func look() {
      isMet = condition()
      if isMet || loop.now > end { loop.stop() } else { loop.schedule(after: 2_000, look) }
    }
    loop.schedule(after: 0, look)
    loop.run()
    return isMet
  }

  /// The same for what processes do by themselves: the loop stands still, and with it its timers, however long it takes.
  func wait(until condition: () -> Bool) -> Bool {
    let end = loop.now + 60_000_000
    while !condition() {
      if loop.now > end { return false }
      poll(nil, 0, 2)
    }
    return true
  }

  /// Until no command runs.
  func runToEnd() -> Bool {
    run { self.dispatcher.runner.runningCount == 0 }
  }

  // MARK: What is left

  /// Descriptors of this process, as the kernel names what they are.
  static func descriptors() -> [String] {
    var found: [String] = []
    guard let listing = opendir("/proc/self/fd") else { return [] }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var target = [CChar](repeating: 0, count: 256)
      guard let number = Int32(name), number != dirfd(listing),
        readlink("/proc/self/fd/\(name)", &target, 255) > 0
      else { continue }
      found.append(
        "\(number) \(String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))"
      )
    }
    return found.sorted()
  }

  /// Descriptors that were not there before. Timers, eventfds and epolls are ignored: the testing library opens
  /// some at any time, actions open none.
  static func leaked(since before: [String]) -> [String] {
    let others = ["anon_inode:[timerfd]", "anon_inode:[eventfd]", "anon_inode:[eventpoll]"]
    return descriptors().filter { entry in !before.contains(entry) && !others.contains { entry.hasSuffix($0) }
    }
  }

  /// No child runs or waits to be reaped. It only looks: a child that was reaped here would never end for the daemon's code.
  static var hasNoChildren: Bool {
    var info = siginfo_t()
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
  }
}

func readFile(_ path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(file, &chunk, chunk.count)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += chunk[0..<count]
  }
}

/// Whether a process with that number exists and is no zombie.
func isAlive(_ pid: String) -> Bool {
  let stat = readFile("/proc/\(pid)/stat")
  return !stat.isEmpty && !stat.contains(") Z ")
}

extension ActionCounters {
  /// How often a gesture was made on the bench's device, or triggered.
  var fired: Int { fired(on: "event7") + fired(on: Dispatcher.triggerDevice) }
}
