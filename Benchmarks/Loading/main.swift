import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Foundation

// Loads whole tables for `Benchmarks/run`. Each line of standard input is a command, and each command prints a line of
// JSON. Each command opens its source again, like the other engines do.
//
// Commands:
//
// - `csv PATH` loads a CSV file.
// - `table PATH NAME` loads a table of a SQLite file.
// - `statement PATH<tab>SQL` loads the result of a statement on a SQLite file.
// - `sums` prints the row count of the last table and the sum of each numeric column.
//
// Usage: loading [WORKERS]

func reply(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func sums(_ table: Table) -> String {
  let sums = zip(table.schema.names, table.columns).compactMap { name, column -> String? in
    guard column.type.isNumeric else { return nil }
    return "\"\(name)\": \((0..<column.count).reduce(0.0) { $0 + (column[$1].doubleValue ?? 0) })"
  }
  return "{" + (["\"rows\": \(table.rowCount)"] + sums).joined(separator: ", ") + "}"
}

let executor = TableQueryExecutor(workers: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2)
let control = RunControl()

func read(_ kind: Substring, _ path: String, _ rest: String) throws -> Table? {
  let configuration = SourceConfiguration(name: "source", location: path)
  let source = kind == "csv" ? try CSVAdapter().open(configuration) : try SQLiteAdapter().open(configuration)
  defer { source.close() }
  switch kind {
  case "csv":
    guard let name = try source.tables(control).first?.name else { return nil }
    return try executor.load(try source.table(name, control), control)
  case "table": return try executor.load(try source.table(rest, control), control)
  default: return try source.sql?.execute(SQLStatement(text: rest), limits: .none, control)
  }
}

var last: Table?
while let line = readLine() {
  if line == "sums" {
    reply(last.map(sums) ?? "{}")
    continue
  }
  let words = line.split(separator: " ", maxSplits: 1)
  let parts = words.last?.split(whereSeparator: { $0 == "\t" || words.first == "table" && $0 == " " }) ?? []
  guard words.count == 2, let path = parts.first else {
    reply("{\"error\": \"not understood\"}")
    continue
  }
  last = nil
  let start = ContinuousClock.now
  last = try read(words[0], String(path), parts.dropFirst().first.map(String.init) ?? "")
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  reply("{\"seconds\": \(Double(seconds) + Double(attoseconds) / 1e18), \"rows\": \(last?.rowCount ?? 0)}")
}
