/// The groups in which each numbered value occurs: one row of bits per value, or pairs in a hash table if most bits
/// would be zero.
struct GroupSets: Sendable {
  /// The number of words of bits for each value.
  private var stride = 1
  private var bits: [UInt64] = []
  /// The keys of value and group. Nil while bits are used.
  private var pairs: KeyTable?
  /// The number of words at which to check again if pairs need less memory.
  private var nextLook = 1 << 17

  /// The memory of a pair in a hash table, in words.
  private static let wordsOfPair = 4

  var byteCount: Int { bits.capacity * 8 + (pairs?.byteCount ?? 0) }

  /// Returns the additional bytes needed temporarily while another set is merged, for a total of `values` values.
  func growthBytes(adding other: GroupSets, values: Int) -> Int {
    if let pairs { return pairs.growthBytes(adding: other.pairs?.count ?? other.bits.count) }
    // A growing array needs at least twice its previous size in addition to its old storage.
    return values * stride > bits.capacity ? max(values * stride, 2 * bits.capacity) * 8 : 0
  }

  /// Reserves space for a known number of values. A low density in the first groups is then not significant.
  mutating func expect(values: Int) { nextLook = max(nextLook, min(4 * values, Self.mostExpected)) }

  private static let mostExpected = 1 << 20

  /// The sets without values, for the same number of groups.
  var emptied: GroupSets {
    var result = GroupSets()
    // Pairs remain pairs, because no row of bits would be wide enough for all groups.
    result.pairs = pairs.map { _ in KeyTable(width: 1) }
    result.stride = stride
    return result
  }

  /// Returns true if this number of values fits the minimum number of words.
  func fits(values: Int) -> Bool { pairs == nil && values <= (1 << 17) / stride }

  /// Reserves space for group numbers below `groups`.
  mutating func reserve(groups: Int) {
    let wanted = (groups + 63) / 64
    guard pairs == nil, wanted > stride else { return }
    // Double the size, so that a growing number of groups rarely moves the bits.
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

  /// Reserves space for value numbers below `values`.
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

  /// Increases the number of every value by `count`.
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

  /// Adds the groups of values with numbers below `values` in another set, whose numbers here are higher by `offset`.
  /// Group `g` of the other set is `places[g]` here, and is skipped if that is negative. Returns false without any
  /// change if a value does not have exactly one word of bits.
  mutating func unite(_ other: GroupSets, values: Int, offset: Int, at places: [Int]) -> Bool {
    guard values > 0, pairs == nil, other.pairs == nil, stride == 1, other.stride == 1 else { return false }
    let values = min(values, other.bits.count)
    reserve(values: offset + values)
    guard pairs == nil else { return false }
    // A table of the target bits for each of the 256 values of each byte.
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

  /// Calls `body` with the value, starting at a number, and the group of each pair.
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
