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

  private mutating func readAll(in directory: String) {
    for name in Self.names(in: directory) { read("\(directory)/\(name)") }
  }

  private mutating func read(_ path: String) {
    let fd = openDescriptor(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return faults.append("\(path): cannot be read: \(errorText(-fd))") }
    defer { close(fd) }
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 15)
    while text.count < Self.largest {
      let count = readBytes(fd, into: &bytes)
      if count <= 0 { break }
      text += bytes[..<count]
    }
    do throws(QuirksFile.Fault) {
      sections += try QuirksFile(text).sections
    } catch {
      faults.append(
        "\(path):\(error.line): \(error.problem); the file is left out (libinput then leaves out all)")
    }
  }

  /// The names of a directory's quirks files, in the order of versionsort(3), which for names that begin with as many digits is that
  /// of the bytes.
  private static func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      // The name is terminated by NUL within its field.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name.hasSuffix(".quirks") { names.append(name) }
    }
    return names.sorted()
  }
}
