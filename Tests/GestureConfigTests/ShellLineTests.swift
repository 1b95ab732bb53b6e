import Testing

@testable import GestureConfig

struct ShellLineTests {
  /// Lines that are split here, and those that need a shell (nil).
  @Test func `lines are split like in a shell, or passed to a shell`() {
    let table: [(line: String, words: [String]?)] = [
      ("swaymsg workspace next", ["swaymsg", "workspace", "next"]),
      ("  a\t b  ", ["a", "b"]),
      ("a 'b c' d", ["a", "b c", "d"]),
      ("a \"b c\" d", ["a", "b c", "d"]),
      ("a 'b'\"c\"d", ["a", "bcd"]),
      ("a '' \"\"", ["a", "", ""]),
      ("a '$x \\ ; *' \"; * ' ~\"", ["a", "$x \\ ; *", "; * ' ~"]),
      ("wpctl @DEFAULT_SINK@ 5%+", ["wpctl", "@DEFAULT_SINK@", "5%+"]),
      ("a b=c x#y z~ !", ["a", "b=c", "x#y", "z~", "!"]),
      ("tü 'ü ü'", ["tü", "ü ü"]),
      ("", []),
      ("a | b", nil), ("a && b", nil), ("a; b", nil), ("a > f", nil), ("a < f", nil), ("(a)", nil),
      ("a $x", nil), ("a \"$x\"", nil), ("a `b`", nil), ("a \"`b`\"", nil), ("a \\ b", nil),
      ("a \"\\\"\"", nil), ("a *", nil), ("a b?", nil), ("a [b]", nil), ("a {b,c}", nil), ("a # b", nil),
      ("~/bin/a", nil), ("a ~", nil), ("a 'b", nil), ("a \"b", nil), ("a\nb", nil),
    ]
    for row in table {
      let words = row.line.isEmpty ? ShellWords(row.line).words : ShellWords(row.line).command
      #expect(words == row.words, "\(row.line)")
    }
  }

  @Test(arguments: ["A=b swaymsg", "echo x", "exec swaymsg", "if swaymsg", "cd /tmp", "kill 1", "set x", ""])
  func `a line that begins with a word of the shell needs one`(_ line: String) {
    #expect(ShellWords(line).command == nil)
    #expect(ShellWords(line + " ; x").command == nil)
  }

  @Test func `an importer reads escapes, and open quotes`() {
    #expect(ShellWords(#"a\ b "c\"d\e" 'f\g'"#).words == ["a b", #"c"d\e"#, #"f\g"#])
    #expect(ShellWords(#""\$a\"b""#, escapedInQuotes: "\"\\").words == [#"\$a"b"#])
    #expect(
      ["a 'b", "a \"b", "a \\"].allSatisfy { !ShellWords($0).isClosed } && ShellWords("a 'b'").isClosed)
  }

  @Test func `the first word is searched like in a shell`() {
    #expect(SearchPath("/nonexistent:/bin").file(of: "sh") == "/bin/sh")
    #expect(SearchPath(nil).file(of: "/bin/sh") == "/bin/sh")
    #expect(SearchPath("/nonexistent").file(of: "sh") == nil)
    #expect(SearchPath(nil).file(of: "sh") == nil)
    #expect(SearchPath("/").file(of: "bin") == nil, "a directory cannot be run")
    #expect(SearchPath("/etc").file(of: "passwd") == nil, "nor can a file without permission")
  }
}
