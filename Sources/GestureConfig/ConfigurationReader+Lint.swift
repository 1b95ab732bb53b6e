extension ConfigurationReader {
  mutating func lint() {}
  /// By position; those of one place in the order in which they were found.
  var sorted: [Diagnostic] {
    diagnostics.enumerated().sorted { a, b in
      (a.element.line, a.element.column, a.offset) < (b.element.line, b.element.column, b.offset)
    }.map(\.element)
  }
}
