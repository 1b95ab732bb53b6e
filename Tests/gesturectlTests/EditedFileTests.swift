import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// The motions of studio's page, and the file that it changes.
struct EditedFileTests {
  @Test func `several sequences are one recording, in order and each once`() throws {
    try StudioJSONTests.withState("tap 1; wait 0.2s; tap 1; wait 2s; tap 1") { state, _ in
      let one = try state.motion([1])
      let two = try state.motion([2, 1])
      #expect(one.name == "sequence-1" && two.name == "sequence-1")
      #expect(one.events.count < two.events.count)
      #expect(Array(two.events.prefix(one.events.count)) == one.events)
      #expect(try state.motion([1, 2, 2]).events == two.events)
      for (numbers, message) in [
        ([9], "touch sequence 9 is no longer stored; make the gesture again"),
        ([], "no touch sequence is named"),
      ] {
        let failure = #expect(throws: CommandFailure.self) { try state.motion(numbers) }
        #expect(failure?.message == message)
      }
    }
  }

  // MARK: The file

  private static func append(_ tables: String, to editor: inout TomlEditor) throws(CommandFailure) {
    do throws(TomlEditor.Failure) { try editor.append(tables: tables) } catch {
      throw CommandFailure(error, in: "")
    }
  }

  @Test func `fifty changes can be undone`() throws {
    try withFolder { folder in
      let path = "\(folder)/config.toml"
      try OutputFile.replace(path, with: "# 0\n")
      let file = EditedFile(path: path)
      for number in 1...51 {
        try file.write("change \(number)", version: file.read().version) { editor throws(CommandFailure) in
          try Self.append("[zone.z\(number)]\nx = [\"0%\", \"1%\"]\n", to: &editor)
        }
      }
      #expect(file.changes.count == 50)
      for number in (2...51).reversed() {
        let what = try file.undo()
        #expect(what == "change \(number)")
      }
      #expect(file.read().text.hasSuffix("[zone.z1]\nx = [\"0%\", \"1%\"]\n"))
      #expect(throws: CommandFailure.self) { try file.undo() }
    }
  }

  @Test func `a version is a hash and a length`() {
    #expect(EditedFile.version(of: nil) == "none")
    // FNV-1a of 64 bits: of no bytes, and of "a".
    #expect(EditedFile.version(of: "") == "cbf29ce484222325-0")
    #expect(EditedFile.version(of: "a") == "af63dc4c8601ec8c-1")
  }

  @Test func `another file has another history`() throws {
    try withFolder { folder in
      let file = EditedFile(path: "\(folder)/a.toml")
      try file.write("begin", version: "none") { editor throws(CommandFailure) in
        try Self.append("[zone.z]\nx = [\"0%\", \"1%\"]\n", to: &editor)
      }
      file.follow("\(folder)/a.toml")
      #expect(file.changes.map(\.what) == ["begin"])
      #expect(file.changes[0].before == nil && file.changes[0].after == file.read().text)
      file.follow("\(folder)/b.toml")
      #expect(file.changes.isEmpty && file.path == "\(folder)/b.toml")
      #expect(file.read().version == "none" && file.read().text == "")
    }
  }

  @Test(arguments: [
    (TomlEditor.Failure.noTable, "PATH: the gesture is no longer in the file"),
    (.noValue("x"), "`x` is not a TOML value"),
    (.cannotPlace(key: "k"), "PATH: `k` cannot be added where the file has it; write it by hand"),
  ]) func `an edit that cannot be made has its reason`(failure: TomlEditor.Failure, message: String) {
    #expect(CommandFailure(failure, in: "PATH").message == message)
  }

  // MARK: The end of the program

  @Test func `the loop wakes when the program is to end`() {
    var linger = Linger(limit: 60_000_000)
    #expect(linger.timeout(now: 0) == -1)
    linger.opened()
    // Microseconds; one millisecond more than the rest is waited, so that the limit has passed.
    for (pages, now, isOver, timeout) in [
      (1, 0, false, -1), (0, 1_000_000, false, 60_001), (0, 60_999_000, false, 2), (0, 60_999_999, false, 1),
      (0, 61_000_000, true, 1), (0, 91_000_000, true, 0),
    ] as [(Int, Int64, Bool, Int32)] {
      let isNow = linger.isOver(pages: pages, now: now)
      #expect(isNow == isOver && linger.timeout(now: now) == timeout, "\(now)")
    }
  }
}
