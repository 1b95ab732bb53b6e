/// The rules for which new touches a gesture receives.
struct Intake {
  let rule: GestureTraits.TouchIntake
  let area: TouchArea
  let hasArea: Bool
  /// The areas of a sequence's steps; empty if a step has none.
  private let steps: [TouchArea]
  /// The area of a sequence's first step; nil for other gestures.
  private let first: TouchArea?
  /// What makes the gesture's touches, and whether others are touches, too: so only if a gesture of the arena takes pens.
  private let tool: TouchTool
  private let sortsTools: Bool
  /// Whether every touch is one of the gesture's sequence, wherever it lands.
  let takesAll: Bool
  /// The time after a key press in which the gesture receives no new touch, µs; 0 if typing does not matter.
  let typingGuard: Timestamp

  init(_ definition: RecognizerDefinition, sortsTools: Bool) {
    (tool, self.sortsTools) = (definition.touch, sortsTools)
    rule = definition.parameters.traits.intake
    area = definition.area
    hasArea = !area.isWhole
    let areas = definition.parameters.steps.map { $0.area }
    first = areas.first
    steps = areas.contains { $0.isWhole } ? [] : areas
    typingGuard = definition.typingGuard
    takesAll =
      (rule == .all || rule == .untilBegun && typingGuard == 0) && !hasArea && !sortsTools
      && definition.parameters.steps.isEmpty
  }

  /// Whether the gesture has touch sequences of its own: those of a zone, or of its tool.
  var hasZone: Bool { hasArea || !steps.isEmpty || sortsTools }
  /// The touches of a set that are made with the gesture's tool.
  @inline(__always) func ofTool(_ set: TouchSet, _ touches: Touches) -> TouchSet {
    sortsTools ? set & (tool == .pen ? touches.pens : ~touches.pens) : set
  }
  /// What keeps a first touch that lands here from the gesture; nil if nothing does.
  func obstacle(at landing: Point, isPen: Bool, touch: Int?) -> Failure? {
    if sortsTools && isPen != (tool == .pen) { return Failure(.otherTool, touch: touch) }
    return area.obstacle(at: landing, touch: touch) ?? first?.obstacle(at: landing, touch: touch)
  }
  /// Whether a touch that lands here is one of the gesture's sequence.
  func isInZone(_ landing: Point) -> Bool {
    area.contains(landing) && (steps.isEmpty || steps.contains { $0.contains(landing) })
  }
}
