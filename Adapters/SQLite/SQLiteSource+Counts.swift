import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Row and distinct counts, estimated from the sqlite_stat1 table that ANALYZE writes, or counted.
extension SQLiteSource {
  func describe(_ request: IntrospectionRequest, _ control: RunControl) throws -> [TableDescription] {
    try withConnection(control) { connection in
      let names = try tableNames(connection)
      let wanted = try request.chosen(names.map(\.name), of: name).map { names[$0] }
      let hasStatistics = try !rows("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'", connection).isEmpty
      return try wanted.map { table in
        var description = try describe(table.name, isView: table.isView, connection)
        if hasStatistics { try estimate(&description, connection) }
        if request.countsRows || request.countsDistinct {
          // A view may refer to a table that no longer exists, or run forever. Its counts then remain unknown.
          if table.isView { connection.context.begin(control, .now + Self.patienceWithViews) }
          defer { connection.context.begin(control, nil) }
          do {
            try count(&description, request, connection)
          } catch let error as AugerError where error.code == .queryFailed && table.isView {
            try control.check()
          }
        }
        return description
      }
    }
  }

  /// The maximum time to count the rows of a view.
  private static let patienceWithViews: Duration = .seconds(2)

  /// Estimates counts from sqlite_stat1. Each row contains the number of rows of an index, then the average number of
  /// rows per value of its first column, of its first two columns, and so on. For a table without an index, it
  /// contains only the number of rows.
  private func estimate(_ table: inout TableDescription, _ connection: SQLiteConnection) throws {
    let statistics = try rows("SELECT idx, stat FROM sqlite_stat1 WHERE tbl = ?1", connection, [.string(table.name)])
    for row in statistics {
      let numbers = row[1].description.split(separator: " ").prefix { $0.allSatisfy(\.isNumber) }.compactMap { Int($0) }
      guard let count = numbers.first else { continue }
      // A partial index has fewer rows than the table.
      table.rows = .estimate(max(count, table.rows?.number ?? 0))
      guard numbers.count > 1, !row[0].isNull else { continue }
      let first = try rows(
        """
        SELECT i.name FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i
        WHERE l.name = ?2 AND l.partial = 0 AND i.seqno = 0
        """, connection, [.string(table.name), row[0]])
      guard let name = first.first?[0].description,
        let column = table.columns.firstIndex(named: name)
      else { continue }
      table.columns[column].distinct = .estimate((count + numbers[1] - 1) / max(1, numbers[1]))
    }
  }

  private func count(
    _ table: inout TableDescription, _ request: IntrospectionRequest, _ connection: SQLiteConnection
  ) throws {
    func number(_ scalar: Scalar) -> RowCount? {
      if case .int(let number) = scalar { .exact(Int(number)) } else { nil }
    }
    let from = "FROM \(dialect.quoted(table.name))"
    if request.countsRows { table.rows = number(try rows("SELECT count(*) \(from)", connection)[0][0]) }
    guard request.countsDistinct else { return }
    for index in table.columns.indices {
      let column = dialect.quoted(table.columns[index].name)
      let counted = try rows("SELECT count(DISTINCT \(column) COLLATE BINARY) \(from)", connection)
      table.columns[index].distinct = number(counted[0][0])
    }
  }
}
