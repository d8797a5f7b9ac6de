import AugerColumns
import AugerDiagnostics
import AugerQuery
import CSQLite

/// The virtual tables of a session: a SQLite module named `auger`. Its tables are created with `CREATE VIRTUAL TABLE
/// name USING auger(NUMBER)`.
///
/// The session stores errors of the module. SQLite is only notified of a failure.
enum TableModule {
  static let name = "auger"

  /// Registers the module; the session must outlive the connection.
  static func register(on db: OpaquePointer, _ session: TableSession) -> Int32 {
    // Sound: the module exists as long as the process, and the session outlives the connection.
    unsafe sqlite3_create_module_v2(db, name, module, Unmanaged.passUnretained(session).toOpaque(), nil)
  }

  private nonisolated(unsafe) static let module: UnsafeMutablePointer<sqlite3_module> = {
    // Sound: allocated once, and never changed afterwards.
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    unsafe module.initialize(to: sqlite3_module())
    unsafe module.pointee.iVersion = 1
    unsafe module.pointee.xCreate = connect
    unsafe module.pointee.xConnect = connect
    unsafe module.pointee.xBestIndex = bestIndex
    unsafe module.pointee.xDisconnect = disconnect
    unsafe module.pointee.xDestroy = disconnect
    unsafe module.pointee.xOpen = open
    unsafe module.pointee.xClose = close
    unsafe module.pointee.xFilter = filter
    unsafe module.pointee.xNext = next
    unsafe module.pointee.xEof = isAtEnd
    unsafe module.pointee.xColumn = column
    unsafe module.pointee.xRowid = rowid
    return unsafe module
  }()

  // MARK: Tables

  private static let connect:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 = { db, raw, count, arguments, result, message in
      // Sound: `raw` is the registered session. There are `count` arguments, and the fourth one belongs to this
      // module.
      guard let raw = unsafe raw, count > 3, let argument = unsafe arguments?[3], let result = unsafe result else {
        return SQLITE_ERROR
      }
      let session = unsafe Unmanaged<TableSession>.fromOpaque(raw).takeUnretainedValue()
      guard let number = unsafe Int(String(cString: argument)), session.tables.indices.contains(number) else {
        return SQLITE_ERROR
      }
      let table = session.tables[number]
      let code = unsafe sqlite3_declare_vtab(db, table.declaration)
      guard code == SQLITE_OK else { return code }
      // Sound: freed, with the object, in `disconnect`.
      let made = UnsafeMutablePointer<auger_sqlite3_table>.allocate(capacity: 1)
      unsafe made.initialize(to: auger_sqlite3_table())
      unsafe made.pointee.object = Unmanaged.passRetained(OpenTable(table, session)).toOpaque()
      unsafe result.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }

  private static let disconnect: @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 = { pointer in
    guard let pointer = unsafe pointer else { return SQLITE_OK }
    // Sound: `connect` created it, and SQLite releases it here.
    let made = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: auger_sqlite3_table.self)
    unsafe Unmanaged<OpenTable>.fromOpaque(made.pointee.object).release()
    unsafe made.deallocate()
    return SQLITE_OK
  }

  private static func table(_ pointer: UnsafeMutablePointer<sqlite3_vtab>) -> OpenTable {
    // Sound: every table of the module was created by `connect`.
    unsafe Unmanaged<OpenTable>.fromOpaque(
      UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: auger_sqlite3_table.self).pointee.object
    ).takeUnretainedValue()
  }

  // MARK: Plans

  private static let bestIndex:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 = {
      pointer, info in
      guard let pointer = unsafe pointer, let info = unsafe info else { return SQLITE_ERROR }
      let table = unsafe table(pointer).table
      let count = unsafe Int(info.pointee.nConstraint)
      var plan = ReadingPlan(
        columns: unsafe asked(info.pointee.colUsed, columns: table.schema.count))
      var keyConstraints: [Int] = []
      var conditionConstraints: [Int] = []
      for index in 0..<count {
        // Sound: there are `count` constraints.
        let constraint = unsafe info.pointee.aConstraint[index]
        let column = Int(constraint.iColumn)
        guard constraint.usable != 0, column >= 0, table.canBeKey(column),
          unsafe String(cString: sqlite3_vtab_collation(info, Int32(index))) == "BINARY",
          unsafe sqlite3_vtab_in(info, Int32(index), -1) == 0
        else { continue }
        let operation = Int32(constraint.op)
        var value: OpaquePointer?
        let isConstant = unsafe sqlite3_vtab_rhs_value(info, Int32(index), &value) == SQLITE_OK
        if operation == SQLITE_INDEX_CONSTRAINT_EQ, !isConstant {
          if !plan.keys.contains(column) {
            plan.keys.append(column)
            keyConstraints.append(index)
          }
        } else if isConstant, compares(operation) {
          plan.conditions.append(.init(column: column, operation: operation))
          conditionConstraints.append(index)
        }
      }
      for (position, index) in (keyConstraints + conditionConstraints).enumerated() {
        // Sound: like above. SQLite evaluates each condition again, so additional rows are harmless.
        unsafe info.pointee.aConstraintUsage[index].argvIndex = Int32(position + 1)
        unsafe info.pointee.aConstraintUsage[index].omit = 0
      }
      let rows = Double(table.estimatedRows)
      let found = plan.keys.isEmpty ? rows * (plan.conditions.isEmpty ? 1 : 0.25) : min(rows, 10)
      unsafe info.pointee.estimatedRows = Int64(clamping: max(1, found))
      unsafe info.pointee.estimatedCost = plan.keys.isEmpty ? rows : min(rows, 30)
      // Sound: SQLite frees the copy.
      unsafe info.pointee.idxStr = auger_sqlite3_copy(plan.text)
      unsafe info.pointee.needToFreeIdxStr = 1
      return unsafe info.pointee.idxStr == nil ? SQLITE_NOMEM : SQLITE_OK
    }

  private static func compares(_ operation: Int32) -> Bool {
    [
      SQLITE_INDEX_CONSTRAINT_EQ, SQLITE_INDEX_CONSTRAINT_GT, SQLITE_INDEX_CONSTRAINT_GE, SQLITE_INDEX_CONSTRAINT_LT,
      SQLITE_INDEX_CONSTRAINT_LE,
    ].contains(operation)
  }

  /// Returns the columns of a mask. Its highest bit represents all columns from the 64th.
  private static func asked(_ mask: UInt64, columns: Int) -> [Int] {
    (0..<columns).filter { mask >> UInt64(min($0, 63)) & 1 == 1 }
  }

  // MARK: Cursors

  private static let open:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab>?, UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
    ) -> Int32 = { pointer, result in
      guard let pointer = unsafe pointer, let result = unsafe result else { return SQLITE_ERROR }
      let open = unsafe table(pointer)
      // Sound: freed, with the object, in `close`.
      let made = UnsafeMutablePointer<auger_sqlite3_cursor>.allocate(capacity: 1)
      unsafe made.initialize(to: auger_sqlite3_cursor())
      unsafe made.pointee.object = Unmanaged.passRetained(TableCursor(open.table, open.session)).toOpaque()
      unsafe result.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }

  private static let close: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
    guard let pointer = unsafe pointer else { return SQLITE_OK }
    // Sound: `open` created it, and SQLite releases it here.
    let made = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: auger_sqlite3_cursor.self)
    unsafe cursor(pointer).stop()
    unsafe Unmanaged<TableCursor>.fromOpaque(made.pointee.object).release()
    unsafe made.deallocate()
    return SQLITE_OK
  }

  @inline(__always)
  private static func cursor(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> TableCursor {
    // Sound: every cursor of the module was created by `open`.
    unsafe Unmanaged<TableCursor>.fromOpaque(
      UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: auger_sqlite3_cursor.self).pointee.object
    ).takeUnretainedValue()
  }

  private static let filter:
    @convention(c) (
      UnsafeMutablePointer<sqlite3_vtab_cursor>?, Int32, UnsafePointer<CChar>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { pointer, _, text, count, arguments in
      guard let pointer = unsafe pointer, let text = unsafe text,
        let plan = unsafe ReadingPlan(text: String(cString: text))
      else { return SQLITE_ERROR }
      let cursor = unsafe cursor(pointer)
      var values: [Scalar?] = []
      var hashes: [UInt64?] = []
      for index in 0..<Int(count) {
        // Sound: there are `count` values.
        let value = unsafe arguments?[index]
        values.append(unsafe value.flatMap { unsafe scalar($0) })
        hashes.append(unsafe value.flatMap { unsafe hash($0) })
      }
      return attempt(cursor) { try $0.begin(plan, values, Array(hashes.prefix(plan.keys.count))) }
    }

  private static let next: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
    guard let pointer = unsafe pointer else { return SQLITE_ERROR }
    return attempt(unsafe cursor(pointer)) { try $0.next() }
  }

  private static func attempt(_ cursor: TableCursor, _ body: (TableCursor) throws -> Void) -> Int32 {
    do {
      try body(cursor)
      return SQLITE_OK
    } catch {
      if cursor.session.failure == nil { cursor.session.failure = (error, cursor.table) }
      return SQLITE_ERROR
    }
  }

  private static let isAtEnd: @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 = { pointer in
    guard let pointer = unsafe pointer else { return 1 }
    return unsafe cursor(pointer).isAtEnd ? 1 : 0
  }

  private static let column:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, OpaquePointer?, Int32) -> Int32 = {
      pointer, context, column in
      guard let pointer = unsafe pointer, let context = unsafe context else { return SQLITE_ERROR }
      unsafe cursor(pointer).give(Int(column), to: SQLiteResult(context))
      return SQLITE_OK
    }

  private static let rowid:
    @convention(c) (UnsafeMutablePointer<sqlite3_vtab_cursor>?, UnsafeMutablePointer<sqlite3_int64>?) -> Int32 = {
      pointer, result in
      guard let pointer = unsafe pointer else { return SQLITE_ERROR }
      unsafe result?.pointee = Int64(unsafe cursor(pointer).rowNumber + 1)
      return SQLITE_OK
    }

  // MARK: Values

  /// Returns a value for a condition. Nil for null and blobs.
  private static func scalar(_ value: OpaquePointer) -> Scalar? {
    // Sound: the value is valid during `filter`, and is copied.
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return unsafe .int(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return unsafe .float(sqlite3_value_double(value))
    case SQLITE_TEXT: return unsafe text(value).map { .string(String(decoding: $0, as: UTF8.self)) }
    default: return nil
    }
  }

  /// Returns the hash that identifies rows with the value. Nil for null.
  private static func hash(_ value: OpaquePointer) -> UInt64? {
    // Sound: like above.
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return unsafe KeyHash.of(Double(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: return unsafe KeyHash.of(sqlite3_value_double(value))
    case SQLITE_NULL: return nil
    default: return unsafe text(value).map { KeyHash.of(text: $0.span) }
    }
  }

  private static func text(_ value: OpaquePointer) -> [UInt8]? {
    // Sound: like above. SQLite reports the number of bytes.
    guard let start = unsafe sqlite3_value_text(value) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }
}

extension SQLiteConnection {
  /// Opens a read-only in-memory database with the tables of a session. The session must outlive it.
  convenience init(memoryOf session: TableSession, named name: String) throws(AugerError) {
    // Sound: the connection is returned before any other use.
    try unsafe self.init(inMemory: "SQL over '\(name)'") { connection in
      let dialect = TablesSource.dialect
      var statements: [String] = []
      var spaces: [String] = []
      for space in session.tables.compactMap(\.space) where !spaces.contains(space) { spaces.append(space) }
      statements += spaces.map { "ATTACH ':memory:' AS \(dialect.quoted($0))" }
      for (number, table) in session.tables.enumerated() {
        let name = (table.space.map { dialect.quoted($0) + "." } ?? "") + dialect.quoted(table.name)
        statements.append("CREATE VIRTUAL TABLE \(name) USING \(TableModule.name)(\(number))")
      }
      // SQLite resolves an unqualified name in the main schema first. An ambiguous name must fail there.
      for (index, table) in session.tables.enumerated() where table.space != nil {
        let same = session.tables.indices.filter { session.tables[$0].name.lowercased() == table.name.lowercased() }
        guard same.count > 1, same.first == index, same.allSatisfy({ session.tables[$0].space != nil }) else {
          continue
        }
        statements.append(
          "CREATE VIEW \(dialect.quoted(table.name)) AS SELECT * FROM \(dialect.quoted("\u{1}\(table.name)\u{1}"))")
      }
      let module = unsafe TableModule.register(on: connection, session)
      let functions = module == SQLITE_OK ? unsafe SQLFunctions.register(on: connection) : module
      let needsSums = functions == SQLITE_OK && session.hasDecimals
      return (needsSums ? unsafe SQLSums.register(on: connection) : functions, statements)
    }
  }
}

/// The object of a virtual table in SQLite: the table and its session.
private final class OpenTable {
  let table: VirtualTable
  let session: TableSession

  init(_ table: VirtualTable, _ session: TableSession) {
    self.table = table
    self.session = session
  }
}
