struct Input: ~Copyable {
  var notes: Notes
  init() { notes = Notes() }
}
