import GestureTesting
import Testing

extension ApprovedFile {
  /// Records an issue for the first lines that differ.
  func compare(_ found: some Sequence<ApprovedLine>) {
    for difference in differences(from: found) { Issue.record(Comment(rawValue: difference)) }
  }

  /// Compares the traces of all numbers in a range.
  func compare(_ numbers: some Sequence<Int>, trace: (UInt64) -> String) {
    withoutActuallyEscaping(trace) { trace in
      compare(numbers.lazy.map { ApprovedLine("\($0)", trace: trace(UInt64($0))) })
    }
  }
}
