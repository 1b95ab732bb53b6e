import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// Which programs set the context here, and who does it in place of them (interface.md §2.5).
extension Daemon {
  /// The keys of such programs that a `when` needs, or a touchscreen if a program of the session sets it.
  private var neededKeys: [String] {
    ContextProgram.allKeys.filter { key in
      if configuration.uses([key]) { return true }
      return key == ContextKey.rotation.rawValue && sessions.contains { $0.device.picture.isFollowed }
        && sessionPrograms.contains { $0.keys.contains(key) }
    }
  }

  /// The programs for the session that is followed. A daemon with a socket of its own has none, because they report to the usual one.
  private var sessionPrograms: [ContextProgram] {
    guard options.socket == nil, let compositor = follower?.state.compositor else { return [] }
    return ContextProgram.programs(
      of: compositor.name, isWayland: compositor.variables.contains("XDG_SESSION_TYPE=wayland"))
  }

  /// The keys that other programs hold than those of the daemon.
  private var foreignKeys: Set<String> {
    control.holders.reduce(into: []) { keys, holder in
      if !contextPrograms.has(holder.process) { keys.formUnion(holder.keys) }
    }
  }

  /// Starts and ends programs after a change of the session, the configuration, the devices or the holders of keys.
  func runContextPrograms() {
    guard let follower else { return }
    let (needed, foreign) = (neededKeys, foreignKeys)
    let programs = sessionPrograms.filter { $0.keys.contains(where: needed.contains) }
    let yielding = programs.filter { $0.keys.contains(where: foreign.contains) }
    contextPrograms.run(
      programs.filter { !yielding.contains($0) }, yielding: yielding,
      in: follower.state.compositor.map {
        ContextPrograms.Session(compositor: $0.process, variables: $0.variables)
      })
  }

  /// Writes what sets the keys that are needed, one entry for the keys of a program.
  func writeContextSources(to json: inout JSONWriter) {
    let (programs, foreign) = (sessionPrograms, foreignKeys)
    var written: [(keys: [String], child: ContextChild?, state: SourceState)] = []
    for key in neededKeys {
      let child = programs.first { $0.keys.contains(key) }.flatMap { contextPrograms.child(of: $0) }
      let isSet = running.context.values[key] != nil
      let own = foreign.contains(key) ? .held : child?.sourceState ?? .absent
      let state = own == .absent && isSet ? .set : own
      if let last = written.lastIndex(where: { $0.child === child && $0.state == state }) {
        written[last].keys.append(key)
      } else {
        written.append(([key], child, state))
      }
    }
    json.objects("sources", written) { source, json in
      json.member("keys", source.keys)
      json.member("state", source.state.rawValue)
      if let child = source.child, source.state.isOfDaemon {
        json.member("program", "context/\(child.program.name)")
        json.member("process", child.pid.map { Int($0) })
        if source.state != .running { json.member("reason", child.reason) }
      }
      json.member("gestures", sleeping(for: source.keys))
    }
  }

  /// The gestures that cannot be made, because one of these keys has another value than they need.
  private func sleeping(for keys: [String]) -> [String] {
    configuration.gestures.filter { gesture in
      gesture.when.contains { keys.contains($0.key) && ![$0].holds(in: running.context.values) }
    }.map { $0.name }
  }
}
