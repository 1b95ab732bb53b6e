import ControlProtocol
import GestureConfig
import GestureCore

/// A gesture that waits for the failure of another.
struct GestureWait: Equatable {
  var waiter: String
  var requirement: String
  /// The upper bound of the wait, in µs.
  var longest: Timestamp
  /// Whether the wait follows from the types instead of the configuration.
  var isImplicit: Bool

  var text: String { "\(waiter) waits for \(requirement)" }

  static func text(_ microseconds: Timestamp) -> String { Seconds.text(Double(microseconds) / 1e6) }

  /// The waits of a device with an upper bound, as the daemon has them.
  ///
  /// - Parameter gestures: the rows of `Status`.
  static func all(_ gestures: [JSONValue], on device: String) -> [GestureWait] {
    gestures.filter { $0["device"]?.string == device }.flatMap { gesture in
      (gesture["waits"]?.array ?? []).compactMap { wait in
        guard let waiter = gesture["name"]?.string, let requirement = wait["gesture"]?.string,
          let longest = wait["longest"]?.double
        else { return nil }
        return GestureWait(
          waiter: waiter, requirement: requirement, longest: Timestamp((longest * 1e6).rounded()),
          isImplicit: wait["implicit"]?.bool ?? false)
      }
    }
  }

  /// All waits with an upper bound, in the order of the drawing of waits.
  static func all(_ configuration: Configuration, on deviceClass: DeviceClass) -> [GestureWait] {
    let definitions = configuration.gestures.compactMap { $0.definitions[deviceClass] }
    let graph = FailureGraph(definitions, implicitRequirements: configuration.implicitRequirements)
    return graph.edges.compactMap { edge in
      definitions[edge.requirement].parameters.facts.longestWait.map {
        GestureWait(
          waiter: definitions[edge.waiter].name, requirement: definitions[edge.requirement].name, longest: $0,
          isImplicit: edge.isImplicit)
      }
    }
  }
}
