import ArgumentParser
import ControlProtocol

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the touch devices, and why one cannot be used.",
    discussion: "Needs no daemon.\n\nExample:\n  gesturectl devices\n  gesturectl devices --json")
  @Flag(help: "As JSON.") var json = false
  @Option(
    help: "The configuration, for sizes and devices to ignore.", completion: .file(extensions: ["toml"]))
  var config: String?

  func run() throws {
    let devices = FoundDevice.all(ConfigurationChoice.settings(explicit: config))
    var output = StandardOutput()
    if json {
      var writer = JSONWriter()
      writer.beginArray()
      for device in devices { device.report.write(to: &writer) }
      writer.endArray()
      output.write(writer.bytes + [UInt8(ascii: "\n")])
    } else {
      for line in DeviceText.lines(devices.map(\.json)) { output.line(line) }
    }
    output.flush()
    guard devices.isEmpty else { return }
    throw CommandFailure(
      .unavailable,
      "no touchpad or touchscreen found; plug one in, or name a node that udev misjudges: `gestured --device PATH`"
    )
  }
}
