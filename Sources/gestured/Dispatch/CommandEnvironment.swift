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
    _ = make(for: gesture)
    for member in EventMember.all where !member.variables.isEmpty { add(member, input) }
    if input.steps != 0 { word("STEPS", "\(abs(input.steps))") }
    return block
  }

  /// Adds the variables of a member that the event has. Those of the gesture and its type are there.
  private func add(_ member: EventMember, _ input: CommandInput) {
    let (event, name) = (input.event, member.variables[0])
    switch member.value {
    case .time(let get, _): if let time = get(event) { entry(name) { $0.append(seconds: time, decimals: 6) } }
    case .number(let get, _): number(name, get(event))
    case .count(let get, _): if let count = get(event) { word(name, "\(count)") }
    case .word(let get, _): if let text = get(event) { word(name, text) }
    case .point(let get, _): pair(member, get(event))
    case .device: word(name, input.surface?.name ?? input.device)
    case .node: if input.surface?.name != nil { word(name, input.device) }
    case .touches: add(input.touches, name)
    case .text: if let text = input.text { word(name, text) }
    case .zone:
      let zones = event.start == nil ? [] : input.surface.map { Array($0.zones(at: event.start)) } ?? []
      if !zones.isEmpty { word(name, zones.joined(separator: " ")) }
    case .stage:
      if let stage = input.surface?.stage, event.start != nil {
        pair(member, Point(stage.width, stage.height))
      }
    case .gesture, .type, .message, .steps, .roster, .rival, .detail, .outcome: break
    }
  }

  private func add(_ touches: [Point], _ name: StaticString) {
    if touches.isEmpty { return }
    entry(name) { bytes in
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
    block.bytes.append("GESTURED_")
    block.bytes.append(name)
    block.bytes.append(UInt8(ascii: "="))
    value(&block.bytes)
    block.bytes.append(0)
  }

  private func word(_ name: StaticString, _ value: String) { entry(name) { $0.append(text: value) } }
  /// Adds a number. One that is not finite, or larger than any device measures, is omitted.
  private func number(_ name: StaticString, _ value: Double) {
    guard value.isFinite, value.magnitude < 1e11 else { return }
    entry(name) { $0.append(number: value) }
  }
  private func pair(_ member: EventMember, _ value: Point?) {
    guard let value else { return }
    number(member.variables[0], value.x)
    number(member.variables[1], value.y)
  }
}

extension [UInt8] {
  /// A finite number: integers without decimals, others with four, as in JSON.
  fileprivate mutating func append(number value: Double) {
    if value == value.rounded() { append(integer: Int64(value)) } else { append(value, decimals: 4) }
  }
}
