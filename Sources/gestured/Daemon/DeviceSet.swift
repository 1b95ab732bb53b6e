import CSystem
import Evdev
import GestureConfig
import GestureCore

/// The machine's touch devices, opened when they appear and closed when they disappear, without polling.
final class DeviceSet {
  /// An open device.
  private final class Attachment {
    let device: TouchDevice
    let session: DeviceSession
    /// Another program had grabbed the device when this was checked, and no event has come since.
    var isGrabbed = false
    init(_ device: TouchDevice, _ session: DeviceSession) {
      self.device = device
      self.session = session
    }
  }

  /// Makes the session of an opened device; nil if the configuration ignores it.
  var makeSession: ((TouchDevice, DeviceNode) -> DeviceSession?)?
  /// A device came or went.
  var changed: (() -> Void)?

  /// µs. The check for another program's grab blocks the daemon for 20 ms, so it is not made at the start, nor right after a
  /// device came, when others may follow.
  private static let grabDelay: Int64 = 500_000
  private static let grabText = "another program has grabbed it: no gestures until it releases the grab"

  private let loop: EventLoop
  private let log: Log
  private let files: FileWatch
  private let monitor: DeviceMonitor?
  let switches: TabletSwitches
  /// The devices given with --device, which replace discovery.
  private let named: [String]
  private var isClosing = false
  private var closingGrabs: [(grab: DeviceGrab, end: Int64)] = []
  /// Carries words for devices whose nodes cannot be written.
  private var control: ControlDevice?
  /// Reports compositors that open a device later.
  private let openings: OpenWatch
  /// Ends all grabs until the next start.
  let grabPermit = GrabPermit()
  private var attachments: [String: Attachment] = [:]
  private(set) var refusals: [String: Refusal] = [:]

  init(loop: EventLoop, log: Log, files: FileWatch, named: [String]) {
    self.loop = loop
    self.log = log
    self.files = files
    self.named = named
    switches = TabletSwitches(loop: loop, log: log)
    openings = OpenWatch(loop: loop)
    monitor = DeviceMonitor(watches: true)
    grabPermit.revoked = { [self] in
      log.warning(
        "fingers were held to end the grab: no touches are hidden from the compositor until the next start")
      for attachment in attachments.values { attachment.session.endGrab() }
    }
  }

  /// The sessions of open devices, by node number.
  var sessions: [DeviceSession] { sortedPaths.compactMap { attachments[$0]?.session } }
  var isEmpty: Bool { attachments.isEmpty }

  private var sortedPaths: [String] {
    attachments.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  // MARK: Coming

  /// Opens the present devices and listens for changes.
  func start() {
    if let monitor, monitor.fd >= 0 {
      loop.watch(fd: monitor.fd, events: EventLoop.readable) { [self] _ in readChanges() }
    } else {
      log.warning("cannot listen to udev: devices that are plugged in later are not used")
    }
    look()
    for path in named where !isKnown(path) { refuse(DeviceNode(path: path), .cannotOpen(ENOENT)) }
    if isEmpty { log.warning(DeviceSet.emptyText(refused: refusals.count)) }
  }

  /// Considers all present devices: at the start, after lost changes, and with a new configuration.
  func look() {
    if named.isEmpty {
      for node in monitor?.devices() ?? [] { consider(node) }
    } else {
      for path in named { consider(monitor?.device(at: path) ?? DeviceNode(path: path)) }
    }
  }

  private static func emptyText(refused: Int) -> String {
    refused == 0
      ? "no touchpad or touchscreen found; waiting for one (gesturectl devices lists all)"
      : "no touch device could be opened; waiting (gesturectl doctor shows what is wrong)"
  }

  private func readChanges() {
    while let change = monitor?.next() {
      switch change {
      case .present(let node): node.isTabletSwitch ? switches.consider(node) : consider(node)
      case .absent(let path):
        switches.close(path)
        detach(path)
      case .overrun: lookAfterLoss()
      }
    }
  }

  private func lookAfterLoss() {
    for path in attachments.keys { read(path) }
    look()
    if switches.isUsed { useSwitches(true) }
  }

  /// Whether the configuration needs the switches of convertibles.
  func useSwitches(_ needed: Bool) {
    needed ? switches.use(monitor?.tabletSwitches() ?? []) : switches.end()
  }

  /// "add" may come twice, and again for a new device with the number of a removed one.
  private func consider(_ node: DeviceNode) {
    if attachments[node.path] != nil { read(node.path) }
    guard attachments[node.path] == nil, isWanted(node) else { return }
    // A node given with --device may appear later.
    if !named.isEmpty, !fileExists(node.path), refusals[node.path] != nil { return }
    open(node)
  }

  private func isWanted(_ node: DeviceNode) -> Bool {
    if named.isEmpty { return node.deviceClass != nil }
    return named.contains { name in
      name == node.path || node.links.contains(name) || canonical(name) == node.path
    }
  }

  /// udev's name for the node behind a link.
  private func canonical(_ name: String) -> String { monitor?.device(at: name)?.path ?? name }

  private func isKnown(_ name: String) -> Bool {
    [name, canonical(name)].contains { attachments[$0] != nil || refusals[$0] != nil }
  }

  private func open(_ node: DeviceNode) {
    let device: TouchDevice
    do {
      device = try TouchDevice.opened(node.path, judged: node.deviceClass, fuzz: node.fuzz, writes: true)
    } catch {
      return refuse(node, error)
    }
    forgive(node.path)
    guard let session = makeSession?(device, node) else { return }
    attach(device, session)
  }

  private func attach(_ device: TouchDevice, _ session: DeviceSession) {
    let path = device.path
    let attachment = Attachment(device, session)
    attachments[path] = attachment
    device.allowMask()
    session.prime(device)
    session.start { [self] in read(path) }
    // Captures the attachment, because every frame takes this path and a look-up would cost.
    loop.watch(fd: device.fd, events: EventLoop.readable) { [self] _ in read(attachment) }
    describe(device, session)
    startClaims(device, session)
    // A strong capture: an object with a weak reference is slower to retain from then on, in every frame.
    loop.schedule(after: DeviceSet.grabDelay) { [self] in warnOfGrab(path) }
    changed?()
  }

  private func describe(_ device: TouchDevice, _ session: DeviceSession) {
    let stage = session.device.stage
    let size = "\(Int(stage.width.rounded())) x \(Int(stage.height.rounded())) mm"
    log.notice(
      "\(device.path) (\(device.description.name)): \(device.deviceClass.rawValue), \(size), "
        + "\(session.description.slotCount) slots")
    let title = "\(device.path) (\(device.description.name))"
    session.reportWarnings { [log] in log.warning("\(title): \($0)") }
  }

  private func startClaims(_ device: TouchDevice, _ session: DeviceSession) {
    watchOpenings(device, session)
    if device.canWrite {
      session.startClaims(device)
    } else {
      updateControl(device, session)
    }
    session.updateGrab(device, permit: grabPermit)
  }

  /// Called before the words are written, so that a compositor that opens the node later is noticed.
  private func watchOpenings(_ device: TouchDevice, _ session: DeviceSession) {
    if session.device.takesTouches, session.device.grab == nil {
      openings.watch(device.path) { session.repeatClaims() }
    } else {
      openings.unwatch(device.path)
    }
  }

  /// For a node that cannot be written, if the plugin hides something.
  private func updateControl(_ device: TouchDevice, _ session: DeviceSession) {
    guard !device.canWrite, session.words.control == nil else { return }
    if control == nil, session.device.takesTouches, session.device.grab == nil {
      control = try? ControlDevice()
    }
    if let control { session.startClaims(device, through: control) } else { session.refuseClaims() }
  }

  private func warnOfGrab(_ path: String) {
    guard let attachment = attachments[path] else { return }
    let device = attachment.device
    // While a key or a touch is down, it is tried again after the same time.
    guard let isGrabbed = device.lookForGrab() else {
      loop.schedule(after: DeviceSet.grabDelay) { [self] in warnOfGrab(path) }
      return
    }
    attachment.isGrabbed = isGrabbed
    if isGrabbed { log.warning("\(path) (\(device.description.name)): \(DeviceSet.grabText)") }
  }

  // MARK: Rights

  private func refuse(_ node: DeviceNode, _ failure: TouchDevice.OpenFailure) {
    let refusal = Refusal(node: node, failure)
    // Logged once, and not with every change of the node.
    if refusals[node.path]?.reason != refusal.reason {
      log.warning("cannot use \(node.title): \(refusal.reason); \(refusal.remedy)")
    }
    let isFirst = refusals.updateValue(refusal, forKey: node.path) == nil
    guard !refusal.isFinal else { return }
    // udev reports its own rules' permissions as `change`. chmod and a session's ACL are only reported by inotify.
    files.watch(node.path) { [self] in
      if refusals[node.path] != nil { consider(monitor?.device(at: node.path) ?? node) }
    }
    // Permissions may have changed between the attempt and the watch.
    if isFirst, canRead(node.path) { open(node) }
  }

  private func forgive(_ path: String) {
    guard refusals.removeValue(forKey: path) != nil else { return }
    files.unwatch(path)
  }

  // MARK: Reading and going

  private func read(_ path: String) {
    if let attachment = attachments[path] { read(attachment) }
  }

  private func read(_ attachment: Attachment) {
    switch attachment.session.read(attachment.device) {
    case .drained:
      // Events arrive, so no other program has grabbed the device.
      if attachment.isGrabbed { attachment.isGrabbed = false }
    case .gone: detach(attachment.device.path)
    case .failed(let number):
      log.warning("\(attachment.device.path): reading failed: \(errorText(number))")
      detach(attachment.device.path)
    }
  }

  private func detach(_ path: String) {
    forgive(path)
    guard let attachment = attachments.removeValue(forKey: path) else { return }
    loop.unwatch(fd: attachment.device.fd)
    openings.unwatch(path)
    attachment.session.stopClaims()
    closeGrab(of: attachment.session)
    attachment.session.stop()
    attachment.session.cancelAll(at: attachment.session.now)
    if !isClosing { log.notice("\(path) (\(attachment.device.description.name)): gone") }
    changed?()
  }

  /// A twin exists until its touches have ended as cancelled.
  private func closeGrab(of session: DeviceSession) {
    guard let (grab, wait) = session.closeGrab() else { return }
    if isClosing {
      closingGrabs.append((grab, loop.now + wait))
    } else {
      loop.schedule(after: wait) { [loop] in grab.remove(at: loop.now) }
    }
  }

  /// Cancels gestures in progress.
  func closeAll() {
    isClosing = true
    for path in sortedPaths { detach(path) }
    // The loop has ended, so this may block for 0.1 s.
    for (grab, end) in closingGrabs {
      if end > loop.now { usleep(UInt32(end - loop.now)) }
      grab.remove(at: loop.now)
    }
    closingGrabs = []
  }

  /// Applies a new configuration: `configure` makes a session's recognizers anew, or returns false if the device is no longer
  /// used.
  func reconfigure(_ configure: (DeviceSession, TouchDevice) -> Bool) {
    for path in sortedPaths {
      guard let attachment = attachments[path] else { continue }
      if configure(attachment.session, attachment.device) {
        watchOpenings(attachment.device, attachment.session)
        updateControl(attachment.device, attachment.session)
        attachment.session.updateGrab(attachment.device, permit: grabPermit)
      } else {
        detach(path)
      }
    }
    look()
  }

  // MARK: Reports

  /// Warnings about an open device, without system calls.
  func warnings(of session: DeviceSession) -> [String] {
    guard let attachment = attachments.values.first(where: { $0.session === session }) else { return [] }
    return session.allWarnings + (attachment.isGrabbed ? [DeviceSet.grabText] : [])
  }

  func node(of session: DeviceSession) -> String {
    attachments.first { $0.value.session === session }?.key ?? ""
  }
}
