import Glibc
import Testing

@testable import Evdev

/// What /proc says of processes.
struct ProcessTests {
  @Test(arguments: [
    ("12 (sh) S 3 4 5 0 -1", true), ("12 (a) b) S 9 9) S 3 4 5 0", true), ("12 (sh) S 3 4", false),
    ("", false),
  ])
  func `the parent, the group and the session stand after the name`(stat: String, isWhole: Bool) {
    let facts = ProcessFacts(stat: Array(stat.utf8))
    #expect((facts.map { [$0.parent, $0.group, $0.session] } == [3, 4, 5]) == isWhole)
  }

  @Test func `this process`() {
    #expect(
      ProcessFacts(getpid())
        == ProcessFacts(stat: Array("1 (x) R \(getppid()) \(getpgrp()) \(getsid(0))".utf8)))
    #expect(ProcessFacts.words(getpid()).first?.isEmpty == false && ProcessFacts.name(getpid()) != nil)
    #expect(ProcessFacts(-1) == nil && ProcessFacts.name(-1) == nil && ProcessFacts.words(-1) == [])
  }

  @Test func `the group of version 2 is one of several lines`() {
    #expect(
      ControlGroup(lines: "4:memory:/x\n0::/user.slice/gestured.service\n")?.path
        == "/user.slice/gestured.service")
    #expect(ControlGroup(lines: "4:memory:/x\n") == nil)
  }

  /// 10 is the program, a shell: 11 its child, 12 a terminal's shell with a session of its own, 13 left its parent but not its
  /// session. 20 is of another program, and the parent of 21 has ended.
  @Test func `a program's processes are its descendants, and those of its session`() {
    let table: [pid_t: [pid_t]] = [
      1: [0, 1, 1], 10: [1, 10, 10], 11: [10, 10, 10], 12: [11, 12, 12], 13: [1, 13, 10], 20: [1, 20, 20],
      21: [9, 21, 21],
    ]
    let found = ControlGroup.descendants(of: 10, among: table.keys.sorted()) { process in
      table[process].flatMap {
        ProcessFacts(stat: Array("\(process) (x) S \($0[0]) \($0[1]) \($0[2])".utf8))
      }
    }
    #expect(found == [10, 11, 12, 13])
    #expect(ControlGroup.descendants(of: 10, among: [10, 11]) { _ in nil } == [10])
  }
}
