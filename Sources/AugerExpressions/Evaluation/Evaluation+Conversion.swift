import AugerColumns
import AugerDiagnostics

extension Evaluation {
  /// Converts strings to numbers.
  mutating func parsedNumber(_ writing: WrittenNumber, _ operand: BoundNode) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    guard case .column(let codes, let dictionary, let validity) = StringSide(try .column(column(operand, .string)))
    else {
      preconditionFailure("a column has codes")
    }
    var done = 0
    let table = try StringSide.table(codes, dictionary, validity, filler: Double.nan) { text in
      try check(&done)
      var bytes: [UInt8] = []
      TextKernel.append(text, to: &bytes)
      return writing.read(String(decoding: bytes, as: UTF8.self)) ?? .nan
    }
    let numbers = codes.lookup(table, .nan)
    let problems = Kernel.bits(numbers) { $0.isNaN }
    var present = validity
    if Bitmap.intersection(problems, validity).map({ $0.trueCount > 0 }) ?? false {
      present = try warnOfLanguages(codes, dictionary, validity, writing)
    }
    present = warn(.domainError, "ToNumber returned null for a string that is not a number", problems, present)
    return .column(Column(.float64, .float64(numbers), validity: present))
  }

  /// Makes strings null that are numbers only in another language, and suggests that language.
  private mutating func warnOfLanguages(
    _ codes: Codes, _ dictionary: StringDictionary, _ validity: Bitmap?, _ writing: WrittenNumber
  ) throws -> Bitmap? {
    let others = WrittenNumber.languages.compactMap { name in
      WrittenNumber(language: name).map { (name: name, writing: $0) }
    }
    let none = UInt8.max
    var done = 0
    let table = try StringSide.table(codes, dictionary, validity, filler: none) { text in
      try check(&done)
      var bytes: [UInt8] = []
      TextKernel.append(text, to: &bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      guard writing.read(text) == nil, let found = others.firstIndex(where: { $0.writing.read(text) != nil }) else {
        return none
      }
      return UInt8(truncatingIfNeeded: found)
    }
    let languages = codes.lookup(table, none)
    var present = validity
    for (index, language) in others.enumerated() {
      present = warn(
        .domainError,
        "ToNumber returned null for a string that is a number in '\(language.name)' "
          + "(write ToNumber(text, '\(language.name)'))",
        Kernel.bits(languages) { $0 == UInt8(truncatingIfNeeded: index) }, present)
    }
    return present
  }

  mutating func conversion(of operand: BoundNode, to node: BoundNode) throws -> Operand {
    try converted(try value(of: operand), operand.type, node.type, node.span)
  }

  /// Returns the operand of type `type` in a wider type.
  mutating func converted(_ operand: Operand, _ type: DataType, _ target: DataType, _ span: SourceSpan) throws
    -> Operand
  {
    if type == target { return operand }
    switch operand {
    case .constant(.null): return operand
    case .constant(let value):
      // One row represents all. A value that does not fit is reported for the first active row. Without active rows,
      // no value is needed.
      guard let row = active.map({ $0.firstTrue }) ?? (rowCount > 0 ? 0 : nil) else { return .constant(.null) }
      let batch = (active, rows)
      defer { (active, rows) = batch }
      (active, rows) = (nil, [rows.map { $0[row] } ?? Int32(truncatingIfNeeded: row)])
      let one = try convertedColumn(Column(type, [value]), target, span)
      return .constant(one[0])
    case .column(let column): return .column(try convertedColumn(column, target, span))
    }
  }

  private mutating func convertedColumn(_ column: Column, _ target: DataType, _ span: SourceSpan) throws -> Column {
    let validity = column.validity
    switch (column.values, target) {
    case (.timestamp(let values), .timestamp): return Column(target, .timestamp(values), validity: validity)
    case (.date(let values), .timestamp):
      let result = Kernel.map(values) { Timestamp.midnight($0) }
      return Column(target, .timestamp(result), validity: validity)
    case (.timestamp(let values), .date):
      let result = Kernel.map(values) { Timestamp(microseconds: $0).date.days }
      return Column(target, .date(result), validity: validity)
    case (.bool(let bits), .int64):
      return Column(target, .int64(Buffer(bits.spread(1, 0))), validity: validity)
    case (.bool(let bits), .float64):
      return Column(target, .float64(Buffer(bits.spread(1, 0))), validity: validity)
    case (.bool(let bits), .decimal(_, let scale)):
      let one = Int64(truncatingIfNeeded: Decimal128.powersOfTen[scale])
      if !target.isWideDecimal { return Column(target, .decimal64(Buffer(bits.spread(one, 0))), validity: validity) }
      // If all 38 digits follow the decimal point, no digit remains for the integer part.
      if scale == Decimal128.maximumPrecision {
        try check(bits, validity, span, "true has more than 38 digits as \(target)")
      }
      return Column(target, .decimal128(Buffer(bits.spread(Decimal128.powersOfTen[scale], 0))), validity: validity)
    case (.int64(let values), .float64):
      return Column(target, .float64(Kernel.map(values) { Double($0) }), validity: validity)
    case (.int64(let values), .decimal(_, let scale)):
      return try rescaled(values, by: scale, target, validity, span)
    case (.decimal64(let values), .float64):
      // Both are exact up to 2^53, so one division rounds only once.
      let scale = column.decimalScale
      let power = Double(Decimal128.powersOfTen[scale])
      let result = Kernel.map(values) { value in
        value.magnitude <= 1 << 53
          ? Double(value) / power : Decimal128(unscaled: Int128(value), scale: scale).doubleValue
      }
      return Column(target, .float64(result), validity: validity)
    case (.decimal128(let values), .float64):
      let scale = column.decimalScale
      let result = Kernel.map(values) { Decimal128(unscaled: $0, scale: scale).doubleValue }
      return Column(target, .float64(result), validity: validity)
    case (.decimal64(let values), .decimal(_, let scale)):
      return try rescaled(values, by: scale - column.decimalScale, target, validity, span)
    case (.decimal128(let values), .decimal(_, let scale)):
      let power = Decimal128.powersOfTen[scale - column.decimalScale]
      let limit = Decimal128.limit
      let (result, isFlagged) = Kernel.mapFlagged(values) { value in
        let (product, overflow) = value.multipliedReportingOverflow(by: power)
        return (product, overflow || product >= limit || product <= -limit)
      }
      if isFlagged {
        let problems = Kernel.bits(values) { value in
          let (product, overflow) = value.multipliedReportingOverflow(by: power)
          return overflow || product >= limit || product <= -limit
        }
        try check(problems, validity, span, "the value has more than 38 digits as \(target)")
      }
      return Column(target, .decimal128(result), validity: validity)
    case (_, .string): return try textColumn(column)
    default: preconditionFailure("a \(column.type) was converted to \(target)")
    }
  }

  /// Rescales 64-bit decimals to a larger scale. `target` can hold the results unless it has all 38 digits.
  private func rescaled(
    _ values: Buffer<Int64>, by digits: Int, _ target: DataType, _ validity: Bitmap?, _ span: SourceSpan
  ) throws -> Column {
    if !target.isWideDecimal {
      let power = Int64(truncatingIfNeeded: Decimal128.powersOfTen[digits])
      return Column(target, .decimal64(Kernel.map(values) { $0 &* power }), validity: validity)
    }
    let power = Decimal128.powersOfTen[digits]
    let limit = Decimal128.limit
    if digits <= 19 {
      return Column(target, .decimal128(Kernel.map(values) { Int128($0) &* power }), validity: validity)
    }
    let problems = Kernel.bits(values) { value in
      let (product, overflow) = Int128(value).multipliedReportingOverflow(by: power)
      return overflow || product >= limit || product <= -limit
    }
    try check(problems, validity, span, "the value has more than 38 digits as \(target)")
    return Column(target, .decimal128(Kernel.map(values) { Int128($0) &* power }), validity: validity)
  }
}

/// Returns the quotient, rounded down.
@inline(__always)
func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
  let quotient = a / b
  return a % b < 0 ? quotient - 1 : quotient
}

extension Bitmap {
  /// Returns a value for each bit.
  func spread<T>(_ one: T, _ zero: T) -> [T] {
    var result = [T](repeating: zero, count: count)
    forEachTrue { result[$0] = one }
    return result
  }
}
