/// Decides which words the plugin gets: a value, fed with counts of touches and gesture events, without clock or device.
///
/// The plugin claims and holds by itself, by the settings, because a verdict would come too late for the frame in which
/// a finger lands. What remains are answers to claims, and verdicts on held or running sequences.
package struct TouchClaims: Sendable {
  package private(set) var settings: ClaimSettings
  /// To be written, in this order; the caller removes them.
  package private(set) var words: [ClaimWord] = []
  /// How many of each were said, for `status`.
  package private(set) var hidden = 0
  package private(set) var passed = 0
  package private(set) var claimed = 0

  /// Made once: nothing is allocated where a count is reached.
  private var settingWords: [ClaimWord]
  private var delayedCounts: FingerCounts
  private var delaying: Set<Int>
  private var fingers = 0
  /// Of a touch of the sequence: the plugin hides nothing by the word of an earlier one.
  private var id: Int32?
  /// The plugin holds the sequence's frames until then; nil: it does not, or has its verdict.
  private var heldUntil: Timestamp?
  /// The sequence is the daemon's: claimed or hidden.
  private var isHidden = false

  package init(_ settings: ClaimSettings = ClaimSettings()) {
    self.settings = settings
    settingWords = settings.words
    delayedCounts = settings.delayedCounts
    delaying = Set(settings.delays.map { $0.gesture })
    words.reserveCapacity(8)
  }

  package var isEmpty: Bool { settings.isEmpty }

  /// What becomes of the frame that was observed last, where the daemon itself passes the frames on (`TwinFrames`).
  package enum Verdict: Sendable { case show, hold, hide }

  package var verdict: Verdict {
    if isHidden || words.contains(where: { $0.isHiding }) { return .hide }
    return heldUntil == nil ? .show : .hold
  }

  /// When held frames go on without a frame of the device.
  package var deadline: Timestamp { heldUntil ?? .never }

  /// The device is there.
  package mutating func begin() { words.append(contentsOf: settingWords) }

  /// New settings, also while touches are down: those count by the old ones until their lift.
  package mutating func use(_ new: ClaimSettings) {
    if settings.claim != nil && new.claim == nil { words.append(.claim(nil)) }
    if !settings.delays.isEmpty && new.delays.isEmpty { words.append(.delay([])) }
    settings = new
    settingWords = new.words
    delayedCounts = new.delayedCounts
    delaying = Set(new.delays.map { $0.gesture })
    begin()
  }

  /// The daemon lets go of the device.
  package mutating func end() {
    if settings.claim != nil { words.append(.claim(nil)) }
    if !settings.delays.isEmpty { words.append(.delay([])) }
  }

  /// A frame has been read.
  package mutating func observe(_ contacts: Contacts, at time: Timestamp) {
    advance(to: time)
    let rises = contacts.fingers > fingers
    fingers = contacts.fingers
    if let contact = contacts.id { id = contact }
    if rises { reached(fingers, at: time) }
    if fingers == 0 { isHidden = false }
  }

  /// Held frames go on when their time is over.
  package mutating func advance(to time: Timestamp) {
    if let until = heldUntil, until <= time { heldUntil = nil }
  }

  private mutating func reached(_ count: Int, at time: Timestamp) {
    let isClaimed = settings.claim?.contains(count) ?? false
    let isDelayed = delayedCounts.contains(count: count)
    guard isClaimed || isDelayed, !isHidden else { return }
    words.append(contentsOf: settingWords)
    if isClaimed {
      isHidden = true
      heldUntil = nil
      claimed += 1
    } else if heldUntil == nil {
      heldUntil = time + settings.patience
    }
  }

  /// What the arena made of the frame, or of a deadline; indices are the arena's.
  package mutating func take(_ gesture: Int, _ state: GestureState) {
    switch state {
    case .began, .recognized: break
    case .possible, .changed, .ended, .cancelled, .failed, .step: return
    }
    let isHeld = heldUntil != nil
    guard let id, !isHidden, (isHeld && delaying.contains(gesture)) || settings.cancels.contains(gesture)
    else { return }
    // After the lift there is nothing left to hide but what is still held.
    guard fingers > 0 || isHeld else { return }
    words.append(.hide(id: id))
    hidden += 1
    isHidden = fingers > 0
    heldUntil = nil
  }

  /// After the events of a frame: held frames go on once no gesture for which they are held can be recognized.
  package mutating func conclude(isUndecided: (Int) -> Bool) {
    guard heldUntil != nil, let id, !settings.delays.contains(where: { isUndecided($0.gesture) }) else {
      return
    }
    words.append(.pass(id: id))
    passed += 1
    heldUntil = nil
  }

  /// Written while a touch is down a word rides on the device's next frame; with none down there is none to come.
  package var needsReport: Bool { fingers == 0 }

  package mutating func removeWords() { words.removeAll(keepingCapacity: true) }
}

extension Arena {
  /// Whether a gesture may still be recognized in this touch sequence.
  package mutating func isUndecided(_ gesture: Int) -> Bool {
    let entry = entries + gesture
    guard entry.pointee.isEnabled, entry.pointee.isPermitted, entry.pointee.isEligible else { return false }
    // Once all touches are up it is possible again, for the next sequence.
    let hasAttempt =
      entry.pointee.attempt.pointee.seen != 0 || entry.pointee.recognizer.isLingering
      || entry.pointee.isPending
    return entry.pointee.isPossible && hasAttempt
  }
}
