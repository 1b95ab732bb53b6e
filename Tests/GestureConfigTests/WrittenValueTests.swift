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

private func line(_ key: ParameterKey) -> String {
  key.name == .template ? "template = [[0, 0], [20, 0]]" : "steps = [{ type = \"tap\" }]"
}

/// The default, and where the kind has another form of writing that one too.
private func variants(
  of key: ParameterKey, _ usual: AnyParameters
) -> [AnyParameters] {
  var other = usual
  switch key.kind {
  case .length(let access, let bound): access.set(&other, bound == .minimum ? 0 : .infinity)
  case .duration(let access, let bound): access.set(&other, bound == .minimum ? 0 : .never)
  case .lengthPair(let slow, let fast):
    slow.set(&other, 1.25)
    fast.set(&other, 1.25)
  case .spread(_, let relative): relative.set(&other, 0.1)
  case .countOrAny(let access, _): access.set(&other, nil)
  case .words(let access, let words): access.set(&other, UInt8(1 << words.count - 1))
  case .forces(let access): access.set(&other, ForceStages(.share, 0.5, 0.75))
  case .flag(let access): access.set(&other, !access.get(usual))
  case .speed, .angle, .anglePair, .ratio, .count, .countOrNone, .choice, .template, .steps: break
  }
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
