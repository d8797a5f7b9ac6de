/// Exact numbers of distinct values: every value has a number, and a set of the groups in which it occurs.
///
/// Memory follows the number of distinct (group, value) pairs.
package struct DistinctCount: Sendable {
  private var values: DistinctValues
  private var sets = GroupSets()
  /// Where the groups of the sets stand among those of the count, −1 for one that is left out; nil: they are the same.
  private var places: [Int32]?

  /// `known`: what a count that this one will be merged into has published.
  init(_ type: DataType, _ known: KnownValues? = nil) {
    values = DistinctValues(type, known)
    sets.expect(values: values.knownCount)
  }

  /// What counts of later chunks may know, if it is much more than before.
  mutating func publish() -> KnownValues? { values.publish() }

  mutating func update(_ column: Column, _ grouping: Grouping) {
    prepare(column, groups: grouping.count)
    let groups = grouping.groups.span
    values.number(column) { sets.insert($1, Int(groups[$0])) }
  }

  /// Adds rows of a block whose groups have numbers below `groups`: all of them, or those at some positions.
  mutating func update(_ column: Column, _ numbers: [UInt16], _ positions: [UInt16]?, groups: Int) {
    prepare(column, groups: groups)
    let span = numbers.span
    guard let positions else {
      values.number(column) { sets.insert($1, Int(span[$0])) }
      return
    }
    let taken = column.gathered(positions.map { Int32($0) })
    values.number(taken) { sets.insert($1, Int(span[$0])) }
  }

  private mutating func prepare(_ column: Column, groups: Int) {
    settle()
    sets.reserve(groups: groups)
    values.reserve(column, &sets)
  }

  mutating func merge(_ other: DistinctCount, _ mapping: [Int], _ count: Int) {
    settle()
    if values.sharedCount(with: other.values) == other.values.count {
      self.sets.reserve(groups: count)
      // Moved out, so that its bits are changed where they are.
      var sets = GroupSets()
      swap(&sets, &self.sets)
      other.forEachPair { sets.insert($0, mapping[$1]) }
      self.sets = sets
      return
    }
    take(other.values, groups: count) { body in other.forEachPair { body($0, mapping[$1]) } }
  }

  /// Calls `body` with each value and the number of one of its groups.
  @inline(__always)
  private func forEachPair(_ body: (_ value: Int, _ group: Int) -> Void) {
    guard let places else { return sets.forEachPair(body) }
    sets.forEachPair { value, group in if places[group] >= 0 { body(value, Int(places[group])) } }
  }

  /// Gives the sets the numbers of the count.
  private mutating func settle() {
    guard places != nil else { return }
    var settled = GroupSets()
    settled.reserve(values: values.count)
    forEachPair { value, group in
      settled.reserve(groups: group + 1)
      settled.insert(value, group)
    }
    (sets, places) = (settled, nil)
  }

  func split(_ shards: GroupShards) -> [DistinctCount] {
    var pairs = [[(number: Int, group: Int)]](repeating: [], count: GroupShards.count)
    forEachPair { pairs[Int(shards.shards[$1])].append(($0, Int(shards.places[$1]))) }
    return zip(pairs, shards.groups).map { pairs, groups in
      var part = DistinctCount(values.type)
      part.take(values, groups: groups.count) { body in for pair in pairs { body(pair.number, pair.group) } }
      return part
    }
  }

  /// Takes over pairs of a value, by its number among the others, and one of our groups.
  @inline(__always)
  private mutating func take(
    _ other: DistinctValues, groups: Int, _ forEachPair: (_ body: (_ number: Int, _ group: Int) -> Void) -> Void
  ) {
    var used = [Bool](repeating: false, count: other.count)
    forEachPair { number, _ in used[number] = true }
    sets.reserve(groups: groups)
    values.reserve(other, &sets)
    let numbers = values.numbers(of: other, used: used)
    forEachPair { sets.insert(Int(numbers[$0]), $1) }
  }

  /// The counts of some groups, in that order.
  func counts(of order: [UInt16]) -> DistinctCount {
    var places = [Int32](repeating: -1, count: 1 << 16)
    for (place, group) in order.enumerated() { places[Int(group)] = Int32(truncatingIfNeeded: place) }
    var result = self
    result.settle()
    result.values.forgetLatest()
    result.places = places
    return result
  }

  /// Marks the groups that have a value; only before some of them were chosen.
  func markPresent(_ present: inout [Bool]) { for group in sets.groups { present[group] = true } }

  var byteCount: Int { values.byteCount + sets.byteCount }

  /// Bytes that are taken beside for a moment while a partial is merged.
  func growthBytes(merging other: DistinctCount) -> Int {
    let more = other.values.count
    return values.growthBytes(adding: more) + sets.growthBytes(adding: other.sets, values: values.count + more) + more
      * 5
  }

  func finish(_ count: Int) -> Column {
    var counts = [Int64](repeating: 0, count: count)
    forEachPair { counts[$1] += 1 }
    return Column(counts)
  }
}

/// For each value, by its number, the groups in which it occurs: a row of bits, or pairs in a hash table where most of
/// the bits would be zero.
struct GroupSets: Sendable {
  /// Words of bits for each value.
  private var stride = 1
  private var bits: [UInt64] = []
  /// Keys of value and group; nil while there are bits.
  private var pairs: KeyTable?
  /// Words of bits at which it is next asked whether pairs would take less.
  private var nextLook = 1 << 17

  /// What a pair takes in a hash table, in words.
  private static let wordsOfPair = 4

  var byteCount: Int { bits.capacity * 8 + (pairs?.byteCount ?? 0) }

  /// Bytes that are taken beside for a moment while others are added, so that there are so many values.
  func growthBytes(adding other: GroupSets, values: Int) -> Int {
    if let pairs { return pairs.growthBytes(adding: other.pairs?.count ?? other.bits.count) }
    // An array that grows takes at least twice as much as before, beside what it had.
    return values * stride > bits.capacity ? max(values * stride, 2 * bits.capacity) * 8 : 0
  }

  /// So many values have numbers from the start: few of them in the first groups say nothing.
  mutating func expect(values: Int) { nextLook = max(nextLook, min(4 * values, Self.mostExpected)) }

  private static let mostExpected = 1 << 20

  /// Without values, for as many groups.
  var emptied: GroupSets {
    var result = GroupSets()
    // Pairs stay pairs: there are no rows of bits that would be wide enough for all groups.
    result.pairs = pairs.map { _ in KeyTable(width: 1) }
    result.stride = stride
    return result
  }

  /// Whether so many values would have at most as many words as are always taken.
  func fits(values: Int) -> Bool { pairs == nil && values <= (1 << 17) / stride }

  /// Makes room for groups with numbers below `groups`.
  mutating func reserve(groups: Int) {
    let wanted = (groups + 63) / 64
    guard pairs == nil, wanted > stride else { return }
    // Twice as many, so that a growing number of groups is seldom made room for.
    let grown = max(wanted, bits.isEmpty ? 0 : 2 * stride)
    if bits.isEmpty {
      stride = grown
      return
    }
    let values = bits.count / stride
    if values * grown > nextLook, isSparse(words: values * grown) {
      usePairs()
      return
    }
    var wider = [UInt64](repeating: 0, count: values * grown)
    for value in 0..<values { for word in 0..<stride { wider[value * grown + word] = bits[value * stride + word] } }
    (bits, stride) = (wider, grown)
  }

  /// Makes room for values with numbers below `values`.
  mutating func reserve(values: Int) {
    guard pairs == nil, values * stride > bits.count else { return }
    if values * stride > nextLook {
      if isSparse(words: values * stride) {
        usePairs()
        return
      }
      nextLook = 2 * values * stride
    }
    bits.append(contentsOf: repeatElement(0, count: values * stride - bits.count))
  }

  /// Gives every value a number that is higher by `count`.
  mutating func moveUp(by count: Int) {
    guard pairs == nil, !bits.isEmpty, count > 0 else { return }
    bits.insert(contentsOf: repeatElement(0, count: count * stride), at: 0)
  }

  @inline(__always)
  mutating func insert(_ value: Int, _ group: Int) {
    if pairs == nil {
      let word = value * stride + group >> 6
      if word >= bits.count { reserve(values: max(value + 1, bits.count / stride * 2)) }
      if pairs == nil {
        bits[word] |= 1 << UInt64(truncatingIfNeeded: group & 63)
        return
      }
    }
    _ = pairs?.insert(word: Self.key(value, group))
  }

  private static func key(_ value: Int, _ group: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: value) << 32 | UInt64(truncatingIfNeeded: group)
  }

  private func isSparse(words: Int) -> Bool {
    bits.reduce(0) { $0 + $1.nonzeroBitCount } * Self.wordsOfPair < words
  }

  private mutating func usePairs() {
    var table = KeyTable(width: 1)
    forEachPair { _ = table.insert(word: Self.key($0, $1)) }
    (pairs, bits) = (table, [])
  }

  /// The groups that have a value.
  var groups: [Int] {
    if pairs != nil {
      var groups: Set<Int> = []
      forEachPair { groups.insert($1) }
      return groups.sorted()
    }
    var union = [UInt64](repeating: 0, count: stride)
    var word = 0
    for index in bits.indices {
      union[word] |= bits[index]
      word = word + 1 == stride ? 0 : word + 1
    }
    return (0..<stride * 64).filter { union[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
  }

  /// Calls `body` with the value and the group of each pair.
  @inline(__always)
  func forEachPair(_ body: (_ value: Int, _ group: Int) -> Void) {
    if let pairs {
      for key in pairs.keys { body(Int(key >> 32), Int(key & 0xFFFF_FFFF)) }
      return
    }
    var value = 0
    var word = 0
    for index in bits.indices {
      var rest = bits[index]
      while rest != 0 {
        body(value, word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
      word += 1
      if word == stride { (value, word) = (value + 1, 0) }
    }
  }
}
