/// The gestures that receive a touch landing in a zone. It is SwiftUI's `GestureMask`, with the zone as a subview.
package enum ZoneMask: String, Sendable, CaseIterable {
  case all
  /// Only gestures with this zone receive its touches.
  case own
  /// Only gestures without this zone receive its touches.
  case outer
  case none

  /// - Parameter isOwn: whether the gesture has this zone.
  package func hidesTouches(isOwn: Bool) -> Bool {
    switch self {
    case .all: false
    case .own: !isOwn
    case .outer: isOwn
    case .none: true
    }
  }
}

/// A zone whose touches a gesture does not receive (`ZoneMask`).
package struct MaskedZone: Sendable {
  /// In stage mm.
  package var region: Region
  /// Whether no gesture receives its touches.
  package var isDead: Bool
  /// Its place in the configuration; nil for one that is not in a configuration.
  package var zone: Int?

  package init(_ region: Region, isDead: Bool = false, zone: Int? = nil) {
    (self.region, self.isDead, self.zone) = (region, isDead, zone)
  }
}

/// Where a touch has to land so that a gesture, or a step of a sequence, receives it.
struct TouchArea {
  /// The zone in stage mm; nil for the whole stage.
  let region: Region?
  /// The zone's place in the configuration.
  var zone: Int?
  /// Zones whose mask hides their touches from the gesture.
  let masked: [MaskedZone]

  var isWhole: Bool { region == nil && masked.isEmpty }
  func contains(_ point: Point) -> Bool {
    region?.contains(point) ?? true && !masked.contains { $0.region.contains(point) }
  }
  /// What keeps a touch that lands here from the gesture; nil if nothing does.
  func obstacle(at point: Point, touch: Int?) -> Failure? {
    if let region, !region.contains(point) {
      return Failure(.landedOutside, outside: region.distance(to: point), zone: zone, touch: touch)
    }
    guard let mask = masked.first(where: { $0.region.contains(point) }) else { return nil }
    return Failure(mask.isDead ? .deadZone : .masked, outside: .nan, zone: mask.zone, touch: touch)
  }
}

extension RecognizerDefinition {
  var area: TouchArea { TouchArea(region: region, zone: zone, masked: masked) }

  /// How many areas of these gestures enclose the zone: none for the whole stage, at least one for a zone.
  func depth(among all: [RecognizerDefinition]) -> Int {
    guard let region else { return 0 }
    return 1 + all.count { $0.region.map { $0 != region && $0.encloses(region) } ?? false }
  }

  /// Whether one touch could belong to both gestures.
  package func overlaps(_ other: RecognizerDefinition) -> Bool {
    guard touch == other.touch, !isHidden(from: other), !other.isHidden(from: self) else { return false }
    guard let a = region, let b = other.region else { return true }
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
  }
  private func isHidden(from other: RecognizerDefinition) -> Bool {
    region.map { region in other.masked.contains { $0.region.encloses(region) } } ?? false
  }
}

extension Region {
  fileprivate func encloses(_ other: Region) -> Bool {
    left <= other.left && right >= other.right && top <= other.top && bottom >= other.bottom
  }
}
