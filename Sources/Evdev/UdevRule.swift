/// The udev rule, and the commands that grant access. Doctor and the daemon print the same text.
package enum UdevRule {
  package static let file = "70-gestured.rules"
  /// udev's directories. `make install` writes to the first; with PREFIX=/usr, to the last.
  package static let directories = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
  ]

  /// Where `gesturectl setup` installs it.
  package static let installedPath = "/etc/udev/rules.d/70-gestured.rules"

  package static let install = "sudo make install-rule"
  /// A new rule applies to new devices. `udevadm trigger` applies it to devices that already exist, and has done so when it ends.
  package static let apply =
    "sudo udevadm control --reload && sudo udevadm trigger --settle --subsystem-match=input --action=change"

  /// The command that grants `keys` access to /dev/uinput. A program with this access can type into every other program, so
  /// gestured's own rule does not grant it, and `make install` does not overwrite the rule of a user who needs it.
  package static let keysPath = "/etc/udev/rules.d/70-gestured-keys.rules"
  package static let allowKeys =
    #"echo 'KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput", TAG+="uaccess"'"#
    + " | sudo tee \(keysPath) && sudo udevadm control --reload"
    + " && \(applyToUinput)"
  /// The command that takes that access back. A node keeps its access list when a rule is gone; without rights of the group no entry of
  /// the list counts. The first event after the rule is gone may still give access (seen with systemd 252 in KDE's row of
  /// vm/tests/setup_rows.py), so the rights go after it. The second event gives them back where another rule does.
  package static let forbidKeys =
    "sudo rm -f \(keysPath) && sudo udevadm control --reload && \(applyToUinput)"
    + " && sudo chmod g= /dev/uinput && \(applyToUinput)"
  private static let applyToUinput = "sudo udevadm trigger --settle /dev/uinput"

  /// The command that removes a rule and applies the ones that are left.
  package static func removal(of path: String) -> String { "sudo rm -f \(path) && \(apply)" }
}
