import Testing

@testable import gesturectl

/// A small file cannot take much memory or time: each limit is checked before anything is built.
struct ImportLimitTests {
  private static func failure(_ format: ImportFormat, _ text: String) -> String? {
    do throws(ForeignSyntaxError) {
      _ = try format.read(text)
      return nil
    } catch { return error.message }
  }

  @Test func `aliases count as what they stand for`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let names = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(names)]\n"
    }
    #expect(Self.failure(.fusuma, text) == "more than 20000 values")
  }

  @Test func `an alias of what is around it is refused`() {
    #expect(Self.failure(.fusuma, "swipe: &a\n  3: *a\n") == "there is no anchor \"a\" before it")
  }

  @Test func `an alias is what its anchor is`() throws {
    let text = "swipe:\n  3:\n    left: &next\n      command: one\n    right: *next\n"
    let made = try ImportFormat.fusuma.read(text).text(of: "fusuma.yml", format: "fusuma")
    #expect(made.components(of: "run = \"one\"") == 2, "\(made)")
  }

  @Test(arguments: [65, 60_000]) func `lists have a depth`(count: Int) {
    #expect(Self.failure(.fusuma, String(repeating: "[", count: count))?.contains("64 deep") == true)
  }

  @Test(arguments: [65, 100_000]) func `elements have a depth`(count: Int) {
    let text = "<touchegg>" + String(repeating: "<a>", count: count)
    #expect(Self.failure(.touchegg, text) == "nested more than 64 deep")
  }

  @Test func `elements and values have a number`() {
    let elements = "<touchegg>" + String(repeating: "<a/>", count: 20_001) + "</touchegg>"
    #expect(Self.failure(.touchegg, elements) == "more than 20000 values")
    let values = "[" + String(repeating: "1, ", count: 20_001) + "]"
    #expect(Self.failure(.fusuma, values) == "more than 20000 values")
  }

  @Test func `entities are refused where they are declared`() {
    let text = "<!DOCTYPE touchegg [<!ENTITY a \"aaaa\">]><touchegg>&a;</touchegg>"
    #expect(Self.failure(.touchegg, text) == "it declares entities")
  }

  @Test func `lines have a number`() {
    let text = String(repeating: "lisgd -g 1,LR,a \\\n", count: 20_001)
    #expect(Self.failure(.lisgd, text) == "more than 20000 lines")
    #expect(Self.failure(.libinputGestures, text) == "more than 20000 lines")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
