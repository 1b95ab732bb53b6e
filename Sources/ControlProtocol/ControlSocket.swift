package enum ControlSocket {
  /// The explicit path, else `$XDG_RUNTIME_DIR/gestured/control.sock`; nil if neither is set.
  package static func path(explicit: String?, environment: (String) -> String?) -> String? {
    if let explicit { return explicit }
    guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
    return directory + "/gestured/control.sock"
  }
}
