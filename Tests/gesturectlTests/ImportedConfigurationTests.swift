import GestureTesting
import Testing

@testable import gesturectl

struct ImportedConfigurationTests {
  /// Files of other programs with everything that they may have, beside what `import` makes of each.
  @Test(arguments: [
    ("touchegg.conf", ImportFormat.touchegg), ("libinput-gestures.conf", .libinputGestures),
    ("fusuma.yml", .fusuma), ("lisgd.sh", .lisgd), ("lisgd.h", .lisgd),
  ])
  func `approved output of translations`(file: String, format: ImportFormat) throws {
    let theirs = try TextFile.read(ApprovedFile.path("translations/\(file)"))
    let ours = try format.read(theirs)
    let lines = LineDifference.lines(of: ours.text(of: file, format: format.rawValue)).map(String.init)
    let approved = ApprovedFile("translations/\(file).toml")
    #expect(approved.differences(from: lines + ["", "# \(ours.refusals ?? "all was translated")"]) == [])
  }

  @Test func `a threshold of one context of fusuma is not that of the next`() throws {
    let theirs = """
      swipe: { 3: { left: { command: a } } }
      ---
      context: { application: x }
      threshold: { swipe: 3 }
      swipe: { 3: { left: { command: b } } }
      ---
      context: { application: y }
      swipe: { 3: { left: { command: c } } }
      """
    let lines = try translated(.fusuma, theirs).lines
    #expect(lines.count { $0.hasPrefix("min_distance") } == 1, "\(lines)")
  }
}

/// The lines of a translation without the heading and blank lines, and the summary of what was not translated.
func translated(_ format: ImportFormat, _ text: String) throws -> (lines: [Substring], refusals: String?) {
  let imported = try format.read(text)
  let lines = imported.text(of: "theirs", format: format.rawValue).split(separator: "\n")
  return (Array(lines.dropFirst()), imported.refusals)
}
