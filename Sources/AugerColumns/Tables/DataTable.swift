import AugerDiagnostics

/// An immutable table: named, typed columns of equal length. Copies share their storage.
///
/// ```swift
/// let sales = try DataTable(rows)  // rows: [some Encodable]
/// let table = try DataTable(["Region": ["Europe", "Pacific"], "Amount": [120.5, nil]])
/// ```
public struct DataTable: Sendable {
  package let schema: Schema
  /// The columns, left to right, each with `rowCount` values.
  public let columns: [Column]
  /// The number of rows.
  public let rowCount: Int
  package var properties: TableProperties
  /// The warnings about rows, with counts.
  public var warnings: Warnings

  /// Creates a table. `rowCount` is required only without columns.
  package init(
    _ schema: Schema, _ columns: [Column], rowCount: Int? = nil, properties: TableProperties = TableProperties(),
    warnings: Warnings = Warnings()
  ) {
    precondition(schema.count == columns.count, "one column for each field")
    self.schema = schema
    self.columns = columns
    self.rowCount = columns.first?.count ?? rowCount ?? 0
    self.properties = properties
    self.warnings = warnings
  }

  package init(_ columns: [(name: String, column: Column)], properties: TableProperties = TableProperties()) {
    self.init(
      Schema(columns.map { Field($0.name, $0.column.type) }), columns.map(\.column), properties: properties)
  }

  /// The names and types of its columns, left to right. The names are distinct.
  public var fields: [Field] { schema.fields }

  /// The column with a name, compared by bytes. Nil if none exists.
  public subscript(column name: String) -> Column? { schema.index(of: name).map { columns[$0] } }

  package subscript(name: String) -> Column? { self[column: name] }

  /// Returns the rows in `range` without copying.
  package subscript(rows range: Range<Int>) -> Table {
    Table(schema, columns.map { $0[range] }, rowCount: range.count, properties: properties, warnings: warnings)
  }

  /// Returns the columns at `indices`, in that order, without copying.
  package func projected(_ indices: [Int]) -> Table {
    Table(
      Schema(indices.map { schema[$0] }), indices.map { columns[$0] }, rowCount: rowCount, properties: properties,
      warnings: warnings)
  }

  /// Returns the same columns with other names, without copying.
  package func renamed(_ names: [String]) -> Table {
    precondition(names.count == schema.count, "one name for each column")
    let fields = zip(schema.fields, names).map { field, name in
      var field = field
      field.name = name
      return field
    }
    return Table(Schema(fields), columns, rowCount: rowCount, properties: properties, warnings: warnings)
  }

  /// The same rows in separate storage, if they are a small part of shared storage. A cached table then does not
  /// retain other rows.
  package var compacted: Table {
    Table(schema, columns.map(\.compacted), rowCount: rowCount, properties: properties, warnings: warnings)
  }

  /// Returns the rows at `indices`, in that order.
  package func gathered(_ indices: [Int32]) -> Table {
    Table(
      schema, columns.map { $0.gathered(indices) }, rowCount: indices.count, properties: properties,
      warnings: warnings)
  }

  /// Checks every invariant of the table and its columns.
  package func validate() throws(AugerError) {
    for (field, column) in zip(schema.fields, columns) {
      guard column.count == rowCount else {
        throw AugerError(
          .invalidTable, operation: "validate '\(field.name)'", "\(column.count) rows in a table of \(rowCount)")
      }
      guard column.type == field.type else {
        throw AugerError(
          .invalidTable, operation: "validate '\(field.name)'", "a \(column.type) column under a \(field.type) field")
      }
      try column.validate(name: field.name)
    }
  }

  /// Returns true if two tables have the same names, types and values, regardless of storage.
  package func hasSameContents(as other: Table) -> Bool {
    schema.names.elementsEqual(other.schema.names) { Name($0) == Name($1) }
      && schema.fields.map(\.type) == other.schema.fields.map(\.type) && rowCount == other.rowCount
      && zip(columns, other.columns).allSatisfy { a, b in (0..<rowCount).allSatisfy { a[$0] == b[$0] } }
  }
}

/// The properties of MAKit's MAQueryDataTable in addition to its rows (guide, "MAQueryDataTable").
package struct TableProperties: Hashable, Sendable {
  /// True if the rows are in the display order of categories and series.
  package var isSorted = false
  /// A line to compare values with (MAKit: referenceValue).
  package var referenceValue: Double?
  /// A line above which values are bad (MAKit: upperThreshold).
  package var upperThreshold: Double?
  /// A line below which values are bad (MAKit: lowerThreshold).
  package var lowerThreshold: Double?
  /// The first category with predicted values.
  package var predictiveStartCategory: Scalar?

  /// Creates properties without thresholds and without a display order.
  package init() {}
}

extension DataTable: CustomStringConvertible {
  /// The number of rows and the columns: `3 rows of Region: string, Amount: float64`.
  public var description: String {
    let columns = schema.fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    return "\(rowCount) row\(rowCount == 1 ? "" : "s")" + (columns.isEmpty ? "" : " of \(columns)")
  }
}
