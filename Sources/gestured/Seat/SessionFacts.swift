import CSystem
import Evdev

/// A process that may be the compositor, for seats whose session names none.
struct Candidate: Equatable {
  let process: RunningProcess
  /// Its sockets' values and displays.
  var displays: [String]
}

/// The sockets and displays of the moment, and the processes that have them.
struct SessionFacts {
  let listeners: [(socket: CompositorSocket, process: RunningProcess)]
  /// Whether a socket does not answer yet.
  let isUncertain: Bool
  let locks: [(display: Int, process: Int32)]
  let runtime: String

  init(_ sockets: [(socket: CompositorSocket, answer: Listeners.Answer)], runtime: String) {
    self.runtime = runtime
    var uncertain = false
    listeners = sockets.compactMap { socket, answer in
      if case .process(let process) = answer { return (socket, process) }
      uncertain = true
      return nil
    }
    isUncertain = uncertain
    locks = DisplayLocks.all()
  }

  // MARK: Without a controller

  /// The processes that may be the compositor of a session.
  ///
  /// - Parameter session: the active one; nil without logind.
  func candidates(in session: SessionFile?) -> [Candidate] {
    var found: [Candidate] = []
    func add(_ process: RunningProcess, _ display: String) {
      if let index = found.firstIndex(where: { $0.process == process }) {
        found[index].displays.append(display)
      } else {
        found.append(Candidate(process: process, displays: [display]))
      }
    }
    for listener in listeners where listener.socket.kind == .wayland {
      add(listener.process, listener.socket.value)
    }
    for lock in locks {
      guard let process = RunningProcess(lock.process),
        process.user.map({ [0, geteuid()].contains($0) }) == true,
        !found.contains(where: { $0.process.number == process.parent || $0.process.parent == process.number })
      else { continue }
      add(process, ":\(lock.display)")
    }
    return found.filter { Self.belongs($0.process, to: session) }
  }

  /// Whether a process may be of a session. A service of the user manager, such as GNOME's shell, has no session of its own.
  private static func belongs(_ process: RunningProcess, to session: SessionFile?) -> Bool {
    guard let session else { return true }
    return process.session.map { $0 == session.identity.name } ?? session.isGraphical
  }

  /// The compositor of a session without a controller: the candidate that has a touch device open, else the only one that is not
  /// nested.
  func compositor(of session: SessionFile?, nodes: [String]) -> (RunningProcess, Compositor.Basis)? {
    let candidates = candidates(in: session)
    if let found = candidates.first(where: { candidate in
      candidate.process.hasOpen(nodes) || candidate.process.children.contains { $0.hasOpen(nodes) }
    }) {
      return (found.process, .device)
    }
    let outer = candidates.filter { candidate in
      let parents = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { candidate.process.variable($0) }
      return !candidates.contains { other in
        other != candidate && other.displays.contains { parents.contains($0) }
      }
    }
    return outer.count == 1 ? (outer[0].process, .candidate) : nil
  }

  // MARK: The variables

  /// The variables of commands in a session, as `NAME=value`.
  func variables(of process: RunningProcess, _ session: SessionFile?, seat: String?) -> [String] {
    // A wrapper may listen for its child, which has the devices (kwin_wayland_wrapper).
    let families = [[process.number], [process.parent]]
    let isChild = { (other: RunningProcess) in other.parent == process.number }
    func first<Place>(_ places: [Place], _ owner: (Place) -> RunningProcess?) -> [Place] {
      for family in families {
        let found = places.filter { owner($0).map { family.contains($0.number) } ?? false }
        if !found.isEmpty { return found }
      }
      return places.filter { owner($0).map(isChild) ?? false }
    }
    var entries: [String] = []
    let own = first(listeners) { $0.process }
    for kind in [CompositorSocket.Kind.wayland, .sway, .hyprland, .niri] {
      if let found = own.first(where: { $0.socket.kind == kind }) { entries.append(found.socket.entry) }
    }
    let isWayland = own.contains { $0.socket.kind == .wayland }
    if let lock = first(locks, { RunningProcess($0.process) }).first {
      entries.append("DISPLAY=:\(lock.display)")
      if let file = authority(of: process) { entries.append("XAUTHORITY=\(file)") }
    }
    entries.append("XDG_SESSION_TYPE=\(isWayland ? "wayland" : "x11")")
    if let desktop = Self.desktop(of: process.name) ?? session?.desktop {
      entries.append("XDG_CURRENT_DESKTOP=\(desktop)")
    }
    if let session {
      entries.append("XDG_SESSION_ID=\(session.identity.name)")
      if let terminal = session.terminal { entries.append("XDG_VTNR=\(terminal)") }
    }
    if let seat { entries.append("XDG_SEAT=\(seat)") }
    return entries
  }

  /// What compositors set for their programs in $XDG_CURRENT_DESKTOP, by the program's name.
  private static func desktop(of program: String) -> String? {
    switch program {
    case "sway": "sway"
    case "labwc": "labwc:wlroots"
    case "kwin_wayland", "kwin_wayland_wr", "kwin_x11": "KDE"
    case "gnome-shell": "GNOME"
    case "Hyprland": "Hyprland"
    case "niri": "niri"
    case "river": "river"
    default: nil
    }
  }

  /// The file by which programs get access to the X display: `-auth` of the X server, which is the compositor or its child, else the
  /// newest file of an Xwayland that has not started yet.
  private func authority(of process: RunningProcess) -> String? {
    for server in [process] + process.children {
      let words = server.arguments
      guard let index = words.firstIndex(of: "-auth"), index + 1 < words.count else { continue }
      if canRead(words[index + 1]) { return words[index + 1] }
    }
    let names = directoryEntries(runtime).map { $0.name }.filter {
      $0.hasPrefix(".mutter-Xwaylandauth.") || $0.hasPrefix("xauth_")
    }
    let files = names.compactMap { name in
      fileFacts("\(runtime)/\(name)").map { (path: "\(runtime)/\(name)", time: $0.st_mtim.tv_sec) }
    }
    return files.max { $0.time < $1.time }?.path
  }
}
