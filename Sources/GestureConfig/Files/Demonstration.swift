import GestureCore

extension Configuration {
  /// The gestures that the daemon recognizes without a configuration file. They have no actions. The pans compete with the
  /// others: without them, scrolling would sometimes be recognized as a pinch, and a short stroke as a tap.
  package static func demonstration() -> Configuration {
    let loaded = load(text: demonstrationText, path: "built-in demonstration")
    // A test checks that the constant text below has no problem.
    guard var configuration = loaded.configuration, !loaded.hasProblems else {
      impossible(loaded.rendered(path: "built-in demonstration"))
    }
    configuration.path = nil
    for index in configuration.gestures.indices { configuration.gestures[index].line = 0 }
    return configuration
  }

  /// The demonstration set as a file, for `gesturectl setup --only-configuration`.
  package static let demonstrationText = String(decoding: PackageResources.demonstration_toml, as: UTF8.self)
}
