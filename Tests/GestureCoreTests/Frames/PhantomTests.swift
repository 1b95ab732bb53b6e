import GestureCore
import Testing

/// More fingers than slots, and devices that guess positions (recognizers.md §1.7).
@Suite struct PhantomTests {
  @Test(arguments: rows) func `fingers without a slot`(_ row: FrameCase) {
    #expect(row.result == row.trace)
  }

  static let rows: [FrameCase] = [
    FrameCase(
      "D09 two slots and three fingers", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 triple 1 | 10 s 0 x 310 s 1 x 510 | 20 s 0 id -1 s 1 id -1 triple 0",
      """
      0 rereference; began 1 (30, 30); began 2 (50, 20); began phantom 3 (50, 20)
      10 moved 1 (31, 30); moved 2 (51, 20)
      20 ended 1 (31, 30); ended 2 (51, 20); ended phantom 3 (50, 20)
      """),
    FrameCase(
      "the third finger comes later: positions jump, references are taken anew", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 double 1 | 10 s 1 x 600 double 0 triple 1 | 20 x 610",
      """
      0 began 1 (30, 30); began 2 (50, 20)
      10 rereference; reanchored 2 (60, 20); began phantom 3 (60, 20)
      20 moved 2 (61, 20)
      """),
    FrameCase(
      "four fingers, two phantoms; one goes", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 quad 1 | 10 quad 0 triple 1",
      """
      0 rereference; began 1 (30, 30); began 2 (50, 20); began phantom 3 (50, 20); began phantom 4 (50, 20)
      10 rereference; ended phantom 4 (50, 20)
      """),
    FrameCase(
      "a free slot: the pad miscounts", .twoSlotPad, "0 s 0 id 1 x 300 y 300 triple 1", "0 began 1 (30, 30)"),
    FrameCase(
      "a pad with slots enough has no phantoms", .pad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 triple 1", "0 began 1 (30, 30); began 2 (50, 20)"),
    FrameCase(
      "a palm has a slot, too", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 p 200 x 500 y 200 triple 1",
      "0 rereference; began 1 (30, 30); began phantom 2 (30, 30)"),
    FrameCase(
      "Synaptics drops the second contact when a third finger comes, and restarts it", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 double 1 | 10 id -1 double 0 triple 1 | 20 s 1 id 3 x 520 | 30 x 530",
      """
      0 began 1 (30, 30); began 2 (50, 20)
      10 rereference; began phantom 3 (50, 20)
      20 reanchored 2 (52, 20)
      30 moved 2 (53, 20)
      """),
    FrameCase(
      "… or does not", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 double 1 | 10 id -1 double 0 triple 1 | 20 s 0 x 310",
      """
      0 began 1 (30, 30); began 2 (50, 20)
      10 rereference; began phantom 3 (50, 20)
      20 rereference; reanchored 1 (31, 30); ended 2 (50, 20); ended phantom 3 (31, 30)
      """),
    FrameCase(
      "D11 semi-MT: no motion where the number of fingers changes",
      .twoSlotPad.with { $0.properties.insert(3) },
      "0 s 0 id 1 x 300 y 300 | 10 x 280 s 1 id 2 x 500 y 200 | 20 s 0 x 270 | 30 x 200 s 1 id -1",
      """
      0 began 1 (30, 30)
      10 reanchored 1 (28, 30); began 2 (50, 20)
      20 moved 1 (27, 30)
      30 reanchored 1 (20, 30); ended 2 (50, 20)
      """),
    FrameCase(
      "phantoms go with a resync", .twoSlotPad,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 triple 1 | 10 drop | 20 s 0 id -1 s 1 id -1 triple 0",
      """
      0 rereference; began 1 (30, 30); began 2 (50, 20); began phantom 3 (50, 20)
      20 resync; cancelled 1 (30, 30); cancelled 2 (50, 20); cancelled phantom 3 (50, 20)
      """),
  ]
}
