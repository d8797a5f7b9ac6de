import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The tables of one running statement, used by the thread that runs it.
final class TableSession {
  let tables: [VirtualTable]
  let control: RunControl
  let workers: Int
  /// The error that ended the statement outside SQLite, and the table that was being read.
  var failure: (error: any Error, table: VirtualTable)?
  var warnings = Warnings()
  /// The number of cursors on a row. A scan that starts during another one will start again.
  var activeCursors = 0

  init(_ tables: [VirtualTable], workers: Int, _ control: RunControl) {
    self.tables = tables
    self.workers = workers
    self.control = control
  }

  /// True if any column of any table is a decimal.
  var hasDecimals: Bool {
    tables.contains { table in
      table.schema.fields.contains { if case .decimal = $0.type { true } else { false } }
    }
  }
}

/// A table with its name in SQL.
final class VirtualTable {
  /// The schema of the table. Nil means the main schema.
  let space: String?
  let name: String
  let table: any ScannableTable
  let schema: Schema

  var title: String { space.map { "\($0).\(name)" } ?? name }

  private var loaded: [[Int]: LoadedRows] = [:]
  /// The number of leading columns with a type. The others are computed columns, for which SQLite has no type.
  private let typedColumns: Int

  init(
    space: String?, name: String, _ table: any ScannableTable, typedColumns: Int = .max, _ control: RunControl
  ) throws {
    self.typedColumns = typedColumns
    self.space = space
    self.name = name
    self.table = table
    schema = try table.schema(control)
    guard schema.count <= SQLAdapter.mostColumns else {
      throw AugerError(
        .limitExceeded, operation: "read '\(name)' by SQL",
        "it has \(schema.count) columns, and SQLite takes at most \(SQLAdapter.mostColumns)",
        hint: "Define a table query that selects fewer columns.")
    }
  }

  /// `CREATE TABLE` for `sqlite3_declare_vtab`. SQLite requires names that differ by more than case, so a duplicate
  /// name gets a number.
  var declaration: String {
    var used: Set<String> = []
    let columns = schema.fields.enumerated().map { index, field in
      var name = field.name
      var number = 2
      while !used.insert(name.lowercased()).inserted {
        name = "\(field.name)_\(number)"
        number += 1
      }
      return "\(TablesSource.dialect.quoted(name)) \(index < typedColumns ? Self.declared(field.type) : "")"
    }
    return "CREATE TABLE t(\(columns.joined(separator: ", ")))"
  }

  private static func declared(_ type: DataType) -> String {
    switch type {
    case .bool: "BOOLEAN"
    case .int64: "INTEGER"
    case .float64: "REAL"
    case .decimal(let precision, let scale): "DECIMAL(\(precision),\(scale))"
    case .string: "TEXT"
    case .date: "DATE"
    case .timestamp: "TIMESTAMP"
    case .time: "TIME"
    case .interval: "INTERVAL"
    case .binary: "BLOB"
    }
  }

  /// The estimated number of rows. An unknown number is assumed to be large.
  var estimatedRows: Int { table.whole?.rowCount ?? 1_000_000 }

  /// Returns true if a column can be a key for lookups.
  func canBeKey(_ column: Int) -> Bool { schema.fields.indices.contains(column) && schema[column].type != .binary }

  /// Returns the rows, loaded once for all cursors that read these columns.
  func loaded(_ columns: [Int], in session: TableSession) throws -> LoadedRows {
    if let rows = loaded[columns] { return rows }
    let stream = stream(columns, condition: nil, in: session)
    defer { stream.stop() }
    let rows = try LoadedRows(stream, session.control) { note($0, columns, in: session) }
    noteEnd(of: stream, in: session)
    loaded[columns] = rows
    return rows
  }

  func isLoaded(_ columns: [Int]) -> Bool { loaded[columns] != nil }

  func stream(_ columns: [Int], condition: BoundExpression?, in session: TableSession) -> RowStream {
    RowStream(table, columns: columns, condition: condition, workers: session.workers, session.control)
  }

  /// Records the warnings of a scan after its end.
  func noteEnd(of stream: RowStream, in session: TableSession) {
    if let summary = stream.summary { session.warnings.add(contentsOf: summary.warnings) }
  }

  /// Warns about values that SQLite does not support.
  func note(_ rows: StagedRows, _ columns: [Int], in session: TableSession) {
    for (column, count) in zip(columns, rows.unknownNumbers) where count > 0 {
      session.warnings.add(
        Warning(
          .notANumber, "column '\(schema[column].name)' of '\(name)': SQL has no NaN, which became null", count: count))
    }
  }

  /// Returns a condition over `columns` that can be evaluated before SQLite's. It accepts every row that SQLite
  /// accepts. Nil if none exists.
  func condition(_ conditions: [(column: Int, operation: String, value: Scalar)], over columns: [Int])
    -> BoundExpression?
  {
    var terms: [String] = []
    var values: [(name: String, value: QueryArgument)] = []
    for (column, operation, value) in conditions {
      guard let position = columns.firstIndex(of: column),
        let value = Self.comparable(value, schema[column].type)
      else { continue }
      terms.append("c\(position) \(operation) $v\(values.count)")
      values.append(("v\(values.count)", .scalar(value)))
    }
    guard !terms.isEmpty, let expression = try? Expression.parse(terms.joined(separator: " and "), name: "where") else {
      return nil
    }
    let scoped = Schema(columns.enumerated().map { Field("c\($0)", schema[$1].type) })
    return try? BoundExpression.bind(expression, in: ExpressionScope(schema: scoped, variables: values))
  }

  /// Returns an SQL value in the type of a column, if both compare it equally.
  static func comparable(_ value: Scalar, _ type: DataType) -> Scalar? {
    let mostExact: Int64 = 1 << 53
    switch (type, value) {
    case (.int64, .int): return value
    case (.float64, .float): return value
    case (.float64, .int(let number)) where number.magnitude <= mostExact: return .float(Double(number))
    case (.string, .string(let text)) where !text.isEmpty: return value
    case (.date, .string(let text)):
      // Date strings with ten characters sort like dates.
      return TemporalText.date(Array(text.utf8).span).map { .date($0) }
    default: return nil
    }
  }
}

extension Diagnostic.Code {
  /// A NaN became null.
  package static let notANumber = Self("notANumber")
}
