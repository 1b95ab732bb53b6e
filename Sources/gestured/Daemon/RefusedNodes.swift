import Evdev

/// The nodes that could not be opened, each watched for a change of its permissions.
final class RefusedNodes {
  private let files: FileWatch
  private let log: Log
  private(set) var all: [String: DeviceSet.Refusal] = [:]

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
    let refusal = DeviceSet.Refusal(node: node, failure)
    let earlier = all.updateValue(refusal, forKey: node.path)
    // The refusal is logged once, and not with every change of the node.
    if isLogged, earlier?.reason != refusal.reason {
      log.warning("cannot use \(node.title): \(refusal.reason); \(refusal.remedy)")
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
