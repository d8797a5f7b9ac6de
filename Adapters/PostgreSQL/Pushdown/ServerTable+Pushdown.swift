import AugerColumns
import AugerDiagnostics
import AugerQuery

extension ServerTable: PushdownTable {
  var dialect: SQLDialect { source.dialect }

  var rules: any SQLRules { PostgreSQLRules() }

  var sqlSource: SQLFragment { SQLFragment(verbatim: quotedName) }

  /// Returns true for the columns of the primary key or another unique key. For a table with inheritance children,
  /// keys do not cover the children's rows.
  func isKey(_ columns: [Int], _ control: RunControl) throws -> Bool {
    guard hasFixedOrder else { return false }
    let state = try known(Watch(control))
    let names = columns.map { state.columns[$0].name }
    let keys = try source.introspect(control) { connection, watch in
      try CatalogueReader(connection: connection, watch: watch, types: source.catalogue).uniqueKeys(of: relation)
    }
    return keys.contains { $0.allSatisfy(names.contains(name:)) }
  }

  /// True for plain tables, which have a storage order. Composed tables do not have one.
  var hasFixedOrder: Bool { (relation.kind == "r" || relation.kind == "m") && !relation.hasChildren }

  /// Types are guaranteed by the catalog.
  func version(_ control: RunControl) -> Int64? { nil }

  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try source.execute(statement, limits: limits, control)
  }

  func narrowed(to selection: RowSelection) -> any ScannableTable { NarrowedTable(base: self, selection: selection) }

  func statement(for columns: [Int], _ selection: RowSelection) -> SQLStatement {
    let known = try? known(Watch(RunControl()))
    // If the columns are unknown, use a name that the server rejects instead of another column.
    let names = columns.map { column in dialect.quoted(known?.columns[column].name ?? "column \(column + 1)") }
    var sql = SQLFragment(verbatim: "SELECT \(names.joined(separator: ", ")) FROM \(quotedName)")
    if let condition = selection.condition { sql = sql + " WHERE \(condition)" }
    // Rows are in scan order, even if the server finds them by an index.
    var order = selection.order
    if hasFixedOrder { order = order.map { $0 + ", ctid" } ?? "ctid" }
    if let order { sql = sql + " ORDER BY \(order)" }
    if let limit = selection.limit { sql = sql + SQLFragment(verbatim: " LIMIT \(limit)") }
    return sql.statement(dialect)
  }

  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage {
    let state = try known(Watch(control))
    return TableStorage(
      rowCount: nil,
      columns: columns.map { index in
        let column = state.columns[index]
        var form = Self.form(column.form, column.declaredType)
        if form == .native, column.form == .text, state.mixesTexts.contains(index) { form = .narrow }
        return ColumnStorage(state.type(index), form)
      })
  }

  /// Returns the representation of a type's values in SQL.
  private static func form(_ form: ValueForm, _ declared: String) -> ColumnStorage.Form {
    switch form {
    case .int2, .int4, .oid, .float4: return .narrow
    case .int8, .float8, .bool, .date, .timestamp, .timestamptz: return .native
    case .numeric(.fixed): return .native
    case .numeric: return .unsettled("is a numeric whose digits are known when it is read")
    case .text where declared == "text" || declared.hasPrefix("character varying"): return .native
    case .text where declared.hasPrefix("character") || declared == "bpchar":
      return .opaque("is padded with spaces, which comparisons ignore")
    case .text, .uuid, .jsonb: return .narrow
    default: return .opaque("has a type that is computed with here")
    }
  }
}

/// A selection of rows of a table, read with one statement.
private struct NarrowedTable: ScannableTable {
  let base: ServerTable
  let selection: RowSelection

  var name: String { base.name }

  func schema(_ control: RunControl) throws -> Schema { try base.schema(control) }

  func scan(
    _ request: ScanRequest, _ control: RunControl,
    body: @Sendable (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let watch = Watch(control)
    var selection = selection
    if let limit = request.rowLimit { selection.limit = min(limit, selection.limit ?? limit) }
    // A statement without columns returns no information about its rows.
    let columns = request.columns.isEmpty ? [0] : request.columns
    let statement = base.statement(for: columns, selection)
    return try base.reported {
      let state = try base.known(watch)
      return try base.source.withConnection(watch) { connection in
        let query = try PreparedQuery(statement, connection, base.source.catalogue, watch)
        try connection.begin(ServerTable.begin, watch)
        try query.begin(connection, watch)
        var reader = WireReader(
          query.columns, facts: columns.map { state.facts[$0] }, usesCopy: query.usesCopy, connection)
        return try base.deliver(&reader, request, watch, body: body)
      }
    }
  }
}
