import ArgumentParser
import CEvdev
import ControlProtocol

struct Trigger: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a gesture's actions as if it had been made.",
    discussion: """
      Prints on standard output what was started and how it ended, and on standard error the reason of each failure. \
      Exit status 1 if an action failed.

      Example:
        gesturectl trigger next-workspace
        gesturectl trigger --state ended volume
        gesturectl trigger --state step --steps -3 volume
      """,
    shouldDisplay: false)
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var name: String
  @Option(help: "The state whose actions run (default: recognized, or began).") var state: GestureStateName?
  @Option(
    parsing: .unconditional,
    help: "With --state step: how many steps of the motion, negative for backward (default: 1).")
  var steps: Int?
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard let steps else { return }
    if state != .step { throw ValidationError("--steps needs --state step") }
    if steps == 0 || steps.magnitude > 1000 {
      throw ValidationError("--steps takes a number from 1 to 1000, or -1 to -1000")
    }
  }

  func run() throws(CommandFailure) {
    // The subscription begins before the actions start, so that no line about them is lost.
    let log = try daemon.connect()
    try log.beginSubscription {
      $0.member("types", [String]())
      $0.member("log", true)
    }
    let connection = try daemon.connect()
    let before = try ActionTally(status: connection.call("Status"))
    let reply = try connection.call("Trigger") {
      $0.member("gesture", name)
      $0.member("state", state?.rawValue)
      $0.member("steps", steps)
    }
    let failure = reply["failure"]?.string
    if let hint = reply["hint"]?.string {
      StandardOutput.line(hint)
      if failure == nil { return }
    }
    var outcome = TriggerOutcome(before: before)
    try outcome.follow(connection, log, gesture: name)
    // The daemon logs the loss of a line for a socket without the gesture, and not each time.
    if let failure, !outcome.isLogged {
      outcome.isLogged = true
      StandardError.line("gesturectl: gesture \"\(name)\": \(failure)")
    }
    StandardOutput.line("\(name): \(outcome.text)")
    if outcome.hasFailed { throw .wrong("") }
  }
}

enum GestureStateName: String, ExpressibleByArgument, CaseIterable {
  case began, changed, ended, cancelled, recognized, step
}

struct ActionTally {
  let running, started, failed: Int

  init(status: JSONValue) {
    func count(_ keys: String...) -> Int { keys.reduce(0) { $0 + (status["actions"]?[$1]?.int ?? 0) } }
    running = count("running")
    started = count("started")
    failed = count("failed", "timed_out", "dropped")
  }
}

/// The result of the actions of one `Trigger` call.
struct TriggerOutcome {
  let before: ActionTally
  var now: ActionTally
  /// Whether the daemon's log has a line about this gesture. Other gestures may fail at the same time.
  var isLogged = false

  init(before: ActionTally) {
    self.before = before
    now = before
  }

  /// µs. A command that runs longer may be an application, so `trigger` ends without waiting for it.
  private static let patience: Int64 = 2_000_000
  /// Milliseconds between two reads of the counters.
  private static let interval: Int32 = 50

  var hasFailed: Bool { isLogged || (now.started == before.started && now.failed > before.failed) }

  /// Waits until the started commands have ended, and prints the daemon's lines about the gesture.
  mutating func follow(_ connection: DaemonConnection, _ log: DaemonConnection, gesture: String)
    throws(CommandFailure)
  {
    let end = gestured_now() + Self.patience
    while true {
      now = try ActionTally(status: connection.call("Status"))
      for line in try log.availableEvents().compactMap({ MonitoredLine($0.event) })
      where line.text.contains("\"\(gesture)\"") {
        isLogged = true
        StandardError.line(line.text)
      }
      if now.running <= before.running || gestured_now() >= end { return }
      _ = waitForInput(log.descriptor, milliseconds: Self.interval)
    }
  }

  var text: String {
    let started = now.started - before.started
    guard started > 0 else { return hasFailed ? "failed" : "done" }
    let commands = "\(counted(started, "command")) started"
    if hasFailed { return "\(commands), failed" }
    return "\(commands), \(now.running > before.running ? "still running" : "ended with status 0")"
  }
}
