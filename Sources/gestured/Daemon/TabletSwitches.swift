import Evdev
import GestureConfig

/// The switches of convertibles (SW_TABLET_MODE), open only while a `when` has `tablet` or `laptop`.
///
/// They come and go like touch devices, because the keyboard half of a tablet may have one. The daemon reads them itself, since
/// this needs no bus.
final class TabletSwitches {
  /// Receives whether a switch reports tablet mode; nil without a switch.
  var changed: ((Bool?) -> Void)?

  private let loop: EventLoop
  private let log: Log
  private var switches: [String: TabletSwitch] = [:]
  private var refused: Set<String> = []
  private var reported: Bool?
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
      let found = try TabletSwitch(path: node.path)
      switches[node.path] = found
      refused.remove(node.path)
      loop.watch(fd: found.fd, events: EventLoop.readable) { [self] _ in read(node.path) }
      report()
    } catch {
      guard refused.insert(node.path).inserted else { return }
      log.warning(
        "`tablet` and `laptop` have no effect: cannot open the switch \(node.path) (\(node.name)): "
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
    let isTablet = switches.isEmpty ? nil : switches.values.contains(where: { $0.isTablet })
    if isTablet == reported { return }
    reported = isTablet
    changed?(isTablet)
  }
}
