// A call that borrows a value with an InlineArray copies the array.
struct Record: BitwiseCopyable { var x = 0.0, y = 0.0 }
struct Table: ~Copyable { var records: InlineArray<64, Record> = .init(repeating: Record()) }

@inline(never) public func readOne(_ lane: Int, _ owner: Owner) -> Double { read(lane, owner.table) }
@inline(never) func read(_ lane: Int, _ table: borrowing Table) -> Double { table.records[lane].x }
public final class Owner { var table = Table() }
