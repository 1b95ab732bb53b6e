import Foundation
import GestureCore
import Testing

@testable import Evdev

/// The tags that libwacom's hwdb, which libinput depends on, gives to the nodes of pen devices. Each node is used or not as
/// libinput decides (interface.md §2.1).
struct LibwacomTests {
  static let file = ["/usr/lib/udev/hwdb.d", "/lib/udev/hwdb.d"].map { $0 + "/65-libwacom.hwdb" }
    .first(where: FileManager.default.fileExists)

  /// The properties by pattern of the key `libwacom:name:NAME:input:bBUSvVENDORpPRODUCT*`.
  private static func entries(_ path: String) throws -> [(
    name: String, id: String, properties: [String: String]
  )] {
    var entries: [(name: String, id: String, properties: [String: String])] = []
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("libwacom:name:") {
        let parts = line.dropFirst("libwacom:name:".count).split(
          separator: ":", omittingEmptySubsequences: false)
        entries.append((String(parts[0]), String(parts.last!), [:]))
      } else if line.hasPrefix(" "), let property = String(line.dropFirst()).udevProperty {
        entries[entries.count - 1].properties[property.name] = property.value
      }
    }
    return entries
  }

  @Test(.enabled(if: file != nil, "the package libwacom-common is not installed"))
  func `touch nodes of pen devices are used, and their pens and pads are not`() throws {
    let entries = try Self.entries(#require(Self.file))
    var touchpads = 0
    var touchscreens = 0
    for entry in entries {
      // The pattern "*" of the same device matches each of its nodes, and a later entry replaces a property.
      var properties = entries.first { $0.name == "*" && $0.id == entry.id }?.properties ?? [:]
      properties.merge(entry.properties) { $1 }
      let expected: DeviceClass? =
        entry.properties["ID_INPUT_TOUCHPAD"] == "1"
        ? .touchpad : entry.properties["ID_INPUT_TOUCHSCREEN"] == "1" ? .touchscreen : nil
      #expect(DeviceClass { properties[$0] } == expected, "\(entry.name) \(entry.id)")
      // A finger node has a class, and no pen, pad or keyboard has one.
      #expect((expected != nil) == (entry.name == "* Finger"), "\(entry.name) \(entry.id)")
      #expect(expected == nil || properties["ID_INPUT_TABLET"] == "1", "\(entry.id): the hard case is gone")
      if expected == .touchpad { touchpads += 1 }
      if expected == .touchscreen { touchscreens += 1 }
    }
    // 34 and 96 in libwacom 2.6.0; later versions have more.
    #expect(touchpads >= 20 && touchscreens >= 50, "\(touchpads) touchpads, \(touchscreens) touchscreens")
  }
}
