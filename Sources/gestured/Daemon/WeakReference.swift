/// A reference for handlers that do not keep their object alive; nil when the object is gone.
///
/// Replaces `weak`, which Embedded Swift does not have (docs/decisions.md).
struct WeakReference<Object: AnyObject> {
  /// The object's deinit sets it to nil, so that it never outlives the object.
  @safe fileprivate final class Cell { var object: Unmanaged<Object>? }
  fileprivate let cell: Cell

  /// The object, or nil.
  var object: Object? { unsafe cell.object?.takeUnretainedValue() }
}

/// The property of an object that hands out weak references to it.
final class WeakReferences<Object: AnyObject> {
  private let cell = WeakReference<Object>.Cell()

  deinit { unsafe cell.object = nil }

  /// - Parameter object: the owner of this property.
  func reference(to object: Object) -> WeakReference<Object> {
    unsafe cell.object = unsafe Unmanaged.passUnretained(object)
    return WeakReference(cell: cell)
  }
}
