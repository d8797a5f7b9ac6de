import AugerDiagnostics

extension DataTable {
  /// Creates a table with a column for each coding key, in the order of their first appearance.
  ///
  /// ```swift
  /// struct Sale: Codable { var region: String, amount: Decimal, date: Date, note: String? }
  /// let table = try DataTable(sales)  // columns region, amount, date, note
  /// ```
  ///
  /// Values of types that conform to ``ColumnValue`` and raw-value enums become typed columns. A `Date` becomes a
  /// timestamp in UTC. An optional without a value is null, also if its key is not encoded. A nested value with keys
  /// gets a column for each of them, named by its path: `customer.city`.
  ///
  /// The columns come from the rows, so a table without rows has no columns. If there may be no rows, name the columns
  /// with ``RowField``.
  ///
  /// - Throws: `notTabular` with the number of the row and the coding path for a value that is not a cell, such as an
  ///   array. Other errors of encoding a row are thrown as `other`.
  public init<Row: Encodable>(_ rows: some Collection<Row>) throws(AugerError) {
    let sink = RowSink()
    for row in rows {
      do {
        try row.encode(to: RowEncoder(sink))
        try sink.endRow()
      } catch {
        throw RowPath.error(error, ofRow: sink.row, operation: "make a table of rows")
      }
    }
    self = sink.finish()
  }

  /// Creates a table from any values, with a column for each field. The types of the columns are known without rows.
  ///
  /// ```swift
  /// let table = DataTable(orders) {
  ///   RowField("Region", value: \.customer.region)
  ///   RowField("Amount", value: \.total)
  /// }
  /// ```
  ///
  /// A second field of the same name gets a suffix: `Amount`, `Amount_2`.
  public init<Row>(_ rows: some Collection<Row>, @ListBuilder<RowField<Row>> fields: () -> [RowField<Row>]) {
    let rows = Array(rows)
    let columns = fields().map { field in (name: field.name, column: field.column(rows)) }
    self.init(
      Schema(columns.map { Field($0.name, $0.column.type) }), columns.map(\.column), rowCount: rows.count)
  }

  /// Returns the rows as values of a program. Each coding key reads the column of its name.
  ///
  /// A nested value reads the columns that begin with its path: `customer.city`. A null or a missing column is nil for
  /// an optional. Numbers, dates and strings are converted if no information is lost.
  ///
  /// - Throws: `columnNotFound` for a key without a column. `typeMismatch` for a null or a value that is not of the
  ///   type of its property. Both have the number of the row and the coding path.
  public func rows<Row: Decodable>(as type: Row.Type = Row.self) throws(AugerError) -> [Row] {
    let source = RowSource(self)
    var result: [Row] = []
    result.reserveCapacity(rowCount)
    for row in 0..<rowCount {
      source.row = row
      do { result.append(try Row(from: RowDecoder(source))) } catch {
        throw RowPath.error(error, ofRow: row, operation: "read a row as \(Row.self)")
      }
    }
    return result
  }
}

/// A column made of a property of rows.
///
/// ```swift
/// let table = DataTable(orders) {
///   RowField("Region", value: \.customer.region)
///   RowField("Amount", value: \.total)
/// }
/// ```
public struct RowField<Row> {
  package let name: String
  package let column: ([Row]) -> DataTable.Column

  /// Creates a column of a property.
  public init<Value: ColumnValue>(_ name: String, value: KeyPath<Row, Value>) {
    self.name = name
    column = { rows in DataTable.Column(rows.map { $0[keyPath: value] }) }
  }

  /// Creates a column of an optional property. Nil becomes null.
  public init<Value: ColumnValue>(_ name: String, value: KeyPath<Row, Value?>) {
    self.name = name
    column = { rows in DataTable.Column(rows.map { $0[keyPath: value] }) }
  }
}
