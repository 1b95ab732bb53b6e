extension Configuration {
  /// The kinds of actions in this configuration that need uinput, without duplicates.
  package var virtualKinds: [ActionKind] {
    let used = Set(gestures.flatMap { $0.actions.all.map { $0.kind } })
    return ActionKind.allCases.filter { $0.row.device != nil && used.contains($0) }
  }

  /// The warning of `check` where the actions need uinput and it cannot be written; nil if none needs it.
  package var uinputWarning: String? {
    let kinds = virtualKinds
    return kinds.isEmpty ? nil : ActionKind.uinputWarning(kinds)
  }

  /// Whether a `click` has `at = "touch"`.
  package var clicksAtTouch: Bool {
    gestures.contains {
      $0.actions.all.contains { if case .click(let click) = $0 { click.isAtTouch } else { false } }
    }
  }
}
