import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import Foundation

// The engine's side of postgresql_road.py: answers lines of standard input with a line of JSON, over one source whose
// connections stay open as the peer's does.
//
//   statement SQL[<tab>INTEGER]    a statement, with an argument or without, read into a table
//   table NAME                     a whole table, scanned by two connections, read into a table
//   cancel                         milliseconds from the wish to stop until the server has stopped
//   sums                           what the last table holds: its rows, and the sum of every number column
//
// usage: postgresql-road URL

/// What the operating system counts for this process, in bytes: resident now, and at most since the last call.
func memory(resetting: Bool) -> (resident: Int, peak: Int) {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  func field(_ name: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
  // The kernel takes a 5 as the wish to count the peak anew.
  if resetting { try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs")) }
  return (field("VmRSS"), field("VmHWM"))
}

func sums(_ table: Table) -> String {
  let sums = zip(table.schema.names, table.columns).compactMap { name, column -> String? in
    guard column.type.isNumeric else { return nil }
    let sum = (0..<column.count).reduce(0.0) { $0 + (column[$1].doubleValue ?? 0) }
    return "\"\(name)\": \(sum)"
  }
  return "{\"rows\": \(table.rowCount), \(sums.joined(separator: ", "))}"
}

/// A query that would take half a minute is cancelled when the server is at it; another connection sees it end.
func cancel(_ source: any SQLSource) throws -> Double {
  let control = RunControl()
  let thread = Thread {
    _ = try? source.execute(
      SQLStatement(text: "SELECT pg_sleep(30)", bindings: []), limits: .none, control)
  }
  let running = """
    SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(30)%'
      AND pid <> pg_backend_pid()
    """
  func isRunning() throws -> Bool {
    try source.execute(SQLStatement(text: running, bindings: []), limits: .none, RunControl()).columns[0][0] != .int(0)
  }
  thread.start()
  while try !isRunning() {}
  let start = ContinuousClock.now
  control.cancel()
  while try isRunning() {}
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}

func run() throws {
  guard CommandLine.arguments.count == 2 else {
    throw AugerError(.other, operation: "start", "usage: postgresql-road URL")
  }
  let opened = try PostgreSQLAdapter().open(SourceConfiguration(name: "server", location: CommandLine.arguments[1]))
  guard let source = opened.sql else {
    throw AugerError(.other, operation: "start", "the adapter's sources execute no SQL")
  }
  defer { source.close() }
  var last: Table?
  while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    if parts[0] == "sums" {
      Console.write((last.map(sums) ?? "{}") + "\n")
      continue
    }
    if parts[0] == "cancel" {
      Console.write("{\"milliseconds\": \(try cancel(source))}\n")
      continue
    }
    // The table before is no part of this one's memory.
    last = nil
    let before = memory(resetting: true).resident
    let start = ContinuousClock.now
    let table: Table
    if parts[0] == "table" {
      table = try TableQueryExecutor(workers: 2).execute(
        TableQuery(from: parts[1]), on: source.table(parts[1], RunControl()), RunControl())
    } else {
      let text = parts[1].split(separator: "\t").map(String.init)
      let bindings = text.dropFirst().compactMap { Int64($0) }.map { Scalar.int($0) }
      table = try source.execute(
        SQLStatement(text: text[0], bindings: Array(bindings)), limits: .none, RunControl())
    }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let peak = memory(resetting: false).peak
    Console.write(
      "{\"seconds\": \(Double(seconds) + Double(attoseconds) / 1e18), \"rows\": \(table.rowCount), "
        + "\"bytes\": \(table.byteCount), \"grown\": \(peak - before - table.byteCount)}\n")
    last = table
  }
}

enum Console {
  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}

do { try run() } catch {
  FileHandle.standardError.write(Data("postgresql-road: \(error)\n".utf8))
  exit(1)
}
