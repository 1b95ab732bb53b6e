/// A question in the terminal, with `y` or `n` as its answer.
enum Answer {
  /// The end of the input is no.
  ///
  /// - Parameter usual: the answer of an empty line.
  static func isYes(_ question: String, usual: Bool = true) -> Bool {
    StandardOutput.raw(Array("\(question) \(usual ? "[Y/n]" : "[y/N]") ".utf8))
    guard let line = readLine() else { return false }
    return line.isEmpty ? usual : line.lowercased().hasPrefix("y")
  }
}
