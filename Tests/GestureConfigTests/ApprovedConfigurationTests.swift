import Foundation
import GestureCore
import GestureTesting
import Testing

@testable import GestureConfig

/// What every configuration of the tests and the examples says to the daemon, compared with what was approved: all of its
/// values, and what a touchpad and a touchscreen make of them.
@Suite struct `approved output of configurations` {
  private static let cases = [
    "actions", "combinations", "devices", "gestures", "references", "tables", "toml", "values", "virtual",
    "warnings", "where",
  ]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `of the cases`() {
    let lines = Self.cases.flatMap { file in
      Case.all(file).map { Self.line("\(file): \($0.name)", $0.text) }
    }
    #expect(ApprovedFile("configurations/cases.txt").differences(from: lines) == [])
  }

  @Test func `of the examples`() throws {
    let examples = Self.folder.appending(path: "../../config/examples")
    let files = try FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "toml" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    let lines = try files.map {
      Self.line($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
    #expect(ApprovedFile("configurations/examples.txt").differences(from: lines) == [])
  }

  private static func line(_ name: String, _ text: String) -> ApprovedLine {
    guard let configuration = Configuration.load(text: text, path: "a.toml").configuration else {
      return ApprovedLine("\(name) -")
    }
    let pad = configuration.onPad()
    let state = RunningState(context: ["app": "mpv", "rotation": "90"])
    let screen = ConfiguredDevice(
      .smallPad, DeviceIdentity(.smallPad, .touchscreen), configuration, state)
    let values =
      leaves(configuration, "configuration") + leaves(pad.definitions, "touchpad")
      + leaves(screen.definitions, "touchscreen")
    return ApprovedLine(name, trace: values.joined(separator: "\n"))
  }

  /// All values with their paths, those of sets and dictionaries in an order that does not depend on the process.
  private static func leaves(_ value: Any, _ path: String) -> [String] {
    let mirror = Mirror(reflecting: value)
    let isOrdered = ![.dictionary, .set].contains(mirror.displayStyle)
    let children = mirror.children.enumerated().flatMap { index, child in
      leaves(child.value, path + "." + (child.label ?? (isOrdered ? "\(index)" : "")))
    }
    if children.isEmpty { return ["\(path): \(value)"] }
    return isOrdered ? children : children.sorted()
  }
}
