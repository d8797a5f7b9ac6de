import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport

/// One table in all the places from which a query can be answered.
struct Roads {
  struct Road {
    var name: String
    var table: any ScannableTable
    var pushesDown = false
  }

  /// What a road gave: a table, or the code of its error; and how much ran in the database.
  struct Outcome {
    var table: Table?
    var error: String?
    var extent: PushdownPlan.Extent?
    var voided: String?
  }

  var roads: [Road] = []
  private let folder: URL
  private let sources: [any Source]

  init(_ generated: GeneratedTable, _ style: SQLiteStyle = SQLiteStyle()) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-agreement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let csv = folder.appendingPathComponent("t.csv").path
    try generated.csv.write(toFile: csv, atomically: false, encoding: .utf8)
    let sqlite = folder.appendingPathComponent("t.sqlite").path
    guard Database.write(generated, style, to: sqlite) else {
      throw AugerError(.other, operation: "write '\(sqlite)'", "SQLite refused the generated rows")
    }
    let control = RunControl()
    let files = try CSVAdapter().open(
      SourceConfiguration(name: "files", location: csv, options: [SourceOption("columns", generated.csvTypes)]))
    let database = try SQLiteAdapter().open(SourceConfiguration(name: "database", location: sqlite))
    sources = [files, database]
    let table = try database.table("t", control)
    roads = [
      Road(name: "memory", table: StoredTable("t", try generated.table())),
      Road(name: "csv", table: try files.table("t", control)),
      Road(name: "sqlite", table: table),
      Road(name: "sqlite pushed", table: table, pushesDown: true),
    ]
  }

  /// The URL of a server that may be written to.
  static let serverURL = ProcessInfo.processInfo.environment["AUGER_POSTGRESQL"].flatMap { $0.isEmpty ? nil : $0 }

  /// A database that tables are made in, one after the other.
  final class ServerTable: Sendable {
    let source: any Source

    init?() throws {
      guard let url = Roads.serverURL else { return nil }
      source = try PostgreSQLAdapter().open(SourceConfiguration(name: "server", location: url))
    }

    deinit { source.close() }
  }

  /// The same rows on the server, under a name of their own.
  mutating func addServer(_ server: ServerTable, _ generated: GeneratedTable) throws {
    guard let url = Self.serverURL else { return }
    let name = "agreement_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let file = folder.appendingPathComponent("t.sql")
    try generated.postgreSQL(name).write(to: file, atomically: false, encoding: .utf8)
    guard Self.psql(url, ["-f", file.path]) else {
      throw AugerError(.other, operation: "write '\(name)'", "the server refused the generated rows")
    }
    serverTable = name
    let table = try server.source.table(name, RunControl())
    roads.append(Road(name: "postgresql", table: Renamed(base: table)))
    roads.append(Road(name: "postgresql pushed", table: table, pushesDown: true))
  }

  private var serverTable: String?

  private static func psql(_ url: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-d", url] + arguments
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A table without its abilities.
  private struct Renamed: ScannableTable {
    let base: any ScannableTable

    var name: String { "t" }

    func schema(_ control: RunControl) throws -> Schema { try base.schema(control) }

    func scan(
      _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
    ) throws -> ScanSummary {
      try base.scan(request, control, body: body)
    }
  }

  func close() {
    for source in sources { source.close() }
    if let url = Self.serverURL, let serverTable { _ = Self.psql(url, ["-c", "DROP TABLE \(serverTable)"]) }
    try? FileManager.default.removeItem(at: folder)
  }

  static func run(_ query: QueryParts, on road: Road, chunkRows: Int, workers: Int) -> Outcome {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = chunkRows
    // Few groups are many here, so that they are merged in shards as often as not.
    if chunkRows % 2 == 1 { executor.manyGroups = 2 }
    var outcome = Outcome()
    do {
      let query = try query.tableQuery(from: "t")
      if road.pushesDown, let table = road.table.pushdown {
        let result = try executor.executePushingDown(query, on: table)
        outcome.table = result.table
        outcome.extent = result.extent
        outcome.voided = result.voided
      } else {
        outcome.table = try executor.execute(query, on: road.table)
      }
      try outcome.table?.validate()
    } catch let error as DiagnosticError {
      outcome.error = error.diagnostics.first.map { "\($0.code)" } ?? "?"
    } catch let error as AugerError {
      outcome.error = "\(error.code)"
    } catch {
      outcome.error = "\(error)"
    }
    return outcome
  }
}

/// How a generated table stands in SQLite.
struct SQLiteStyle {
  var isWithoutRowid = false
  var hasIndex = false
  /// Texts in a collation in which they are equal that are not.
  var ignoresCase = false
  /// A column whose declaration is not what it holds: index, and the SQL of a value.
  var lie: (column: Int, value: String)?

  init() {}

  init(_ table: GeneratedTable, _ chance: inout Chance) {
    isWithoutRowid = chance.isOneIn(4)
    hasIndex = chance.isOneIn(3)
    ignoresCase = chance.isOneIn(3)
  }
}

extension Answer {
  /// What is wrong with an outcome; nil where it agrees.
  func complaint(_ outcome: Roads.Outcome) -> String? {
    switch self {
    case .overflow:
      guard let table = outcome.table else {
        let isOverflow = ["expressionEvaluation", "sumOverflow"].contains(outcome.error ?? "")
        return isOverflow ? nil : "error \(outcome.error ?? "?") instead of an overflow"
      }
      return "\(table.rowCount) rows instead of an overflow"
    case .rows(let expected, let tolerance, let names):
      guard let table = outcome.table else { return "error \(outcome.error ?? "?")" }
      guard table.rowCount == expected.count else { return "\(table.rowCount) rows instead of \(expected.count)" }
      if let names, table.schema.names.suffix(names.count) != names[...] {
        return "columns \(table.schema.names) instead of \(names)"
      }
      for row in expected.indices {
        guard table.columns.count == expected[row].count else { return "\(table.columns.count) columns" }
        for column in expected[row].indices {
          let (got, wanted) = (table.columns[column][row], expected[row][column])
          if !Self.agree(got, wanted, tolerance[row][column]) {
            return "row \(row + 1), \(table.schema[column].name): \(got.debug) instead of \(wanted.debug)"
          }
        }
      }
      return nil
    }
  }

  static func agree(_ a: Scalar, _ b: Scalar, _ tolerance: Double) -> Bool {
    if a == b { return true }
    guard let x = a.doubleValue, let y = b.doubleValue else { return false }
    if case .float = a {
      if x == y { return true }
      // What has left the range of floats has no digits to agree in.
      if !x.isFinite, !y.isFinite { return true }
      // A decimal literal that nothing decimal stands beside is a float.
      if case .decimal = b { return abs(x - y) <= 1e-12 * abs(y) }
      return abs(x - y) <= tolerance
    }
    if case .bool = a { return false }
    return Scalar.compare(a, b) == 0
  }
}

extension Scalar {
  var debug: String { isNull ? "null" : "'\(self)' (\(type.map { "\($0)" } ?? ""))" }
}
