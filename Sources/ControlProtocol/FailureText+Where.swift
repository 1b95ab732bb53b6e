import GestureCore

// The texts of failures of `where`.
extension FailureText {
  /// Appends a limit of `where`.
  static func appendCondition(_ failure: Failure, decimals: Int, to text: inout [UInt8]) {
    if failure.key == .whereEndsIn || failure.key == .whereStartsIn {
      text.append(" outside ")
      appendKey(failure, to: &text)
      text.removeLast()
    } else if failure.measured < failure.limit {
      text.append(", ")
      append(failure.limit - failure.measured, failure.unit, decimals: decimals, to: &text)
      text.append(" short of ")
      appendLimit(failure, decimals: decimals, to: &text)
    } else {
      text.append("; ")
      appendKey(failure, to: &text)
      text.append(failure.measured == failure.limit ? "excludes " : "allows ")
      append(failure.limit, failure.unit, decimals: decimals, to: &text)
    }
  }
}

extension Failure {
  var wordsOfCondition: FailureText.Words {
    let measure = MeasureCondition.Measure.allCases.first { $0.row.key == key }
    return FailureText.Words(measure?.row.words ?? "moved ")
  }
}
