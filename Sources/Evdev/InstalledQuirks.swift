import CSystem
import GestureCore

/// libinput's quirks on this machine: its own files, then the user's, each in the order in which libinput reads them
/// (libinput_init_quirks, quirks_init_subsystem).
package final class InstalledQuirks {
  /// libinput's directory in a distribution, and in one that is built from source.
  private static let directories = ["/usr/share/libinput", "/usr/local/share/libinput"]
  private static let overrides = "/etc/libinput/local-overrides.quirks"
  /// The largest file that is read. libinput's largest has 20 kB.
  private static let largest = 1 << 20

  private struct File {
    let path: String
    let quirks: QuirksFile
  }

  private let environment: (String) -> String?
  /// The files in memory; nil until a device needs them, and after `forget`.
  private var files: [File]?
  /// What is wrong with files and sections that are left out, one line each.
  private var faults: [String] = []
  /// The number of faults that were taken.
  private var takenCount = 0

  /// - Parameter environment: LIBINPUT_QUIRKS_DIR replaces libinput's files and the overrides.
  package init(environment: @escaping (String) -> String? = environmentValue) {
    self.environment = environment
  }

  /// What the quirks say about a live device: what is known without libinput, then the machine's files, which win.
  package func quirks(of device: DeviceDescription, _ deviceClass: DeviceClass, unique: String)
    -> DeviceQuirks
  {
    let subject = QuirkSubject(
      device, deviceClass, unique: unique.isEmpty ? nil : unique, tree: Self.tree)
    var quirks = DeviceQuirks(knownOf: device, deviceClass)
    for file in loaded() {
      var faults: [QuirksFile.Fault] = []
      quirks.apply(file.quirks.sections(for: subject, faults: &faults))
      for fault in faults { note(fault, in: file) }
    }
    return quirks
  }

  /// Releases the files. The next device reads them again.
  package func forget() { files = nil }

  /// What was found to be wrong since the last call.
  package func takeFaults() -> ArraySlice<String> {
    defer { takenCount = faults.count }
    return faults[takenCount...]
  }

  /// What is wrong with any section of the files, whatever device it is for.
  package func allFaults() -> [String] {
    for file in loaded() {
      for fault in file.quirks.faults { note(fault, in: file) }
    }
    return faults
  }

  /// The first string of the device tree's `compatible`; nil without a device tree.
  private static let tree: String? = {
    let text = firstLine(of: "/sys/firmware/devicetree/base/compatible").utf8.prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: Array(text), as: UTF8.self)
  }()

  private func note(_ fault: QuirksFile.Fault, in file: File) {
    note(
      "\(file.path):\(fault.line): \(fault.problem); the section is left out (libinput then leaves out all)")
  }
  private func note(_ line: String) {
    if !faults.contains(line) { faults.append(line) }
  }

  private func loaded() -> [File] {
    if let files { return files }
    var read: [File] = []
    if let directory = environment("LIBINPUT_QUIRKS_DIR") {
      read += contents(of: directory)
    } else {
      if let directory = Self.directories.first(where: fileExists) { read += contents(of: directory) }
      if fileExists(Self.overrides) {
        let content = Result { () throws(SystemFailure) in try fileBytes(Self.overrides, atMost: Self.largest)
        }
        read += file(Self.overrides, content).map { [$0] } ?? []
      }
    }
    if let runtime = environment("XDG_RUNTIME_DIR") { read += contents(of: runtime + "/libinput") }
    files = read
    return read
  }

  /// A directory's files in the order of versionsort(3), which for names that begin with as many digits is that of the bytes.
  private func contents(of directory: String) -> [File] {
    directoryFiles(directory, endingWith: ".quirks", atMost: Self.largest).compactMap {
      file("\(directory)/\($0.name)", $0.content)
    }
  }

  private func file(_ path: String, _ content: Result<[UInt8], SystemFailure>) -> File? {
    switch content {
    case .success(let bytes): return File(path: path, quirks: QuirksFile(bytes))
    case .failure(let error):
      note("\(path): cannot be read: \(errorText(error.number))")
      return nil
    }
  }
}
