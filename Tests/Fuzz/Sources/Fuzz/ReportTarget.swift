import GestureCore
import Recordings

@testable import Recordings
@testable import gesturectl

/// Any recording as a page: it ends, and no text of the recording becomes a tag, and no number is infinite.
func testReport(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: length))
  guard let recording = try? EvemuReader.read(bytes, path: "fuzz.evemu"),
    var runner = try? ReplayRunner(recording, FuzzDevices.configuration)
  else { return 0 }
  var section = ReportSection(file: recording.description.name, runner: runner)
  runner.run(recording.events) { section.consume($0) }
  section.finish()
  var page = ReportPage()
  page.configuration = (source: recording.description.name, text: recording.description.name)
  page.sections.append(section)
  let html = page.html
  precondition(html.matches(of: /<script/).count == 1, "a second script")
  precondition(html.utf8.count < 40_000_000, "\(html.utf8.count) bytes")
  for number in ["=\"nan", "=\"inf", "=\"-inf", " nan", " inf "] {
    precondition(!drawings(html).contains(number), "a drawing with \(number)")
  }
  return 0
}

/// The drawings' tags, without the texts of the page.
private func drawings(_ html: String) -> String {
  html.split(separator: "\n").filter {
    $0.contains("<path") || $0.contains("<circle") || $0.contains("<rect")
  }
  .joined(separator: "\n").lowercased()
}
