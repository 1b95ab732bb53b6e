import GestureConfig
import GestureCore
import Testing

/// What is written is read back: every key of every type, at its defaults and at the other ends of its range.
@Test(arguments: GestureType.allCases) func `a written value is read back`(_ type: GestureType) throws {
  for deviceClass in DeviceClass.allCases {
    for key in type.keys where !key.isRequired {
      for values in variants(of: key, type.defaults(deviceClass)) {
        let written = try #require(key.written(in: values)).toml
        let needed = type.keys.filter { $0.isRequired && $0.name != key.name }.map(line)
        let text =
          (["[[gesture]]", "type = \"\(type.rawValue)\"", "\(key.name.rawValue) = \(written)"] + needed)
          .joined(separator: "\n")
        let loaded = Configuration.load(text: text, path: "written.toml")
        // A lone key may contradict the other defaults (`min_interval` above `max_interval`); it is read all the same.
        let definition = loaded.configuration?.gestures.first?.definitions[deviceClass]
        let read = try #require(definition, "\(text)\n\(loaded.diagnostics.map(\.message))")
        #expect(key.written(in: read.parameters)?.toml == written, "\(text)")
      }
    }
  }
}

@Test func `a list of templates is written as it is read`() throws {
  let text = "template = [[[0, 0], [20, 0.5]], [[20, 0.5], [10, 3], [0, 0]]]"
  let file = "[[gesture]]\nname = \"a\"\ntype = \"stroke\"\n\(text)\n"
  let definition = try #require(
    Configuration.load(text: file, path: "").configuration?.gestures.first?.definitions[.touchpad])
  let stroke = try #require(definition.parameters.as(StrokeParameters.self))
  #expect(stroke.templates == [[Point(0, 0), Point(20, 0.5)], [Point(20, 0.5), Point(10, 3), Point(0, 0)]])
  let key = try #require(GestureType.stroke.keys.first { $0.name == .template })
  #expect("template = \(key.get(definition.parameters).toml)" == text)
  let dot = Configuration.load(
    text: file.replacing("[[20, 0.5], [10, 3], [0, 0]]", with: "[[1, 1], [1, 1]]"), path: "")
  #expect(dot.diagnostics.contains { $0.message.contains("takes at least two different points") })
}

private func line(_ key: ParameterKey) -> String {
  key.name == .template ? "template = [[0, 0], [20, 0]]" : "steps = [{ type = \"tap\" }]"
}

/// The default, and where the kind has another form of writing that one too.
private func variants(
  of key: ParameterKey, _ usual: AnyParameters
) -> [AnyParameters] {
  var other = usual
  let value: KeyValue? =
    switch (key.form, key.form.dimension) {
    case (.flag, _): .flag(!key.get(usual).isOn)
    case (.words(let words), _): .list(words.map { .text($0) })
    case (.any, .spread): .share(0.1)
    case (.any, .force): .list([.share(0.5), .share(0.75)])
    case (.any, .length) where key.form.isPair: .quantity(1.25, .length)
    case (.any(let forms), _): forms[1].words.first.map { .text($0) }
    case (.quantity(let dimension, _), .length), (.quantity(let dimension, _), .duration):
      .quantity(0, dimension)
    default: nil
    }
  if let value { key.set(value, in: &other) }
  return [usual, other]
}

@Test func `quantities are written in the unit that a person would take`() throws {
  let swipe = GestureType.swipe
  let usual = swipe.defaults(.touchscreen)
  let written = Dictionary(
    uniqueKeysWithValues: swipe.keys.map { ($0.name, $0.written(in: usual)?.toml ?? "") })
  #expect(written[.minDistance] == "[\"8mm\", \"12mm\"]")
  #expect(written[.angle] == "[\"20deg\", \"35deg\"]")
  #expect(written[.maxDuration] == "\"500ms\"")
  #expect(written[.maxDeviation] == "\"none\"")
  let circle = try #require(GestureType.circle.keys.first { $0.name == .maxDuration })
  #expect(circle.written(in: GestureType.circle.defaults(.touchpad))?.toml == "\"2s\"")
}

/// A report has the limits that are lengths; a part of the distance between the fingers is none.
@Test(arguments: [("5mm", [5.0]), ("10%", nil)] as [(String, [Double]?)])
func `the length of a spread is reported`(_ spread: String, _ mm: [Double]?) throws {
  let text = "[[gesture]]\ntype = \"pinch\"\nmin_spread = \"\(spread)\"\n"
  let gesture = try #require(Configuration.load(text: text, path: "a.toml").configuration?.gestures.first)
  #expect(gesture.definitions[.touchpad]?.lengths.first { $0.key == "min_spread" }?.mm == mm)
}

@Test(arguments: [("8mm", [8.0]), ("12mm", [12.0])]) func `a pair of equal ends is one length`(
  _ distance: String, _ mm: [Double]
) throws {
  let text = "[[gesture]]\ntype = \"swipe\"\nmin_distance = "
  func lengths(_ value: String) throws -> [Double]? {
    let loaded = Configuration.load(text: text + value + "\n", path: "a.toml")
    return try #require(loaded.configuration?.gestures.first?.definitions[.touchpad]).lengths
      .first { $0.key == "min_distance" }?.mm
  }
  #expect(try lengths("\"\(distance)\"") == mm)
  #expect(try lengths("[\"\(distance)\", \"20mm\"]") == mm + [20])
}

@Test(arguments: [
  (1_000_000, "\"1s\""), (999_900, "\"999.9ms\""), (1_100_000, "\"1.1s\""), (1_050_000, "\"1050ms\""),
]) func `whole tenths of a second are written in seconds`(_ time: Timestamp, _ written: String) throws {
  let key = try #require(GestureType.swipe.keys.first { $0.name == .maxDuration })
  var parameters = GestureType.swipe.defaults(.touchpad)
  key.set(.quantity(Double(time), .duration), in: &parameters)
  #expect(key.written(in: parameters)?.toml == written)
}

@Test(
  arguments: [
    ("direction = \"left\"", "\"left\"", "left"),
    ("direction = [\"left\", \"up\"]", "[\"left\", \"up\"]", "left, up"),
    (
      "direction = [\"right\", \"left\", \"up\", \"down\"]", "[\"right\", \"left\", \"up\", \"down\"]", nil
    ),
    ("direction = [\"up\", \"up-left\"]", "[\"up\", \"up-left\"]", "up, up-left"),
  ] as [(String, String, String?)])
func `a set of directions is one word or a list, and all four are no way`(
  _ line: String, _ written: String, _ way: String?
) throws {
  let loaded = Configuration.load(text: "[[gesture]]\ntype = \"swipe\"\n\(line)\n", path: "a.toml")
  let definition = try #require(loaded.configuration?.gestures.first?.definitions[.touchpad])
  let key = try #require(GestureType.swipe.keys.first { $0.name == .direction })
  let found = key.written(in: definition.parameters)?.toml
  let words = { (text: String) in Set(text.split { "[], \"".contains($0) }) }
  #expect(found.map(words) == words(written) && found?.hasPrefix("[") == written.hasPrefix("["))
  #expect(definition.way.map(words) == way.map(words))
}

@Test(arguments: [("\"left\"", "left"), ("[\"left\", \"top\"]", "left, top")] as [(String, String)])
func `the edges of an edge pan are its way`(_ edges: String, _ way: String) throws {
  let text = "[[gesture]]\ntype = \"edge-pan\"\nedges = \(edges)\n"
  let definition = try #require(
    Configuration.load(text: text, path: "a.toml").configuration?.gestures.first?.definitions[.touchpad])
  #expect(definition.way == way)
}

@Test(arguments: [(GestureType.tap, "1"), (.pinch, "2"), (.pan, "\"1..\"")])
func `the usual count of fingers is written as a file has it`(_ type: GestureType, _ written: String) throws {
  #expect(try #require(type.traits.fingers).written.toml == written)
}
