import Glibc
import Testing

@testable import gesturectl

/// An empty folder that is removed with its files.
func withFolder(_ body: (String) throws -> Void) throws {
  var template = Array("/tmp/gesturectl-XXXXXX".utf8CString)
  let folder = String(cString: try #require(mkdtemp(&template)))
  defer {
    for name in TextFile.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
  try body(folder)
}
