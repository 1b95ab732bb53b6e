import GestureCore

// Warnings of figures that are one figure, turned.
extension ConfigurationReader {
  /// Warns at the later of two strokes. A drawing of one scores as well for the other.
  mutating func warnOfTurnedFigures() {
    let figures = drafts.indices.compactMap(figure)
    for (place, later) in figures.enumerated() {
      for earlier in figures.prefix(place) where earlier.isTurned(later) {
        let (one, other) = (drafts[earlier.draft].binding.name, drafts[later.draft].binding.name)
        warning(
          "`\(one)` and `\(other)` are the same figure, rotated; set `rotation_invariant = false` in both to separate them",
          of: later.draft)
      }
    }
  }

  private struct Figure {
    let draft: Int
    let definition: RecognizerDefinition
    let stroke: StrokeParameters

    func isTurned(_ other: Figure) -> Bool {
      definition.fingers == other.definition.fingers && definition.overlaps(other.definition)
        && (stroke.isTurned(other.stroke) || other.stroke.isTurned(stroke))
    }
  }

  private func figure(_ draft: Int) -> Figure? {
    guard !isBroken(draft), let definition = drafts[draft].binding.anyDefinition, definition.enabled,
      let stroke = definition.parameters.as(StrokeParameters.self)
    else { return nil }
    return Figure(draft: draft, definition: definition, stroke: stroke)
  }
}
