import AugerColumns
import AugerEngine
import AugerQuery
import AugerSQLite

/// Measures table queries that group a SQLite table: the first query of a source, a later one, and the equivalent SQL
/// statement. `Benchmarks/sqlite-groups.py` runs it with the path of the database.

let path = CommandLine.arguments.dropFirst().first ?? "sales.sqlite"
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 7

func open() throws -> any Source {
  try SQLiteAdapter().open(SourceConfiguration(name: "sales", location: path))
}

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let duration = try ContinuousClock().measure(body)
  return Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
}

struct Trial {
  var name: String
  var query: TableQuery
  var sql: String
}

let trials = [
  Trial(
    name: "whole numbers by text",
    query: TableQuery(from: "sales", groupBy: [.init("region")], measures: [try .init("q", "sum(quantity)")]),
    sql: "SELECT region, sum(quantity) FROM sales GROUP BY 1 ORDER BY 1"),
  Trial(
    name: "floats by text",
    query: TableQuery(from: "sales", groupBy: [.init("product")], measures: [try .init("a", "sum(amount)")]),
    sql: "SELECT product, sum(amount) FROM sales GROUP BY 1 ORDER BY 1"),
  Trial(
    name: "decimals by two texts",
    query: TableQuery(
      from: "sales", groupBy: [.init("region"), .init("product")],
      measures: [try .init("p", "sum(price)"), try .init("n", "count()")]),
    sql: "SELECT region, product, sum(price), count(*) FROM sales GROUP BY 1, 2 ORDER BY 1, 2"),
  Trial(
    name: "whole numbers by year",
    query: TableQuery(
      from: "sales", derive: [try .init("y", "year(day)")], groupBy: [.init("y")],
      measures: [try .init("q", "sum(quantity)")]),
    sql: "SELECT CAST(substr(day, 1, 4) AS INTEGER), sum(quantity) FROM sales GROUP BY 1 ORDER BY 1"),
]

for trial in trials {
  var times: (sql: [Double], first: [Double], later: [Double]) = ([], [], [])
  var extent = ""
  for _ in 0..<rounds {
    let plain = try open()
    times.sql.append(
      try milliseconds {
        _ = try plain.sql?.execute(SQLStatement(text: trial.sql), limits: .none, RunControl())
      })
    plain.close()
    let source = try open()
    func run() throws {
      guard let table = try source.table("sales", RunControl()).pushdown else { return }
      let result = try TableQueryExecutor(workers: 2).executePushingDown(trial.query, on: table)
      extent = result.extent.rawValue
    }
    times.first.append(try milliseconds(run))
    times.later.append(try milliseconds(run))
    source.close()
  }
  func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  let sql = median(times.sql)
  func shown(_ time: Double) -> String { String((time * 10).rounded() / 10) }
  func ratio(_ time: Double) -> String { String((time / sql * 100).rounded() / 100) }
  print(
    "\(trial.name): SQL \(shown(sql)) ms, first \(shown(median(times.first))) ms (\(ratio(median(times.first)))), "
      + "later \(shown(median(times.later))) ms (\(ratio(median(times.later)))), pushed down: \(extent)")
}
