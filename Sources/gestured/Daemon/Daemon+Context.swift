import Evdev
import GestureConfig
import Typing

/// The context for `when`: the values set by clients, and those that the daemon reads itself if a `when` needs them.
extension Daemon {
  func setContext(_ values: [String: String], isHeld: Bool, isFirst: Bool) -> String? {
    if let reason = running.context.refusal(of: values) { return reason }
    running.context.set(values, isHeld: isHeld, isFirst: isFirst)
    keepContext()
    return nil
  }

  func releaseContext(_ keys: Set<String>) {
    running.context.release(keys)
    keepContext()
  }

  private func keepContext() {
    contextFile?.write(running.context.kept)
    contextChanged()
  }

  /// Sets the values that the daemon had before its restart.
  func restoreContext() {
    if let values = contextFile?.read() { running.context.restore(values) }
    isLocked = running.context.isLocked
  }

  /// Applies a changed context from the next touch sequence on. On a panel that was turned, and on a device that was switched
  /// off or on, gestures in progress are cancelled.
  private func contextChanged() {
    hideTouchesWhileLocked()
    let made = sessions.filter { $0.device.isMadeAnew(in: running.context.values) }
    for session in sessions where !made.contains(where: { $0 === session }) {
      session.setContext(running.context.values)
    }
    remake(made)
  }

  /// Cancels the gestures of devices and makes their recognizers anew, in the present context.
  func remake(_ changed: [DeviceSession]) {
    if changed.isEmpty { return }
    for session in changed { session.cancelAll() }
    reconfigure(changed)
  }

  /// Opens the switches if a `when` or an internal touchpad needs them, the pens if a `when` or a touchscreen does, and closes them
  /// otherwise.
  func followSwitches() {
    if options.replay != nil { return }
    devices.useSwitches(
      configuration.uses(.tablet, .laptop, .lid) || sessions.contains { $0.device.followsHinge })
    devices.usePens(of: configuration.uses(.pen) ? nil : Set(sessions.compactMap { $0.device.guardedPen }))
  }

  func setPens(_ pens: Pens.Proximity) {
    let changed = running.pensNear.symmetricDifference(pens.near)
    running.pensNear = pens.near
    running.context.setOwn(.pen, pens.isKnown ? (pens.near.isEmpty ? "no" : "yes") : "")
    contextChanged()
    remake(sessions.filter { $0.device.guardedPen.map(changed.contains) ?? false })
  }

  /// Closes or opens the door of each device (`Disclosure`), before a change of the context makes events.
  private func hideTouchesWhileLocked() {
    guard isLocked != running.context.isLocked else { return }
    isLocked = running.context.isLocked
    for session in sessions {
      session.setLocked(isLocked, givesMeasures: configuration.positionsWhileLocked) { attend(session) }
      attend(session)
    }
  }

  /// Opens the sources that a `when` needs, and closes the others.
  func followContextSources() {
    followSwitches()
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
    running.context.setOwn(.modifiers, value)
    contextChanged()
  }

  func setHinge(_ position: HingePosition) {
    let words = position.isTablet.map { $0 ? ("yes", "no") : ("no", "yes") } ?? ("", "")
    running.context.setOwn(.tablet, words.0)
    running.context.setOwn(.laptop, words.1)
    running.context.setOwn(.lid, position.isClosed.map { $0 ? "closed" : "open" } ?? "")
    contextChanged()
  }
}
