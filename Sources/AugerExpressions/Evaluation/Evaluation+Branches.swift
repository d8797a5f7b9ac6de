import AugerColumns
import AugerDiagnostics

extension Evaluation {
  /// A branch of `if` or `case` that few rows take. It is computed only for those rows.
  private struct FewRows {
    let rows: [Int32]
    let bits: Bitmap
    let value: Operand
  }

  /// The threshold: a branch is computed separately if less than one in `sparseness` rows takes it, in a large batch.
  private static let sparseness = 8
  private static let manyRows = 512

  mutating func choice(
    _ cases: [(condition: BoundNode, value: BoundNode)], _ otherwise: BoundNode, _ type: DataType
  ) throws -> Operand {
    let outer = active
    defer { active = outer }
    // Rows for which no condition was true yet.
    var open = Bitmap(repeating: true, count: rowCount)
    var taken: [(rows: Bitmap, value: Operand)] = []
    var few: [FewRows] = []
    func take(_ rows: Bitmap, _ node: BoundNode) throws {
      let wanted = Bitmap.intersection(outer, rows) ?? rows
      if isWorthGathering(wanted, node, type) {
        if wanted.trueCount > 0 { few.append(try computed(node, forRows: wanted)) }
      } else {
        active = wanted
        taken.append((rows, try value(of: node)))
      }
    }
    for item in cases {
      active = Bitmap.intersection(outer, open)
      let rows = truth(try value(of: item.condition)).isTrue.intersection(open)
      open = open.intersection(rows.inverted)
      if rows.trueCount > 0 { try take(rows, item.value) }
      if open.trueCount == 0 { break }
    }
    if open.trueCount > 0 || taken.isEmpty && few.isEmpty { try take(open, otherwise) }
    var result = taken.popLast()?.value ?? .constant(.null)
    for item in taken.reversed() { result = try blended(item.rows, item.value, result, type) }
    return few.isEmpty ? result : .column(try scattered(few, over: result, type))
  }

  private func isWorthGathering(_ rows: Bitmap, _ node: BoundNode, _ type: DataType) -> Bool {
    if case .column = node.kind { return false }
    return rowCount >= Self.manyRows && rows.trueCount * Self.sparseness < rowCount && type.isScatterable
      && !node.containsWindow
  }

  private mutating func computed(_ node: BoundNode, forRows bits: Bitmap) throws -> FewRows {
    let indices = bits.trueIndices
    var gathered = [Column?](repeating: nil, count: columns.count)
    for index in node.columnIndices { gathered[index] = columns[index]?.gathered(indices) }
    var inner = Evaluation(source: source, columns: gathered, rowCount: indices.count, firstRow: firstRow)
    inner.rows = rows.map { rows in indices.map { rows[Int($0)] } } ?? indices
    inner.room = room
    inner.checkpoint = checkpoint
    let value = try inner.value(of: node)
    warnings.add(contentsOf: inner.warnings)
    return FewRows(rows: indices, bits: bits, value: value)
  }

  /// Returns `base` with the values of few rows inserted at their positions.
  private func scattered(_ few: [FewRows], over base: Operand, _ type: DataType) throws -> Column {
    var validity = base.isNullConstant ? Bitmap(repeating: false, count: rowCount) : base.validity
    for part in few where validity != nil || part.value.isNullConstant || part.value.validity != nil {
      var words = validity?.alignedWords ?? Bitmap(repeating: true, count: rowCount).alignedWords
      let present = part.value.validity
      for (index, row) in part.rows.enumerated() {
        let bit = UInt64(1) << UInt64(truncatingIfNeeded: row & 63)
        let isPresent = present.map { $0[index] } ?? !part.value.isNullConstant
        if isPresent { words[Int(row) >> 6] |= bit } else { words[Int(row) >> 6] &= ~bit }
      }
      validity = Bitmap(words: words, count: rowCount)
    }
    func put<T: BitwiseCopyable & Sendable>(_ side: (Operand) -> Side<T>, _ zero: T) -> Buffer<T> {
      var values =
        base.isNullConstant ? [T](repeating: zero, count: rowCount) : side(base).buffer(rowCount).array
      for part in few where !part.value.isNullConstant { Kernel.scatter(side(part.value), part.rows, &values) }
      return Buffer(values)
    }
    let values: Column.Values =
      switch type {
      case .int64: .int64(put(\.int64, 0))
      case .timestamp: .timestamp(put(\.int64, 0))
      case .time: .time(put(\.int64, 0))
      case .float64: .float64(put(\.float64, 0))
      case .date: .date(put(\.date, 0))
      case .decimal: type.isWideDecimal ? .decimal128(put(\.int128, 0)) : .decimal64(put(\.int64, 0))
      case .bool, .string, .interval, .binary: preconditionFailure("values of \(type) are not scattered")
      }
    return Column(type, values, validity: validity)
  }
}

extension Kernel {
  /// Writes the value of each row to its position.
  @inline(__always)
  static func scatter<T>(_ side: Side<T>, _ rows: [Int32], _ values: inout [T]) {
    switch side {
    case .repeated(let value): for row in rows { values[Int(row)] = value }
    case .values(let buffer):
      let span = buffer.span
      for index in rows.indices { values[Int(rows[index])] = span[index] }
    }
  }
}

extension DataType {
  /// True if the values are an array of elements with a fixed size.
  fileprivate var isScatterable: Bool {
    switch self {
    case .int64, .float64, .decimal, .date, .timestamp, .time: true
    case .bool, .string, .interval, .binary: false
    }
  }
}
