import AugerColumns
import AugerEngine
import AugerExpressions
import AugerQuery
import Testing

/// Aggregates with several arguments and with conditions, for all chunk sizes and worker counts.
@Suite struct AggregateFunctionTests {
  /// Computed anew for each test: AddressSanitizer reports values held by a global as leaks.
  static var columns: [(String, Column)] {
    let keys = (0..<60).map { Int64($0 % 3) }
    let x = (0..<60).map { row -> Int64? in row % 7 == 0 ? nil : Int64(row * 37 % 50) }
    let y = (0..<60).map { row -> Double? in row % 5 == 0 ? nil : Double(row * 13 % 40) / 4 }
    let words = (0..<60).map { row -> String? in row % 4 == 0 ? nil : ["b", "a", "c"][row / 2 % 3] }
    return [("key", Column(keys)), ("x", Column(x)), ("y", Column(y)), ("word", Column(words))]
  }

  private func measured(_ measures: [String], chunkRows: Int = 7, workers: Int = 1) throws -> [[Scalar]] {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = chunkRows
    let query = TableQuery(
      from: "t", groupBy: [.init("key")],
      measures: try measures.enumerated().map { try TableQuery.Named("m\($0)", $1) })
    let table = try executor.execute(query, on: StoredTable("t", Table(Self.columns)))
    try table.validate()
    return (0..<table.rowCount).map { row in table.columns.dropFirst().map { $0[row] } }
  }

  @Test(arguments: [
    ("sum(x, where: y > 5)", "sum(if(y > 5, x, null))"), ("count(where: y > 5)", "sum(if(y > 5, 1, 0))"),
    ("count(x, where: y > 5)", "count(if(y > 5, x, null))"), ("avg(x, where: true)", "avg(x)"),
    ("countDistinct(word, where: x > 20)", "count(distinct word, where: x > 20)"),
    ("percentile(x, 0.5)", "median(x)"), ("percentile(y, 0.25)", "lowerQuartile(y)"),
    ("percentile(y, 0.75)", "upperQuartile(y)"), ("percentile(x, 0) * 1", "min(x) * 1e0"),
    ("percentile(x, 1) * 1", "max(x) * 1e0"), ("corr(x, x)", "1e0 + 0 * count()"), ("corr(x, -x)", "0 * count() - 1e0"),
    ("weightedAvg(y, 1)", "avg(y)"), ("mode(word, where: word = 'c')", "min(word, where: word = 'c')"),
    ("round(variance(y), 9)", "round(stddev(y) * stddev(y), 9)"),
    ("round(weightedAvg(x, y), 9)", "round(sum(x * y) / sum(y, where: x is not null), 9)"),
  ])
  func agree(a: String, b: String) throws {
    for row in try measured([a, b]) { #expect(row[0] == row[1], "\(a) and \(b)") }
  }

  @Test func conditionsSelectFirstAndLastRow() throws {
    let rows = try measured(["first(x, where: y > 5)", "last(word, where: x < 20)", "first(x, where: x > 1000)"])
    let table = Table(Self.columns)
    for key in 0..<3 {
      let members = (0..<60).filter { $0 % 3 == key }
      let first = members.first { (table.columns[2][$0].doubleValue ?? 0) > 5 }
      let last = members.last { (table.columns[1][$0].doubleValue ?? 99) < 20 }
      #expect(rows[key][0] == first.map { table.columns[1][$0] } ?? .null)
      #expect(rows[key][1] == last.map { table.columns[3][$0] } ?? .null)
      #expect(rows[key][2] == .null)
    }
  }

  @Test func constantsHaveNoCorrelationAndZeroWeightsNoMean() throws {
    let rows = try measured(["corr(x, 5)", "weightedAvg(x, 0)", "corr(x, y, where: false)", "mode(x, where: false)"])
    #expect(rows == [[Scalar]](repeating: [.null, .null, .null, .null], count: 3))
  }

  @Test(arguments: [1, 2, 5, 16, 100], [1, 2, 4])
  func chunksAndWorkersDoNotChangeResults(_ chunkRows: Int, _ workers: Int) throws {
    let measures = [
      "mode(word)", "mode(x)", "percentile(x, 0.9)", "percentile(y, 0.1)", "round(corr(x, y), 12)",
      "round(variance(y), 10)", "round(weightedAvg(x, y), 12)", "sum(x, where: word = 'a')",
      "first(word, where: x > 10)", "last(y, where: x > 10)",
    ]
    #expect(try measured(measures, chunkRows: chunkRows, workers: workers) == measured(measures, chunkRows: 60))
  }

  @Test func partitionedGroupsGiveEqualResults() throws {
    let count = 6000
    let table = Table([
      ("key", Column((0..<count).map { "k\($0 % 1500)" })), ("x", Column((0..<count).map { Int64($0 * 7919 % 1000) })),
      ("y", Column((0..<count).map { Double($0 * 104_729 % 997) })),
    ])
    let measures = ["mode(x)", "percentile(x, 0.3)", "corr(x, y)", "weightedAvg(x, y)", "last(y, where: x > 500)"]
    func run(_ manyGroups: Int) throws -> [[Scalar]] {
      var executor = TableQueryExecutor(workers: 2)
      executor.chunkRows = 2048
      executor.manyGroups = manyGroups
      let query = TableQuery(
        from: "t", groupBy: [.init("key")],
        measures: try measures.enumerated().map { try TableQuery.Named("m\($0)", $1) })
      let result = try executor.execute(query, on: StoredTable("t", table))
      return result.columns.map(\.scalars)
    }
    #expect(try run(1) == run(.max))
  }
}
