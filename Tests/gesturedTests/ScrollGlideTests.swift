import GestureCore
import Testing

@testable import gestured

/// The timer of `scroll` with momentum.
@Suite struct ScrollGlideTests {
  @Test func `it calls until the wheel is at rest, and has no timer before and after`() {
    let loop = EventLoop()
    let glide = ScrollGlide(loop: loop) { (0, 0) }
    var calls = 0
    #expect(!glide.isRunning)
    glide.begin {
      calls += 1
      return calls < 3
    }
    while glide.isRunning { loop.turn() }
    #expect(calls == 3)
  }

  @Test func `a finger that lands ends it, also one that has lifted again`() {
    let loop = EventLoop()
    var begun = 7
    let glide = ScrollGlide(loop: loop) { (begun, 0) }
    var calls = 0
    glide.begin {
      calls += 1
      if calls == 2 { begun += 1 }
      return true
    }
    while glide.isRunning { loop.turn() }
    #expect(calls == 2)
  }

  @Test func `it does not begin while a finger stays`() {
    let glide = ScrollGlide(loop: EventLoop()) { (1, 1) }
    glide.begin { true }
    #expect(!glide.isRunning)
  }

  @Test func `a new one takes the place of the one before`() {
    let loop = EventLoop()
    let glide = ScrollGlide(loop: loop) { (0, 0) }
    var calls: [String] = []
    glide.begin {
      calls.append("first")
      return true
    }
    glide.begin {
      calls.append("second")
      return false
    }
    while glide.isRunning { loop.turn() }
    #expect(calls == ["second"])
  }
}
