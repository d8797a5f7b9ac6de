/// A hash table from fixed-width keys of 64-bit words to numbers, ascending from 0 in insertion order.
///
/// It uses open addressing with linear probing. Keys are compared word by word, so the hash affects only the speed. A
/// slot contains the hash and the number, so that usually only the matching key is read.
package struct KeyTable: Sendable {
  package let width: Int
  /// The keys, `width` words each, in number order.
  package private(set) var keys: [UInt64] = []
  package private(set) var count = 0
  /// The hash in the upper half, the number plus one in the lower half. 0 means free.
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

  /// Returns the additional bytes needed temporarily while `more` keys are added: new slots, four times the old
  /// number, and larger storage of keys.
  package func growthBytes(adding more: Int) -> Int {
    var bytes = keys.count + more * width > keys.capacity ? (keys.count + more * width) * 8 : 0
    var size = slots.count
    while (count + more) * 2 > size { size *= 4 }
    if size > slots.count { bytes += (size + count) * 8 }
    return bytes
  }

  /// Returns the number of the key at `words[offset ..< offset + width]`. Inserts it if it is new.
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

  /// Returns the number of a key of one word. Inserts it if it is new.
  @inline(__always)
  package mutating func insert(word: UInt64) -> Int { number(ofWord: word) ?? insert([word].span, at: 0) }

  /// Returns the number of a key of one word. Nil if it does not exist.
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

  /// Returns the first slot for a hash. It does not use the highest bits, which partition the keys.
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

  /// Returns the same keys with the fewest slots suitable for lookups, so that more of them fit a cache.
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
