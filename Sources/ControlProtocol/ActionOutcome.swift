import CSystem

/// What became of an action of a gesture (interface.md §3.1). The daemon's `OutcomeLog` makes it where it is known, and every face
/// shows this value.
package struct ActionOutcome: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// A command runs.
    case started
    /// A command has ended, with `status`.
    case exited
    /// A signal has ended a command; `status` is its number.
    case killed
    /// A command runs on, and its gesture no longer waits for it.
    case letGo = "let-go"
    /// A command has run for longer than its `timeout`, and is terminated.
    case timedOut = "timed-out"
    /// The kernel did not start a command.
    case notStarted = "not-started"
    /// A command was not started, because too many programs that were let go still run.
    case refused
    /// A command was not started because of `max_running`, or a reader did not take a line.
    case dropped
    /// Keys were typed, a button was clicked, or a reader took a line.
    case done
    /// A virtual device is missing or did not accept an event.
    case failed
  }

  /// Whether the action did what it should.
  package enum Verdict: String, CaseIterable, Sendable {
    /// A command runs, and a later outcome of the same `number` follows.
    case pending
    case succeeded, failed
  }

  /// The action's number since the daemon started. The outcomes of one command have the same.
  package var number: Int
  /// The command line, or the action as in lists of gestures (`keys super+left`).
  package var action: String
  /// What the gesture's actions do, in the words of its `description`; nil without one.
  package var description: String?
  package var state: State
  /// The exit status, or the number of the signal.
  package var status: Int?
  /// Why it failed; of `timedOut` the time. Empty if nothing is known.
  package var reason: String

  package init(number: Int, action: String, _ state: State, status: Int? = nil, reason: String = "") {
    self.number = number
    self.action = action
    self.state = state
    self.status = status
    self.reason = reason
  }

  package var verdict: Verdict {
    switch state {
    case .started: .pending
    case .exited: status ?? 0 == 0 ? .succeeded : .failed
    case .letGo, .done: .succeeded
    case .killed, .timedOut, .notStarted, .refused, .dropped, .failed: .failed
    }
  }

  /// A sentence for people. It names the action by the gesture's description, because a command may be a long shell line.
  package var text: String {
    let name = description.map { "\"\($0)\"" } ?? "`\(action)`"
    let why = reason.isEmpty ? "" : ": \(reason)"
    let number = status ?? 0
    return switch state {
    case .started: "\(name) runs"
    case .exited where number == 0: "\(name) ended with exit status 0"
    case .exited: "\(name) failed with exit status \(number)\(why)"
    case .killed:
      "\(name) failed with signal \(number) (\(signalText(Int32(clamping: number))))\(why)"
    case .letGo: "\(name) runs on, and its gesture no longer waits for it"
    case .timedOut: "\(name) exceeded its timeout of \(reason) and is terminated"
    case .notStarted: "cannot start \(name)\(why)"
    case .refused: "\(name) is refused\(why)"
    case .dropped: "\(name) is dropped\(why)"
    case .done: "\(name) is done"
    case .failed: "\(name) failed\(why)"
    }
  }
}

extension ActionOutcome {
  /// Writes the members of the Varlink type `Outcome`.
  package func write(to json: inout JSONWriter) {
    json.member("number", number)
    json.member("action", action)
    json.member("description", description)
    json.member("state", word: state.rawValue)
    json.member("verdict", word: verdict.rawValue)
    json.member("status", status)
    json.member("reason", reason.isEmpty ? nil : reason)
    json.member("text", text.printable)
  }

  /// - Returns: nil for another value, and for a state of a later version.
  package init?(_ json: JSONValue?) {
    guard let json, let number = json["number"]?.int, let action = json["action"]?.string,
      let state = json["state"]?.string.flatMap(State.init(rawValue:))
    else { return nil }
    self.init(
      number: number, action: action, state, status: json["status"]?.int,
      reason: json["reason"]?.string ?? "")
    description = json["description"]?.string
  }
}

/// Writes an outcome as an event, for Subscribe with `actions`.
///
///     {"time":9.120000,"device":"event7","gesture":"terminal","type":"action","state":"exited","outcome":{"number":3, …}}
package enum ActionJSON {
  /// The `type` of the events.
  package static let type = "action"
  /// The `device` of an action that Trigger has run.
  package static let trigger = "trigger"

  /// Appends one object, without a line end.
  ///
  /// - Parameter device: the device whose event ran the action; `trigger` for Trigger.
  package static func write(
    _ outcome: ActionOutcome, of gesture: String, on device: String, at time: Int64,
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("time", seconds: time)
    json.member("device", device)
    json.member("gesture", gesture)
    json.member("type", type)
    json.member("state", word: outcome.state.rawValue)
    json.object("outcome") { outcome.write(to: &$0) }
    json.endObject()
  }
}

/// The name of a signal, as strsignal(3) gives it.
package func signalText(_ number: Int32) -> String {
  // The text is the library's, and is copied before another call.
  guard let text = unsafe strsignal(number) else { return "" }
  return unsafe String(cString: text)
}
