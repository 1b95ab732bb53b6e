@testable import gesturectl

/// Any text as the configuration of another program: reading ends, and what is printed has one line for each comment.
func testImport(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  guard length > 0 else { return 0 }
  let input = UnsafeBufferPointer(start: bytes, count: length)
  let format = ImportFormat.allCases[Int(input[0]) % ImportFormat.allCases.count]
  let text = String(decoding: input.dropFirst(), as: UTF8.self)
  do throws(ForeignSyntaxError) {
    let printed = try format.read(text).text(of: "fuzz", format: format.rawValue)
    precondition(!printed.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "a control character")
  } catch { precondition(!error.message.isEmpty) }
  return 0
}
