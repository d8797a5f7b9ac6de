import AugerColumns
import AugerDocuments

extension ValueShape {
  /// The type names of `DataType` in the reference.
  private static let typeWords = ["bool", "int", "float", "string", "date", "timestamp", "time", "interval", "binary"]

  /// The other type names that `DataType` accepts.
  private static let otherTypeWords = [
    "boolean", "integer", "int64", "bigint", "long", "real", "double", "float64", "number", "text", "varchar", "enum",
    "datetime", "decimal", "numeric", "timeofday", "duration", "bytes", "blob", "bytea",
  ]

  /// A type of columns and parameters: `int`, `decimal(18,2)`, `timestamp(Europe/Berlin)`.
  package static let dataType: ValueShape = {
    let words = otherTypeWords + (typeWords + otherTypeWords).map { $0.uppercased() }
    let zoned = #"(timestamp|TIMESTAMP)\(.+\)"#
    let decimal = #"(decimal|numeric|DECIMAL|NUMERIC)\( *[0-9]+ *(, *[0-9]+ *)?\)"#
    return .oneOf([
      .choice(typeWords),
      .text(
        "`decimal(18,2)`", matching: "^(\(decimal)|\(zoned)|\(words.joined(separator: "|")))$"),
    ])
  }()

  /// All type names without parentheses.
  package static let dataTypeWords = typeWords + otherTypeWords
}
