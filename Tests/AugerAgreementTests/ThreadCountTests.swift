import AugerColumns
import AugerEngine
import AugerQuery
import TestSupport
import Testing

/// Over many chunks of the default size, results are identical for any number of threads.
@Suite struct ThreadCountTests {
  @Test func resultBitsDoNotDependOnThreads() throws {
    var chance = Chance(seed: 1)
    let count = 1_000_000
    let keys = Column((0..<count).map { _ in Int64(chance.below(1000)) })
    let texts = Column((0..<count).map { _ in "k\(chance.below(300))" })
    let values = Column((0..<count).map { _ in Double(chance.next() >> 11) / 1e6 })
    let table = StoredTable("t", Table([("key", keys), ("text", texts), ("value", values)]))
    let query = TableQuery(
      from: "t", filters: [try .init("value > 1000")], groupBy: [.init("key"), .init("text")],
      measures: [
        try .init("sum", "sum(value)"), try .init("mean", "avg(value * 1.1)"), try .init("spread", "stddev(value)"),
        try .init("n", "count()"),
      ])
    let one = try TableQueryExecutor(workers: 1).execute(query, on: table)
    try one.validate()
    #expect(one.rowCount > 200_000)
    for workers in [2, 5] {
      let many = try TableQueryExecutor(workers: workers).execute(query, on: table)
      #expect(many.hasSameContents(as: one))
    }
  }
}
