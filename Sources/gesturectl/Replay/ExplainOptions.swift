import ArgumentParser

/// `--explain`, for replay and monitor.
struct ExplainOptions: ParsableArguments {
  @Flag(
    help:
      "Also show what was recognized in each touch sequence and what was nearly, and which contacts were withheld; --explain=all prints every reason of every gesture."
  )
  var explain = false
  /// `--explain=all`, and the word of the version before.
  @Flag(help: .hidden) var explainAll = false

  enum Detail {
    case none
    /// A summary after each touch sequence.
    case summaries
    /// A line for each failure and wait.
    case lines
  }

  /// - Parameter json: whether the output is JSON, which has a line for each gesture because a program reads it.
  func detail(json: Bool) -> Detail {
    if explainAll { return .lines }
    return explain ? (json ? .lines : .summaries) : .none
  }

  /// A flag of ArgumentParser has no value, so `--explain=all` is rewritten to `--explain-all`.
  static func normalized(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == "--explain=all" ? "--explain-all" : $0 } + arguments[end...]
  }
}
