/// What the contact filter does on one device, for reports.
package struct FilterFacts: Sendable {
  /// The width of the left palm strip in mm; 0 if there is none.
  package let leftStrip: Double
  package let rightStrip: Double
  /// The pressure in device units from which a contact is a palm; nil if never, or if the device reports no pressure.
  package let palmPressure: Int?
  /// The size in device units from which a contact is a palm; nil if never.
  package let palmSize: Int?
  /// From which pressure or size a contact is a touch, in device units; nil if it does not decide.
  package let touchPressure: LightLimit?
  package let touchSize: LightLimit?
  package let detectsThumbs: Bool
  /// The hysteresis radius in mm; nil if off.
  package let hysteresis: Double?
  /// Whether hysteresis begins only when a resting finger wobbles.
  package let hysteresisWaits: Bool
  package let rejectsJumps: Bool

  init(_ rules: ContactRules) {
    leftStrip = rules.leftEdge
    rightStrip = rules.stage.width - rules.rightEdge
    palmPressure = rules.palm.pressure == .max || !rules.reportsPressure ? nil : Int(rules.palm.pressure)
    palmSize = rules.palm.major == .max ? nil : Int(rules.palm.major)
    touchPressure = rules.light.pressure
    touchSize = rules.light.size
    detectsThumbs = rules.thumb.isDetected
    let isUsed = rules.hysteresis.isOn || rules.hysteresis.canTurnOn
    hysteresis = isUsed ? max(rules.hysteresis.radius.width, rules.hysteresis.radius.height) : nil
    hysteresisWaits = !rules.hysteresis.isOn
    rejectsJumps = rules.rejectsJumps
  }
}

extension TouchInput {
  package var filterFacts: FilterFacts { FilterFacts(filter.rules) }
}
