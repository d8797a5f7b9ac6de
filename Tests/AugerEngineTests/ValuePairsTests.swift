import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import TestSupport
import Testing

/// Extremes and distinct counts are computed from the distinct values of a column if it has few of them. Adding a
/// median forces every row to be read.
@Suite struct ValuePairsTests {
  private static let measures = [
    "min(day)", "max(day)", "min(month(day))", "max(month(day) % 3)", "countDistinct(dayNumber(day))",
    "countDistinct(region)", "max(len(region))", "countDistinct(size / (size - 4))", "max(100 / (size - 4))",
    "min(9223372036854775800 + size)", "sum(size)",
  ]

  private static func table(_ count: Int) throws -> Table {
    let names = ["North", "South", "", "Überall"]
    var days: [Scalar] = []
    var regions: [String?] = []
    var sizes: [Int64?] = []
    for row in 0..<count {
      days.append(row % 13 == 5 ? .null : .date(CivilDate(days: Int32(18_000 + row * 37 % 800))))
      regions.append(row % 7 == 3 ? nil : names[row * 5 % 4])
      sizes.append(row % 11 == 2 ? nil : Int64(row * 3 % 12))
    }
    return Table([("day", try Column(.date, days)), ("region", Column(regions)), ("size", Column(sizes))])
  }

  private func run(_ query: TableQuery, _ table: Table, chunkRows: Int) throws -> Table {
    var executor = TableQueryExecutor(workers: 1)
    executor.chunkRows = chunkRows
    return try executor.execute(query, on: StoredTable("rows", table))
  }

  private func text(_ result: Result<Table, any Error>, columns: Int) -> String {
    switch result {
    case .failure(let error): "\(error)"
    case .success(let table):
      (0..<table.rowCount).map { row in "\(table.columns.prefix(columns).map { $0[row] })" }.joined(separator: "\n")
        + table.warnings.items.map { "\n\($0.message) \($0.count) \($0.firstPlace ?? "")" }.joined()
    }
  }

  @Test(arguments: ["", "year(day)", "region", "startOf(day, 'month')", "region year(day)", "size"])
  func distinctValuesGiveSameResultsAsRows(keys: String) throws {
    let words = keys.split(separator: " ").map(String.init).filter { !$0.contains(",") }
    let keys = keys.contains(",") ? [keys] : words
    var compared = 0
    let many = Inputs.count(40_000)
    for (count, chunkRows) in [(0, 10), (5, 2), (Inputs.count(3000), 100), (many, many / 2)] {
      let table = try Self.table(count)
      for filter in ["", "size > 5", "day > date(2020, 1, 1)", "false"] {
        for measures in [Self.measures.prefix(7), Self.measures[7...], Self.measures[...], Self.measures[3...3]] {
          var query = TableQuery(from: "rows")
          for (index, key) in keys.enumerated() {
            query.derive.append(try .init("key\(index)", key))
            query.groupBy.append(.init("key\(index)"))
          }
          if !filter.isEmpty { query.filters.append(try .init(filter)) }
          query.measures = try measures.enumerated().map { try .init("m\($0)", $1) }
          let columns = keys.count + query.measures.count
          let values = Result { try run(query, table, chunkRows: chunkRows) }
          query.measures.append(try .init("by rows", "median(size)"))
          let rows = Result { try run(query, table, chunkRows: chunkRows) }
          #expect(text(values, columns: columns) == text(rows, columns: columns), "\(filter) \(measures)")
          compared += 1
        }
      }
    }
    #expect(compared == 64)
  }
}
