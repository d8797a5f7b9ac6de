import AugerDiagnostics

// Literals for values in Swift code: `["Region": "Europe"]`, `Table(["Region": ["Europe", nil]])`.

extension Scalar: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a 64-bit integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a 64-bit float.
  public init(floatLiteral value: Double) { self = .float(value) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension QueryArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .scalar(.string(value)) }
  /// Creates a 64-bit integer.
  public init(integerLiteral value: Int64) { self = .scalar(.int(value)) }
  /// Creates a 64-bit float.
  public init(floatLiteral value: Double) { self = .scalar(.float(value)) }
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .scalar(.bool(value)) }
  /// Creates a list of values, in order.
  public init(arrayLiteral values: Scalar...) { self = .list(values) }
}

extension DataTable.Column: ExpressibleByArrayLiteral {
  /// Creates a column of literals with the narrowest type that holds them all. Integers and floats together are
  /// floats. If no such type exists, the values become strings. A column without values, or with only nils, is a
  /// string column.
  public init(arrayLiteral values: Scalar?...) { self.init(literals: values.map { $0 ?? .null }) }

  /// Creates a column like `init(arrayLiteral:)`.
  package init(literals scalars: [Scalar]) {
    var type: DataType?
    for next in scalars.compactMap(\.type) {
      guard let known = type else {
        type = next
        continue
      }
      type = known == next ? known : known.common(with: next)
      guard type != nil else { break }
    }
    let texts = scalars.map { $0.isNull ? nil : $0.description }
    guard let type, let column = try? Column(type, scalars) else {
      self.init(texts)
      return
    }
    self = column
  }

  /// Creates a column of 64-bit integers.
  package init(_ values: [Int]) { self.init(values.map(Int64.init)) }
  /// Creates a column of 64-bit integers. Nil becomes null.
  package init(_ values: [Int?]) { self.init(values.map { $0.map(Int64.init) }) }
}

extension DataTable {
  /// Creates a table from named columns, left to right: `DataTable(["Region": ["Europe", nil], "Sales": [1, 2.5]])`.
  ///
  /// A second column of the same name gets a suffix: `Sales`, `Sales_2`.
  ///
  /// - Throws: `invalidTable` if the columns differ in length.
  public init(_ columns: KeyValuePairs<String, DataTable.Column>) throws(AugerError) {
    try self.init(columns.map { Field($0.key, $0.value.type) }, columns: columns.map(\.value))
  }

  /// Creates a table from fields and a column for each of them, for names that are known only at run time.
  ///
  /// - Throws: `invalidTable` if the columns differ in length, or in number or type from the fields.
  public init(_ fields: [Field], columns: [Column]) throws(AugerError) {
    guard fields.count == columns.count else {
      throw AugerError(
        .invalidTable, operation: "make a table", "\(fields.count) fields with \(columns.count) columns")
    }
    let rows = columns.first?.count ?? 0
    for (field, column) in zip(fields, columns) {
      guard column.count == rows else {
        throw AugerError(
          .invalidTable, operation: "make a table",
          "column '\(field.name)' has \(column.count) rows, the first has \(rows)")
      }
      guard column.type == field.type else {
        throw AugerError(
          .invalidTable, operation: "make a table", "column '\(field.name)' is \(column.type), its field \(field.type)")
      }
    }
    self.init(Schema(fields), columns)
  }
}
