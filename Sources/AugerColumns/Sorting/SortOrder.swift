/// The order of rows by one column, and functions to sort rows by several.
package struct SortOrder: Sendable {
  package var column: Column
  package var isDescending: Bool

  package init(_ column: Column, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// Returns the additional bytes for sorting: for each row its number, its keys, and one or two words.
  package static func memoryBytes(of orders: [SortOrder], rowCount: Int) -> Int {
    rowCount * (4 + 4 + orders.count * MemoryLayout<UInt128>.stride + 12)
  }

  /// Returns the first rows in order, or all of them if `limit` is nil. Nulls are first in ascending and last in
  /// descending order. Strings are ordered by UTF-8 bytes, and NaN is greater than all numbers. Ties remain in row
  /// order.
  package static func rows(by orders: [SortOrder], rowCount: Int, limit: Int? = nil) -> [Int32] {
    rows(by: orders, rowCount: rowCount, limit: limit, checkpoint: {})
  }

  /// Does the same and calls `checkpoint` several times in each 100 ms of work. An error of `checkpoint` ends the
  /// sort.
  package static func rows(
    by orders: [SortOrder], rowCount: Int, limit: Int?, checkpoint: () throws -> Void
  ) rethrows -> [Int32] {
    let limit = min(limit ?? rowCount, rowCount)
    guard !orders.isEmpty else { return (0..<limit).map { Int32(truncatingIfNeeded: $0) } }
    if let words = try SortWords(orders, rowCount, checkpoint) { return try words.first(limit, checkpoint) }
    let keys = try orders.map { order in
      try checkpoint()
      return try key(order, rowCount, checkpoint)
    }
    var indices = (0..<rowCount).map { Int32(truncatingIfNeeded: $0) }
    var compared = 0
    try indices.sort { a, b in
      compared += 1
      if compared % comparisons == 0 { try checkpoint() }
      for key in keys {
        let (x, y) = (key[Int(a)], key[Int(b)])
        if x != y { return x < y }
      }
      return a < b
    }
    return limit < rowCount ? Array(indices.prefix(limit)) : indices
  }

  /// The number of comparisons between two checkpoints.
  static let comparisons = 1 << 18

  /// Returns each row's value as a number with the same order. Null is 0, or the greatest number in descending order.
  static func key(_ order: SortOrder, _ rowCount: Int, _ checkpoint: () throws -> Void) rethrows -> [UInt128] {
    var key = [UInt128](repeating: 0, count: rowCount)
    let column = order.column
    switch column.values {
    case .bool(let bits): for row in 0..<rowCount { key[row] = bits[row] ? 2 : 1 }
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      let span = buffer.span
      for row in 0..<rowCount { key[row] = ascending(Int128(span[row])) }
    case .date(let buffer):
      let span = buffer.span
      for row in 0..<rowCount { key[row] = ascending(Int128(span[row])) }
    case .decimal128(let buffer):
      let span = buffer.span
      for row in 0..<rowCount { key[row] = ascending(span[row]) }
    case .float64(let buffer):
      let span = buffer.span
      for row in 0..<rowCount { key[row] = UInt128(ascending(span[row])) + 1 }
    case .interval(let buffer):
      for (row, rank) in ranks(of: buffer).enumerated() { key[row] = UInt128(rank) + 1 }
    case .binary(let buffer):
      for (row, rank) in ranks(of: buffer).enumerated() { key[row] = UInt128(rank) + 1 }
    case .string(let codes, let dictionary):
      let ranks = try dictionary.ranks(checkpoint: checkpoint)
      for row in 0..<rowCount where !column.isNull(row) { key[row] = UInt128(ranks[codes[row]]) + 1 }
    }
    if column.validity != nil { for row in 0..<rowCount where column.isNull(row) { key[row] = 0 } }
    if order.isDescending { for row in 0..<rowCount { key[row] = ~key[row] } }
    return key
  }

  /// Returns for each row the number of rows that precede it and are not equal to it.
  static func ranks(of buffer: BinaryBuffer) -> [Int32] { ranks(buffer.count) { buffer.precedes($0, $1) } }

  private static func ranks(of buffer: Buffer<Interval>) -> [Int32] {
    ranks(buffer.count) { buffer[$0] < buffer[$1] }
  }

  private static func ranks(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int32] {
    let order = (0..<count).sorted(by: precedes)
    var ranks = [Int32](repeating: 0, count: count)
    for place in order.indices.dropFirst() {
      let isNew = precedes(order[place - 1], order[place])
      ranks[order[place]] = isNew ? Int32(truncatingIfNeeded: place) : ranks[order[place - 1]]
    }
    return ranks
  }

  /// Flips the sign bit, so that unsigned order equals signed order. Decimals are smaller than 10^38, so 0 remains
  /// free.
  private static func ascending(_ value: Int128) -> UInt128 { UInt128(bitPattern: value) ^ (1 << 127) }

  private static func ascending(_ value: Double) -> UInt64 {
    let bits = KeyWords.bits(of: value)
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
