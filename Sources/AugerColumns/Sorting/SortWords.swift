/// Rows that are sorted by one word each. The high bits contain the keys minus their minima, the low bits the row
/// number.
struct SortWords {
  private var words: [UInt64]
  private let rowBits: Int
  /// The number of bits of the keys, above those of the row number.
  private let keyBits: Int

  /// The number of bits of a digit. Its counters fit the first-level cache.
  private static let digitBits = 11
  /// The number of rows below which comparing is faster than counting digits.
  private static let fewRows = 1 << 11

  /// Creates the words. Nil if the keys and the row number need more than 64 bits.
  init?(_ orders: [SortOrder], _ rowCount: Int, _ checkpoint: () throws -> Void) rethrows {
    rowBits = rowCount < 2 ? 0 : Int.bitWidth - (rowCount - 1).leadingZeroBitCount
    words = [UInt64](repeating: 0, count: rowCount)
    var keyBits = 0
    for order in orders {
      try checkpoint()
      let key = try SortOrder.key(order, rowCount, checkpoint)
      // Map nulls next to the range of the values, because they are far away from it.
      var (low, high) = (UInt128.max, UInt128.min)
      for value in key where value != 0 && value != .max { (low, high) = (min(low, value), max(high, value)) }
      if low > high { (low, high) = (1, 1) }
      let width = UInt128.bitWidth - (high - low + 2).leadingZeroBitCount
      keyBits += width
      guard rowBits + keyBits <= UInt64.bitWidth else { return nil }
      for row in words.indices {
        let value = key[row] == 0 ? 0 : min(key[row], high + 1) - low + 1
        words[row] = words[row] << UInt64(width) | UInt64(truncatingIfNeeded: value)
      }
    }
    for row in words.indices { words[row] = words[row] << UInt64(rowBits) | UInt64(row) }
    self.keyBits = keyBits
  }

  /// Returns the numbers of the first rows in order.
  consuming func first(_ limit: Int, _ checkpoint: () throws -> Void) rethrows -> [Int32] {
    if limit < words.count / 2 {
      try keepFirst(limit, checkpoint)
    } else if words.count < Self.fewRows {
      words.sort()
    } else {
      try sortByDigits(checkpoint)
    }
    let mask = UInt64(1) << UInt64(rowBits) - 1
    return words.prefix(limit).map { Int32(truncatingIfNeeded: $0 & mask) }
  }

  /// Retains the smallest words in order. Words greater than the last retained one are skipped.
  private mutating func keepFirst(_ limit: Int, _ checkpoint: () throws -> Void) rethrows {
    let room = max(2 * limit, Self.fewRows)
    var kept: [UInt64] = []
    kept.reserveCapacity(room)
    var bound = UInt64.max
    for (index, word) in words.enumerated() {
      if index % SortOrder.comparisons == 0 { try checkpoint() }
      guard word <= bound else { continue }
      kept.append(word)
      guard kept.count == room else { continue }
      kept.sort()
      kept.removeLast(kept.count - limit)
      bound = kept.last ?? 0
    }
    kept.sort()
    words = kept
  }

  /// Sorts by the digits of the keys, lowest first (radix sort). Each pass is stable, and the first pass starts in
  /// row order.
  private mutating func sortByDigits(_ checkpoint: () throws -> Void) rethrows {
    var other = [UInt64](repeating: 0, count: words.count)
    var shift = rowBits
    while shift < rowBits + keyBits {
      try checkpoint()
      let mask = (1 << min(Self.digitBits, rowBits + keyBits - shift)) - 1
      var places = [Int](repeating: 0, count: mask + 1)
      for word in words { places[Int(truncatingIfNeeded: word >> UInt64(shift)) & mask] += 1 }
      var next = 0
      for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
      for word in words {
        let digit = Int(truncatingIfNeeded: word >> UInt64(shift)) & mask
        other[places[digit]] = word
        places[digit] += 1
      }
      swap(&words, &other)
      shift += Self.digitBits
    }
  }
}
