import GestureConfig
import GestureCore
import Output

/// The gestures that hold a mouse button: it is pressed with the first of them and released with the last.
struct HeldButtons {
  private struct Hold {
    let gesture: Int
    let device: String
    let button: PointerButton
  }

  private var holds: [Hold] = []

  var last: (gesture: Int, device: String)? { holds.last.map { ($0.gesture, $0.device) } }

  /// Begins a gesture's hold, and returns whether the button is to be pressed now. A gesture on a device holds one button at a
  /// time.
  mutating func hold(_ button: PointerButton, gesture: Int, device: String) -> Bool {
    if holds.contains(where: { $0.gesture == gesture && $0.device == device }) { return false }
    let isDown = holds.contains { $0.button == button }
    holds.append(Hold(gesture: gesture, device: device, button: button))
    return !isDown
  }

  /// Ends a gesture's hold, and returns the button if it is to be released now.
  mutating func letGo(gesture: Int, device: String) -> PointerButton? {
    guard let index = holds.firstIndex(where: { $0.gesture == gesture && $0.device == device }) else {
      return nil
    }
    let button = holds.remove(at: index).button
    return holds.contains { $0.button == button } ? nil : button
  }
}
