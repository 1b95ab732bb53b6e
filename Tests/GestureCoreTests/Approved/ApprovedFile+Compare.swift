import GestureTesting
import Testing

extension ApprovedFile {
  /// Records an issue for the first lines that differ.
  func compare(_ found: some Sequence<String>, details: (Int) -> String = { _ in "" }) {
    for difference in differences(from: found, details: details) {
      Issue.record(Comment(rawValue: difference))
    }
  }
}
