import CEvdev
import CSystem
import Evdev

@main struct Main {
  private static let help = """
    Reports to the daemons of the user at the seat that a key was pressed, and which modifiers are held.

    Usage: gestured-typing [--socket PATH] [--user UID]

      --socket PATH   listen there, instead of at the socket that systemd passes
      --user UID      for this user, instead of the one whose session is active on seat0
      --help          print this text

    It opens every keyboard of the seat. It sends only that a key was pressed, and which modifiers are held.
    See docs/typing.md.

    """

  static func main() {
    var socket: String?
    var user: Int64?
    var arguments = programArguments().dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help": finish(help)
      case "--socket":
        guard let path = arguments.popFirst() else { misuse("--socket needs a path") }
        socket = path
      case "--user":
        guard let text = arguments.popFirst(), let number = UInt32(text) else {
          misuse("--user needs the number of a user")
        }
        user = Int64(number)
      default: misuse("unknown argument \(argument)")
      }
    }
    let listening = socket.map(Listening.bound) ?? Listening.inherited()
    guard let monitor = DeviceMonitor(watches: true), monitor.fd >= 0 else {
      fail("cannot listen to udev", 3)
    }
    TypingServer(listening: listening, user: user, monitor: monitor).run()
  }

  private static func finish(_ text: String) -> Never {
    _ = writeBytes(Array(text.utf8).span, to: STDOUT_FILENO)
    exit(0)
  }

  private static func misuse(_ text: String) -> Never { fail("\(text) (gestured-typing --help)", 2) }
}

func fail(_ text: String, _ status: Int32) -> Never {
  warn(text)
  exit(status)
}
