import Testing

@testable import gesturectl

struct ImportedLisgdTests {
  @Test func `a file without gestures is refused as a whole`() throws {
    for (theirs, isEmpty) in [("echo no\n", true), ("lisgd -g '1,LR,*,*,R,next'\n", false)] {
      let lines = try translated(.lisgd, theirs).lines
      let line = "# line 1: not translated: the file: it contains no gesture for lisgd (-g)"
      #expect(lines.contains { $0 == line } == isEmpty, "\(lines)")
    }
  }

  @Test func `an option's value may follow its letter at once`() throws {
    let (apart, joined) = (try translated(.lisgd, "lisgd -t 9"), try translated(.lisgd, "lisgd -t9"))
    #expect(apart.lines == joined.lines && joined.lines.contains { $0.contains("-t 9") }, "\(joined.lines)")
  }

  @Test(arguments: [
    ("1,LR,L,*,*,next", "ended = { run = \"next\" }"), ("1,LR,L,*,r,next", "ended = { run = \"next\" }"),
    ("1,LR,L,*,R,next", "ended = { run = \"next\" }"), ("1,LR,L,*,P,next", "run = \"next\""),
    ("1,LR,L,*,x", "ended = { run = \"x\" }"),
  ])
  func `any mode but P is that of the lift, and a last word is the command`(theirs: String, action: String)
    throws
  {
    let ours = try translated(.lisgd, "lisgd -g '\(theirs)'\n")
    #expect(ours.lines.last == action[...] && ours.refusals == nil, "\(ours.lines)")
  }

  @Test(arguments: [("*,*,R,a,b", "a"), ("*,*,aa,b", "aa"), ("*,*,*,a,b", "a")])
  func `a comma in a command is named`(theirs: String, before: String) throws {
    let ours = try translated(.lisgd, "lisgd -g '1,LR,\(theirs)'\n")
    let why = "lisgd ends a command at a comma, here after `\(before)`"
    #expect(ours.lines.last?.hasSuffix(why) == true, "\(ours.lines)")
  }

  @Test(arguments: [("L", "a length as a part of the screen"), ("0.08", "lisgd has no distance `0.08`")])
  func `a distance without a counterpart has a template`(distance: String, why: String) throws {
    let ours = try translated(.lisgd, "lisgd -g '3,LR,*,\(distance),R,next'\n")
    #expect(ours.lines.contains { $0.hasPrefix("# line 1: not translated: -g 3,LR") && $0.contains(why) })
    #expect(ours.lines.suffix(3).contains("#run = \"next\"") && ours.refusals != nil, "\(ours.lines)")
  }

  @Test func `a line of the header whose command is not in quotes is refused`() throws {
    let theirs = """
      #define NEXT "next"
      Gesture gestures[] =
      {
        {
        { 3, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, NEXT },
        { 3, SwipeRL, EdgeAny, DistanceAny, ActModeReleased, "previous" },
        { 2, SwipeUD, EdgeAny,
      };
      """
    let ours = try translated(.lisgd, theirs)
    let why = "its command is not a text in quotes on the same line; write it out"
    #expect(
      ours.lines.filter { $0.contains("not translated") } == [
        "# line 5: not translated: { 3, SwipeLR, EdgeAny, DistanceAny, ActModeReleased, NEXT },: \(why)",
        "# line 7: not translated: { 2, SwipeUD, EdgeAny,: \(why)",
      ])
    #expect(ours.lines.contains("run = \"previous\""))
    #expect(ours.refusals == "2 gestures were not translated")
  }

  @Test func `a backslash at the end of a command stays`() {
    #expect(ShellVariables(["A=1"]).expand("$A\\") == "1\\")
    #expect(ShellVariables(["A=1"]).expand("$A$") == "1$")
  }
}
