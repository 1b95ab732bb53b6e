import GestureConfig

/// Settings made while the daemon runs: gestures enabled and disabled, and the context.
struct RunningValues {
  /// What a client has made of a gesture, and when, on the clock of the event loop in µs.
  struct Switch {
    var isEnabled: Bool
    var time: Int64
  }
  /// The gestures that a client has paused or resumed, by name.
  var switched: [String: Switch] = [:]
  /// The devices that are switched off, as clients named them.
  var disabledDevices: [String] = []
  /// The groups of devices whose pen is near.
  var pensNear: Set<String> = []
  /// Whether another user's session is active on the seat.
  var isSeatForeign = false
  var context = ContextValues()
  var state: RunningState {
    var state = RunningState(
      enabled: switched.mapValues { $0.isEnabled }, context: context.values, disabledDevices: disabledDevices)
    state.pensNear = pensNear
    state.isSeatForeign = isSeatForeign
    return state
  }
}

/// The context's values set by clients (`gesturectl control context app=firefox`).
struct ContextValues {
  /// Limits of the values that clients can store, and so of the comparisons after each change.
  static let mostKeys = 64
  static let longestKey = 64
  static let longestValue = 1024

  /// What `when` compares.
  private(set) var values: [String: String] = [:]
  /// What clients and the daemon's sources have set, without the lock of the session that is followed.
  private var stored: [String: String] = [:] { didSet { combine() } }
  /// Whether logind says that the session is locked; nil without a session of logind.
  var sessionLocked: Bool? { didSet { if sessionLocked != oldValue { combine() } } }
  /// The sessions that have had the signal Lock, and no end of it; "" for none.
  var signalled = ""

  private mutating func combine() {
    values = stored
    guard let sessionLocked else { return }
    values[Self.locked] = sessionLocked || isLockedByPrograms ? "yes" : "no"
    if knownKeys?.contains(Self.locked) != true { knownKeys = (knownKeys ?? []).union([Self.locked]) }
  }

  /// Keys that clients have set, including removed ones; nil until the first. A `when` with any other key gets a warning. Removed
  /// keys are dropped when the space is needed.
  private(set) var knownKeys: Set<String>?

  /// Why these values cannot be set; nil if they can.
  func refusal(of new: [String: String]) -> String? {
    if let reason = ContextKey.refusal(of: new) { return reason }
    if new.keys.contains(where: { $0.utf8.count > Self.longestKey }) {
      return "a key has at most \(Self.longestKey) bytes"
    }
    if let key = new.filter({ $0.value.utf8.count > Self.longestValue }).keys.min() {
      return "the value of `\(key)` has more than \(Self.longestValue) bytes"
    }
    let kept = stored.keys.filter { new[$0] != "" }
    let count = Set(kept).union(new.filter { !$0.value.isEmpty }.keys).count
    return count > Self.mostKeys ? "at most \(Self.mostKeys) keys can be set" : nil
  }

  /// The keys that a program holds with its connection.
  private var held: Set<String> = []
  /// The keys whose last value was set without a connection that holds it.
  private var plain: Set<String> = []
  /// The keys that the daemon itself has set, from a switch or from gestured-typing.
  private var own: Set<String> = []

  var isLocked: Bool { values[Self.locked] == "yes" }
  var isLockedByPrograms: Bool { stored[Self.locked] == "yes" }
  private static var locked: String { ContextKey.locked.rawValue }
  /// In `kept`: whether the session is locked was known.
  private static let unknown = "unknown"
  /// In `kept`: the sessions that had the signal Lock. Programs can set no key with a blank.
  private static let signal = "signal Lock"

  /// Sets values of a client. An empty value removes its key.
  ///
  /// - Parameter isFirst: whether the connection that holds them has not held `locked` before.
  mutating func set(_ new: [String: String], isHeld: Bool = false, isFirst: Bool = false) {
    // Values are removed before others are set, to make room.
    for (key, value) in new.sorted(by: { $0.value.isEmpty && !$1.value.isEmpty }) {
      if isHeld { held.insert(key) }
      // A program that starts, or says its values again, does not unlock what another one has locked: swaylock's `locked=yes`.
      if isFirst && key == Self.locked && value == "no" && isLockedByPrograms && plain.contains(key) {
        continue
      }
      own.remove(key)
      if isHeld { plain.remove(key) } else { plain.insert(key) }
      set(key, value)
    }
  }

  mutating func setOwn(_ key: ContextKey, _ value: String) {
    own.insert(key.rawValue)
    set(key.rawValue, value)
  }

  /// Removes keys whose program has ended.
  mutating func release(_ keys: Set<String>) {
    for key in keys.sorted() where held.remove(key) != nil {
      // What another program has set stays, except that the session is not locked, which only this program would correct.
      if plain.contains(key) && (key != Self.locked || isLockedByPrograms) { continue }
      plain.remove(key)
      set(key, "")
    }
  }

  /// The values for the next start. A program that holds values says them again. Until then a session counts as locked if its lock
  /// was known, because it may have been locked meanwhile.
  var kept: [String: String] {
    var kept = stored.filter { !own.contains($0.key) && (plain.contains($0.key) || $0.key == Self.locked) }
    let isCertain = plain.contains(Self.locked) && (isLockedByPrograms || !held.contains(Self.locked))
    if kept[Self.locked] != nil && !isCertain { kept[Self.locked] = Self.unknown }
    if !signalled.isEmpty { kept[Self.signal] = signalled }
    return kept
  }

  /// Sets `kept` of the last daemon; nil if it is damaged. Then the session counts as locked.
  ///
  /// - Returns: whether the values were such that a daemon keeps.
  @discardableResult
  mutating func restore(_ kept: [String: String]?) -> Bool {
    var values = kept ?? [:]
    signalled = values.removeValue(forKey: Self.signal) ?? signalled
    if kept == nil { values[Self.locked] = Self.unknown }
    let isUnknown = values[Self.locked] == Self.unknown
    if isUnknown { values[Self.locked] = "yes" }
    guard refusal(of: values) == nil else { return restore(nil) && false }
    set(values)
    if isUnknown { plain.remove(Self.locked) }
    return kept != nil
  }

  /// Sets a value. An empty value removes its key.
  mutating func set(_ key: String, _ value: String) {
    // Whether the session is locked was known, and is not known any more: it counts as locked.
    let isUnknownLock = value.isEmpty && key == Self.locked && stored[key] != nil
    stored[key] = isUnknownLock ? "yes" : value.isEmpty ? nil : ContextKey.canonical(key, value)
    var known = knownKeys ?? []
    if known.count >= Self.mostKeys, !known.contains(key) { known = Set(stored.keys) }
    if known.count < Self.mostKeys || !value.isEmpty { known.insert(key) }
    knownKeys = known
  }

  /// All known keys; "" for a removed one.
  var report: [String: String] {
    (knownKeys ?? []).reduce(into: [:]) { $0[$1] = values[$1] ?? "" }
  }
}
