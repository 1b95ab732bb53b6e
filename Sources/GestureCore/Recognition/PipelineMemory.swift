/// The memory of one pipeline, at one address, and of the events that are taken out of it.
///
/// Here, and not where the pipeline is used: Embedded Swift destroys a noncopyable struct only in its own module.
package final class PipelineMemory {
  package let pipeline: UnsafeMutablePointer<DevicePipeline>
  /// Exchanged with the arena's while they are delivered.
  package var events = EventList()

  package init(_ first: consuming DevicePipeline) {
    pipeline = .allocate(capacity: 1)
    pipeline.initialize(to: first)
  }
  package func replace(with next: consuming DevicePipeline) { pipeline.pointee = next }

  deinit {
    pipeline.deinitialize(count: 1)
    pipeline.deallocate()
  }
}
