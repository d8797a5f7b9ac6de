import AugerColumns
import AugerDiagnostics

extension Evaluation {
  mutating func comparison(_ operation: BinaryOperator, _ left: BoundNode, _ right: BoundNode) throws -> Operand {
    let a = try value(of: left)
    let b = try value(of: right)
    if a.isNullConstant || b.isNullConstant { return .constant(.null) }
    let bits =
      switch left.type {
      case .int64, .timestamp, .time: compareInts(operation, a.int64, b.int64)
      case .float64: compareFloats(operation, a.float64, b.float64)
      case .decimal(_, let scale): compareDecimals(operation, a, b, scale, left.type, right.type)
      case .date: compareDays(operation, a.date, b.date)
      case .bool: compareBools(operation, a, b)
      case .interval: compare(operation, a.interval, b.interval)
      case .string, .binary: try compareStrings(operation, a, b)
      }
    return .column(Column(.bool, .bool(bits), validity: validity(a, b)))
  }

  /// Separate from its callers, so that each function is small enough for the optimizer.
  @inline(never)
  private func compareInts(_ operation: BinaryOperator, _ a: Side<Int64>, _ b: Side<Int64>) -> Bitmap {
    compare(operation, a, b)
  }

  @inline(never)
  private func compareDays(_ operation: BinaryOperator, _ a: Side<Int32>, _ b: Side<Int32>) -> Bitmap {
    compare(operation, a, b)
  }

  @inline(__always)
  private func compare<T: Comparable>(_ operation: BinaryOperator, _ a: Side<T>, _ b: Side<T>) -> Bitmap {
    switch operation {
    case .equal: Kernel.bits(a, b, rowCount) { $0 == $1 }
    case .notEqual: Kernel.bits(a, b, rowCount) { $0 != $1 }
    case .less: Kernel.bits(a, b, rowCount) { $0 < $1 }
    case .lessOrEqual: Kernel.bits(a, b, rowCount) { $0 <= $1 }
    case .greater: Kernel.bits(a, b, rowCount) { $0 > $1 }
    default: Kernel.bits(a, b, rowCount) { $0 >= $1 }
    }
  }

  /// Compares numbers by value. NaN equals itself and follows all other numbers, like in sorting.
  ///
  /// Uses one processor comparison per row if possible. Two comparisons would add a branch per row.
  private func compareFloats(_ operation: BinaryOperator, _ a: Side<Double>, _ b: Side<Double>) -> Bitmap {
    switch (a, b) {
    case (.values(let a), .repeated(let y)) where !y.isNaN: compareFloats(operation, a, with: y)
    case (.repeated(let x), .values(let b)) where !x.isNaN: compareFloats(operation.flipped, b, with: x)
    case (.values(let x), .values(let y)) where !Kernel.hasNonFinite(x) && !Kernel.hasNonFinite(y):
      compareNumbers(operation, a, b)
    default: compareAnyFloats(operation, a, b)
    }
  }

  @inline(never)
  private func compareFloats(_ operation: BinaryOperator, _ a: Buffer<Double>, with y: Double) -> Bitmap {
    switch operation {
    case .equal: Kernel.bits(a) { $0 == y }
    case .notEqual: Kernel.bits(a) { !($0 == y) }
    case .less: Kernel.bits(a) { $0 < y }
    case .lessOrEqual: Kernel.bits(a) { $0 <= y }
    // NaN is neither below nor equal to any number, and sorts last.
    case .greater: Kernel.bits(a) { !($0 <= y) }
    default: Kernel.bits(a) { !($0 < y) }
    }
  }

  @inline(never)
  private func compareNumbers(_ operation: BinaryOperator, _ a: Side<Double>, _ b: Side<Double>) -> Bitmap {
    compare(operation, a, b)
  }

  @inline(never)
  private func compareAnyFloats(_ operation: BinaryOperator, _ a: Side<Double>, _ b: Side<Double>) -> Bitmap {
    switch operation {
    case .equal: Kernel.bits(a, b, rowCount) { $0 == $1 || $0.isNaN && $1.isNaN }
    case .notEqual: Kernel.bits(a, b, rowCount) { !($0 == $1 || $0.isNaN && $1.isNaN) }
    case .less: Kernel.bits(a, b, rowCount) { $0 < $1 || !$0.isNaN && $1.isNaN }
    case .lessOrEqual: Kernel.bits(a, b, rowCount) { $0 <= $1 || $1.isNaN }
    case .greater: Kernel.bits(a, b, rowCount) { $0 > $1 || $0.isNaN && !$1.isNaN }
    default: Kernel.bits(a, b, rowCount) { $0 >= $1 || $0.isNaN }
    }
  }

  private func compareDecimals(
    _ operation: BinaryOperator, _ a: Operand, _ b: Operand, _ scale: Int, _ left: DataType, _ right: DataType
  ) -> Bitmap {
    if left == right {
      return left.isWideDecimal ? compare(operation, a.int128, b.int128) : compareInts(operation, a.int64, b.int64)
    }
    // No decimal type with 38 digits holds both: compare value by value.
    guard case .decimal(_, let otherScale) = right else { preconditionFailure("a decimal is compared with a decimal") }
    let x: Side<Int128> = left.isWideDecimal ? a.int128 : a.int64.widened
    let y: Side<Int128> = right.isWideDecimal ? b.int128 : b.int64.widened
    return Kernel.bits(x, y, rowCount) { x, y in
      let u = Decimal128(unscaled: x, scale: scale)
      let v = Decimal128(unscaled: y, scale: otherScale)
      return switch operation {
      case .equal: u == v
      case .notEqual: u != v
      case .less: u < v
      case .lessOrEqual: u < v || u == v
      case .greater: v < u
      default: v < u || u == v
      }
    }
  }

  private func compareBools(_ operation: BinaryOperator, _ a: Operand, _ b: Operand) -> Bitmap {
    let x = bits(a)
    let y = bits(b)
    let words = (0..<x.wordCount).map { index in
      let (p, q) = (x.word(index), y.word(index))
      return switch operation {
      case .equal: ~(p ^ q)
      case .notEqual: p ^ q
      case .less: ~p & q
      case .lessOrEqual: ~p | q
      case .greater: p & ~q
      default: p | ~q
      }
    }
    return Bitmap(words: words, count: rowCount)
  }

  /// Returns the bits of a bool operand that is not null.
  func bits(_ operand: Operand) -> Bitmap {
    switch operand {
    case .constant(.bool(let value)): return Bitmap(repeating: value, count: rowCount)
    case .column(let column):
      guard case .bool(let bits) = column.values else {
        preconditionFailure("a column does not have the layout of its type")
      }
      return bits
    default: preconditionFailure("a constant is not of its type")
    }
  }
}

extension Side<Int64> {
  var widened: Side<Int128> {
    switch self {
    case .values(let values): .values(Kernel.map(values) { Int128($0) })
    case .repeated(let value): .repeated(Int128(value))
    }
  }
}

extension BinaryOperator {
  /// The comparison with exchanged operands.
  fileprivate var flipped: BinaryOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}
