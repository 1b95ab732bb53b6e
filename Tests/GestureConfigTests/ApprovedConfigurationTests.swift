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
      Case.all(file).map { "\(file): \($0.name) \(Self.digest(of: $0.text))" }
    }
    #expect(ApprovedFile("configurations/cases.txt").differences(from: lines) == [])
  }

  @Test func `of the examples`() throws {
    let examples = Self.folder.appending(path: "../../config/examples")
    let files = try FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "toml" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    let lines = try files.map {
      "\($0.lastPathComponent) \(Self.digest(of: try String(contentsOf: $0, encoding: .utf8)))"
    }
    #expect(ApprovedFile("configurations/examples.txt").differences(from: lines) == [])
  }

  private static func digest(of text: String) -> String {
    guard let configuration = Configuration.load(text: text, path: "a.toml").configuration else { return "-" }
    let pad = configuration.onPad()
    let state = RunningState(context: ["app": "mpv", "rotation": "90"])
    let screen = ConfiguredDevice(
      .smallPad, DeviceIdentity(.smallPad, .touchscreen), configuration, state)
    return [described(configuration), described(pad.definitions), described(screen.definitions)]
      .map(GestureTesting.digest).joined(separator: " ")
  }

  /// All values, with those of sets and dictionaries in an order that does not depend on the process.
  private static func described(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let children = mirror.children.map { ($0.label ?? "") + ":" + described($0.value) }
    if children.isEmpty { return "\(value)" }
    switch mirror.displayStyle {
    case .dictionary, .set: return "{" + children.sorted().joined(separator: ",") + "}"
    default: return "(" + children.joined(separator: ",") + ")"
    }
  }
}
