import ControlProtocol

@testable import gesturectl

/// The record of `setup`, and the undo of its edits in any file: the input is the record, a line of `=`, and the file.
///
/// A step is the same after it is written and read, and an undo takes out only lines that the record says were written.
func testSetup(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let lines = UnsafeBufferPointer(start: bytes, count: length)
    .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  let end = lines.firstIndex { $0 == [UInt8(ascii: "=")] } ?? lines.count
  let file = FileLines(Array(lines.dropFirst(end + 1).joined(separator: [UInt8(ascii: "\n")])))
  precondition(FileLines(file.bytes) == file)
  for line in lines[..<end] {
    guard let step = (try? JSONValue(parsing: line)).flatMap(DoneStep.init) else { continue }
    let record = step.json.dropLast()
    let again = (try? JSONValue(parsing: Array(record))).flatMap(DoneStep.init)
    precondition(
      again == step && !record.contains(UInt8(ascii: "\n")), "\(String(decoding: record, as: UTF8.self))")
    guard case .edit(let edit) = step, let undone = try? edit.before(file) else { continue }
    let (written, old) = (edit.lines.map { Array($0.utf8) }, edit.old.map { Array($0.utf8) })
    let isInverse = (0...file.lines.count - written.count).contains { place in
      let rest = file.lines[(place + written.count)...]
      return Array(file.lines[place..<place + written.count]) == written
        && undone.lines == file.lines[..<place] + old + rest
    }
    precondition(isInverse, "undo takes out another line than it wrote")
  }
  return 0
}
