extension Configuration {
  /// The gestures that the daemon recognizes without a configuration file. They have no actions. The pans compete with the
  /// others: without them, scrolling would sometimes be recognized as a pinch, and a short stroke as a tap.
  package static func demonstration() -> Configuration {
    let loaded = load(text: demonstrationText, path: "built-in demonstration")
    // A test checks that the constant text below has no problem.
    guard var configuration = loaded.configuration, !loaded.hasProblems else {
      preconditionFailure(loaded.rendered(path: "built-in demonstration"))
    }
    configuration.path = nil
    for index in configuration.gestures.indices { configuration.gestures[index].line = 0 }
    return configuration
  }

  /// The demonstration set as a file, for `gesturectl init`.
  package static let demonstrationText = """
    [[gesture]]
    name = "tap"
    type = "tap"

    [[gesture]]
    name = "two-finger-tap"
    type = "tap"
    fingers = 2

    [[gesture]]
    name = "three-finger-tap"
    type = "tap"
    fingers = 3

    [[gesture]]
    name = "swipe-left"
    type = "swipe"
    fingers = 3
    direction = "left"

    [[gesture]]
    name = "swipe-right"
    type = "swipe"
    fingers = 3
    direction = "right"

    [[gesture]]
    name = "swipe-up"
    type = "swipe"
    fingers = 3
    direction = "up"

    [[gesture]]
    name = "swipe-down"
    type = "swipe"
    fingers = 3
    direction = "down"

    [[gesture]]
    name = "scroll"
    type = "pan"
    fingers = 2

    [[gesture]]
    name = "drag"
    type = "pan"
    fingers = 1
    device = "touchscreen"

    [[gesture]]
    name = "pinch"
    type = "pinch"

    [[gesture]]
    name = "rotation"
    type = "rotation"

    [[gesture]]
    name = "edge-pan"
    type = "edge-pan"
    edges = ["left", "right", "top", "bottom"]
    device = "touchscreen"

    """
}
