import Testing

@testable import gestured

struct RunLineTests {
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
      ("set @DEFAULT_SINK@ 5%+", ["set", "@DEFAULT_SINK@", "5%+"]),
      ("a b=c x#y z~ !", ["a", "b=c", "x#y", "z~", "!"]),
      ("tü 'ü ü'", ["tü", "ü ü"]),
      ("", []),
      ("a | b", nil), ("a && b", nil), ("a; b", nil), ("a > f", nil), ("a < f", nil), ("(a)", nil),
      ("a $x", nil), ("a \"$x\"", nil), ("a `b`", nil), ("a \"`b`\"", nil), ("a \\ b", nil),
      ("a \"\\\"\"", nil), ("a *", nil), ("a b?", nil), ("a [b]", nil), ("a {b,c}", nil), ("a # b", nil),
      ("~/bin/a", nil), ("a ~", nil), ("a 'b", nil), ("a \"b", nil), ("a\nb", nil),
    ]
    for row in table { #expect(RunLine.words(of: row.line) == row.words, "\(row.line)") }
  }

  @Test func `a program is started directly, anything else by the shell`() {
    let table: [(line: String, isDirect: Bool)] = [
      ("swaymsg x", true), ("/opt/bin/a", true), ("missing x", false), ("", false), ("'' x", false),
      ("A=b swaymsg", false), ("echo x", false), ("exec swaymsg", false), ("if swaymsg", false),
      ("swaymsg x &", false), ("cd /tmp", false), ("kill 1", false),
    ]
    for row in table {
      let line = RunLine(row.line) {
        $0 == "swaymsg" || $0 == "/opt/bin/a" || $0 == "echo" || $0 == "kill"
      }
      var isDirect = false
      if case .direct = line { isDirect = true }
      #expect(isDirect == row.isDirect, "\(row.line)")
    }
  }

  @Test func `the first word is searched like in a shell`() {
    #expect(RunLine.program("sh", path: "/nonexistent:/bin") == "/bin/sh")
    #expect(RunLine.program("/bin/sh", path: nil) == "/bin/sh")
    #expect(RunLine.program("sh", path: "/nonexistent") == nil)
    #expect(RunLine.program("sh", path: nil) == nil)
    #expect(RunLine.program("bin", path: "/") == nil, "a directory cannot be run")
    #expect(RunLine.program("passwd", path: "/etc") == nil, "nor can a file without permission")
  }
}
