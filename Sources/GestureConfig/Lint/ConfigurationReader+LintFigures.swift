import GestureCore

// Warnings of figures that are one figure, turned.
extension ConfigurationReader {
  /// Warns at the later of two strokes. A drawing of one scores as well for the other.
  mutating func warnOfTurnedFigures() {
    for later in drafts.indices {
      for earlier in drafts.indices.prefix(later) where areTurned(earlier, later) {
        let (one, other) = (drafts[earlier].binding.name, drafts[later].binding.name)
        warning(
          "`\(one)` and `\(other)` are one figure, turned: `rotation_invariant = false` in both separates them",
          of: later)
      }
    }
  }

  private func areTurned(_ one: Int, _ other: Int) -> Bool {
    guard let a = figure(one), let b = figure(other), a.definition.fingers == b.definition.fingers,
      a.definition.overlaps(b.definition)
    else { return false }
    return a.stroke.isTurned(b.stroke) || b.stroke.isTurned(a.stroke)
  }

  private func figure(_ draft: Int) -> (definition: RecognizerDefinition, stroke: StrokeParameters)? {
    guard !isBroken(draft), let definition = drafts[draft].binding.anyDefinition, definition.enabled,
      let stroke = definition.parameters.as(StrokeParameters.self)
    else { return nil }
    return (definition, stroke)
  }
}
