import CSystem
import Evdev

/// The lines `KEY=value` of a file of logind or elogind.
///
/// The files are marked as private data, so each key may be missing, and unknown keys are ignored.
struct LogindLines {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n") }

  /// The value of a key; nil if it is missing or empty. New versions quote values, with a backslash before special characters.
  subscript(key: String) -> String? {
    let start = key + "="
    guard let line = lines.first(where: { $0.hasPrefix(start) }) else { return nil }
    var value = line.dropFirst(start.count)
    if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
    var isEscaped = false
    let plain = value.filter { letter in
      isEscaped = letter == "\\" && !isEscaped
      return !isEscaped
    }
    return plain.isEmpty ? nil : String(plain)
  }
}

/// What logind writes of a seat, in /run/systemd/seats/NAME.
struct SeatFile: Equatable {
  /// The active session; nil if none is.
  let session: String?
  /// Its user.
  let user: uid_t?

  init(_ text: String) {
    let lines = LogindLines(text)
    session = lines["ACTIVE"]
    user = lines["ACTIVE_UID"].flatMap { uid_t($0) }
  }
}

/// A session of logind. After a restart logind counts sessions anew, so the leader's process belongs to the identity.
struct SessionIdentity: Equatable {
  let name: String
  let leader: Int32

  /// The name and the leader, for a file.
  var text: String { "\(name) \(leader)" }

  /// The session's object on the bus. Its label has `_` and two hexadecimal digits for all but letters, and digits after the
  /// first place (sd_bus_path_encode(3)).
  var path: String {
    let digits = Array("0123456789abcdef".utf8)
    var label: [UInt8] = []
    for byte in name.utf8 {
      let isLetter = (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
      let isDigit = (0x30...0x39).contains(byte)
      if isLetter || isDigit && !label.isEmpty {
        label.append(byte)
      } else {
        label += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return "/org/freedesktop/login1/session/" + String(decoding: label, as: UTF8.self)
  }
}

/// What logind writes of a session, in /run/systemd/sessions/NAME.
struct SessionFile: Equatable {
  let identity: SessionIdentity
  let user: uid_t?
  /// The compositor's unique name on the system bus; nil if no process has taken control of the session.
  let controller: String?
  /// `tty`, `x11`, `wayland`, `mir` or `unspecified`.
  let type: String?
  let desktop: String?
  let seat: String?
  /// The number of the virtual terminal.
  let terminal: String?

  var isGraphical: Bool { type == "x11" || type == "wayland" || type == "mir" }

  init(name: String, _ text: String) {
    let lines = LogindLines(text)
    identity = SessionIdentity(name: name, leader: lines["LEADER"].flatMap { Int32($0) } ?? 0)
    user = lines["UID"].flatMap { uid_t($0) }
    controller = lines["CONTROLLER"]
    type = lines["TYPE"]
    desktop = lines["DESKTOP"]
    seat = lines["SEAT"]
    terminal = lines["VTNR"].flatMap { $0 == "0" ? nil : $0 }
  }
}

/// A seat with the session that is active there.
struct ActiveSeat: Equatable {
  let name: String
  let file: SeatFile
  /// nil if no session is active, or if it has just ended.
  let session: SessionFile?
}

/// The directory of logind's files.
struct LogindFiles {
  /// Bytes of a file. A session has a line of devices, with a few dozen of them at most.
  private static let longest = 64 << 10
  let directory: String

  /// logind's files in /run/systemd. elogind uses the same directory.
  init(directory: String = environmentValue("GESTURED_LOGIND_DIRECTORY") ?? "/run/systemd") {
    self.directory = directory
  }

  var seats: String { directory + "/seats" }
  var sessions: String { directory + "/sessions" }

  /// logind's temporary names begin with `.#`.
  static func isName(_ name: String) -> Bool { !name.isEmpty && !name.hasPrefix(".") }

  /// The seats of the machine, by name; none without logind.
  func all() -> [ActiveSeat] {
    directoryEntries(seats).map { $0.name }.filter { Self.isName($0) }.sorted().compactMap { name in
      guard let text = text(seats + "/" + name) else { return nil }
      let file = SeatFile(text)
      let session = file.session.flatMap { session in
        self.text(sessions + "/" + session).map { SessionFile(name: session, $0) }
      }
      return ActiveSeat(name: name, file: file, session: session)
    }
  }

  /// The sessions of a user that have a seat, active or not.
  func sessions(of user: uid_t) -> [SessionFile] {
    directoryEntries(sessions).map { $0.name }.filter { Self.isName($0) }.sorted().compactMap { name in
      text(sessions + "/" + name).map { SessionFile(name: name, $0) }
    }.filter { $0.user == user && $0.seat != nil }
  }

  private func text(_ path: String) -> String? {
    (try? fileBytes(path, atMost: Self.longest)).map { String(decoding: $0, as: UTF8.self) }
  }
}
