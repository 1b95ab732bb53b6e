import GestureConfig

/// The context for `when`: what clients set, and what the daemon reads itself where the configuration needs it.
extension Daemon {
  func setContext(_ values: [String: String]) -> String? {
    if let reason = context.refusal(of: values) { return reason }
    // Removals first, so that there is room.
    for (key, value) in values.sorted(by: { $0.value.isEmpty && !$1.value.isEmpty }) {
      context.set(key, value)
    }
    contextChanged()
    return nil
  }

  /// Counts from the next touch sequence on; where a panel is turned, gestures in progress are cancelled.
  private func contextChanged() {
    let turned = sessions.filter { $0.device.isTurned(in: context.values) }
    for session in sessions where !turned.contains(where: { $0 === session }) {
      session.setContext(context.values)
    }
    if turned.isEmpty { return }
    for session in turned { session.cancelAll(at: session.now) }
    reconfigure(turned)
  }

  /// Opens what a `when` needs, and closes what none does.
  func followContextSources() {
    if options.replay == nil { devices.useSwitches(configuration.uses(.tablet, .laptop)) }
  }

  /// - Parameter isTablet: nil: there is no switch.
  func setTablet(_ isTablet: Bool?) {
    let words = isTablet.map { $0 ? ("yes", "no") : ("no", "yes") } ?? ("", "")
    context.set(ContextKey.tablet.rawValue, words.0)
    context.set(ContextKey.laptop.rawValue, words.1)
    contextChanged()
  }
}
