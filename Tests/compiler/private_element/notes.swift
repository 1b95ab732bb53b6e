struct Notes: ~Copyable {
  private struct Note: BitwiseCopyable { var id = 0 }
  private var notes: List<Note>
  init() { notes = List(Note()) }
}
