import CSystem
import Evdev

/// The nodes that could not be opened, each watched for a change of its permissions.
final class RefusedNodes {
  private let files: FileWatch
  private let log: Log
  private(set) var all: [String: Refusal] = [:]

  struct Refusal {
    let node: DeviceNode
    let reason: String
    let remedy: String
    /// Whether the node is not a touch device, so that it is not tried again.
    let isFinal: Bool

    init(_ node: DeviceNode, _ failure: TouchDevice.OpenFailure) {
      self.node = node
      reason = failure.reason
      if case .cannotOpen = failure { isFinal = false } else { isFinal = true }
      remedy =
        switch failure {
        case .cannotOpen(EACCES), .cannotOpen(EPERM): "gesturectl doctor prints the command that allows it"
        case .cannotOpen(ENOENT), .cannotOpen(ENODEV), .cannotOpen(ENXIO):
          "it is used when it appears (gesturectl status devices lists all)"
        case .cannotOpen: "it is tried again when its permissions change"
        case .noInputDevice: "name an event node (gesturectl status devices lists all)"
        case .twin: "name the device itself (gesturectl status devices lists all)"
        case .noTouchKey: "report it to the maintainers of its driver"
        case .noTouchDevice: "name another one (gesturectl status devices lists all)"
        }
    }
  }

  init(files: FileWatch, log: Log) {
    self.files = files
    self.log = log
  }

  func contains(_ path: String) -> Bool { all[path] != nil }

  /// - Parameter changed: called when the node's permissions change, or when its path is created, replaced or removed.
  /// - Returns: whether to try once more, because the permissions changed before they were watched.
  func add(
    _ node: DeviceNode, _ failure: TouchDevice.OpenFailure, isLogged: Bool, changed: @escaping () -> Void
  ) -> Bool {
    let refusal = Refusal(node, failure)
    let earlier = all.updateValue(refusal, forKey: node.path)
    // The refusal is logged once, and not with every change of the node.
    if isLogged, earlier?.reason != refusal.reason {
      let title = node.name.isEmpty ? node.path : "\(node.path) (\(node.name))"
      log.warning("cannot use \(title): \(refusal.reason); \(refusal.remedy)")
    }
    guard !refusal.isFinal else { return false }
    // udev reports its own rules' permissions as `change`. chmod and a session's ACL are only reported by inotify.
    files.watch(node.path) { [self] in if contains(node.path) { changed() } }
    return earlier == nil && canRead(node.path)
  }

  func remove(_ path: String) {
    all[path] = nil
    files.unwatch(path)
  }
}
