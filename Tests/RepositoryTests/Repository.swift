import Foundation

/// One text file of the project, by its path from the top.
struct SourceFile {
  var path: String
  var text: String

  var lines: [String] { text.components(separatedBy: "\n") }
  /// The last part of the path.
  var name: String { (path as NSString).lastPathComponent }
  /// The name of the folder that holds it.
  var folder: String { ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent }
}

/// The project as it lies on disk around these tests.
enum Repository {
  /// The folder that holds Package.swift.
  static let top: URL = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: top.appendingPathComponent(path).path)
  }

  /// Each text file of the project, read once; build folders and git's own left out.
  private static let everything: [SourceFile] = {
    guard let walk = FileManager.default.enumerator(atPath: top.path) else { return [] }
    var found: [SourceFile] = []
    while let path = walk.nextObject() as? String {
      if path.hasPrefix(".build") || path.hasPrefix(".git/") || path == ".git" {
        walk.skipDescendants()
        continue
      }
      guard let text = try? String(contentsOf: top.appendingPathComponent(path), encoding: .utf8) else {
        continue
      }
      found.append(SourceFile(path: path, text: text))
    }
    return found.sorted { $0.path < $1.path }
  }()

  /// Files below `folder` with one of these endings, by path.
  static func files(_ folder: String, _ endings: String...) -> [SourceFile] {
    everything.filter {
      (folder == "." || $0.path == folder || $0.path.hasPrefix(folder + "/"))
        && (endings.isEmpty || endings.contains(($0.path as NSString).pathExtension))
    }
  }

  /// The targets under Sources that have Swift in them.
  static var swiftTargets: [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: top.appendingPathComponent("Sources").path)) ?? []
    return names.filter { !files("Sources/" + $0, "swift").isEmpty }.sorted()
  }
}
