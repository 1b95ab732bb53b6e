import CSystem
import GestureCore

/// libinput's quirks on this machine: its own files, then the user's, each in the order in which libinput reads them
/// (libinput_init_quirks, quirks_init_subsystem).
package struct InstalledQuirks: Sendable {
  /// Read once, as libinput reads them when a compositor starts.
  package static let ofMachine = InstalledQuirks(environment: environmentValue)

  /// libinput's directory in a distribution, and in one that is built from source.
  private static let directories = ["/usr/share/libinput", "/usr/local/share/libinput"]
  private static let overrides = "/etc/libinput/local-overrides.quirks"
  /// The largest file that is read. libinput's largest has 20 kB.
  private static let largest = 1 << 20

  package private(set) var sections: [QuirkSection] = []
  /// What is wrong with files that are left out, one line each.
  package private(set) var faults: [String] = []

  /// - Parameter environment: LIBINPUT_QUIRKS_DIR replaces libinput's files and the overrides.
  package init(environment: (String) -> String?) {
    if let directory = environment("LIBINPUT_QUIRKS_DIR") {
      readAll(in: directory)
    } else {
      if let directory = Self.directories.first(where: fileExists) { readAll(in: directory) }
      if fileExists(Self.overrides) { read(Self.overrides) }
    }
    if let runtime = environment("XDG_RUNTIME_DIR") { readAll(in: runtime + "/libinput") }
  }

  /// What the quirks say about a live device: the built-in table first, so that an old libinput hides nothing that a newer one
  /// has, then the machine's files, which win.
  package func quirks(of device: DeviceDescription, _ deviceClass: DeviceClass, unique: String)
    -> DeviceQuirks
  {
    DeviceQuirks(
      of: device, deviceClass, in: KnownDevices.sections + sections,
      at: QuirkPlace(unique: unique.isEmpty ? nil : unique, tree: Self.tree))
  }

  /// The first string of the device tree's `compatible`; nil without a device tree.
  private static let tree: String? = {
    let text = firstLine(of: "/sys/firmware/devicetree/base/compatible").utf8.prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: Array(text), as: UTF8.self)
  }()

  /// Reads a directory's files in the order of versionsort(3), which for names that begin with as many digits is that of the bytes.
  private mutating func readAll(in directory: String) {
    let names = directoryEntries(directory).map { $0.name }.filter { $0.hasSuffix(".quirks") }
    for name in names.sorted() { read("\(directory)/\(name)") }
  }

  private mutating func read(_ path: String) {
    let text: [UInt8]
    do throws(SystemFailure) {
      text = try fileBytes(path, atMost: Self.largest)
    } catch {
      return faults.append("\(path): cannot be read: \(errorText(error.number))")
    }
    do throws(QuirksFile.Fault) {
      sections += try QuirksFile(text).sections
    } catch {
      faults.append(
        "\(path):\(error.line): \(error.problem); the file is left out (libinput then leaves out all)")
    }
  }
}
