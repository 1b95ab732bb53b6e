import ArgumentParser
import ControlProtocol
import Evdev

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the touch devices, and why one cannot be used.",
    discussion:
      "This command needs no daemon.\n\nExample:\n  gesturectl status devices\n  gesturectl status devices --json"
  )
  @OptionGroup var output: JSONOption
  @Option(help: "A configuration with sizes and devices to ignore.", completion: .toml)
  var config: String?

  func run() throws(CommandFailure) {
    let devices = FoundDevice.all(ConfigurationChoice.settings(explicit: config))
    if output.json {
      StandardOutput.raw(JSONWriter.line { $0.list(devices) { $0.report.write(to: &$1) } })
    } else {
      StandardOutput.unbroken(DeviceText.lines(devices.map(\.report.json), .ofStandardOutput()))
    }
    for fault in InstalledQuirks().allFaults() { StandardError.line("gesturectl: \(fault)") }
    guard devices.isEmpty else { return }
    throw .unavailable(
      "no touchpad or touchscreen found; plug one in, or name a device that udev does not recognize: `gestured --device PATH`"
    )
  }
}
