import AugerDiagnostics

/// The minimum or maximum of each group, in the order of its type. NaN is greater than every number, and zero has no
/// sign.
package struct Extremum: Sendable {
  let type: DataType
  let isMaximum: Bool
  /// The best value of each group so far. Null if none exists.
  var best: [Scalar] = []

  init(_ type: DataType, isMaximum: Bool) {
    self.type = type
    self.isMaximum = isMaximum
  }

  mutating func update(_ values: Column, _ grouping: Grouping) {
    let rows = bestRows(values, grouping)
    best.grow(to: grouping.count, .null)
    for group in rows.indices where rows[group] >= 0 { keep(values[Int(rows[group])], group) }
  }

  private mutating func keep(_ value: Scalar, _ group: Int) {
    if value.isNull { return }
    let order = Scalar.compare(value, best[group])
    // The result must not depend on the first of two zeros, because the tables by group number do not store signs.
    if best[group].isNull || (isMaximum ? order > 0 : order < 0) {
      best[group] = value == .float(0) ? .float(0) : value
    }
  }

  /// Returns the row of the best value of each group, −1 for none. The loops are typed and create no scalar per row.
  private func bestRows(_ values: Column, _ grouping: Grouping) -> [Int32] {
    switch values.values {
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      bestRows(values, grouping, buffer)
    case .decimal128(let buffer): bestRows(values, grouping, buffer)
    case .date(let buffer): bestRows(values, grouping, buffer)
    case .interval(let buffer): bestRows(values, grouping, buffer)
    case .binary(let buffer): bestRows(values, grouping, Buffer(SortOrder.ranks(of: buffer)))
    case .bool(let bits): bestRows(values, grouping, Buffer((0..<bits.count).map { bits[$0] ? Int8(1) : 0 }))
    case .string(let codes, let dictionary):
      bestRows(values, grouping, Buffer(rankedCodes(codes, dictionary, values)))
    case .float64(let buffer): bestRows(values, grouping, Buffer(buffer.array.map(Self.ascending)))
    }
  }

  private func bestRows<T: BitwiseCopyable & Comparable & Sendable>(
    _ values: Column, _ grouping: Grouping, _ buffer: Buffer<T>
  ) -> [Int32] {
    var rows = [Int32](repeating: -1, count: grouping.count)
    let groups = grouping.groups.span
    let span = buffer.span
    let isMaximum = isMaximum
    values.forEachPresent { row in
      let group = Int(groups[row])
      let held = rows[group]
      if held < 0 || (isMaximum ? span[row] > span[Int(held)] : span[row] < span[Int(held)]) {
        rows[group] = Int32(truncatingIfNeeded: row)
      }
    }
    return rows
  }

  private func rankedCodes(_ codes: Codes, _ dictionary: StringDictionary, _ values: Column) -> [Int32] {
    let ranks = dictionary.ranks()
    return (0..<codes.count).map { values.isNull($0) ? 0 : ranks[codes[$0]] }
  }

  /// Returns an unsigned integer with the order of the float.
  static func ascending(_ value: Double) -> UInt64 {
    UInt64(bitPattern: DenseExtremes.ordered(value)) ^ 1 << 63
  }

  mutating func merge(_ other: Extremum, _ mapping: [Int], _ count: Int) {
    best.grow(to: count, .null)
    for group in other.best.indices { keep(other.best[group], mapping[group]) }
  }

  func finish(_ count: Int) throws(AugerError) -> Column {
    var all = best
    all.grow(to: count, .null)
    return try Column(type, all)
  }
}

/// The value in the first or last row of each group, or of its rows that satisfy a condition. It can be null.
package struct EdgeValue: Sendable {
  let type: DataType
  let isLast: Bool
  /// The values. Nil before the first row of a group that counts.
  var values: [Scalar?] = []

  init(_ type: DataType, isLast: Bool) {
    self.type = type
    self.isLast = isLast
  }

  /// Adds the rows in `taken`, or all rows if it is nil.
  mutating func update(_ column: Column, where taken: Bitmap? = nil, _ grouping: Grouping) {
    var rows = grouping.firstRows
    if isLast || taken != nil {
      rows = [Int32](repeating: -1, count: grouping.count)
      for row in grouping.groups.indices where taken?[row] ?? true {
        let group = Int(grouping.groups[row])
        if isLast || rows[group] < 0 { rows[group] = Int32(truncatingIfNeeded: row) }
      }
    }
    values.grow(to: grouping.count, nil)
    for group in rows.indices where rows[group] >= 0 && (isLast || values[group] == nil) {
      values[group] = column[Int(rows[group])]
    }
  }

  mutating func merge(_ other: EdgeValue, _ mapping: [Int], _ count: Int) {
    values.grow(to: count, nil)
    for group in other.values.indices where isLast || values[mapping[group]] == nil {
      values[mapping[group]] = other.values[group] ?? values[mapping[group]]
    }
  }

  func finish(_ count: Int) throws(AugerError) -> Column {
    var all = values
    all.grow(to: count, nil)
    return try Column(type, all.map { $0 ?? .null })
  }
}
