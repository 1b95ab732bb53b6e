import GestureConfig
import Typing

/// The context for `when`: the values set by clients, and those that the daemon reads itself if a `when` needs them.
extension Daemon {
  func setContext(_ values: [String: String]) -> String? {
    if let reason = running.context.refusal(of: values) { return reason }
    // Values are removed before others are set, to make room.
    for (key, value) in values.sorted(by: { $0.value.isEmpty && !$1.value.isEmpty }) {
      running.context.set(key, value)
    }
    contextChanged()
    return nil
  }

  /// Applies a changed context from the next touch sequence on. Gestures in progress are cancelled on a panel that was turned.
  private func contextChanged() {
    let turned = sessions.filter { $0.device.isTurned(in: running.context.values) }
    for session in sessions where !turned.contains(where: { $0 === session }) {
      session.setContext(running.context.values)
    }
    if turned.isEmpty { return }
    for session in turned { session.cancelAll(at: session.now) }
    reconfigure(turned)
  }

  /// Opens the sources that a `when` needs, and closes the others.
  func followContextSources() {
    if options.replay == nil { devices.useSwitches(configuration.uses(.tablet, .laptop)) }
    typing.received = { [self] in received($0) }
    typing.lost = { [self] in setModifiers(nil) }
    typing.use(
      TypingSource.Need(
        messages: configuration.readsTyping, modifiers: configuration.uses(.modifiers),
        isRequired: configuration.needsTyping))
  }

  private func received(_ message: TypingMessage) {
    if message.isTyped {
      for session in sessions { session.noteTyping() }
    }
    setModifiers(message.modifiers)
  }

  /// - Parameter bits: the held modifiers; nil if they are unknown.
  private func setModifiers(_ bits: UInt8?) {
    guard configuration.uses(.modifiers) || bits == nil else { return }
    let value = bits.map(ContextKey.modifiers) ?? ""
    if running.context.values[ContextKey.modifiers.rawValue] ?? "" == value { return }
    running.context.set(ContextKey.modifiers.rawValue, value)
    contextChanged()
  }

  /// - Parameter isTablet: whether a switch reports tablet mode; nil without a switch.
  func setTablet(_ isTablet: Bool?) {
    let words = isTablet.map { $0 ? ("yes", "no") : ("no", "yes") } ?? ("", "")
    running.context.set(ContextKey.tablet.rawValue, words.0)
    running.context.set(ContextKey.laptop.rawValue, words.1)
    contextChanged()
  }
}
