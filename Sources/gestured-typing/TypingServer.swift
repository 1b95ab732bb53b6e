import CEvdev
import CSystem
import Evdev
import Typing

/// Connects keyboards with the daemons of users, through `TypingState`.
///
/// One thread and one poll(2). Keyboards are open only while a client of the user at the seat is connected.
final class TypingServer {
  /// The most connections, in total and per user.
  private static let mostClients = 64
  private static let mostOfUser = 4

  private let listening: Int32
  /// The user of --user, who takes the place of the user of seat0's active session.
  private let user: Int64?
  private let monitor: DeviceMonitor
  private let seat: SeatWatch?
  private var clients: [Client] = []
  private var keyboards: [String: Keyboard] = [:]
  private var state = TypingState()
  /// Whether the user at the seat is a client, so that keyboards are open.
  private var isServing = false
  private var hasWarned = false

  init(listening: Int32, user: Int64?, monitor: DeviceMonitor) {
    self.listening = listening
    self.user = user
    self.monitor = monitor
    seat = user == nil ? SeatWatch() : nil
  }

  func run() -> Never {
    while true {
      wait()
      deliver()
    }
  }

  // MARK: Waiting

  private func wait() {
    let boards = keyboards.map { $0 }
    let peers = clients
    var descriptors =
      ([listening, monitor.fd, seat?.fd ?? -1] + peers.map { $0.fd } + boards.map { $0.value.fd }).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
    guard unsafe poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return }
    // Keyboards come first, because their keys were pressed before a client connected or left.
    for (index, (path, board)) in boards.enumerated() where descriptors[3 + peers.count + index].revents != 0
    {
      if !read(board) { close(path) }
    }
    for (index, client) in peers.enumerated() where descriptors[3 + index].revents != 0 {
      receive(client)
    }
    if descriptors[2].revents != 0 {
      seat?.drain()
      followSeat()
    }
    if descriptors[1].revents != 0 { readChanges() }
    if descriptors[0].revents != 0 { accept() }
  }

  /// Milliseconds until a message is due; −1 if none is pending.
  private var timeout: Int32 {
    if !isServing || state.due == .max { return -1 }
    return Int32(clamping: max(0, (state.due - gestured_now() + 999) / 1000))
  }

  // MARK: Keyboards

  private func read(_ keyboard: Keyboard) -> Bool {
    let now = gestured_now()
    return keyboard.read { change in
      switch change {
      case .pressed: state.press(at: now)
      case .modifiers: state.hold(modifiers, at: now)
      }
    }
  }

  private var modifiers: UInt8 { keyboards.values.reduce(0) { $0 | KeyKind.modifiers($1.held) } }

  private func readChanges() {
    while let change = monitor.next() {
      switch change {
      case .present(let node): open(node)
      case .absent(let path): close(path)
      case .overrun: openAll()
      }
    }
  }

  private func openAll() {
    for node in monitor.keyboards() { open(node) }
  }

  private func open(_ node: DeviceNode) {
    guard node.isKeyboard, isServing, keyboards[node.path] == nil else { return }
    if let keyboard = Keyboard.open(node.path) {
      keyboards[node.path] = keyboard
      if keyboard.held != 0 { state.hold(modifiers, at: gestured_now(), isOpening: true) }
      return
    }
    warn("cannot open \(node.path) (\(node.name)): \(errorText(errno))")
  }

  private func close(_ path: String) {
    guard keyboards.removeValue(forKey: path) != nil else { return }
    state.hold(modifiers, at: gestured_now())
  }

  // MARK: Clients

  private func accept() {
    let fd = gestured_accept(listening)
    guard fd >= 0 else { return }
    let client = Client(fd: fd)
    let ofUser = clients.count { $0.user == client.user }
    guard client.user >= 0, ofUser < Self.mostOfUser, hasRoom(for: client) else { return }
    clients.append(client)
    followSeat()
    greet(client)
  }

  /// Whether there is room for a client. The limit for each user prevents that one user takes all connections.
  private func hasRoom(for client: Client) -> Bool {
    if clients.count < Self.mostClients { return true }
    let active = activeUser
    guard client.user == active, let other = clients.last(where: { $0.user != active }) else { return false }
    drop(other)
    return true
  }

  private func receive(_ client: Client) {
    guard client.receive() else { return drop(client) }
    greet(client)
  }

  private func greet(_ client: Client) {
    if !client.send(state.present, isActive: client.user == activeUser) { drop(client) }
  }

  private func drop(_ client: Client) {
    clients.removeAll { $0 === client }
    followSeat()
  }

  /// Opens keyboards only for the user at the seat.
  private func followSeat() {
    let active = activeUser
    let isServing = clients.contains { $0.user == active }
    if isServing == self.isServing { return }
    self.isServing = isServing
    if isServing {
      state = TypingState(at: gestured_now())
      return openAll()
    }
    keyboards = [:]
    state = TypingState()
  }

  /// The user at the seat. It is read for each message, because another user's session may have become active.
  private var activeUser: Int64 {
    if let user { return user }
    let active = gestured_active_uid("seat0")
    if active == Int64(-ENOSYS), !hasWarned {
      hasWarned = true
      warn("the active user of seat0 is unknown without libsystemd; name the user with --user")
    }
    return active
  }

  private func deliver() {
    guard isServing, let message = state.message(at: gestured_now()) else { return }
    followSeat()
    // Clients of other users get a release of their modifiers.
    let active = activeUser
    for client in clients where !client.send(message, isActive: client.user == active) { drop(client) }
  }
}

func warn(_ text: String) {
  _ = writeBytes(Array("gestured-typing: \(text)\n".utf8).span, to: STDERR_FILENO)
}
