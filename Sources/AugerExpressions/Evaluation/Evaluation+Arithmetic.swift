import AugerColumns
import AugerDiagnostics

extension Evaluation {
  mutating func arithmetic(_ first: BoundNode, _ steps: [BoundNode.ArithmeticStep]) throws -> Operand {
    var result = try value(of: first)
    var type = first.type
    for step in steps {
      if step.leftType != type { result = try converted(result, type, step.leftType, step.span) }
      let operand = try value(of: step.operand)
      type = step.type
      if result.isNullConstant || operand.isNullConstant {
        result = .constant(.null)
        continue
      }
      result =
        switch (step.type, step.operation) {
        case (.float64, .divide) where step.leftType == .int64: try quotient(result, operand, step)
        case (.float64, _): try floats(step.operation, result.float64, operand.float64, validity(result, operand), step)
        case (.int64, _): try ints(step.operation, result.int64, operand.int64, validity(result, operand), step)
        case (_, _) where step.type.isWideDecimal:
          try wideDecimals(step.operation, result.int128, operand.int128, validity(result, operand), step)
        default: try narrowDecimals(step.operation, result.int64, operand.int64, validity(result, operand), step)
        }
    }
    return result
  }

  private mutating func ints(
    _ operation: BinaryOperator, _ a: Side<Int64>, _ b: Side<Int64>, _ validity: Bitmap?,
    _ step: BoundNode.ArithmeticStep
  ) throws -> Operand {
    var validity = validity
    let result: (Buffer<Int64>, isFlagged: Bool)
    switch operation {
    case .add:
      // Overflow occurred if the sign of the sum differs from the signs of both operands.
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let sum = x &+ y
        return (sum, (x ^ sum) & (y ^ sum) < 0)
      }
    case .subtract:
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let difference = x &- y
        return (difference, (x ^ y) & (x ^ difference) < 0)
      }
    case .multiply:
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let (product, overflow) = x.multipliedReportingOverflow(by: y)
        return (product, overflow)
      }
    default:
      validity = zeroDivisors(b, validity)
      result = (Kernel.zip(a, b, rowCount) { x, y in y == 0 || y == -1 ? 0 : x % y }, false)
    }
    if result.isFlagged {
      let problems = Kernel.bits(a, b, rowCount) { x, y in
        switch operation {
        case .add: x.addingReportingOverflow(y).overflow
        case .subtract: x.subtractingReportingOverflow(y).overflow
        default: x.multipliedReportingOverflow(by: y).overflow
        }
      }
      try check(problems, validity, step.span, "the result does not fit an int")
    }
    return .column(Column(.int64, .int64(result.0), validity: validity))
  }

  private mutating func quotient(
    _ a: Operand, _ b: Operand, _ step: BoundNode.ArithmeticStep
  ) throws -> Operand {
    let present = zeroDivisors(b.int64, validity(a, b))
    let result = Kernel.zip(a.int64, b.int64, rowCount) { x, y in Double(x) / Double(y) }
    return .column(Column(.float64, .float64(result), validity: present))
  }

  private mutating func floats(
    _ operation: BinaryOperator, _ a: Side<Double>, _ b: Side<Double>, _ validity: Bitmap?,
    _ step: BoundNode.ArithmeticStep
  ) throws -> Operand {
    var validity = validity
    let values: Buffer<Double>
    switch operation {
    case .add: values = Kernel.zip(a, b, rowCount) { x, y in x + y }
    case .subtract: values = Kernel.zip(a, b, rowCount) { x, y in x - y }
    case .multiply: values = Kernel.zip(a, b, rowCount) { x, y in x * y }
    case .divide:
      validity = zeroDivisors(b, validity)
      values = Kernel.zip(a, b, rowCount) { x, y in x / y }
    default:
      validity = zeroDivisors(b, validity)
      values = Kernel.zip(a, b, rowCount) { x, y in x.truncatingRemainder(dividingBy: y) }
    }
    // A remainder never exceeds its operands, so it cannot overflow.
    if operation != .modulo, Kernel.hasNonFinite(values) {
      let finite = Kernel.bits(a, b, rowCount) { x, y in x.isFinite && y.isFinite }
      let problems = Kernel.bits(values) { $0.isInfinite }.intersection(finite)
      try check(problems, validity, step.span, "the result does not fit a float", hint: Self.floatRange)
    }
    return .column(Column(.float64, .float64(values), validity: validity))
  }

  /// Computes decimals with up to 18 digits in the result. Binding chose a type in which no overflow can occur.
  private mutating func narrowDecimals(
    _ operation: BinaryOperator, _ a: Side<Int64>, _ b: Side<Int64>, _ validity: Bitmap?,
    _ step: BoundNode.ArithmeticStep
  ) throws -> Operand {
    var validity = validity
    let result: Buffer<Int64>
    switch operation {
    case .add: result = Kernel.zip(a, b, rowCount) { x, y in x &+ y }
    case .subtract: result = Kernel.zip(a, b, rowCount) { x, y in x &- y }
    case .multiply: result = Kernel.zip(a, b, rowCount) { x, y in x &* y }
    default:
      validity = zeroDivisors(b, validity)
      result = Kernel.zip(a, b, rowCount) { x, y in y == 0 || y == -1 ? 0 : x % y }
    }
    return .column(Column(step.type, .decimal64(result), validity: validity))
  }

  private mutating func wideDecimals(
    _ operation: BinaryOperator, _ a: Side<Int128>, _ b: Side<Int128>, _ validity: Bitmap?,
    _ step: BoundNode.ArithmeticStep
  ) throws -> Operand {
    var validity = validity
    let limit = Decimal128.limit
    let result: (Buffer<Int128>, isFlagged: Bool)
    switch operation {
    case .add:
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let (sum, overflow) = x.addingReportingOverflow(y)
        return (sum, overflow || sum >= limit || sum <= -limit)
      }
    case .subtract:
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let (difference, overflow) = x.subtractingReportingOverflow(y)
        return (difference, overflow || difference >= limit || difference <= -limit)
      }
    case .multiply:
      result = Kernel.zipFlagged(a, b, rowCount) { x, y in
        let (product, overflow) = x.multipliedReportingOverflow(by: y)
        return (product, overflow || product >= limit || product <= -limit)
      }
    default:
      validity = zeroDivisors(b, validity)
      result = (Kernel.zip(a, b, rowCount) { x, y in y == 0 || y == -1 ? 0 : x % y }, false)
    }
    if result.isFlagged {
      let problems = Kernel.bits(a, b, rowCount) { x, y in
        let (value, overflow) =
          switch operation {
          case .add: x.addingReportingOverflow(y)
          case .subtract: x.subtractingReportingOverflow(y)
          default: x.multipliedReportingOverflow(by: y)
          }
        return overflow || value >= limit || value <= -limit
      }
      try check(problems, validity, step.span, "the result has more than 38 digits")
    }
    return .column(Column(step.type, .decimal128(result.0), validity: validity))
  }

  private mutating func zeroDivisors<T: Numeric & BitwiseCopyable & Sendable>(
    _ divisor: Side<T>, _ validity: Bitmap?
  ) -> Bitmap? {
    let zeros: Bitmap
    switch divisor {
    case .repeated(let value):
      if value != 0 { return validity }
      zeros = Bitmap(repeating: true, count: rowCount)
    case .values(let values): zeros = Kernel.bits(values) { $0 == 0 }
    }
    return warn(.divisionByZero, "a division by zero returned null", zeros, validity)
  }
}
