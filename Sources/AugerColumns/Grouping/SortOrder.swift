/// Sorting rows by several columns.
package struct SortOrder: Sendable {
  package var column: Column
  package var isDescending: Bool

  package init(_ column: Column, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// Bytes that sorting takes beside the columns: for each row its number, its keys and half of them once more.
  package static func memoryBytes(of orders: [SortOrder], rowCount: Int) -> Int {
    rowCount * (4 + 4 + orders.count * MemoryLayout<UInt128>.stride + 12)
  }

  /// The rows in order: nulls first when ascending and last when descending, strings by UTF-8 bytes, NaN above all
  /// numbers, ties in the order of the rows.
  package static func rows(by orders: [SortOrder], rowCount: Int) -> [Int32] {
    var indices = (0..<rowCount).map { Int32(truncatingIfNeeded: $0) }
    guard !orders.isEmpty else { return indices }
    let keys = orders.map { key($0, rowCount) }
    if let packed = packed(keys, rowCount) { return packed }
    indices.sort { a, b in
      for key in keys {
        let (x, y) = (key[Int(a)], key[Int(b)])
        if x != y { return x < y }
      }
      return a < b
    }
    return indices
  }

  /// The order by one word for each row, where the keys less their minima and the row's number fit into it; nil where
  /// they do not.
  private static func packed(_ keys: [[UInt128]], _ rowCount: Int) -> [Int32]? {
    guard rowCount > 1 else { return nil }
    let rowBits = Int.bitWidth - (rowCount - 1).leadingZeroBitCount
    var bits = rowBits
    var shapes: [(low: UInt128, high: UInt128, bits: Int)] = []
    for key in keys {
      // Nulls, which are far from all values, stand next to them.
      var (low, high) = (UInt128.max, UInt128.min)
      for value in key where value != 0 && value != .max { (low, high) = (min(low, value), max(high, value)) }
      if low > high { (low, high) = (1, 1) }
      let width = UInt128.bitWidth - (high - low + 2).leadingZeroBitCount
      bits += width
      guard bits <= UInt64.bitWidth else { return nil }
      shapes.append((low, high, width))
    }
    var words = [UInt64](repeating: 0, count: rowCount)
    for (key, shape) in zip(keys, shapes) {
      let shift = UInt64(truncatingIfNeeded: shape.bits)
      for row in words.indices {
        let value = key[row] == 0 ? 0 : min(key[row], shape.high + 1) - shape.low + 1
        words[row] = words[row] << shift | UInt64(truncatingIfNeeded: value)
      }
    }
    let shift = UInt64(truncatingIfNeeded: rowBits)
    for row in words.indices { words[row] = words[row] << shift | UInt64(truncatingIfNeeded: row) }
    words.sort()
    let mask = UInt64(1) << shift - 1
    return words.map { Int32(truncatingIfNeeded: $0 & mask) }
  }

  /// Each row's value as a number that sorts as the value does; 0 is reserved for null.
  private static func key(_ order: SortOrder, _ rowCount: Int) -> [UInt128] {
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
      let ranks = dictionary.ranks()
      for row in 0..<rowCount where !column.isNull(row) { key[row] = UInt128(ranks[codes[row]]) + 1 }
    }
    if column.validity != nil { for row in 0..<rowCount where column.isNull(row) { key[row] = 0 } }
    if order.isDescending { for row in 0..<rowCount { key[row] = ~key[row] } }
    return key
  }

  /// For each row the number of rows that sort before it and are not equal to it.
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

  /// Moves the sign so that unsigned order is signed order. Decimals end below 10^38, so 0 stays free.
  private static func ascending(_ value: Int128) -> UInt128 { UInt128(bitPattern: value) ^ (1 << 127) }

  private static func ascending(_ value: Double) -> UInt64 {
    let bits = KeyWords.bits(of: value)
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
