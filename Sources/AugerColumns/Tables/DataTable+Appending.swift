import AugerDiagnostics

extension DataTable {
  /// Returns the table followed by the rows of another. The columns are found by name, in any order.
  ///
  /// A column gets the type that holds the values of both: integers and floats become floats.
  ///
  /// - Throws: `invalidTable` if a column exists in only one of the tables, or if its types have no common type.
  public func appending(_ other: DataTable) throws(AugerError) -> DataTable {
    for name in other.schema.names where schema.index(of: name) == nil { throw Self.unmatched(name, "the first table") }
    var fields: [Field] = []
    var parts: [[Column]] = []
    for (index, field) in schema.fields.enumerated() {
      guard let place = other.schema.index(of: field.name) else {
        throw Self.unmatched(field.name, "the appended table")
      }
      let (first, second) = (columns[index], other.columns[place])
      let isUntyped = field.isUntyped || other.schema[place].isUntyped
      let untyped = field.isUntyped ? second.type : first.type
      guard let type = isUntyped ? untyped : first.type.common(with: second.type) else {
        throw AugerError(
          .invalidTable, operation: "append a table",
          "column '\(field.name)' is \(first.type) in the first table and \(second.type) in the appended table")
      }
      var common = field
      common.type = type
      common.isUntyped = field.isUntyped && other.schema[place].isUntyped
      fields.append(common)
      parts.append([try first.converted(to: type), try second.converted(to: type)])
    }
    var builder = TableBuilder(Schema(fields))
    for (part, table) in [self, other].enumerated() {
      let columns = parts.map { $0[part] }
      builder.append(Batch(columns: columns, rowCount: table.rowCount, firstRow: 0))
    }
    return builder.finish(properties: properties, warnings: warnings)
  }

  private static func unmatched(_ name: String, _ table: String) -> AugerError {
    AugerError(
      .invalidTable, operation: "append a table", "\(table) does not contain column '\(name)'",
      hint: "Append a table with the same columns.")
  }

  /// Returns the table without its first rows, without copying. Without enough rows, no rows remain.
  package func droppingFirst(_ count: Int = 1) -> DataTable { self[rows: min(max(0, count), rowCount)..<rowCount] }
}

extension DataTable.Column {
  /// Returns the same values in a wider type. The type must be able to hold them.
  fileprivate func converted(to wider: DataType) throws(AugerError) -> Column {
    if type == wider { return self }
    if nullCount == count { return try Column(wider, repeating: .null, count: count) }
    return try Column(wider, scalars)
  }
}
