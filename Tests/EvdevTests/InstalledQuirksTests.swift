import Foundation
import GestureCore
import Testing

@testable import Evdev

/// libinput's quirks of a machine, from directories of their own.
@Suite struct InstalledQuirksTests {
  private static let pad = DeviceDescription(name: "A Touchpad", bus: 0x18, vendor: 0x0488, product: 1).with {
    $0.keys = [0x145, 0x14a]
    $0.axes[0x35] = AxisRange(minimum: 0, maximum: 1000, resolution: 10)
    $0.axes[0x36] = AxisRange(minimum: 0, maximum: 600, resolution: 10)
  }

  private func lines(_ files: [String: String], runtime: [String: String] = [:]) throws -> InstalledQuirks {
    let top = NSTemporaryDirectory() + "gestured-quirks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    for (directory, files) in [("\(top)/data", files), ("\(top)/run/libinput", runtime)] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      for (name, text) in files {
        try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
      }
    }
    return InstalledQuirks {
      $0 == "LIBINPUT_QUIRKS_DIR" ? "\(top)/data" : $0 == "XDG_RUNTIME_DIR" ? "\(top)/run" : nil
    }
  }

  private func section(_ line: String) -> String { "[S]\nMatchName=*\n\(line)\n" }

  @Test func `files are read in the order of their names, and win over the built-in table`() throws {
    let files = [
      "50-b.quirks": section("AttrPalmPressureThreshold=50"),
      "10-a.quirks": section("AttrPalmSizeThreshold=7"),
      "90-c.conf": section("AttrPalmPressureThreshold=90"),
    ]
    let installed = try lines(files)
    #expect(installed.faults == [] && installed.sections.count == 2)
    let quirks = installed.quirks(of: Self.pad, .touchpad, unique: "")
    #expect(
      quirks.lines == [
        "AttrPalmPressureThreshold=180", "AttrPalmSizeThreshold=7", "AttrPalmPressureThreshold=50",
      ])
    let own = try lines(files, runtime: ["a.quirks": section("AttrPalmPressureThreshold=51")])
    #expect(own.quirks(of: Self.pad, .touchpad, unique: "").lines.last == "AttrPalmPressureThreshold=51")
  }

  @Test func `a file with a fault is named and left out`() throws {
    let installed = try lines([
      "a.quirks": section("AttrPalmPressureThreshold=x"), "b.quirks": section("AttrPalmSizeThreshold=7"),
    ])
    #expect(
      installed.faults.map { $0.hasSuffix("the file is left out (libinput then leaves out all)") } == [true])
    #expect(installed.faults[0].contains("/data/a.quirks:3: cannot read AttrPalmPressureThreshold=x"))
    #expect(installed.sections.count == 1)
  }

  @Test func `a machine without libinput has the built-in table`() {
    let none = InstalledQuirks { $0 == "LIBINPUT_QUIRKS_DIR" ? "/nonexistent" : nil }
    #expect(none.quirks(of: Self.pad, .touchpad, unique: "").lines == ["AttrPalmPressureThreshold=180"])
  }
}

extension DeviceDescription {
  fileprivate func with(_ change: (inout DeviceDescription) -> Void) -> DeviceDescription {
    var device = self
    change(&device)
    return device
  }
}
