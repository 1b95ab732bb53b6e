import ControlProtocol
import GestureConfig
import GestureCore

/// The side effects of a change of the configuration: longer waits of other gestures, and new remarks of `check`.
struct ConfigurationComparison {
  let before: LoadedConfiguration
  let after: LoadedConfiguration

  /// The new remarks, as `check: …`.
  var remarks: [String] {
    var (before, after) = (before, after)
    before.tryGestures()
    after.tryGestures()
    // A wait that is a little longer is no new remark.
    func words(_ diagnostic: Diagnostic) -> String { diagnostic.message.filter { !$0.isNumber } }
    let known = before.diagnostics.map(words)
    return after.diagnostics.filter { !known.contains(words($0)) }.map { "check: \($0.message)" }
  }

  /// Gestures whose wait changed.
  func waits(on deviceClass: DeviceClass) -> [String] {
    changes(on: deviceClass).filter { $0.known != nil }.map(Self.text)
  }

  /// Changed waits, including new ones. A wait that differs by class of device, or is on one class only, names the class.
  var newWaits: [String] {
    let byClass = DeviceClass.allCases.map { (deviceClass: $0, waits: changes(on: $0).map(Self.text)) }
    return byClass.flatMap { deviceClass, waits in
      waits.map { wait in
        byClass.allSatisfy { $0.waits.contains(wait) } ? wait : "\(wait) on \(deviceClass.rawValue)s"
      }
    }.unique
  }

  private static func text(_ wait: GestureWait, _ known: GestureWait?) -> String {
    let now = known.map { " (\(GestureWait.text($0.longest)) now)" } ?? ""
    return "\(wait.text) up to \(GestureWait.text(wait.longest))\(now)"
  }

  /// Writes the difference of the two texts, and where and why the new one cannot be used.
  ///
  /// - Returns: whether it can be used.
  func writeDifference(to json: inout JSONWriter, path: String) -> Bool {
    json.member("difference", LineDifference.text(from: before.text, to: after.text))
    let problem = after.diagnostics.first { $0.severity == .problem }
    json.member("problem", problem.map { "\(path):\($0.line): \($0.message)" })
    return problem == nil
  }

  private func changes(on deviceClass: DeviceClass) -> [(GestureWait, known: GestureWait?)] {
    let known = before.configuration.map { GestureWait.all($0, on: deviceClass) } ?? []
    let now = after.configuration.map { GestureWait.all($0, on: deviceClass) } ?? []
    return now.compactMap { wait in
      let old = known.first { $0.waiter == wait.waiter && $0.requirement == wait.requirement }
      return old?.longest == wait.longest ? nil : (wait, old)
    }
  }
}
