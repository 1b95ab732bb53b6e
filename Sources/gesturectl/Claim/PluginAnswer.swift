import Evdev
import Glibc

/// Finds out which compositors have the plugin loaded, by an answer of theirs.
///
/// A device of gestured's own appears for a moment. libinput closes such a device at once, for it has nothing that libinput
/// uses; the plugin makes it keep the device open.
enum PluginAnswer {
  /// A compositor that has opened the device for this long keeps it (µs).
  private static let patience: useconds_t = 100_000
  /// Of these, until one answers.
  private static let rounds = 15

  /// The processes that have answered; nil if /dev/uinput cannot be written.
  static func from(_ processes: [LibinputProcess]) -> [LibinputProcess]? {
    guard let device = try? ControlDevice(), let node = device.node else { return nil }
    return withExtendedLifetime(device) {
      var before: [LibinputProcess] = []
      for _ in 0..<rounds {
        usleep(patience)
        let holders = processes.filter { $0.holds(node) }
        // Twice: one that looks at every device has closed it by then.
        if !holders.isEmpty, holders == before { return holders }
        before = holders
      }
      return []
    }
  }
}
