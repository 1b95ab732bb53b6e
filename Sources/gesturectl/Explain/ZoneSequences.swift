import GestureCore

/// The touch sequences of zones. A gesture with a zone begins again when the touches in its zone have lifted, whatever rests
/// elsewhere, so that its touch sequence lasts from the landing to the lift of these touches (recognizers.md §2, rule 3).
struct ZoneSequences {
  /// The part of a frame that belongs to one sequence. The key is 0 for the whole device, then one for each zone.
  typealias Part = (key: Int, frame: RawTouchFrame, touches: [RawTouch])

  /// The zones of gestures, each once.
  private let regions: [Region]
  /// The key of each gesture with a zone, by the gesture's index.
  private let keys: [Int: Int]
  /// The zones in which each touch has landed, as bits.
  private var landed: [Int64: UInt64] = [:]
  /// Zones with a sequence of their own: touches elsewhere were down when it began.
  private var own: UInt64 = 0

  /// - Parameter gestures: the index of each definition's gesture in the configuration.
  init(_ definitions: [RecognizerDefinition] = [], gestures: [Int] = []) {
    var regions: [Region] = []
    var keys: [Int: Int] = [:]
    for (definition, gesture) in zip(definitions, gestures) {
      guard let region = definition.region else { continue }
      if !regions.contains(region), regions.count < UInt64.bitWidth { regions.append(region) }
      keys[gesture] = regions.firstIndex(of: region).map { $0 + 1 }
    }
    (self.regions, self.keys) = (regions, keys)
  }

  /// The key of the sequence that an event of the gesture belongs to now.
  func key(of gesture: Int) -> Int {
    guard let key = keys[gesture], own & 1 << UInt64(key - 1) != 0 else { return 0 }
    return key
  }

  /// The parts of a frame: the whole, then those of zones with sequences of their own.
  mutating func split(_ frame: RawTouchFrame, _ touches: [RawTouch]) -> [Part] {
    var parts: [Part] = [(0, frame, touches)]
    let before = landed
    for touch in touches where !touch.isPhantom {
      if touch.phase == .began {
        landed[touch.id] = regions.indices.reduce(0) {
          regions[$1].contains(touch.position) ? $0 | 1 << UInt64($1) : $0
        }
      } else if touch.phase == .ended || touch.phase == .cancelled {
        landed[touch.id] = nil
      }
    }
    let all = before.merging(landed) { _, now in now }
    for zone in regions.indices {
      let bit: UInt64 = 1 << UInt64(zone)
      let (was, now) = (before.values.count { $0 & bit != 0 }, landed.values.count { $0 & bit != 0 })
      if was == 0, now > 0 { own = landed.count > now ? own | bit : own & ~bit }
      guard own & bit != 0, was + now > 0 else { continue }
      var part = frame
      part.fingers = max(was, now)
      part.state = was == 0 ? .began : now > 0 ? .changed : frame.state == .cancelled ? .cancelled : .ended
      parts.append((zone + 1, part, touches.filter { (all[$0.id] ?? 0) & bit != 0 }))
    }
    return parts
  }
}
