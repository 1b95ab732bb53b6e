import Foundation
import Testing

/// Each fuzz target with the inputs of its corpus, among them all that once failed. `make fuzz` looks for new ones.
struct CorpusTests {
  /// Tests/Fuzz.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: fuzzTargets.map(\.name)) func `a target accepts each input of its corpus`(target: String)
    throws
  {
    let test = try #require(fuzzTargets.first { $0.name == target }).test
    let inputs = try Self.inputs(of: target)
    #expect(inputs.count > 2)
    for input in inputs {
      // A target traps at a fault; the last name of the log is then that of the input.
      print("\(target): \(input.path)")
      let bytes = [UInt8](try Data(contentsOf: input))
      #expect(bytes.withUnsafeBufferPointer { test($0.baseAddress, $0.count) } == 0)
    }
  }

  @Test func `each folder of the corpus has a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path + "/corpus")
    #expect(Set(folders) == Set(fuzzTargets.map(\.name)))
  }

  /// The same folders as those of Tests/Fuzz/run.
  private static func inputs(of target: String) throws -> [URL] {
    var folders = [folder.appendingPathComponent("corpus/\(target)")]
    if target == "configuration" {
      folders += ["../../config/examples", "../GestureConfigTests/Cases"].map(folder.appendingPathComponent)
    }
    return try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().map(
        folder.appendingPathComponent)
    }.filter {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }
}
