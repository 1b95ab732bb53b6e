import ControlProtocol
import Evdev
import GestureConfig
import Glibc

/// Checks whether touches can be hidden from the compositor, if the configuration requires it.
struct ClaimExamination {
  let configuration: Configuration
  var path: String?
  /// Where `setup` writes that file; nil where it is.
  var target: String?

  func findings() -> [Finding] {
    guard configuration.takesTouches else { return [] }
    if configuration.consume == .grab {
      let works = "devices on which touches are hidden can be grabbed"
      return [.ofUinput("consume = \"grab\" needs", works: works)] + nodes()
    }
    if let installed = LibinputPlugin.installed(environment: Environment.value) {
      return [.ok("the libinput plugin is installed: \(installed)")] + compositor(installed) + nodes()
    }
    let running = LibinputProcess.all().map(\.library)
    let libraries = running.isEmpty ? [LibinputProcess.libraryByDefault].compactMap(\.self) : running
    return [Self.missing(libraries, grab)] + nodes()
  }

  /// The edit that hides touches without a plugin, where the file has the line of the shipped examples.
  private var grab: SetupFix? {
    let lines = path.flatMap { try? TextFile.read($0) }?.split(separator: "\n") ?? []
    let old = #"consume = "auto""#
    guard let path = target ?? path, lines.contains(old[...]) else { return nil }
    return .edit(
      FileEdit(path: path, kind: .configuration, lines: [#"consume = "grab""#], old: [old]))
  }

  /// The finding if the plugin is not installed. The command that installs it refuses a libinput with a fault.
  ///
  /// - Parameter grab: the step that makes the configuration do without a plugin.
  static func missing(_ libraries: [LibinputLibrary], _ grab: SetupFix? = nil) -> Finding {
    if let fault = libraries.lazy.compactMap(\.fault).first {
      let text = "no plugin can hide touches from the compositor here: \(fault)"
      return grab.map { .failed(text, fix: $0) }
        ?? .failed(text, "set consume = \"grab\" in [settings], then gesturectl doctor")
    }
    return .failed(
      "touches cannot be hidden from the compositor: \(LibinputPlugin.file) is not in libinput's plugin directories",
      fix: .command(LibinputPlugin.command("install"), .plugin))
  }

  private func compositor(_ installed: String) -> [Finding] {
    let running = LibinputProcess.all()
    let hidden = LibinputProcess.unexaminable
    if running.isEmpty && hidden.isEmpty {
      return [.note("none of your processes has loaded libinput, so no compositor was examined")]
    }
    return hidden.map(Self.unexaminable) + examined(running, installed)
  }

  /// The finding for a compositor whose memory and descriptors cannot be read: what comes back on its devices shows the plugin.
  private static func unexaminable(_ name: String) -> Finding {
    switch PluginAnswer.isKeptOpen {
    case true?: .ok("\(name) cannot be examined, but it keeps a device open that only the plugin keeps open")
    case false?:
      .first(
        "\(name) cannot be examined, and it did not keep a device open as the plugin does; log out and in once, or set consume = \"grab\""
      )
    case nil:
      .note(
        "\(name) cannot be examined, and /dev/uinput cannot be written; touch with the claimed number of fingers, and "
          + "check that the desktop does not react"
      )
    }
  }

  private func examined(_ running: [LibinputProcess], _ installed: String) -> [Finding] {
    if running.isEmpty { return [] }
    guard let answers = PluginAnswer.from(running) else {
      return running.map { finding($0, installed) } + [
        .note(
          "cannot check whether a compositor has loaded the plugin, because /dev/uinput cannot be written; touch with "
            + "the claimed number of fingers, and check that the desktop does not react"
        )
      ]
    }
    return running.map { process in
      if answers.contains(process) { return .ok("\(process.name) has loaded the plugin") }
      return finding(process, installed)
    }
  }

  private func finding(_ process: LibinputProcess, _ installed: String) -> Finding {
    if let fault = process.luaFault {
      return .failed("\(process.name): \(fault)", run: LibinputPlugin.command("remove"))
    }
    if let refusal = process.library.refusal { return .note("\(process.name) has \(refusal)") }
    if let facts = fileFacts(installed), facts.st_mtim.tv_sec > process.started {
      return .first("\(process.name) was started before the plugin was installed; log out and in once")
    }
    return .note(
      "\(process.name) has a libinput with plugins, but gestured's plugin did not answer; consume = \"grab\" hides touches without a plugin"
    )
  }

  private func nodes() -> [Finding] {
    let isWritable = TextFile.isWritable("/dev/uinput")
    return FoundDevice.all(configuration).filter {
      !$0.lacksPermission && !TextFile.isWritable($0.report.node)
    }.map { device in
      let title = "\(device.report.node) (\(device.report.name)) cannot be written"
      if isWritable, configuration.consume != .grab {
        return .note("\(title): messages to the plugin go through a virtual device", run: UdevRule.apply)
      }
      return .failed(
        "\(title), so its touches cannot be hidden; the udev rule allows it", run: UdevRule.apply)
    }
  }
}
