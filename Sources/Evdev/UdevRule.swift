/// The udev rule, and the commands that grant access: doctor and daemon print the same.
package enum UdevRule {
  package static let file = "70-gestured.rules"
  /// Where udev looks. `make install` writes to the first, with PREFIX=/usr to the last.
  package static let directories = [
    "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
  ]

  package static let install = "sudo make install-rule"
  /// A rule applies to devices that come; those that are there need `udevadm trigger`.
  package static let apply =
    "sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=input --action=change"

  /// `keys` types through /dev/uinput. Write access there allows typing into every program, so the rule leaves it
  /// out; a user who needs it adds a rule, which `make install` does not overwrite.
  package static let allowKeys =
    #"echo 'KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput", TAG+="uaccess"'"#
    + " | sudo tee /etc/udev/rules.d/70-gestured-keys.rules && sudo udevadm control --reload"
    + " && sudo udevadm trigger /dev/uinput"
}
