import CSystem

extension GestureEvent {
  /// The fraction of a velocity that is left after a millisecond (UIScrollView.DecelerationRate.normal).
  package static let decelerationRate = 0.998
  /// The distance to rest, as seconds at the current velocity: the sum of 0.998ᵏ over k = 1, 2, … ms. This is the projection of
  /// WWDC 2018, session 803 ("Designing Fluid Interfaces").
  static let coastingTime = 0.001 * decelerationRate / (1 - decelerationRate)

  /// The event with the motion that it would have a time later if it slowed down like a released scroll view; with `.never`, at
  /// rest.
  package func coasted(for time: Timestamp) -> GestureEvent {
    let part = time == .never ? 1 : 1 - pow(Self.decelerationRate, Double(time) / 1000)
    let seconds = Self.coastingTime * part
    var event = self
    if let translation, let velocity { event.translation = translation + velocity * seconds }
    if rotationVelocity.isFinite { event.rotation += rotationVelocity * seconds }
    // The logarithm of a scale slows down as a length does.
    if scaleVelocity.isFinite { event.scale *= exp(scaleVelocity / scale * seconds) }
    return event
  }
}
