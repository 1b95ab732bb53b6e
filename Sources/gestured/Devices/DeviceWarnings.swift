import GestureCore

/// Reports each warning about a device once, and counts what its contact filter withholds.
struct DeviceWarnings {
  /// Receives each warning once, including those during use and those of a new configuration.
  var sink: ((String) -> Void)?
  private var reported: [String] = []
  // The literal `[]` would cost 0.1 ms of the start: the type is another module's, and the runtime would look up conformances.
  private var faults = DeviceFaults(rawValue: 0)
  private var earlierCounts: [WithheldContact.Rule: Int] = [:]

  mutating func report(_ warnings: [String]) {
    guard let sink else { return }
    for warning in warnings where !reported.contains(warning) {
      reported.append(warning)
      sink(warning)
    }
  }

  @inline(__always) mutating func note(_ faults: DeviceFaults) -> Bool {
    // Raw values are compared, because `==` of another module is called through a table.
    if faults.rawValue == self.faults.rawValue { return false }
    self.faults = faults
    return true
  }

  /// How often each rule of the contact filter withheld a contact since the device was opened.
  func withheldCounts(with pipeline: DevicePipeline) -> [WithheldContact.Rule: Int] {
    var counts = earlierCounts
    for (rule, count) in pipeline.withheldCounts { counts[rule, default: 0] += count }
    return counts
  }

  /// Keeps the counts of the pipeline that is replaced. The new one counts from 0 and has no faults yet.
  mutating func replace(_ pipeline: DevicePipeline) {
    earlierCounts = withheldCounts(with: pipeline)
    faults = DeviceFaults(rawValue: 0)
  }
}
