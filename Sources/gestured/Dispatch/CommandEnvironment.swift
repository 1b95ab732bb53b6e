import CSystem
import ControlProtocol
import GestureCore

/// The environment of commands: the daemon's, without the variables that systemd set for the daemon, plus `GESTURED_*`.
///
/// Its storage is reused; a pointer is valid until the next call.
@safe final class CommandEnvironment {
  /// The two entries that all events of a gesture share.
  final class GestureEntries {
    fileprivate let strings: CStringArray
    init(name: String, type: GestureType) {
      strings = CStringArray(["GESTURED_GESTURE=\(name)", "GESTURED_TYPE=\(type.rawValue)"])
    }
  }

  /// The most entries in addition to the daemon's own: the gesture's two, the device's, and 38 measures.
  private static let entries = 41
  /// Bytes per entry; the longest name has 27, the longest number 21.
  private static let entrySize = 64
  /// Bytes per list: names of zones, or positions of ten touches.
  private static let listSize = 512

  private let base: CStringArray
  private let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let text: UnsafeMutablePointer<CChar>
  private var count = 0
  private var used = 0
  private var device = ""
  private var deviceEntry = unsafe strdup("GESTURED_DEVICE=")

  /// - Parameter inherited: the daemon's own environment as `NAME=value`.
  init(inherited: [String]) {
    base = CStringArray(inherited.filter { !CommandEnvironment.isOurs($0) })
    unsafe pointer = .allocate(capacity: base.count + CommandEnvironment.entries + 1)
    unsafe text = .allocate(
      capacity: CommandEnvironment.entries * CommandEnvironment.entrySize + 2 * CommandEnvironment.listSize)
    for index in 0..<base.count { unsafe pointer[index] = unsafe base.pointer[index] }
  }

  deinit {
    unsafe pointer.deallocate()
    unsafe text.deallocate()
    unsafe free(deviceEntry)
  }

  /// Variables that commands do not inherit: systemd's for the daemon, which would let a command answer in its name, and the
  /// event of a gesture that started the daemon.
  private static func isOurs(_ entry: String) -> Bool {
    let kept = ["GESTURED_CONFIG="]
    let removed = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "GESTURED_"]
    return removed.contains { entry.hasPrefix($0) } && !kept.contains { entry.hasPrefix($0) }
  }

  /// The environment of a command without an event, which is a `pipe`.
  func make(for gesture: GestureEntries) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    begin(gesture)
    unsafe pointer[count] = nil
    return unsafe pointer
  }

  /// - Parameter steps: steps in the command's direction; 0 for all other commands.
  func make(
    for gesture: GestureEntries, event: GestureEvent, device: String, steps: Int,
    surface: EventSurface? = nil, touches: [Point] = []
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    begin(gesture)
    setDevice(device)
    word("GESTURED_STATE=", event.state.rawValue)
    time("GESTURED_TIME=", event.time)
    integer("GESTURED_FINGERS=", event.fingers)
    point("GESTURED_X=", "GESTURED_Y=", event.location)
    point("GESTURED_DX=", "GESTURED_DY=", event.translation)
    point("GESTURED_VX=", "GESTURED_VY=", event.velocity)
    number("GESTURED_SCALE=", event.scale)
    number("GESTURED_SCALE_VELOCITY=", event.scaleVelocity)
    number("GESTURED_ROTATION=", event.rotation)
    number("GESTURED_ROTATION_VELOCITY=", event.rotationVelocity)
    if let direction = event.direction { word("GESTURED_DIRECTION=", direction.rawValue) }
    if let edge = event.edge { word("GESTURED_EDGE=", edge.rawValue) }
    if let side = event.side { word("GESTURED_SIDE=", side.rawValue) }
    number("GESTURED_PROGRESS=", event.progress)
    if event.taps > 0 { integer("GESTURED_TAPS=", event.taps) }
    number("GESTURED_SCORE=", event.score)
    number("GESTURED_FORCE=", event.force)
    number("GESTURED_PRESSURE=", event.pressure)
    if event.forceStage > 0 { integer("GESTURED_FORCE_STAGE=", Int(event.forceStage)) }
    if steps != 0 { integer("GESTURED_STEPS=", steps) }
    point("GESTURED_START_X=", "GESTURED_START_Y=", event.start)
    point("GESTURED_DELTA_X=", "GESTURED_DELTA_Y=", event.delta)
    number("GESTURED_SCALE_FACTOR=", event.scaleFactor)
    number("GESTURED_ROTATION_DELTA=", event.rotationDelta)
    if event.dropped > 0 { integer("GESTURED_DROPPED=", event.dropped) }
    point("GESTURED_PREDICTED_END_X=", "GESTURED_PREDICTED_END_Y=", event.predictedEnd)
    if let surface, event.start != nil { add(surface, at: event.start) }
    add(touches)
    unsafe pointer[count] = nil
    return unsafe pointer
  }

  private func add(_ surface: EventSurface, at start: Point?) {
    var zones = beginEntry("GESTURED_ZONE=", capacity: CommandEnvironment.listSize)
    let empty = zones.count
    for name in surface.zones(at: start) {
      if zones.count > empty { zones.append(UInt8(ascii: " ")) }
      for byte in name.utf8 { zones.append(byte) }
    }
    if zones.count > empty { endEntry(zones) }
    number("GESTURED_STAGE_WIDTH=", surface.stage.width)
    number("GESTURED_STAGE_HEIGHT=", surface.stage.height)
  }

  private func add(_ touches: [Point]) {
    guard !touches.isEmpty else { return }
    var places = beginEntry("GESTURED_TOUCHES=", capacity: CommandEnvironment.listSize)
    for (index, place) in touches.enumerated() {
      if index > 0 { places.append(UInt8(ascii: " ")) }
      places.append(number: place.x)
      places.append(UInt8(ascii: ","))
      places.append(number: place.y)
    }
    endEntry(places)
  }

  private func begin(_ gesture: GestureEntries) {
    count = base.count
    used = 0
    unsafe add(gesture.strings.pointer[0])
    unsafe add(gesture.strings.pointer[1])
  }

  private func add(_ entry: UnsafeMutablePointer<CChar>?) {
    unsafe pointer[count] = unsafe entry
    count += 1
  }

  private func setDevice(_ name: String) {
    if name != device {
      device = name
      unsafe free(deviceEntry)
      unsafe deviceEntry = unsafe strdup("GESTURED_DEVICE=\(name)")
    }
    unsafe add(deviceEntry)
  }

  // MARK: Entries

  private func word(_ name: StaticString, _ value: String) {
    var entry = beginEntry(name)
    for byte in value.utf8 { entry.append(byte) }
    endEntry(entry)
  }
  private func integer(_ name: StaticString, _ value: Int) {
    var entry = beginEntry(name)
    entry.append(integer: Int64(value))
    endEntry(entry)
  }
  private func time(_ name: StaticString, _ value: Timestamp) {
    var entry = beginEntry(name)
    entry.append(scaled: value, decimals: 6)
    endEntry(entry)
  }
  /// Writes integers without decimals and others with four, as in JSON. A value that is not finite is omitted.
  private func number(_ name: StaticString, _ value: Double) {
    // Devices do not measure 10^12 or more, and Int64 holds smaller values with four decimals.
    guard value.isFinite, value.magnitude < 1e12 else { return }
    var entry = beginEntry(name)
    entry.append(number: value)
    endEntry(entry)
  }
  private func point(_ x: StaticString, _ y: StaticString, _ value: Point?) {
    guard let value else { return }
    number(x, value.x)
    number(y, value.y)
  }

  private func beginEntry(_ name: StaticString, capacity: Int = entrySize) -> EntryText {
    var entry = unsafe EntryText(start: text + used, capacity: capacity)
    for index in 0..<name.utf8CodeUnitCount { unsafe entry.append(name.utf8Start[index]) }
    return entry
  }
  private func endEntry(_ entry: EntryText) {
    unsafe entry.start[entry.count] = 0
    unsafe add(entry.start)
    used += entry.capacity
  }
}

/// Writes one `NAME=value`. A longer value would be cut, but none is that long.
@safe private struct EntryText {
  let start: UnsafeMutablePointer<CChar>
  let capacity: Int
  var count = 0

  init(start: UnsafeMutablePointer<CChar>, capacity: Int) {
    unsafe self.start = unsafe start
    self.capacity = capacity
  }

  mutating func append(_ byte: UInt8) {
    guard count < capacity - 1 else { return }
    unsafe start[count] = CChar(bitPattern: byte)
    count += 1
  }

  mutating func append(integer value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude, atLeast: 1)
  }

  /// A finite number below 10^12: integers without decimals, others with four.
  mutating func append(number value: Double) {
    if value == value.rounded() {
      append(integer: Int64(value))
    } else {
      append(scaled: Int64((value * 10_000).rounded()), decimals: 4)
    }
  }

  /// `value` / 10^decimals with that many decimals.
  mutating func append(scaled value: Int64, decimals: Int) {
    var unit: UInt64 = 1
    for _ in 0..<decimals { unit *= 10 }
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: value.magnitude / unit, atLeast: 1)
    append(UInt8(ascii: "."))
    append(digits: value.magnitude % unit, atLeast: decimals)
  }

  private mutating func append(digits value: UInt64, atLeast: Int) {
    var divisor: UInt64 = 1
    var digits = 1
    while digits < atLeast || value / divisor >= 10 {
      divisor *= 10
      digits += 1
    }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}
