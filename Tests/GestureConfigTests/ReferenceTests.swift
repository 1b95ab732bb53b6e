import Foundation
import GestureCore
import Testing

@testable import GestureConfig

private let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config")

/// config/config.toml, which documents every key at its default.
private enum Reference {
  static func text() throws -> String {
    try String(contentsOf: directory.appending(path: "config.toml"), encoding: .utf8)
  }

  /// Begins the line of a key without a default.
  static let example = "#example: "
  /// Keys without a default that others need: a table's own, or what a limit limits.
  static let needed = ["match", "template", "steps", "run"]

  /// The file with its defaults as keys: `#key = value` without the `#`. Examples stay comments, but those that are
  /// needed.
  ///
  /// - Parameter deviceClass: for touchpads, `Touchpad: VALUE` in the line before replaces the value.
  static func enabled(_ deviceClass: DeviceClass) throws -> String {
    var own: Substring?
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      // `#:schema` is for editors.
      if line.hasPrefix("# ") || line == "#" || line.hasPrefix("#:") {
        own =
          deviceClass == .touchpad ? line.firstRange(of: "Touchpad: ").map { line[$0.upperBound...] } : nil
        return line
      }
      guard line.hasPrefix("#") else { return line }
      if line.hasPrefix(Self.example) {
        let entry = line.dropFirst(Self.example.count)
        own = nil
        return Self.needed.contains { entry.hasPrefix("\($0) = ") } ? entry : "# \(entry)"
      }
      defer { own = nil }
      guard let own, let key = line.dropFirst().split(separator: " ").first else { return line.dropFirst() }
      return "\(key) = \(own)"
    }
    return lines.joined(separator: "\n")
  }
}

@Test func `the reference loads without diagnostics`() throws {
  let loaded = Configuration.load(text: try Reference.text(), path: "config.toml")
  // It has every key, and none is switched on.
  #expect(headings(loaded) == ["warning: the configuration has no gestures"])
}

@Test(arguments: DeviceClass.allCases)
func `the reference's defaults are the built-in ones`(_ deviceClass: DeviceClass) throws {
  let loaded = Configuration.load(text: try Reference.enabled(deviceClass), path: "config.toml")
  #expect(loaded.diagnostics.filter { $0.severity == .problem } == [])
  let configuration = try #require(loaded.configuration)
  #expect(configuration.implicitRequirements == Configuration().implicitRequirements)
  #expect(configuration.deviceClasses == Configuration().deviceClasses)
  for type in GestureType.allCases {
    // The last block of a type has its own keys; earlier ones show the keys of all types.
    let gesture = try #require(
      configuration.gestures.last { $0.type == type }, "no block for \(type.rawValue)")
    var expected: AnyParameters = type.defaults(deviceClass)
    let definition = try #require(gesture.definitions[deviceClass])
    // Without a default, the reference has an example.
    for key in type.keys where key.isRequired {
      key.set(key.get(definition.parameters), in: &expected)
      expected.steps = definition.parameters.steps
    }
    #expect("\(definition.parameters)" == "\(expected)", "\(type.rawValue) for a \(deviceClass.rawValue)")
    if let fingers = type.traits.fingers { #expect(definition.fingers == fingers.usual, "\(type.rawValue)") }
  }
}

@Test func `the reference's common defaults are the built-in ones`() throws {
  let configuration = try #require(
    Configuration.load(text: try Reference.enabled(.touchscreen), path: "config.toml").configuration)
  let first = try #require(configuration.gestures.first)
  let definition = try #require(first.definitions[.touchpad])
  let plain = RecognizerDefinition("tap-1", .tap, .touchpad)
  #expect("\(definition)" == "\(plain)")
  #expect(first.deviceNames.isEmpty)
  #expect(first.definitions.count == 2)
  #expect(first.when.isEmpty)
  let direct = try #require(first.actions.direct)
  #expect(direct.timeout == ActionSet().timeout)
  #expect(direct.maxRunning == ActionSet().maxRunning)
  // A file may also leave `ignore` out, and then udev's LIBINPUT_IGNORE_DEVICE counts.
  var usual = DeviceSettings()
  usual.ignore = false
  #expect(configuration.devices.first?.settings == usual)
}

@Test(arguments: DeviceClass.allCases)
func `every default that the reference prints is the program's own`(_ deviceClass: DeviceClass) throws {
  let configuration = try #require(
    Configuration.load(text: try Reference.enabled(deviceClass), path: "config.toml").configuration)
  let plain = Configuration()
  #expect(configuration.typingGuard == plain.typingGuard)
  #expect(configuration.consume == plain.consume)
  #expect(configuration.grabRelease == plain.grabRelease)
  #expect(configuration.devices.count == 1)
  #expect(configuration.gestures.count > GestureType.allCases.count)
  // In whichever block of its type a key is printed.
  for gesture in configuration.gestures where gesture.type != .sequence && gesture.type != .stroke {
    let definition = try #require(gesture.definitions[deviceClass])
    let plain = RecognizerDefinition(gesture.name, gesture.type.defaults(deviceClass), fingers: nil)
    #expect("\(definition)" == "\(plain)", "line \(gesture.line)")
    #expect(gesture.zone == nil && gesture.conditions.isEmpty && gesture.relations.isEmpty)
    #expect(gesture.actions.lasting.isEmpty && gesture.actions.step == nil, "line \(gesture.line)")
    #expect(gesture.actions.sets.allSatisfy { $0.actions == [.run("true")] }, "line \(gesture.line)")
    #expect(!gesture.cancelsTouches && gesture.delaysTouches == nil)
  }
}

@Test func `examples of the reference are valid`() throws {
  let text = try Reference.text().split(separator: "\n", omittingEmptySubsequences: false).map {
    line -> Substring in
    if line.hasPrefix(Reference.example) { return line.dropFirst(Reference.example.count) }
    return line.hasPrefix("#") && !line.hasPrefix("# ") && !line.hasPrefix("#:") ? line.dropFirst() : line
  }
  let loaded = Configuration.load(text: text.joined(separator: "\n"), path: "config.toml")
  #expect(loaded.diagnostics.filter { $0.severity == .problem } == [])
  #expect(loaded.configuration?.gestures.contains { !$0.actions.lasting.isEmpty } == true)
}

@Test func `the reference has every key`() throws {
  let lines = try Reference.text().split(separator: "\n").map { line -> Substring in
    if line.hasPrefix(Reference.example) { return line.dropFirst(Reference.example.count) }
    return line.hasPrefix("#") ? line.dropFirst() : line
  }
  func isDocumented(_ key: String) -> Bool { lines.contains { $0.hasPrefix("\(key) = ") } }
  for key in ConfigurationReader.commonKeys + ConfigurationReader.deviceTable.names {
    #expect(isDocumented(key), "\(key)")
  }
  // In a block per type, up to the next one.
  let blocks = lines.split { $0.hasPrefix("[[gesture]]") }.map { $0.map(String.init) }
  for type in GestureType.allCases {
    let block = try #require(blocks.last { $0.contains("type = \"\(type.rawValue)\"") })
    for key in type.keys {
      #expect(
        block.contains { $0.hasPrefix("\(key.name.rawValue) = ") }, "\(key.name.rawValue) of \(type.rawValue)"
      )
    }
  }
}
