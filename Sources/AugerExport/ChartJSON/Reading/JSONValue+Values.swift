import AugerColumns
import AugerDiagnostics

/// Reads values of columns in the format of `JSONBytes` and `ExactText`.
extension JSONValue {
  /// Returns the value of a type.
  ///
  /// - Parameter exact: The entry in the list of exact strings: a string, null or nothing.
  func scalar(_ type: DataType, exact: JSONValue? = nil) throws(AugerError) -> Scalar {
    let exact = exact.flatMap { $0.isNull ? nil : $0 }
    if isNull {
      guard let exact else { return .null }
      guard type == .float64, let number = Self.notFinite(try exact.text()) else {
        throw exact.failure("must be absent for a null value")
      }
      return .float(number)
    }
    switch type {
    case .float64:
      if let exact { throw exact.failure("must be absent for a finite float") }
      return .float(try number())
    case .int64:
      if let exact {
        let near = try number()
        guard let value = Int64(try exact.text()), Double(value) == near else {
          throw exact.failure("does not match the int at its position")
        }
        return .int(value)
      }
      guard kind == .integer, let number = Int64(tape.written(index)) else { throw failure("must be an int") }
      return .int(number)
    case .decimal(let precision, let scale):
      let near = try number()
      let text = try exact?.text()
      let number = text.map { Decimal128($0) } ?? Decimal128(tape.written(index)) ?? Decimal128(shortest: near)
      guard let fitted = number?.fitted(precision: precision, scale: scale), text == nil || fitted.doubleValue == near
      else { throw (exact ?? self).failure("must be a \(type)") }
      return .decimal(fitted)
    case .bool:
      if let exact { throw exact.failure("must be absent for a bool") }
      return .bool(try truth())
    case .string, .date, .timestamp, .time, .interval, .binary:
      if let exact { throw exact.failure("must be absent for a \(type)") }
      guard let value = Scalar(text: try text(), type: type) else { throw failure("must be a \(type)") }
      return value
    }
  }

  /// Reads a value without a column. Its type is the named type, the type known for such values, or the type of the
  /// literal.
  func single(
    known: DataType?, type: JSONValue?, exact: JSONValue?
  ) throws(AugerError) -> Scalar {
    if let type = try type?.type() { return try scalar(type, exact: exact) }
    let hasExact = exact.map { !$0.isNull } ?? false
    if isNull { return try scalar(.float64, exact: exact) }
    if let known { return try scalar(known, exact: exact) }
    switch kind {
    case .true, .false: return try scalar(.bool, exact: exact)
    case .text, .escapedText: return try scalar(.string, exact: exact)
    case .integer where hasExact || Int64(tape.written(index)) != nil: return try scalar(.int64, exact: exact)
    default: return try scalar(hasExact ? .int64 : .float64, exact: exact)
    }
  }

  /// Reads an argument. A number that JSON cannot represent is a string.
  func argument(_ type: JSONValue?) throws(AugerError) -> Scalar {
    guard let type, !type.isNull else { return try single(known: nil, type: nil, exact: nil) }
    let known = try type.type()
    guard kind == .text || kind == .escapedText, known.isNumeric else { return try scalar(known) }
    let text = try text()
    let value =
      known == .float64 ? Self.notFinite(text).map { .float($0) } : Scalar(text: text, type: known)
    guard let value else { throw failure("must be a \(known)") }
    return value
  }

  /// Appends the items of a list to a column. The list must have the given length.
  func append(
    _ count: Int, exact: JSONValue?, to builder: inout ColumnBuilder, notFinite: inout Int
  ) throws(AugerError) {
    let type = builder.type
    let items = try indices()
    guard items.count == count else { throw failure("has \(items.count) items instead of \(count)") }
    let texts = try exact.map { exact throws(AugerError) in try exact.items(count) }
    for (place, item) in items.enumerated() {
      let value = try JSONValue(tape: tape, index: item).scalar(type, exact: texts?[place])
      if case .float(let number) = value, !number.isFinite { notFinite += 1 }
      do throws(AugerError) {
        try builder.append(value)
      } catch {
        throw JSONValue(tape: tape, index: item).failure(error.message)
      }
    }
  }

  private var kind: JSONTape.Token.Kind { tape.tokens[index].kind }

  private static func notFinite(_ text: String) -> Double? {
    switch text {
    case "NaN": .nan
    case "Infinity": .infinity
    case "-Infinity": -.infinity
    default: nil
    }
  }
}
