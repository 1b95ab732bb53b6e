import ArgumentParser
import ControlProtocol
import Glibc
import Recordings

struct BugReport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bug-report", abstract: "Writes one file for a bug report.",
    discussion: """
      The file contains the versions, the devices, the configuration, the output of doctor, check and status, and the recordings \
      that you name. Your home directory, user name, host name and the serial numbers of devices are replaced. Read the file \
      before you send it; docs/reporting.md says where to send it.

      Example:
        gesturectl bug-report report.txt
        gesturectl bug-report report.txt --recording mine.evemu
      """)
  @Argument(help: "The file to write (default: standard output).", completion: .file()) var file: String?
  @Option(
    help: ArgumentHelp("A recording of the gesture; repeatable.", valueName: "FILE"), completion: .file())
  var recording: [String] = []
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Flag(help: "Replace the file if it exists.") var force = false
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    if let file { try OutputFile.check(path: file, force: force) }
    // What the daemon has is what it does; its file may say something else by now.
    let status = config == nil ? daemon.status(withText: true) : nil
    let path = status.map { $0["configuration"]?.string } ?? ConfigurationChoice.find(explicit: config)
    let parts = try parts(path, running: status?["text"]?.string)
    let personal = PersonalText()
    let text = parts.map { "==== \($0.title) ====\n\n\(personal.removed(from: $0.text))\n" }.joined(
      separator: "\n")
    guard let file else { return StandardOutput.unbroken(text.dropLast()) }
    try OutputFile.write(text, to: file, force: force)
    StandardOutput.line("\(file): \(parts.map(\.title).joined(separator: ", "))")
    StandardOutput.line(
      "Read the file before you send it: it contains the commands in the configuration and the output of other programs unchanged."
    )
  }

  private typealias Part = (title: String, text: String)

  /// - Parameter text: the text of the configuration that the daemon has; nil without a daemon, and for another file.
  private func parts(_ path: String?, running text: String?) throws(CommandFailure) -> [Part] {
    let own = daemon.socket.map { ["--socket", $0] } ?? []
    let chosen = path.map { ["--config", $0] } ?? []
    var parts: [Part] = [
      ("versions", Self.versions), ("doctor", Self.own(["doctor"] + chosen + own)),
      ("devices", Self.own(["devices"] + chosen)), ("status", Self.own(["status"] + own)),
    ]
    if let path {
      parts.append(("check", Self.own(["check", path])))
      let file = Self.text(path)
      parts.append(("configuration", text ?? file))
      if let text, text != file { parts.append(("configuration file, which the daemon does not run", file)) }
    } else {
      parts.append(("configuration", "none: the built-in demonstration set"))
    }
    for path in recording {
      _ = try RecordingFile.read(path)
      let name = PathParts(path).name
      parts.append(("explanation of \(name)", Self.own(["replay", "--explain", path] + chosen)))
      parts.append(("recording \(name)", Self.text(path)))
    }
    return parts
  }

  /// The text of a file, or why there is none.
  private static func text(_ path: String) -> String {
    do throws(CommandFailure) {
      return try TextFile.read(path, atMost: Recording.usualLimit << 20)
    } catch { return error.message }
  }

  private static var versions: String {
    let system = (try? TextFile.read("/etc/os-release"))?.split(separator: "\n")
      .first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" }
    let kernel = (try? TextFile.read("/proc/sys/kernel/osrelease"))?.trimmed
    let session = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"].compactMap { name in
      Environment.value(name).map { "\(name)=\($0)" }
    }
    let lines = [
      "gesturectl \(GestureInterface.version)", system.map { String($0) }, kernel.map { "Linux \($0)" },
      ProgramOutput.text("libinput", "--version").map { "libinput \($0.trimmed)" },
    ]
    return (lines.compactMap(\.self) + session).joined(separator: "\n")
  }

  /// The output and errors of another subcommand of this program.
  private static func own(_ arguments: [String]) -> String {
    let words = ["sh", "-c", "exec /proc/\(getpid())/exe \"$@\" 2>&1", "gesturectl"] + arguments
    let text = ProgramOutput.anyway("/bin/sh", words)
    return text?.trimmed ?? "did not answer"
  }
}

/// Removes words that identify a person from the texts of a report.
struct PersonalText {
  /// The words that are replaced, each with its replacement; the path of the home directory comes before the user's name in it.
  private let words: [(String, String)]

  init(
    home: String? = Environment.value("HOME"), user: String? = Environment.value("USER"),
    account: String? = PersonalText.accountName,
    host: String? = (try? TextFile.read("/proc/sys/kernel/hostname"))?.trimmed
  ) {
    // Names of one or two letters are kept, because they are often words of their own.
    let all = [(home, "~"), (host, "HOST"), (user, "USER"), (account, "USER")]
    words = all.compactMap { word, by in word.flatMap { $0.utf8.count > 2 && $0 != "root" ? ($0, by) : nil } }
  }

  /// The name in the user database, because $USER may be absent.
  static var accountName: String? {
    // The entry is valid until the next call, so its name is copied.
    guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else { return nil }
    return unsafe String(cString: name)
  }

  func removed(from text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      Self.withoutSerial(words.reduce(String(line)) { Self.replaced($1.0, $1.1, in: $0) })
    }.joined(separator: "\n")
  }

  /// Replaces a word, in any case of its letters, where it stands alone or is a whole part of a path.
  private static func replaced(_ word: String, _ by: String, in line: String) -> String {
    let letters = Array(line)
    var (result, end) = ("", 0)
    for found in letters.map({ $0.lowercased() }).ranges(of: word.map { $0.lowercased() }) {
      let neighbours = letters[..<found.lowerBound].suffix(1) + letters[found.upperBound...].prefix(1)
      let isWhole = !neighbours.contains(where: isPart)
      result += String(letters[end..<found.lowerBound]) + (isWhole ? by : String(letters[found]))
      end = found.upperBound
    }
    return result + String(letters[end...])
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Removes serial numbers and unique names, which identify one device. `libinput record` writes them with the udev properties.
  private static func withoutSerial(_ line: String) -> String {
    // Only ASCII letters become small, so that an index in these bytes is one in the line's.
    let small = line.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    for mark in ["id_serial", "uniq=", "uniq:", "serial:", "serial number:"] {
      guard let found = small.firstRange(of: mark.utf8) else { continue }
      let separator = small[found.lowerBound...].firstIndex {
        $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":")
      }
      return separator.map { String(decoding: Array(line.utf8)[...$0], as: UTF8.self) + " REMOVED" } ?? line
    }
    return line
  }
}
