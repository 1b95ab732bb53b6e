import Evdev
import GestureCore

/// Which nodes the daemon may use: the touch devices that udev lists, or those given with --device.
struct DeviceDiscovery {
  /// The paths given with --device, which replace udev's list; [] if there are none.
  let named: [String]
  /// udev's devices; nil if udev cannot be read.
  private let monitor = DeviceMonitor(watches: true)

  /// A descriptor that is readable when devices have changed; nil if udev reports no changes.
  var fd: Int32? {
    guard let monitor, monitor.fd >= 0 else { return nil }
    return monitor.fd
  }
  var isByName: Bool { !named.isEmpty }

  func nextChange() -> DeviceMonitor.Change? { monitor?.next() }

  /// The present nodes.
  var nodes: [DeviceNode] { isByName ? named.map { node(at: $0) } : monitor?.devices() ?? [] }
  var hingeSwitches: [DeviceNode] { monitor?.hingeSwitches() ?? [] }
  var pens: [DeviceNode] { monitor?.pens() ?? [] }

  func node(at path: String) -> DeviceNode { monitor?.device(at: path) ?? DeviceNode(path: path) }

  func includes(_ node: DeviceNode) -> Bool {
    guard isByName else { return node.deviceClass != nil }
    return named.contains {
      $0 == node.path || node.links.contains($0) || self.node(at: $0).path == node.path
    }
  }
}
