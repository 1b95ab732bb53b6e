import GestureCore
import Glibc

@testable import Recordings

/// Any file as evemu; what can be read is written and read again, and is the same.
func testEvemu(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: length))
  do throws(RecordingError) {
    let recording = try EvemuReader.read(bytes, path: "fuzz.evemu")
    let again = try EvemuReader.read(Array(EvemuWriter.text(of: recording).utf8), path: "again.evemu")
    precondition(again.events == recording.events, "the events differ after writing and reading")
    precondition(again.description.axes.count == recording.description.axes.count, "the axes differ")
    // The kernel has no key beyond.
    let keys = recording.description.keys.filter { $0 < 0x300 }
    precondition(again.description.keys == keys, "the keys differ")
  } catch {
    precondition(!error.problem.isEmpty && (error.line ?? 1) > 0)
  }
  return 0
}

/// Any file as one of `libinput record`; what can be read can be written as evemu.
func testLibinputRecord(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: length))
  _ = LibinputRecordReader.recognizes(bytes)
  do throws(RecordingError) {
    let recording = try LibinputRecordReader.read(bytes, path: "fuzz.yml")
    let again = try EvemuReader.read(Array(EvemuWriter.text(of: recording).utf8), path: "again.evemu")
    precondition(again.events == recording.events, "the events differ after writing and reading")
  } catch {
    precondition(!error.problem.isEmpty && (error.line ?? 1) > 0)
  }
  return 0
}
