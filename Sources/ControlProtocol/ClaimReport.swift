extension DeviceReport {
  /// How touch sequences of a device are hidden from the compositor, and how many were hidden.
  package struct Claims: Sendable {
    package enum Way: String, Sendable, CaseIterable { case plugin, grab }
    package var way: Way
    /// Whether the device is grabbed at the moment, for the way `grab`.
    package var isGrabbed = false
    /// The numbers of words that the node has accepted and refused.
    package var written = 0
    package var refused = 0
    /// The number of words that ended a claim or a delay.
    package var withdrawn = 0
    /// The number of sequences that were hidden from the frame in which they had enough fingers.
    package var claimed = 0
    /// The number of sequences that were hidden when a gesture began or was recognized.
    package var hidden = 0
    /// The number of sequences that were delayed and then shown.
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
