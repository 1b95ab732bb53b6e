import ControlProtocol

/// What sets keys of the context, in words.
enum ContextSourceText {
  /// - Parameter source: a member of `sources` of the reply of `Status`.
  static func line(_ source: JSONValue) -> String {
    let keys = (source["keys"]?.strings ?? []).joined(separator: ", ")
    let (text, isMissing) = state(of: source)
    let gestures = source["gestures"]?.strings ?? []
    return "\(keys): \(text)" + (isMissing ? sleeping(gestures.count) : "")
  }

  private static func state(of source: JSONValue) -> (text: String, isMissing: Bool) {
    let program = source["program"]?.string ?? ""
    let reason = source["reason"]?.string ?? ""
    return switch source.word("state", of: SourceState.self) {
    case .running: ("\(program), running", false)
    case .waiting: ("\(program)\(reason.isEmpty ? "" : " \(reason)"), is started again", true)
    case .failed: ("\(program) \(reason)", true)
    case .held: ("another program holds the value", false)
    case .set: ("set, but no running program holds it", false)
    case .absent, nil: ("nothing sets it here", true)
    }
  }

  private static func sleeping(_ count: Int) -> String {
    count == 0 ? "" : ", \(count) gesture\(count == 1 ? " sleeps" : "s sleep")"
  }
}
