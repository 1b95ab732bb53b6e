import Evdev
import Glibc

/// Detects which compositors have loaded the plugin.
///
/// Makes a device for a moment. A libinput without the plugin closes it at once, because it has no usable axes; the plugin makes
/// libinput keep it open.
enum PluginAnswer {
  /// A compositor that keeps the device open for this long has the plugin (µs).
  private static let patience: useconds_t = 100_000
  /// The number of waits before the test gives up.
  private static let rounds = 15

  /// The processes that kept the device open; nil if /dev/uinput cannot be written.
  static func from(_ processes: [LibinputProcess]) -> [LibinputProcess]? {
    guard let device = try? ControlDevice(), let node = device.node else { return nil }
    return withExtendedLifetime(device) {
      var before: [LibinputProcess] = []
      for _ in 0..<rounds {
        usleep(patience)
        let holders = processes.filter { $0.holds(node) }
        // Two equal results in a row are needed, because a process that only examines new devices also has it open for a moment.
        if !holders.isEmpty, holders == before { return holders }
        before = holders
      }
      return []
    }
  }

  /// Whether some process keeps the device open, by the kernel's count of openings and closings; nil if /dev/uinput cannot be
  /// written. It needs no right to examine the process.
  static var isKeptOpen: Bool? {
    guard let device = try? ControlDevice(), let node = device.node else { return nil }
    let watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard watch >= 0 else { return nil }
    defer { close(watch) }
    return withExtendedLifetime(device) {
      guard unsafe inotify_add_watch(watch, node, UInt32(IN_OPEN | IN_CLOSE)) >= 0 else { return nil }
      var open = 0
      for _ in 0..<rounds {
        usleep(patience)
        open += balance(watch)
      }
      return open > 0
    }
  }

  /// The pending openings less the closings.
  private static func balance(_ watch: Int32) -> Int {
    var sum = 0
    WatchEvent.readAll(watch) { event in
      sum += event.mask & UInt32(IN_OPEN) != 0 ? 1 : event.mask & UInt32(IN_CLOSE) != 0 ? -1 : 0
    }
    return sum
  }
}
