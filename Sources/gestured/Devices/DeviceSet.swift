import CSystem
import Evdev
import GestureConfig
import GestureCore

/// The machine's touch devices, opened when they appear and closed when they disappear, without polling.
///
/// What must hold: an open device has one session, which ends before the device is closed.
final class DeviceSet {
  /// An open device.
  private struct Attachment {
    let device: TouchDevice
    let session: DeviceSession
    let grabWatch: GrabWatch
  }

  /// Makes the session of an opened device; nil if the configuration ignores it.
  var makeSession: ((TouchDevice, DeviceNode) -> DeviceSession?)?
  /// Whether a device may be opened, by its seat.
  var isOfUsedSeat: ((DeviceNode) -> Bool)?
  /// Called when a program has opened or closed a device, or its permissions have changed.
  var touched: (() -> Void)?
  /// Called when a device was opened or closed.
  var changed: (() -> Void)?

  private static let grabText =
    "another program has grabbed it; gestures work again when that program releases it"

  private let loop: EventLoop
  private let log: Log
  /// udev's devices; nil if udev cannot be read.
  private let monitor: DeviceMonitor?
  /// The paths given with --device, which replace udev's list; [] if there are none.
  private let named: [String]
  private let refused: RefusedNodes
  private let quirks = InstalledQuirks()
  private var attachments: [String: Attachment] = [:]
  private var ending = EndingGrabs()
  /// Devices that were left while another session is active. Their return is not logged.
  private var left: Set<String> = []
  /// Whether devices are being opened one after another, and one of them was.
  private var isLooking = false
  private var hasChanged = false
  let switches: HingeSwitches
  let pens: Pens
  /// Carries words for devices whose nodes cannot be written.
  private var control: ControlDevice?
  /// Reports programs that open or close a device.
  private let openings: OpenWatch
  /// Permits grabs of all devices until the user revokes it, which lasts until the next start.
  let grabPermit = GrabPermit()

  init(loop: EventLoop, log: Log, files: FileWatch, named: [String], monitor: DeviceMonitor?) {
    self.loop = loop
    self.log = log
    self.named = named
    self.monitor = monitor
    refused = RefusedNodes(files: files, log: log)
    switches = HingeSwitches(loop: loop, log: log)
    pens = Pens(loop: loop, log: log)
    openings = OpenWatch(loop: loop)
    grabPermit.revoked = { [self] in
      log.warning(
        "fingers were held to end the grab; no touches are hidden from the compositor until gestured is restarted"
      )
      for attachment in attachments.values { attachment.session.endGrab() }
    }
  }

  /// The sessions of open devices, by node number.
  var sessions: [DeviceSession] { sortedPaths.compactMap { attachments[$0]?.session } }
  var isEmpty: Bool { attachments.isEmpty }
  /// The nodes of the open devices.
  var paths: [String] { sortedPaths }
  var refusals: [String: RefusedNodes.Refusal] { refused.all }

  private var sortedPaths: [String] {
    attachments.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  // MARK: Coming

  /// Opens the present devices and listens for changes.
  func start() {
    if let monitor, monitor.fd >= 0 {
      loop.watch(fd: monitor.fd, events: EventLoop.readable) { [self] _ in readChanges() }
    } else {
      log.warning(
        "cannot listen to udev; devices that are plugged in later are used only after a restart of gestured")
    }
    look()
    for path in named where !isKnown(path) { refuse(DeviceNode(path: path), .cannotOpen(ENOENT)) }
    if isEmpty { log.warning(DeviceSet.emptyText(refused: refusals.count)) }
  }

  /// Considers all present devices: at the start, after lost changes, and with a new configuration.
  func look() {
    isLooking = true
    for node in named.isEmpty ? monitor?.devices() ?? [] : named.map(node) { consider(node) }
    isLooking = false
    quirks.forget()
    if hasChanged { noteChange() }
  }

  /// Reports that a device was opened or closed; of several at one time, once.
  private func noteChange() {
    hasChanged = isLooking
    if !isLooking { changed?() }
  }

  private func node(at path: String) -> DeviceNode { monitor?.device(at: path) ?? DeviceNode(path: path) }

  /// Whether the daemon may use a node: udev lists it as a touch device, or it is one of those given with --device.
  private func includes(_ node: DeviceNode) -> Bool {
    if named.isEmpty { return node.deviceClass != nil }
    return named.contains {
      $0 == node.path || node.links.contains($0) || self.node(at: $0).path == node.path
    }
  }

  private static func emptyText(refused: Int) -> String {
    refused == 0
      ? "no touchpad or touchscreen found; waiting for one (gesturectl status devices lists all)"
      : "no touch device could be opened; waiting (gesturectl doctor shows what is wrong)"
  }

  private func readChanges() {
    while let change = monitor?.next() {
      switch change {
      case .present(let node):
        node.isHingeSwitch ? switches.consider(node) : node.isPen ? pens.consider(node) : consider(node)
      case .absent(let path):
        switches.close(path)
        pens.close(path)
        detach(path)
      case .overrun: lookAfterLoss()
      }
    }
    quirks.forget()
  }

  private func lookAfterLoss() {
    for path in attachments.keys { read(path) }
    look()
    if switches.isUsed { useSwitches(true) }
    if pens.isUsed { pens.use(monitor?.pens() ?? []) }
  }

  /// Opens the pens of these groups of devices; nil for all pens.
  func usePens(of groups: Set<String>?) {
    groups?.isEmpty == true ? pens.end() : pens.use(monitor?.pens() ?? [], of: groups)
  }

  /// Opens or closes the switches of lids and convertibles.
  func useSwitches(_ needed: Bool) {
    needed ? switches.use(monitor?.hingeSwitches() ?? []) : switches.end()
  }

  /// Opens a node unless it is open. udev may report `add` twice, and again for a new device with the number of a removed one.
  private func consider(_ node: DeviceNode) {
    read(node.path)
    guard attachments[node.path] == nil, includes(node) else { return }
    guard isOfUsedSeat?(node) != false else { return }
    // A node given with --device may appear later.
    if !named.isEmpty, !fileExists(node.path), refused.contains(node.path) { return }
    open(node)
  }

  private func isKnown(_ name: String) -> Bool {
    [name, node(at: name).path].contains { attachments[$0] != nil || refused.contains($0) }
  }

  private func open(_ node: DeviceNode) {
    let device: TouchDevice
    do {
      device = try TouchDevice.opened(
        node.path, judged: node.deviceClass, fuzz: node.fuzz, udev: node.udev, quirks: quirks, writes: true)
    } catch {
      return refuse(node, error)
    }
    refused.remove(node.path)
    for fault in quirks.takeFaults() { log.warning(fault) }
    guard let session = makeSession?(device, node) else { return }
    attach(device, session)
  }

  private func attach(_ device: TouchDevice, _ session: DeviceSession) {
    let path = device.path
    let subject = GrabWatch.Subject(device, isOurs: { session.grab != nil })
    let grabWatch = GrabWatch(subject, loop: loop) { [log] in
      log.warning("\(path) (\(device.description.name)): \(DeviceSet.grabText)")
    }
    let attachment = Attachment(device: device, session: session, grabWatch: grabWatch)
    attachments[path] = attachment
    device.allowMask()
    session.pacing.isPossible = device.canBePaced
    session.pacing.opened = { [self] in openings.ignoreOwnOpening(of: path) }
    session.prime()
    session.start { [self] in read(path) }
    // The closure captures the attachment, because every frame takes this path and a look-up would cost time. The capture is
    // strong, because an object with a weak reference is slower to retain from then on.
    loop.watch(fd: device.fd, events: EventLoop.arrived) { [self] _ in read(attachment) }
    describe(device, session)
    // The watch begins before the words are written, so that a compositor that opens the node later is noticed.
    openings.watch(path) { [self] change in
      grabWatch.note(change)
      touched?()
      if change == .permissions { leave(path) }
      if change == .opened, session.device.takesTouches, session.device.grab == nil { session.repeatClaims() }
    }
    startClaims(device, session)
    noteChange()
  }

  private func describe(_ device: TouchDevice, _ session: DeviceSession) {
    let stage = session.device.stage
    let size = "\(Int(stage.width.rounded())) x \(Int(stage.height.rounded())) mm"
    if left.remove(device.path) != nil { return }
    log.notice(
      "\(device.path) (\(device.description.name)): \(device.deviceClass.rawValue), \(size), "
        + "\(session.description.slotCount) slots")
    let title = "\(device.path) (\(device.description.name))"
    session.reportWarnings { [log] in log.warning("\(title): \($0)") }
  }

  private func startClaims(_ device: TouchDevice, _ session: DeviceSession) {
    if device.canWrite {
      session.startClaims()
    } else {
      updateControl(device, session)
    }
    session.updateGrab(grabPermit)
  }

  /// Sends words through the daemon's own device if the node cannot be written.
  private func updateControl(_ device: TouchDevice, _ session: DeviceSession) {
    guard !device.canWrite, session.words.control == nil else { return }
    if control == nil, session.device.takesTouches, session.device.grab == nil {
      control = try? ControlDevice()
    }
    if let control { session.startClaims(through: control) } else { session.refuseClaims() }
  }

  private func refuse(_ node: DeviceNode, _ failure: TouchDevice.OpenFailure, isLogged: Bool = true) {
    let tryAgain = refused.add(node, failure, isLogged: isLogged) { [self] in
      consider(self.node(at: node.path))
      quirks.forget()
    }
    if tryAgain { open(node) }
  }

  // MARK: Reading and going

  private func read(_ path: String) {
    if let attachment = attachments[path] { read(attachment) }
  }

  private func read(_ attachment: Attachment) {
    switch attachment.session.read(attachment.device) {
    case .drained:
      // An event has arrived, so no other program has grabbed the device.
      attachment.grabWatch.noteEvents()
    case .gone: detach(attachment.device.path)
    case .failed(let number):
      log.warning("\(attachment.device.path): reading failed: \(errorText(number))")
      detach(attachment.device.path)
    }
  }

  /// Closes a device that this user may no longer read, because another session is active. The open descriptor would still
  /// deliver the other user's touches. The device is opened again when the permissions return.
  private func leave(_ path: String) {
    guard let attachment = attachments[path], fileExists(path), !canRead(path) else { return }
    let name = attachment.device.description.name
    detach(path, isLogged: false)
    left.insert(path)
    // Each logout and each switch of the session would log it.
    log.debug("\(path) (\(name)): can no longer be read, as is normal while another session is active")
    refuse(node(at: path), .cannotOpen(EACCES), isLogged: false)
  }

  private func detach(_ path: String, isLogged: Bool = true) {
    refused.remove(path)
    left.remove(path)
    guard let attachment = attachments.removeValue(forKey: path) else { return }
    loop.unwatch(fd: attachment.device.fd)
    openings.unwatch(path)
    attachment.grabWatch.end()
    attachment.session.stopClaims()
    if let (grab, wait) = attachment.session.closeGrab() { ending.add(grab, wait: wait, loop: loop) }
    attachment.session.stop()
    attachment.session.cancelAll()
    if isLogged, !ending.isClosing { log.notice("\(path) (\(attachment.device.description.name)): gone") }
    noteChange()
  }

  /// Closes all devices, with gestures in progress cancelled.
  func closeAll() {
    ending.beginClosing()
    for path in sortedPaths { detach(path) }
    ending.finish(loop)
  }

  /// Applies a new configuration: `configure` makes new recognizers for a session, or returns false if the device is no longer
  /// used.
  func reconfigure(_ configure: (DeviceSession) -> Bool) {
    for path in sortedPaths {
      guard let attachment = attachments[path] else { continue }
      if configure(attachment.session) {
        updateControl(attachment.device, attachment.session)
        attachment.session.updateGrab(grabPermit)
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
    return session.allWarnings + (attachment.grabWatch.isGrabbed ? [DeviceSet.grabText] : [])
  }

  func node(of session: DeviceSession) -> String {
    attachments.first { $0.value.session === session }?.key ?? ""
  }
}
