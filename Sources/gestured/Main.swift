import Glibc

@main struct Main {
  static func main() {
    exit(run(Array(Swift.CommandLine.arguments.dropFirst())))
  }

  /// The exit status (interface.md §1).
  private static func run(_ arguments: [String]) -> Int32 {
    let log = Log()
    do {
      switch try Options.parse(arguments) {
      case .version: print("gestured \(Daemon.version)")
      case .help: print(Options.help, terminator: "")
      case .run(let options): return try Daemon(options).run()
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
