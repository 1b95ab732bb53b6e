import GestureConfig
import GestureCore

/// For any text, reading ends, and the result can be used and printed.
func testConfiguration(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  // No devices and no PATH: only the file decides, so that failures are reproducible.
  let loaded = Configuration.load(text: text, path: "fuzz.toml", facts: LintFacts(contextKeys: ["app"]))
  precondition(
    loaded.configuration != nil || loaded.hasProblems, "no configuration, and no problem is reported")
  for diagnostic in loaded.diagnostics { precondition(!diagnostic.message.isEmpty && diagnostic.line >= 0) }
  _ = loaded.rendered(path: "fuzz.toml")
  guard let configuration = loaded.configuration else { return 0 }
  for deviceClass in DeviceClass.allCases {
    let device = DeviceIdentity(
      name: "pad", deviceClass: deviceClass, vendor: 1, product: 2, paths: ["/dev/input/event0"])
    let resolved = ConfiguredDevice(DeviceDescription(name: "pad"), device, configuration)
    precondition(resolved.definitions.count == resolved.gestures.count)
    // An accepted file has no unknown names and no cycles left for the arena.
    let graph = FailureGraph(resolved.definitions, implicitRequirements: configuration.implicitRequirements)
    precondition(graph.problems.isEmpty, "\(graph.problems)")
    for definition in resolved.definitions {
      precondition(definition.fingers.lowerBound >= 1 && !definition.name.isEmpty)
    }
  }
  return 0
}
