import AugerDiagnostics

extension DataTable.Column {
  /// Creates a column of Swift values. Nil becomes null. `DataTable.Column(["a", nil, "c"])` is a string column.
  ///
  /// Its type is the type of the values. Decimals get the scale that they all need.
  public init<Value: ColumnValue>(_ values: [Value?]) {
    var builder = WideningColumnBuilder(declared: Value.dataType)
    for value in values { if let value { builder.append(value.scalar) } else { builder.appendNull() } }
    self = builder.finish()
  }

  /// Creates a column of scalars with the narrowest type that holds them all.
  package init(_ scalars: [Scalar]) { self.init(literals: scalars) }

  /// Returns all values as a Swift type, with nil for null.
  ///
  /// - Throws: `typeMismatch` for the first value that is not of the type, if a conversion would lose information.
  public func values<Value: ColumnValue>(as type: Value.Type = Value.self) throws(AugerError) -> [Value?] {
    var result: [Value?] = []
    result.reserveCapacity(count)
    for row in 0..<count {
      let scalar = self[row]
      let value: Value? = scalar.value()
      guard value != nil || scalar.isNull else {
        throw AugerError(
          .typeMismatch, operation: "read a column as \(Value.self)",
          "row \(row + 1) is a \(self.type) that cannot be read as \(Value.dataType)",
          hint: "Read the column as a type of Swift for \(self.type).")
      }
      result.append(value)
    }
    return result
  }
}

extension Diagnostic.Code {
  /// A value that cannot be read as the Swift type of the caller.
  package static let typeMismatch = Self("typeMismatch")
}
