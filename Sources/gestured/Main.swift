import Glibc

@main struct Main {
  static func main() {
    openStandardDescriptors()
    exit(run(Array(Swift.CommandLine.arguments.dropFirst())))
  }

  /// Started without them, the daemon would have a pipe or socket of its own as number 0, 1 or 2, and a command's
  /// output would go there.
  private static func openStandardDescriptors() {
    var descriptor: Int32
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(descriptor)
    close(descriptor)
  }

  /// The exit status (interface.md §1).
  private static func run(_ arguments: [String]) -> Int32 {
    let log = Log()
    defer { log.finish() }
    do {
      switch try Options.parse(arguments) {
      case .version: print("gestured \(Daemon.version)")
      case .help: print(Options.help, terminator: "")
      case .run(let options): return try Daemon(options, log: log).run()
      }
      return 0
    } catch let error as Options.UsageError {
      log.error("\(error.message) (gestured --help)")
      return 2
    } catch let error as Daemon.StartFailure {
      log.error(error.line)
      return error.status
    } catch {
      return 1
    }
  }
}
