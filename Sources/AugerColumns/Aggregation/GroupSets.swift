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

  /// Adds the groups of values with numbers below `values` in other sets, whose numbers here are higher by `offset`.
  /// Group `g` of the others is `places[g]` here, or left out where that is below 0. False, and nothing is done, where
  /// a value has more than one word of bits, or none.
  mutating func unite(_ other: GroupSets, values: Int, offset: Int, at places: [Int]) -> Bool {
    guard values > 0, pairs == nil, other.pairs == nil, stride == 1, other.stride == 1 else { return false }
    let values = min(values, other.bits.count)
    reserve(values: offset + values)
    guard pairs == nil else { return false }
    // By bytes of the words: what each of 256 leads to.
    var moved = [UInt64](repeating: 0, count: 8 * 256)
    for (group, place) in places.enumerated() where place >= 0 {
      for byte in 0..<256 where (byte >> (group & 7)) & 1 == 1 {
        moved[(group >> 3) << 8 | byte] |= 1 << UInt64(truncatingIfNeeded: place)
      }
    }
    let theirs = other.bits.span
    let tables = moved.span
    var ours = bits.mutableSpan
    for index in 0..<values {
      var rest = theirs[index]
      var table = 0
      while rest != 0 {
        ours[offset + index] |= tables[table | Int(truncatingIfNeeded: rest & 0xFF)]
        rest >>= 8
        table += 256
      }
    }
    return true
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

  /// Calls `body` with the value, from a number on, and the group of each pair.
  @inline(__always)
  func forEachPair(from first: Int = 0, _ body: (_ value: Int, _ group: Int) -> Void) {
    if let pairs {
      for key in pairs.keys where Int(key >> 32) >= first { body(Int(key >> 32), Int(key & 0xFFFF_FFFF)) }
      return
    }
    var value = first
    var word = 0
    for index in min(first * stride, bits.count)..<bits.count {
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
