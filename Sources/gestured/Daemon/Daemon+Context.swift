import Evdev
import GestureConfig
import Typing

/// The context for `when`: the values set by clients, and those that the daemon reads itself if a `when` needs them.
extension Daemon {
  func setContext(_ values: [String: String], isHeld: Bool, isFirst: Bool) throws(ContextRefusal) {
    if let reason = running.context.refusal(of: values) { throw .invalid(reason) }
    let wasLocked = running.context.isLockedByPrograms
    let kept = running.context.kept
    let isWritten = changeContext { $0.set(values, isHeld: isHeld, isFirst: isFirst) }
    // Values that end with their program are not written. They do not fail because an earlier write did.
    let isKept = isWritten || (isHeld && running.context.kept == kept)
    if values[ContextKey.locked.rawValue] == "no" {
      // A program that has ended its own lock ends the signal that started it, too. Without such a lock the user speaks of logind's.
      if wasLocked, !running.context.isLockedByPrograms { follower?.endSignal() }
      if !wasLocked, !isHeld { follower?.overrideLock() }
    }
    if !isKept { throw .notKept }
  }

  func releaseContext(_ keys: Set<String>) {
    if !changeContext({ $0.release(keys) }) {
      log.warning("the context could not be written, so after a restart the session counts as locked")
    }
  }

  /// Changes the context. What a restart must not forget is written before a client hears that it holds.
  ///
  /// - Returns: whether it was written, or need not be.
  func changeContext(_ change: (inout ContextValues) -> Void) -> Bool {
    let before = running.context.values
    change(&running.context)
    let isKept = contextFile?.write(running.context.kept) ?? true
    if running.context.values != before { contextChanged() }
    return isKept
  }

  /// Sets the values that the daemon had before its restart.
  func restoreContext() {
    let isWhole =
      switch contextFile?.read() ?? .absent {
      case .absent: true
      case .values(let values): running.context.restore(values)
      case .damaged: running.context.restore(nil)
      }
    if !isWhole {
      log.warning(
        "the file with the last context is damaged, so the session counts as locked until a program reports that it is "
          + "not (gesturectl control context locked=no)")
    }
    isLocked = hidesTouches
  }

  /// Whether subscribers may get no touches now.
  var hidesTouches: Bool { running.context.isLocked || running.isSeatForeign }

  /// Applies a changed context from the next touch sequence on. On a panel that was turned, and on a device that was switched
  /// off or on, gestures in progress are cancelled.
  private func contextChanged() {
    hideTouches()
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

  /// Closes or opens the door of each device (`Disclosure`), before a change of the context or of the seat makes events.
  func hideTouches() {
    guard isLocked != hidesTouches else { return }
    isLocked = hidesTouches
    for session in sessions {
      session.setLocked(isLocked, givesMeasures: configuration.positionsWhileLocked) { attend(session) }
      attend(session)
    }
  }

  /// Opens the sources that a `when` needs, and closes the others.
  func followContextSources() {
    followSwitches()
    contextPrograms.tryAgain()
    runContextPrograms()
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
