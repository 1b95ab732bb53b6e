/// The gestures that hold keys of the virtual keyboard, or buttons of the virtual mouse: a code is pressed with the first of them
/// and released with the last.
///
/// What must hold: a code is down exactly while a hold lists it.
struct HeldCodes {
  private struct Hold {
    let gesture: Int
    let device: String
    let codes: [UInt16]
  }

  private var holds: [Hold] = []

  var isEmpty: Bool { holds.isEmpty }

  func contains(_ code: UInt16) -> Bool { holds.contains { $0.codes.contains(code) } }

  /// Begins a gesture's hold, and returns the codes to be pressed now. A gesture on a device holds one chord at a time.
  mutating func hold(_ codes: [UInt16], gesture: Int, device: String) -> [UInt16] {
    if holds.contains(where: { $0.gesture == gesture && $0.device == device }) { return [] }
    let free = codes.filter { !contains($0) }
    holds.append(Hold(gesture: gesture, device: device, codes: codes))
    return free
  }

  /// Ends a gesture's hold, and returns the codes to be released now.
  mutating func letGo(gesture: Int, device: String) -> [UInt16] {
    guard let index = holds.firstIndex(where: { $0.gesture == gesture && $0.device == device }) else {
      return []
    }
    let held = holds.remove(at: index).codes
    return held.filter { !contains($0) }
  }

  /// Ends all holds, and returns the codes to be released now, those that were pressed first at the beginning.
  mutating func letGoOfAll() -> [UInt16] {
    var codes: [UInt16] = []
    while let held = holds.popLast()?.codes { codes = held.filter { !contains($0) } + codes }
    return codes
  }
}
