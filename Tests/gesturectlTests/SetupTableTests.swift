import Evdev
import Glibc
import Testing

@testable import gesturectl

/// What `setup` writes into the files that compositors read, and what its undo leaves: what was there, and what the user wrote.
struct SetupTableTests {
  static let desktops = [
    "sway", "i3", "labwc", "openbox", "hyprland", "hyprland.lua", "niri", "xfce", "lxqt", "mate",
  ]
  /// Files as users have them: none, with and without a last newline, of the distribution, empty, and not UTF-8.
  static let texts: [[UInt8]?] = [
    nil, Array("a one\nexec foot\n".utf8), Array("a one\nexec foot".utf8), [],
    Array("# na".utf8) + [0xEF] + Array("ve\nexec foot".utf8), Array("a one\r\n\n\n".utf8),
  ]
  /// What the user writes after setup: before it, after it, around it, and nothing.
  static let additions: [(before: String, after: String)] = [
    ("", ""), ("# mine\n", ""), ("", "bindsym x\n"), ("# mine\n", "bindsym x"),
  ]

  @Test(arguments: desktops) func `undo leaves what was there and what the user wrote`(desktop: String) throws
  {
    for text in Self.texts {
      for isLink in [false, true] where text != nil || !isLink {
        for addition in Self.additions {
          try Self.withHome { home in
            let edit = try Self.edit(desktop, home, text, isLink: isLink)
            guard let edit else { return }
            try Self.goesThere(edit, text, isLink: isLink, addition)
          }
        }
      }
    }
  }

  /// The edit of a desktop whose file has a text; nil where `setup` leaves the file alone.
  private static func edit(_ desktop: String, _ home: String, _ text: [UInt8]?, isLink: Bool) throws
    -> FileEdit?
  {
    let word = desktop.hasPrefix("hyprland") ? "hyprland" : desktop
    if desktop == "hyprland.lua" { try write([], to: "\(home)/hypr/hyprland.lua") }
    var start = try #require(CompositorStart.of([word], in: home, program: "gesturectl"))
    start.original = nil
    if let text {
      let place = isLink ? "\(home)/dotfiles/file" : start.file
      try write(text, to: place)
      #expect(chmod(place, 0o640) == 0)
      if isLink {
        unlink(start.file)
        try link(start.file, to: place)
      }
    } else if start.kind == .whole {
      start.original = "\(home)/original"
      try write(Array("of the distribution".utf8), to: "\(home)/original")
      if desktop == "hyprland.lua" { unlink(start.file) }
    }
    let fix = start.fix
    #expect((fix == nil) == (start.kind == .entry && text != nil))
    return fix
  }

  private static func goesThere(
    _ edit: FileEdit, _ text: [UInt8]?, isLink: Bool, _ addition: (before: String, after: String)
  ) throws {
    let made = try make(edit, over: text)
    let written = try TextFile.bytes(edit.path)
    let present = text ?? (edit.original == nil ? [] : Array("of the distribution".utf8))
    let lines = edit.lines.map { Array($0.utf8) }
    #expect(FileLines(written).lines == FileLines(present).lines + lines)
    #expect(written.last == UInt8(ascii: "\n"))
    #expect((linkTarget(edit.path) != nil) == isLink)
    if text != nil {
      #expect(fileFacts(edit.path).map { $0.st_mode & 0o777 } == 0o640)
      #expect(try TextFile.bytes(made.copy) == text)
    }
    let isEdited = !(addition.before + addition.after).isEmpty
    if isEdited {
      try write(Array(addition.before.utf8) + written + Array(addition.after.utf8), to: edit.path)
    }
    _ = try made.change.undo()
    // A copy of the distribution's file that was edited is the user's.
    let kept = text ?? (isEdited ? present : nil)
    let expected = isEdited ? merged(addition, kept ?? []) : kept
    #expect((try? TextFile.bytes(edit.path)) == expected, "\(edit.path) \(addition)")
    #expect((linkTarget(edit.path) != nil) == isLink)
    if text == nil, !isEdited, !edit.path.hasSuffix("lua") {
      #expect(!TextFile.exists(PathParts(edit.path).directory))
    }
    // The copy stays where undo was not exact.
    #expect(TextFile.exists(made.copy) == isEdited)
    let again = try made.change.undo()
    #expect(again.contains(": no longer "), "\(again)")
  }

  /// The user's lines and the text before: a text that is not ended is ended where something follows.
  private static func merged(_ addition: (before: String, after: String), _ text: [UInt8]) -> [UInt8] {
    let isGlued = !addition.after.isEmpty && !FileLines(text).isEnded
    return Array(addition.before.utf8) + text + (isGlued ? [UInt8(ascii: "\n")] : [])
      + Array(addition.after.utf8)
  }

  @Test(arguments: desktops) func `a read-only file and a link to nothing are refused and stay`(
    desktop: String
  ) throws {
    try Self.withHome { home in
      guard let edit = try Self.edit(desktop, home, Array("exec foot".utf8), isLink: false) else { return }
      chmod(edit.path, 0o440)
      #expect(Self.message { _ = try Self.make(edit) }?.contains("is read-only") == true)
      #expect(try TextFile.read(edit.path) == "exec foot")
      chmod(edit.path, 0o640)
      let change = try Self.make(edit).change
      let written = try TextFile.bytes(edit.path)
      chmod(edit.path, 0o440)
      #expect(Self.message { _ = try change.undo() }?.contains("is read-only") == true)
      #expect(try TextFile.bytes(edit.path) == written)
      unlink(edit.path)
      try Self.link(edit.path, to: "\(home)/nowhere")
      #expect(Self.message { _ = try edit.planned() }?.contains("which does not exist") == true)
    }
  }

  @Test func `a line that was changed since is refused, and one that is gone is done`() throws {
    try Self.withHome { home in
      let path = "\(home)/file"
      try Self.write(Array("old\n".utf8), to: path)
      let edit = FileEdit(path: path, kind: .foreign, lines: ["one", "two"])
      let change = try Self.make(edit).change
      try Self.write(Array("old\none\nchanged\n".utf8), to: path)
      #expect(Self.message { _ = try change.undo() }?.contains("have been changed, so they stay") == true)
      #expect(try TextFile.read(path) == "old\none\nchanged\n")
      try Self.write(Array("old\n".utf8), to: path)
      #expect(try change.undo() == "\(path): no longer has these lines")
      unlink(path)
      #expect(try change.undo() == "\(path): no longer exists")
    }
  }

  @Test func `two writers at once do not lose a line, and a new file takes no other's place`() throws {
    try Self.withHome { home in
      let path = "\(home)/new/file"
      let first = try FileEdit(path: path, kind: .foreign, lines: ["one"]).planned()
      try Self.write(Array("of another\n".utf8), to: path)
      #expect(Self.message { try first.file.write(first.text) }?.contains("already exists") == true)
      do {
        let second = try FileEdit(path: path, kind: .foreign, lines: ["two"]).planned()
        try Self.write(Array("changed\n".utf8), to: path)
        #expect(
          Self.message { try second.file.write(second.text) }?.contains("was changed meanwhile") == true)
      }
      #expect(try TextFile.read(path) == "changed\n")
      let names = TextFile.names(in: "\(home)/new").sorted()
      #expect(names == ["file", "file.gestured.bak"], "no part of a file stays: \(names)")
    }
  }

  @Test func `the record is read as it was written, and of its owner alone`() throws {
    try Self.withHome { home in
      setenv("XDG_STATE_HOME", home, 1)
      defer { unsetenv("XDG_STATE_HOME") }
      let edit = WrittenEdit(
        path: "/a\nb/\"c\"", kind: .configuration, lines: ["one\ttwo", "'"], old: ["x"], line: 3,
        isNew: false,
        wasEnded: false, folders: ["/a\nb"], hash: "1-2")
      let steps: [DoneStep] = SystemChange.allCases.map { .system($0) } + [.edit(edit)]
      try SetupRecord.write(steps)
      #expect(try SetupRecord.steps() == steps)
      let path = "\(home)/gestured/setup"
      chmod(path, 0o666)
      #expect(Self.message { _ = try SetupRecord.steps() }?.contains("others can write to this file") == true)
      chmod(path, 0o600)
      for text in ["touch /tmp/x\n", "{\"system\":\"other\"}\n", "{\"file\":\"relative\"}\n", "[]\n"] {
        try Self.write(Array(text.utf8), to: path)
        #expect(
          Self.message { _ = try SetupRecord.steps() }?.contains("setup:1: is not a step") == true, "\(text)")
      }
      try SetupRecord.write([])
      #expect(!TextFile.exists("\(home)/gestured"))
    }
  }

  @Test func `the lines have the path of a program that no session finds by its name`() throws {
    try Self.withHome { home in
      func lines(_ desktop: String, _ program: String) -> [String]? {
        CompositorStart.of([desktop], in: home, program: program)?.lines
      }
      #expect(lines("sway", "gesturectl") == ["exec gesturectl start"])
      #expect(lines("labwc", "/opt/a b/gesturectl") == ["'/opt/a b/gesturectl' start &"])
      #expect(lines("niri", "/a \"b/gesturectl") == [#"spawn-at-startup "/a \"b/gesturectl" "start""#])
      #expect(lines("xfce", "/usr/x/gesturectl")?.last == "Exec=/usr/x/gesturectl start")
      #expect(lines("xfce", "/a $b%/gesturectl")?.last == #"Exec="/a \\$b%%/gesturectl" start"#)
    }
  }

  @Test(arguments: desktops.filter { $0 != "hyprland.lua" }, ["gesturectl", "/opt/a b/gesturectl"])
  func `what was written is found the next time`(desktop: String, program: String) throws {
    try Self.withHome { home in
      func start() throws -> CompositorStart {
        try #require(CompositorStart.of([desktop], in: home, program: program))
      }
      try Self.write(try start().lines.flatMap { Array(($0 + "\n").utf8) }, to: start().file)
      #expect(try start().found == start().file)
      let off = try TextFile.bytes(start().file) + Array("Hidden=true\n".utf8)
      if desktop == "xfce" {
        try Self.write(off, to: start().file)
        #expect(try start().found != start().file)
        #expect(try start().fix == nil)
      }
    }
  }

  // MARK: Files

  /// Makes an edit, and lets its lock go.
  private static func make(_ edit: FileEdit, over text: [UInt8]?? = nil) throws -> (
    change: WrittenEdit, copy: String
  ) {
    let planned = try edit.planned()
    if let text { #expect((try? TextFile.bytes(edit.path)) == text, "planning writes nothing") }
    try planned.file.write(planned.text)
    return (planned.change, planned.file.copy)
  }

  private static func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? CommandFailure)?.message }
    return nil
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try #require(TextFile.makeDirectory(PathParts(path).directory))
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(fd >= 0)
    defer { close(fd) }
    #expect(TextFile.writeAll(bytes[...], to: fd))
  }

  private static func link(_ path: String, to target: String) throws {
    try #require(TextFile.makeDirectory(PathParts(path).directory))
    try #require(symlink(target, path) == 0)
  }

  private static func withHome(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/gestured-home-XXXXXX".utf8CString)
    let home = String(cString: try #require(mkdtemp(&template)))
    defer { remove(home) }
    try body(home)
  }

  private static func remove(_ path: String) {
    for name in TextFile.names(in: path) { remove("\(path)/\(name)") }
    unlink(path)
    rmdir(path)
  }
}
