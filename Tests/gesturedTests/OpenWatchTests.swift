import Glibc
import Testing

@testable import gestured

@Suite struct OpenWatchTests {
  /// A file stands for a node: inotify makes no difference.
  private final class Node {
    let path: String
    init() {
      var template = Array("/tmp/gestured-open-XXXXXX".utf8CString)
      close(mkstemp(&template))
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    deinit { unlink(path) }
    func open() { close(Glibc.open(path, O_RDONLY)) }
  }

  @Test func `each opening is reported, for its own node`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), nodes = [Node(), Node()]
    var opened: [Int] = []
    for (index, node) in nodes.enumerated() { watch.watch(node.path) { opened.append(index) } }
    nodes[1].open()
    loop.turn()
    nodes[0].open()
    loop.turn()
    #expect(opened == [1, 0])
  }

  @Test func `a node that is not watched any more, or watched twice, is reported as often`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), nodes = [Node(), Node()]
    var opened = 0
    for _ in 1...2 { watch.watch(nodes[0].path) { opened += 1 } }
    watch.watch(nodes[1].path) { opened += 100 }
    watch.unwatch(nodes[1].path)
    nodes[1].open()
    nodes[0].open()
    loop.turn()
    #expect(opened == 1)
  }
}
