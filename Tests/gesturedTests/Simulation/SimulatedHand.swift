import ControlProtocol
import GestureCore
import Testing

@testable import Evdev

/// Fingers on a device, frame by frame: each comes at the world's time, and the world goes on after it.
final class SimulatedHand {
  private let world: SimulatedWorld
  let pad: SimulatedPad
  private var down: Set<Int32> = []
  private var nextID: Int32 = 1

  init(_ world: SimulatedWorld, _ pad: SimulatedPad) {
    self.world = world
    self.pad = pad
  }

  /// - Parameters:
  ///   - places: by slot, in mm; nil for a lift.
  ///   - values: further axes of slots, in the device's units.
  ///   - wait: µs until the test goes on.
  func frame(
    _ places: [Int32: Point?] = [:], _ values: [(slot: Int32, code: UInt16, value: Int32)] = [],
    wait: Int64 = 10 * .millisecond
  ) {
    let time = world.now
    var events: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    let before = down.count
    for (slot, place) in places.sorted(by: { $0.key < $1.key }) {
      add(EventType.absolute, AbsoluteCode.slot, slot)
      guard let place else {
        add(EventType.absolute, AbsoluteCode.trackingID, -1)
        down.remove(slot)
        continue
      }
      if down.insert(slot).inserted {
        add(EventType.absolute, AbsoluteCode.trackingID, nextID)
        nextID += 1
      }
      add(EventType.absolute, AbsoluteCode.positionX, Int32(place.x * Double(SimulatedPad.resolution)))
      add(EventType.absolute, AbsoluteCode.positionY, Int32(place.y * Double(SimulatedPad.resolution)))
    }
    for value in values {
      add(EventType.absolute, AbsoluteCode.slot, value.slot)
      add(EventType.absolute, value.code, value.value)
    }
    if before != down.count { addKeys(before, add) }
    pad.send(events + [.report(at: time)])
    world.run(for: wait)
  }

  private func addKeys(_ before: Int, _ add: (_ type: UInt16, _ code: UInt16, _ value: Int32) -> Void) {
    if pad.kind != .touchscreen {
      for (count, value) in [(before, Int32(0)), (down.count, 1)] where count > 0 {
        add(EventType.key, SimulatedPad.keys[min(count, 5) + 1], value)
      }
    }
    if (before == 0) != (down.count == 0) { add(EventType.key, KeyCode.touch, down.isEmpty ? 0 : 1) }
  }

  func land(_ x: Double = 50, _ y: Double = 30) { frame([0: Point(x, y)]) }
  /// All fingers leave. A lift that may be a fault of the device is sure after 31 ms.
  func lift() {
    frame(Dictionary(uniqueKeysWithValues: down.map { ($0, Point?.none) }), wait: 40 * .millisecond)
  }
  func tap(_ x: Double = 50, _ y: Double = 30) {
    frame([0: Point(x, y)], wait: 50 * .millisecond)
    lift()
  }
}

extension SimulatedWorld {
  /// Runs in a world with devices, for a few seeds that cut, order and interrupt calls. The body's clients are answered at once.
  ///
  /// - Parameter state: makes a node of switches or a pen, for each seed.
  static func play(
    _ configuration: String, _ kinds: [SimulatedPad.Kind] = [.touchpad],
    beside state: () -> SimulatedState,
    _ body: (SimulatedWorld, [SimulatedHand], SimulatedState) throws -> Void
  ) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let (pads, state) = (kinds.enumerated().map { SimulatedPad($0 + 1, $1) }, state())
      try with(seed: seed, [.signals, .cuts, .order], configuration, nodes: pads + [state]) { world in
        try body(world, pads.map { SimulatedHand(world, $0) }, state)
        #expect(world.faults == [], "seed \(seed)")
      }
    }
  }

  /// The same without another node.
  static func play(
    _ configuration: String, _ kinds: [SimulatedPad.Kind] = [.touchpad],
    _ body: (SimulatedWorld, [SimulatedHand]) throws -> Void
  ) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let pads = kinds.enumerated().map { SimulatedPad($0 + 1, $1) }
      try with(seed: seed, [.signals, .cuts, .order], configuration, nodes: pads) { world in
        try body(world, pads.map { SimulatedHand(world, $0) })
        #expect(world.faults == [], "seed \(seed)")
      }
    }
  }

  /// The reply to a call of a new client.
  func ask(_ method: String, _ parameters: String = "{}") -> JSONValue {
    let client = connect()
    client.call(method, parameters)
    client.send()
    run(for: 0)
    defer { client.end() }
    return client.replies.first ?? .null
  }

  /// A client that has called with `more`.
  func stream(_ method: String, _ parameters: String = "{}") -> SimulatedClient {
    let client = connect()
    client.call(method, parameters, more: true)
    client.send()
    run(for: 0)
    return client
  }
}

extension JSONValue {
  /// A value of this JSON text.
  static func of(_ text: String) -> JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
}
