extension DeviceReport {
  /// How touch sequences of a device are hidden from the compositor, and how many were hidden.
  package struct Claims: Sendable {
    package enum Way: String, Sendable, CaseIterable { case plugin, grab }
    package var way: Way
    /// Whether the device is grabbed at present, for the way `grab`.
    package var isGrabbed = false
    /// How many words the node has accepted, and how many it has refused.
    package var written = 0
    package var refused = 0
    /// How many words ended a claim or a delay.
    package var withdrawn = 0
    /// Sequences hidden from the frame in which they had enough fingers. The plugin answered each of these claims.
    package var claimed = 0
    /// How many sequences were hidden when a gesture began or was recognized.
    package var hidden = 0
    /// How many sequences were delayed and then shown.
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
