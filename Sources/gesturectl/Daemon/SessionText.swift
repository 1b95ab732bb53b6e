import ControlProtocol

/// The session that the daemon follows, in words.
enum SessionText {
  /// - Parameter session: `session` of the reply of `Status`.
  static func line(_ session: JSONValue) -> String {
    func text(_ key: String) -> String { session[key]?.string ?? "" }
    let name = text("name").isEmpty ? "" : ", session \(text("name"))"
    switch text("state") {
    case "here":
      let lock = text("lock").isEmpty ? "" : ", \(Self.lock(text("lock")))"
      return
        "follows \(text("compositor")) (process \(session["process"]?.int ?? 0))\(name) on \(text("seat"))\(lock)"
    case "foreign": return "another user's session \(text("name")) is active on \(text("seat")): no gestures"
    case "console":
      return
        "session \(text("name")) on \(text("seat")) has no compositor: commands have the daemon's own variables"
    default: return "follows no session: commands have the daemon's own variables"
    }
  }

  private static func lock(_ word: String) -> String {
    word == "unknown" ? "counts as locked, because logind does not answer" : word
  }
}
