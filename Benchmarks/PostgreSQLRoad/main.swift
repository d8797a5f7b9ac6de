import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import Foundation

// The Auger part of postgresql_road.py. Each line of standard input is a command, and each command prints a line of
// JSON. All commands use one source with open connections, like the other client.
//
// Commands:
//
// - `statement SQL[<tab>INTEGER]` loads the result of a statement with an optional argument.
// - `table NAME` loads a whole table through two connections.
// - `cancel` prints the milliseconds from the cancellation until the server has stopped.
// - `sums` prints the row count of the last table and the sum of each numeric column.
//
// Usage: postgresql-road URL

/// Returns the resident memory of this process in bytes: the current value, and the peak since the last reset.
func memory(resetting: Bool) -> (resident: Int, peak: Int) {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  func field(_ name: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
  // Writing 5 resets the peak.
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

/// Cancels a running query of 30 seconds and returns the milliseconds until it ends. Another connection observes it.
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
    // Release the previous table before the measurement.
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
