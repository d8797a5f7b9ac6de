import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerPostgreSQL
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport

/// Generated tables in every kind of source that can answer a query.
struct Roads {
  struct Road {
    var name: String
    var table: any ScannableTable
    /// The joined tables.
    var sides: [any ScannableTable]
    var pushesDown = false
    /// True if the joined tables are in another source than the main table.
    var isPair = false

    func answers(_ query: QueryParts) -> Bool { !query.joins.isEmpty || !isPair }
  }

  /// The result of a query on one code path: a table or an error code, and the part that ran in the database.
  struct Outcome {
    var table: Table?
    var error: String?
    /// The message of the diagnostic.
    var message: String?
    var extent: PushdownPlan.Extent?
    var voided: String?
  }

  var roads: [Road] = []
  private let folder: URL
  private let sources: [any Source]

  init(_ generated: GeneratedTables, _ style: SQLiteStyle = SQLiteStyle()) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-agreement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let control = RunControl()
    let sqlite = folder.appendingPathComponent("t.sqlite").path
    guard Database.write(generated, style, to: sqlite) else {
      throw AugerError(.other, operation: "write '\(sqlite)'", "SQLite refused the generated rows")
    }
    let database = try SQLiteAdapter().open(SourceConfiguration(name: "database", location: sqlite))
    var sources: [any Source] = [database]
    let (folder, sides) = (folder, generated.sides.map(\.table))
    func csv(_ table: GeneratedTable, _ name: String) throws -> any ScannableTable {
      let file = folder.appendingPathComponent("\(name).csv").path
      try table.csv.write(toFile: file, atomically: false, encoding: .utf8)
      let source = try CSVAdapter().open(
        SourceConfiguration(name: "files", location: file, options: [SourceOption("columns", table.csvTypes)]))
      sources.append(source)
      return try source.table(name, control)
    }
    let names = Self.names(of: generated)
    let memory = try sides.enumerated().map { StoredTable(names[$0], try $1.table()) }
    let files = try sides.enumerated().map { try csv($1, names[$0]) }
    let stored = try names.map { try database.table($0, control) }
    let (file, table) = (try csv(generated.main, "t"), try database.table("t", control))
    roads = [
      Road(name: "memory", table: StoredTable("t", try generated.main.table()), sides: memory),
      Road(name: "csv", table: file, sides: files),
      Road(name: "sqlite", table: table, sides: stored),
      Road(name: "sqlite pushed", table: table, sides: stored, pushesDown: true),
      Road(name: "csv and sqlite", table: file, sides: stored, isPair: true),
      Road(name: "sqlite and csv", table: table, sides: files, isPair: true),
    ]
    self.sources = sources
  }

  /// Returns the names of the joined tables.
  static func names(of generated: GeneratedTables) -> [String] { generated.sides.indices.map { "side\($0)" } }

  /// The URL of a writable PostgreSQL server.
  static let serverURL = ProcessInfo.processInfo.environment["AUGER_POSTGRESQL"].flatMap { $0.isEmpty ? nil : $0 }

  /// A database in which tests create tables.
  final class ServerTable: Sendable {
    let source: any Source

    init?() throws {
      guard let url = Roads.serverURL else { return nil }
      source = try PostgreSQLAdapter().open(SourceConfiguration(name: "server", location: url))
    }

    deinit { source.close() }
  }

  /// Writes the same rows to the server, with unique table names.
  mutating func addServer(_ server: ServerTable, _ generated: GeneratedTables) throws {
    guard let url = Self.serverURL else { return }
    let name = "agreement_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    let tables = [generated.main] + generated.sides.map(\.table)
    let names = tables.indices.map { $0 == 0 ? name : "\(name)_\($0)" }
    let file = folder.appendingPathComponent("t.sql")
    var statements = zip(tables, names).map { $0.postgreSQL($1) }
    // Half of the joined tables declare their keys if they are unique.
    for (number, side) in generated.sides.enumerated() where number % 2 == 0 && !side.keys.isEmpty {
      let columns = side.keys.map { "\"" + side.table.columns[$0.column].name.replacing("\"", with: "\"\"") + "\"" }
      statements.append(
        """
        DO $$ BEGIN CREATE UNIQUE INDEX ON \(names[number + 1]) (\(columns.joined(separator: ", ")));
        EXCEPTION WHEN unique_violation THEN NULL; END $$;

        """)
    }
    try statements.joined().write(to: file, atomically: false, encoding: .utf8)
    serverTables = names
    guard Self.psql(url, ["-f", file.path]) else {
      throw AugerError(.other, operation: "write '\(name)'", "the server refused the generated rows")
    }
    let table = try server.source.table(name, RunControl())
    let sides = try names.dropFirst().map { try server.source.table($0, RunControl()) }
    roads.append(Road(name: "postgresql", table: Renamed(base: table), sides: sides))
    roads.append(Road(name: "postgresql pushed", table: table, sides: sides, pushesDown: true))
    roads.append(Road(name: "memory and postgresql", table: roads[0].table, sides: sides, isPair: true))
    roads.append(Road(name: "postgresql and sqlite", table: table, sides: roads[2].sides, isPair: true))
  }

  private var serverTables: [String] = []

  private static func psql(_ url: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-d", url] + arguments
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A table without pushdown.
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
    if let url = Self.serverURL, !serverTables.isEmpty {
      _ = Self.psql(url, ["-c", "DROP TABLE IF EXISTS \(serverTables.joined(separator: ", "))"])
    }
    try? FileManager.default.removeItem(at: folder)
  }

  static func run(_ parts: QueryParts, on road: Road, chunkRows: Int, workers: Int) -> Outcome {
    var executor = TableQueryExecutor(workers: workers)
    executor.chunkRows = chunkRows
    // With a low threshold, half of the runs merge their groups in shards.
    if chunkRows % 2 == 1 { executor.manyGroups = 2 }
    var outcome = Outcome()
    do {
      let query = try parts.tableQuery(from: "t")
      if !query.joins.isEmpty {
        let result = try executor.executeJoined(
          query, on: road.table, joining: parts.joins.map { road.sides[$0.side] }, areOfOneDatabase: road.pushesDown)
        outcome.table = result.table
        if road.pushesDown { (outcome.extent, outcome.voided) = (result.extent, result.voided) }
      } else if road.pushesDown, let table = road.table.pushdown {
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
      outcome.message = error.diagnostics.first?.message
    } catch let error as AugerError {
      outcome.error = "\(error.code)"
    } catch {
      outcome.error = "\(error)"
    }
    return outcome
  }
}

/// The storage of a generated table in SQLite.
struct SQLiteStyle {
  var isWithoutRowid = false
  var hasIndex = false
  /// True if strings have a case-insensitive collation.
  var ignoresCase = false
  /// A column that contains a value of another type than declared: its index and the SQL of the value.
  var lie: (column: Int, value: String)?

  init() {}

  init(_ table: GeneratedTable, _ chance: inout Chance) {
    isWithoutRowid = chance.isOneIn(4)
    hasIndex = chance.isOneIn(3)
    ignoresCase = chance.isOneIn(3)
  }
}

extension Answer {
  /// Describes how an outcome differs from the expected result. Nil if it agrees.
  func complaint(_ outcome: Roads.Outcome) -> String? {
    switch self {
    case .overflow:
      guard let table = outcome.table else {
        let isOverflow = ["expressionEvaluation", "sumOverflow"].contains(outcome.error ?? "")
        return isOverflow ? nil : "error \(outcome.error ?? "?") instead of an overflow"
      }
      return "\(table.rowCount) rows instead of an overflow"
    case .multiple(let key):
      let isSaid = outcome.error == "joinNotUnique" && outcome.message?.hasSuffix(" where \(key)") == true
      let found = outcome.table.map { "\($0.rowCount) rows" } ?? "\(outcome.error ?? "?"), \(outcome.message ?? "")"
      return isSaid ? nil : "\(found) instead of joinNotUnique, \(key)"
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
      // Infinite and undefined results cannot be compared digit by digit.
      if !x.isFinite, !y.isFinite { return true }
      // A decimal literal without a decimal operand is a float.
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
