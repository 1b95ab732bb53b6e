import GestureCore

/// A place in the messages of tests and in Tests/approved: by its coordinates, not by the vector that holds them.
extension Point: CustomStringConvertible {
  package var description: String { "GestureCore.Point(x: \(x), y: \(y))" }
}
