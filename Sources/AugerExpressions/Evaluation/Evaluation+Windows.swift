import AugerColumns
import AugerDiagnostics

/// Window functions. They run over results with one row per category and series, so clarity matters more than speed.
extension Evaluation {
  mutating func window(_ function: WindowFunction, _ operand: BoundNode, _ node: BoundNode) throws -> Operand {
    guard let frame else { preconditionFailure("a window form is computed without a frame") }
    let values = try column(try value(of: operand), operand.type)
    if function.dependsOnOrder, !frame.isOrdered { return .column(try ordered(values, node, operand)) }
    switch function {
    case .previous: return .column(previous(values, frame))
    case .rank: return .column(rank(values, frame))
    case .share: return .column(share(values, frame))
    case .movingAverage(let count): return .column(movingAverage(values, count, frame))
    case .running: return .column(try running(values, frame, node))
    }
  }

  /// Returns the argument in the type of the result.
  private mutating func ordered(_ values: Column, _ node: BoundNode, _ operand: BoundNode) throws -> Column {
    if node.type == operand.type { return values }
    return try column(try converted(.column(values), operand.type, node.type, node.span), node.type)
  }

  /// Computes sums from the first row of the partition. A null adds 0. The sum is null before the first value.
  private func running(_ values: Column, _ frame: WindowFrame, _ node: BoundNode) throws -> Column {
    var result = [Scalar](repeating: .null, count: rowCount)
    var exact = [Int128](repeating: 0, count: rowCount)
    var problems = [Bool](repeating: false, count: rowCount)
    for rows in frame.partitions {
      var sum: Int128 = 0
      var float = 0.0
      var hasValue = false
      for row in rows {
        switch values[row] {
        case .null: break
        case .float(let value):
          float += value
          hasValue = true
        case let value:
          hasValue = true
          let (next, overflow) = sum.addingReportingOverflow(Self.unscaled(value))
          sum = overflow ? 0 : next
          problems[row] = overflow
        }
        guard hasValue else { continue }
        switch node.type {
        case .float64:
          result[row] = .float(float)
          problems[row] = float.isInfinite && values[row].doubleValue?.isFinite == true
        case .decimal(_, let scale):
          problems[row] = problems[row] || sum.magnitude >= Decimal128.limit.magnitude
          result[row] = .decimal(Decimal128(unscaled: sum, scale: scale))
        default:
          problems[row] = problems[row] || Int64(exactly: sum) == nil
          result[row] = .int(Int64(truncatingIfNeeded: sum))
        }
        exact[row] = sum
      }
    }
    try check(Bitmap(problems), nil, node.span, "the running total does not fit a \(node.type.description)")
    return try Column(node.type, result)
  }

  private static func unscaled(_ value: Scalar) -> Int128 {
    switch value {
    case .int(let value): Int128(value)
    case .decimal(let value): value.unscaled
    default: 0
    }
  }

  private func previous(_ values: Column, _ frame: WindowFrame) -> Column {
    var sources = [Int32](repeating: -1, count: rowCount)
    for rows in frame.partitions {
      for row in rows.dropFirst() { sources[row] = Int32(truncatingIfNeeded: row - 1) }
    }
    return values.gathered(sources)
  }

  /// Computes ranks, 1 for the greatest. Equal values share a rank, and the following ranks are skipped.
  private func rank(_ values: Column, _ frame: WindowFrame) -> Column {
    var result = [Int64?](repeating: nil, count: rowCount)
    for rows in frame.partitions {
      let present = rows.filter { !values.isNull($0) }.map { (row: $0, value: values[$0]) }
      let order = present.sorted { a, b in
        let order = Scalar.compare(a.value, b.value)
        return order == 0 ? a.row < b.row : order > 0
      }
      for (place, item) in order.enumerated() {
        let isTie = place > 0 && Scalar.compare(order[place - 1].value, item.value) == 0
        result[item.row] = isTie ? result[order[place - 1].row] : Int64(place + 1)
      }
    }
    return Column(result)
  }

  /// Computes the fraction of the partition's sum, 0.25 for a quarter.
  private mutating func share(_ values: Column, _ frame: WindowFrame) -> Column {
    var result = [Double?](repeating: nil, count: rowCount)
    var zeros = [Bool](repeating: false, count: rowCount)
    for rows in frame.partitions {
      let sum = rows.reduce(0) { $0 + (values[$1].doubleValue ?? 0) }
      for row in rows {
        guard let value = values[row].doubleValue else { continue }
        if sum == 0 { zeros[row] = true } else { result[row] = value / sum }
      }
    }
    _ = warn(.divisionByZero, "Share returned null because the sum is zero", Bitmap(zeros), nil)
    return Column(result)
  }

  /// Computes the mean of this row and the rows before it, at most `count` in total. Nulls are skipped.
  private func movingAverage(_ values: Column, _ count: Int, _ frame: WindowFrame) -> Column {
    var result = [Double?](repeating: nil, count: rowCount)
    let numbers = (0..<rowCount).map { values[$0].doubleValue }
    for rows in frame.partitions {
      for row in rows {
        let first = max(rows.lowerBound, row - min(count, row + 1) + 1)
        var (sum, present) = (0.0, 0)
        for case let number? in numbers[first...row] { (sum, present) = (sum + number, present + 1) }
        if present > 0 { result[row] = sum / Double(present) }
      }
    }
    return Column(result)
  }
}
