/// A question in the terminal, with `y` or `n` as its answer.
enum Answer {
  /// The end of the input is no.
  ///
  /// - Parameter usual: the answer of an empty line.
  static func isYes(_ question: String, usual: Bool = true) -> Bool {
    read(question, usual: usual) ?? false
  }

  /// - Returns: nil at the end of the input, where there is no answer.
  static func read(_ question: String, usual: Bool) -> Bool? {
    let rows = TerminalStyle.ofStandardOutput().rows("\(question) \(usual ? "[Y/n]" : "[y/N]")")
    StandardOutput.raw(Array((rows.joined(separator: "\n") + " ").utf8))
    return readLine().map { $0.isEmpty ? usual : $0.lowercased().hasPrefix("y") }
  }
}
