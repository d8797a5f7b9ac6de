/// All pairs of a group and a value of one column, if both are few: one bit per pair.
///
/// Results that depend only on the distinct values, such as the maximum month of dates, are computed from pairs
/// instead of rows. It is an object, so that chunks that share it can record the pairs already processed.
package final class PairTable: Sendable {
  package let groups: KeyLayout
  package let domain: ValueDomain
  fileprivate let values: Column
  /// The layout that numbers the values.
  fileprivate let ordinals: KeyLayout
  fileprivate let pairCount: Int

  /// The table size up to which pairs are faster for chunks of any size.
  private static let smallTable = 1 << 15

  /// Returns the number of values up to which pairs can be fewer than a chunk's rows.
  package static func mostValues(rowCount: Int) -> Int { min(KeyLayout.limit, max(smallTable >> 5, rowCount / 8)) }

  /// Creates a table. Nil if processing a chunk's rows is faster than reading the table.
  package init?(_ domain: ValueDomain, groups: KeyLayout, rowCount: Int) {
    let (pairs, overflow) = groups.combinations.multipliedReportingOverflow(by: domain.count)
    guard !overflow, pairs <= max(Self.smallTable, rowCount * 8), let ordinals = KeyLayout([(domain, nil)]) else {
      return nil
    }
    values = domain.column
    self.groups = groups
    self.domain = domain
    self.ordinals = ordinals
    pairCount = pairs
  }
}

/// A set of pairs: those of one chunk, or those that chunks have processed.
package struct DensePairs: Sendable {
  package let table: PairTable
  private var marks: Bitset

  package init(_ table: PairTable) {
    self.table = table
    marks = Bitset(count: table.pairCount)
  }

  /// Marks the used rows of a block, including null values.
  package mutating func add(_ column: Column, _ rows: BlockRows) {
    let (groups, positions) = rows.present(in: nil)
    let values = table.ordinals.numbers([column], rowCount: column.count)
    let count = table.domain.count
    var words = taken(&marks.words)
    if let positions {
      for row in groups.indices { words.mark(Int(groups[row]) * count + Int(values[Int(positions[row])])) }
    } else {
      for row in groups.indices { words.mark(Int(groups[row]) * count + Int(values[row])) }
    }
    marks.words = words
  }

  package func markPresent(_ present: inout [Bool]) {
    let count = table.domain.count
    for group in present.indices where marks.hasElement(in: group * count..<(group + 1) * count) {
      present[group] = true
    }
  }

  /// Adds the pairs of another set of the same table.
  package mutating func formUnion(_ other: DensePairs) { marks.formUnion(other.marks) }

  /// Returns the pairs that another set of the same table does not contain, in blocks. Each row has a group and a
  /// value.
  package func blocks(of rowCount: Int, except other: DensePairs?) -> [(rows: BlockRows, values: Column)] {
    let (pairs, count) = (marks.elements(except: other?.marks), table.domain.count)
    return stride(from: 0, to: pairs.count, by: rowCount).map { first in
      let block = pairs[first..<min(pairs.count, first + rowCount)]
      return (
        BlockRows(numbers: block.map { UInt16(truncatingIfNeeded: $0 / count) }, selection: nil),
        table.values.gathered(block.map { Int32(truncatingIfNeeded: $0 % count) })
      )
    }
  }
}

private struct Bitset: Sendable {
  var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  mutating func formUnion(_ other: Bitset) { for index in words.indices { words[index] |= other.words[index] } }

  func hasElement(in range: Range<Int>) -> Bool {
    if range.isEmpty { return false }
    let (first, last) = (range.lowerBound / 64, (range.upperBound - 1) / 64)
    for index in first...last {
      var word = words[index]
      if index == first { word &= .max << UInt64(range.lowerBound % 64) }
      if index == last { word &= .max >> UInt64(63 - (range.upperBound - 1) % 64) }
      if word != 0 { return true }
    }
    return false
  }

  /// Returns the elements in ascending order, without those of another set of equal size.
  func elements(except other: Bitset? = nil) -> [Int] {
    var result: [Int] = []
    for index in words.indices {
      var word = words[index] & ~(other?.words[index] ?? 0)
      while word != 0 {
        result.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return result
  }
}

extension [UInt64] {
  @inline(__always)
  fileprivate mutating func mark(_ bit: Int) { self[bit / 64] |= 1 << UInt64(bit % 64) }
}
