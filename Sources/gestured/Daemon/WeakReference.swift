/// A reference for handlers that do not keep their object: nil when the object has gone.
///
/// `weak` without the runtime: Embedded Swift has none (docs/decisions.md).
struct WeakReference<Object: AnyObject> {
  @safe fileprivate final class Cell { var object: Unmanaged<Object>? }
  fileprivate let cell: Cell

  /// The object, or nil.
  var object: Object? { unsafe cell.object?.takeUnretainedValue() }
}

/// A property of an object, from which others get their weak references to it. It goes with the object.
final class WeakReferences<Object: AnyObject> {
  private let cell = WeakReference<Object>.Cell()

  deinit { unsafe cell.object = nil }

  /// - Parameter object: the one that has this property.
  func reference(to object: Object) -> WeakReference<Object> {
    unsafe cell.object = unsafe Unmanaged.passUnretained(object)
    return WeakReference(cell: cell)
  }
}
