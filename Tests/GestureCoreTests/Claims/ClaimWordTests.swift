import Foundation
import GestureCore
import Output
import Testing

/// The words, and that the plugin reads the same ones.
@Suite struct ClaimWordTests {
  /// plugin/50-gestured.lua, from this file upwards.
  private static let plugin: String = {
    let top = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return (try? String(contentsOf: top.appendingPathComponent("plugin/50-gestured.lua"), encoding: .utf8))
      ?? ""
  }()

  /// The numbers of `local WORD = { … }`.
  private static let table: [String: Int] = {
    guard let body = plugin.firstMatch(of: /local WORD = \{([^}]*)\}/) else { return [:] }
    let pairs = String(body.1).matches(of: /(\w+) = (0x[0-9a-f]+|[0-9]+),/).map { match in
      (
        String(match.1),
        match.2.hasPrefix("0x") ? Int(match.2.dropFirst(2), radix: 16) ?? -1 : Int(match.2) ?? -1
      )
    }
    return Dictionary(pairs) { _, last in last }
  }()

  private static let snakeCase = [
    "hideTouch": "hide_touch", "alsoClaim": "also_claim", "delayEnds": "delay_ends",
  ]

  @Test func `the plugin has the same numbers`() {
    var expected = ["tag": ClaimWord.tag, "version": ClaimWord.version]
    for code in ClaimWord.Code.allCases {
      expected[Self.snakeCase["\(code)"] ?? "\(code)"] = code.rawValue
    }
    #expect(Self.table == expected)
  }

  @Test func `the plugin has the same longest patience`() {
    #expect(Self.plugin.contains("local LONGEST_HOLD = \(ClaimWord.longestPatience) "))
  }

  @Test func `a word is a tag, a version, a code and sixteen bits`() {
    #expect(ClaimWord.hide(id: 0x12_3456).value == 0x6711_3456)
    #expect(ClaimWord.hideTouch(id: 7).value == 0x6712_0007)
    #expect(ClaimWord.pass(id: 65535).value == 0x6713_ffff)
    #expect(ClaimWord.claim(3...Int.max).value == 0x6714_ff03)
    #expect(ClaimWord.claim(3...4).value == 0x6714_0403)
    #expect(ClaimWord.claim(nil).value == 0x6714_0000)
    #expect(ClaimWord.alsoClaim(3...Int.max, isFirst: false).value == 0x6717_ff03)
    #expect(ClaimWord.alsoClaim(1...1, isFirst: true).value == 0x6717_0181)
    #expect(ClaimWord.left(65535).value == 0x6718_ffff)
    #expect(ClaimWord.right(1).value == 0x6719_0001)
    #expect(ClaimWord.top(2).value == 0x671a_0002)
    #expect(ClaimWord.bottom(3).value == 0x671b_0003)
    #expect(ClaimWord.slot(4).value == 0x671c_0004)
    #expect(ClaimWord.delay(FingerCounts(3...4)).value == 0x6715_000c)
    #expect(ClaimWord.delay(FingerCounts(2...Int.max)).value == 0x6715_fffe)
    #expect(ClaimWord.patience(milliseconds: 150).value == 0x6716_0096)
    #expect(ClaimWord.patience(milliseconds: 100_000).value == 0x6716_03e8)
  }
}
