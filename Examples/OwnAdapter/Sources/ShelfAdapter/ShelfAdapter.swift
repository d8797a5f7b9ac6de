import AugerQuery

/// The adapter `shelf` of a workspace. The `url` of a source is the name of a shelf.
///
/// The three types of this file are an adapter. `ShelfTable+SQL` writes their statements, and `ShelfTable+Pushdown`
/// lets the database filter, sort and group rows.
public struct ShelfAdapter: SourceAdapter {
  private let shelves: [String: Shelf]

  public init(_ shelves: [String: Shelf]) { self.shelves = shelves }

  public var name: String { "shelf" }
  public var pathExtensions: [String] { [] }

  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(known: [])
    guard let shelf = shelves[configuration.location] else {
      throw AugerError(
        "other", message: "shelf '\(configuration.location)' does not exist", operation: "open '\(configuration.name)'",
        hint: "Available shelves: \(shelves.keys.sorted().joined(separator: ", "))")
    }
    return ShelfSource(name: configuration.name, shelf: shelf)
  }
}

/// An open shelf, which needs no cleanup when it is closed.
struct ShelfSource: Source {
  let name: String
  let shelf: Shelf

  func tables(_ control: RunControl) throws -> [TableDescription] {
    shelf.tableNames.map { name in
      TableDescription(
        name: name, kind: .table,
        columns: (shelf.table(name)?.fields ?? []).map {
          ColumnDescription(name: $0.name, declaredType: "\($0.type)", type: $0.type, isNullable: true)
        })
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard let table = shelf.table(name) else {
      throw AugerError.tableNotFound(name, of: self.name, among: shelf.tableNames)
    }
    return ShelfTable(name: name, shelf: shelf, fields: table.fields)
  }

  func close() {}
}

/// A table of a shelf, or a selection of its rows.
struct ShelfTable: ScannableTable {
  let name: String
  let shelf: Shelf
  let fields: [DataTable.Field]
  /// The selection of the engine. Nil for all rows, and always nil without pushdown.
  var selection: RowSelection?

  func schema(_ control: RunControl) throws -> DataTable.Schema { DataTable.Schema(fields) }

  /// Reads the requested columns with one statement and passes them on in chunks of rows. A table that exceeds the
  /// memory would require several statements or a cursor.
  func scan(
    _ request: ScanRequest, _ control: RunControl, body: @Sendable (Int, borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let limit = [request.rowLimit, selection?.limit].compactMap(\.self).min()
    let rows = try answer(to: statement(for: request.columns, selection, limit: limit), control).rows
    for (chunk, start) in stride(from: 0, to: rows.count, by: request.chunkRows).enumerated() {
      try control.check()
      let part = rows[start..<min(start + request.chunkRows, rows.count)]
      let columns = try request.columns.enumerated().map { index, column in
        try DataTable.Column(part.map { $0[index] }, type: fields[column].type)
      }
      try body(chunk, Batch(columns: columns, rowCount: part.count, firstRow: start))
    }
    return ScanSummary(rowCount: rows.count)
  }
}
