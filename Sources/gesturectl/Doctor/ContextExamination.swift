import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc

/// Checks whether the session is locked, and what sets the keys of the context that gestures compare.
struct ContextExamination {
  let configuration: Configuration
  /// The daemon's status, which has the values and the programs that hold them; nil if it does not answer.
  let status: JSONValue?

  /// The keys that only programs set. Without `rotation` the panel counts as not turned.
  private static let ofPrograms = ContextProgram.allKeys.filter { $0 != ContextKey.rotation.rawValue }
  private static let extensionName = "gestured-context@gestured.org"

  func findings() -> [Finding] {
    let values = Dictionary(ContextValues.all(status?["context"]).map { ($0.key, $0.value) }) { $1 }
    return Self.lock(values, status?["session"]) + sources()
  }

  /// The processes that hold one of these keys.
  private func holders(of keys: [String]) -> [Int] {
    (status?["holders"]?.array ?? []).filter { holder in
      holder["keys"]?.strings?.contains(where: keys.contains) == true
    }.map { $0["pid"]?.int ?? 0 }
  }

  /// The compositors that set LockedHint of their session in logind when they lock it.
  private static let reporting = ["gnome-shell", "kwin_wayland", "kwin_wayland_wr", "kwin_x11"]

  /// A session that stays locked is the reason why no gesture works, so its end is named.
  static func lock(_ context: [String: String], _ session: JSONValue?) -> [Finding] {
    if let reason = WhenCondition.notLocked.difference(in: context) {
      return [.note(reason + cause(session?["lock"]?.string), run: "gesturectl control context locked=no")]
    }
    guard let compositor = session?["compositor"]?.string, !reporting.contains(compositor) else { return [] }
    return [
      .ok(
        "the session counts as unlocked; \(compositor) does not report its lock to logind, so let "
          + "`gesturectl control locked -- swaylock -f` start the locker")
    ]
  }

  private static func cause(_ lock: String?) -> String {
    switch lock {
    case "unknown": "; logind does not answer whether it is locked"
    case "locked": "; logind has reported the lock, but not its end"
    default: "; a program has set `locked`, and has not ended the lock"
    }
  }

  static func isNeeded(by configuration: Configuration) -> Bool { configuration.uses(ofPrograms) }

  /// What sets the keys that gestures compare: as the daemon says it, and of a file that it has not read yet by the programs that there
  /// are for its session.
  func sources() -> [Finding] {
    guard let status else { return [] }
    let needed = Self.ofPrograms.filter { configuration.uses([$0]) }
    let sources = status["sources"]?.array ?? []
    let known = sources.flatMap { $0["keys"]?.strings ?? [] }
    let compositor = status["session"]?["compositor"]?.string
    let isWayland = status["variables"]?.strings?.contains("XDG_SESSION_TYPE=wayland") == true
    let programs = compositor.map { ContextProgram.programs(of: $0, isWayland: isWayland) } ?? []
    let rest = needed.filter { key in
      !known.contains(key) && !programs.contains { $0.keys.contains(key) }
    }
    return sources.compactMap(finding) + (rest.isEmpty ? [] : [missing(rest)])
  }

  /// - Parameter source: a member of `sources` of the reply of `Status`.
  private func finding(_ source: JSONValue) -> Finding? {
    let keys = source["keys"]?.strings ?? []
    let list = listed(keys, "and")
    let program = source["program"]?.string ?? ""
    switch source.word("state", of: SourceState.self) {
    case .running: return .ok("\(program) sets \(list)")
    case .held: return .ok("\(listed(holders(of: keys).map(Self.program).unique, "and")) sets \(list)")
    case .set: return .ok("\(list): set, but no running program holds it")
    case .absent, nil: return configuration.uses(keys) ? missing(keys) : nil
    case .waiting, .failed:
      return .note(
        "\(program) sets \(list) and does not run: it \(source["reason"]?.string ?? "was ended")",
        "gesturectl status log")
    }
  }

  private func missing(_ keys: [String]) -> Finding {
    let names = configuration.gestures.filter { $0.when.contains { keys.contains($0.key) } }.map(\.name)
    return .note("nothing sets \(listed(keys, "and")) here: \(names.joined(separator: ", "))", Self.remedy)
  }

  /// The program that holds values: that which has started `gesturectl control context --hold`, or itself.
  private static func program(_ process: Int) -> String {
    let own = pid_t(clamping: process)
    let isOurs = ProcessFacts.name(own) == "gesturectl"
    let holder = isOurs ? ProcessFacts(own)?.parent ?? own : own
    // The program itself, or an interpreter with the program as its first argument.
    let path = ProcessFacts.words(holder).prefix(2).first { $0.contains("/context/") }
    return path.map { "context/\(PathParts($0).name)" } ?? ProcessFacts.name(holder) ?? "a program"
  }

  private static var isExtensionEnabled: Bool {
    let list = ProgramOutput.text("gnome-extensions", "list", "--enabled") ?? ""
    return list.split(separator: "\n").contains { $0 == extensionName }
  }

  private static var remedy: String {
    let desktops = DesktopName.words()
    // Phosh calls itself GNOME, too, and its compositor is phoc.
    if desktops.contains("gnome"), !desktops.contains("phosh") {
      return isExtensionEnabled
        ? "log out and in once, so that GNOME loads \(extensionName)"
        : "gnome-extensions enable \(extensionName)"
    }
    return "config/context/README.md says which keys a program of yours can set"
  }
}
