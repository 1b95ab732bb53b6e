import ControlProtocol
import Evdev
import GestureCore

/// The environment of commands: the daemon's, without the variables that systemd set for the daemon, plus `GESTURED_*`.
///
/// Its storage is reused.
final class CommandEnvironment {
  /// The two entries that all events of a gesture share.
  struct GestureEntries {
    fileprivate let block: StringBlock
    init(name: String, type: GestureType) {
      block = StringBlock(["GESTURED_GESTURE=\(name)", "GESTURED_TYPE=\(type.rawValue)"])
    }
  }

  /// Bytes that are reserved for the entries of one event. The storage grows if that is not enough.
  private static let usualSize = 4096

  private var block = StringBlock([])
  /// Bytes of the inherited entries.
  private var inheritedSize = 0
  /// The session's variables among the daemon's own.
  private let own: [String]
  /// The entries that every command gets, as `NAME=value`.
  private(set) var inherited: [String] {
    didSet { encodeInherited() }
  }

  /// - Parameter inherited: the daemon's own environment as `NAME=value`.
  init(inherited: [String]) {
    self.inherited = inherited.filter { !CommandEnvironment.isRemoved($0) }
    own = SessionVariables.entries(in: inherited)
    encodeInherited()
  }

  private func encodeInherited() {
    block = StringBlock(inherited)
    inheritedSize = block.bytes.count
    block.bytes.reserveCapacity(inheritedSize + CommandEnvironment.usualSize)
  }

  /// Replaces the session's variables, and removes those that the new session does not have.
  ///
  /// - Parameter entries: nil for the daemon's own.
  /// - Returns: whether they are others.
  func useSession(_ entries: [String]?) -> Bool {
    let (old, new) = (SessionVariables.entries(in: inherited), entries ?? own)
    if old == new { return false }
    inherited = inherited.filter { !old.contains($0) } + new
    return true
  }

  /// Whether the variable is kept from commands. systemd's variables would let a command answer in the daemon's name;
  /// `GESTURED_*` may be of a gesture whose command started this daemon.
  private static func isRemoved(_ entry: String) -> Bool {
    let kept = ["GESTURED_CONFIG="]
    let removed = ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "GESTURED_"]
    return removed.contains { entry.hasPrefix($0) } && !kept.contains { entry.hasPrefix($0) }
  }

  /// The environment of a `pipe`, which is started without an event.
  func make(for gesture: GestureEntries) -> StringBlock {
    block.bytes.removeLast(block.bytes.count - inheritedSize)
    block.bytes.append(contentsOf: gesture.block.bytes)
    return block
  }

  func make(for gesture: GestureEntries, _ input: CommandInput) -> StringBlock {
    let event = input.event
    _ = make(for: gesture)
    word("GESTURED_DEVICE=", input.surface?.name ?? input.device)
    if input.surface?.name != nil { word("GESTURED_NODE=", input.device) }
    word("GESTURED_STATE=", event.state.rawValue)
    entry("GESTURED_TIME=") { $0.append(seconds: event.time, decimals: 6) }
    word("GESTURED_FINGERS=", "\(event.fingers)")
    point("GESTURED_X=", "GESTURED_Y=", event.location)
    point("GESTURED_ZONE_X=", "GESTURED_ZONE_Y=", event.placeInZone)
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
    if event.taps > 0 { word("GESTURED_TAPS=", "\(event.taps)") }
    number("GESTURED_SCORE=", event.score)
    number("GESTURED_FORCE=", event.force)
    number("GESTURED_PRESSURE=", event.pressure)
    if event.forceStage > 0 { word("GESTURED_FORCE_STAGE=", "\(event.forceStage)") }
    number("GESTURED_NUMBER=", event.number)
    if let text = input.text { word("GESTURED_TEXT=", text) }
    if input.steps != 0 { word("GESTURED_STEPS=", "\(abs(input.steps))") }
    point("GESTURED_START_X=", "GESTURED_START_Y=", event.start)
    point("GESTURED_DELTA_X=", "GESTURED_DELTA_Y=", event.delta)
    number("GESTURED_SCALE_FACTOR=", event.scaleFactor)
    number("GESTURED_ROTATION_DELTA=", event.rotationDelta)
    if event.dropped > 0 { word("GESTURED_DROPPED=", "\(event.dropped)") }
    point("GESTURED_PREDICTED_END_X=", "GESTURED_PREDICTED_END_Y=", event.predictedEnd)
    if let surface = input.surface, event.start != nil { add(surface, at: event.start) }
    add(input.touches)
    return block
  }

  private func add(_ surface: EventSurface, at start: Point?) {
    let zones = Array(surface.zones(at: start))
    if !zones.isEmpty { word("GESTURED_ZONE=", zones.joined(separator: " ")) }
    number("GESTURED_STAGE_WIDTH=", surface.stage.width)
    number("GESTURED_STAGE_HEIGHT=", surface.stage.height)
  }

  private func add(_ touches: [Point]) {
    if touches.isEmpty { return }
    entry("GESTURED_TOUCHES=") { bytes in
      for (index, position) in touches.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(number: position.x)
        bytes.append(UInt8(ascii: ","))
        bytes.append(number: position.y)
      }
    }
  }

  // MARK: Entries

  private func entry(_ name: StaticString, _ value: (inout [UInt8]) -> Void) {
    block.bytes.append(name)
    value(&block.bytes)
    block.bytes.append(0)
  }

  private func word(_ name: StaticString, _ value: String) { entry(name) { $0.append(text: value) } }
  /// Adds a number. One that is not finite, or larger than any device measures, is omitted.
  private func number(_ name: StaticString, _ value: Double) {
    guard value.isFinite, value.magnitude < 1e11 else { return }
    entry(name) { $0.append(number: value) }
  }
  private func point(_ x: StaticString, _ y: StaticString, _ value: Point?) {
    guard let value else { return }
    number(x, value.x)
    number(y, value.y)
  }
}

extension [UInt8] {
  /// A finite number: integers without decimals, others with four, as in JSON.
  fileprivate mutating func append(number value: Double) {
    if value == value.rounded() { append(integer: Int64(value)) } else { append(value, decimals: 4) }
  }
}
