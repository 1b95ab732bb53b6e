import GestureCore

/// When one device makes gestures: its `when` and `ignore`, the laptop's lid, a pen that is near, and clients that switch it off.
struct DeviceActivity: Sendable {
  /// The context in which the device makes gestures.
  private let conditions: [WhenCondition]
  /// The part of `conditions` that its `[[device]]` states.
  private let own: [WhenCondition]
  /// The context in which its `[[device]]` ignores it; empty for none.
  private let ignoredWhen: [WhenCondition]
  private let isDisabled: Bool
  private let isPenNear: Bool
  private let isSeatForeign: Bool
  /// The group of a touchscreen that makes no gestures while the pen of its group is near; nil for other devices.
  let guardedPen: String?

  /// - Parameters:
  ///   - isUsed: whether the configuration uses the device.
  ///   - state: the clients' choices and the pens that are near, for as long as the device is not made anew.
  init(
    _ description: DeviceDescription, _ identity: DeviceIdentity, _ settings: DeviceSettings, isUsed: Bool,
    _ state: RunningState
  ) {
    own = settings.when
    conditions = own + Self.hingeConditions(of: description, identity.deviceClass, settings)
    ignoredWhen = settings.ignoredWhen
    let guardsPen = isUsed && identity.deviceClass == .touchscreen && settings.guardsPen
    guardedPen = guardsPen ? description.udev.group : nil
    isDisabled = state.disabledDevices.contains(where: identity.isNamed)
    isPenNear = guardedPen.map(state.pensNear.contains) ?? false
    isSeatForeign = state.isSeatForeign
  }

  /// An internal touchpad makes no gestures while the lid is closed or a convertible is folded, as libinput suspends it
  /// (tp_pair_lid_switch, tp_pair_tablet_mode_switch). Both switches count also where libinput's quirks distrust one.
  private static func hingeConditions(
    of device: DeviceDescription, _ deviceClass: DeviceClass, _ settings: DeviceSettings
  ) -> [WhenCondition] {
    guard deviceClass == .touchpad, settings.suspends, !device.isExternal else { return [] }
    return [
      WhenCondition(key: ContextKey.lid.rawValue, values: ["closed"], isNegated: true),
      WhenCondition(key: ContextKey.tablet.rawValue, values: ["yes"], isNegated: true),
    ]
  }

  /// Whether it needs the switches of the lid and of tablet use.
  var followsHinge: Bool { conditions.contains { $0.key == ContextKey.lid.rawValue } }

  func isOn(in context: [String: String]) -> Bool {
    !isDisabled && !isPenNear && !isSeatForeign && conditions.holds(in: context) && !isIgnored(in: context)
  }

  private func isIgnored(in context: [String: String]) -> Bool {
    !ignoredWhen.isEmpty && ignoredWhen.holds(in: context)
  }

  /// Why the device makes no gestures; nil if it does.
  func offReason(in context: [String: String]) -> String? {
    if isSeatForeign { return "another user's session is active on the seat" }
    if isDisabled { return "paused (`gesturectl control resume --device` resumes it)" }
    if isPenNear { return "its pen is near (pen_guard = false in its [[device]] keeps its gestures)" }
    if isIgnored(in: context) { return "its [[device]] ignores it in this context (`ignore`, `when`)" }
    guard let condition = conditions.first(where: { ![$0].holds(in: context) }) else { return nil }
    if own.contains(condition) {
      return (condition.difference(in: context) ?? "") + " in its [[device]]"
    }
    let value = context[condition.key] ?? ""
    return "`\(condition.key)` is \"\(value)\" (suspend = \"never\" in its [[device]] keeps its gestures)"
  }
}
