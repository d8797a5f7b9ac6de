import AugerColumns
import AugerDiagnostics
import AugerQuery

extension DatabaseTable: PushdownTable {
  var dialect: SQLDialect { source.dialect }

  var rules: any SQLRules { SQLiteRules() }

  var sqlName: String { dialect.quoted(name) }

  var sqlSource: SQLFragment { SQLFragment(verbatim: sqlName) }

  /// Returns a subquery with a limit, so that SQLite does not merge it into the outer query. A merged query would
  /// read all rows in the order of an index of the groups.
  func sqlSource(where condition: SQLFragment) -> SQLFragment? {
    "(SELECT * FROM \(sqlSource) WHERE \(condition) LIMIT -1)"
  }

  var hasFixedOrder: Bool { layout.order != nil }

  func version(_ control: RunControl) throws -> Int64? { try version(control, waits: true) }

  /// Returns the version. If not `waits`, a lock is an immediate error.
  func version(_ control: RunControl, waits: Bool) throws -> Int64? { try source.dataVersion(control, waits: waits) }

  func contentVersion(_ control: RunControl) throws -> String? { try source.contentVersion(control) }

  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try source.execute(statement, limits: limits, control)
  }

  func narrowed(to selection: RowSelection) -> any ScannableTable { DatabaseTable(self, selection) }

  /// Profiles all rows of these columns, because a declaration guarantees no types in SQLite. Profiles are cached
  /// until the next write.
  func storage(of columns: [Int], _ control: RunControl) throws -> TableStorage {
    let state = try known(control)
    let names = columns.map { layout.columns[$0] }
    let version = try version(control) ?? 0
    var (rowCount, profiles) = source.profiles.known(name, names, version)
    let missing = columns.indices.filter { profiles[$0] == nil }
    if rowCount == nil || !missing.isEmpty {
      let (count, found) = try profile(missing.map { columns[$0] }, state, control)
      rowCount = count
      for (index, profile) in zip(missing, found) { profiles[index] = profile }
      if try self.version(control) ?? 0 == version {
        source.profiles.keep(name, rowCount: count, missing.map { names[$0] }, found, version)
      }
    }
    for (column, profile) in zip(columns, profiles) {
      // A scan then starts with these types, even if it reads only some of the rows.
      if let profile { widen(column, by: profile.settledFacts) }
    }
    return try storage(of: columns, profiles, rowCount: rowCount, control)
  }

  /// Returns the storage from a profile of the first rows, if the table is large enough for parallel readers.
  func likelyStorage(of columns: [Int], _ control: RunControl) throws -> TableStorage? {
    let state = try known(control)
    let (rowCount, known) = source.profiles.known(name, columns.map { layout.columns[$0] }, try version(control) ?? 0)
    if columns.isEmpty || (rowCount != nil && known.allSatisfy { $0 != nil }) { return nil }
    guard let ends = try rowids(control), ends.count > Self.rowsOfOneReader else { return nil }
    var profiles = columns.map { StorageProfile(state.kinds[$0]) }
    let statement = statement(for: columns, RowSelection(limit: Self.firstRows))
    _ = try source.withConnection(control) { try SQLiteStatement(statement, on: $0).profile(&profiles) }
    let rows = zip(known, profiles).map { $0 ?? $1 }
    return try storage(of: columns, rows, rowCount: Int(clamping: ends.count), control)
  }

  private func storage(
    of columns: [Int], _ profiles: [StorageProfile?], rowCount: Int?, _ control: RunControl
  ) throws -> TableStorage {
    let schema = try schema(control)
    let isUTF8 = try source.isUTF8(control)
    let storage = zip(columns, profiles).map { column, profile in
      profile?.storage(source.options.onTypeConflict, fallback: schema[column].type, isUTF8: isUTF8)
        ?? ColumnStorage(schema[column].type, .unsettled("was not looked at"))
    }
    return TableStorage(rowCount: rowCount, columns: storage)
  }

  /// Returns the number of rows and a profile of each column, in one pass and in scan order.
  private func profile(_ columns: [Int], _ state: State, _ control: RunControl) throws -> (Int, [StorageProfile]) {
    var profiles = columns.map { StorageProfile(state.kinds[$0]) }
    if columns.isEmpty {
      let counted = try source.execute(SQLStatement(text: "SELECT count(*) FROM \(sqlName)"), limits: .none, control)
      if case .int(let count) = counted.columns[0][0] { return (Int(count), profiles) }
    }
    let ranges = try rowidRanges(control)
    let parts = Locked([(rows: Int, profiles: [StorageProfile])?](repeating: nil, count: ranges.count))
    // All readers must read the same version. After a concurrent write, the version differs and the profiles are
    // discarded.
    let fresh = profiles
    @Sendable func read(_ index: Int) throws {
      var part = fresh
      let statement = statement(for: columns, RowSelection(condition: ranges[index]))
      let rows = try source.withConnection(control) { try SQLiteStatement(statement, on: $0).profile(&part) }
      parts.withLock { $0[index] = (rows, part) }
    }
    try Workers.run(ranges.count) { index in
      do { try read(index) } catch let error as AugerError where error.code == .databaseLocked && ranges.count > 1 {
        // A writer that waits for another reader blocks this one. It is retried after the others.
      }
    }
    for index in ranges.indices where parts.withLock({ $0[index] == nil }) { try read(index) }
    var rows = 0
    for part in parts.withLock({ $0 }) {
      guard let part else { continue }
      rows += part.rows
      for index in profiles.indices { profiles[index].merge(part.profiles[index]) }
    }
    return (rows, profiles)
  }

  /// Returns the minimum and maximum rowid of a table that has rowids. Nil if the table is empty.
  func rowids(_ control: RunControl) throws -> (least: Int128, most: Int128, count: Int128)? {
    guard let rowid = layout.order, SQLiteSource.rowidNames.contains(rowid) else { return nil }
    // Two statements for the two ends, because SQLite then finds each in the table's tree directly.
    let ends = try source.execute(
      SQLStatement(text: "SELECT (SELECT min(\(rowid)) FROM \(sqlName)), (SELECT max(\(rowid)) FROM \(sqlName))"),
      limits: .none, control)
    guard case .int(let least) = ends.columns[0][0], case .int(let most) = ends.columns[1][0] else { return nil }
    return (Int128(least), Int128(most), Int128(most) - Int128(least) + 1)
  }

  /// Returns conditions that split the rows of a large table between a few readers. A nil condition means all rows.
  private func rowidRanges(_ control: RunControl) throws -> [SQLFragment?] {
    guard let ends = try rowids(control), ends.count > Self.rowsOfOneReader, let rowid = layout.order else {
      return [nil]
    }
    let readers = Int128(min(Workers.defaultCount, Self.mostReaders))
    let cuts = (0...readers).map { ends.least + ends.count * $0 / readers }
    return zip(cuts, cuts.dropFirst()).map { from, to in
      SQLFragment(verbatim: "\(rowid) BETWEEN \(from) AND \(to - 1)")
    }
  }

  static let rowsOfOneReader = 50_000
  /// The number of rows for a likely profile.
  private static let firstRows = 1000
  private static let mostReaders = 4
}
