import CPages
import GestureCore

/// The files of the pages, which the program carries (`CPages`).
enum PageFile {
  /// A file that is named in the code. A test reads each.
  static func known(_ name: String) -> String {
    guard let text = text(name) else { impossible("no page \(name)") }
    return text
  }

  /// - Returns: nil if the program has no such file.
  static func text(_ name: String) -> String? {
    // The text is a constant of the program, which ends with a NUL.
    unsafe gestured_page(name).map { unsafe String(cString: $0) }
  }
}
