import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A table extended by the columns of other tables. Each row gets the row of the other table with the same key.
///
/// The rows are streamed. The named columns of the joined tables are in memory, with an index of their keys. A row
/// that an inner join drops is still present, without a match: `query` has a condition for it.
package struct JoinedTable: ScannableTable {
  /// A joined table: the columns that the query names, in memory.
  private struct Loaded: Sendable {
    let join: TableJoin
    let table: Table
    let share: MemoryShare
    /// All columns of the table.
    let columns: [String]
  }

  private struct Part: Sendable {
    let table: Table
    let index: KeyIndex
    /// The values that are compared with the key, over the columns before the join.
    let values: [BoundExpression]
    let layout: JoinedLayout.Part
    let share: MemoryShare
  }

  package let query: TableQuery
  private let base: any ScannableTable
  /// The schema of the first table when the keys were bound.
  private let own: Schema
  private let loaded: [Loaded]
  private let names: JoinedNames
  private let variables: [(name: String, value: QueryArgument)]
  private let parts: [Part]
  private let joined: Schema

  package var name: String { base.name }

  /// Reads the joined tables, which are in the order of the query's joins. Blocks.
  ///
  /// Throws `DiagnosticError` for unknown and ambiguous columns, types that cannot be compared, and duplicate keys,
  /// each with its position.
  package init(
    _ base: any ScannableTable, _ query: TableQuery, tables: [any ScannableTable], arguments: QueryArguments,
    limits: QueryLimits, executor: TableQueryExecutor, _ control: RunControl
  ) throws {
    try query.checkJoins()
    let own = try base.schema(control)
    let loaded = try zip(query.joins, tables).map { join, table in
      let share = MemoryShare(of: control.memory)
      let loaded = try Self.load(join, table, for: query, executor, limits, control)
      try share.hold(loaded.byteCount)
      return Loaded(join: join, table: loaded, share: share, columns: try table.schema(control).names)
    }
    let names = JoinedNames(own.names, loaded.map { ($0.join.name, $0.columns) })
    try names.check(query, arguments)
    var rewritten = try query.overJoinedRows()
    if !query.isAggregation, query.select == nil {
      var shown = own.names
      for (number, entry) in loaded.enumerated() {
        // A key column with the same name on both sides occurs once in the result.
        let keys = entry.join.on.filter { $0.value.columnName == $0.column.name }.map(\.column.name)
        shown += entry.table.schema.names.filter { !keys.contains($0) }.map { names.shownName(of: $0, in: number) }
      }
      rewritten.select = (shown + query.derive.map(\.name)).map { TableQuery.ColumnReference($0) }
    }
    let variables = arguments.entries.map { (name: $0.name, value: $0.value) }
    try self.init(base, own, loaded, names, rewritten, variables, control)
  }

  private init(
    _ base: any ScannableTable, _ own: Schema, _ loaded: [Loaded], _ names: JoinedNames, _ query: TableQuery,
    _ variables: [(name: String, value: QueryArgument)], _ control: RunControl
  ) throws {
    let layout = JoinedLayout(own, loaded.map { ($0.join, $0.table.schema) }, names)
    parts = try zip(loaded, layout.parts).map { entry, part in
      let scope = ExpressionScope(schema: layout.before(part), variables: variables)
      let keys = try entry.join.bound(to: entry.table.schema, in: scope)
      let share = MemoryShare(of: control.memory)
      try share.hold(
        KeyIndex.byteCount(of: keys.compactMap { $0.column.columns.first.map { entry.table.columns[$0] } }))
      let index = try entry.join.index(of: entry.table, keys, control)
      return Part(table: entry.table, index: index, values: keys.map(\.value), layout: part, share: share)
    }
    self.base = base
    self.own = own
    self.loaded = loaded
    self.names = names
    self.variables = variables
    self.query = query
    joined = layout.schema
  }

  /// Returns the table over a base with wider column types. The types in which keys are compared may change.
  private func over(_ base: any ScannableTable, _ control: RunControl) throws -> JoinedTable {
    try JoinedTable(base, try base.schema(control), loaded, names, query, variables, control)
  }

  /// Reads the columns of a joined table that the query names, and its key. If the result contains all columns, all
  /// are read.
  private static func load(
    _ join: TableJoin, _ table: any ScannableTable, for query: TableQuery, _ executor: TableQueryExecutor,
    _ limits: QueryLimits, _ control: RunControl
  ) throws -> Table {
    let known = try table.schema(control).names
    for key in join.on where !known.contains(name: key.column.name) {
      throw DiagnosticError(
        Diagnostic(
          .unknownColumn, "'\(join.name)' has no column '\(key.column.name)'", at: key.column.place ?? join.place,
          hint: DidYouMean.hint(for: key.column.name, among: known, listing: "columns")))
    }
    let wanted = query.columns(of: join, among: known)
    return try executor.execute(
      TableQuery(from: table.name, select: wanted.map { TableQuery.ColumnReference($0) }), on: table,
      limits: QueryLimits(time: limits.time), control)
  }

  // MARK: ScannableTable

  package func schema(_ control: RunControl) -> Schema { joined }

  package func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    guard try base.schema(control) == own else {
      throw ScanRestart(reason: "\(name): an earlier scan found wider types", table: try over(base, control))
    }
    do {
      return try scanOnce(request, control, body: body)
    } catch let restart as ScanRestart {
      throw ScanRestart(reason: restart.reason, table: try over(restart.table ?? base, control))
    }
  }

  private func scanOnce(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    // From the last join to the first: check if the join is used, and add the columns of its key.
    var needed = Set(request.columns)
    var working: [Part] = []
    for part in parts.reversed()
    where needed.contains(part.layout.match) || part.layout.places.joined().contains(where: needed.contains) {
      working.insert(part, at: 0)
      for value in part.values { needed.formUnion(value.columns) }
    }
    let asked = needed
    var own = request
    own.columns = needed.filter { $0 < self.own.count }.sorted()
    let (columns, count) = (own.columns, joined.count)
    let keyWarnings = Locked(Warnings())
    var summary = try base.scan(own, control) { [working] chunk, batch in
      var all = [Column?](repeating: nil, count: count)
      for (column, values) in zip(columns, batch.columns) { all[column] = values }
      for part in working {
        var warnings = Warnings()
        let keys = try part.values.map {
          try $0.evaluate(all, rowCount: batch.rowCount, firstRow: batch.firstRow, warnings: &warnings)
        }
        if !warnings.isEmpty { keyWarnings.withLock { $0.add(contentsOf: warnings) } }
        let rows = try part.index.rows(for: keys) { try control.check() }
        for (values, places) in zip(part.table.columns, part.layout.places) where places.contains(where: asked.contains)
        {
          let found = values.gathered(rows)
          for place in places { all[place] = found }
        }
        all[part.layout.match] = Column(rows.map { $0 >= 0 })
      }
      try body(
        chunk,
        Batch(columns: request.columns.compactMap { all[$0] }, rowCount: batch.rowCount, firstRow: batch.firstRow))
    }
    summary.warnings.add(contentsOf: keyWarnings.withLock { $0 })
    for part in working { summary.warnings.add(contentsOf: part.table.warnings) }
    return summary
  }
}

extension TableJoin {
  /// A bound part of the key: the value and the column, both in the type of the comparison.
  typealias BoundKey = (value: BoundExpression, column: BoundExpression)

  func bound(to schema: Schema, in scope: ExpressionScope) throws -> [BoundKey] {
    var (keys, problems) = ([BoundKey](), [Diagnostic]())
    for key in on {
      do throws(DiagnosticError) {
        let value = try BoundExpression.bind(key.value, in: scope)
        guard let column = schema.index(of: key.column.name) else { continue }
        if let key = value.equality(with: column, of: schema) {
          keys.append(key)
        } else {
          problems.append(
            Diagnostic(
              .joinTypesDiffer,
              "cannot join '\(name).\(key.column.name)' (\(schema[column].type)) with a value of type \(value.type)",
              at: Diagnostic.Place(key.value.source, key.value.span),
              hint: "Convert one of them, for example with string(...) in the key's expression."))
        }
      } catch {
        problems += error.diagnostics
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    return keys
  }

  /// Returns the index of the joined table's keys. Each key must belong to one row.
  fileprivate func index(of table: Table, _ keys: [BoundKey], _ control: RunControl) throws -> KeyIndex {
    var warnings = Warnings()
    let columns = try keys.map {
      try $0.column.evaluate(table.columns, rowCount: table.rowCount, warnings: &warnings)
    }
    do {
      return try KeyIndex(columns, beside: keys.map(\.value.type)) { try control.check() }
    } catch let duplicate as KeyIndex.Duplicate {
      let parts = on.compactMap { key in
        table.schema.index(of: key.column.name).map { "\(key.column.name) is \(table.columns[$0][duplicate.first])" }
      }
      throw DiagnosticError(
        Diagnostic(
          .joinNotUnique,
          "'\(name)' has more than one row where \(parts.joined(separator: " and ")): row \(duplicate.first + 1) and "
            + "row \(duplicate.second + 1)",
          at: place, hint: "Join on more columns, or join a query that groups the table by its key."))
    }
  }
}

extension TableQuery {
  func checkJoins() throws(DiagnosticError) {
    for (index, join) in joins.enumerated() {
      if joins[..<index].contains(named: join.name) {
        throw DiagnosticError(
          Diagnostic(.duplicateName, "two joins have the name '\(join.name)'", at: join.place))
      }
      if join.on.isEmpty {
        throw DiagnosticError(
          Diagnostic(.wrongArgumentValue, "join '\(join.name)' needs 'on', the columns of its key", at: join.place))
      }
    }
  }
}
