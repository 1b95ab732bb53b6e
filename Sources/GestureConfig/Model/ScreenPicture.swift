import GestureCore

/// How a touchscreen stands to the picture that it shows (recognizers.md §1.2).
///
/// What must hold: a device that is not a touchscreen has no output, and is not turned by any context.
package struct ScreenPicture: Sendable {
  /// The output whose picture a touchscreen follows; nil if it is not known.
  package let output: String?
  /// Whether directions follow the picture: on a touchscreen whose `[[device]]` names its output or does not turn it.
  package let isFollowed: Bool
  private let isScreen: Bool
  /// The rotation of the panel in degrees, as its `[[device]]` says.
  private let panel: Int

  init(of description: DeviceDescription, _ deviceClass: DeviceClass, _ settings: DeviceSettings) {
    isScreen = deviceClass == .touchscreen
    output = isScreen ? settings.output ?? description.udev.output : nil
    isFollowed = isScreen && (settings.rotation == 0 || output != nil)
    panel = settings.rotation
  }

  /// The clockwise rotation of the panel and of its picture, in degrees.
  func rotation(in context: [String: String]) -> Int {
    isScreen ? (panel + ContextKey.rotation(in: context, of: output)) % 360 : panel
  }
}
