import Evdev
import GestureConfig

/// The switches of lids and convertibles (SW_LID, SW_TABLET_MODE), open only while a `when` or a touchpad needs them.
///
/// They come and go like touch devices, because the keyboard half of a tablet may have one. The daemon reads them itself, since
/// this needs no bus.
final class HingeSwitches {
  var changed: ((HingePosition) -> Void)?

  private let loop: EventLoop
  private let log: Log
  private var switches: [String: HingeSwitch] = [:]
  private var refused: Set<String> = []
  private var reported = HingePosition()
  private(set) var isUsed = false

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// Starts with the present nodes.
  func use(_ nodes: [DeviceNode]) {
    isUsed = true
    for node in nodes { consider(node) }
    for path in Array(switches.keys) where !nodes.contains(where: { $0.path == path }) { close(path) }
  }

  func end() {
    isUsed = false
    for path in Array(switches.keys) { close(path) }
    refused = []
  }

  /// Opens a switch that appeared or whose permissions changed.
  func consider(_ node: DeviceNode) {
    guard isUsed, switches[node.path] == nil else { return }
    do {
      let found = try HingeSwitch(path: node.path)
      switches[node.path] = found
      refused.remove(node.path)
      loop.watch(fd: found.fd, events: EventLoop.readable) { [self] _ in read(node.path) }
      report()
    } catch {
      guard refused.insert(node.path).inserted else { return }
      log.warning(
        "`lid`, `tablet` and `laptop` have no effect: cannot open the switch \(node.path) (\(node.name)): "
          + "\(errorText(error.number)); the udev rule gives access (see gesturectl doctor)")
    }
  }

  func close(_ path: String) {
    guard let gone = switches.removeValue(forKey: path) else { return }
    loop.unwatch(fd: gone.fd)
    report()
  }

  private func read(_ path: String) {
    if switches[path]?.read() == false { close(path) } else { report() }
  }

  private func report() {
    let position = HingePosition.of(switches.values.map { $0.position })
    if position == reported { return }
    reported = position
    changed?(position)
  }
}
