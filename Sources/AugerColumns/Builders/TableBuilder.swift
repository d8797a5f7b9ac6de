import AugerDiagnostics

/// Builds a table from batches or rows. Its memory is close to the size of the result.
package struct TableBuilder: Sendable {
  package let schema: Schema
  package var columns: [ColumnBuilder]
  /// The number of rows appended as batches. Builders of single rows count in their columns.
  private var batchRows = 0

  package init(_ schema: Schema) {
    self.schema = schema
    columns = schema.fields.map { ColumnBuilder($0.type) }
  }

  package var rowCount: Int { columns.first?.count ?? batchRows }

  /// The size of the rows in bytes.
  package var byteCount: Int { columns.reduce(0) { $0 + $1.byteCount } }

  /// The memory of the rows while they grow. One column at a time is moved to larger storage.
  package var memoryBytes: Int {
    let sizes = columns.map(\.memoryBytes)
    return sizes.reduce(0, +) + (sizes.max() ?? 0)
  }

  /// Appends a batch whose columns have the types of the schema.
  package mutating func append(_ batch: borrowing Batch) {
    for index in columns.indices { columns[index].append(contentsOf: batch.columns[index]) }
    batchRows += batch.rowCount
  }

  /// Appends a row with one value per column.
  package mutating func append(row: [Scalar]) throws(AugerError) {
    precondition(row.count == columns.count, "one value for each column")
    for index in columns.indices { try columns[index].append(row[index]) }
    batchRows += 1
  }

  /// Returns the table and empties the builder.
  package mutating func finish(
    properties: TableProperties = TableProperties(), warnings: Warnings = Warnings()
  ) -> Table {
    let rows = rowCount
    var finished: [Column] = []
    for index in columns.indices { finished.append(columns[index].finish()) }
    batchRows = 0
    return Table(schema, finished, rowCount: rows, properties: properties, warnings: warnings)
  }
}
