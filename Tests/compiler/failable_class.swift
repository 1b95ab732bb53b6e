// A failable initializer of a class that returns nil keeps the object's memory.
final class Patience {
  let time: Int64
  init?(_ time: Int64) {
    if time == 0 { return nil }
    self.time = time
  }
}
final class Device {
  let patience: Patience?
  init(_ time: Int64) { patience = Patience(time) }
}

@_extern(c, "sbrk") func sbrk(_ more: Int) -> UInt
@inline(never) func make(_ time: Int64) -> Device { Device(time) }

@main struct Main {
  static func main() {
    let start = sbrk(0)
    for _ in 0..<100_000 { _ = make(0) }
    print(sbrk(0) - start > 1_000_000 ? "kept" : "freed")
  }
}
