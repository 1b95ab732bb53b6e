import GestureCore

/// A synthetic stream of evdev events of a ten-slot touchscreen at 100 Hz, the same for every variant and every run.
struct Stream {
  static let unitsPerMillimetre = 16
  static let width = 256.0
  static let height = 144.0

  let name: String
  private(set) var events: [InputEvent] = []
  private(set) var frames = 0

  private var time: Timestamp = 1_000_000
  private var slot = 0
  private var nextTrackingID: Int32 = 1
  private var reported = [Point?](repeating: nil, count: 10)
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  private init(_ name: String) { self.name = name }

  static let names = ["pans", "pinches", "swipes", "taps", "ten", "mix"]

  /// - Parameter frames: smallest number of SYN_REPORTs; the last gesture is finished.
  static func named(_ name: String, frames: Int) -> Stream? {
    var stream = Stream(name)
    var round = 0
    while stream.frames < frames {
      switch name {
      case "pans": stream.pan(round)
      case "pinches": stream.pinch(round)
      case "swipes": stream.swipe(round)
      case "taps": stream.tap(fingers: 4, round)
      case "ten": stream.wander(fingers: 10)
      case "mix": stream.mixed(round)
      default: return nil
      }
      round += 1
    }
    return stream
  }

  // MARK: - Motions

  private mutating func pan(_ round: Int) {
    let way = Double.pi / 4 * Double(round % 8)
    drag(from: [Point(128, 72)], frames: 40) { _, t in
      Point(128 + 50 * t * cosine(way), 72 + 50 * t * sine(way))
    }
  }

  private mutating func pinch(_ round: Int) {
    let opens = round % 2 == 0
    func place(_ finger: Int, _ t: Double) -> Point {
      let radius = opens ? 10 + 30 * t : 40 - 30 * t
      return Point(128 + (finger == 0 ? -radius : radius), 72 + (finger == 0 ? 4 : -4))
    }
    drag(from: [place(0, 0), place(1, 0)], frames: 40, along: place)
  }

  private mutating func turn(_ round: Int) {
    func place(_ finger: Int, _ t: Double) -> Point {
      let angle = (finger == 0 ? 0 : Double.pi) + (round % 2 == 0 ? t : -t)
      return Point(128 + 30 * cosine(angle), 72 + 30 * sine(angle))
    }
    drag(from: [place(0, 0), place(1, 0)], frames: 40, along: place)
  }

  private mutating func swipe(_ round: Int) {
    let dx = [-60.0, 60, 0, 0][round % 4]
    let dy = [0.0, 0, -60, 60][round % 4]
    func place(_ finger: Int, _ t: Double) -> Point {
      Point(108 - dx / 2 + 20 * Double(finger) + dx * t, 72 - dy / 2 + dy * t)
    }
    drag(from: (0..<3).map { place($0, 0) }, frames: 15, along: place)
  }

  private mutating func edge(_ round: Int) {
    drag(from: [Point(1, 72)], frames: 30) { _, t in Point(1 + 50 * t, 72) }
  }

  private mutating func tap(fingers: Int, _ round: Int) {
    let places = (0..<fingers).map { Point(90 + 20 * Double($0) + Double(round % 5), 70) }
    drag(from: places, frames: 8, pause: 400_000) { finger, _ in places[finger] }
  }

  private mutating func doubleTap(_ round: Int) {
    for _ in 0..<2 { drag(from: [Point(100, 70)], frames: 6, pause: 100_000) { _, _ in Point(100, 70) } }
  }

  private mutating func wander(fingers: Int) {
    var places = (0..<fingers).map { _ in Point(20 + 200 * fraction(), 20 + 100 * fraction()) }
    for finger in 0..<fingers { land(finger, places[finger]) }
    report()
    for _ in 0..<60 {
      for finger in 0..<fingers {
        places[finger] = Point(
          min(250, max(5, places[finger].x + 6 * (fraction() - 0.5))),
          min(140, max(5, places[finger].y + 6 * (fraction() - 0.5))))
        move(finger, places[finger])
      }
      report()
    }
    for finger in 0..<fingers { lift(finger) }
    report()
    time += 400_000
  }

  private mutating func mixed(_ round: Int) {
    switch round % 8 {
    case 0, 4: pan(round / 4)
    case 1: pinch(round / 8)
    case 2: swipe(round / 8)
    case 3: tap(fingers: 1, round)
    case 5: turn(round / 8)
    case 6: edge(round)
    default: doubleTap(round)
    }
  }

  /// Fingers land one a frame, follow `along` (finger, 0…1) with a tremble of 0.15 mm, and lift together.
  private mutating func drag(
    from places: [Point], frames: Int, pause: Timestamp = 500_000, along: (Int, Double) -> Point
  ) {
    for finger in places.indices {
      land(finger, places[finger])
      report()
    }
    for frame in 1...frames {
      for finger in places.indices {
        let place = along(finger, Double(frame) / Double(frames))
        move(finger, Point(place.x + 0.3 * (fraction() - 0.5), place.y + 0.3 * (fraction() - 0.5)))
      }
      report()
    }
    for finger in places.indices { lift(finger) }
    report()
    time += pause
  }

  // MARK: - Events of the kernel

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  private mutating func select(_ finger: Int) {
    guard slot != finger else { return }
    add(Code.abs, Code.slot, Int32(finger))
    slot = finger
  }

  private mutating func land(_ finger: Int, _ place: Point) {
    select(finger)
    add(Code.abs, Code.trackingID, nextTrackingID)
    nextTrackingID += 1
    if reported.allSatisfy({ $0 == nil }) { add(Code.key, Code.touch, 1) }
    move(finger, place)
  }

  private mutating func move(_ finger: Int, _ place: Point) {
    let units = Point(
      (place.x * Double(Self.unitsPerMillimetre)).rounded(),
      (place.y * Double(Self.unitsPerMillimetre)).rounded())
    let before = reported[finger]
    guard units != before else { return }
    select(finger)
    if units.x != before?.x { add(Code.abs, Code.x, Int32(units.x)) }
    if units.y != before?.y { add(Code.abs, Code.y, Int32(units.y)) }
    reported[finger] = units
  }

  private mutating func lift(_ finger: Int) {
    select(finger)
    add(Code.abs, Code.trackingID, -1)
    reported[finger] = nil
    if reported.allSatisfy({ $0 == nil }) { add(Code.key, Code.touch, 0) }
  }

  private mutating func report() {
    add(0, 0, 0)
    frames += 1
    time += 10_000
  }

  /// 0…1, by xorshift: the same in every run.
  private mutating func fraction() -> Double {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Double(random >> 11) / Double(UInt64(1) << 53)
  }

  /// The device of the stream.
  static var device: DeviceDescription {
    let across = AxisRange(minimum: 0, maximum: Int32(width) * 16 - 1, resolution: 16)
    let down = AxisRange(minimum: 0, maximum: Int32(height) * 16 - 1, resolution: 16)
    return DeviceDescription(
      name: "benchmark touchscreen", properties: [1], keys: [Code.touch],
      axes: [
        0: across, 1: down, Code.slot: AxisRange(minimum: 0, maximum: 9), Code.x: across, Code.y: down,
        Code.trackingID: AxisRange(minimum: 0, maximum: 65535),
      ])
  }
}

/// Numbers of input-event-codes.h that the streams use.
private enum Code {
  static let key: UInt16 = 1
  static let abs: UInt16 = 3
  static let touch: UInt16 = 0x14A
  static let slot: UInt16 = 0x2F
  static let x: UInt16 = 0x35
  static let y: UInt16 = 0x36
  static let trackingID: UInt16 = 0x39
}
