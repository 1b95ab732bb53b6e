import ControlProtocol
import GestureCore

/// The first gesture that the daemon recognizes during `setup`, and what becomes of its action.
///
/// It works when its command has ended with status 0, still runs after `patience`, or its keys were typed. A gesture without actions
/// works when it is recognized. What `gesturectl control trigger` runs meanwhile does not count.
struct FirstGesture {
  enum Result: Equatable {
    case works
    case failed(gesture: String, ActionOutcome)
  }

  /// µs after which a command that still runs is a program that was opened.
  static let patience: Int64 = 1_000_000

  /// The gestures that have actions.
  private let acting: Set<String>
  /// The actions that run, by their numbers, with the time of their start.
  private var running: [Int: Int64] = [:]
  private(set) var result: Result?

  /// - Parameter status: the reply of `Status`.
  init(status: JSONValue) {
    let gestures = status["gestures"]?.array ?? []
    acting = Set(
      gestures.filter { $0["action"]?.string?.isEmpty == false }.compactMap { $0["name"]?.string })
  }

  /// Milliseconds after which `wait` decides; −1 if nothing runs.
  func timeout(at now: Int64) -> Int32 {
    running.values.min().map { milliseconds($0 + Self.patience - now) } ?? -1
  }

  /// Takes an event of the subscription.
  mutating func take(_ event: JSONValue, at now: Int64) {
    guard result == nil, let gesture = event["gesture"]?.string, event["device"]?.string != ActionJSON.trigger
    else { return }
    if event["type"]?.string == ActionJSON.type {
      if let outcome = ActionOutcome(event["outcome"]) { take(outcome, of: gesture, at: now) }
    } else if !acting.contains(gesture), ["recognized", "ended"].contains(event["state"]?.string),
      GestureType(rawValue: event["type"]?.string ?? "") != nil
    {
      result = .works
    }
  }

  private mutating func take(_ outcome: ActionOutcome, of gesture: String, at now: Int64) {
    switch outcome.verdict {
    case .pending: running[outcome.number] = now
    case .failed: result = .failed(gesture: gesture, outcome)
    case .succeeded:
      running[outcome.number] = nil
      if running.isEmpty { result = .works }
    }
  }

  /// Decides when the time of `timeout` is over.
  mutating func wait(until now: Int64) {
    if result == nil, let start = running.values.min(), now >= start + Self.patience { result = .works }
  }
}
