import AugerDiagnostics

extension DataTable.Column {
  /// The value of a row, from 0. Use `values(as:)` to read all of them. The row must exist.
  public subscript(row: Int) -> Scalar {
    if isNull(row) { return .null }
    return switch values {
    case .bool(let values): .bool(values[row])
    case .int64(let values): .int(values[row])
    case .float64(let values): .float(values[row])
    case .decimal64(let values): .decimal(Decimal128(unscaled: Int128(values[row]), scale: decimalScale))
    case .decimal128(let values): .decimal(Decimal128(unscaled: values[row], scale: decimalScale))
    case .string(let codes, let dictionary): .string(dictionary[codes[row]])
    case .date(let values): .date(CivilDate(days: values[row]))
    case .timestamp(let values): .timestamp(Timestamp(microseconds: values[row]))
    case .time(let values): .time(TimeOfDay(microseconds: values[row]))
    case .interval(let values): .interval(values[row])
    case .binary(let values): .binary(values[row])
    }
  }

  /// Returns the text of a row's value, empty for null.
  package func text(_ row: Int) -> String { type.text(of: self[row]) }

  /// The digits after the point of a decimal column. 0 for other types.
  package var decimalScale: Int { if case .decimal(_, let scale) = type { scale } else { 0 } }

  package var scalars: [Scalar] { (0..<count).map { self[$0] } }

  /// Creates a column of a type. Null fits every type, and integers fit decimals and floats.
  ///
  /// - Throws: `invalidTable` for a value that does not fit the type without loss.
  public init(_ values: some Collection<Scalar>, type: DataType) throws(AugerError) { try self.init(type, values) }

  package init(_ type: DataType, _ scalars: some Collection<Scalar>) throws(AugerError) {
    var builder = ColumnBuilder(type)
    for scalar in scalars { try builder.append(scalar) }
    self = builder.finish()
  }

  /// Creates a column that repeats one value.
  package init(_ type: DataType, repeating scalar: Scalar, count: Int) throws(AugerError) {
    var builder = ColumnBuilder(type)
    if count > 0 { try builder.append(scalar) }
    let one = builder.finish()
    self = one.gathered([Int32](repeating: 0, count: count))
  }
}

extension Column {
  // Creates a column from arrays of Swift values.
  package init(_ values: [Int64]) { self.init(.int64, .int64(Buffer(values))) }
  package init(_ values: [Double]) { self.init(.float64, .float64(Buffer(values))) }
  package init(_ values: [Bool]) { self.init(.bool, .bool(Bitmap(values))) }
  package init(_ values: [CivilDate]) { self.init(.date, .date(Buffer(values.map(\.days)))) }
  package init(_ values: [Timestamp]) { self.init(.timestamp, .timestamp(Buffer(values.map(\.microseconds)))) }
  package init(_ values: [TimeOfDay]) { self.init(.time, .time(Buffer(values.map(\.microseconds)))) }
  package init(_ values: [Interval]) { self.init(.interval, .interval(Buffer(values))) }
  package init(_ values: [[UInt8]]) { self.init(.binary, .binary(BinaryBuffer(values))) }

  package init(_ values: [String]) {
    var builder = StringColumnBuilder()
    for value in values { builder.append(value) }
    self = builder.finish()
  }

  package init(_ values: [String?]) {
    var builder = StringColumnBuilder()
    for value in values { if let value { builder.append(value) } else { builder.appendNull() } }
    self = builder.finish()
  }

  package init(_ values: [Int64?]) {
    self.init(.int64, .int64(Buffer(values.map { $0 ?? 0 })), validity: Self.validity(values))
  }

  package init(_ values: [Double?]) {
    self.init(.float64, .float64(Buffer(values.map { $0 ?? 0 })), validity: Self.validity(values))
  }

  private static func validity<T>(_ values: [T?]) -> Bitmap? {
    values.contains { $0 == nil } ? Bitmap(values.map { $0 != nil }) : nil
  }
}
