import ControlProtocol
import Evdev
import GestureConfig
import Glibc
import Typing

/// Checks devices and the permissions for them.
struct DeviceExamination {
  let configuration: Configuration
  /// The devices that the daemon has found, each as in `Status`.
  var daemon: [JSONValue] = []

  func findings() -> [Finding] {
    devices() + InstalledQuirks().allFaults().map { .note($0) }
      + [rule(), group(), uinput()].compactMap(\.self)
  }

  private func devices() -> [Finding] {
    let devices = FoundDevice.all(configuration)
    guard !devices.isEmpty else {
      return [
        .failed(
          "udev lists no touchpad or touchscreen (ID_INPUT_TOUCHPAD, ID_INPUT_TOUCHSCREEN); this command shows what the kernel lists",
          run: "cat /proc/bus/input/devices")
      ]
    }
    return devices.flatMap { device in
      let title = "\(device.report.node) (\(device.report.name))"
      // The daemon may belong to the seat while this terminal does not.
      let read = read(device.report.node)
      if device.lacksPermission, read == nil { return [denied(title)] }
      if let problem = device.report.problem, read == nil { return [Self.remark(title, problem)] }
      // The daemon has seen what happened while it read the device: a closed lid, a command, positions out of range.
      let own = device.report.warnings
      let warnings = own + (read?["warnings"]?.strings ?? []).filter { !own.contains($0) }
      let access = device.lacksPermission ? "is read by the daemon" : "can be read"
      if warnings.isEmpty { return [Finding.ok("\(title) \(access)")] }
      return warnings.map { Self.remark(title, $0, name: device.report.name) }
    }
  }

  /// What the daemon says of its devices.
  ///
  /// - Parameter devices: each as in `Status`.
  static func findings(of devices: [JSONValue]) -> [Finding] {
    if devices.isEmpty { return [.note("the daemon has found no device", run: "gesturectl doctor")] }
    return devices.flatMap { device in
      let name = device["name"]?.string ?? ""
      let title = "\(device["node"]?.string ?? "") (\(name))"
      let problem = device["problem"]?.string.map { [remark(title, $0)] } ?? []
      return problem + (device["warnings"]?.strings ?? []).map { remark(title, $0, name: name) }
    }
  }

  private static func remark(_ title: String, _ text: String, name: String = "") -> Finding {
    // Some begin with the device's name, which is in the title.
    let start = name + ": "
    return .note("\(title): \(text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text)")
  }

  private func denied(_ title: String) -> Finding {
    guard installedRule != nil else {
      return Self.withoutRule("\(title): permission denied, because the udev rule is missing")
    }
    // The tag `uaccess` of the rule gives permissions to the session at the local seat only.
    guard Self.hasUserRecord("SEATS") else {
      return .failed(
        "\(title): permission denied, because the udev rule gives access only to a session at a seat",
        "log in at the machine itself")
    }
    guard Self.hasUserRecord("ACTIVE_SEATS") else {
      return .failed(
        "\(title): permission denied, because another session is active at your seat",
        "switch to your session (loginctl activate)")
    }
    return .failed(
      "\(title): permission denied, because the udev rule is installed but not in effect",
      fix: .command(UdevRule.apply))
  }

  /// What the daemon says of a node that it reads.
  private func read(_ node: String) -> JSONValue? {
    daemon.first { $0["node"]?.string == node && $0["problem"]?.string == nil }
  }

  /// Whether logind's record of this user has a value: the seats of its sessions, or of those that are active.
  private static func hasUserRecord(_ key: String) -> Bool {
    let lines = (try? TextFile.read("/run/systemd/users/\(getuid())"))?.split(separator: "\n") ?? []
    return lines.contains { $0.hasPrefix("\(key)=") && $0.utf8.count > key.utf8.count + 1 }
  }

  private var installedRule: String? {
    UdevRule.directories.map { "\($0)/\(UdevRule.file)" }.first(where: TextFile.exists)
  }

  private func rule() -> Finding {
    if let installedRule { return .ok("the udev rule is installed: \(installedRule)") }
    // The rule is not needed if all devices can be read, as by root or by a user with permissions from another source.
    let devices = FoundDevice.all(configuration)
    if !devices.isEmpty, devices.allSatisfy({ !$0.lacksPermission }) {
      return .note("the udev rule is not installed; the permissions come from elsewhere")
    }
    return Self.withoutRule(
      "the udev rule, which lets the user at the seat read touch devices, is not installed")
  }

  /// Installs the udev rule: from its file on this machine if it exists, else from the source.
  private static func withoutRule(_ text: String) -> Finding {
    guard let rule = SharedFiles.find(UdevRule.file) else {
      return .failed(text, "\(UdevRule.install), in gestured's source")
    }
    let quoted = ShellWords.quoted(rule)
    return .failed(
      text,
      fix: .command(
        "sudo install -Dm 0644 \(quoted) \(UdevRule.installedPath) && \(UdevRule.apply)", .udevRule))
  }

  private func group() -> Finding? {
    // The C library's records are valid until the next look-up.
    guard getuid() != 0, let group = unsafe getgrnam("input") else { return nil }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = unsafe getgroups(Int32(groups.count), &groups)
    guard count > 0, unsafe groups[..<Int(count)].contains(group.pointee.gr_gid) else { return nil }
    return .note(
      "you are in the group input, so all your programs can read keyboards; with the udev rule, you do not need the group",
      run: "sudo gpasswd -d \(PersonalText.accountName ?? "$USER") input")
  }

  /// The check of /dev/uinput, made only if the configuration needs virtual devices.
  private func uinput() -> Finding? {
    let keys = configuration.virtualKinds.map { "`\($0.rawValue)`" }
    guard let last = keys.last else { return nil }
    let list = keys.count == 1 ? last : "\(keys.dropLast().joined(separator: ", ")) and \(last)"
    return .ofUinput("\(list) \(keys.count == 1 ? "needs" : "need")", works: "\(list) will work")
  }
}

extension Finding {
  /// Whether /dev/uinput can be written, for a part of the configuration that needs it.
  static func ofUinput(_ needs: String, works: String) -> Finding {
    if TextFile.isWritable("/dev/uinput") { return .ok("/dev/uinput can be written: \(works)") }
    if !TextFile.exists("/dev/uinput") {
      return .failed("\(needs) /dev/uinput, which does not exist", fix: .command("sudo modprobe uinput"))
    }
    return .failed(
      "\(needs) /dev/uinput, which cannot be written; with write access, all your programs can type",
      fix: .command(UdevRule.allowKeys, .keyAccess))
  }
}

extension Finding {
  /// Checks gestured-typing, if the configuration needs it.
  static func ofTyping(_ configuration: Configuration) -> Finding? {
    let path = Environment.value("GESTURED_TYPING_SOCKET") ?? TypingMessage.socketPath
    if TextFile.isWritable(path) { return .ok("gestured-typing listens at \(path)") }
    guard configuration.needsTyping else { return nil }
    return .failed(
      "`typing_guard` and `modifiers` need gestured-typing, which does not run; it opens every keyboard (docs/typing.md)",
      fix: .command("sudo systemctl enable --now gestured-typing.socket", .typing))
  }
}
