import GestureConfig

/// The variables that a script sets to plain text (`NAME=value`). Imported commands run without the script, so their values are
/// put in.
struct ShellVariables {
  /// Nil for a variable with more than one value, or with one that only a shell can find.
  private var values: [String: String?] = [:]

  init(_ lines: [Substring]) {
    for line in lines {
      let text = line.trimmed
      let assignment = text.hasPrefix("export ") ? text.dropFirst(7).drop { $0 == " " } : text[...]
      guard let sign = assignment.firstIndex(of: "="), Self.isName(assignment[..<sign]) else { continue }
      let name = String(assignment[..<sign])
      let value = Self.plain(String(assignment[assignment.index(after: sign)...]))
      values[name] = .some(values[name] ?? value == value ? value : nil)
    }
  }

  /// The value of an assignment: its one word without an expansion; nil otherwise.
  private static func plain(_ text: String) -> String? {
    let words = ShellWords(text).words.prefix { !$0.hasPrefix("#") }
    guard words.count <= 1, !text.contains(where: { "$`".contains($0) }) else { return nil }
    return words.first ?? ""
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, !first.isNumber else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The command with the values of the script in place of `$NAME` and `${NAME}`.
  func expand(_ command: String) -> String {
    var text = ""
    for part in Self.parts(command) {
      switch part {
      case .text(let plain): text += plain
      case .variable(let name, let written): text += (values[name] ?? nil) ?? written
      }
    }
    return text
  }

  /// The first variable of a command that neither the script, the session nor the command itself sets.
  func unset(in command: String) -> String? {
    for case .variable(let name, _) in Self.parts(command) {
      let isOwn = ["\(name)=", "for \(name) ", "read \(name)"].contains(where: command.contains)
      if (values[name] ?? nil) == nil, !Self.isOfSession(name), !isOwn { return name }
    }
    return nil
  }

  /// Variables that logind, systemd or the compositor sets.
  private static let session: Set<String> = [
    "HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK",
    "NIRI_SOCKET", "HYPRLAND_INSTANCE_SIGNATURE", "DBUS_SESSION_BUS_ADDRESS",
  ]
  private static func isOfSession(_ name: String) -> Bool { session.contains(name) || name.hasPrefix("XDG_") }

  private enum Part {
    case text(String)
    case variable(String, written: String)
  }

  /// Splits a command into plain text and variables. `${NAME:-value}`, `$(…)` and escaped characters are left to the shell.
  private static func parts(_ command: String) -> [Part] {
    var parts: [Part] = []
    var rest = command[...]
    while let mark = rest.firstIndex(where: { $0 == "$" || $0 == "\\" }) {
      parts.append(.text(String(rest[..<mark])))
      let after = rest.index(after: mark)
      let isBraced = after < rest.endIndex && rest[after] == "{"
      let start = isBraced ? rest.index(after: after) : after
      let end = rest[start...].firstIndex { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
      let name = rest[start..<(end ?? rest.endIndex)]
      let closes = !isBraced || end.map { rest[$0] == "}" } ?? false
      if rest[mark] == "$", isName(name), closes {
        let next = isBraced ? rest.index(after: name.endIndex) : name.endIndex
        parts.append(.variable(String(name), written: String(rest[mark..<next])))
        rest = rest[next...]
      } else {
        let next = after < rest.endIndex && rest[mark] == "\\" ? rest.index(after: after) : after
        parts.append(.text(String(rest[mark..<next])))
        rest = rest[next...]
      }
    }
    return parts + [.text(String(rest))]
  }
}
