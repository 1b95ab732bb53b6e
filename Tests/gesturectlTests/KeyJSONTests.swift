import ControlProtocol
import GestureConfig
import GestureCore
import Testing

/// The values of a gesture's keys, as the daemon says them and a view reads them.
struct KeyJSONTests {
  /// The values as in the configuration, where two numbers that JSON rounds alike are the same.
  private static func values(_ parameters: AnyParameters) -> [String] {
    parameters.type.keys.map { key in
      "\(key.name.rawValue) = \(key.get(parameters).mapNumbers { ($0 * 1e4).rounded() / 1e4 }.toml)"
    }
  }

  @Test(arguments: GestureType.allCases)
  func `the values of every key are read as they were written`(type: GestureType) throws {
    for deviceClass in DeviceClass.allCases {
      let other = try #require(DeviceClass.allCases.first { $0 != deviceClass })
      let written = RecognizerDefinition("a", type, deviceClass).parameters.scaled(by: 1.7)
      let bytes = JSONWriter.line { json in json.object { KeyJSON.write(written, to: &$0) } }
      let json = try JSONValue(parsing: Array(bytes.dropLast()))
      var read = RecognizerDefinition("a", type, other).parameters
      KeyJSON.read(json, into: &read)
      #expect(Self.values(read) == Self.values(written))
    }
  }

  @Test func `a value of another form changes nothing`() throws {
    let usual = RecognizerDefinition("a", .swipe, .touchpad).parameters
    var read = usual
    KeyJSON.read(
      try JSONValue(parsing: Array(#"{"min_distance":[],"angle":{},"nothing":3}"#.utf8)), into: &read)
    #expect(Self.values(read) == Self.values(usual))
  }
}
