/// A hash table from fixed-width keys of 64-bit words to numbers, 0 upward in the order of first insertion.
///
/// Open addressing with linear probing; keys are compared word for word, so the hash decides only the speed. A slot has
/// the hash beside the number, so that a key is fetched only where it is the one, as a rule.
package struct KeyTable: Sendable {
  package let width: Int
  /// The keys, `width` words each, in the order of their numbers.
  package private(set) var keys: [UInt64] = []
  package private(set) var count = 0
  /// The hash in the upper half, the number plus one in the lower; 0 is free.
  private var slots: [UInt64]
  private var seed = ByteHash.processSeed
  /// The number of slots when the seed was last changed.
  private var reseededSize = 0

  package init(width: Int) {
    precondition(width > 0, "a key has at least one word")
    self.width = width
    slots = [UInt64](repeating: 0, count: 64)
  }

  package var byteCount: Int { (keys.count + slots.count) * 8 }

  /// Bytes that are taken beside for a moment while so many keys are added: slots are made anew, four times as many,
  /// and keys moved to where there is more room.
  package func growthBytes(adding more: Int) -> Int {
    var bytes = keys.count + more * width > keys.capacity ? (keys.count + more * width) * 8 : 0
    var size = slots.count
    while (count + more) * 2 > size { size *= 4 }
    if size > slots.count { bytes += (size + count) * 8 }
    return bytes
  }

  /// The number of the key at `words[offset ..< offset + width]`; a new one if it is new.
  package mutating func insert(_ words: borrowing Span<UInt64>, at offset: Int) -> Int {
    let tag = tag(of: words, at: offset)
    let mask = slots.count - 1
    var slot = Self.slot(tag, mask)
    var steps = 0
    while slots[slot] != 0 {
      let held = slots[slot]
      let number = Int(truncatingIfNeeded: held & 0xFFFF_FFFF) - 1
      if held & ~0xFFFF_FFFF == tag, isKey(number, equalTo: words, at: offset) { return number }
      slot = (slot + 1) & mask
      steps += 1
    }
    let number = count
    for i in 0..<width { keys.append(words[offset + i]) }
    count += 1
    slots[slot] = tag | UInt64(count)
    if count * 2 > slots.count { fill(slots.filter { $0 != 0 }, slots.count * 4) }
    if steps > ByteHash.mostSteps, reseededSize < slots.count { reseed() }
    return number
  }

  /// The number of a key of one word; a new one if it is new.
  @inline(__always)
  package mutating func insert(word: UInt64) -> Int { number(ofWord: word) ?? insert([word].span, at: 0) }

  /// The number of a key of one word; nil if there is none.
  @inline(__always)
  func number(ofWord word: UInt64) -> Int? {
    let tag = ByteHash.mix(seed ^ word) & ~0xFFFF_FFFF
    let mask = slots.count - 1
    var slot = Self.slot(tag, mask)
    while slots[slot] != 0 {
      let held = slots[slot]
      let number = Int(truncatingIfNeeded: held & 0xFFFF_FFFF) - 1
      if held & ~0xFFFF_FFFF == tag, keys[number] == word { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inline(__always)
  private func tag(of words: borrowing Span<UInt64>, at offset: Int) -> UInt64 {
    var state = seed
    for i in 0..<width { state = ByteHash.mix(state ^ words[offset + i]) }
    return state & ~0xFFFF_FFFF
  }

  /// Where a hash is looked for first. The highest bits are left to those who share keys out by them.
  @inline(__always)
  private static func slot(_ tag: UInt64, _ mask: Int) -> Int { Int(truncatingIfNeeded: tag >> 32) & mask }

  private func isKey(_ number: Int, equalTo words: borrowing Span<UInt64>, at offset: Int) -> Bool {
    for i in 0..<width where keys[number * width + i] != words[offset + i] { return false }
    return true
  }

  private mutating func reseed() {
    seed = .random(in: .min ... .max)
    reseededSize = slots.count
    let held = (0..<count).map { tag(of: keys.span, at: $0 * width) | UInt64($0 + 1) }
    fill(held, slots.count)
  }

  /// The same keys, with as few slots as lookups alone want: more of them stay in a cache.
  func packed() -> KeyTable {
    var result = self
    var size = slots.count
    while size > 64, count * 4 <= size { size /= 2 }
    if size < slots.count { result.fill(slots.filter { $0 != 0 }, size) }
    return result
  }

  private mutating func fill(_ all: [UInt64], _ size: Int) {
    let mask = size - 1
    var grown = [UInt64](repeating: 0, count: size)
    for held in all {
      var slot = Self.slot(held, mask)
      while grown[slot] != 0 { slot = (slot + 1) & mask }
      grown[slot] = held
    }
    slots = grown
  }
}
