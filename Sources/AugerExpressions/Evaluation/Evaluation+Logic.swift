import AugerColumns
import AugerDiagnostics

extension Evaluation {
  /// Returns the rows that are true and the rows that are false. Nulls are in neither set.
  func truth(_ operand: Operand) -> (isTrue: Bitmap, isFalse: Bitmap) {
    switch operand {
    case .constant(let value):
      let number = value.doubleValue
      return (
        Bitmap(repeating: number.map { $0 != 0 } ?? false, count: rowCount),
        Bitmap(repeating: number.map { $0 == 0 } ?? false, count: rowCount)
      )
    case .column(let column):
      let isTrue = column.truth
      let isFalse = isTrue.inverted
      return (isTrue, column.validity.map { isFalse.intersection($0) } ?? isFalse)
    }
  }

  /// Evaluates operands from left to right. Problems of an operand do not count for rows that earlier operands have
  /// decided.
  mutating func logic(_ isAnd: Bool, _ operands: [BoundNode]) throws -> Operand {
    let outer = active
    defer { active = outer }
    // For `and`: all operands so far are true, one is false. For `or`, the roles are exchanged.
    var all: Bitmap?
    var decided: Bitmap?
    for operand in operands {
      let undecided = decided?.inverted
      active = Bitmap.intersection(outer, undecided)
      if let active, active.trueCount == 0, rowCount > 0 { break }
      let (isTrue, isFalse) = truth(try value(of: operand))
      all = Bitmap.intersection(all, isAnd ? isTrue : isFalse)
      let decides = isAnd ? isFalse : isTrue
      decided = decided.map { $0.union(decides) } ?? decides
    }
    let none = Bitmap(repeating: false, count: rowCount)
    let (every, any) = (all ?? none, decided ?? none)
    // A decided row is not in `all`, unless the loop ended before that could matter.
    let undecidedAll = every.intersection(any.inverted)
    return .column(Column(.bool, .bool(isAnd ? undecidedAll : any), validity: undecidedAll.union(any)))
  }

  mutating func negation(_ operand: BoundNode) throws -> Operand {
    let value = try value(of: operand)
    if value.isNullConstant { return value }
    let (isTrue, isFalse) = truth(value)
    return .column(Column(.bool, .bool(isFalse), validity: isTrue.union(isFalse)))
  }

  mutating func nullTest(_ operand: BoundNode, _ isNegated: Bool) throws -> Operand {
    let value = try value(of: operand)
    switch value {
    case .constant(let scalar): return .constant(.bool(scalar.isNull != isNegated))
    case .column(let column):
      guard let validity = column.validity else { return .constant(.bool(isNegated)) }
      return .column(Column(.bool, .bool(isNegated ? validity : validity.inverted)))
    }
  }

  mutating func coalesced(_ operands: [BoundNode], _ type: DataType) throws -> Operand {
    let outer = active
    defer { active = outer }
    var values: [(present: Bitmap?, value: Operand)] = []
    var open: Bitmap?
    for operand in operands {
      active = Bitmap.intersection(outer, open)
      let value = try value(of: operand)
      if value.isNullConstant { continue }
      values.append((value.validity, value))
      guard let present = value.validity else { break }
      open = Bitmap.intersection(open, present.inverted)
      if open?.trueCount == 0 { break }
    }
    guard var result = values.popLast()?.value else { return .constant(.null) }
    for item in values.reversed() {
      if let present = item.present { result = try blended(present, item.value, result, type) }
    }
    return result
  }

  mutating func extreme(_ isMaximum: Bool, _ operands: [BoundNode], _ type: DataType) throws -> Operand {
    var result = try value(of: operands[0])
    for operand in operands.dropFirst() {
      let other = try value(of: operand)
      if result.isNullConstant || other.isNullConstant {
        result = .constant(.null)
        continue
      }
      let present = validity(result, other)
      let left = BoundNode(.column(0), type, isNullable: true, operand.span)
      let right = BoundNode(.column(1), type, isNullable: true, operand.span)
      var inner = Evaluation(
        source: source, columns: [try column(result, type), try column(other, type)], rowCount: rowCount,
        firstRow: firstRow)
      guard case .column(let order) = try inner.comparison(isMaximum ? .greaterOrEqual : .lessOrEqual, left, right),
        case .bool(let bits) = order.values
      else { preconditionFailure("a comparison of columns gives a column") }
      let chosen = try column(try blended(bits, result, other, type), type)
      result = .column(Column(type, chosen.values, validity: present))
    }
    return result
  }

  /// Returns the rows of `a` for set bits and of `b` for the others. Both have type `type`.
  func blended(_ bits: Bitmap, _ a: Operand, _ b: Operand, _ type: DataType) throws -> Operand {
    if bits.falseCount == 0 { return a }
    if bits.trueCount == 0 { return b }
    if a.isNullConstant, b.isNullConstant { return a }
    // If one side is entirely null, the values of the other serve for both.
    let x = a.isNullConstant ? b : a
    let y = b.isNullConstant ? a : b
    let values: Column.Values =
      switch type {
      case .int64: .int64(Kernel.select(bits, x.int64, y.int64))
      case .timestamp: .timestamp(Kernel.select(bits, x.int64, y.int64))
      case .time: .time(Kernel.select(bits, x.int64, y.int64))
      case .interval: .interval(Kernel.select(bits, x.interval, y.interval))
      case .binary: try blendedBinary(bits, x, y)
      case .float64: .float64(Kernel.select(bits, x.float64, y.float64))
      case .date: .date(Kernel.select(bits, x.date, y.date))
      case .decimal:
        type.isWideDecimal
          ? .decimal128(Kernel.select(bits, x.int128, y.int128)) : .decimal64(Kernel.select(bits, x.int64, y.int64))
      case .bool:
        .bool(self.bits(x).intersection(bits).union(self.bits(y).intersection(bits.inverted)))
      case .string: try blendedStrings(bits, x, y)
      }
    return .column(Column(type, values, validity: blendedValidity(bits, a, b)))
  }

  private func blendedValidity(_ bits: Bitmap, _ a: Operand, _ b: Operand) -> Bitmap? {
    func present(_ operand: Operand) -> Bitmap? {
      operand.isNullConstant ? Bitmap(repeating: false, count: rowCount) : operand.validity
    }
    let (x, y) = (present(a), present(b))
    if x == nil, y == nil { return nil }
    let left = x.map { $0.intersection(bits) } ?? bits
    let right = y.map { $0.intersection(bits.inverted) } ?? bits.inverted
    return left.union(right)
  }
}
