import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation

// Queries of a table in memory, for `Benchmarks/run`. in_store.py contains the same queries for other engines. The
// program loads a sales file once. Each line of standard input is a command, and each command prints a line of JSON.
//
// Commands:
//
// - `time NAME` prints the seconds of one execution.
// - `answer NAME` prints the rows of the result.
//
// Usage: in-store SALES.csv [WORKERS]

/// The measured queries. The Python driver contains the same queries for the other engines.
enum Benchmark {
  static func queries() throws -> [(name: String, query: TableQuery)] {
    func query(
      _ name: String, by keys: [String], derive: [(String, String)] = [], where filters: [String] = [],
      _ measures: [String]
    ) throws -> (String, TableQuery) {
      var query = TableQuery(from: "sales")
      query.derive = try derive.map { try TableQuery.Named($0.0, $0.1) }
      query.filters = try filters.map { try TableQuery.Filter($0) }
      query.groupBy = keys.map { TableQuery.ColumnReference($0) }
      query.measures = try measures.enumerated().map { try TableQuery.Named("m\($0)", $1) }
      return (name, query)
    }
    let filters = ["OrderDate >= '2018-01-01'", "Quantity > 10"]
    let grains = [("Year", "year(OrderDate)"), ("Quarter", "quarter(OrderDate)"), ("Month", "month(OrderDate)")]
    return [
      try query("Q1", by: ["Region", "Category"], ["sum(Amount)"]),
      try query("Q1wide", by: ["Country", "Product"], ["sum(Amount)"]),
      try query(
        "Q2", by: ["Region", "Category"], where: filters, ["sum(if(Product == 'Item 07', Amount * 0.9, Amount))"]),
      try query("Q3", by: ["Year", "Quarter", "Month", "Region"], derive: grains, ["sum(Amount)"]),
      try query("several", by: ["Country"], ["sum(Amount)", "sum(Quantity)", "avg(UnitPrice)", "count()"]),
      try query("extremes", by: ["Product"], ["min(UnitPrice)", "max(Amount)", "max(OrderDate)"]),
      try query("total", by: [], ["sum(Amount)", "sum(Quantity)"]),
      try query("manyGroups", by: ["Product", "OrderDate", "Region"], ["sum(Amount)", "count()"]),
      try query("distinct", by: ["Region"], ["countDistinct(UnitPrice)", "countDistinct(OrderDate)"]),
      try query("median", by: ["Category"], ["median(Amount)"]),
    ]
  }
}

/// Runs `work` and returns the elapsed seconds, the CPU seconds of all threads, and the result.
func seconds(_ work: () throws -> Table) rethrows -> (elapsed: Double, busy: Double, Table) {
  let clock = ContinuousClock()
  let busy = processSeconds()
  let start = clock.now
  let table = try work()
  let elapsed = clock.now - start
  return (
    Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18, processSeconds() - busy, table
  )
}

func processSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

func json(_ value: Scalar) -> String {
  switch value {
  case .null: "null"
  case .int, .float, .decimal, .bool: value.description
  case .string, .date, .timestamp, .time, .interval, .binary: "\"\(value)\""
  }
}

func reply(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  reply("usage: in-store SALES.csv [WORKERS]")
  exit(2)
}
let executor = TableQueryExecutor(workers: arguments.count > 2 ? Int(arguments[2]) : 2)
let control = RunControl()
let source = try CSVAdapter().open(SourceConfiguration(name: "files", location: arguments[1]))
guard let name = try source.tables(control).first?.name else { exit(1) }
let table = try executor.load(try source.table(name, control), control)
let stored = StoredTable("sales", table)
let queries = try Benchmark.queries()
reply("{\"rows\": \(table.rowCount), \"queries\": [\(queries.map { "\"\($0.name)\"" }.joined(separator: ", "))]}")

while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  guard words.count == 2, let query = queries.first(where: { $0.name == words[1] })?.query else {
    reply("{\"error\": \"not understood\"}")
    continue
  }
  let (elapsed, busy, result) = try seconds { try executor.execute(query, on: stored, control) }
  switch words[0] {
  case "time": reply("{\"seconds\": \(elapsed), \"busy\": \(busy), \"rows\": \(result.rowCount)}")
  default:
    let rows = (0..<result.rowCount).map { row in
      "[" + result.columns.map { json($0[row]) }.joined(separator: ", ") + "]"
    }
    reply("[" + rows.joined(separator: ", ") + "]")
  }
}
