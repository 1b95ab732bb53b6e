import GestureCore
import Glibc
import Recordings
import Testing

/// The recordings of real hardware beside the project; tests that need them are reported as skipped if they are absent.
enum HardwareRecordings {
  static let recordings = files(in: "recordings")
  /// Every fourth recording, or all of them in the whole tests (`GESTURED_TESTS=whole`, as in `.ci/run`).
  static let some = recordings.enumerated().filter { isWhole || $0.offset % 4 == 0 }.map(\.element)
  private static let isWhole = getenv("GESTURED_TESTS").map { String(cString: $0) } == "whole"
  static let devices = files(in: "devices")
  static let areAbsent: Comment = "the shared hardware recordings are not beside the project"

  private static func files(in folder: String) -> [String] {
    for root in ancestors(of: #filePath) {
      let path = "\(root)/shared/\(folder)"
      guard let directory = opendir(path) else { continue }
      defer { closedir(directory) }
      var found: [String] = []
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasSuffix(".evemu") { found.append("\(path)/\(name)") }
      }
      return found.sorted()
    }
    return []
  }

  private static func ancestors(of path: String) -> [String] {
    var parts = path.split(separator: "/")
    var roots: [String] = []
    while !parts.isEmpty {
      parts.removeLast()
      roots.append("/" + parts.joined(separator: "/"))
    }
    return roots
  }
}
