import AugerColumns
import AugerDiagnostics

extension Evaluation {
  mutating func number(_ function: NumericFunction, _ operands: [BoundNode], _ node: BoundNode) throws -> Operand {
    let values = try operands.map { try value(of: $0) }
    let operand = values[0]
    if operand.isNullConstant { return operand }
    switch function {
    case .abs, .negate: return try signed(function, operand, node)
    case .sign: return sign(operand, operands[0].type)
    case .int: return try whole(operand, operands[0].type, node)
    case .factorial: return try factorial(operand, node)
    case .power:
      let exponent = values[1]
      if exponent.isNullConstant { return exponent }
      let (a, b) = (operand.float64, exponent.float64)
      let result = Kernel.zip(a, b, rowCount) { x, y in Degrees.power(x, y) }
      let finite = Kernel.bits(a, b, rowCount) { x, y in x.isFinite && y.isFinite }
      let poles = Kernel.bits(a, b, rowCount) { x, y in x == 0 && y < 0 }
      return try checked(
        result, finite, poles, validity(operand, exponent), "a power without a real value gave null", node)
    default:
      let x = operand.float64
      let result: Buffer<Double>
      let message: String
      switch function {
      case .cos: (result, message) = (floats(x, Degrees.cos), "Cos of no number gave null")
      case .sin: (result, message) = (floats(x, Degrees.sin), "Sin of no number gave null")
      case .tan: (result, message) = (floats(x, Degrees.tan), "Tan of a right angle gave null")
      case .exp: (result, message) = (floats(x, Degrees.exp), "Exp of no number gave null")
      case .log: (result, message) = (floats(x, Degrees.log), "Log of zero or less gave null")
      case .logTen: (result, message) = (floats(x, Degrees.logTen), "LogTen of zero or less gave null")
      default: (result, message) = (floats(x) { $0.squareRoot() }, "Sqrt of a negative number gave null")
      }
      let finite = Kernel.bits(x, x, rowCount) { value, _ in value.isFinite }
      let none = Bitmap(repeating: false, count: rowCount)
      return try checked(result, finite, none, operand.validity, message, node)
    }
  }

  @inline(__always)
  private func floats(_ side: Side<Double>, _ body: (Double) -> Double) -> Buffer<Double> {
    switch side {
    case .values(let values): Kernel.map(values) { body($0) }
    case .repeated(let value): Buffer([Double](repeating: body(value), count: rowCount))
    }
  }

  /// Replaces poles, and NaN from finite operands, by null with a warning. Throws for infinity from finite operands,
  /// which is an overflow.
  private mutating func checked(
    _ result: Buffer<Double>, _ finite: Bitmap, _ poles: Bitmap, _ validity: Bitmap?, _ message: String,
    _ node: BoundNode
  ) throws -> Operand {
    let undefined = Kernel.bits(result) { $0.isNaN }.intersection(finite).union(poles)
    let present = warn(.domainError, message, undefined, validity)
    let infinite = Kernel.bits(result) { $0.isInfinite }.intersection(finite)
    try check(infinite, present, node.span, "the result does not fit a float", hint: Self.floatRange)
    return .column(Column(.float64, .float64(result), validity: present))
  }

  private func signed(_ function: NumericFunction, _ operand: Operand, _ node: BoundNode) throws -> Operand {
    let isAbs = function == .abs
    let present = operand.validity
    switch node.type {
    case .float64:
      let values = operand.float64.buffer(rowCount)
      let result = isAbs ? Kernel.map(values) { $0.magnitude } : Kernel.map(values) { -$0 }
      return .column(Column(.float64, .float64(result), validity: present))
    case .decimal where node.type.isWideDecimal:
      let values = operand.int128.buffer(rowCount)
      let result = isAbs ? Kernel.map(values) { $0 < 0 ? 0 &- $0 : $0 } : Kernel.map(values) { 0 &- $0 }
      return .column(Column(node.type, .decimal128(result), validity: present))
    default:
      let values = operand.int64.buffer(rowCount)
      let result = isAbs ? Kernel.map(values) { $0 < 0 ? 0 &- $0 : $0 } : Kernel.map(values) { 0 &- $0 }
      if case .decimal = node.type { return .column(Column(node.type, .decimal64(result), validity: present)) }
      try check(Kernel.bits(values) { $0 == .min }, present, node.span, "the result does not fit an int")
      return .column(Column(.int64, .int64(result), validity: present))
    }
  }

  private mutating func sign(_ operand: Operand, _ type: DataType) -> Operand {
    let result: Buffer<Int64>
    var present = operand.validity
    switch type {
    case .float64:
      let values = operand.float64.buffer(rowCount)
      result = Kernel.map(values) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
      present = warn(.domainError, "Sign returned null for NaN", Kernel.bits(values) { $0.isNaN }, present)
    case .decimal where type.isWideDecimal: result = Kernel.map(operand.int128.buffer(rowCount)) { Int64($0.signum()) }
    default: result = Kernel.map(operand.int64.buffer(rowCount)) { $0.signum() }
    }
    return .column(Column(.int64, .int64(result), validity: present))
  }

  /// Returns the greatest int that is not above the number.
  private func whole(_ operand: Operand, _ type: DataType, _ node: BoundNode) throws -> Operand {
    let (result, isFlagged): (Buffer<Int64>, Bool)
    let problems: () -> Bitmap
    switch type {
    case .int64: return operand
    case .float64:
      let values = operand.float64.buffer(rowCount)
      (result, isFlagged) = Kernel.mapFlagged(values) { Self.floor($0) }
      problems = { Kernel.bits(values) { Self.floor($0).1 } }
    default:
      let values = (type.isWideDecimal ? operand.int128 : operand.int64.widened).buffer(rowCount)
      let power = Decimal128.powersOfTen[type.scale]
      (result, isFlagged) = Kernel.mapFlagged(values) { Self.floor($0, power) }
      problems = { Kernel.bits(values) { Self.floor($0, power).1 } }
    }
    if isFlagged {
      try check(
        problems(), operand.validity, node.span, "the result does not fit an int", hint: "Floor(x) keeps the type of x")
    }
    return .column(Column(.int64, .int64(result), validity: operand.validity))
  }

  private static func floor(_ value: Double) -> (Int64, Bool) {
    let floor = value.rounded(.down)
    guard floor >= -0x1p63, floor < 0x1p63 else { return (0, true) }
    return (Int64(clamping: floor), false)
  }

  private static func floor(_ value: Int128, _ power: Int128) -> (Int64, Bool) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: power)
    let floor = remainder < 0 ? quotient - 1 : quotient
    guard let result = Int64(exactly: floor) else { return (0, true) }
    return (result, false)
  }

  private static let factorials: [Int64] = (1...20).reduce(into: [1]) { $0.append($0[$0.count - 1] * Int64($1)) }

  private mutating func factorial(_ operand: Operand, _ node: BoundNode) throws -> Operand {
    let values = operand.int64.buffer(rowCount)
    let factorials = Self.factorials
    let negative = Kernel.bits(values) { $0 < 0 }
    let present = warn(.domainError, "Fact returned null for a negative number", negative, operand.validity)
    try check(
      Kernel.bits(values) { $0 > 20 }, present, node.span, "the result does not fit an int",
      hint: "Use a value up to 20.")
    let result = Kernel.map(values) { $0 < 0 || $0 > 20 ? 0 : factorials[Int($0)] }
    return .column(Column(.int64, .int64(result), validity: present))
  }

  // MARK: Rounding

  mutating func rounded(_ mode: RoundingMode, _ operand: BoundNode, _ digits: Int, _ node: BoundNode) throws -> Operand
  {
    let type = operand.type
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let present = operand.validity
    switch type {
    case .float64:
      let values = operand.float64.buffer(rowCount)
      return .column(
        Column(.float64, .float64(Kernel.map(values) { FloatRounding.round($0, mode, digits) }), validity: present))
    case .int64:
      guard digits < 0 else { return operand }
      let values = operand.int64.widened.buffer(rowCount)
      let power = Decimal128.powersOfTen[min(-digits, 38)]
      let result = Kernel.map(values) { DecimalRounding.quotient($0, power, mode) &* power }
      try check(
        Kernel.bits(result) { Int64(exactly: $0) == nil }, present, node.span, "the result does not fit an int")
      return .column(
        Column(.int64, .int64(Kernel.map(result) { Int64(truncatingIfNeeded: $0) }), validity: present))
    default:
      let values = (type.isWideDecimal ? operand.int128 : operand.int64.widened).buffer(rowCount)
      let divisor = Decimal128.powersOfTen[min(max(type.scale - digits, 0), 38)]
      // With negative digits, zeros precede the decimal point. The result is 0 if half of the last preserved digit
      // exceeds all digits of a decimal.
      let factor = type.scale - digits > 38 ? 0 : Decimal128.powersOfTen[max(-digits, 0)]
      let limit = Decimal128.limit
      let (result, isFlagged) = Kernel.mapFlagged(values) { value in
        let (product, overflow) = DecimalRounding.quotient(value, divisor, mode).multipliedReportingOverflow(by: factor)
        return (product, overflow || product >= limit || product <= -limit)
      }
      if isFlagged {
        let problems = Kernel.bits(result) { $0 >= limit || $0 <= -limit }
        try check(problems, present, node.span, "the result has more than 38 digits")
      }
      if node.type.isWideDecimal { return .column(Column(node.type, .decimal128(result), validity: present)) }
      return .column(
        Column(node.type, .decimal64(Kernel.map(result) { Int64(truncatingIfNeeded: $0) }), validity: present))
    }
  }
}

enum DecimalRounding {
  @inline(__always)
  static func quotient(_ value: Int128, _ divisor: Int128, _ mode: RoundingMode) -> Int128 {
    if divisor == 1 { return value }
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    switch mode {
    case .towardZero: return quotient
    case .up: return remainder > 0 ? quotient + 1 : quotient
    case .down: return remainder < 0 ? quotient - 1 : quotient
    case .nearest:
      if remainder.magnitude < divisor.magnitude - remainder.magnitude { return quotient }
      return value < 0 ? quotient - 1 : quotient + 1
    }
  }
}

enum FloatRounding {
  private static let powers: [Double] = (0...22).map { digits in
    (0..<digits).reduce(1.0) { power, _ in power * 10 }
  }

  /// Rounds at a decimal digit of the shortest representation of the number. `Round(1.005, 2)` is 1.01, although the
  /// nearest double is below 1.005, and `Truncate(1.15, 2)` is 1.15.
  static func round(_ value: Double, _ mode: RoundingMode, _ digits: Int) -> Double {
    if digits == 0 { return whole(value, mode) }
    guard digits.magnitude <= 22, value.isFinite else { return digits < 0 && value.isFinite ? 0 : value }
    let power = powers[Int(digits.magnitude)]
    let scaled = digits > 0 ? value * power : value / power
    guard scaled.magnitude < 0x1p52 else {
      // The double has no digits after the decimal point to round. Digits before it exceed a double's exact products.
      return digits > 0 ? value : text(value, mode, digits) ?? value
    }
    let fraction = (scaled - scaled.rounded(.towardZero)).magnitude
    let distance = mode == .nearest ? (fraction - 0.5).magnitude : min(fraction, 1 - fraction)
    // The product was rounded too. This close to the limit, only the decimal digits can decide.
    if distance <= scaled.ulp * 2, fraction != 0 || mode == .nearest, let result = text(value, mode, digits) {
      return result
    }
    let result = whole(scaled, mode)
    return digits > 0 ? result / power : result * power
  }

  /// Rounds by the decimal digits of the shortest representation. Nil if a decimal cannot hold them.
  private static func text(_ value: Double, _ mode: RoundingMode, _ digits: Int) -> Double? {
    guard let decimal = Decimal128(shortest: value) else { return nil }
    let divisor = decimal.scale - digits
    if divisor <= 0 { return value }
    guard divisor <= 38 else { return nil }
    let quotient = DecimalRounding.quotient(decimal.unscaled, Decimal128.powersOfTen[divisor], mode)
    if digits >= 0 { return Decimal128(unscaled: quotient, scale: digits).doubleValue }
    return Decimal128(unscaled: quotient, scale: 0).multiplied(by: Decimal128.powersOfTen[-digits])?.doubleValue
  }

  @inline(__always)
  private static func whole(_ value: Double, _ mode: RoundingMode) -> Double {
    switch mode {
    case .nearest: value.rounded(.toNearestOrAwayFromZero)
    case .up: value.rounded(.up)
    case .down: value.rounded(.down)
    case .towardZero: value.rounded(.towardZero)
    }
  }
}

extension DataType {
  /// The number of digits after the decimal point. 0 for other types.
  var scale: Int { if case .decimal(_, let scale) = self { scale } else { 0 } }
}
