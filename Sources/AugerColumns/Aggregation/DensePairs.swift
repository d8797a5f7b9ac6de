/// All pairs of a group and a value of one column, where both are few: a bit for each.
///
/// What only depends on which values there are, such as the greatest month of dates, is computed of pairs instead of
/// rows. An object, because chunks that share it can tell each other which pairs they have dealt with.
package final class PairTable: Sendable {
  package let groups: KeyLayout
  package let domain: ValueDomain
  fileprivate let values: Column
  /// Numbers the values.
  fileprivate let ordinals: KeyLayout
  fileprivate let pairCount: Int

  /// A smaller table pays for chunks of any size.
  private static let smallTable = 1 << 15

  /// The most values for which pairs can be fewer than a chunk's rows.
  package static func mostValues(rowCount: Int) -> Int { min(KeyLayout.limit, max(smallTable >> 5, rowCount / 8)) }

  /// Nil where a chunk's rows take less time than looking through the table.
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

/// A set of pairs: those of one chunk, or those that chunks have dealt with.
package struct DensePairs: Sendable {
  package let table: PairTable
  private var marks: Bitset

  package init(_ table: PairTable) {
    self.table = table
    marks = Bitset(count: table.pairCount)
  }

  /// Marks the rows of a block that are taken, null among the values.
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

  /// The pairs that another set of the same table does not have, in blocks: a group and a value for each row.
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

  /// Ascending, without those of another set of as many.
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
