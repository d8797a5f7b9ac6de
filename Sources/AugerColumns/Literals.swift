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

extension Column: ExpressibleByArrayLiteral {
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

extension Table {
  /// Creates a table from named columns, left to right: `Table(["Region": ["Europe", nil], "Sales": [1, 2.5]])`.
  ///
  /// - Throws: `invalidTable` if the columns differ in length.
  public init(_ columns: KeyValuePairs<String, Column>) throws(AugerError) {
    let rows = columns.first?.value.count ?? 0
    for (name, column) in columns where column.count != rows {
      throw AugerError(
        .invalidTable, operation: "make a table", "column '\(name)' has \(column.count) rows, the first has \(rows)")
    }
    self.init(columns.map { (name: $0.key, column: $0.value) })
  }
}
