/// A reference for handlers that do not keep their object: nil when the object has gone.
///
/// `weak` without the runtime: Embedded Swift has none (ARCHITECTURE.md, "What the start costs").
struct WeakReference<Object: AnyObject> {
  fileprivate final class Cell { var object: Unmanaged<Object>? }
  fileprivate let cell: Cell

  /// The object, or nil.
  var object: Object? { cell.object?.takeUnretainedValue() }
}

/// A property of an object, from which others get their weak references to it. It goes with the object.
final class WeakReferences<Object: AnyObject> {
  private let cell = WeakReference<Object>.Cell()

  deinit { cell.object = nil }

  /// - Parameter object: the one that has this property.
  func reference(to object: Object) -> WeakReference<Object> {
    cell.object = Unmanaged.passUnretained(object)
    return WeakReference(cell: cell)
  }
}
