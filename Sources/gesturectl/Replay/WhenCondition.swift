import Foundation
import GestureConfig

extension WhenCondition {
  /// As in the daemon: globs, and a key that is not set matches no value.
  func holds(in context: [String: String]) -> Bool {
    let isOneOf = context[key].map { value in values.contains { fnmatch($0, value, 0) == 0 } } ?? false
    return isOneOf != isNegated
  }
}
