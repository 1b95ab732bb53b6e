import Evdev
import GestureConfig
import GestureCore

/// Nodes whose switches, or some of whose keys, the daemon reads. They are open only while they are needed, and come and go like
/// touch devices. A subclass says what the states mean.
class StateNodes {
  fileprivate let loop: EventLoop
  private let log: Log
  /// What the nodes report, EV_SW or EV_KEY.
  private let type: Int32
  private let codes: [UInt16]
  /// What has no effect if a node cannot be opened, for the log.
  private let effect: String
  fileprivate var open: [String: (node: DeviceNode, state: StateNode)] = [:]
  private var refused: Set<String> = []
  private(set) var isUsed = false

  fileprivate init(loop: EventLoop, log: Log, type: Int32, codes: [UInt16], effect: String) {
    self.loop = loop
    self.log = log
    self.type = type
    self.codes = codes
    self.effect = effect
  }

  /// Whether a node that comes is needed.
  fileprivate func needs(_ node: DeviceNode) -> Bool { true }
  /// Reports the present states.
  fileprivate func report() {}

  /// Opens the nodes among these that are needed, and closes all others.
  func use(_ nodes: [DeviceNode]) {
    isUsed = true
    for node in nodes { consider(node) }
    for path in Array(open.keys) where !nodes.contains(where: { $0.path == path && needs($0) }) {
      close(path)
    }
  }

  func end() {
    isUsed = false
    for path in Array(open.keys) { close(path) }
    refused = []
  }

  /// Opens a node that appeared or whose permissions changed.
  func consider(_ node: DeviceNode) {
    guard isUsed, open[node.path] == nil, needs(node) else { return }
    do {
      let found = try StateNode.opened(node.path, type, codes)
      open[node.path] = (node, found)
      refused.remove(node.path)
      loop.watch(fd: found.fd, events: EventLoop.readable) { [self] _ in read(node.path) }
      report()
    } catch {
      guard refused.insert(node.path).inserted else { return }
      log.warning(
        "\(effect) no effect: cannot open \(node.path) (\(node.name)): "
          + "\(errorText(error.number)); the udev rule gives access (see gesturectl doctor)")
    }
  }

  func close(_ path: String) {
    guard let gone = open.removeValue(forKey: path) else { return }
    loop.unwatch(fd: gone.state.fd)
    report()
  }

  private func read(_ path: String) {
    if open[path]?.state.read() == false { close(path) } else { report() }
  }
}

/// The switches of lids and convertibles (SW_LID, SW_TABLET_MODE). The daemon reads them itself, since this needs no bus.
final class HingeSwitches: StateNodes {
  var changed: ((HingePosition) -> Void)?
  private var reported = HingePosition()

  init(loop: EventLoop, log: Log) {
    super.init(
      loop: loop, log: log, type: HingePosition.type, codes: HingePosition.codes,
      effect: "`lid`, `tablet` and `laptop` have")
  }

  override fileprivate func report() {
    let position = HingePosition(of: open.values.map { $0.state })
    if position == reported { return }
    reported = position
    changed?(position)
  }
}

/// The pens beside touchscreens: whether one is near.
final class Pens: StateNodes {
  /// What is known of the pens.
  struct Proximity: Equatable {
    /// The groups of devices whose pen is near, or was until a moment ago.
    var near: Set<String> = []
    /// Whether any pen is open.
    var isKnown = false
  }
  var changed: ((Proximity) -> Void)?
  /// The groups of devices whose pens are needed; nil for all pens.
  private var groups: Set<String>? = []

  /// How long a pen that has left counts as near, µs: the hand lifts a few ms after its pen. libinput takes 90 ms
  /// (evdev-fallback.c fallback_interface_toggle_touch).
  private static let after: Int64 = 150_000
  private var reported = Proximity()
  /// When each group's pen no longer counts as near.
  private var leaving: [String: Int64] = [:]
  private var timer: EventLoop.Timer?

  init(loop: EventLoop, log: Log) {
    super.init(
      loop: loop, log: log, type: PenTools.type, codes: PenTools.codes, effect: "`pen_guard` and `pen` have")
    timer = loop.makeTimer { [self] in report() }
  }

  func use(_ nodes: [DeviceNode], of groups: Set<String>?) {
    self.groups = groups
    use(nodes)
  }

  override fileprivate func needs(_ node: DeviceNode) -> Bool {
    guard let groups else { return true }
    return node.udev.group.map(groups.contains) ?? false
  }

  override fileprivate func report() {
    let present = Set(open.values.filter { $0.state.isAnyOn }.map { $0.node.udev.group ?? $0.node.path })
    let now = loop.now
    for group in reported.near where !present.contains(group) && leaving[group] == nil {
      leaving[group] = now + Self.after
    }
    leaving = leaving.filter { $0.value > now && !present.contains($0.key) }
    timer?.time = leaving.values.min() ?? .max
    let proximity = Proximity(near: present.union(leaving.keys), isKnown: !open.isEmpty)
    if proximity == reported { return }
    reported = proximity
    changed?(proximity)
  }
}
