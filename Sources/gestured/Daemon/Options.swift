import GestureConfig
import GestureCore

/// The daemon's command line. It is parsed by hand, because ArgumentParser would need more memory than the daemon.
struct Options: Equatable {
  /// The speed of a recording.
  enum Speed: Equatable {
    /// A multiple of real time.
    case factor(Double)
    /// Plays the recording without pauses.
    case unlimited
  }

  /// The request of the command line: to run the daemon, or to print the version or the help.
  enum Request: Equatable {
    case run(Options)
    case version
    case help
  }

  /// Wrong usage: exit status 2.
  struct UsageError: Error, Equatable {
    let message: String
  }

  var configuration: String?
  var socket: String?
  /// The devices that replace discovery.
  var devices: [String] = []
  var replay: String?
  var speed = Speed.factor(1)
  var exitsAtEnd = false
  var loops = false
  var prints = false

  static let help = """
    usage: gestured [options]

    Recognizes gestures on touchpads and touchscreens and runs the configured actions.
    Runs in the foreground, for a terminal or systemd; gesturectl controls it.

      --config FILE    use this configuration (default: $GESTURED_CONFIG, or gestured/config.toml in
                       $XDG_CONFIG_HOME (~/.config) or $XDG_CONFIG_DIRS (/etc/xdg))
      --socket PATH    use this control socket (default: $XDG_RUNTIME_DIR/gestured/control.sock)
      --device PATH    use only this device, whatever its class in udev; repeatable
      --replay FILE    play a recording in real time instead of reading a device
      --speed N        play it N times faster, or with max all at once
      --loop           play it repeatedly
      --exit-at-end    exit when the recording and its actions have ended
      --print          write events to standard output
      --version        print the version
      --help           print this text

    example: gestured --config config/examples/sway.toml --print
    exit status: 0 done, 1 wrong configuration, recording or busy socket, 2 wrong usage,
                 3 no socket can be created, or no device given with --device is a touch device;
                 if there is no touch device, gestured waits for one

    """

  /// - Parameter arguments: without the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var options = Options()
    var rest = ArgumentList(arguments)
    while let name = rest.nextName() {
      switch name {
      case "--config": options.configuration = try rest.value(of: name, "a file")
      case "--socket": options.socket = try rest.value(of: name, "a path")
      case "--device":
        options.devices.append(try rest.value(of: name, "a path, for example /dev/input/event7"))
      case "--replay":
        if options.replay != nil {
          throw UsageError(
            message: "--replay takes one recording; start another gestured for another recording")
        }
        options.replay = try rest.value(of: name, "a recording")
      case "--speed": options.speed = try speed(rest.value(of: name, "a number, or max"))
      case "--exit-at-end": options.exitsAtEnd = true
      case "--loop": options.loops = true
      case "--print": options.prints = true
      case "--version": return .version
      case "--help", "-h": return .help
      default: throw UsageError(message: unknown(name))
      }
      try rest.refuseLeftoverValue(of: name)
    }
    try options.check()
    return .run(options)
  }

  private static let names = help.split { $0 == " " || $0 == "\n" }.map { String($0) }
    .filter { $0.hasPrefix("--") }

  private static func unknown(_ name: String) -> String {
    guard name.hasPrefix("-") else { return "'\(name)' is not an option; gestured takes no other arguments" }
    let near = names.first { $0.hasPrefix(name) || name.hasPrefix($0) } ?? suggestion(for: name, among: names)
    return "unknown option '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  private static let speeds = 0.001...1_000_000.0

  private static func speed(_ text: String) throws(UsageError) -> Speed {
    if text == "max" { return .unlimited }
    guard let factor = Double(text), speeds.contains(factor) else {
      throw UsageError(message: "--speed takes a number from 0.001 to 1000000, or max, not '\(text)'")
    }
    return .factor(factor)
  }

  private func check() throws(UsageError) {
    guard replay == nil else {
      guard devices.isEmpty else {
        throw UsageError(
          message: "--replay and --device exclude each other, because the recording is the device")
      }
      if loops && exitsAtEnd { throw UsageError(message: "--loop and --exit-at-end exclude each other") }
      if loops && speed == .unlimited { throw UsageError(message: "--loop needs a speed other than max") }
      return
    }
    if loops { throw UsageError(message: "--loop can only be used with --replay FILE") }
    if exitsAtEnd { throw UsageError(message: "--exit-at-end can only be used with --replay FILE") }
    if speed != .factor(1) { throw UsageError(message: "--speed can only be used with --replay FILE") }
  }
}

/// Reads arguments one by one; accepts `--name value` and `--name=value`.
private struct ArgumentList {
  private var rest: ArraySlice<String>
  /// The text after the `=` of the last name.
  private var attached: String?

  init(_ arguments: [String]) { rest = arguments[...] }

  mutating func nextName() -> String? {
    guard let argument = rest.popFirst() else { return nil }
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
    attached = String(argument[argument.index(after: equals)...])
    return String(argument[..<equals])
  }

  mutating func value(of name: String, _ what: String) throws(Options.UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw Options.UsageError(message: "\(name) needs \(what)")
    }
    attached = nil
    return value
  }

  func refuseLeftoverValue(of name: String) throws(Options.UsageError) {
    if attached != nil { throw Options.UsageError(message: "\(name) takes no value") }
  }
}
