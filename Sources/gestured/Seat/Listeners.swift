import CSystem
import Evdev

/// A socket of a compositor in the runtime directory.
struct CompositorSocket: Equatable {
  enum Kind: Equatable { case wayland, sway, hyprland, niri }

  let kind: Kind
  let path: String
  /// The value of the variable that names the socket.
  let value: String

  /// The variable of commands, as `NAME=value`.
  var entry: String {
    switch kind {
    case .wayland: "WAYLAND_DISPLAY=\(value)"
    case .sway: "SWAYSOCK=\(value)"
    case .hyprland: "HYPRLAND_INSTANCE_SIGNATURE=\(value)"
    case .niri: "NIRI_SOCKET=\(value)"
    }
  }

  /// The sockets whose names are those of compositors, by name.
  ///
  /// - Parameter runtime: $XDG_RUNTIME_DIR.
  static func all(in runtime: String) -> [CompositorSocket] {
    let own = names(in: runtime).compactMap { Self.named($0, in: runtime) }
    let instances = names(in: runtime + "/hypr").map {
      CompositorSocket(kind: .hyprland, path: "\(runtime)/hypr/\($0)/.socket.sock", value: $0)
    }
    return (own + instances).filter { fileFacts($0.path, followsLinks: false)?.isKind(S_IFSOCK) == true }
  }

  /// Whether a change of a name in the runtime directory may concern compositors: their sockets, the folder of Hyprland's, and
  /// Xwayland's files of access.
  static func isName(_ name: String) -> Bool {
    name == "hypr"
      || ["wayland-", "sway-ipc.", "niri.", ".mutter-Xwaylandauth.", "xauth_"].contains { name.hasPrefix($0) }
  }

  private static func names(in directory: String) -> [String] {
    directoryEntries(directory).map { $0.name }.sorted()
  }

  private static func named(_ name: String, in runtime: String) -> CompositorSocket? {
    let path = runtime + "/" + name
    if name.hasPrefix("wayland-") { return CompositorSocket(kind: .wayland, path: path, value: name) }
    guard name.hasSuffix(".sock") else { return nil }
    if name.hasPrefix("sway-ipc.") { return CompositorSocket(kind: .sway, path: path, value: path) }
    if name.hasPrefix("niri.") { return CompositorSocket(kind: .niri, path: path, value: path) }
    return nil
  }
}

/// The processes that listen on the sockets of compositors.
///
/// Each socket that answers is queried once, as long as it is the same file: the queue of a compositor has one to three places,
/// and a query takes one until the compositor accepts it.
final class Listeners {
  enum Answer: Equatable {
    case process(RunningProcess)
    /// No process listens: the compositor has ended, or has only bound the socket so far.
    case refused
    /// The queue is full: a process listens that is not known yet.
    case busy
  }

  private struct Known {
    let file: FileID
    let process: RunningProcess
  }

  private let runtime: String
  private var known: [String: Known] = [:]

  /// - Parameter runtime: $XDG_RUNTIME_DIR.
  init(runtime: String) { self.runtime = runtime }

  /// The sockets with what is known of their processes.
  func look() -> [(socket: CompositorSocket, answer: Answer)] {
    let sockets = CompositorSocket.all(in: runtime)
    known = known.filter { entry in sockets.contains { $0.path == entry.key } }
    return sockets.map { ($0, answer($0.path)) }
  }

  private func answer(_ path: String) -> Answer {
    guard let file = FileID(path) else { return .refused }
    if let old = known[path], old.file == file, RunningProcess(old.process.number) == old.process {
      return .process(old.process)
    }
    known[path] = nil
    let result = listener(at: path, of: geteuid())
    if result == -EAGAIN { return .busy }
    guard let process = RunningProcess(result) else { return .refused }
    known[path] = Known(file: file, process: process)
    return .process(process)
  }
}

/// The locks of X displays, /tmp/.XN-lock.
///
/// A connection to the display's socket would start an Xwayland that waits for its first client, so only the lock is read.
enum DisplayLocks {
  private static let directory = "/tmp"

  /// The displays of this user's or root's processes, by number.
  static func all(in directory: String = directory) -> [(display: Int, process: Int32)] {
    let found = directoryEntries(directory, beginningWith: ".X").compactMap {
      entry -> (display: Int, process: Int32)? in
      guard let display = number(ofLock: entry.name) else { return nil }
      return process(ofLock: directory + "/" + entry.name).map { (display, $0) }
    }
    return found.sorted { $0.display < $1.display }
  }

  private static func number(ofLock name: String) -> Int? {
    guard name.hasPrefix(".X"), name.hasSuffix("-lock") else { return nil }
    return Int(name.dropFirst(".X".count).dropLast("-lock".count))
  }

  private static func process(ofLock path: String) -> Int32? {
    let fd = openDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    guard let facts = fileFacts(fd), facts.isKind(S_IFREG), [0, geteuid()].contains(facts.st_uid) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = readBytes(fd, into: &bytes)
    return count > 0 ? process(text: bytes.prefix(count)) : nil
  }

  /// - Parameter text: of a lock: the number after blanks. X.Org ends it with a line end, wlroots with NUL.
  static func process(text: ArraySlice<UInt8>) -> Int32? {
    let digits = text.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
