/// A mapping from the keys of a row to one small number: the index of its group in a table of all key combinations.
///
/// Each part covers the keys that are functions of one column. Its distinct values are found once, when the layout is
/// created, and each row takes one lookup. It is an object, so that results about a layout can be cached while chunks
/// share it.
package final class KeyLayout: Sendable {
  package struct Part: Sendable {
    package let domain: ValueDomain
    /// The distinct keys, column by column.
    let keys: [Column]
    let keyCount: Int
    /// The amount that each ordinal of the domain adds to the number of a row.
    let offsets: [UInt16]
    /// The stride, if ordinal `n` adds `n × stride`, so that no lookup is necessary.
    let stride: UInt16?
    let step: Int
  }

  package let parts: [Part]
  /// The upper limit of the numbers, exclusive.
  package let combinations: Int

  /// Maximum number of combinations: numbers have 16 bits.
  package static let limit = 1 << 16

  /// Creates a layout. Each part has a domain and the key columns over its ordinals, or nil for the domain's own
  /// values. With `inOrder`, the numbers of a part follow the order of its keys, null first. Nil if the combinations
  /// exceed the limit.
  package init?(_ bases: [(domain: ValueDomain, keys: [Column]?)], inOrder: Bool = false) {
    var parts: [Part] = []
    var step = 1
    for base in bases.reversed() {
      let count = base.domain.count
      var keys: [Column]
      var numbers: [Int]
      let keyCount: Int
      if let derived = base.keys {
        let grouping = Grouping(keys: derived, rowCount: count)
        keys = derived.map { $0.gathered(grouping.firstRows) }
        numbers = grouping.groups.map(Int.init)
        keyCount = grouping.count
      } else {
        keys = [base.domain.column]
        numbers = Array(0..<count)
        keyCount = count
      }
      guard step * keyCount <= Self.limit else { return nil }
      let isSorted = !inOrder || base.keys == nil && base.domain.isInOrder
      if !isSorted {
        let order = SortOrder.rows(by: keys.map { SortOrder($0) }, rowCount: keyCount)
        var ranks = [Int](repeating: 0, count: keyCount)
        for (rank, key) in order.enumerated() { ranks[Int(key)] = rank }
        keys = keys.map { $0.gathered(order) }
        numbers = numbers.map { ranks[$0] }
      }
      for index in numbers.indices { numbers[index] *= step }
      parts.append(
        Part(
          domain: base.domain, keys: keys, keyCount: keyCount,
          offsets: numbers.map { UInt16(truncatingIfNeeded: $0) },
          stride: base.keys == nil && isSorted ? UInt16(truncatingIfNeeded: step) : nil, step: step))
      step *= keyCount
    }
    self.parts = parts.reversed()
    combinations = step
  }

  /// Returns the keys of groups by their numbers, as key columns for each part.
  package func keys(of numbers: [UInt16]) -> [[Column]] {
    parts.map { part in
      let rows = numbers.map { Int32(truncatingIfNeeded: Int($0) / part.step % part.keyCount) }
      return part.keys.map { $0.gathered(rows) }
    }
  }
}
