import GestureCore

extension Configuration {
  /// How touches are taken from the compositor.
  package enum Consume: String, Sendable, CaseIterable {
    /// By the libinput plugin where it is installed.
    case auto
    /// By the libinput plugin, whether or not it is seen.
    case plugin
    case off
  }

  /// What is taken on one device, by the indices of its recognizers.
  package func claimSettings(
    device: DeviceSettings, gestures: [Int], definitions: [RecognizerDefinition]
  ) -> ClaimSettings {
    var settings = ClaimSettings()
    guard consume != .off else { return settings }
    settings.claim = device.claim
    for (index, gesture) in gestures.enumerated() {
      if self.gestures[gesture].cancelsTouches { settings.cancels.insert(index) }
      if let duration = self.gestures[gesture].delaysTouches {
        let fingers = definitions[index].countedFingers
        settings.delays.append(.init(gesture: index, fingers: fingers, duration: duration))
      }
    }
    return settings
  }
}
