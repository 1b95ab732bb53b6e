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

  @Test func `each opening and closing is reported, for its own node`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), nodes = [Node(), Node()]
    var changes: [String] = []
    for (index, node) in nodes.enumerated() { watch.watch(node.path) { changes.append("\(index) \($0)") } }
    nodes[1].open()
    loop.turn()
    nodes[0].open()
    loop.turn()
    #expect(changes == ["1 opened", "1 closed", "0 opened", "0 closed"])
  }

  @Test func `a node that is not watched any more, or watched twice, is reported as often`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), nodes = [Node(), Node()]
    var opened = 0
    for _ in 1...2 { watch.watch(nodes[0].path) { if $0 == .opened { opened += 1 } } }
    watch.watch(nodes[1].path) { _ in opened += 100 }
    watch.unwatch(nodes[1].path)
    // inotify reports the end of a watch.
    loop.turn()
    nodes[1].open()
    let start = loop.now
    let limit = loop.schedule(after: 20_000) {}
    loop.turn()
    #expect(loop.now - start >= 20_000)
    loop.cancel(limit)
    nodes[0].open()
    loop.turn()
    #expect(opened == 1)
  }

  @Test func `an opening by the daemon itself is not reported, and the next one is`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), node = Node()
    var changes: [OpenWatch.Change] = []
    watch.watch(node.path) { changes.append($0) }
    node.open()
    watch.ignoreOwnOpening(of: node.path)
    loop.turn()
    #expect(changes == [.closed])
    node.open()
    loop.turn()
    #expect(changes == [.closed, .opened, .closed])
  }

  @Test func `a change of the permissions is reported, and the handler may end its own watch`() {
    let loop = EventLoop(), watch = OpenWatch(loop: loop), nodes = [Node(), Node()]
    var changes: [String] = []
    watch.watch(nodes[0].path) {
      changes.append("0 \($0)")
      if $0 == .permissions { watch.unwatch(nodes[0].path) }
    }
    watch.watch(nodes[1].path) { changes.append("1 \($0)") }
    nodes[0].open()
    chmod(nodes[0].path, 0)
    loop.turn()
    chmod(nodes[0].path, S_IRUSR)
    chmod(nodes[1].path, S_IRUSR)
    loop.turn()
    #expect(changes == ["0 opened", "0 closed", "0 permissions", "1 permissions"])
  }
}
