import AugerDiagnostics

// Values as people write them in a program: `["Region": "Europe"]`, `Table(["Region": ["Europe", nil]])`.

extension Scalar: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer of 64 bits.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A float of 64 bits.
  public init(floatLiteral value: Double) { self = .float(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension QueryArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// One text.
  public init(stringLiteral value: String) { self = .scalar(.string(value)) }
  /// One integer of 64 bits.
  public init(integerLiteral value: Int64) { self = .scalar(.int(value)) }
  /// One float of 64 bits.
  public init(floatLiteral value: Double) { self = .scalar(.float(value)) }
  /// One truth value.
  public init(booleanLiteral value: Bool) { self = .scalar(.bool(value)) }
  /// Several values, in their order.
  public init(arrayLiteral values: Scalar...) { self = .list(values) }
}

extension Column: ExpressibleByArrayLiteral {
  /// A column of literals: of the narrowest type that holds them all - integers beside floats are floats - and of
  /// texts where there is none. Only nils, or nothing, make a column of texts.
  public init(arrayLiteral values: Scalar?...) { self.init(literals: values.map { $0 ?? .null }) }

  /// What `init(arrayLiteral:)` makes of values.
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

  /// Integers of 64 bits.
  package init(_ values: [Int]) { self.init(values.map(Int64.init)) }
  /// Integers of 64 bits, null where there is none.
  package init(_ values: [Int?]) { self.init(values.map { $0.map(Int64.init) }) }
}

extension Table {
  /// A table of columns by their names, from left to right: `Table(["Region": ["Europe", nil], "Sales": [1, 2.5]])`.
  ///
  /// - Throws: `invalidTable` where the columns are not of one length.
  public init(_ columns: KeyValuePairs<String, Column>) throws(AugerError) {
    let rows = columns.first?.value.count ?? 0
    for (name, column) in columns where column.count != rows {
      throw AugerError(
        .invalidTable, operation: "make a table", "column '\(name)' has \(column.count) rows, the first has \(rows)")
    }
    self.init(columns.map { (name: $0.key, column: $0.value) })
  }
}
