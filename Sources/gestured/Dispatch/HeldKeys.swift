/// The gestures that hold keys of the virtual keyboard: a key is pressed with the first of them and released with the last.
struct HeldKeys {
  private struct Hold {
    let gesture: Int
    let device: String
    let keys: [UInt16]
  }

  private var holds: [Hold] = []

  var last: (gesture: Int, device: String)? { holds.last.map { ($0.gesture, $0.device) } }
  func contains(_ key: UInt16) -> Bool { holds.contains { $0.keys.contains(key) } }

  /// Begins a gesture's hold, and returns the keys to be pressed now. A gesture on a device holds one chord at a time.
  mutating func hold(_ keys: [UInt16], gesture: Int, device: String) -> [UInt16] {
    if holds.contains(where: { $0.gesture == gesture && $0.device == device }) { return [] }
    let free = keys.filter { !contains($0) }
    holds.append(Hold(gesture: gesture, device: device, keys: keys))
    return free
  }

  /// Ends a gesture's hold, and returns the keys to be released now.
  mutating func letGo(gesture: Int, device: String) -> [UInt16] {
    guard let index = holds.firstIndex(where: { $0.gesture == gesture && $0.device == device }) else {
      return []
    }
    let held = holds.remove(at: index).keys
    return held.filter { !contains($0) }
  }
}
