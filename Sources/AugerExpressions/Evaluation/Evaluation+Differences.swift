import AugerColumns
import AugerDiagnostics

extension Evaluation {
  /// Computes the days between two dates, or the days and time between two timestamps. The difference to an infinity
  /// is null.
  mutating func difference(_ left: BoundNode, _ right: BoundNode, _ node: BoundNode) throws -> Operand {
    let (a, b) = (try value(of: left), try value(of: right))
    if a.isNullConstant || b.isNullConstant { return .constant(.null) }
    let message = "a difference to an infinite date gave null"
    if node.type == .int64 {
      let (x, y) = (a.date, b.date)
      let infinite = Kernel.bits(x, y, rowCount) { Self.isInfinite($0) || Self.isInfinite($1) }
      let present = warn(.domainError, message, infinite, validity(a, b))
      let days = Kernel.zip(x, y, rowCount) { Int64($0) - Int64($1) }
      return .column(Column(.int64, .int64(days), validity: present))
    }
    let (x, y) = (a.int64, b.int64)
    let infinite = Kernel.bits(x, y, rowCount) { Self.isInfinite($0) || Self.isInfinite($1) }
    let present = warn(.domainError, message, infinite, validity(a, b))
    let tooLong = Kernel.bits(x, y, rowCount) { $0.subtractingReportingOverflow($1).overflow }
    try check(tooLong, present, node.span, "the interval is too long", hint: nil)
    let intervals = Kernel.zip(x, y, rowCount) { x, y in
      let (days, rest) = (x &- y).quotientAndRemainder(dividingBy: Timestamp.microsecondsPerDay)
      return Interval(days: Int32(truncatingIfNeeded: days), microseconds: rest)
    }
    return .column(Column(.interval, .interval(intervals), validity: present))
  }

  private static func isInfinite<T: FixedWidthInteger>(_ value: T) -> Bool { value == .max || value == .min }

  /// Computes the seconds of an interval with days of 24 hours. An interval with months has no such value.
  mutating func seconds(_ operand: BoundNode) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let intervals = operand.interval.buffer(rowCount)
    let seconds = Kernel.map(intervals) { Double($0.nominalMicroseconds) / 1_000_000 }
    let present = warn(
      .domainError, "Seconds returned null for an interval with months", Kernel.bits(intervals) { $0.months != 0 },
      operand.validity)
    return .column(Column(.float64, .float64(seconds), validity: present))
  }

  // MARK: Bins

  mutating func binned(_ operand: BoundNode, _ width: Scalar, _ node: BoundNode) throws -> Operand {
    let operand = try value(of: operand)
    if operand.isNullConstant { return operand }
    let present = operand.validity
    switch (node.type, width) {
    case (.float64, .float(let width)):
      let bins = FloatBins(width: width)
      let values = operand.float64.buffer(rowCount)
      let result = Kernel.map(values) { bins.start(of: $0) }
      if Kernel.hasNonFinite(result) {
        let problems = Kernel.bits(values, result) { $0.isFinite && !$1.isFinite }
        try check(problems, present, node.span, "the result does not fit a float", hint: Self.floatRange)
      }
      return .column(Column(.float64, .float64(result), validity: present))
    case (.int64, .int(let width)):
      let values = operand.int64.buffer(rowCount)
      let (result, isFlagged) = Kernel.mapFlagged(values) { value in
        let (start, overflow) = floorDivide(value, width).multipliedReportingOverflow(by: width)
        return (start, overflow)
      }
      if isFlagged {
        let problems = Kernel.bits(values) { floorDivide($0, width).multipliedReportingOverflow(by: width).overflow }
        try check(problems, present, node.span, "the result does not fit an int")
      }
      return .column(Column(.int64, .int64(result), validity: present))
    case (_, .decimal(let width)) where node.type.isWideDecimal:
      let values = operand.int128.buffer(rowCount)
      let step = width.unscaled
      let limit = Decimal128.limit
      func start(_ value: Int128) -> (Int128, Bool) {
        let rest = value % step
        let (result, overflow) = (value &- rest).subtractingReportingOverflow(rest < 0 ? step : 0)
        return (result, overflow || result <= -limit)
      }
      let (result, isFlagged) = Kernel.mapFlagged(values) { start($0) }
      if isFlagged {
        try check(Kernel.bits(values) { start($0).1 }, present, node.span, "the result has more than 38 digits")
      }
      return .column(Column(node.type, .decimal128(result), validity: present))
    case (_, .decimal(let width)):
      let step = Int64(truncatingIfNeeded: width.unscaled)
      let result = Kernel.map(operand.int64.buffer(rowCount)) { floorDivide($0, step) &* step }
      return .column(Column(node.type, .decimal64(result), validity: present))
    default: preconditionFailure("a constant is not of its type")
    }
  }
}

/// Bins of floats with decimal borders: those of width 0.1 begin at 0.3, not at 0.30000000000000004.
struct FloatBins {
  private let width: Double
  /// The width as a quotient of integers, if both are small.
  private let ratio: (number: Double, power: Double)?

  init(width: Double) {
    self.width = width
    guard let exact = Decimal128(shortest: width), exact.scale <= 22, exact.unscaled.magnitude < 1 << 53 else {
      ratio = nil
      return
    }
    ratio = (Double(exact.unscaled), Double(Decimal128.powersOfTen[exact.scale]))
  }

  /// Returns the greatest border that is not above the value. A border within rounding error of the value counts as
  /// reached.
  func start(of value: Double) -> Double {
    let steps = value / width
    // Larger floats are themselves borders. Infinities and NaN have no border.
    guard steps.magnitude < 0x1p52 else { return value }
    let nearest = steps.rounded()
    let count = (steps - nearest).magnitude <= 4 * nearest.ulp ? nearest : steps.rounded(.down)
    guard let ratio, (count * ratio.number).magnitude < 0x1p53 else { return count * width }
    return count * ratio.number / ratio.power
  }
}
