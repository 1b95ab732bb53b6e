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

  private func installed<Result>(
    _ files: [String: String], runtime: [String: String] = [:], _ body: (InstalledQuirks) -> Result
  ) throws -> Result {
    let top = NSTemporaryDirectory() + "gestured-quirks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    for (directory, files) in [("\(top)/data", files), ("\(top)/run/libinput", runtime)] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      for (name, text) in files {
        try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
      }
    }
    return body(
      InstalledQuirks {
        $0 == "LIBINPUT_QUIRKS_DIR" ? "\(top)/data" : $0 == "XDG_RUNTIME_DIR" ? "\(top)/run" : nil
      })
  }

  private func section(_ line: String) -> String { "[S]\nMatchName=*\n\(line)\n" }

  @Test func `files are read in the order of their names`() throws {
    let files = [
      "50-b.quirks": section("AttrPalmPressureThreshold=50"),
      "10-a.quirks": section("AttrPalmSizeThreshold=7"),
      "90-c.conf": section("AttrPalmPressureThreshold=90"),
    ]
    try installed(files) {
      let quirks = $0.quirks(of: Self.pad, .touchpad, unique: "")
      #expect(quirks.lines == ["AttrPalmSizeThreshold=7", "AttrPalmPressureThreshold=50"])
      #expect($0.takeFaults() == [])
    }
    try installed(files, runtime: ["a.quirks": section("AttrPalmPressureThreshold=51")]) {
      #expect($0.quirks(of: Self.pad, .touchpad, unique: "").lines.last == "AttrPalmPressureThreshold=51")
    }
  }

  @Test func `files win over what is known without them`() throws {
    var pad = Self.pad
    pad.name = "cyapa"
    try installed(["a.quirks": section("AttrPressureRange=50:40")]) {
      let quirks = $0.quirks(of: pad, .touchpad, unique: "")
      #expect(quirks.lines == ["AttrPressureRange=10:8", "AttrPressureRange=50:40"])
    }
  }

  @Test func `a section with a fault is named once and left out`() throws {
    let other = "[T]\nMatchName=another\nAttrPalmSizeThreshold=y\n"
    let files = [
      "a.quirks": section("AttrPalmPressureThreshold=x") + other,
      "b.quirks": section("AttrPalmSizeThreshold=7"),
    ]
    try installed(files) {
      #expect($0.quirks(of: Self.pad, .touchpad, unique: "").lines == ["AttrPalmSizeThreshold=7"])
      let faults = $0.takeFaults()
      #expect(faults.count == 1)
      #expect(
        faults.first?.hasSuffix(
          "/data/a.quirks:3: cannot read AttrPalmPressureThreshold=x; the section is left out (libinput then leaves out all)"
        ) == true)
      _ = $0.quirks(of: Self.pad, .touchpad, unique: "")
      #expect($0.takeFaults() == [])
      #expect($0.allFaults().count == 2)
    }
  }

  @Test func `files are read again for the device after they were released`() throws {
    let top = NSTemporaryDirectory() + "gestured-quirks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true)
    let quirks = InstalledQuirks { $0 == "LIBINPUT_QUIRKS_DIR" ? top : nil }
    func lines() -> [String] { quirks.quirks(of: Self.pad, .touchpad, unique: "").lines }
    #expect(lines() == [])
    try section("AttrPalmSizeThreshold=7").write(
      toFile: "\(top)/a.quirks", atomically: true, encoding: .utf8)
    #expect(lines() == [])
    quirks.forget()
    #expect(lines() == ["AttrPalmSizeThreshold=7"])
  }
}

extension DeviceDescription {
  fileprivate func with(_ change: (inout DeviceDescription) -> Void) -> DeviceDescription {
    var device = self
    change(&device)
    return device
  }
}
