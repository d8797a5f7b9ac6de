/// All possible values of a column, if they are few. Each value has an ordinal, and null is 0.
///
/// Functions of such a column can be computed once for each value instead of once for each row.
package enum ValueDomain: Sendable {
  case bools
  case codes(StringDictionary)
  /// `count` consecutive integers, dates or timestamps, starting at `low`.
  case range(low: Int64, count: Int, DataType)

  /// The number of ordinals, including null.
  package var count: Int {
    switch self {
    case .bools: 3
    case .codes(let dictionary): dictionary.count + 1
    case .range(_, let count, _): count + 1
    }
  }

  /// True if ordinals are in value order, null first.
  var isInOrder: Bool {
    switch self {
    case .bools, .range: true
    case .codes: false
    }
  }

  /// Creates the domain of a column. Nil if it would exceed `limit` ordinals.
  package init?(_ column: Column, limit: Int) {
    switch column.values {
    case .bool: self = .bools
    case .string(_, let dictionary): self = .codes(dictionary)
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      guard let range = Self.range(buffer, column, limit) else { return nil }
      self = range
    case .date(let buffer):
      guard let range = Self.range(buffer, column, limit) else { return nil }
      self = range
    case .float64, .decimal128, .interval, .binary: return nil
    }
    if count > limit { return nil }
  }

  private static func range<T: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable>(
    _ buffer: Buffer<T>, _ column: Column, _ limit: Int
  ) -> ValueDomain? {
    let span = buffer.span
    var low = T.max
    var high = T.min
    // The slot of a null contains an arbitrary value, so it must be skipped.
    if column.validity == nil {
      for row in span.indices {
        low = min(low, span[row])
        high = max(high, span[row])
      }
    } else {
      column.forEachPresent { row in
        low = min(low, span[row])
        high = max(high, span[row])
      }
    }
    guard low <= high else { return .range(low: 0, count: 0, column.type) }
    let (distance, overflow) = Int64(high).subtractingReportingOverflow(Int64(low))
    guard !overflow, distance < Int64(limit) else { return nil }
    return .range(low: Int64(low), count: Int(distance) + 1, column.type)
  }

  /// Returns true if every value of the other domain has an ordinal here.
  package func covers(_ other: ValueDomain) -> Bool {
    switch (self, other) {
    case (.bools, .bools): true
    case (.codes(let mine), .codes(let theirs)): mine.isSame(as: theirs)
    case (.range(let low, let count, let type), .range(let otherLow, let otherCount, let otherType)):
      type == otherType
        && (otherCount == 0
          || otherLow >= low && UInt64(bitPattern: otherLow &- low) < UInt64(count)
            && Int(otherLow - low) + otherCount <= count)
    default: false
    }
  }

  /// Returns the smallest domain that covers both, if it is within the limit. Otherwise returns this one.
  package func united(with other: ValueDomain?, limit: Int) -> ValueDomain {
    guard case .range(let low, let count, let type) = self, case .range(let otherLow, let otherCount, type) = other,
      count > 0, otherCount > 0
    else { return self }
    let first = min(low, otherLow)
    let last = max(low + Int64(count - 1), otherLow + Int64(otherCount - 1))
    let (distance, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, distance < Int64(limit - 1) else { return self }
    return .range(low: first, count: Int(distance) + 1, type)
  }

  /// A column whose row `n` contains the value with ordinal `n`.
  package var column: Column {
    let validity = Bitmap([false] + [Bool](repeating: true, count: count - 1))
    switch self {
    case .bools: return Column(.bool, .bool(Bitmap([false, false, true])), validity: validity)
    case .codes(let dictionary):
      let codes = (0..<UInt32(count)).map { $0 == 0 ? 0 : $0 - 1 }
      return Column(
        .string, .string(Codes(codes, dictionaryCount: dictionary.count), dictionary), validity: validity)
    case .range(let low, let count, let type):
      let values = (0...Int64(count)).map { $0 == 0 ? low : low + ($0 - 1) }
      let layout: Column.Values =
        switch type {
        case .date: .date(Buffer(values.map { Int32(truncatingIfNeeded: $0) }))
        case .timestamp: .timestamp(Buffer(values))
        case .time: .time(Buffer(values))
        case .decimal: .decimal64(Buffer(values))
        default: .int64(Buffer(values))
        }
      return Column(type, layout, validity: validity)
    }
  }
}
