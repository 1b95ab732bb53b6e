extension KnownDevices {
  /// The sections of the built-in table, read once.
  package static let sections: [QuirkSection] = read(table) + read(beside)

  /// Sections that the files of the table's version do not have, each with its reason.
  private static let beside: [StaticString] = [
    // The trackpad of libinput's "Cyapa Touchpads", under the name of Chrome OS's driver. Fast fingers press it with 7 to 26.
    "[Cyapa Touchpads of Chrome OS]\nMatchName=cyapa\nMatchUdevType=touchpad\nAttrPressureRange=10:8"
  ]

  /// A test reads every section, so none is left out.
  static func read(_ texts: [StaticString]) -> [QuirkSection] {
    texts.flatMap { text in (try? QuirksFile("\(text)".utf8))?.sections ?? [] }
  }
}
