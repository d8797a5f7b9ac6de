/// The group of each row of a batch. Groups are numbered in order of their first rows.
package struct Grouping: Sendable {
  package let groups: [UInt32]
  /// The first row of each group. Empty if they were not computed.
  package let firstRows: [Int32]
  package let count: Int

  /// Returns the largest number of key combinations for direct indexing instead of hashing.
  private static func directLimit(_ rowCount: Int) -> Int { max(1 << 17, rowCount * 8) }

  init(groups: [UInt32], firstRows: [Int32]) {
    self.groups = groups
    self.firstRows = firstRows
    count = firstRows.count
  }

  /// Creates a grouping from group numbers below `count`.
  package init(groups: [UInt32], count: Int) {
    self.groups = groups
    firstRows = []
    self.count = count
  }

  /// Groups the rows by the values of the key columns. Null is a separate value. Without keys, all rows form one
  /// group.
  ///
  /// Keys with few possible values index a table directly: dictionary codes, Booleans, and integers and dates of a
  /// small range. Others are hashed.
  package init(keys: [Column], rowCount: Int) {
    if keys.isEmpty {
      groups = [UInt32](repeating: 0, count: rowCount)
      firstRows = rowCount > 0 ? [0] : []
      count = firstRows.count
      return
    }
    var ordinals: [UInt32]?
    var combinations = 1
    let limit = Self.directLimit(rowCount)
    for key in keys {
      guard let (values, cardinality) = Self.ordinals(of: key, rowCount: rowCount, limit) else {
        ordinals = nil
        combinations = .max
        break
      }
      let (product, overflow) = combinations.multipliedReportingOverflow(by: cardinality)
      guard !overflow, product <= limit else {
        combinations = .max
        break
      }
      combinations = product
      if let sofar = ordinals {
        ordinals = Self.combined(sofar, values, UInt32(truncatingIfNeeded: cardinality))
      } else {
        ordinals = values
      }
    }
    if combinations <= limit, let ordinals {
      (groups, firstRows) = Self.direct(ordinals, combinations)
    } else {
      (groups, firstRows) = Self.hashed(keys, rowCount)
    }
    count = firstRows.count
  }

  private static func direct(_ ordinals: [UInt32], _ combinations: Int) -> ([UInt32], [Int32]) {
    var numbers = [UInt32](repeating: .max, count: combinations)
    var groups = [UInt32](repeating: 0, count: ordinals.count)
    var firstRows: [Int32] = []
    for row in ordinals.indices {
      let ordinal = Int(ordinals[row])
      var number = numbers[ordinal]
      if number == .max {
        number = UInt32(truncatingIfNeeded: firstRows.count)
        numbers[ordinal] = number
        firstRows.append(Int32(truncatingIfNeeded: row))
      }
      groups[row] = number
    }
    return (groups, firstRows)
  }

  private static func hashed(_ keys: [Column], _ rowCount: Int) -> ([UInt32], [Int32]) {
    let words = KeyWords.encode(keys, rowCount: rowCount)
    let width = KeyWords.width(of: keys.map(\.type))
    var table = KeyTable(width: width)
    var groups = [UInt32](repeating: 0, count: rowCount)
    var firstRows: [Int32] = []
    let span = words.span
    for row in 0..<rowCount {
      let number = table.insert(span, at: row * width)
      if number == firstRows.count { firstRows.append(Int32(truncatingIfNeeded: row)) }
      groups[row] = UInt32(truncatingIfNeeded: number)
    }
    return (groups, firstRows)
  }

  private static func combined(_ a: [UInt32], _ b: [UInt32], _ cardinality: UInt32) -> [UInt32] {
    var result = a
    for row in result.indices { result[row] = result[row] &* cardinality &+ b[row] }
    return result
  }

  /// Returns a small number for each value, 0 for null, and the number of these numbers. Nil if they exceed the
  /// limit.
  private static func ordinals(of key: Column, rowCount: Int, _ limit: Int) -> ([UInt32], Int)? {
    var result: [UInt32]
    let cardinality: Int
    switch key.values {
    case .bool(let bits):
      result = (0..<rowCount).map { bits[$0] ? 2 : 1 }
      cardinality = 3
    case .string(let codes, let dictionary):
      guard dictionary.count < limit else { return nil }
      cardinality = dictionary.count + 1
      switch codes {
      case .uint8(let buffer): result = offset(buffer, by: 1)
      case .uint16(let buffer): result = offset(buffer, by: 1)
      case .uint32(let buffer): result = offset(buffer, by: 1)
      }
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      guard let (values, range) = ranged(buffer, limit) else { return nil }
      (result, cardinality) = (values, range)
    case .date(let buffer):
      guard let (values, range) = ranged(buffer, limit) else { return nil }
      (result, cardinality) = (values, range)
    case .float64, .decimal128, .interval, .binary: return nil
    }
    if let validity = key.validity { for row in 0..<rowCount where !validity[row] { result[row] = 0 } }
    return (result, cardinality)
  }

  private static func offset<T: FixedWidthInteger & UnsignedInteger>(_ buffer: Buffer<T>, by one: UInt32) -> [UInt32] {
    let span = buffer.span
    var result = [UInt32](repeating: 0, count: span.count)
    for row in span.indices { result[row] = UInt32(truncatingIfNeeded: span[row]) &+ one }
    return result
  }

  /// Returns the values minus their minimum plus one, if their range is small.
  private static func ranged<T: FixedWidthInteger & SignedInteger>(
    _ buffer: Buffer<T>, _ limit: Int
  ) -> ([UInt32], Int)? {
    let span = buffer.span
    guard span.count > 0 else { return ([], 1) }
    var low = span[0]
    var high = span[0]
    for row in span.indices {
      low = min(low, span[row])
      high = max(high, span[row])
    }
    let (range, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow, range < T(clamping: limit) - 2 else { return nil }
    var result = [UInt32](repeating: 0, count: span.count)
    for row in span.indices { result[row] = UInt32(truncatingIfNeeded: span[row] &- low) &+ 1 }
    return (result, Int(range) + 2)
  }
}
