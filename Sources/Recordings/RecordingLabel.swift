/// The name that a person gave to the gesture in a recording, such as `swipe-left-3`. It has a type, a direction if the type has
/// one, and the number of fingers.
///
/// In an evemu file the label is a comment in the header, `# Label: swipe-left-3`, which other readers skip.
package struct RecordingLabel: Hashable, Sendable {
  /// The gesture with its direction: `swipe-left`, `tap`.
  package let gesture: String
  package let fingers: Int

  package var name: String { "\(gesture)-\(fingers)" }
  /// The label's line in a file, with its line end.
  package var line: String { "\(Self.prefix)\(name)\n" }

  private static let prefix = "# Label: "

  package init(gesture: String, fingers: Int) {
    self.gesture = gesture
    self.fingers = fingers
  }

  /// Reads a label; nil if `name` does not end in a number of fingers, or has characters other than a-z, 0-9 and `-`.
  package init?(_ name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, let fingers = Int(last), (1...10).contains(fingers) else {
      return nil
    }
    let words = parts.dropLast()
    guard words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } }) else { return nil }
    self.init(gesture: words.joined(separator: "-"), fingers: fingers)
  }

  /// The label in the header of a file.
  ///
  /// - Returns: nil without a label; `.failure` with the text after `# Label:` if it is malformed.
  package static func find(in text: String) -> Result<RecordingLabel, BadLabel>? {
    guard let line = header(of: text).first(where: { $0.hasPrefix(prefix) }) else { return nil }
    let name = String(line.dropFirst(prefix.count))
    return RecordingLabel(name).map { .success($0) } ?? .failure(BadLabel(name: name))
  }

  /// Whether a program made the movements, as stated by the comment `# Synthetic` in the header.
  package static func isSynthetic(_ text: String) -> Bool { header(of: text).contains("# Synthetic") }

  /// Whether the recording shows ordinary use without intended gestures.
  package static func isAmbient(_ text: String) -> Bool { header(of: text).contains { $0 == ambient } }
  /// The header line of a recording of ordinary use, with its end.
  package static let ambientLine = "\(ambient)\n"
  private static let ambient = "# Ambient"

  /// The lines before the first event. "\r\n", with which a line may end, is one Character in Swift.
  private static func header(of text: String) -> ArraySlice<Substring> {
    text.split { $0.isNewline }.prefix { !$0.hasPrefix("E:") }
  }

  package struct BadLabel: Error, Equatable {
    package let name: String
    package init(name: String) { self.name = name }
  }
}
