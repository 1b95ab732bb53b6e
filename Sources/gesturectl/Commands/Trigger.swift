import ArgumentParser
import CEvdev
import ControlProtocol

struct Trigger: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a gesture's actions as if it had been made.",
    discussion: """
      The command prints what was started and how it ended to standard output, and the reason for each failure to standard \
      error. The exit status is 1 if an action failed.

      Example:
        gesturectl control trigger next-workspace
        gesturectl control trigger --state ended volume
        gesturectl control trigger --state step --steps -3 volume
        gesturectl control trigger --json next-workspace | jq '.[].state'
      """)
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String
  @Option(help: "The state whose actions run (default: recognized, or began).") var state: GestureStateName?
  @Option(
    parsing: .unconditional,
    help: "With --state step: how many steps of the motion, negative for backward (default: 1).")
  var steps: Int?
  @Flag(help: "As JSON: the last outcome of each action, as in an event.") var json = false
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard let steps else { return }
    if state != .step { throw ValidationError("--steps needs --state step") }
    if steps == 0 || steps.magnitude > 1000 {
      throw ValidationError("--steps takes a number from 1 to 1000, or -1 to -1000")
    }
  }

  func run() throws(CommandFailure) {
    // The subscription begins before the actions start, so that no outcome is lost.
    let events = try daemon.connect()
    try events.beginSubscription {
      $0.member("gestures", [name])
      $0.member("actions", true)
    }
    let reply = try daemon.connect().call("Trigger") {
      $0.member("gesture", name)
      $0.member("state", state?.rawValue)
      $0.member("steps", steps)
    }
    var actions = TriggeredActions(known: (reply["outcomes"]?.array ?? []).compactMap { ActionOutcome($0) })
    let hint = reply["hint"]?.string
    if let hint, !json { StandardOutput.line(hint) }
    if hint == nil || !actions.outcomes.isEmpty { try actions.follow(events) }
    if json {
      StandardOutput.raw(
        JSONWriter.line { json in
          json.list(actions.outcomes) { outcome, json in json.object { outcome.write(to: &$0) } }
        })
      if !actions.failures.isEmpty { throw .wrong("") }
      return
    }
    if hint != nil && actions.outcomes.isEmpty { return }
    let style = TerminalStyle.ofStandardError()
    for failure in actions.failures {
      StandardError.lines("gesturectl: gesture \"\(name)\": \(failure.text.printable)") { style(.failed, $0) }
    }
    StandardOutput.line("\(name): \(actions.text)")
    if !actions.failures.isEmpty { throw .wrong("") }
  }
}

enum GestureStateName: String, ExpressibleByArgument, CaseIterable {
  case began, changed, ended, cancelled, recognized, step
}

/// What became of the actions of one `Trigger` call.
struct TriggeredActions {
  /// The last outcome of each action, in the order in which they began.
  private(set) var outcomes: [ActionOutcome]

  /// - Parameter known: those of the reply.
  init(known: [ActionOutcome]) { outcomes = known }

  /// µs. A command that runs longer may be an application, so `trigger` ends without waiting for it.
  private static let patience: Int64 = 2_000_000

  var failures: [ActionOutcome] { outcomes.filter { $0.verdict == .failed } }

  private var isDecided: Bool { !outcomes.isEmpty && !outcomes.contains { $0.verdict == .pending } }

  /// Waits until the started commands have ended.
  mutating func follow(_ events: DaemonConnection) throws(CommandFailure) {
    let end = gestured_now() + Self.patience
    while !isDecided, gestured_now() < end {
      _ = waitForInput(events.descriptor, milliseconds: milliseconds(end - gestured_now()))
      for (event, _) in try events.availableEvents() { take(event) }
    }
  }

  /// Takes an event of the gesture; one that no `Trigger` has caused is of a finger.
  mutating func take(_ event: JSONValue) {
    guard event["type"]?.string == ActionJSON.type, event["device"]?.string == ActionJSON.trigger,
      let outcome = ActionOutcome(event["outcome"])
    else { return }
    if let index = outcomes.firstIndex(where: { $0.number == outcome.number }) {
      outcomes[index] = outcome
    } else if outcomes.isEmpty {
      // Its commands have waited for others.
      outcomes.append(outcome)
    }
  }

  var text: String {
    if outcomes.isEmpty { return "its commands wait for earlier ones" }
    let commands = outcomes.filter { [.started, .exited, .killed, .letGo, .timedOut].contains($0.state) }
      .count
    guard commands > 0 else { return failures.isEmpty ? "done" : "failed" }
    let start = "\(counted(commands, "command")) started"
    if !failures.isEmpty { return "\(start), failed" }
    let isRunning = outcomes.contains { [.started, .letGo].contains($0.state) }
    return "\(start), \(isRunning ? "still running" : "ended with status 0")"
  }
}
