extension DeviceReport {
  /// How touch sequences are hidden from the compositor on a device, and how many were.
  package struct Claims: Sendable {
    package enum Way: String, Sendable, CaseIterable { case plugin, grab }
    package var way: Way
    /// Whether the device is grabbed now; for the way `grab`.
    package var isGrabbed = false
    /// Words that the node has taken, and that it has refused.
    package var written = 0
    package var refused = 0
    /// Words that ended a claim or a delay.
    package var withdrawn = 0
    /// Hidden from the frame in which they had enough fingers; each of these claims was answered.
    package var claimed = 0
    /// Hidden when a gesture began or was recognized.
    package var hidden = 0
    /// Held, and then passed on.
    package var passed = 0
    package init(way: Way) { self.way = way }

    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("way", way.rawValue)
      json.member("grabbed", isGrabbed)
      json.member("claimed", claimed)
      json.member("hidden", hidden)
      json.member("passed", passed)
      json.member("written", written)
      json.member("refused", refused)
      json.member("withdrawn", withdrawn)
      json.endObject()
    }
  }
}
