/// What the contact filter does on one device, for reports.
package struct FilterFacts: Sendable {
  /// Widths of the palm strips at both sides, mm; 0: none.
  package let leftStrip: Double
  package let rightStrip: Double
  /// The pressure from which a contact is a palm, in device units; nil if never, or if the device reports no pressure.
  package let palmPressure: Int?
  /// The size from which a contact is a palm, in device units; nil if never.
  package let palmSize: Int?
  package let detectsThumbs: Bool
  /// Radius of the hysteresis, mm; nil: off.
  package let hysteresis: Double?
  /// It begins when a resting finger wobbles.
  package let hysteresisWaits: Bool
  package let rejectsJumps: Bool

  init(_ rules: ContactRules) {
    leftStrip = rules.leftEdge
    rightStrip = rules.stage.width - rules.rightEdge
    palmPressure = rules.palmPressure == .max || !rules.reportsPressure ? nil : Int(rules.palmPressure)
    palmSize = rules.palmMajor == .max ? nil : Int(rules.palmMajor)
    detectsThumbs = rules.detectsThumbs
    let isUsed = rules.hysteresis.isOn || rules.hysteresis.canTurnOn
    hysteresis = isUsed ? max(rules.hysteresis.radius.width, rules.hysteresis.radius.height) : nil
    hysteresisWaits = !rules.hysteresis.isOn
    rejectsJumps = rules.rejectsJumps
  }
}

extension TouchInput {
  package var filterFacts: FilterFacts { FilterFacts(filter.rules) }
}
