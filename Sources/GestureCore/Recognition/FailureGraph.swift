/// Who waits for whom among the recognizers of one arena (§3.3, §3.4), checked once when a configuration is read.
package struct FailureGraph: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    /// Names in order, the first repeated at the end: a → b → a.
    case cycle([String])
    case unknown(name: String, in: String)
    /// A gesture that names itself.
    case itself(name: String)
  }
  package enum Warning: Equatable, Sendable {
    /// The implicit edge would have closed a cycle with explicit ones and was left out.
    case implicitDropped(waiter: String, for: String)
    /// What is required normally fails only at lift (pan, transform, pinch, rotation, stroke, circle).
    case failsOnlyAtLift(waiter: String, for: String)
  }
  package struct Edge: Equatable, Sendable {
    package var waiter: Int
    package var requirement: Int
    package var isImplicit: Bool
    package init(waiter: Int, requirement: Int, isImplicit: Bool) {
      self.waiter = waiter
      self.requirement = requirement
      self.isImplicit = isImplicit
    }
  }
  package var edges: [Edge] = []
  package var problems: [Problem] = []
  package var warnings: [Warning] = []

  package init(_ recognizers: [RecognizerDefinition], implicitRequirements: Bool) {}
}
