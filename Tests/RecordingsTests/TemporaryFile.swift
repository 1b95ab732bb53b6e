import Glibc
import Recordings

/// A file that exists while the closure runs.
func withFile<Result>(_ text: String, named name: String = "touch.evemu", _ body: (String) throws -> Result)
  rethrows -> Result
{
  var template = Array("/tmp/gestured-recordings-XXXXXX".utf8CString)
  let folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  let path = "\(folder)/\(name)"
  let file = fopen(path, "w")
  let bytes = Array(text.utf8)
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
  defer {
    unlink(path)
    rmdir(folder)
  }
  return try body(path)
}

/// The error line of a recording that cannot be read; nil if it can.
func problem(ofReading path: String) -> String? {
  do throws(RecordingError) {
    _ = try Recording.read(path: path)
    return nil
  } catch {
    return error.description
  }
}
