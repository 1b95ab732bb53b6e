/// Hover: no touch, no arbitration (recognizers.md §4.12).
extension Arena {
  mutating func feedHover(_ index: Int, _ changes: UnsafeBufferPointer<HoverChange>) {
    let entry = entries + index
    if !entry.pointee.isEnabled { return }
    for change in changes {
      let proposal = entry.pointee.recognizer.handle(change)
      switch proposal {
      case .none, .fail: break
      case .ready:
        if !entry.pointee.isPermittedNext { continue }
        entry.pointee.state = .began
        emit(index, .began)
      case .changed where entry.pointee.state.isActive:
        entry.pointee.state = .changed
        emit(index, .changed)
      case .end where entry.pointee.state.isActive:
        emit(index, .ended)
        entry.pointee.state = .possible
      case .cancel where entry.pointee.state.isActive:
        emit(index, .cancelled)
        entry.pointee.state = .possible
      case .changed, .end, .cancel: break
      }
    }
  }
}
