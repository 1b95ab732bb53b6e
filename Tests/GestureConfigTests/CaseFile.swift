import Foundation
import GestureConfig
import GestureCore
import Testing

/// One case of `Cases/*.cases`: a line `== name`, the configuration, a line `--`, and the expected diagnostics. `{types}`
/// stands for the types and `{owners KEY}` for the types that have a key, so that a new type changes no case.
struct Case: Sendable, CustomTestStringConvertible {
  var file: String
  var name: String
  var text: String
  var expected: [String]

  var testDescription: String { "\(file): \(name)" }

  static func all(_ file: String) -> [Case] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(file).cases")
    guard let contents = try? String(contentsOf: path, encoding: .utf8) else {
      Issue.record("\(path.path()) cannot be read")
      return []
    }
    return contents.components(separatedBy: "== ").dropFirst().map { part in
      let halves = part.components(separatedBy: "\n--\n")
      let (name, text) = halves[0].split(at: "\n")
      return Case(
        file: file, name: name, text: text + "\n",
        expected: halves.last?.split(separator: "\n").map { expanded(String($0)) } ?? [])
    }
  }
}

private func expanded(_ line: String) -> String {
  func listed(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " \(last) \(end)"
  }
  var line = line.replacing("{types}", with: listed(GestureType.allCases.map(\.rawValue), "or"))
  for key in KeyName.allCases {
    let owners = GestureType.allCases.filter { $0.keys.contains { $0.name == key } }.map(\.rawValue)
    line = line.replacing("{owners \(key.rawValue)}", with: listed(owners, "and"))
  }
  return line
}

extension String {
  fileprivate func split(at separator: Character) -> (String, String) {
    guard let place = firstIndex(of: separator) else { return (self, "") }
    return (String(self[..<place]), String(self[index(after: place)...]))
  }
}

/// What is said of a part of a configuration, which may have no gesture.
func headingsOfPart(_ loaded: LoadedConfiguration) -> [String] {
  headings(loaded).filter { $0 != "warning: the configuration has no gestures" }
}

/// `LINE:COLUMN: message`; a warning is marked as such.
func headings(_ loaded: LoadedConfiguration) -> [String] {
  loaded.diagnostics.map { String($0.heading(path: "").dropFirst($0.line > 0 ? 1 : 2)) }
}
