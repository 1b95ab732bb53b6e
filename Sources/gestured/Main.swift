import CEvdev
import CSystem
import ControlProtocol
import Evdev

@main struct Main {
  static func main() {
    openStandardDescriptors()
    exit(run(Array(programArguments().dropFirst())))
  }

  /// Opens descriptors 0 to 2 if they are closed. Otherwise a pipe or socket of the daemon would get one of these numbers, and a
  /// command's output would go there.
  private static func openStandardDescriptors() {
    var descriptor: Int32
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(descriptor)
    close(descriptor)
  }

  /// The descriptors that the daemon needs at least: epoll and its timer, inotify for files and for the session, udev, signals, the
  /// control socket, and one client or file at a time.
  private static let neededDescriptors = 8

  /// Whether the process may open that many descriptors. It is tried once at the start, with copies of standard input.
  private static var hasDescriptors: Bool {
    let opened = (0..<neededDescriptors).map { _ in fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return opened.allSatisfy { $0 >= 0 }
  }

  /// Runs the daemon and returns the exit status (interface.md §1).
  private static func run(_ arguments: [String]) -> Int32 {
    let log = Log()
    defer { log.finish() }
    guard hasDescriptors else {
      log.error(
        "too few file descriptors: \(neededDescriptors) are needed in addition to the standard ones; raise `ulimit -n`"
      )
      return 3
    }
    do throws(Options.UsageError) {
      switch try Options.parse(arguments) {
      case .version: print("gestured \(GestureInterface.version)")
      case .help: print(Options.help, terminator: "")
      case .run(let options): return run(options, log)
      }
      return 0
    } catch {
      log.error("\(error.message) (gestured --help)")
      return 2
    }
  }

  /// A broken device may cause a message in each frame.
  private static func sendMessages(ofLibevdevTo log: Log) {
    var limit = LogLimit(lines: 10, per: 10_000_000)
    LibevdevLog.send { text in
      if let held = limit.pass(at: gestured_now()) { log.warning("libevdev: \(text)\(LogLimit.note(held))") }
    }
  }

  private static func run(_ options: Options, _ log: Log) -> Int32 {
    sendMessages(ofLibevdevTo: log)
    do throws(StartFailure) {
      return try Daemon(options, log: log).run()
    } catch {
      log.error(error.line)
      return error.status
    }
  }
}
