import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Foundation

// Reads whole tables for `Benchmarks/run`. A line of standard input is one piece of work, answered with a line of JSON;
// each opens its source anew, as its peers do.
//
//   csv PATH                   a file into a table
//   table PATH NAME            a table of a SQLite file into a table
//   statement PATH<tab>SQL     what a statement of a SQLite file gives
//   sums                       what the last table holds: its rows, and the sum of every number column
//
// usage: loading [WORKERS]

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
