import Glibc

/// A POSIX extended regular expression of the C library. The tests are a debug build, in which the search for a word in
/// each file of the project by Swift's own strings takes minutes of processor time; this takes a tenth of a second.
final class Expression {
  /// One line that matches. `groups` has the whole match, then what each pair of parentheses matched.
  struct Line {
    var number: Int
    var text: String
    var groups: [String]
  }

  private var compiled = regex_t()

  init(_ pattern: String, ignoresCase: Bool = false) {
    let status = regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE | (ignoresCase ? REG_ICASE : 0))
    precondition(status == 0, "regcomp refuses \(pattern)")
  }

  /// Matches one of `words` as they stand.
  convenience init(anyOf words: [String]) {
    self.init(words.map(Expression.literal).joined(separator: "|"))
  }

  deinit { regfree(&compiled) }

  private static func literal(_ word: String) -> String {
    word.map { "\\^$.[]|()*+?{}".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The lines of `text` in which something matches, with the first match of each.
  func lines(in text: String) -> [Line] {
    var copy = text
    return copy.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return [] }
      var found: [Line] = []
      var groups = [regmatch_t](repeating: regmatch_t(), count: Int(compiled.re_nsub) + 1)
      var offset = 0
      var number = 1
      var line = 0..<bytes.newline(from: 0)
      while offset < bytes.count {
        groups[0] = regmatch_t(rm_so: regoff_t(offset), rm_eo: regoff_t(bytes.count))
        let match = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        guard regexec(&compiled, match, groups.count, &groups, REG_STARTEND) == 0 else { break }
        while line.upperBound < groups[0].rm_so {
          line = (line.upperBound + 1)..<bytes.newline(from: line.upperBound + 1)
          number += 1
        }
        found.append(
          Line(number: number, text: bytes.string(line), groups: groups.map { bytes.string($0.range) }))
        offset = line.upperBound + 1
      }
      return found
    }
  }
}

extension regmatch_t {
  fileprivate var range: Range<Int> { rm_so < 0 ? 0..<0 : Int(rm_so)..<Int(rm_eo) }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }

  /// The place of the first newline at or after `place`, or the end.
  fileprivate func newline(from place: Int) -> Int {
    guard place < count, let found = memchr(baseAddress! + place, 10, count - place) else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress!)
  }
}

extension String {
  /// Whether `part` stands in the text, as strstr(3) finds it.
  func has(_ part: String) -> Bool { strstr(self, part) != nil }
}
